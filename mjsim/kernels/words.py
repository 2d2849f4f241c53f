"""The tiles of one colour in one int64: a hand, or the unseen tiles, is four such words (m, p, s, honours).

    bits  0-35   counts in unary, by planes: bit 9 n + r is set if more than n tiles of rank r are there (n = 0..3, r = 0..8)
    bits 36-47   base-5 code of the counts of ranks 0-4
    bits 48-57   base-5 code of the counts of ranks 5-8

Kind k is rank k % 9 of colour k // 9; honours are ranks 0-6 (E S W N C F P). The codes give the index of the colour's state by two look-ups
and an addition: lower codes are ordered by number of tiles, so those that fit beside an upper code are a prefix of that order, and honours,
which in most variants have no ranks 7 and 8, use the first states of the same numbering.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels.jit import entry, inline, inline_entry, popcount

NARROW, WIDE = 14, 17
"""Most tiles of a hand of four and of five sets: the two numberings of states."""
WIDE_BASE = 625
"""Offset into `BASE` of the numbering for `WIDE`; 0 for `NARROW`."""

KINDS9 = 0x1FF
PLANES = 0x1 | 0x1 << 9 | 0x1 << 18 | 0x1 << 27
"""One bit in each of the four planes: times a 9-bit mask it repeats the mask in every plane."""
LOWER, UPPER = 36, 48

STEP = np.array([5**r << LOWER for r in range(5)] + [5**r << UPPER for r in range(4)], dtype=np.int64)
COUNTED = np.array([[n * int(STEP[r]) + sum(1 << (9 * plane + r) for plane in range(n)) for n in range(5)] for r in range(9)]).reshape(-1)
"""Word of n tiles of rank r alone, at 5 r + n."""


def _sums(digits: int) -> np.ndarray:
    codes = np.arange(5**digits)
    return sum((codes // 5**i % 5 for i in range(digits)), start=np.zeros_like(codes))


def _base(limit: int) -> np.ndarray:
    """First state index of each upper code: how many lower codes fit beside the codes before it."""
    fitting = np.cumsum(np.bincount(_sums(5), minlength=limit + 21))
    room = limit - _sums(4)
    return np.concatenate([[0], np.cumsum(np.where(room >= 0, fitting[np.maximum(room, 0)], 0))])


BY_SIZE = np.lexsort((np.arange(3125), _sums(5)))
"""Lower codes ordered by number of tiles, then code."""
ORDER = np.empty(3125, dtype=np.uint16)
ORDER[BY_SIZE] = np.arange(3125)
BASE = np.concatenate([_base(NARROW)[:-1], _base(WIDE)[:-1]]).astype(np.int32)


@inline
def kinds(word):
    """9-bit mask of the ranks held."""
    return word & KINDS9


@inline
def at_least(word, n):
    """9-bit mask of the ranks of which n (1-4) or more are held."""
    return word >> (9 * (n - 1)) & KINDS9


@inline
def count(word, rank):
    """Tiles of a rank, 0-4."""
    return popcount(word >> rank & PLANES)


@inline
def tiles(word):
    """Number of tiles."""
    return popcount(word & 0xFFFFFFFFF)


@inline_entry
def add(word, rank):
    """The word with one more tile of a rank, of which fewer than four are there."""
    return word + STEP[np.uint64(rank)] + (1 << (9 * count(word, rank) + rank))


@inline_entry
def remove(word, rank):
    """The word with one tile less of a rank, of which at least one is there."""
    return word - STEP[np.uint64(rank)] - (1 << (9 * (count(word, rank) - 1) + rank))


@inline
def live(unseen, mask):
    """Unseen tiles among the ranks of a 9-bit mask."""
    return popcount(unseen & (mask * PLANES))


@inline
def index(word, wide):
    """State index of a word; wide is 0 or `WIDE_BASE`."""
    return np.int64(BASE[np.uint64(wide + (word >> UPPER))]) + np.int64(ORDER[np.uint64(word >> LOWER & 0xFFF)])


@inline_entry
def from_counts(counts, colour):
    """Word of one colour (0-3) from counts by kind (34 long, or 36 where the honours have nine ranks; each 0-4)."""
    word = np.int64(0)
    for rank in range(min(9, len(counts) - 9 * colour)):
        word += COUNTED[np.uint64(5 * rank + counts[9 * colour + rank])]
    return word


@entry
def words_of(counts, out):
    """Fill out, int64 (4,), with the words of counts by kind, any integer type (34 or 36 long)."""
    for colour in range(4):
        out[colour] = from_counts(counts, colour)
