"""The kinds that a hand without jokers waits for, colour by colour, without looking for readings.

A colour is one word, three bits for the count of each rank. Sets of a colour are taken from the lowest rank up: three alike are a pung
(three equal chows are three pungs), what is left of a rank begins chows. Ranks of sets sum to a multiple of three, so only pairs of every
third rank can leave sets behind.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.seam import seam
from mjsim.kernels.singles import HONORS, SUITED, YAO, knitted

EVERY = 0o111111111
"""The lowest bit of each rank of a word."""
TRIPLES = 0o7007007
"""Three bits in every nine."""
FIRSTS = 0o007007007
"""All bits of ranks 1, 4, 7."""


@njit
def waits_apply(image, table):
    """Can `plain_waits` answer for this hand: no jokers, ordinary sets, none of the shapes that only an expression knows?"""
    if table[L.T_JOKERS] or image[L.JOKER_VIRTUAL] or image[L.SETS] or table[L.T_STAND] >= 0:
        return 0
    if table[L.T_TILE] >= 34 or image[L.PLACES] != 34:
        return 0
    at = image[L.SHAPE_TABLE]
    for _ in range(image[L.SHAPE_COUNT]):
        form = image[at + L.SHAPE_FORM]
        if form == L.FORM_FREE or form == L.FORM_APART or (form == L.FORM_PAIRS and image[at + L.SHAPE_B]):
            return 0
        at += L.SHAPE_WORDS
    return 1


@seam("ppiii", hot=True)
def plain_waits(image, table, held, melds, by):
    """Mask of the kinds that complete the tiles whose 34 counts stand at table[held]."""
    a, b, c, d = colour(table, held, 9), colour(table, held + 9, 9), colour(table, held + 18, 9), colour(table, held + 27, 7)
    once = ranks(a) | ranks(b) << 9 | ranks(c) << 18 | ranks(d) << 27
    kinds = 0
    at = image[L.SHAPE_TABLE]
    for _ in range(image[L.SHAPE_COUNT]):
        form, may_meld, self_only = image[at + L.SHAPE_FORM], image[at + L.SHAPE_MELDS], image[at + L.SHAPE_SELF]
        at += L.SHAPE_WORDS
        if (melds and not may_meld) or (self_only and by != L.BY_SELF):
            continue
        if form == L.FORM_SETS:
            kinds |= set_waits(a, b, c, d)
        elif form == L.FORM_PAIRS:
            odd = ranks_odd(a) | ranks_odd(b) << 9 | ranks_odd(c) << 18 | ranks_odd(d) << 27
            if odd & (odd - 1) == 0:
                kinds |= odd
        elif form == L.FORM_ORPHANS:
            if once & ~YAO == 0 and popcount(once) >= 12:
                kinds |= YAO if popcount(once) == 13 else YAO & ~once
        elif popcount(once & SUITED) >= 7 and form == L.FORM_KNITTED and popcount(once) == 13:
            for way in range(6):
                room = knitted(way) | HONORS
                if once & ~room == 0:
                    kinds |= room & ~once
        elif form == L.FORM_KNIT3 and melds <= 1 and popcount(once & SUITED) >= 8:
            for way in range(6):
                room = knitted(way)
                missing = room & ~once
                if missing == 0:
                    kinds |= set_waits(without(a, room), without(b, room >> 9), without(c, room >> 18), d)
                elif missing & (missing - 1) == 0:
                    room &= ~missing
                    kinds |= missing if complete(without(a, room), without(b, room >> 9), without(c, room >> 18), d) else 0
    return kinds & image[L.KINDS]


@inline
def colour(table, first, size):
    word = 0
    for i in range(size):
        word |= table[first + i] << (3 * i)
    return word


@inline
def ranks(word):
    """Nine bits: ranks held."""
    return gather(word | word >> 1 | word >> 2)


@inline
def ranks_odd(word):
    """Nine bits: ranks of which an odd number is held."""
    return gather(word)


@inline
def gather(word):
    """Every third bit of a word, packed."""
    word &= EVERY
    word = (word | word >> 2 | word >> 4) & TRIPLES
    return (word | word >> 6 | word >> 12) & 511


@inline
def without(word, mask):
    """A colour with one tile of each rank in the mask taken away."""
    for i in range(9):
        word -= (mask >> i & 1) << (3 * i)
    return word


@inline
def size(word):
    """Tiles of a colour."""
    return popcount(word & EVERY) + 2 * popcount(word >> 1 & EVERY) + 4 * popcount(word >> 2 & EVERY)


@inline
def rank_sum(word):
    """Sum of the ranks, counted from 1, of all tiles of a colour, modulo 3 (plus a multiple of 3)."""
    return size(word & FIRSTS) + 2 * size(word & FIRSTS << 3)


@njit
def only_sets(word, runs):
    """Are these sets and nothing left over? `runs`: the colour has chows."""
    while word:
        shift = ctz(word) // 3 * 3
        n = word >> shift & 7
        if n >= 3:
            word -= 3 << shift
            n -= 3
        if n:
            word -= n << shift
            next_two = word >> (shift + 3)
            if not runs or next_two & 7 < n or next_two >> 3 & 7 < n:
                return False
            word -= (n | n << 3) << (shift + 3)
    return True


@njit
def sets_and_pair(word, runs):
    """Are these sets and one pair?"""
    if not runs:
        for i in range(7):
            if word >> (3 * i) & 7 == 2:
                return only_sets(word - (2 << (3 * i)), False)
        return False
    rank = (2 * rank_sum(word) + 2) % 3
    while rank < 9:
        if word >> (3 * rank) & 7 >= 2 and only_sets(word - (2 << (3 * rank)), True):
            return True
        rank += 3
    return False


@inline
def finished(word, tiles, runs):
    """Sets, or sets and a pair, as the number of tiles demands."""
    left = tiles % 3
    return (left == 0 and only_sets(word, runs)) or (left == 2 and sets_and_pair(word, runs))


@njit
def complete(a, b, c, d):
    """Are four colours sets and one pair?"""
    i, j, k, m = size(a), size(b), size(c), size(d)
    return (
        int(i % 3 == 2) + int(j % 3 == 2) + int(k % 3 == 2) + int(m % 3 == 2) == 1
        and finished(a, i, True)
        and finished(b, j, True)
        and finished(c, k, True)
        and finished(d, m, False)
    )


@njit
def set_waits(a, b, c, d):
    """Kinds that make four colours sets and one pair."""
    i, j, k, m = size(a), size(b), size(c), size(d)
    pairs = int(i % 3 == 2) + int(j % 3 == 2) + int(k % 3 == 2) + int(m % 3 == 2)
    ones = int(i % 3 == 1) + int(j % 3 == 1) + int(k % 3 == 1) + int(m % 3 == 1)
    if not ((ones == 1 and pairs == 0) or (ones == 0 and pairs == 2)):
        return 0
    # The colour that waits is the one with a single tile too many, or either of two that want a tile; the others must be finished.
    fa, fb, fc, fd = i % 3 == 1, j % 3 == 1, k % 3 == 1, m % 3 == 1
    fa, fb = fa or finished(a, i, True), fb or finished(b, j, True)
    fc, fd = fc or finished(c, k, True), fd or finished(d, m, False)
    kinds = 0
    wanted = 1 if ones else 2
    if i % 3 == wanted and fb and fc and fd:
        kinds |= colour_waits(a, i, True)
    if j % 3 == wanted and fa and fc and fd:
        kinds |= colour_waits(b, j, True) << 9
    if k % 3 == wanted and fa and fb and fd:
        kinds |= colour_waits(c, k, True) << 18
    if m % 3 == wanted and fa and fb and fc:
        kinds |= colour_waits(d, m, False) << 27
    return kinds


@njit
def colour_waits(word, tiles, runs):
    """Ranks of a colour that finish it; where only sets are left then, every third rank at most."""
    mask = 0
    first, step = ((2 * rank_sum(word) + 2) % 3, 3) if tiles % 3 == 2 else (0, 1)
    for rank in range(first, 9 if runs else 7, step):
        near = word >> (3 * rank) & 7
        if runs:
            near = word << 6 >> (3 * rank) & 0x7FFF  # two ranks below to two above
        if near and finished(word + (1 << (3 * rank)), tiles + 1, runs):
            mask |= 1 << rank
    return mask
