"""The summary of a data set: integer totals part by part, divided once, at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.errors import DataError
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.tally import Tallies, Tally, add, sparse, wide
from mjsim.store.dataset import Dataset
from mjsim.store.schemas import BYS

RATES = ("win", "self_draw", "discard_win", "rob_win", "draw", "deal_in", "several_winners", "abortive", "kong")
"""Shares of hands: somebody won; by own draw, by a discard, by robbing a kong; nobody won; somebody gave the tile of a win; more than
one seat won; the hand was broken off; somebody laid down a kong."""
SEAT_RATES = ("win", "self_draw", "deal_in", "ready")
"""Shares of hands, for one seat."""
PER_WIN = ("value", "points", "exposed", "jokers")
"""Means over wins."""


@dataclass(frozen=True)
class Totals:
    """Everything a summary needs, additive: the totals of two disjoint parts of a run add to the totals of both."""

    identity: str
    hands: int
    tallies: Tallies

    def __add__(self, other: Totals) -> Totals:
        if self.identity != other.identity:
            raise DataError(f"totals of run {self.identity} and run {other.identity} do not add", "", "parts of one run")
        return Totals(self.identity, self.hands + other.hands, add(self.tallies, other.tallies))


@dataclass(frozen=True)
class Summary:
    """Rates with intervals. `rows` are per hand, `rows_per_win` per win; points and values are divided by the variant's scale."""

    identity: str
    variant: str
    seed: int
    policies: tuple[str, ...]
    unit: str
    hands: int
    wins: int
    matches: int
    faults: int
    level: float
    rates: dict[str, Estimate]
    rows: dict[str, Estimate]
    rows_per_win: dict[str, Estimate]
    per_win: dict[str, Estimate]
    seats: tuple[dict[str, Estimate], ...]
    turns: dict[str, Estimate]

    def as_dict(self) -> dict[str, Any]:
        """The document that `mjsim summary --json` prints."""

        def plain(estimates: dict[str, Estimate]) -> dict[str, Any]:
            return {name: estimate.as_dict() for name, estimate in estimates.items()}

        return {
            "identity": self.identity,
            "variant": self.variant,
            "seed": self.seed,
            "policies": list(self.policies),
            "unit": self.unit,
            "hands": self.hands,
            "wins": self.wins,
            "matches": self.matches,
            "faults": self.faults,
            "level": self.level,
            "rates": plain(self.rates),
            "rows": plain(self.rows),
            "rows_per_win": plain(self.rows_per_win),
            "per_win": plain(self.per_win),
            "seats": [{"seat": seat, **plain(estimates)} for seat, estimates in enumerate(self.seats)],
            "turns": plain(self.turns),
        }


def summary(folder: str | Path | Dataset, level: float = LEVEL) -> Summary:
    """Summarise the data set in `folder`, one part at a time, so that memory does not grow with the number of hands.

    Raises
    ------
    DataError
        if the folder is no data set, or no hand has been played.
    """
    if not 0 < level < 1:
        raise DataError(f"level {level} is out of range", "--level", "between 0 and 1, for example 0.95")
    data = folder if isinstance(folder, Dataset) else Dataset(Path(folder))
    shards = list(zip(data.files("hands"), data.files("wins"), strict=True))
    if not data.manifest.rows("hands"):
        raise DataError("holds no hands", str(data.folder), "run it first")
    rows = list(data.rows)
    linked = data.plan.unit == "match"
    totals = reduce(
        Totals.__add__,
        (
            totals_of(
                pl.read_parquet(hands),
                pl.read_parquet(wins),
                rows,
                data.plan.players,
                linked,
                data.manifest.identity,
            )
            for hands, wins in shards
        ),
    )
    return _summarise(data, totals, level)


def _summarise(data: Dataset, totals: Totals, level: float) -> Summary:
    tallies, plan = totals.tallies, data.plan
    rows = list(data.rows)

    def shares(names: list[str], key: Callable[[str], str]) -> dict[str, Estimate]:
        return {name: tallies[key(name)].proportion(level) for name in names}

    def seat(number: int) -> dict[str, Estimate]:
        found = shares(list(SEAT_RATES), lambda name: f"{name}_{number}")
        found["ready_turn"] = tallies[f"ready_turn_{number}"].mean(level)
        found["points"] = tallies[f"points_{number}"].mean(level).scaled(1 / data.scale)
        return found

    per_win = {name: tallies[f"per_win.{name}"].mean(level) for name in PER_WIN}
    per_win |= {name: per_win[name].scaled(1 / data.scale) for name in ("value", "points")}
    return Summary(
        identity=totals.identity,
        variant=plan.slug,
        seed=plan.seed,
        policies=plan.policies,
        unit=plan.unit,
        hands=totals.hands,
        wins=tallies["per_win.value"].y,
        matches=data.manifest.units if plan.unit == "match" else 0,
        faults=len(data.manifest.faults),
        level=level,
        rates=shares(list(RATES), str),
        rows=shares(rows, lambda row: f"row.{row}"),
        rows_per_win=shares(rows, lambda row: f"row_per_win.{row}"),
        per_win=per_win,
        seats=tuple(seat(number) for number in range(plan.players)),
        turns={name: tallies[f"turns_{name}"].mean(level) for name in ("all", "won", "drawn")},
    )


