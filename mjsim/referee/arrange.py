"""All readings of a complete hand, by plain recursion.

A reading (arrangement) says which sets and pairs the tiles make, what every joker plays, and in which group the winning
tile lies. Tiles that belong to no group (misfits, orphans, free shapes) are its singles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from mjsim.hands import Meld
from mjsim.referee.book import Book, Kinds, Way
from mjsim.referee.complete import completing, possible
from mjsim.referee.special import KNITTED, Divided, orphans, special
from mjsim.tiles import KIND_OF, kinds_in
from mjsim.variant.model import Shape


@dataclass(frozen=True, slots=True)
class Group:
    """A meld, set or pair as it is played; `fill` marks the places that a joker tile of the concealed hand plays."""

    sort: str
    kinds: Kinds
    fill: tuple[bool, ...] = ()
    melded: bool = False
    open: bool = False
    natural: bool = True
    after_show: bool = False

    @property
    def mask(self) -> int:
        return sum(1 << kind for kind in set(self.kinds))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One reading of a hand."""

    shape: str
    groups: tuple[Group, ...]
    """Melds first, in the order in which they lie on the table."""
    singles: Kinds
    """Tiles outside groups, as played."""
    loose: int
    """Joker tiles of a free shape that lie in every set of kinds they may play."""
    won: int
    """The group that holds the winning tile, -1 if none does."""
    place: int
    """Where in that group."""
    last: int
    """The kind that the winning tile plays."""
    wild: int
    """Joker tiles that play another kind."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What is arranged: the concealed tiles without the winning tile, melds, the winning tile, and the hand's jokers.

    `given`: the winning tile comes from another player, so that a joker among them is its own kind.
    """

    tiles: Kinds
    melds: tuple[Meld, ...]
    tile: int
    given: bool
    jokers: Kinds
    imagined: int | None = None
    """The kind to which the imagined joker is fixed."""


def arrangements(book: Book, holding: Holding, free: Callable[[str, Arrangement], bool]) -> Iterator[Arrangement]:
    """Every different reading, shape by shape in the order of the variant.

    `free(shape, arrangement)` judges the condition of a free shape.
    """
    seen: set[Arrangement] = set()
    melds = meld_groups(book, holding.melds, holding.jokers)
    piles: dict[tuple[Kinds, int], _Pile] = {}
    for name, shape in book.shapes.items():
        if (melds and not shape.melds) or (shape.self_only and holding.given):
            continue
        for tiles, tile in _stand_ins(book, holding, name):
            if (tiles, tile) not in piles:
                piles[tiles, tile] = _Pile(book, holding, tiles, tile)
            for reading in _of_shape(book, piles[tiles, tile], name, shape, melds):
                if reading not in seen and (shape.form != "free" or free(name, reading)):
                    seen.add(reading)
                    yield reading


def _of_shape(book: Book, pile: _Pile, name: str, shape: Shape, melds: tuple[Group, ...]) -> Iterator[Arrangement]:
    if shape.form == "free":
        yield from pile.free(name, melds)
    elif pile.size + 3 * len(melds) == book.size and possible(book, shape, pile.counts, pile.jokers, len(melds), pile.plays):
        for divided in _divided(book, pile, shape, len(melds)):
            yield from pile.readings(name, melds, divided)


def is_complete(book: Book, holding: Holding) -> bool:
    """Whether some reading exists; free shapes do not count."""
    return next(arrangements(book, holding, lambda shape, reading: False), None) is not None


