"""Is the game fair to its seats? Rates and points by seat, a verdict against a margin, first-mover advantage and what would cancel it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.errors import DataError, MjsimError
from mjsim.stats.equivalence import Difference, Verdict, least_margin, verdict
from mjsim.stats.estimate import LEVEL, Estimate, ratio_variance
from mjsim.stats.luck import MATCH_HANDS, Luck, luck
from mjsim.stats.skill import Skill, skill
from mjsim.stats.tally import Tallies, Tally, add, wide
from mjsim.store.dataset import Dataset

ENDINGS = ("self_draw", "paid_alone", "discard", "several", "nobody")
"""How a hand ended, each hand in one of them: an own draw paid by more than one seat; an own draw that one seat paid alone (liability);
one winner on another's tile; several winners; nobody won."""


@dataclass(frozen=True)
class Fairness:
    """`seats` have `win`, `deal_in`, `points`, and `win_excess`, `points_excess` over the mean of the seats, and `compensation`: points a
    hand that, paid to the seat, would make all equal if nobody played differently for it. `endings` split a seat's points a hand by how
    hands ended. `players` are by who held the cards. Points are divided by the variant's scale.
    """

    identity: str
    variant: str
    seed: int
    policies: tuple[str, ...]
    unit: str
    hands: int
    level: float
    seats: tuple[dict[str, Estimate], ...]
    first_mover: dict[str, Estimate]
    verdicts: dict[str, Verdict | None]
    least_margins: dict[str, float]
    endings: tuple[dict[str, Estimate], ...]
    players: tuple[dict[str, Estimate], ...]
    luck: tuple[Luck, ...]
    skill: Skill | None

    def as_dict(self) -> dict[str, Any]:
        """The document that `mjsim fairness --json` prints."""

        def listed(key: str, entries: tuple[dict[str, Estimate], ...]) -> list[dict[str, Any]]:
            return [{key: i, **{name: e.as_dict() for name, e in entry.items()}} for i, entry in enumerate(entries)]

        players = listed("player", self.players)
        return {
            "identity": self.identity,
            "variant": self.variant,
            "seed": self.seed,
            "policies": list(self.policies),
            "unit": self.unit,
            "hands": self.hands,
            "level": self.level,
            "seats": listed("seat", self.seats),
            "first_mover": {name: e.as_dict() for name, e in self.first_mover.items()},
            "verdicts": {name: found.as_dict() if found else None for name, found in self.verdicts.items()},
            "least_margins": self.least_margins,
            "endings": listed("seat", self.endings),
            "players": [{**entry, "policy": policy} for entry, policy in zip(players, self.policies, strict=True)],
            "luck": [entry.as_dict() for entry in self.luck],
            "skill": self.skill.as_dict() if self.skill else None,
        }