def totals_of(hands: pl.DataFrame, wins: pl.DataFrame, rows: list[str], players: int, linked: bool, identity: str) -> Totals:
    """Totals of one part.

    Parameters
    ----------
    hands, wins : the two tables of the part, as in `mjsim.store.schemas`.
    rows : slugs of the variant's rows.
    linked : clusters are matches; otherwise every hand stands for itself.
    """
    cluster = "match" if linked else None
    seats = range(players)
    frame = per_hand(hands, wins, players)
    names = [*RATES, *(f"{name}_{seat}" for name in (*SEAT_RATES, "points") for seat in seats), "turns_all"]
    tallies = wide(frame, cluster, "one", names)
    for name, trials in (("won", "win"), ("drawn", "draw")):
        part = frame.with_columns((pl.col("turns_all") * pl.col(trials)).alias(f"turns_{name}")).filter(pl.col(trials))
        tallies |= wide(part, cluster, "one", [f"turns_{name}"])
    for seat in seats:
        ready = frame.filter(pl.col(f"ready_{seat}")).select("match", "one", pl.col(f"ready_turn_{seat}"))
        tallies |= wide(ready, cluster, "one", [f"ready_turn_{seat}"])

    key = "match" if linked else "hand"
    one_each = wins.select(
        pl.lit(1).alias("one"), pl.col(key).alias("cluster"), *(pl.col(name).alias(f"per_win.{name}") for name in PER_WIN)
    )
    tallies |= wide(one_each, "cluster", "one", [f"per_win.{name}" for name in PER_WIN])
    scored = (
        wins.lazy()
        .select("hand", pl.col(key).alias("cluster"), pl.col("rows").list.unique().alias("name"))
        .explode("name", empty_as_null=False)
    )
    trials_wins = wins.group_by(pl.col(key).alias("cluster")).agg(pl.len().cast(pl.Int64).alias("y"))
    trials_hands = hands.group_by(pl.col(key).alias("cluster")).agg(pl.len().cast(pl.Int64).alias("y"))
    hits = scored.select("cluster", "name", pl.lit(1).alias("x")).collect()
    hits_hands = hits.unique() if not linked else scored.unique().select("cluster", "name", pl.lit(1).alias("x")).collect()
    tallies |= _named("row_per_win", sparse(hits, trials_wins, rows))
    tallies |= _named("row", sparse(hits_hands, trials_hands, rows))
    return Totals(identity, hands.height, tallies)


def _named(prefix: str, tallies: dict[str, Tally]) -> Tallies:
    return {f"{prefix}.{name}": tally for name, tally in tallies.items()}


def per_hand(hands: pl.DataFrame, wins: pl.DataFrame, players: int) -> pl.DataFrame:
    """One row a hand with every quantity that the rates count."""
    seats = range(players)
    by_self, given = pl.col("by") == "self", pl.col("by") != "self"
    events = wins.group_by("hand").agg(
        (pl.col("by") == BYS[0]).any().alias("self_draw"),
        (pl.col("by") == BYS[1]).any().alias("discard_win"),
        (pl.col("by") == BYS[2]).any().alias("rob_win"),
        given.any().alias("deal_in"),
        *((by_self & (pl.col("seat") == seat)).any().alias(f"self_draw_{seat}") for seat in seats),
        *((given & (pl.col("giver") == seat)).any().alias(f"deal_in_{seat}") for seat in seats),
    )
    winners = pl.col("winners")
    kongs = pl.sum_horizontal(pl.col(f"kongs_{seat}") for seat in seats)
    joined = hands.join(events, on="hand", how="left", maintain_order="left")
    return joined.select(
        "match",
        pl.lit(1).alias("one"),
        (winners != 0).alias("win"),
        (winners == 0).alias("draw"),
        ((winners & (winners - 1)) != 0).alias("several_winners"),
        (pl.col("end") == "abortive").alias("abortive"),
        (kongs > 0).alias("kong"),
        *(pl.col(name).fill_null(False) for name in events.columns if name != "hand"),
        *((winners & (1 << seat) != 0).alias(f"win_{seat}") for seat in seats),
        *(pl.col(f"ready_{seat}").is_not_null().alias(f"ready_{seat}") for seat in seats),
        *(pl.col(f"ready_{seat}").alias(f"ready_turn_{seat}") for seat in seats),
        *(f"points_{seat}" for seat in seats),
        pl.col("turns").alias("turns_all"),
    )
