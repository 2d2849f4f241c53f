"""Results of matches: linked matches as they were played, or matches made of consecutive independent hands."""

from __future__ import annotations

import numpy as np
import polars as pl

from mjsim.errors import MjsimError
from mjsim.stats.jackknife import GROUPS
from mjsim.store.dataset import Dataset


def match_points(data: Dataset, hands: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of every player in every complete match.

    Independent hands number k·hands .. (k + 1)·hands - 1 make match k; one that lacks a hand is left out. Hand numbers rotate the deal,
    so `hands` must be a multiple of the players for all to sit equally often everywhere.

    Returns
    -------
    points : (matches, players) int64, times the variant's scale.
    group : (matches,) int64 below GROUPS, for the jackknife.
    """
    players = data.plan.players
    linked = data.plan.unit == "match"
    if not linked and (hands < players or hands % players):
        raise MjsimError(f"a match of {hands} hands", "--match-hands", f"a multiple of {players}, so that all players deal equally often")
    block = pl.col("match") if linked else pl.col("hand") // hands
    held = [_held(player, players) for player in range(players)]
    totals = (
        data.scan("hands")
        .select(block.alias("block"), *(points.alias(f"p{i}") for i, points in enumerate(held)))
        .group_by("block")
        .agg(pl.len().alias("hands"), *(pl.col(f"p{i}").sum() for i in range(players)))
    )
    if not linked:
        totals = totals.filter(pl.col("hands") == hands)
    found = totals.sort("block").collect(engine="streaming")
    return found.select(f"p{i}" for i in range(players)).to_numpy().astype(np.int64), found["block"].to_numpy() % GROUPS


def _held(player: int, players: int) -> pl.Expr:
    return pl.sum_horizontal(pl.col(f"points_{s}") * (pl.col("dealer") == (player - s) % players).cast(pl.Int64) for s in range(players))


def by_group(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Sums of `values` (n, ...) by group: (GROUPS, ...), groups without any unit left out."""
    sums = np.zeros((GROUPS, *values.shape[1:]))
    np.add.at(sums, group, values)
    return sums[np.bincount(group, minlength=GROUPS) > 0]
