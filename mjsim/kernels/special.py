"""Hands that are not sets and a pair: tiles missing, and useful tiles, from the four words of a hand by bit arithmetic.

A *form* is one bit; a set of forms is their sum. Distances are to 14 tiles (17 for eight pairs and a tile). With jokers subtract their number.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.words import KINDS9, add, at_least, kinds

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
TABLE_FREE = (PAIRS, PAIRS_DISTINCT, PAIRS_EIGHT, ORPHANS, APART, APART_ALL, KNITTED)

IMPOSSIBLE = 31
TERMINALS = 0x101
HONORS7 = 0x7F
ALL34 = (1 << 34) - 1
KNITS = np.array([0x49, 0x92, 0x124], dtype=np.int64)
"""147, 258, 369 as 9-bit masks."""
DEALINGS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], dtype=np.int64)
"""The six ways to deal the three knits to the suits."""


def _apart_tables() -> tuple[np.ndarray, np.ndarray]:
    """Per mask of ranks held: most of them that are three apart (bits 0-1), whether only a pair that no third rank can join has so many
    (bit 2); and the mask of ranks that raise that number.
    """
    def spread(ranks: tuple[int, ...]) -> bool:
        return all(b - a >= 3 for a, b in combinations(ranks, 2))

    triples = [sum(1 << r for r in c) for c in combinations(range(9), 3) if spread(c)]
    closed = [m for c in combinations(range(9), 2) if spread(c) for m in [sum(1 << r for r in c)] if not any(m & t == m for t in triples)]
    best, lonely = np.zeros(512, dtype=np.int64), np.zeros(512, dtype=np.int64)
    for mask in range(512):
        three = max((mask & t).bit_count() for t in triples)
        two = max((mask & t).bit_count() for t in closed)
        best[mask], lonely[mask] = max(three, two), two > three
    gains = [sum(1 << r for r in range(9) if best[mask | 1 << r] > best[mask]) for mask in range(512)]
    return best | lonely << 2, np.array(gains, dtype=np.int64)


APART_BEST, APART_GAINS = _apart_tables()


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


@inline
def only_deficiency(mask, size, a, b, c, d):
    """Tiles missing to `size` tiles of a 34-bit mask of kinds."""
    missing = size
    for n in range(1, 5):
        missing -= popcount(held_at_least(n, a, b, c, d) & mask)
    return max(missing, 0)


@njit
def pairs_distance(n, extra, a, b, c, d):
    """(tiles missing, useful kinds) of n pairs, four alike being two, and `extra` more tiles."""
    one, two, three, four = held_at_least(1, a, b, c, d), held_at_least(2, a, b, c, d), held_at_least(3, a, b, c, d), held_at_least(4, a, b, c, d)
    pairs = min(popcount(two) + popcount(four), n)
    odd = (one & ~two) | (three & ~four)
    need = n - pairs + extra
    singles = popcount(odd)
    missing = 2 * n + extra - 2 * pairs - min(singles, need)
    if missing == 0:
        return missing, np.int64(0)
    return missing, (odd if pairs < n else np.int64(0)) | (~four & ALL34 if singles < need else np.int64(0))


@njit
def pairs_distinct_distance(a, b, c, d):
    """(tiles missing, useful kinds) of seven pairs of seven kinds."""
    one, two = held_at_least(1, a, b, c, d), held_at_least(2, a, b, c, d)
    pairs = min(popcount(two), 7)
    singles = popcount(one & ~two)
    missing = 14 - 2 * pairs - min(singles, 7 - pairs)
    if missing == 0:
        return missing, np.int64(0)
    return missing, (one & ~two) | (~one & ALL34 if singles < 7 - pairs else np.int64(0))


@njit
def orphans_distance(a, b, c, d):
    """(tiles missing, useful kinds) of thirteen orphans."""
    orphans = kind_mask(TERMINALS, TERMINALS, TERMINALS, HONORS7)
    one, two = held(a, b, c, d) & orphans, held_at_least(2, a, b, c, d) & orphans
    missing = 14 - popcount(one) - (two != 0)
    if missing == 0:
        return missing, np.int64(0)
    return missing, orphans & ~one if two != 0 else orphans


@inline
def _apart_missing(a, b, c, d, need):
    """Tiles missing; `need` honours must be there (0 or 7). Three suits of which each has only two that go together leave 13 places."""
    x, y, z = APART_BEST[np.uint64(kinds(a))], APART_BEST[np.uint64(kinds(b))], APART_BEST[np.uint64(kinds(c))]
    suited = (x & 3) + (y & 3) + (z & 3) - (x >> 2 & y >> 2 & z >> 2)
    honors = popcount(kinds(d))
    return 14 - min(suited, 14 - need) - honors if need == 7 else 14 - min(suited + honors, 14)


@njit
def apart_distance(a, b, c, d, need):
    """(tiles missing, useful kinds) of tiles apart; need = 7 if all honours must be there, else 0."""
    missing = _apart_missing(a, b, c, d, need)
    useful = np.int64(0)
    if missing == 0:
        return missing, useful
    candidates = kind_mask(KINDS9, KINDS9, KINDS9, HONORS7) & ~held(a, b, c, d)
    while candidates:
        kind = ctz(candidates)
        candidates &= candidates - 1
        rank = kind % 9
        w, x, y, z = a, b, c, d
        if kind < 9:
            w = add(a, rank)
        elif kind < 18:
            x = add(b, rank)
        elif kind < 27:
            y = add(c, rank)
        else:
            z = add(d, rank)
        if _apart_missing(w, x, y, z, need) < missing:
            useful |= np.int64(1) << kind
    return missing, useful


@njit
def knitted_distance(a, b, c, d):
    """(tiles missing, useful kinds) of honours and knitted tiles."""
    best, useful = np.int64(-1), np.int64(0)
    for i in range(6):
        x, y, z = KNITS[DEALINGS[i, 0]], KNITS[DEALINGS[i, 1]], KNITS[DEALINGS[i, 2]]
        n = popcount(a & x) + popcount(b & y) + popcount(c & z)
        lacking = kind_mask(x & ~a, y & ~b, z & ~c, HONORS7 & ~d)
        if n > best:
            best, useful = n, lacking
        elif n == best:
            useful |= lacking
    missing = 14 - min(best + popcount(kinds(d)), 14)
    return missing, useful if missing else np.int64(0)


@njit
def special_distance(form, a, b, c, d):
    """(tiles missing, 34-bit mask of useful kinds) of one form without tables; (31, 0) of any other."""
    if form == PAIRS:
        return pairs_distance(7, 0, a, b, c, d)
    if form == PAIRS_DISTINCT:
        return pairs_distinct_distance(a, b, c, d)
    if form == PAIRS_EIGHT:
        return pairs_distance(8, 1, a, b, c, d)
    if form == ORPHANS:
        return orphans_distance(a, b, c, d)
    if form == APART:
        return apart_distance(a, b, c, d, 0)
    if form == APART_ALL:
        return apart_distance(a, b, c, d, 7)
    if form == KNITTED:
        return knitted_distance(a, b, c, d)
    return np.int64(IMPOSSIBLE), np.int64(0)


@inline
def special_deficiency(form, a, b, c, d):
    """Tiles missing to one form."""
    return special_distance(form, a, b, c, d)[0]


@inline
def special_useful(form, a, b, c, d):
    """34-bit mask of the kinds that bring one form nearer."""
    return special_distance(form, a, b, c, d)[1]
