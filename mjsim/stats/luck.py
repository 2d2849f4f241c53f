"""How much a match swings: spread, skew and bad tail of one player's result.

Sources: the mean of the worst share of results as a plain mean, Rockafellar and Uryasev (2000); the interval of a quantile from that of
the distribution function, Woodruff (1952).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mjsim.stats.blocks import by_group, match_points
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.jackknife import jackknife
from mjsim.store.dataset import Dataset

MATCH_HANDS = 16
TAIL = 0.05


@dataclass(frozen=True)
class Luck:
    """The result of a player of `policy` in a match: points, divided by the variant's scale.

    `mean`, `spread` (standard deviation), `skew`, `ahead` (share of matches that end above 0), `bad` (the 5 % quantile) and `worst` (mean
    of the worst 5 %).
    """

    policy: str
    hands: int | None
    matches: int
    measures: dict[str, Estimate]

    def as_dict(self) -> dict[str, Any]:
        """The JSON form; `hands` is null for linked matches, whose length is their own affair."""
        measures = {name: found.as_dict() for name, found in self.measures.items()}
        return {"policy": self.policy, "hands": self.hands, "matches": self.matches, **measures}


def luck(data: Dataset, hands: int = MATCH_HANDS, level: float = LEVEL) -> tuple[Luck, ...]:
    """One entry a policy; empty where there are too few matches (fewer than two)."""
    points, group = match_points(data, hands)
    if len(points) < 2:
        return ()
    policies = data.plan.policies
    found = []
    for policy in dict.fromkeys(policies):
        seats = [player for player, name in enumerate(policies) if name == policy]
        results = points[:, seats] / data.scale
        shown = hands if data.plan.unit == "hand" else None
        found.append(Luck(policy, shown, len(points), measures(results, group, level)))
    return tuple(found)


def measures(results: np.ndarray, group: np.ndarray, level: float = LEVEL) -> dict[str, Estimate]:
    """Measures of `results` (matches, players of one policy); matches are independent, players of a match are not."""
    n = results.size
    centre = float(results.mean())
    unit = float(results.std()) or 1.0
    z = (results - centre) / unit
    powers = np.stack([np.ones_like(z), z, z**2, z**3], axis=-1).sum(axis=1)
    moments = by_group(powers, group)

    def moment(totals: np.ndarray, k: int) -> float:
        shift = totals[1] / totals[0]
        raw = totals / totals[0]
        return float(raw[2] - shift**2 if k == 2 else raw[3] - 3 * shift * raw[2] + 2 * shift**3)

    def skewness(totals: np.ndarray) -> float:
        return moment(totals, 3) / moment(totals, 2) ** 1.5 if moment(totals, 2) > 0 else float("nan")

    quantile = float(np.quantile(results, TAIL, method="inverted_cdf"))

    def mean_of(values: np.ndarray, bounds: tuple[float, float] | None = None) -> Estimate:
        sums = by_group(np.stack([np.ones_like(values), values], axis=-1).sum(axis=1), group)
        return jackknife(sums, lambda totals: float(totals[1] / totals[0]), n, level, bounds)

    below = mean_of((results <= quantile).astype(float), (0.0, 1.0))
    half = (below.high - below.low) / 2
    ends = np.quantile(results, np.clip([TAIL - half, TAIL + half], 0, 1), method="inverted_cdf")
    return {
        "mean": mean_of(results),
        "spread": jackknife(moments, lambda totals: unit * max(0.0, moment(totals, 2)) ** 0.5, n, level, (0.0, float("inf"))),
        "skew": jackknife(moments, skewness, n, level),
        "ahead": mean_of((results > 0).astype(float), (0.0, 1.0)),
        "bad": Estimate(quantile, min(quantile, float(ends[0])), max(quantile, float(ends[1])), None, n, f"woodruff, {below.method}"),
        "worst": mean_of(quantile - np.maximum(quantile - results, 0) / TAIL),
    }
