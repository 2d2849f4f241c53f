"""Could these tiles be a complete hand of a shape? A quick look before its readings are worked out in full.

For sets and a pair each colour is looked at by itself: how few jokers let its tiles become m sets and p pairs, nothing left
over. The answers are remembered, since the same few tiles of a colour come back in hand after hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjsim.referee.book import HONORS, YAO, Book
from mjsim.referee.special import KNITTED, spread
from mjsim.tiles import KINDS, kinds_in
from mjsim.variant.model import Shape

Colour = tuple[int, ...]
Needs = dict[tuple[int, int], int]
"""Jokers needed by (sets, pairs)."""
NEVER = 99


def needs(book: Book, colour: int, counts: Colour, plays: int) -> Needs:
    """For one colour (0-2 suits of nine kinds, 3 and 4 the honours): fewest jokers that make m sets and p pairs of its tiles."""
    key = ("needs", 0 if colour < 3 and not plays else colour, counts, plays)
    known = book.memo.get(key)
    if known is None:
        known = book.memo[key] = _needs(book, colour * 9, list(counts), plays)
    return known  # type: ignore[return-value]  # this key holds Needs


def _needs(book: Book, first: int, counts: list[int], plays: int) -> Needs:
    lowest = next((i for i, count in enumerate(counts) if count), None)
    if lowest is None:
        return {(0, 0): 0}
    best: Needs = {}
    for way in book.ways_of(first + lowest, plays):
        rest = counts.copy()
        for kind, filled in zip(way.kinds, way.fill, strict=True):
            rest[kind - first] -= not filled
        if min(rest) < 0:
            continue
        pair = way.sort == "pair"
        for (sets, pairs), jokers in needs(book, first // 9, tuple(rest), plays).items():
            key = (sets + (not pair), pairs + pair)
            best[key] = min(best.get(key, NEVER), jokers + way.jokers)
    return best


def _sets_complete(book: Book, counts: Sequence[int], jokers: int, sets: int, plays: int) -> bool:
    """Sets and a pair: the colours together need no more sets, pairs and jokers than there are."""
    made: Needs = {(0, 0): 0}
    for colour in range(-(-len(counts) // 9)):
        part = needs(book, colour, tuple(counts[colour * 9 : colour * 9 + 9]), plays if jokers else 0)
        both: Needs = {}
        for (m1, p1), j1 in made.items():
            for (m2, p2), j2 in part.items():
                if m1 + m2 <= sets and p1 + p2 <= 1 and j1 + j2 <= jokers:
                    key = (m1 + m2, p1 + p2)
                    both[key] = min(both.get(key, NEVER), j1 + j2)
        made = both
        if not made:
            return False
    return True


def possible(book: Book, shape: Shape, counts: list[int], jokers: int, melds: int, plays: int) -> bool:
    """Necessary for the shape, and nearly always enough. A free shape depends on more than the tiles and is always possible."""
    match shape.form:
        case "sets":
            return _sets_complete(book, counts, jokers, book.sets - melds, plays)
        case "pairs":
            return sum(count % 2 for count in counts) <= jokers + shape.odd
        case "orphans":
            return all(not counts[kind] or kind in YAO for kind in range(KINDS)) and sum(max(0, count - 1) for count in counts) <= 1
        case "apart":
            return max(counts) <= 1 and spread([kind for kind in range(KINDS) if counts[kind]], shape.gap)
        case "knitted":
            held = {kind for kind in range(KINDS) if counts[kind]}
            return max(counts) <= 1 and any(held <= set(knitted + HONORS) for knitted in KNITTED)
        case "knit3":
            return melds <= book.sets - 3 and missing_knitted(counts) <= jokers
        case _:
            return True


def completing(book: Book, shape: Shape, counts: list[int], jokers: int, melds: int, plays: int) -> list[int]:
    """Kinds of the set one natural tile of which may complete the shape (see `possible`); all kinds for a free shape."""
    found = []
    for kind in _candidates(book, shape, counts, jokers, plays):
        counts[kind] += 1
        if possible(book, shape, counts, jokers, melds, plays):
            found.append(kind)
        counts[kind] -= 1
    return found


def _candidates(book: Book, shape: Shape, counts: list[int], jokers: int, plays: int) -> Iterable[int]:
    """Kinds worth trying. A tile changes one colour of sets and a pair, so a colour beyond repair must be the one."""
    kinds = kinds_in(book.kinds)
    match shape.form:
        case "pairs":
            return kinds if sum(count % 2 for count in counts) <= jokers + 1 + shape.odd else ()
        case "knit3":
            return kinds if missing_knitted(counts) <= jokers + 1 else ()
        case "orphans" | "apart" | "knitted":
            return kinds if possible(book, shape, counts, jokers, 0, plays) else ()
        case "free":
            return kinds
    broken = []
    for colour in range(-(-len(counts) // 9)):
        part = needs(book, colour, tuple(counts[colour * 9 : colour * 9 + 9]), plays if jokers else 0)
        if not part or min(part.values()) > jokers:
            broken.append(colour)
    return () if len(broken) > 1 else [kind for kind in kinds if not broken or kind // 9 == broken[0]]


def missing_knitted(counts: Sequence[int]) -> int:
    """Tiles that a knitted straight lacks at least."""
    return min(sum(not counts[kind] for kind in knitted) for knitted in KNITTED)