def completing_kinds(book: Book, tiles: Kinds, melds: tuple[Meld, ...], jokers: Kinds, imagined: int | None = None) -> list[int]:
    """Kinds that one might wait for with these concealed tiles, ascending: no other kind completes them.

    A joker is taken as wild or as its own kind, whichever does. Where there are free shapes every kind may.
    """
    holding = Holding(tiles, melds, -1, False, jokers, imagined)
    found: set[int] = set()
    for name, shape in book.shapes.items():
        if melds and not shape.melds:
            continue
        for played, _ in _stand_ins(book, holding, name):
            pile = _Pile(book, holding, played, -1)
            if shape.form == "free":
                return kinds_in(book.kinds)
            found |= set(completing(book, shape, pile.counts, pile.jokers, len(melds), pile.plays))
            if jokers and possible(book, shape, pile.counts, pile.jokers + 1, len(melds), pile.plays):
                found |= set(jokers)
    # A stand-in waits where its own kind does.
    if (stand_in := stand_in_kind(book, jokers)) is not None and jokers[0] in found:
        found.add(stand_in)
    return sorted(kind for kind in found if book.kinds >> kind & 1)


def _divided(book: Book, pile: _Pile, shape: Shape, melds: int) -> Iterator[Divided]:
    match shape.form:
        case "sets":
            for groups in divide(book, pile.counts, pile.jokers, book.sets - melds, 1, pile.plays):
                yield Divided(groups)
        case "pairs":
            yield from _pairs(book, pile, shape)
        case "knit3":
            yield from _knit3(book, pile, melds)
        case "orphans":
            yield from orphans(pile.counts, pile.jokers)
        case _:
            yield from special(book, shape, pile.counts, pile.jokers, pile.plays)


def _stand_ins(book: Book, holding: Holding, shape: str) -> Iterator[tuple[Kinds, int]]:
    """The tiles with stand-ins in the place of what they play, and the winning tile likewise; every way to do so."""
    rule = book.variant.jokers
    stand_in = stand_in_kind(book, holding.jokers)
    if stand_in is None or shape in rule.stand_in_not or stand_in not in (*holding.tiles, holding.tile):
        yield holding.tiles, holding.tile
        return
    own = holding.jokers[0]
    if rule.stand_in_count == "all":
        yield tuple(own if kind == stand_in else kind for kind in holding.tiles), own if holding.tile == stand_in else holding.tile
        return
    yield holding.tiles, holding.tile
    if stand_in in holding.tiles:
        at = holding.tiles.index(stand_in)
        yield holding.tiles[:at] + (own,) + holding.tiles[at + 1 :], holding.tile
    if holding.tile == stand_in:
        yield holding.tiles, own


def stand_in_kind(book: Book, jokers: Kinds) -> int | None:
    """The kind that plays as the jokers' own kind in this hand, or None."""
    name = book.variant.jokers.stand_in
    if not name or not jokers or KIND_OF[name] in jokers:
        return None
    return KIND_OF[name]


def meld_groups(book: Book, melds: Sequence[Meld], jokers: Kinds) -> tuple[Group, ...]:
    """Melds as groups: the stand-in plays its kind where it may, the joker of a flower pung the kind of the two others."""
    stand_in = stand_in_kind(book, jokers) if book.variant.jokers.stand_in_melds else None
    groups = []
    shown = False
    for meld in melds:
        kinds = tuple(sorted(jokers[0] if kind == stand_in else book.own_kind(kind) for kind in meld.tiles))
        sort, natural = meld.sort, True
        if sort == "pung-flower":
            kinds, natural = (next(kind for kind in kinds if kind not in jokers),) * 3, False
        groups.append(
            Group(
                _sort_of(sort, kinds),
                kinds,
                (False,) * len(kinds),
                melded=True,
                open=meld.open,
                natural=natural,
                after_show=shown or meld.late,
            )
        )
        shown = shown or sort.startswith("show-")
    return tuple(groups)


def _sort_of(sort: str, kinds: Kinds) -> str:
    if sort == "chow":
        low, middle, high = kinds
        return "chow" if low < 27 and low // 9 == high // 9 and (middle, high) == (low + 1, low + 2) else "set"
    if sort.startswith("kong"):
        return "kong"
    return "shown" if sort.startswith("show-") else "pung"


