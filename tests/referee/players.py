"""Players and walls for tests of the referee, in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mjsim.referee.acts import Act, Code
from mjsim.referee.play import Result, Watch, play
from mjsim.referee.table import Table
from mjsim.tiles import kind_set, parse_tiles
from mjsim.variant.deck import copies_of
from mjsim.variant.model import Variant

Choose = Callable[[Table, int, list[Act]], int]

WINNING = {Code.WIN, Code.WIN_ON, Code.TAKE_OPEN}
RARE = {
    Code.DECLARE, Code.READY, Code.SHOW_TILE, Code.SHOW_DRAGONS, Code.SHOW_WINDS, Code.OPEN_KONG, Code.OPEN_KONG_ON,
    Code.GOLD_KONG, Code.FLOWER_PUNG_ON,
}  # fmt: skip
KONGS = {Code.CONCEALED_KONG, Code.ADDED_KONG, Code.KONG_ON}


def anyhow(rng: random.Random) -> Choose:
    """Every option is as likely as any other."""
    return lambda table, seat, options: rng.randrange(len(options))


def eager(rng: random.Random) -> Choose:
    """Keeps pairs and neighbours, takes most wins and many melds: reaches wins, kongs and rare acts often."""

    def choose(table: Table, seat: int, options: list[Act]) -> int:
        codes = [option.code for option in options]
        if codes[0] == Code.VOID:
            held = Counter(kind // 9 for kind in table.seats[seat].hand)
            return min(range(len(options)), key=lambda i: held[options[i].arg])
        for i, code in enumerate(codes):
            likely = 0.9 if code in WINNING | RARE else 0.6 if code in KONGS | {Code.PUNG_ON} else 0.2 if code == Code.CHOW_ON else 0
            if rng.random() < likely:
                return i
        if Code.DISCARD not in codes:
            return rng.randrange(len(options)) if codes[0] != Code.PASS or Code.TAKE_OFFER in codes else 0
        held = Counter(table.face(kind) for kind in table.holds(table.seats[seat]))
        discards = [i for i, code in enumerate(codes) if code == Code.DISCARD]
        return min(discards, key=lambda i: (_worth(table, options[i].arg, held), rng.random()))

    return choose


def _worth(table: Table, kind: int, held: Mapping[int, int]) -> int:
    if table.is_joker(kind):
        return 100
    face = table.face(kind)
    near = [(1, 2), (2, 1)] if face < 27 else []
    sides = [face + side * step for step, _ in near for side in (-1, 1)]
    linked = sum(2 if abs(other - face) == 1 else 1 for other in sides if other // 9 == face // 9 and held.get(other, 0))
    return 3 * held[face] + linked


def shuffled(variant: Variant, rng: random.Random) -> list[int]:
    """A wall of the variant's set."""
    wall = [kind for kind, copies in enumerate(copies_of(variant)) for _ in range(copies)]
    rng.shuffle(wall)
    return wall


def stacked(variant: Variant, hands: Sequence[str], draws: str = "", end: str = "", seed: int = 0) -> list[int]:
    """A wall that deals these hands (the dealer's with his fourteenth tile last), then these draws; `end` are its last tiles.

    Hands that are too short are filled up at random from the other tiles, bonus tiles left out; those lie before `end`.
    """
    size, players = variant.deal.hand, variant.players
    wanted = [parse_tiles(hand) for hand in hands] + [[] for _ in range(players - len(hands))]
    assert len(wanted[0]) <= size + 1 and all(len(hand) <= size for hand in wanted[1:]), "a hand is too long"
    first, last = parse_tiles(draws), parse_tiles(end)
    rest = Counter(dict(enumerate(copies_of(variant))))
    rest.subtract(kind for part in (*wanted, first, last) for kind in part)
    assert min(rest.values()) >= 0, "a tile is used too often"
    bonus = kind_set(variant.tiles.bonus)
    others = [kind for kind in rest.elements() if not bonus >> kind & 1]
    random.Random(seed).shuffle(others)
    fourteenth = wanted[0].pop() if len(wanted[0]) > size else others.pop()
    dealt = [hand + [others.pop() for _ in range(size - len(hand))] for hand in wanted]
    laid = [kind for kind in rest.elements() if bonus >> kind & 1]
    return [*(kind for hand in dealt for kind in hand), fourteenth, *first, *others, *laid, *last]


class Script:
    """A chooser that follows a list of acts, each a code, or a code, its argument as a tile or number (None: any) and perhaps its seat.

    Where the next act of the list is not among the options the seat passes, or discards the tile it has drawn (or else the
    first it may). `seen`: all options that were put to a seat until the list was done.
    """

    def __init__(self, *acts: Any) -> None:
        self.acts: list[tuple[Any, Any, Any]] = [(*act, None)[:3] if isinstance(act, tuple) else (act, None, None) for act in acts]
        self.seen: list[tuple[int, list[Act]]] = []

    def __call__(self, table: Table, seat: int, options: list[Act]) -> int:
        if self.acts:
            self.seen.append((seat, options))
            code, arg, who = self.acts[0]
            wanted = parse_tiles(arg)[0] if isinstance(arg, str) else arg
            for i, option in enumerate(options):
                if option.code == code and wanted in (None, option.arg) and who in (None, seat):
                    self.acts.pop(0)
                    return i
        quiet = [Act(Code.PASS), Act(Code.DISCARD, -1 if table.drawn is None else table.drawn)]
        first = next((i for i, option in enumerate(options) if option.code == Code.DISCARD), 0)
        return next((i for i, option in enumerate(options) if option in quiet), first)

    def offers(self, code: Code, seat: int | None = None) -> int:
        """How often an act of this sort was an option (of this seat)."""
        return sum(any(option.code == code for option in options) for who, options in self.seen if seat in (None, who))


def follow(variant: Variant, wall: Sequence[int], *acts: Any, **settings: Any) -> tuple[Result, Script]:
    """Plays a script to its end; everything in it must have happened."""
    script = Script(*acts)
    result = play(variant, wall, script, **settings)
    assert not script.acts, f"never possible: {script.acts[0]}"
    return result, script


class Inventory(Watch):
    """Counts all tiles of the table before the first turn, at every decision and at the end."""

    def __init__(self, variant: Variant) -> None:
        self.full = Counter({kind: copies for kind, copies in enumerate(copies_of(variant)) if copies})

    def decided(self, table: Table, seat: int, act: Act, options: list[Act]) -> None:
        if act.code in (Code.DISCARD, Code.WIN, Code.READY):
            assert table.inventory() == self.full

    def ended(self, table: Table, result: Result) -> None:
        assert table.inventory() == self.full
        held = [len(seat.hand) + 3 * len(seat.sets_down) - table.variant.deal.hand for seat in table.seats]
        assert set(held) <= {0, 1}
