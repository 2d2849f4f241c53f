"""Tidy frames for charts: one row a number, always with its interval.

Columns of every frame: the ones that tell the rows apart, then `value`, `low`, `high`, `count`, `n`, `method`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import polars as pl

from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.summary import Summary
from mjsim.stats.tally import Tally
from mjsim.store.dataset import Dataset

ESTIMATE = {"value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "count": pl.Int64, "n": pl.Int64, "method": pl.String}
ROLES = {"dealer": 0, "other": 1}
X, Y = pl.col("x"), pl.col("y")


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

    def events(hands: pl.LazyFrame, wins: pl.LazyFrame) -> pl.LazyFrame:
        return wins.select("hand", "match", pl.col("by").cast(pl.String), pl.col("turn").cast(pl.Int64)).unique()

    return _shares(data, {"by": pl.String, "turn": pl.Int64}, events, level)


def endings(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Columns by, turn: share of hands decided by that turn draw, by = "self", "discard", "rob" (the first win), "draw" (nobody won)."""

    def events(hands: pl.LazyFrame, wins: pl.LazyFrame) -> pl.LazyFrame:
        first = wins.group_by("hand", maintain_order=True).first().select("match", pl.col("by").cast(pl.String), "turn")
        drawn = hands.filter(pl.col("winners") == 0).select("match", pl.lit("draw").alias("by"), pl.col("turns").alias("turn"))
        return pl.concat([part.with_columns(pl.col("turn").cast(pl.Int64)) for part in (first, drawn)])

    return _shares(data, {"by": pl.String, "turn": pl.Int64}, events, level, running="turn")


def ready_curve(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Columns seat, turn: share of hands in which the seat has been ready by its own draw number `turn` (0: at the deal)."""

    def events(hands: pl.LazyFrame, wins: pl.LazyFrame) -> pl.LazyFrame:
        first = [
            hands.select("match", pl.lit(seat, pl.Int64).alias("seat"), pl.col(f"ready_{seat}").cast(pl.Int64).alias("turn"))
            for seat in range(data.plan.players)
        ]
        return pl.concat(first).drop_nulls("turn")

    return _shares(data, {"seat": pl.Int64, "turn": pl.Int64}, events, level, running="turn")


def points_distribution(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Columns role, points: share of hands in which the dealer, or seat 1 (another), ended with so many points."""

    def events(hands: pl.LazyFrame, wins: pl.LazyFrame) -> pl.LazyFrame:
        both = [hands.select("match", pl.lit(role).alias("role"), pl.col(f"points_{seat}").alias("points")) for role, seat in ROLES.items()]
        return pl.concat(both)

    found = _shares(data, {"role": pl.String, "points": pl.Int64}, events, level)
    return found.with_columns(pl.col("points") / data.scale)


def _shares(
    data: Dataset,
    keys: Mapping[str, Any],
    events: Callable[[pl.LazyFrame, pl.LazyFrame], pl.LazyFrame],
    level: float,
    running: str | None = None,
) -> pl.DataFrame:
    """Shares of hands with an event, for every value of the key columns.

    Parameters
    ----------
    events : from the hands and wins of a part, a frame (match, *keys) in which a hand has each event at most once.
    running : a key; the share is that of hands with an event there or earlier. A hand has at most one event then.
    """
    linked = data.plan.unit == "match"
    whole = Tally()
    found: dict[tuple[Any, ...], Tally] = {}
    values = events(data.scan("hands"), data.scan("wins")).select(pl.col(running).unique()).collect().lazy() if linked and running else None
    for part, hands_file, wins_file in zip(data.manifest.parts("hands"), data.files("hands"), data.files("wins"), strict=True):
        hands, wins = pl.scan_parquet(hands_file), pl.scan_parquet(wins_file)
        if linked:
            sizes = hands.group_by("match").agg(pl.len().cast(pl.Int64).alias("y"))
            counted = events(hands, wins).group_by("match", *keys).agg(pl.len().cast(pl.Int64).alias("x"))
            if running and values is not None:
                counted = _accumulated(counted, list(keys), running, values)
            totals = counted.join(sizes, on="match").group_by(*keys).agg(X.sum(), (X * X).sum().alias("xx"), (X * Y).sum().alias("xy"))
            whole += Tally(*sizes.select(clusters=pl.len(), x=0, y=Y.sum(), xx=0, xy=0, yy=(Y * Y).sum()).collect().row(0))
        else:
            totals = events(hands, wins).group_by(*keys).agg(pl.len().cast(pl.Int64).alias("x")).with_columns(X.alias("xx"), X.alias("xy"))
            whole += Tally(part.rows, 0, part.rows, 0, 0, part.rows)
        for *key, x, xx, xy in totals.select(*keys, "x", "xx", "xy").collect().iter_rows():
            found[tuple(key)] = found.get(tuple(key), Tally()) + Tally(x=x, xx=xx, xy=xy)
    if running and not linked:
        found = _running(found, list(keys).index(running))
    return frame(keys, ((key, tally.over(whole).proportion(level)) for key, tally in sorted(found.items())))


def _accumulated(counted: pl.LazyFrame, keys: list[str], running: str, values: pl.LazyFrame) -> pl.LazyFrame:
    """Counts of a match at each value of the running key → counts up to it, at all `values`."""
    up_to = counted.rename({running: "_at"}).join(values, how="cross").filter(pl.col(running) >= pl.col("_at"))
    return up_to.group_by("match", *keys).agg(X.sum())


def _running(found: dict[tuple[Any, ...], Tally], place: int) -> dict[tuple[Any, ...], Tally]:
    """Running sums along one part of the keys: hands with one event each, so that totals of x, xx and xy add."""
    sums: dict[tuple[Any, ...], Tally] = {}
    running: dict[tuple[Any, ...], Tally] = {}
    for key in sorted(found):
        rest = key[:place] + key[place + 1 :]
        running[rest] = sums[key] = running.get(rest, Tally()) + found[key]
    return sums
