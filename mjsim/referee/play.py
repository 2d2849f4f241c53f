"""A hand played by the rules, step by step as docs/protocol.md says, whoever decides.

`play` asks a chooser for every decision; `replay` takes them from a record and refuses what the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjsim.errors import IllegalAct
from mjsim.referee.acts import Act, Code, Decision
from mjsim.referee.book import book_of
from mjsim.referee.dealing import before_play
from mjsim.referee.drawing import draw_in_turn
from mjsim.referee.end import NOTHING, Carried
from mjsim.referee.hand import Chooser, Hand, Over
from mjsim.referee.scene import Facts
from mjsim.referee.table import Table
from mjsim.referee.turns import own_turn
from mjsim.referee.wall import Wall
from mjsim.referee.watch import Result, Watch, WonTile
from mjsim.tiles import KIND_OF
from mjsim.variant.model import Variant


def play(
    variant: Variant,
    wall: Sequence[int],
    chooser: Chooser,
    *,
    dice: Sequence[int] = (1, 1),
    round: int = KIND_OF["E"],
    repeats: int = 0,
    draws_before: int = 0,
    per_seat: bool = False,
    carried: Carried = NOTHING,
    goes_on: bool = False,
    previous: int | None = None,
    watch: Watch | None = None,
) -> Result:
    """Plays one hand.

    Parameters
    ----------
    wall : the kinds of all tiles in the order of the wall.
    chooser : decides for every seat.
    dice : dice in the order in which they are thrown (Tianjin's two, the die of the exchange).
    round, repeats, draws_before : prevailing wind as a kind, repeats of the deal, drawn hands in a row before.
    carried, goes_on, previous : in linked hands, what was carried into this one, whether another follows, and the kind
        that was turned in the one before (回頭一笑).
    watch : is told of everything that happens, see transcript.py.
    """
    book = book_of(variant)
    facts = Facts(round=round, repeats=repeats, draws_before=draws_before)
    table = Table(book, Wall(book, wall, dice, per_seat), facts, dice)
    hand = Hand(table, chooser, watch or Watch())
    hand.carried, hand.goes_on, hand.previous = carried, goes_on, previous
    hand.watch.dealt(table)
    try:
        before_play(hand)
        own_turn(hand)
        while True:
            draw_in_turn(hand)
            own_turn(hand)
    except Over as over:
        hand.finish(over.end)
    return hand.result


def replay(variant: Variant, wall: Sequence[int], decisions: Iterable[Decision | Sequence[int]], **settings: object) -> Result:
    """Plays a recorded hand again: each act must be one of as many options as were recorded.

    `decisions`: rows of seat, code, argument, number of options. IllegalAct says which act is refused and why.
    """
    rows = iter([row if isinstance(row, Decision) else Decision(row[0], Act(Code(row[1]), row[2]), row[3]) for row in decisions])
    count = 0

    def recorded(table: Table, seat: int, options: list[Act]) -> Act:
        nonlocal count
        row = next(rows, None)
        place = f"act {count}"
        count += 1
        if row is None:
            raise IllegalAct(f"the record ends where seat {seat} has to decide", place, _names(options))
        if row.seat != seat:
            raise IllegalAct(f"seat {row.seat} acts where seat {seat} has to decide", place, _names(options))
        exchange = options[0].code == Code.EXCHANGE and row.act.code == Code.EXCHANGE
        if row.options != len(options):
            raise IllegalAct(f"seat {seat} had {row.options} options in the record, {len(options)} by the rules", place, _names(options))
        if row.act not in options and not exchange:
            raise IllegalAct(f"seat {seat} may not {row.act.code.name} {row.act.arg}", place, _names(options))
        return row.act

    result = play(variant, wall, recorded, **settings)  # type: ignore[arg-type]  # the settings of play
    if next(rows, None) is not None:
        raise IllegalAct("the record goes on after the end of the hand", f"act {count}")
    return result


def _names(options: list[Act]) -> str:
    return ", ".join(f"{act.code.name} {act.arg}" for act in options)


__all__ = ["Chooser", "Result", "Watch", "WonTile", "play", "replay"]
