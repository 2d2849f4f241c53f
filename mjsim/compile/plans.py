"""What kinds of winning hands a variant lets win, as restrictions that distance tables know (`Plan`), and the ways of such a table.

A plan says which suits are present, which kinds the hand and its pair consist of, which groups must be there, and what must be true of the
melds. Some of it may be fulfilled, or made impossible, by melds, the void suit or laid tiles: the *facts* of a seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product

from mjsim.kernels import aims as A
from mjsim.kernels.layout import ALL_PLACES
from mjsim.tables.goals import BARRED, Column, Group, Way

HONORS = 511 << 27
MOST_WAYS = 48
MOST_NEEDS = 2
"""Requirements of groups, or of every suit, that one plan may have: tables of three take hundreds of megabytes."""


@dataclass(frozen=True, order=True)
class Fact:
    """A truth about a seat's melds, void suit or laid tiles (mjsim/kernels/aims.py)."""

    code: int
    argument: int = 0


def suit_laid(suit: int) -> Fact:
    """Some meld tile is of the suit."""
    return Fact(A.TOUCHES, 511 << (9 * suit))


@dataclass(frozen=True)
class Need:
    """A group that must be there: a pung or kong within the kinds, or any group that touches them."""

    kinds: int
    pung: bool

    @property
    def fact(self) -> Fact:
        """What fulfils it on the table."""
        return Fact(A.HAS_PUNG if self.pung else A.TOUCHES, self.kinds)


@dataclass(frozen=True)
class Plan:
    """A kind of winning hand.

    suits : allowed sets of suits present (masks 0-7), None for any.
    kinds, pairs : kinds of the tiles, of the pair. each : every group touches these.
    sets : "any", "pungs" or "chows".
    needs : groups that must be there. heavy : fewest tiles of some suit.
    opens : "" or what must lie open, "any" or "pung". void : no tile of the declared suit.
    facts : what must hold besides, and what must not.
    fixed : groups that must be there, melded or not, as (type, lowest kind) in ascending order, repeats included (mjsim/compile/rows.py).
    """

    suits: frozenset[int] | None = None
    kinds: int = ALL_PLACES
    pairs: int = ALL_PLACES
    each: int = ALL_PLACES
    sets: str = "any"
    needs: frozenset[Need] = frozenset()
    heavy: int = 0
    opens: str = ""
    void: bool = False
    facts: frozenset[tuple[Fact, bool]] = field(default=frozenset())
    fixed: tuple[tuple[int, int], ...] = ()

    def both(self, other: Plan) -> Plan | None:
        """The hands of both plans; None if there are none."""
        suits = self.suits if other.suits is None else other.suits if self.suits is None else self.suits & other.suits
        facts = self.facts | other.facts
        sets = self.sets if other.sets in ("any", self.sets) else other.sets if self.sets == "any" else "none"
        if suits == frozenset() or sets == "none" or any((fact, not truth) in facts for fact, truth in facts):
            return None
        return Plan(
            suits,
            self.kinds & other.kinds,
            self.pairs & other.pairs,
            self.each & other.each,
            sets,
            self.needs | other.needs,
            max(self.heavy, other.heavy),
            "pung" if "pung" in (self.opens, other.opens) else self.opens or other.opens,
            self.void or other.void,
            facts,
            tuple(sorted((Counter(self.fixed) | Counter(other.fixed)).elements())),
        )

    def facts_used(self) -> set[Fact]:
        """Facts that change what the plan still asks of the hand."""
        used = {fact for fact, _ in self.facts} | {need.fact for need in self.needs}
        if self.suits is not None or self.void:
            used |= {suit_laid(suit) for suit in range(3)}
        if self.void:
            used |= {Fact(A.VOID_IS, suit) for suit in range(3)}
        if self.kinds != ALL_PLACES:
            used.add(Fact(A.TOUCHES, ALL_PLACES & ~self.kinds))
        if self.sets == "pungs":
            used.add(Fact(A.HAS_CHOW))
        if self.sets == "chows":
            used.add(Fact(A.HAS_PUNG, ALL_PLACES))
        if self.heavy:
            used |= {Fact(A.TILES_IN, (511 << (9 * suit)) | n << 44) for suit in range(3) for n in (4, 8)}
        if self.opens:
            used.add(opening(self.opens))
        return used

    def lighter(self) -> Plan:
        """The plan with so few requirements of groups that its tables stay small: pungs matter more than tiles that touch some kinds."""
        room = MOST_NEEDS - (self.suits is not None and not closed_below(self.suits))
        needs = sorted(self.needs, key=lambda need: (not need.pung, need.kinds.bit_count()))
        return replace(self, needs=frozenset(needs[:room]))



def opening(opens: str) -> Fact:
    """The fact that the hand is open as a plan wants it."""
    return Fact(A.OPEN_PUNG if opens == "pung" else A.OPEN_MELD)


def closed_below(suits: frozenset[int]) -> bool:
    """May any suit be left out?"""
    return all(other in suits for mask in suits for other in range(8) if other & mask == other)


ANYTHING = (Plan(),)
NOTHING: tuple[Plan, ...] = ()
Plans = tuple[Plan, ...]


def both(left: Plans, right: Plans) -> Plans:
    """Hands of some plan of each."""
    return either(plan for a, b in product(left, right) if (plan := a.both(b)) is not None)


def either(plans: Iterable[Plan]) -> Plans:
    """Plans without repetition; anything, if one of them is no restriction."""
    found = tuple(dict.fromkeys(plans))
    return ANYTHING if Plan() in found else found


