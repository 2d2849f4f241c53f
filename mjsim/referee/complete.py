"""Could these tiles be a complete hand? A quick look before the readings are worked out in full.

For sets and a pair each colour is looked at by itself: how few jokers let its tiles become m sets and p pairs, nothing left
over. The answers are remembered, since the same few tiles of a colour come back in hand after hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjsim.referee.arrange import Holding, arrangements, stand_in_kind
from mjsim.referee.book import HONORS, YAO, Book
from mjsim.referee.special import KNITTED, spread
from mjsim.tiles import KINDS
from mjsim.variant.model import Shape

Colour = tuple[int, ...]
Needs = dict[tuple[int, int], int]
"""Jokers needed by (sets, pairs)."""
NEVER = 99


def needs(book: Book, colour: int, counts: Colour, plays: int) -> Needs:
    """For one colour (0-2 suits of nine kinds, 3 the honours): fewest jokers that make m sets and p pairs of its tiles."""
    key = ("needs", colour if plays else min(colour, 0 if colour < 3 else 3), counts, plays)
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
    for colour in range(4):
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


def _shape_possible(book: Book, shape: Shape, counts: list[int], jokers: int, melds: int, plays: int) -> bool:
    """Necessary for the shape; enough too where jokers are not restricted."""
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
            return max(counts) <= 1 and any(held <= set(_knitted_kinds(suits)) for suits in KNITTED)
        case "knit3":
            return melds <= book.sets - 3 and any(
                sum(not counts[kind] for kind in _knitted_kinds(suits)[:9]) <= jokers for suits in KNITTED
            )
        case _:
            return True


def _knitted_kinds(suits: tuple[int, int, int]) -> list[int]:
    return [suit * 9 + first + step for first, suit in enumerate(suits) for step in (0, 3, 6)] + list(HONORS)


def may_be_complete(book: Book, holding: Holding) -> bool:
    """False if no reading exists; True nearly always means that one does (readings decide).

    Free shapes depend on more than the tiles and are always taken to be possible.
    """
    jokers = sum(kind in holding.jokers for kind in holding.tiles) + book.variant.jokers.virtual
    counts = [0] * KINDS
    for kind in holding.tiles:
        if kind not in holding.jokers:
            counts[book.own_kind(kind)] += 1
    if not holding.given and holding.tile in holding.jokers:
        jokers += 1
    elif book.own_kind(holding.tile) < KINDS:
        counts[book.own_kind(holding.tile)] += 1
    return _possible(book, holding, counts, jokers)


def _possible(book: Book, holding: Holding, counts: list[int], jokers: int) -> bool:
    stand_in = stand_in_kind(book, holding.jokers)
    melds, plays = len(holding.melds), book.plays_of(holding.jokers)
    for name, shape in book.shapes.items():
        if (melds and not shape.melds) or (shape.self_only and holding.given):
            continue
        if shape.form == "free":
            return True
        for played in _with_stand_in(book, counts, stand_in, holding.jokers, name):
            if sum(played) + jokers + 3 * melds == book.size and _shape_possible(book, shape, played, jokers, melds, plays):
                return True
    return False


def _with_stand_in(book: Book, counts: list[int], stand_in: int | None, jokers: tuple[int, ...], shape: str) -> list[list[int]]:
    rule = book.variant.jokers
    if stand_in is None or not counts[stand_in] or shape in rule.stand_in_not:
        return [counts]
    number = counts[stand_in] if rule.stand_in_count == "all" else 1
    changed = counts.copy()
    changed[stand_in] -= number
    changed[jokers[0]] += number
    return [changed] if rule.stand_in_count == "all" else [counts, changed]


def is_complete(book: Book, holding: Holding, free: object = None) -> bool:
    """Whether some reading exists; `free` as in `arrangements`, without it free shapes do not count."""
    judge = free if callable(free) else (lambda shape, reading: False)
    return may_be_complete(book, holding) and next(arrangements(book, holding, judge), None) is not None
