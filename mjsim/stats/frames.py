"""Tidy frames for charts: one row a number, always with its interval.

Columns of every frame: the ones that tell the rows apart, then `value`, `low`, `high`, `count`, `n`, `method`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import polars as pl

from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.summary import Summary
from mjsim.stats.tally import Tallies, add, sparse
from mjsim.store.dataset import Dataset

ESTIMATE = {"value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "count": pl.Int64, "n": pl.Int64, "method": pl.String}


def frame(keys: Mapping[str, Any], rows: Iterable[tuple[tuple[Any, ...], Estimate]]) -> pl.DataFrame:
    """A tidy frame; `keys` are the telling columns with their dtypes, each row their values and an estimate."""
    records = [(*key, e.value, e.low, e.high, e.count, e.n, e.method) for key, e in rows]
    return pl.DataFrame(records, schema={**keys, **ESTIMATE}, orient="row")


def row_frequencies(summary: Summary, data: Dataset, per: str = "hand") -> pl.DataFrame:
    """Columns row, zh, en: share of hands (per = "hand") or of wins ("win") in which the row was scored."""
    estimates = summary.rows if per == "hand" else summary.rows_per_win
    keys = {"row": pl.String, "zh": pl.String, "en": pl.String}
    return frame(keys, (((slug, *data.rows[slug]), estimate) for slug, estimate in estimates.items()))


def seat_rates(summary: Summary, measures: tuple[str, ...] = ("win", "self_draw", "deal_in")) -> pl.DataFrame:
    """Columns seat, measure: shares of hands."""
    keys = {"seat": pl.Int64, "measure": pl.String}
    return frame(keys, (((seat, name), found[name]) for name in measures for seat, found in enumerate(summary.seats)))


def seat_points(summary: Summary) -> pl.DataFrame:
    """Column seat: mean points a hand."""
    return frame({"seat": pl.Int64}, (((seat,), found["points"]) for seat, found in enumerate(summary.seats)))


def win_turns(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Columns by, turn: share of hands with a win of that way at that turn draw (all seats' own draws)."""

    def hits(hands: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
        return wins.select("hand", "match", pl.col("by").cast(pl.String), "turn").unique()

    return _shares(data, {"by": pl.String, "turn": pl.Int64}, hits, level)


def ready_curve(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Columns seat, turn: share of hands in which the seat has been ready by its own draw number `turn` (0: at the deal)."""
    seats = range(data.plan.players)
    last = data.scan("hands").select(pl.max_horizontal(pl.col(f"ready_{seat}").max() for seat in seats)).collect().item()
    turns = pl.DataFrame({"turn": range(int(last or 0) + 1)}, schema={"turn": pl.Int64})

    def hits(hands: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
        parts = [
            hands.select("hand", "match", pl.lit(seat, pl.Int64).alias("seat"), pl.col(f"ready_{seat}").alias("first")) for seat in seats
        ]
        return pl.concat(parts).drop_nulls("first").join(turns, how="cross").filter(pl.col("turn") >= pl.col("first")).drop("first")

    return _shares(data, {"seat": pl.Int64, "turn": pl.Int64}, hits, level)


def points_distribution(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Columns role, points: share of hands in which the dealer, or seat 1 (another), ended with so many points."""

    def hits(hands: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
        both = [
            hands.select("hand", "match", pl.lit(role).alias("role"), pl.col(f"points_{seat}").alias("points"))
            for role, seat in (("dealer", 0), ("other", 1))
        ]
        return pl.concat(both)

    found = _shares(data, {"role": pl.String, "points": pl.Int64}, hits, level)
    return found.with_columns(pl.col("points") / data.scale)


def _shares(
    data: Dataset, keys: Mapping[str, Any], hits: Callable[[pl.DataFrame, pl.DataFrame], pl.DataFrame], level: float
) -> pl.DataFrame:
    """Shares of hands by the key columns of `hits(hands, wins)`, whose rows are (hand, match, *keys), each once a hand."""
    cluster = "match" if data.plan.unit == "match" else "hand"
    separator = "\t"
    base: Tallies = {}
    found: Tallies = {}
    for hands_part, wins_part in zip(data.manifest.parts("hands"), data.manifest.parts("wins"), strict=True):
        hands, wins = pl.read_parquet(data.folder / hands_part.name), pl.read_parquet(data.folder / wins_part.name)
        named = hits(hands, wins).select(
            pl.col(cluster).alias("cluster"),
            pl.concat_str([pl.col(key).cast(pl.String) for key in keys], separator=separator).alias("name"),
            pl.lit(1).alias("x"),
        )
        trials = hands.group_by(pl.col(cluster).alias("cluster")).agg(pl.len().cast(pl.Int64).alias("y"))
        names = named["name"].unique().to_list()
        tallies = sparse(named, trials, [*names, ""])
        base = add(base, {"": tallies.pop("")})
        found = add(found, tallies)
    whole = base.get("")
    if whole is None:
        return frame(keys, ())
    completed = {name: tally.over(whole) for name, tally in found.items()}
    rows = [
        (tuple(dtype.to_python()(text) for dtype, text in zip(keys.values(), name.split(separator), strict=True)), tally.proportion(level))
        for name, tally in completed.items()
    ]
    return frame(keys, rows).sort(list(keys))
