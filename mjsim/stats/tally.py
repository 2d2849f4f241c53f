"""Integer sufficient statistics: what a part of a data set contributes, added without rounding."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from mjsim.stats.estimate import LEVEL, Estimate, clustered_proportion, ratio


@dataclass(frozen=True)
class Tally:
    """Totals over independent clusters (a hand, or a match where hands are linked) of a quantity x and the trials y it is counted in.

    `xx`, `xy`, `yy` are sums over clusters of products of the cluster totals. All are Python integers: they add exactly.
    """

    clusters: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    xy: int = 0
    yy: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.clusters + other.clusters, self.x + other.x, self.y + other.y, self.xx + other.xx, self.xy + other.xy, self.yy + other.yy
        )

    def over(self, whole: Tally) -> Tally:
        """These hits among all trials of `whole`: for things that do not occur in every part."""
        return Tally(whole.clusters, self.x, whole.y, self.xx, self.xy, whole.yy)

    def proportion(self, level: float = LEVEL) -> Estimate:
        """Share of trials with a hit (x counts hits)."""
        return clustered_proportion(self.clusters, self.x, self.y, self.xx, self.xy, self.yy, level)

    def mean(self, level: float = LEVEL) -> Estimate:
        """Mean of x a trial."""
        return ratio(self.clusters, self.x, self.y, self.xx, self.xy, self.yy, level)


Tallies = dict[str, Tally]


def add(one: Tallies, other: Tallies) -> Tallies:
    """Name by name; a name that one of them lacks counts as nothing there."""
    return {name: one.get(name, Tally()) + other.get(name, Tally()) for name in one | other}


def wide(frame: pl.DataFrame, cluster: str | None, trials: str, names: list[str]) -> Tallies:
    """Tallies of the columns `names`, counted in the column `trials`.

    `cluster` is the column whose values tell the clusters apart; None if every row is one.
    """
    columns = [pl.col(name).cast(pl.Int128) for name in [trials, *names]]
    lazy = frame.lazy()
    totals = lazy.select(columns) if cluster is None else lazy.group_by(cluster).agg(column.sum() for column in columns)
    y = pl.col(trials)
    sums = [pl.len().alias("clusters"), y.sum().alias("y"), (y * y).sum().alias("yy")]
    for name in names:
        x = pl.col(name)
        sums += [x.sum().alias(f"{name}.x"), (x * x).sum().alias(f"{name}.xx"), (x * y).sum().alias(f"{name}.xy")]
    row = totals.select(sums).collect().row(0, named=True)
    return {
        name: Tally(row["clusters"], row[f"{name}.x"] or 0, row["y"] or 0, row[f"{name}.xx"] or 0, row[f"{name}.xy"] or 0, row["yy"] or 0)
        for name in names
    }


def sparse(hits: pl.DataFrame, trials: pl.DataFrame, names: list[str]) -> Tallies:
    """Tallies of many rare things.

    Parameters
    ----------
    hits : columns cluster, name, x (several rows of a cluster and name add).
    trials : columns cluster, y, one row a cluster.
    names : all names, also those without a hit.
    """
    base = trials.select(
        pl.len().alias("clusters"), pl.col("y").cast(pl.Int128).sum().alias("y"), (pl.col("y").cast(pl.Int128) ** 2).sum().alias("yy")
    ).row(0)
    clusters, y, yy = base[0], base[1] or 0, base[2] or 0
    totals = (
        hits.lazy()
        .group_by("name", "cluster")
        .agg(pl.col("x").cast(pl.Int64).sum())
        .join(trials.lazy(), on="cluster")
        .group_by("name")
        .agg(
            pl.col("x").sum().alias("sum"),
            (pl.col("x") * pl.col("x")).sum().alias("xx"),
            (pl.col("x") * pl.col("y").cast(pl.Int64)).sum().alias("xy"),
        )
        .collect()
    )
    found = {str(name): (x, xx, xy) for name, x, xx, xy in totals.iter_rows()}
    return {name: Tally(clusters, x, y, xx, xy, yy) for name in names for x, xx, xy in [found.get(name, (0, 0, 0))]}
