"""Golden hands: what each must show (wanted.toml), and how a hand that shows it is kept.

tests/data/golden/SLUG-N.json is the record that the referee replays, SLUG-N.txt the transcript for players.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from mjsim.referee.acts import Act, Code, Decision
from mjsim.referee.play import Result, WonTile, replay
from mjsim.referee.transcript import Transcript
from mjsim.tiles import NAMES
from mjsim.variant import load
from mjsim.variant.model import Variant

FOLDER = Path(__file__).parents[1] / "data" / "golden"
WANTED = Path(__file__).with_name("wanted.toml")
EACH = 3
"""Golden hands of a variant."""


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a hand must show: all of it.

    shows : the same in words, for the head of the transcript.
    rows : names of rows that one of its wins has. by : how that is won. wins : least number of wins. end : how the hand ends.
    acts : names of acts that were taken (`mjsim.referee.acts.Code`, in small letters with hyphens).
    says : regular expressions, each found in the transcript, in this order.
    policy : who plays, one name for all or one a player. most : hands that are searched.
    """

    shows: str
    rows: tuple[str, ...] = ()
    by: Literal["", "self", "discard", "rob"] = ""
    acts: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    end: str = ""
    wins: int = 0
    policy: str = "speed"
    most: int = 60_000

    @property
    def codes(self) -> frozenset[int]:
        """The acts as codes."""
        return frozenset(int(Code[name.replace("-", "_").upper()]) for name in self.acts)

    def missing(self, result: Result, text: str) -> str:
        """What of this a hand does not show; "" if it shows all."""
        if self.end and result.end != self.end:
            return f"ends by {result.end}"
        if len(result.wins) < self.wins:
            return f"{len(result.wins)} wins"
        if (self.rows or self.by) and not any(set(self.rows) <= set(win.items) and self.by in ("", win.by) for win in result.wins):
            return f"no win {self.by} with {', '.join(self.rows)}"
        if absent := self.codes - {int(decision.act.code) for decision in result.decisions}:
            return f"no {', '.join(Code(code).name for code in sorted(absent))}"
        place = text.find("\n")  # the first line only says what is wanted
        for pattern in self.says:
            found = re.compile(pattern).search(text, place)
            if found is None:
                return f"does not say {pattern!r}"
            place = found.end()
        return ""


def wanted() -> dict[str, list[Wanted]]:
    """What the golden hands of each variant must show."""
    return msgspec.convert(tomllib.loads(WANTED.read_text("utf-8")), dict[str, list[Wanted]])


class Won(msgspec.Struct, frozen=True):
    """A win, as the referee has it; the giver is -1 after a self-draw."""

    seat: int
    by: str
    giver: int
    tile: str
    shape: str
    items: tuple[str, ...]
    value: int
    points: int
    turn: int


class Golden(msgspec.Struct, frozen=True):
    """A golden hand: what is needed to replay it, and what it comes to.

    wall : names of the tiles in the order of the wall. round : prevailing wind as a kind. acts : seat, code, argument, number of options.
    """

    variant: str
    shows: str
    seed: int
    hand: int
    policies: tuple[str, ...]
    round: int
    repeats: int
    draws_before: int
    dice: tuple[int, ...]
    wall: str
    acts: tuple[tuple[int, int, int, int], ...]
    end: str
    points: tuple[int, ...]
    wins: tuple[Won, ...]

    def replayed(self) -> tuple[Result, str]:
        """The hand by the referee: its result and its transcript with a head."""
        watch = Transcript(rules(self.variant))
        result = replay(
            watch.variant,
            [NAMES.index(name) for name in self.wall.split()],
            [Decision(seat, Act(Code(code), arg), options) for seat, code, arg, options in self.acts],
            watch=watch,
            dice=self.dice,
            round=self.round,
            repeats=self.repeats,
            draws_before=self.draws_before,
        )
        players = len(self.policies)
        seated = ", ".join(self.policies[(self.hand + seat) % players] for seat in range(players))
        head = [self.shows, f"seed {self.seed}, hand {self.hand}, seats held by {seated}", ""]
        return result, "\n".join([*head, *watch.lines]) + "\n"


def outcome(result: Result) -> dict[str, Any]:
    """End, points and wins of a hand, as a record has them."""

    def won(win: WonTile) -> Won:
        giver = -1 if win.giver is None else win.giver
        return Won(win.seat, win.by, giver, NAMES[win.tile], win.shape, win.items, win.value, win.points, win.turn)

    wins = tuple(won(win) for win in result.wins)
    return {"end": result.end, "points": tuple(result.points), "wins": wins}


def path(slug: str, number: int, ending: str) -> Path:
    """Where the golden hand `number` (1 ..) of a variant lies."""
    return FOLDER / f"{slug}-{number}.{ending}"


def read(slug: str, number: int) -> Golden:
    return msgspec.json.decode(path(slug, number, "json").read_bytes(), type=Golden)


_rules: dict[str, Variant] = {}


def rules(slug: str) -> Variant:
    """The variant, loaded once."""
    if slug not in _rules:
        _rules[slug] = load(slug)
    return _rules[slug]