def divide(book: Book, counts: list[int], jokers: int, sets: int, pairs: int, plays: int) -> Iterator[tuple[Way, ...]]:
    """All divisions of natural tiles and so many jokers into `sets` sets and `pairs` pairs, nothing left over.

    The lowest natural tile goes into one of its possible groups, jokers in the places that the group lacks, and so on.
    `counts` is used as scratch and given back unchanged.
    """
    if not jokers:
        plays = 0

    def step(lowest: int, floor: int, jokers: int, sets: int, pairs: int, made: list[Way]) -> Iterator[tuple[Way, ...]]:
        while lowest < book.width and not counts[lowest]:
            lowest, floor = lowest + 1, 0
        if lowest == book.width:
            if jokers == 3 * sets + 2 * pairs:
                if not jokers:
                    yield tuple(made)
                else:
                    for rest in book.joker_groups(sets, pairs, plays):
                        yield (*made, *rest)
            return
        ways = book.ways_of(lowest, plays)
        # Equal groups are taken in the order of `ways`, so that no division is met twice.
        for number in range(floor, len(ways)):
            way = ways[number]
            is_pair = way.sort == "pair"
            if way.jokers > jokers or not (pairs if is_pair else sets):
                continue
            taken = []
            for kind, filled in zip(way.kinds, way.fill, strict=True):
                if not filled:
                    if not counts[kind]:
                        break
                    counts[kind] -= 1
                    taken.append(kind)
            else:
                made.append(way)
                yield from step(lowest, number, jokers - way.jokers, sets - (not is_pair), pairs - is_pair, made)
                made.pop()
            for kind in taken:
                counts[kind] += 1

    yield from step(0, 0, jokers, sets, pairs, [])


def _pairs(book: Book, pile: _Pile, shape: Shape) -> Iterator[Divided]:
    """Pairs, and one odd tile where the shape has one; a joker left over is the odd tile as its own kind."""
    if not shape.odd:
        for groups in divide(book, pile.counts, pile.jokers, 0, shape.pairs, pile.plays):
            yield Divided(groups)
        return
    for kind in range(book.width):
        if pile.counts[kind]:
            pile.counts[kind] -= 1
            for groups in divide(book, pile.counts, pile.jokers, 0, shape.pairs, pile.plays):
                yield Divided(groups, (kind,), (False,))
            pile.counts[kind] += 1
    for kind in pile.owned:
        for groups in divide(book, pile.counts, pile.jokers - 1, 0, shape.pairs, pile.plays):
            yield Divided(groups, (kind,), (True,))


def _knit3(book: Book, pile: _Pile, melds: int) -> Iterator[Divided]:
    """147, 258 and 369, each of another suit, beside the other sets and the pair."""
    if melds > book.sets - 3:
        return
    for places in KNITTED:
        knit = [places[i : i + 3] for i in (0, 3, 6)]
        for fill in product((False, True), repeat=9) if pile.jokers else ((False,) * 9,):
            needed = [kind for kind, filled in zip(places, fill, strict=True) if not filled]
            wanted = [kind for kind, filled in zip(places, fill, strict=True) if filled]
            if any(not pile.counts[kind] for kind in needed) or len(wanted) > pile.jokers or any(not pile.plays >> k & 1 for k in wanted):
                continue
            for kind in needed:
                pile.counts[kind] -= 1
            parts = tuple(Way("knit", knit[i], tuple(fill[3 * i : 3 * i + 3])) for i in range(3))
            for groups in divide(book, pile.counts, pile.jokers - len(wanted), book.sets - 3 - melds, 1, pile.plays):
                yield Divided(parts + groups)
            for kind in needed:
                pile.counts[kind] += 1


