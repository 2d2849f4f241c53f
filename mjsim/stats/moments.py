"""Integer totals of two data sets side by side, hand by hand, part of the range by part of the range."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from mjsim.stats.summary import RATES, SEAT_RATES, per_hand
from mjsim.stats.tally import Tally
from mjsim.store.dataset import Dataset

PLURAL = {"hand": "hands", "match": "matches"}
STEP = {"hand": 100_000, "match": 5_000}
"""Hands (matches) read at a time."""


@dataclass
class Pair:
    """Totals of one quantity on both sides, over clusters (hands or matches) that both have: sums over clusters of the products of
    x (base), u (changed) and of the trials y, v; `only_*` count clusters of one hand in which the event happened on one side.
    """

    unit: str
    event: bool
    scales: tuple[int, int]
    base: Tally = field(default_factory=Tally)
    changed: Tally = field(default_factory=Tally)
    cross: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("xu", "xv", "yu", "yv"), 0))

    @property
    def clusters(self) -> int:
        return self.base.clusters

    @property
    def only_base(self) -> int:
        return self.base.x - self.cross["xu"]

    @property
    def only_changed(self) -> int:
        return self.changed.x - self.cross["xu"]

    def add(self, x: np.ndarray, y: np.ndarray, u: np.ndarray, v: np.ndarray) -> None:
        """Add clusters: totals x of y trials in the base, u of v in the changed rules; int64, (n,) each."""
        self.base = self.base + _tally(x, y)
        self.changed = self.changed + _tally(u, v)
        for name, product in (("xu", x @ u), ("xv", x @ v), ("yu", y @ u), ("yv", y @ v)):
            self.cross[name] += int(product)

    def variance(self) -> float:
        """Variance of u/v - x/y, linearised: residuals (u - q v)/v̄ - (x - p y)/ȳ of clusters that are independent."""
        a, b, n = self.base, self.changed, self.clusters
        p, q = a.x / a.y, b.x / b.y
        own = (a.xx - 2 * p * a.xy + p * p * a.yy) / a.y**2 / self.scales[0] ** 2
        new = (b.xx - 2 * q * b.xy + q * q * b.yy) / b.y**2 / self.scales[1] ** 2
        both = self.cross["xu"] - q * self.cross["xv"] - p * self.cross["yu"] + p * q * self.cross["yv"]
        return max(0.0, n / (n - 1) * (own + new - 2 * both / (a.y * b.y * self.scales[0] * self.scales[1])))


QUANTITIES = {
    "win": ("和牌", "won"),
    "self_draw": ("自摸", "own draw"),
    "discard_win": ("點炮", "win on a discard"),
    "rob_win": ("搶杠", "robbed kong"),
    "draw": ("流局", "nobody won"),
    "deal_in": ("放炮", "dealt in"),
    "several_winners": ("一炮多響", "several won"),
    "abortive": ("途中流局", "broken off"),
    "kong": ("杠", "with a kong"),
    "ready": ("聽牌", "ready"),
    "points": ("分", "points"),
    "turns": ("摸牌", "draws"),
}


def quantity(name: str) -> tuple[str, str]:
    """Chinese and English name of a quantity of a comparison.

    >>> quantity("deal_in_2")
    ('放炮', 'dealt in, seat 2')
    """
    kind, _, seat = name.rpartition("_")
    if not seat.isdigit():
        return QUANTITIES[name]
    zh, en = QUANTITIES[kind]
    return zh, f"{en}, seat {seat}"


DECK = {"suits": None, "ranks": None, "winds": None, "dragons": None, "flowers": None, "flower_copies": 1, "flower_class": "", "idle": 0}
"""What decides which tiles a set has, and what data sets mean that do not say."""


def plan_of_pairing(one: Dataset, other: Dataset) -> tuple[bool, str]:
    """Whether the same hand number is the same wall in both, and why (not)."""
    a, b = one.plan, other.plan
    decks = [tuple(plan.variant.get("tiles", {}).get(key, usual) for key, usual in DECK.items()) for plan in (a, b)]
    for what, same in (
        ("seeds", a.seed == b.seed),
        ("tiles", decks[0] == decks[1]),
        ("players", a.players == b.players),
        ("kinds of wall", a.wall == b.wall),
    ):
        if not same:
            return False, f"unpaired, as independent samples: the {what} differ"
    return True, "paired: the same walls and seats" + ("" if a.policies == b.policies else ", other policies")


def moments_of(one: Dataset, other: Dataset, paired: bool) -> tuple[dict[str, tuple[str, str]], dict[str, Pair], Tally | None]:
    """Names (Chinese, English) and totals of every quantity, and the tally of hands with another outcome (None where unpaired)."""
    players = min(one.plan.players, other.plan.players)
    unit = one.plan.unit
    rows = {slug: names for slug, names in {**other.rows, **one.rows}.items() if paired or (one.rows.get(slug) == other.rows.get(slug))}
    events = [*RATES, *(f"{name}_{seat}" for name in SEAT_RATES for seat in range(players))]
    means = [*(f"points_{seat}" for seat in range(players)), "turns"]
    scales = {name: (one.scale, other.scale) if name.startswith("points") else (1, 1) for name in means}
    pairs = {name: Pair(unit, True, (1, 1)) for name in events} | {name: Pair(unit, False, scales[name]) for name in means}
    pairs |= {f"row.{slug}": Pair(unit, True, (1, 1)) for slug in rows}
    names = {name: quantity(name) for name in pairs if not name.startswith("row.")} | {f"row.{slug}": label for slug, label in rows.items()}
    differing = Tally() if paired else None
    if paired:
        end = max((sum(range_) for range_ in one.manifest.ranges), default=0)
        for first in range(0, end, STEP[unit]):
            sides = [_clusters(data, first, first + STEP[unit], players) for data in (one, other)]
            common = np.intersect1d(sides[0].numbers, sides[1].numbers, assume_unique=True)
            if len(common):
                places = [np.searchsorted(side.numbers, common) for side in sides]
                for name, pair in pairs.items():
                    x, u = (side.totals(name)[place] for side, place in zip(sides, places, strict=True))
                    y, v = (side.totals("one")[place] for side, place in zip(sides, places, strict=True))
                    pair.add(x, y, u, v)
                assert differing is not None
                differing = differing + _differing(sides, common, unit)
    else:
        for data, changed in ((one, False), (other, True)):
            for first in range(0, max((sum(range_) for range_ in data.manifest.ranges), default=0), STEP[unit]):
                side = _clusters(data, first, first + STEP[unit], players)
                for name, pair in pairs.items():
                    tally = _tally(side.totals(name), side.totals("one"))
                    pair.base, pair.changed = (pair.base, pair.changed + tally) if changed else (pair.base + tally, pair.changed)
    return names, pairs, differing


@dataclass
class _Side:
    """One data set's clusters in a range: `numbers` ascending, totals by name, hands for comparing outcomes."""

    numbers: np.ndarray
    wide: pl.DataFrame
    rows: dict[str, pl.DataFrame]
    outcomes: pl.DataFrame

    def totals(self, name: str) -> np.ndarray:
        if not name.startswith("row."):
            return self.wide[name].to_numpy().astype(np.int64)
        found = np.zeros(len(self.numbers), np.int64)
        hits = self.rows.get(name.removeprefix("row."))
        if hits is not None:
            found[np.searchsorted(self.numbers, hits["cluster"].to_numpy())] = hits["x"].to_numpy()
        return found


