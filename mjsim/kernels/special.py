"""Hands that are not sets and a pair: tiles missing, and useful tiles, from the four words of a hand by bit arithmetic.

A *form* is one bit; a set of forms is their sum. Distances are to 14 tiles (17 for eight pairs and a tile). With jokers subtract their
number.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mjsim.kernels.jit import entry, inline, inline_entry, popcount
from mjsim.kernels.words import at_least, kinds

PAIRS = 1
"""Seven pairs; four alike are two pairs."""
PAIRS_DISTINCT = 2
"""Seven pairs of seven kinds."""
PAIRS_EIGHT = 4
"""Eight pairs and one more tile; four alike are two pairs."""
ORPHANS = 8
"""One of each terminal and honour, and one more of them."""
APART = 16
"""Fourteen single tiles: those of a suit at least three ranks apart, honours all different."""
APART_ALL = 32
"""The same with all seven honours."""
KNITTED = 64
"""Fourteen of the sixteen tiles 147, 258, 369 (a suit each) and the seven honours."""
KNIT3 = 128
"""147, 258, 369 of a suit each, a set and a pair: needs tables, so `distance.py` rates it."""

IMPOSSIBLE = 31
NONE, ONE, SEVEN, EIGHT = np.int64(0), np.int64(1), np.int64(7), np.int64(8)
TERMINALS = 0x101
HONORS7 = 0x7F
ALL34 = (1 << 34) - 1
KNITS = np.array([0x49, 0x92, 0x124], dtype=np.int64)
"""147, 258, 369 as 9-bit masks."""
DEALINGS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], dtype=np.int64)
"""The six ways to deal the three knits to the suits."""


def _apart_table() -> np.ndarray:
    """Per mask of ranks held: most of them that are three apart (bits 0-1), and whether only a pair that no third rank can join has so
    many (bit 2).
    """

    def spread(ranks: tuple[int, ...]) -> bool:
        return all(b - a >= 3 for a, b in combinations(ranks, 2))

    def masks(size: int) -> list[int]:
        return [sum(1 << rank for rank in ranks) for ranks in combinations(range(9), size) if spread(ranks)]

    triples = masks(3)
    closed = [mask for mask in masks(2) if not any(mask & triple == mask for triple in triples)]
    table = np.empty(512, dtype=np.int64)
    for mask in range(512):
        three = max((mask & triple).bit_count() for triple in triples)
        two = max((mask & pair).bit_count() for pair in closed)
        table[mask] = max(three, two) | (two > three) << 2
    return table


APART_BEST = _apart_table()


@inline
def kind_mask(a, b, c, d):
    """34-bit mask of kinds from four 9-bit masks."""
    return a | b << 9 | c << 18 | d << 27


@inline
def held(a, b, c, d):
    """34-bit mask of the kinds held."""
    return kind_mask(kinds(a), kinds(b), kinds(c), kinds(d))


@inline
def held_at_least(n, a, b, c, d):
    """34-bit mask of the kinds of which n or more are held."""
    return kind_mask(at_least(a, n), at_least(b, n), at_least(c, n), at_least(d, n))


@inline_entry
def only_deficiency(mask, size, a, b, c, d):
    """Tiles missing to `size` tiles of a 34-bit mask of kinds."""
    missing = size
    for n in range(1, 5):
        missing -= popcount(held_at_least(n, a, b, c, d) & mask)
    return max(missing, 0)


@inline
def _pairs_parts(n, extra, a, b, c, d):
    """(pairs, kinds with an odd tile, kinds held four times, tiles missing) towards n pairs, four alike being two, and `extra` more
    tiles.
    """
    one, two, three, four = (
        held_at_least(np.int64(1), a, b, c, d),
        held_at_least(np.int64(2), a, b, c, d),
        held_at_least(np.int64(3), a, b, c, d),
        held_at_least(np.int64(4), a, b, c, d),
    )
    pairs = min(popcount(two) + popcount(four), n)
    odd = (one & ~two) | (three & ~four)
    return pairs, odd, four, 2 * n + extra - 2 * pairs - min(popcount(odd), n - pairs + extra)


@inline
def _pairs_useful(n, extra, a, b, c, d):
    pairs, odd, four, missing = _pairs_parts(n, extra, a, b, c, d)
    if missing == 0:
        return np.int64(0)
    return (odd if pairs < n else np.int64(0)) | (~four & ALL34 if popcount(odd) < n - pairs + extra else np.int64(0))


@inline
def _distinct_missing(a, b, c, d):
    one, two = held_at_least(np.int64(1), a, b, c, d), held_at_least(np.int64(2), a, b, c, d)
    pairs = min(popcount(two), 7)
    return 14 - 2 * pairs - min(popcount(one & ~two), 7 - pairs)


@inline
def _distinct_useful(a, b, c, d):
    one, two = held_at_least(np.int64(1), a, b, c, d), held_at_least(np.int64(2), a, b, c, d)
    need = 7 - popcount(two)
    if need <= 0:
        return np.int64(0)
    return (one & ~two) | (~one & ALL34 if popcount(one & ~two) < need else np.int64(0))


ORPHAN_KINDS = TERMINALS | TERMINALS << 9 | TERMINALS << 18 | HONORS7 << 27


@inline
def _orphans_missing(a, b, c, d):
    return 14 - popcount(held(a, b, c, d) & ORPHAN_KINDS) - (held_at_least(np.int64(2), a, b, c, d) & ORPHAN_KINDS != 0)


@inline
def _orphans_useful(a, b, c, d):
    one, two = held(a, b, c, d) & ORPHAN_KINDS, held_at_least(np.int64(2), a, b, c, d) & ORPHAN_KINDS
    return ORPHAN_KINDS & ~one if two != 0 else np.int64(ORPHAN_KINDS)


@inline
def _apart_missing(need, a, b, c, d):
    """Tiles missing; `need` honours must be there (0 or 7). Three suits of which each has only two that go together leave 13 places."""
    x, y, z = APART_BEST[np.uint64(kinds(a))], APART_BEST[np.uint64(kinds(b))], APART_BEST[np.uint64(kinds(c))]
    suited = (x & 3) + (y & 3) + (z & 3) - (x >> 2 & y >> 2 & z >> 2)
    return 14 - min(suited, 14 - need) - popcount(kinds(d)) if need else 14 - min(suited + popcount(kinds(d)), 14)


@entry
def _apart_useful(need, a, b, c, d):
    missing = _apart_missing(need, a, b, c, d)
    useful = np.int64(0)
    if missing == 0:
        return useful
    for rank in range(9):
        bit = np.int64(1) << rank
        if _apart_missing(need, a | bit, b, c, d) < missing:
            useful |= bit
        if _apart_missing(need, a, b | bit, c, d) < missing:
            useful |= bit << 9
        if _apart_missing(need, a, b, c | bit, d) < missing:
            useful |= bit << 18
        if rank < 7 and _apart_missing(need, a, b, c, d | bit) < missing:
            useful |= bit << 27
    return useful


@inline
def _knitted_best(a, b, c):
    """(most tiles of a dealing of the knits, kinds lacking to the dealings that have them)."""
    best, lacking = np.int64(-1), np.int64(0)
    for i in range(6):
        x, y, z = KNITS[DEALINGS[i, 0]], KNITS[DEALINGS[i, 1]], KNITS[DEALINGS[i, 2]]
        n = popcount(a & x) + popcount(b & y) + popcount(c & z)
        if n > best:
            best, lacking = n, np.int64(0)
        if n == best:
            lacking |= kind_mask(x & ~a, y & ~b, z & ~c, NONE)
    return best, lacking


@inline
def _knitted_missing(a, b, c, d):
    return 14 - min(_knitted_best(a, b, c)[0] + popcount(kinds(d)), 14)


@inline
def _knitted_useful(a, b, c, d):
    return _knitted_best(a, b, c)[1] | kind_mask(NONE, NONE, NONE, HONORS7 & ~d) if _knitted_missing(a, b, c, d) else np.int64(0)


@entry
def special_deficiency(forms, a, b, c, d):
    """Tiles missing to one form, or to the nearest of several (`IMPOSSIBLE` if there is none but `KNIT3`)."""
    best = np.int64(IMPOSSIBLE)
    if forms & PAIRS:
        best = min(best, _pairs_parts(SEVEN, NONE, a, b, c, d)[3])
    if forms & PAIRS_DISTINCT:
        best = min(best, _distinct_missing(a, b, c, d))
    if forms & PAIRS_EIGHT:
        best = min(best, _pairs_parts(EIGHT, ONE, a, b, c, d)[3])
    if forms & ORPHANS:
        best = min(best, _orphans_missing(a, b, c, d))
    if forms & APART:
        best = min(best, _apart_missing(NONE, a, b, c, d))
    if forms & APART_ALL:
        best = min(best, _apart_missing(SEVEN, a, b, c, d))
    if forms & KNITTED:
        best = min(best, _knitted_missing(a, b, c, d))
    return best


@entry
def special_useful(form, a, b, c, d):
    """34-bit mask of the kinds that bring one form nearer."""
    if form == PAIRS:
        return _pairs_useful(SEVEN, NONE, a, b, c, d)
    if form == PAIRS_DISTINCT:
        return _distinct_useful(a, b, c, d)
    if form == PAIRS_EIGHT:
        return _pairs_useful(EIGHT, ONE, a, b, c, d)
    if form == ORPHANS:
        return _orphans_useful(a, b, c, d) if _orphans_missing(a, b, c, d) else np.int64(0)
    if form == APART or form == APART_ALL:
        return _apart_useful(SEVEN if form == APART_ALL else NONE, a, b, c, d)
    if form == KNITTED:
        return _knitted_useful(a, b, c, d)
    return np.int64(0)