def alive(plan: Plan, known: dict[Fact, bool]) -> bool:
    """Can the plan still be carried out?"""
    return (
        all(known[fact] == truth for fact, truth in plan.facts)
        and not (plan.kinds != ALL_PLACES and known[Fact(A.TOUCHES, ALL_PLACES & ~plan.kinds)])
        and not (plan.sets == "pungs" and known[Fact(A.HAS_CHOW)])
        and not (plan.sets == "chows" and known[Fact(A.HAS_PUNG, ALL_PLACES)])
    )


def ways_of(plan: Plan, columns: Way, known: dict[Fact, bool]) -> tuple[Way, ...]:
    """The ways to complete a hand by a plan that is alive, melds as the facts say."""
    mine = [narrowed(column, colour, plan) for colour, column in enumerate(columns)]
    ways = [(*suits, mine[3]) for suits in suit_ways(plan, mine[:3], known)]
    for need in sorted(plan.needs, key=lambda need: (need.kinds, need.pung)):
        if not known[need.fact]:
            ways = [changed for way in ways for changed in providing(way, need)]
    if plan.heavy:
        ways = [changed for way in ways for changed in heavy_ways(way, plan.heavy, known)]
    return tuple(dict.fromkeys(ways))  # type: ignore[arg-type]  # four columns


def narrowed(column: Column, colour: int, plan: Plan) -> Column:
    """The groups of a column that a plan allows."""

    def within(group: Group, kinds: int) -> bool:
        return all(kinds >> (9 * colour + rank) & 1 for rank in group)

    def allowed(group: Group) -> bool:
        if not within(group, plan.kinds) or not any(plan.each >> (9 * colour + rank) & 1 for rank in group):
            return False
        if len(group) == 2:
            return within(group, plan.pairs)
        return plan.sets == "any" or (len(set(group)) == 1) == (plan.sets == "pungs")

    return replace(column, groups=tuple(group for group in column.groups if allowed(group)))


def suit_ways(plan: Plan, suits: list[Column], known: dict[Fact, bool]) -> list[tuple[Column, ...]]:
    """The three suits' columns for each choice of suits that the plan allows; a suit that is laid down is there already."""
    void = next((suit for suit in range(3) if plan.void and known[Fact(A.VOID_IS, suit)]), -1)
    if plan.suits is None and void < 0:
        return [tuple(suits)]
    laid = sum(known[suit_laid(suit)] << suit for suit in range(3))
    in_set = sum(bool(column.groups) << suit for suit, column in enumerate(suits))
    present = {
        mask
        for mask in (plan.suits if plan.suits is not None else range(8))
        if mask & laid == laid and not (void >= 0 and mask >> void & 1)
    }
    present = {mask for mask in present if mask & ~laid & ~in_set == 0}
    ways: list[tuple[Column, ...]] = []
    covered: set[int] = set()
    for mask in sorted(present, key=lambda mask: -mask.bit_count()):
        if mask in covered:
            continue
        below = {other for other in range(8) if other & mask == other and other & laid == laid}
        free = below <= present
        covered |= below if free else {mask}
        ways.append(
            tuple(
                least_of(column, 0 if free or laid >> suit & 1 else 1) if mask >> suit & 1 else BARRED for suit, column in enumerate(suits)
            )
        )
    return ways


def least_of(column: Column, least: int) -> Column:
    return replace(column, least=max(column.least, least)) if column.groups else column


def providing(way: tuple[Column, ...], need: Need) -> list[tuple[Column, ...]]:
    """For each colour that can fulfil a need, the way in which it must."""
    found = []
    for colour, column in enumerate(way):
        groups = tuple(group for group in column.groups if fulfils(group, colour, need))
        if groups:
            giving = replace(column, gives=(*column.gives, groups))
            found.append((*way[:colour], giving, *way[colour + 1 :]))
    return found


def fulfils(group: Group, colour: int, need: Need) -> bool:
    """Does a group of a colour fulfil a need?"""
    inside = [bool(need.kinds >> (9 * colour + rank) & 1) for rank in group]
    return len(group) == 3 and len(set(group)) == 1 and all(inside) if need.pung else any(inside)


def heavy_ways(way: tuple[Column, ...], tiles: int, known: dict[Fact, bool]) -> list[tuple[Column, ...]]:
    """For each suit the way in which it has so many tiles, those laid down included (whole kongs of the suit)."""
    found = []
    for suit in range(3):
        laid = sum(4 for n in (4, 8) if known[Fact(A.TILES_IN, (511 << (9 * suit)) | n << 44)])
        if way[suit].groups:
            found.append((*way[:suit], least_of(way[suit], max(0, tiles - laid)), *way[suit + 1 :]))
    return found


def entry(plans: Plans, columns: Way, known: dict[Fact, bool]) -> tuple[tuple[Way, ...], int]:
    """Ways of all plans that are alive with these facts, and flags for the policy; no ways if none is."""
    living = [plan for plan in plans if alive(plan, known)]
    ways = tuple(dict.fromkeys(way for plan in living for way in ways_of(plan, columns, known)))
    if columns in ways:
        ways = (columns,)
    flags = 0
    if living and all(plan.opens and not known[opening(plan.opens)] for plan in living):
        flags = A.FLAG_OPEN_PUNG if all(plan.opens == "pung" for plan in living) else A.FLAG_OPEN
    return ways[:MOST_WAYS], flags