def _clusters(data: Dataset, first: int, end: int, players: int) -> _Side:
    unit = data.plan.unit
    inside = (pl.col(unit) >= first) & (pl.col(unit) < end)
    hands, wins = (data.scan(table).filter(inside).collect() for table in ("hands", "wins"))
    outcome = ["end", "winners", *(f"points_{seat}" for seat in range(players))]
    place = ["hand"] if unit == "hand" else ["match", "in_match"]
    frame = per_hand(hands, wins, data.plan.players).with_columns(hands[unit].alias("cluster"), pl.col("turns_all").alias("turns"))
    numeric = [name for name in frame.columns if name not in {"match", "cluster"} and not name.startswith("ready_turn")]
    wide = frame.group_by("cluster").agg(pl.col(numeric).cast(pl.Int64).sum()).sort("cluster")
    scored = wins.select(pl.col(unit).alias("cluster"), *place, pl.col("rows").list.unique().alias("row")).explode(
        "row", empty_as_null=False
    )
    hits = scored.unique().group_by("row", "cluster").agg(pl.len().cast(pl.Int64).alias("x"))
    rows = {str(key[0]): part for key, part in hits.group_by("row")}
    return _Side(wide["cluster"].to_numpy(), wide, rows, hands.select(*place, *outcome).with_columns(pl.col("end").cast(pl.String)))


def _differing(sides: list[_Side], common: np.ndarray, unit: str) -> Tally:
    place: list[Any] = ["hand"] if unit == "hand" else ["match", "in_match"]
    one, other = (side.outcomes.filter(pl.col(unit).is_in(common)) for side in sides)
    joined = one.join(other, on=place, how="full", coalesce=True, suffix="_2", nulls_equal=True)
    same = pl.all_horizontal(pl.col(name).eq_missing(pl.col(f"{name}_2")) for name in one.columns if name not in place)
    clusters = joined.select(pl.col(unit), (~same).cast(pl.Int64).alias("x"), pl.lit(1, pl.Int64).alias("y")).group_by(unit).sum()
    return _tally(clusters["x"].to_numpy(), clusters["y"].to_numpy())


def _tally(x: np.ndarray, y: np.ndarray) -> Tally:
    return Tally(len(x), int(x.sum()), int(y.sum()), int(x @ x), int(x @ y), int(y @ y))
