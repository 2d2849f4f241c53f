"""What a winning hand may be made of, as data: columns, ways and goals.

A *column* says what one colour may contribute: the groups (a tuple of three ranks is a set, of two a pair), which of them must be there,
and the fewest tiles. A *way* gives each of the four colours its column. A *goal* is a list of ways, any of which completes the hand: "at
most two suits" is three ways with one suit barred, "has a pung" four ways in each of which another colour provides it. So suit rules, tile
counts and required groups need no code of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

Group = tuple[int, ...]
"""Ranks (0-8), ascending: three are a set, two a pair."""


@dataclass(frozen=True, order=True)
class Column:
    """What one colour may contribute to a hand.

    groups : sets and pairs that may be made in this colour; () bars the colour.
    gives : for each tuple of groups, at least one of them must be there.
    least : fewest tiles that the colour must contribute (1: the suit must be present).
    root : ranks of tiles that must be there beside the sets and pairs to be made: this colour's part of a template.
    nine : honours of nine ranks where other variants have seven.
    """

    groups: tuple[Group, ...] = ()
    gives: tuple[tuple[Group, ...], ...] = ()
    least: int = 0
    root: Group = ()
    nine: bool = False


Way = tuple[Column, Column, Column, Column]


@dataclass(frozen=True, order=True)
class Goal:
    """Hands of `melds` sets and a pair, made in any of the ways. `capped`: at most four copies of a kind (without jokers always true)."""

    ways: tuple[Way, ...]
    melds: int = 4
    capped: bool = True


BARRED = Column()


def chows(low: int = 0, high: int = 8) -> tuple[Group, ...]:
    """Runs of three within ranks low..high."""
    return tuple((rank, rank + 1, rank + 2) for rank in range(low, high - 1))


def pungs(ranks: range | tuple[int, ...]) -> tuple[Group, ...]:
    """Three alike of each rank."""
    return tuple((rank,) * 3 for rank in ranks)


def pairs(ranks: range | tuple[int, ...]) -> tuple[Group, ...]:
    """Two alike of each rank."""
    return tuple((rank,) * 2 for rank in ranks)


def within(column: Column, ranks: range | tuple[int, ...]) -> Column:
    """The column's groups that consist of the given ranks only."""
    return replace(column, groups=tuple(group for group in column.groups if set(group) <= set(ranks)))


def touching(column: Column, ranks: range | tuple[int, ...]) -> Column:
    """The column's groups that contain one of the given ranks."""
    return replace(column, groups=tuple(group for group in column.groups if set(group) & set(ranks)))


def without_chows(column: Column) -> Column:
    """The column's groups of tiles alike."""
    return replace(column, groups=tuple(group for group in column.groups if len(set(group)) == 1))


def with_pairs(column: Column, ranks: range | tuple[int, ...]) -> Column:
    """The column with pairs of the given ranks only."""
    return replace(column, groups=tuple(g for g in column.groups if len(g) == 3) + pairs(ranks))


NINE, SEVEN = range(9), range(7)
SUIT = Column(chows() + pungs(NINE) + pairs(NINE))
HONORS = Column(pungs(SEVEN) + pairs(SEVEN))
NINE_HONORS = Column(pungs(NINE) + pairs(NINE), nine=True)
"""Four winds, the red dragon and four flowers of which there are four each."""
NANCHANG_HONORS = Column(tuple(combinations(range(4), 3)) + ((4, 5, 6),) + HONORS.groups)
"""Three different winds, or the three dragons, are a run."""
LUOSHU_SUIT = Column(tuple((a, b, 12 - a - b) for a in NINE for b in range(a, 9) if b <= 12 - a - b <= 8))
"""Any three tiles of a suit whose ranks (here 0-8) add up to 15; no pairs, no pungs but 555."""
LUOSHU_HEADS = Column(pungs((0, 1, 2, 3, 4, 6)) + pairs((0, 1, 2, 3, 4, 6)))
"""E S W N C, and one class of flowers in the place of P."""


def any_suits(suit: Column, honors: Column) -> tuple[Way, ...]:
    """No rule about suits."""
    return ((suit, suit, suit, honors),)


def two_suits(suit: Column, honors: Column) -> tuple[Way, ...]:
    """At most two suits: way i bars suit i, so it is also the goal of who declared suit i void."""
    return ((BARRED, suit, suit, honors), (suit, BARRED, suit, honors), (suit, suit, BARRED, honors))


def one_suit(suit: Column, honors: Column) -> tuple[Way, ...]:
    """One suit, with the honours that the column allows (`BARRED`: a full flush)."""
    return ((suit, BARRED, BARRED, honors), (BARRED, suit, BARRED, honors), (BARRED, BARRED, suit, honors))


def three_suits(suit: Column, honors: Column, laid: tuple[bool, bool, bool] = (False, False, False)) -> tuple[Way, ...]:
    """Every suit present; a suit that is laid down already is free."""
    m, p, s = (suit if down else replace(suit, least=1) for down in laid)
    return ((m, p, s, honors),)


def heavy_suit(suit: Column, honors: Column, tiles: tuple[int, int, int]) -> tuple[Way, ...]:
    """One of the suits has at least so many tiles in the hand (the threshold less those laid down in that suit)."""
    way = (suit, suit, suit, honors)
    return tuple(_replaced(way, colour, replace(suit, least=least)) for colour, least in enumerate(tiles))


def providing(way: Way, needs: tuple[tuple[tuple[Group, ...], tuple[Group, ...]], ...]) -> tuple[Way, ...]:
    """All ways in which some colour provides each need: (groups of a suit, groups of the honours) that satisfy it."""
    ways = [way]
    for suit_groups, honor_groups in needs:
        choices = (suit_groups, suit_groups, suit_groups, honor_groups)
        ways = [
            _replaced(each, giver, give(each[giver], groups))
            for each in ways
            for giver, groups in enumerate(choices)
            if set(groups) & set(each[giver].groups)
        ]
    return tuple(ways)


def _replaced(way: Way, colour: int, column: Column) -> Way:
    m, p, s, honors = (column if place == colour else old for place, old in enumerate(way))
    return m, p, s, honors


def rooted(way: Way, parts: tuple[Group, Group, Group, Group], melds: int) -> Goal:
    """The way with a template, `melds` sets and the pair: parts are the template's ranks in each colour, ((0, ..., 8), (), (), ()) for a
    straight in m. Copies are right: template and groups together use at most four of a kind. Hands have at most 14 tiles.
    """
    for colour, part in enumerate(parts):
        way = _replaced(way, colour, replace(way[colour], root=tuple(sorted(part))))
    return Goal((way,), melds)


def give(column: Column, groups: tuple[Group, ...]) -> Column:
    """The column in which one of the groups must be there."""
    return replace(column, gives=(*column.gives, tuple(group for group in groups if group in column.groups)))


STANDARD = Goal(any_suits(SUIT, HONORS))
STANDARD_UNCAPPED = Goal(any_suits(SUIT, HONORS), capped=False)
FIVE_MELDS = Goal(any_suits(SUIT, HONORS), melds=5)
NANCHANG = Goal(any_suits(SUIT, NANCHANG_HONORS))
LUOSHU = Goal(any_suits(LUOSHU_SUIT, LUOSHU_HEADS))
TWO_SUITS = Goal(two_suits(SUIT, HONORS))