def fairness(
    folder: str | Path | Dataset,
    margin: float | None = None,
    win_margin: float | None = None,
    match_hands: int = MATCH_HANDS,
    level: float = LEVEL,
) -> Fairness:
    """Fairness of a data set, one part at a time.

    Parameters
    ----------
    margin : how many points a hand a seat may be off the mean and the game still be called fair; None for no verdict.
    win_margin : the same for the share of hands won.
    match_hands : hands in a match of independent hands, for luck and skill (linked matches are taken as they are).

    Raises
    ------
    DataError
        if the folder is no data set or holds no hands.
    MjsimError
        if a margin or the level makes no sense.
    """
    if not 0 < level < 1:
        raise MjsimError(f"level {level} is out of range", "--level", "between 0 and 1, for example 0.95")
    data = folder if isinstance(folder, Dataset) else Dataset(Path(folder))
    hands = data.manifest.rows("hands")
    if not hands:
        raise DataError("holds no hands", str(data.folder), "run it first")
    players, scale = data.plan.players, data.scale
    parts = (pl.read_parquet(data.folder / part.name) for part in data.manifest.parts("hands"))
    tallies = reduce(add, (totals_of(part, players, data.plan.unit == "match") for part in parts))

    def mean(name: str, divisor: int = 1) -> Estimate:
        return tallies[name].mean(level).scaled(1 / divisor)

    def seat(number: int) -> dict[str, Estimate]:
        shares = {name: tallies[f"{name}_{number}"].proportion(level) for name in ("win", "deal_in")}
        excess = {
            "win_excess": mean(f"win_excess_{number}", players),
            "points_excess": mean(f"points_excess_{number}", players * scale),
        }
        return shares | {"points": mean(f"points_{number}", scale)} | excess | {"compensation": negative(excess["points_excess"])}

    off = {
        "points": [difference(tallies[f"points_excess_{s}"], players * scale) for s in range(players)],
        "win": [difference(tallies[f"win_excess_{s}"], players) for s in range(players)],
    }
    asked = {"points": (margin, "points a hand"), "win": (win_margin, "in the share of hands won")}
    mixed = len(set(data.plan.policies)) > 1
    return Fairness(
        identity=data.manifest.identity,
        variant=data.plan.slug,
        seed=data.plan.seed,
        policies=data.plan.policies,
        unit=data.plan.unit,
        hands=hands,
        level=level,
        seats=tuple(seat(number) for number in range(players)),
        first_mover={
            "win": mean("win_excess_0", players - 1),
            "points": mean("points_excess_0", (players - 1) * scale),
        },
        verdicts={name: verdict(off[name], m, unit, level) if m is not None else None for name, (m, unit) in asked.items()},
        least_margins={name: least_margin(found, level) for name, found in off.items()},
        endings=tuple({name: mean(f"{name}_{s}", scale) for name in ENDINGS} for s in range(players)),
        players=tuple(
            {"win": tallies[f"player_win_{p}"].proportion(level), "points": mean(f"player_points_{p}", scale)} for p in range(players)
        ),
        luck=luck(data, match_hands, level),
        skill=skill([data], match_hands, level) if mixed else None,
    )


def totals_of(hands: pl.DataFrame, players: int, linked: bool) -> Tallies:
    """Integer totals of one part; excesses are times the number of seats."""
    seats = range(players)
    winners = pl.col("winners").cast(pl.Int16)
    wins = [((winners & (1 << s)) != 0).cast(pl.Int64) for s in seats]
    points = [pl.col(f"points_{s}") for s in seats]
    several = (winners & (winners - 1)) != 0
    won, own = winners != 0, pl.col("giver").is_null()
    alone = pl.sum_horizontal((p < 0).cast(pl.Int8) for p in points) == 1
    ended = dict(
        zip(ENDINGS, (won & own & ~several & ~alone, won & own & ~several & alone, won & ~own & ~several, several, ~won), strict=True)
    )
    columns: dict[str, pl.Expr] = {}
    for s in seats:
        columns |= {f"win_{s}": wins[s], f"points_{s}": points[s], f"deal_in_{s}": (pl.col("giver") == s).fill_null(False)}
        columns |= {f"win_excess_{s}": players * wins[s] - sum_of(wins), f"points_excess_{s}": players * points[s] - sum_of(points)}
        columns |= {f"{name}_{s}": points[s] * when.cast(pl.Int64) for name, when in ended.items()}
    for p in seats:
        columns |= {f"player_win_{p}": held_by(p, wins), f"player_points_{p}": held_by(p, points)}
    frame = hands.lazy().select("match", pl.lit(1).alias("one"), *(column.alias(name) for name, column in columns.items())).collect()
    return wide(frame, "match" if linked else None, "one", list(columns))


def sum_of(columns: list[pl.Expr]) -> pl.Expr:
    """Their sum, row by row."""
    return pl.sum_horizontal(columns)


def held_by(player: int, by_seat: list[pl.Expr]) -> pl.Expr:
    """A quantity of seats as that of a player: seat s is held by player (dealer + s) mod players."""
    count = len(by_seat)
    return sum_of([column * (pl.col("dealer") == (player - s) % count).cast(pl.Int64) for s, column in enumerate(by_seat)])


def difference(tally: Tally, divisor: int) -> Difference:
    """The mean of a tally as a difference to be tested."""
    error = math.sqrt(ratio_variance(tally.clusters, tally.x, tally.y, tally.xx, tally.xy, tally.yy)) if tally.clusters > 1 else math.inf
    return Difference(tally.x / tally.y / divisor, error / divisor, max(1, tally.clusters - 1), tally.y)


def negative(estimate: Estimate) -> Estimate:
    """The estimate of the opposite quantity."""
    return Estimate(-estimate.value, -estimate.high, -estimate.low, estimate.count, estimate.n, estimate.method)
