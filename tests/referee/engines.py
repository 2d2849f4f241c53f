"""Hands that the kernels played, played again by the referee."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mjsim.compile import compile_variant
from mjsim.compile.program import Program
from mjsim.errors import MjsimError
from mjsim.kernels.engine import Columns, play_hands
from mjsim.referee.end import Carried
from mjsim.referee.play import Result, replay
from mjsim.run.record import DICE, MASK, below, carried_into, stream_key, turned_before, wall_of
from mjsim.run.sample import END_NAMES
from mjsim.store.schemas import BYS, ENDS
from mjsim.tiles import KIND_OF
from mjsim.variant import load

Row = tuple[int, int, int, int]


@lru_cache
def program(slug: str) -> Program:
    return compile_variant(load(slug))


@dataclass(frozen=True)
class Played:
    """A hand of the kernels: what the referee needs, and what it came to."""

    program: Program
    seed: int
    per_seat: bool
    number: int
    hand: dict[str, int]
    wins: list[dict[str, Any]]
    acts: list[Row]
    carried: Carried
    goes_on: bool

    def settings(self) -> dict[str, Any]:
        """Wall, dice and counts, made from the seed by plain arithmetic."""
        variant, hand = self.program.variant, self.hand
        linked = hand["match"] >= 0
        match, place = (hand["match"], hand["in_match"]) if linked else (MASK, self.number)
        dice = stream_key(self.seed, match, place, DICE)
        return {
            "wall": wall_of(variant, self.seed, match, place),
            "dice": [1 + below(dice, i, 6) for i in range(4)],
            "round": KIND_OF["E"] + hand["round"],
            "repeats": hand["repeats"],
            "draws_before": 0 if linked else self.number // (12 * variant.players) % 2,
            "per_seat": self.per_seat,
            "carried": self.carried,
            "goes_on": self.goes_on,
            "previous": turned_before(variant, self.seed, match, place) if linked else None,
        }

    def replayed(self, **settings: Any) -> Result:
        """The hand by the referee; IllegalAct for a record that the rules do not allow."""
        return replay(self.program.variant, decisions=self.acts, **(self.settings() | settings))

    def fault(self, **settings: Any) -> str:
        """In what the two engines differ; "" if in nothing."""
        try:
            result = self.replayed(**settings)
        except MjsimError as error:
            return f"hand {self.number}: {error}"
        theirs, ours = self.view(), view(result)
        wrong = [f"{name} {theirs[name]}, by the referee {ours[name]}" for name in ours if theirs[name] != ours[name]]
        return f"hand {self.number}: " + "; ".join(wrong) if wrong else ""

    def view(self) -> dict[str, Any]:
        """The hand in the words of the tables."""
        hand, seats, shapes = self.hand, range(self.program.players), self.program.shapes
        won = [{**win, "by": BYS[win["by"]], "shape": shapes[win["shape"]]} for win in self.wins]
        return {
            "end": ENDS[hand["end"]],
            "turns": hand["turns"],
            "points": [hand[f"points_{seat}"] for seat in seats],
            "kongs": [hand[f"kongs_{seat}"] for seat in seats],
            "wins": [{name: win[name] for name in WIN} for win in won],
        }


WIN = ("seat", "by", "giver", "tile", "turn", "value", "points", "exposed", "jokers", "shape", "items")


def view(result: Result) -> dict[str, Any]:
    """The referee's hand in the words of the tables."""
    wins = [{name: getattr(win, name) for name in WIN} for win in result.wins]
    for win in wins:
        win["giver"] = -1 if win["giver"] is None else win["giver"]
        win["items"] = sorted(win["items"])
    return {
        "end": END_NAMES[result.end],
        "turns": result.turns,
        "points": list(result.points),
        "kongs": list(result.kongs),
        "wins": wins,
    }


def played(
    slug: str, seed: int, first: int, count: int, policies: Sequence[str], *, matches: bool = False, per_seat: bool = False
) -> Iterator[Played]:
    """Hands of the kernels, one after the other."""
    return played_by(program(slug), seed, first, count, policies, matches=matches, per_seat=per_seat)


def played_by(
    rules: Program, seed: int, first: int, count: int, policies: Sequence[str], *, matches: bool = False, per_seat: bool = False
) -> Iterator[Played]:
    """The same of a compiled variant."""
    names = tuple(policies[player % len(policies)] for player in range(rules.players))
    columns = play_hands(rules, seed, first, count, names, matches=matches, wall="per-seat" if per_seat else "shared", log=True)
    assert columns.faults == []
    assert columns.log is not None
    offsets, acts = columns.log
    wins: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for win in _wins(rules, columns):
        wins.setdefault((win["match"], win["hand"]), []).append(win)
    for at in range(len(columns.hands["hand"])):
        hand = {name: int(column[at]) for name, column in columns.hands.items()}
        rows = [(int(seat), int(code), int(arg), int(options)) for seat, code, arg, options in acts[offsets[at] : offsets[at + 1]]]
        won = wins.get((hand["match"], hand["hand"]), [])
        goes_on = matches and at + 1 < len(columns.hands["match"]) and int(columns.hands["match"][at + 1]) == hand["match"]
        yield Played(rules, seed, per_seat, hand["hand"], hand, won, rows, carried_into(columns, at, rules.players), goes_on)


def _wins(rules: Program, columns: Columns) -> list[dict[str, Any]]:
    found = []
    offsets, values = columns.wins["rows_offsets"], columns.wins["rows_values"]
    for i in range(len(columns.wins["hand"])):
        win: dict[str, Any] = {name: int(column[i]) for name, column in columns.wins.items() if not name.startswith("rows_")}
        win["items"] = sorted(rules.rows[row] for row in values[offsets[i] : offsets[i + 1]])
        found.append(win)
    return found
