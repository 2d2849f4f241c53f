"""What does a change do? Two data sets compared: hand by hand where both were dealt the same walls, else as independent samples.

Sources: paired differences by Student's t over hands (over matches where they are linked); for events of single hands the interval of
Agresti and Min (2005), which holds also where few hands differ or none; unpaired differences by Welch (1947).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scipy.special import ndtr, ndtri, stdtr, stdtrit

from mjsim.errors import DataError
from mjsim.run.plan import MOST
from mjsim.stats.adjust import discoveries
from mjsim.stats.estimate import LEVEL, Estimate, proportion, ratio_variance
from mjsim.stats.moments import PLURAL, Pair, moments_of, plan_of_pairing
from mjsim.store.dataset import Dataset


@dataclass(frozen=True)
class Change:
    """One quantity under both rules. `change` = changed - base; `hands_needed` is how many hands of each rule set independent samples
    would take for an interval as short (None where unpaired, or more than can be numbered); `p` is two-sided, `p_adjusted` by Benjamini
    and Yekutieli over all quantities of the comparison.
    """

    name: str
    zh: str
    en: str
    base: Estimate
    changed: Estimate
    change: Estimate
    p: float | None
    p_adjusted: float | None
    hands_needed: int | None

    @property
    def unchanged(self) -> bool:
        """Whether not one pair of hands differs in it: what is known then is a bound on the change."""
        return self.change.count == 0 or self.change.low == self.change.high

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {key: value.as_dict() if isinstance(value, Estimate) else value for key, value in vars(self).items()}


@dataclass(frozen=True)
class Comparison:
    """Base against changed rules. `differing` is the share of hands whose outcome (ending, winners, points) is not the same; None where
    the hands are not the same hands.
    """

    base: str
    changed: str
    rules: dict[str, Any]
    paired: bool
    reason: str
    unit: str
    hands: tuple[int, int]
    level: float
    differing: Estimate | None
    changes: tuple[Change, ...]

    def as_dict(self) -> dict[str, Any]:
        """The document that `mjsim compare --json` prints."""
        head = {key: getattr(self, key) for key in ("base", "changed", "rules", "paired", "reason", "unit", "level")}
        differing = self.differing.as_dict() if self.differing else None
        return {**head, "hands": list(self.hands), "differing": differing, "changes": [change.as_dict() for change in self.changes]}

    def __getitem__(self, name: str) -> Change:
        """The change of one quantity, "win", "points_0", "row.SLUG" ..."""
        return next(change for change in self.changes if change.name == name)


def compare_sets(
    base: str | Path | Dataset, changed: str | Path | Dataset, level: float = LEVEL, rules: dict[str, Any] | None = None
) -> Comparison:
    """Compare two data sets; paired over the hands (matches) that both hold if their walls are the same.

    Raises
    ------
    DataError
        if one is no data set, hands stand against matches, or they share no hand.
    """
    one, other = (side if isinstance(side, Dataset) else Dataset(Path(side)) for side in (base, changed))
    if one.plan.unit != other.plan.unit:
        raise DataError(f"holds {other.plan.unit}s, {one.folder} {one.plan.unit}s", str(other.folder), "hands or matches in both")
    paired, reason = plan_of_pairing(one, other)
    names, pairs, differing = moments_of(one, other, paired)
    if not pairs or not next(iter(pairs.values())).base.y or not next(iter(pairs.values())).changed.y:
        raise DataError(f"shares no hand with {one.folder}", str(other.folder), "the same range of hand numbers")
    plain = list(_changes(names, pairs, one.plan.unit == "hand", paired, level))
    adjusted = discoveries([change.p for change in plain], dependent=True)
    first = next(iter(pairs.values()))
    return Comparison(
        base=one.plan.slug,
        changed=other.plan.slug,
        rules=rules or {},
        paired=paired,
        reason=reason,
        unit=one.plan.unit,
        hands=(first.base.y, first.changed.y),
        level=level,
        differing=differing.proportion(level) if differing is not None else None,
        changes=tuple(Change(**{**vars(change), "p_adjusted": p}) for change, p in zip(plain, adjusted, strict=True)),
    )


def _changes(names: dict[str, tuple[str, str]], pairs: dict[str, Pair], single: bool, paired: bool, level: float) -> Iterator[Change]:
    for name, pair in pairs.items():
        sides = [tally.proportion(level) if pair.event else tally.mean(level) for tally in (pair.base, pair.changed)]
        if not pair.event:
            sides = [side.scaled(1 / scale) for side, scale in zip(sides, pair.scales, strict=True)]
        needed = None
        if not paired:
            change, p = unpaired(pair, level)
        elif pair.event and single:
            change, p = discordant(pair.only_base, pair.only_changed, pair.base.y, level)
            needed = independent_hands(pair, change, level)
        else:
            change, p = linked(pair, level)
            needed = independent_hands(pair, change, level)
        yield Change(name, *names[name], sides[0], sides[1], change, p, None, needed)


def discordant(only_base: int, only_changed: int, n: int, level: float = LEVEL) -> tuple[Estimate, float]:
    """Difference of an event's share in n pairs of hands, from the numbers of pairs in which it happened on one side only.

    Half a pair is added to each of the four cells (Agresti and Min): without any differing pair there is still an interval.
    """
    value = (only_changed - only_base) / n
    size = n + 2
    shift = (only_changed - only_base) / size
    error = math.sqrt(max(0.0, only_base + only_changed + 1 - (only_changed - only_base) ** 2 / size)) / size
    half = float(ndtri(0.5 + level / 2)) * error
    low, high = max(-1.0, shift - half), min(1.0, shift + half)
    together = only_base + only_changed
    p = 1.0 if not together else min(1.0, 2 * _binomial_half(min(only_base, only_changed), together))
    return Estimate(value, min(low, value), max(high, value), together, n, "paired (agresti-min)"), p


def _binomial_half(count: int, n: int) -> float:
    """P(at most `count` of n fair coins): McNemar's exact test."""
    from scipy.special import bdtr

    return float(bdtr(count, n, 0.5)) if n <= 10**6 else float(ndtr((count + 0.5 - n / 2) / math.sqrt(n / 4)))


