"""Rows in detail: what wins with them are worth, which come together, and how often by turn, seat, way of winning or policy."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import polars as pl
from scipy.special import ndtri

from mjsim.errors import MjsimError, one_of, quote
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.frames import frame
from mjsim.stats.tally import Tally
from mjsim.store.dataset import Dataset

BY = ("turn", "seat", "by", "policy")
"""What rows can be told apart by: own turn draws so far, seat, way of winning, policy of the winner."""


def win_values(data: Dataset, level: float = LEVEL) -> dict[str, Estimate]:
    """Mean value of the wins that have a row, times the variant's scale; every row of the variant has an entry."""
    totals: dict[tuple[Any, ...], Tally] = {}
    for wins in _parts(data):
        value = pl.col("value").cast(pl.Int64).sum().alias("x")
        lines = _exploded(wins.select("cluster", "value", "rows")).group_by("row", "cluster").agg(_count("y"), value)
        totals = _added(totals, _tallies(lines, ["row"]))
    return {slug: totals.get((slug,), Tally()).mean(level) for slug in data.rows}


def rows_by(data: Dataset, by: str, level: float = LEVEL) -> pl.DataFrame:
    """Tidy frame, columns row and `by`: share of the wins of that group that have the row; pairs never seen are left out."""
    if by not in BY:
        raise MjsimError(f"rows by {quote(by)}", "by", one_of(BY))
    whole: dict[tuple[Any, ...], Tally] = {}
    found: dict[tuple[Any, ...], Tally] = {}
    for part in _parts(data):
        wins = _with_group(part, data, by)
        trials = wins.group_by("group", "cluster").agg(_count("y"))
        hits = _exploded(wins.select("cluster", "group", "rows")).group_by("row", "group", "cluster").agg(_count("x"))
        whole = _added(whole, _tallies(trials.with_columns(pl.lit(0).alias("x")), ["group"]))
        found = _added(found, _tallies(hits.join(trials, on=["group", "cluster"]), ["row", "group"]))
    kind = pl.Int64 if by in {"turn", "seat"} else pl.String
    entries = (((row, value), tally.over(whole[(value,)]).proportion(level)) for (row, value), tally in found.items())
    return frame({"row": pl.String, by: kind}, entries).sort("row", by)


def together(data: Dataset, level: float = LEVEL) -> pl.DataFrame:
    """Pairs of rows in one win, tidy: columns row, with, then `value` = lift: how many times as often as if they came independently.

    `count` is the number of wins with both, `n` of all wins, `expected` what independence would give. The interval is for log lift by
    the delta method, both rows counted in the same wins; in linked matches it takes wins for independent. Pairs never seen together have a
    bound only.
    """
    total = data.manifest.rows("wins")
    single, both = Counter[str](), Counter[tuple[str, str]]()
    for wins in _parts(data):
        long = _exploded(wins.with_row_index("win").select("win", "rows"))
        single.update(dict(long.group_by("row").len().collect().iter_rows()))
        pairs = long.join(long, on="win", suffix="_2").filter(pl.col("row") < pl.col("row_2")).group_by("row", "row_2").len()
        both.update({(a, b): count for a, b, count in pairs.collect().iter_rows()})
    names = sorted(single)
    entries, expected = [], []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            count = both[a, b]
            expected.append(single[a] * single[b] / total)
            entries.append(((a, b), _lift(count, single[a], single[b], total, level)))
    table = frame({"row": pl.String, "with": pl.String}, entries)
    return table.with_columns(pl.Series("expected", expected, pl.Float64)).sort("count", descending=True)


def _lift(both: int, a: int, b: int, n: int, level: float) -> Estimate:
    expected = a * b / n
    if both == 0:
        return Estimate(0.0, 0.0, -math.log((1 - level) / 2) / expected, 0, n, "poisson bound")
    z = float(ndtri(0.5 + level / 2))
    error = math.sqrt(max(0.0, 1 / both - 1 / a - 1 / b + 2 * both / (a * b) - 1 / n))
    value = both / expected
    return Estimate(value, value * math.exp(-z * error), value * math.exp(z * error), both, n, "log lift")


def _parts(data: Dataset) -> Iterator[pl.LazyFrame]:
    """The wins, part by part, with their cluster; no cluster is cut in two."""
    cluster = "match" if data.plan.unit == "match" else "hand"
    for part in data.manifest.parts("wins"):
        yield pl.scan_parquet(data.folder / part.name, glob=False).with_columns(pl.col(cluster).alias("cluster"))


def _count(name: str) -> pl.Expr:
    return pl.len().cast(pl.Int64).alias(name)


def _exploded(wins: pl.LazyFrame) -> pl.LazyFrame:
    unique = wins.with_columns(pl.col("rows").list.unique()).explode("rows", empty_as_null=False)
    return unique.rename({"rows": "row"}).with_columns(pl.col("row").cast(pl.String))


def _with_group(wins: pl.LazyFrame, data: Dataset, by: str) -> pl.LazyFrame:
    if by != "policy":
        return wins.with_columns(pl.col(by).cast(pl.String if by == "by" else pl.Int64).alias("group"))
    place = ["hand"] if data.plan.unit == "hand" else ["match", "in_match"]
    holder = (pl.col("dealer") + pl.col("seat")) % data.plan.players
    policy = holder.cast(pl.Int64).replace_strict(dict(enumerate(data.plan.policies)), return_dtype=pl.String)
    return wins.join(data.scan("hands").select(*place, "dealer"), on=place).with_columns(policy.alias("group"))


def _tallies(totals: pl.LazyFrame, keys: list[str]) -> dict[tuple[Any, ...], Tally]:
    """Tallies by `keys` of cluster totals x and y."""
    x, y = pl.col("x").cast(pl.Int64), pl.col("y").cast(pl.Int64)
    products = {"xx": x * x, "xy": x * y, "yy": y * y}
    sums = [pl.len(), x.sum(), y.sum(), *(product.cast(pl.Int128).sum().alias(name) for name, product in products.items())]
    found = totals.group_by(keys).agg(sums).collect()
    width = len(keys)
    return {line[:width]: Tally(line[width], *line[width + 1 :]) for line in found.iter_rows()}


def _added(one: dict[tuple[Any, ...], Tally], other: dict[tuple[Any, ...], Tally]) -> dict[tuple[Any, ...], Tally]:
    return {key: one.get(key, Tally()) + other.get(key, Tally()) for key in one | other}