class _Pile:
    """The concealed tiles of one reading: natural tiles by kind, joker tiles by kind, the winning tile."""

    def __init__(self, book: Book, holding: Holding, tiles: Kinds, tile: int) -> None:
        self.book = book
        self.winning = book.own_kind(tile)
        self.flower = self.winning >= book.width
        """Won on a flower: the thirteen tiles themselves need not be anything."""
        # A stand-in has its own kind by now, which is the jokers' kind, so jokers are told by what they were.
        was = holding.tiles
        self.owned = Counter(kind for kind in was if kind in holding.jokers)
        self.natural = [book.own_kind(now) for now, before in zip(tiles, was, strict=True) if before not in holding.jokers]
        self.joker_won = not holding.given and holding.tile in holding.jokers
        if self.joker_won:
            self.owned[holding.tile] += 1
        elif 0 <= self.winning < book.width:
            self.natural.append(self.winning)
        self.jokers = sum(self.owned.values()) + book.variant.jokers.virtual
        self.counts = [0] * book.width
        for kind in self.natural:
            self.counts[kind] += 1
        self.size = len(self.natural) + self.jokers
        self.others_played = book.others_played(holding.imagined)
        self.plays = book.plays_of(holding.jokers, holding.imagined)

    def readings(self, shape: str, melds: tuple[Group, ...], divided: Divided) -> Iterator[Arrangement]:
        """The division with the winning tile in each place where it can lie, and the joker tiles dealt out."""
        groups = divided.groups
        places = [
            (g, i, kind, filled) for g, way in enumerate(groups) for i, (kind, filled) in enumerate(zip(way.kinds, way.fill, strict=True))
        ]
        places += [(-1, i, kind, filled) for i, (kind, filled) in enumerate(zip(divided.singles, divided.fill, strict=True))]
        if self.book.variant.jokers.copies and not self._within_copies(melds, places):
            return
        tried = set()
        for g, i, kind, filled in places:
            if filled != self.joker_won or not (filled or kind == self.winning):
                continue
            same = (groups[g] if g >= 0 else None, kind, filled)
            if same in tried:
                continue
            tried.add(same)
            dealt = self._deal(places, (g, i))
            if dealt is None:
                continue
            wild, strangers = dealt
            made = tuple(Group(way.sort, way.kinds, way.fill, natural=number not in strangers) for number, way in enumerate(groups))
            yield Arrangement(
                shape, melds + made, divided.singles, 0, g + len(melds) if g >= 0 else -1, i if g >= 0 else 0, kind, wild + _foreign(melds)
            )

    def _deal(self, places: list[tuple[int, int, int, bool]], winning: tuple[int, int]) -> tuple[int, set[int]] | None:
        """How many jokers play another kind, and which groups hold one; None if a joker would play a kind that it may not.

        The winning joker lies in its place; of the others as many as can be play their own kind, first in the winning group.
        """
        left = Counter(self.owned)
        wild, strangers = 0, set()
        order = sorted((p for p in places if p[3]), key=lambda p: ((p[0], p[1]) != winning, p[0] != winning[0]))
        for g, i, kind, _ in order:
            if self.joker_won and (g, i) == winning:
                own = kind == self.winning
                left[self.winning] -= 1
            else:
                own = left[kind] > 0
                left[kind] -= own
            if not own:
                if not self.others_played >> kind & 1:
                    return None
                wild += 1
                strangers.add(g)
        return wild, strangers

    def _within_copies(self, melds: tuple[Group, ...], places: list[tuple[int, int, int, bool]]) -> bool:
        played = Counter(kind for group in melds for kind in group.kinds) + Counter(kind for _, _, kind, _ in places)
        return max(played.values()) <= self.book.variant.jokers.copies

    def free(self, shape: str, melds: tuple[Group, ...]) -> Iterator[Arrangement]:
        """The tiles as they are, each joker either as its own kind or in every set that it may play."""
        if not self.flower and self.size + 3 * len(melds) != self.book.size:
            return
        kinds = sorted(self.owned)
        for loose in product(*(range(self.owned[kind] + 1) for kind in kinds)):
            own = [kind for kind, free in zip(kinds, loose, strict=True) for _ in range(self.owned[kind] - free)]
            wild = sum(loose) + self.book.variant.jokers.virtual
            yield Arrangement(shape, melds, tuple(sorted([*self.natural, *own])), wild, -1, 0, self.winning, wild + _foreign(melds))


def _foreign(melds: tuple[Group, ...]) -> int:
    """Jokers that play another kind in melds: one in each flower pung."""
    return sum(not group.natural for group in melds)