def linked(pair: Pair, level: float = LEVEL) -> tuple[Estimate, float | None]:
    """Paired difference of two ratios (means a hand) by clusters."""
    value = pair.changed.x / pair.changed.y / pair.scales[1] - pair.base.x / pair.base.y / pair.scales[0]
    clusters = pair.clusters
    if clusters < 2:
        return Estimate(value, -math.inf, math.inf, None, pair.base.y, "one cluster"), None
    return _student(value, math.sqrt(pair.variance()), clusters - 1, pair.base.y, level, f"paired by {clusters} {PLURAL[pair.unit]}")


def unpaired(pair: Pair, level: float = LEVEL) -> tuple[Estimate, float | None]:
    """Difference of two independent samples."""
    means, variances, clusters = [], [], []
    for tally, scale in zip((pair.base, pair.changed), pair.scales, strict=True):
        means.append(tally.x / tally.y / scale)
        variances.append(ratio_variance(tally.clusters, tally.x, tally.y, tally.xx, tally.xy, tally.yy) / scale**2)
        clusters.append(tally.clusters)
    value, n = means[1] - means[0], min(pair.base.y, pair.changed.y)
    if min(clusters) < 2:
        return Estimate(value, -math.inf, math.inf, None, n, "one cluster"), None
    if pair.event and sum(variances) == 0:
        bounds = [proportion(tally.x, tally.y, level) for tally in (pair.base, pair.changed)]
        low, high = bounds[1].low - bounds[0].high, bounds[1].high - bounds[0].low
        return Estimate(value, min(low, value), max(high, value), None, n, "unpaired (bounds)"), None
    total = sum(variances)
    freedom = total**2 / sum(v**2 / (k - 1) for v, k in zip(variances, clusters, strict=True)) if total else min(clusters) - 1
    return _student(value, math.sqrt(total), freedom, n, level, "unpaired (welch)")


def _student(value: float, error: float, freedom: float, n: int, level: float, method: str) -> tuple[Estimate, float | None]:
    half = float(stdtrit(freedom, 0.5 + level / 2)) * error
    p = None if error == 0 else 2 * float(stdtr(freedom, -abs(value) / error))
    return Estimate(value, value - half, value + half, None, n, method), p


def independent_hands(pair: Pair, change: Estimate, level: float) -> int | None:
    """Hands of each rule set whose unpaired difference would have an interval as short as the paired one."""
    z = float(ndtri(0.5 + level / 2))
    error = (change.high - change.low) / 2 / z
    apart = sum(
        ratio_variance(t.clusters, t.x, t.y, t.xx, t.xy, t.yy) / scale**2
        for t, scale in zip((pair.base, pair.changed), pair.scales, strict=True)
    )
    if error <= 0 or not math.isfinite(error) or math.isnan(apart):
        return None
    needed = pair.base.y * apart / error**2
    return math.ceil(needed) if needed < MOST else None
