"""Tidy frames of answers, for charts: one row a number, always with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import polars as pl
from scipy.special import ndtri

from mjsim.errors import DataError
from mjsim.stats.balance import Balance
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.fairness import Fairness
from mjsim.stats.frames import frame
from mjsim.stats.paired import Comparison
from mjsim.stats.summary import Summary
from mjsim.store.dataset import Dataset

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def rarity(balance: Balance) -> pl.DataFrame:
    """Columns row, zh, en, points, verdict: surprise in bits; rows never seen have a lower bound only, rows without a face value are left
    out.
    """
    keys = {"row": pl.String, "zh": pl.String, "en": pl.String, "points": pl.Int64, "verdict": pl.String}
    rows = [row for row in balance.rows if row.points is not None]
    return frame(keys, (((row.row, row.zh, row.en, row.points, row.verdict), row.surprise) for row in rows))


def seats_off(fairness: Fairness, measure: str = "points") -> pl.DataFrame:
    """Column seat: points a hand (measure = "points") or share of hands won ("win") over the mean of the seats."""
    return frame({"seat": pl.Int64}, (((seat,), found[f"{measure}_excess"]) for seat, found in enumerate(fairness.seats)))


def changes(comparison: Comparison, names: Iterable[str] | None = None) -> pl.DataFrame:
    """Columns name, zh, en, side ("base", "changed", "change"): the quantities `names` (all if None) under both rules."""
    wanted = set(names) if names is not None else None
    keys = {"name": pl.String, "zh": pl.String, "en": pl.String, "side": pl.String}
    entries = [
        ((change.name, change.zh, change.en, side), getattr(change, side))
        for change in comparison.changes
        if wanted is None or change.name in wanted
        for side in ("base", "changed", "change")
    ]
    return frame(keys, entries)


def variants(
    summaries: Iterable[tuple[Dataset, Summary]], measures: tuple[str, ...] = ("win", "self_draw", "draw", "deal_in")
) -> pl.DataFrame:
    """Columns variant, zh, en, measure: rates of several data sets side by side, and "turns", the mean number of draws a hand."""
    keys = {"variant": pl.String, "zh": pl.String, "en": pl.String, "measure": pl.String}
    entries = []
    for data, summary in summaries:
        names = (summary.variant, str(data.plan.variant["zh"]), str(data.plan.variant["en"]))
        entries += [((*names, measure), summary.turns["all"] if measure == "turns" else summary.rates[measure]) for measure in measures]
    return frame(keys, entries)


def trajectories(data: Dataset, hands: int = 16, level: float = LEVEL) -> pl.DataFrame:
    """Columns quantile, hand: points of the first dealer after so many hands of a match, over matches made of consecutive hands.

    Intervals of the quantiles are by order statistics (binomial, normal approximation). Linked matches are cut at the hand that
    four matches in five still reach, and only those that reach it count.
    """
    points = _running(data, hands)
    matches, length = points.shape
    if matches < 2:
        raise DataError("holds no two whole matches", str(data.folder), f"at least {2 * hands} hands in a row")
    z = float(ndtri(0.5 + level / 2))
    rows = []
    for q in QUANTILES:
        half = z * math.sqrt(q * (1 - q) / matches)
        ends = np.quantile(points, np.clip([q, q - half, q + half], 0, 1), axis=0, method="inverted_cdf") / data.scale
        for hand in range(length):
            value, low, high = (float(end[hand]) for end in ends)
            rows.append(((q, hand + 1), Estimate(value, low, high, None, matches, "order statistics")))
    return frame({"quantile": pl.Float64, "hand": pl.Int64}, rows)


def _running(data: Dataset, hands: int) -> np.ndarray:
    """(matches, hands) running totals of player 0 (of the player who deals first)."""
    players = data.plan.players
    linked = data.plan.unit == "match"
    block, place = (pl.col("match"), pl.col("in_match")) if linked else (pl.col("hand") // hands, pl.col("hand") % hands)
    held = pl.sum_horizontal(pl.col(f"points_{s}") * (pl.col("dealer") == (players - s) % players).cast(pl.Int64) for s in range(players))
    table = data.scan("hands").select(block.alias("block"), place.alias("place"), held.alias("points")).sort("block", "place").collect()
    sizes = table.group_by("block", maintain_order=True).len()["len"].to_numpy()
    length = hands if not linked else max(1, int(np.quantile(sizes, 0.2, method="inverted_cdf"))) if len(sizes) else 1
    whole = np.repeat(sizes >= length, sizes) & (table["place"].to_numpy() < length)
    kept = table.filter(pl.Series(whole))
    return np.cumsum(kept["points"].to_numpy().reshape(-1, length), axis=1)
