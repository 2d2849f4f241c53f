"""The record of one hand: what is needed to follow it without the kernels (docs/protocol.md, The record of a hand).

Wall and dice are made here once more, in plain Python, from the formulas of the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from mjsim.errors import DataError
from mjsim.policies.files import sources_of
from mjsim.referee.end import Carried
from mjsim.run.engine import Columns, Engine, KernelEngine
from mjsim.run.plan import Plan, match_and_place
from mjsim.tiles import KIND_OF
from mjsim.variant.deck import copies_of, kinds_by_place
from mjsim.variant.model import Variant

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
WALL, DICE = 0, 1
THROWS = 4
"""Dice that a record holds; no rule set throws more."""


@dataclass(frozen=True)
class Record:
    """A hand as the kernels played it: what the referee needs, and what it must come to.

    `hand` and `wins` are rows of the tables, in the engine's codes; `acts` are seat, code, argument, number of options.
    """

    variant: Variant
    wall: list[int]
    dice: list[int]
    round: int
    repeats: int
    draws_before: int
    per_seat: bool
    carried: Carried
    goes_on: bool
    previous: int | None
    acts: list[tuple[int, int, int, int]]
    hand: dict[str, int]
    wins: list[dict[str, Any]]

    @property
    def settings(self) -> dict[str, Any]:
        """The keyword arguments of `mjsim.referee.play.replay`."""
        names = ("dice", "round", "repeats", "draws_before", "per_seat", "carried", "goes_on", "previous")
        return {name: getattr(self, name) for name in names}


def record_of(plan: Plan, number: int, engine: Engine | None = None) -> Record:
    """Play hand `number` of a run again, its match before it where hands are linked, and write down what happened.

    Raises
    ------
    DataError
        if the run has no such hand, or it cannot be played.
    """
    linked = plan.unit == "match"
    match, place = match_and_place(number) if linked else (-1, number)
    if number < 0:
        raise DataError(f"no hand {number}", "--hand", "0 or more")
    engine = engine or KernelEngine(sources_of(plan.policies))
    if plan.kernel != engine.version:
        raise DataError(
            f"played by kernel version {plan.kernel}, and this is {engine.version}: a seed may give other hands",
            "",
            "mjsim of that version to replay it; this one reads its tables",
        )
    game = engine.open(msgspec.json.encode(plan.variant))
    first = match if linked else number
    played = game.play(plan.seed, first, 1, plan.policies, matches=linked, wall=plan.wall, log=True)
    at = place if linked else 0
    if at >= len(played.hands["hand"]):
        if played.faults:
            raise DataError(f"hand {number} cannot be played: {played.faults[0][1]}")
        raise DataError(f"no hand {number}: match {match} has {len(played.hands['hand'])} hands", "--hand", "match × 10000 + place in it")
    variant = msgspec.convert(plan.variant, Variant)
    hand = {name: int(column[at]) for name, column in played.hands.items()}
    return Record(
        variant=variant,
        wall=wall_of(variant, plan.seed, match, place),
        dice=[1 + below(stream_key(plan.seed, match, place, DICE), i, 6) for i in range(THROWS)],
        round=KIND_OF["E"] + hand["round"],
        repeats=hand["repeats"],
        draws_before=_draws_before(played, at) if linked else number // (12 * plan.players) % 2,
        per_seat=plan.wall == "per-seat",
        carried=carried_into(played, at, plan.players),
        goes_on=at + 1 < len(played.hands["hand"]),
        previous=turned_before(variant, plan.seed, match, place),
        acts=_acts(played, at),
        hand=hand,
        wins=_wins(played, at, game.rows),
    )


def _draws_before(played: Columns, at: int) -> int:
    """Drawn hands in a row before, with the same dealer."""
    hands, count = played.hands, 0
    while at > 0 and hands["winners"][at - 1] == 0 and hands["dealer"][at - 1] == hands["dealer"][at]:
        count, at = count + 1, at - 1
    return count


def wall_of(variant: Variant, seed: int, match: int, place: int) -> list[int]:
    """The wall of a hand of a match, or of an independent hand (match -1, which is taken as 2**64 - 1)."""
    copies = copies_of(variant)
    deck = [kind for kind in kinds_by_place(variant) for _ in range(copies[kind])]
    return shuffled(stream_key(seed, match, place, WALL), deck)


def turned_before(variant: Variant, seed: int, match: int, place: int) -> int | None:
    """The kind turned in the hand before this one of its match, where rules ask for it: that of its wall's last tile."""
    spirits = variant.payment.spirits
    asked = spirits is not None and spirits.previous and match >= 0 and place > 0
    return wall_of(variant, seed, match, place - 1)[-1] if asked else None


def carried_into(played: Columns, at: int, players: int) -> Carried:
    """What was carried into a linked hand, by seat."""
    if played.carried is None:
        return Carried()
    dealer, (to, *amounts) = int(played.hands["dealer"][at]), played.carried[at].tolist()
    return Carried((to - dealer) % players, tuple(amounts[(dealer + seat) % players] for seat in range(players)))


def _acts(played: Columns, at: int) -> list[tuple[int, int, int, int]]:
    assert played.log is not None  # asked for
    offsets, acts = played.log
    return [(int(seat), int(code), int(arg), int(options)) for seat, code, arg, options in acts[offsets[at] : offsets[at + 1]]]


def _wins(played: Columns, at: int, rows: tuple[str, ...]) -> list[dict[str, Any]]:
    wins, found = played.wins, []
    for i in range(len(wins["hand"])):
        if wins["in_match"][i] == played.hands["in_match"][at]:
            values = wins["rows_values"][wins["rows_offsets"][i] : wins["rows_offsets"][i + 1]]
            numbers = {name: int(column[i]) for name, column in wins.items() if not name.startswith("rows_")}
            found.append({**numbers, "rows": [rows[value] for value in values]})
    return found


def mix(x: int) -> int:
    """SplitMix64's finaliser (Steele, Lea and Flood 2014)."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def stream_key(seed: int, match: int, hand: int, stream: int) -> int:
    """Key of a stream of random numbers."""
    key = mix(seed + GOLDEN & MASK)
    for word in (match, hand, stream):
        key = mix(key + word * GOLDEN & MASK)
    return key


def below(key: int, i: int, n: int) -> int:
    """The i-th number of a stream, 0 .. n - 1."""
    return (mix(key + (i + 1) * GOLDEN & MASK) >> 32) * n >> 32


def shuffled(key: int, tiles: list[int]) -> list[int]:
    """The wall: Fisher-Yates from the last place down."""
    wall = list(tiles)
    for i in range(len(wall) - 1):
        last = len(wall) - 1 - i
        other = below(key, i, last + 1)
        wall[last], wall[other] = wall[other], wall[last]
    return wall
