"""Complete hands of single tiles: thirteen orphans, misfits, honours and knitted tiles; jokers fill any places."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import inline, njit, popcount
from mjsim.kernels.layout import W_FILLED, W_LEVEL, W_NATURAL, W_OPTION, W_SINGLE, W_SLOTS, W_TWICE, W_WAY, W_WILD

NONE = L.MOST_PLACES
"""In place of a kind when none is left."""
SUITED = (1 << 27) - 1
HONORS = 127 << 27
YAO = 0x101 | 0x101 << 9 | 0x101 << 18 | HONORS
EVERY_THIRD = 0x49
"""Ranks 1 4 7 of a suit."""
LOW_RANKS = 0x7F | 0x7F << 9 | 0x7F << 18
"""Suited 1 to 7."""


@inline
def knitted_offset(way, suit):
    """0, 1 or 2 for 147, 258, 369: the ranks of a suit in one of the six knitted ways."""
    if suit == 0:
        return way >> 1
    first = int(way >> 1 == 0)
    second = 3 - (way >> 1) - first
    return first if (suit == 1) == (way & 1 == 0) else second


@njit
def next_singles(work):
    """Hands of single tiles that keep their distance: jokers fill any places, chosen in ascending order of kinds."""
    ways = 6 if work[L.W_FORM] == L.FORM_KNITTED else 1
    while True:
        if work[W_WAY] >= 0 and fill_singles(work):
            return 1
        work[W_WAY] += 1
        if work[W_WAY] >= ways:
            return 0
        work[W_LEVEL] = -1
        if begin_singles(work):
            work[W_LEVEL], work[W_OPTION], work[W_FILLED] = 0, 0, 0


@njit
def next_orphans(work):
    """Thirteen orphans: jokers fill what is missing, and one of them doubles any kind if none is there twice."""
    wild, slots = work[W_WILD], work[W_SLOTS]
    if work[W_WAY] < 0:
        work[W_WAY] = NONE
        if not begin_singles(work):
            return 0
        missing = YAO & ~work[W_SINGLE]
        doubled = int(work[W_TWICE] >= 0)
        if missing & ~slots or popcount(missing) + 1 - doubled != wild:
            return 0
        work[W_FILLED] = missing
        if doubled:
            return 1
        work[W_WAY] = -1
    kind = work[W_WAY] + 1
    while kind < NONE and not (YAO & slots) >> kind & 1:
        kind += 1
    work[W_WAY] = kind
    work[W_TWICE] = 64 + kind
    return int(kind < NONE)


@njit
def begin_singles(work):
    """Natural tiles as a mask; 0 if they break the form."""
    form = work[L.W_FORM]
    kinds, twice = 0, -1
    for kind in range(34):
        n = work[W_NATURAL + kind]
        if n == 0:
            continue
        if n > 1:
            if form != L.FORM_ORPHANS or n > 2 or twice >= 0:
                return 0
            twice = kind
        kinds |= 1 << kind
    work[W_SINGLE], work[W_TWICE] = kinds, twice
    if form == L.FORM_ORPHANS:
        return int(kinds & ~YAO == 0)
    if form == L.FORM_KNITTED:
        return int(kinds & ~knitted_kinds(work[W_WAY]) == 0)
    near = kinds & SUITED
    return int(near & (near & (LOW_RANKS | LOW_RANKS << 1)) << 1 == 0 and near & (near & LOW_RANKS) << 2 == 0)


@inline
def knitted_kinds(way):
    return HONORS | knitted(way)


@inline
def knitted(way):
    """The nine kinds of a knitted straight."""
    kinds = 0
    for suit in range(3):
        kinds |= EVERY_THIRD << (9 * suit + knitted_offset(way, suit))
    return kinds


@inline
def single_fits(work, kind):
    """May a joker be this kind besides the tiles there and those filled in?"""
    have = work[W_SINGLE] | work[W_FILLED]
    if (have | ~work[W_SLOTS]) >> kind & 1:
        return 0
    if work[L.W_FORM] == L.FORM_KNITTED:
        return knitted_kinds(work[W_WAY]) >> kind & 1
    if kind >= 27:
        return 1
    suit = kind - kind % 9
    around = 0x1F << (kind - suit) >> 2 & 511
    return int(have >> suit & around == 0)


@njit
def fill_singles(work):
    """The next choice of the kinds that jokers play, as a search over ascending kinds."""
    wild, level = work[W_WILD], work[W_LEVEL]
    if level < 0:
        return 0
    if level == wild:  # the last choice was handed out: step back
        if wild == 0 and work[W_FILLED] == 0 and work[W_OPTION] == 0:
            work[W_LEVEL] = -1
            return 1
        level = back(work, level)
    while level >= 0:
        if level == wild:
            work[W_LEVEL] = level
            return 1
        kind = work[W_OPTION + level]
        while kind < NONE and not single_fits(work, kind):
            kind += 1
        if kind == NONE:
            level = back(work, level)
            continue
        work[W_OPTION + level] = kind
        work[W_FILLED] |= 1 << kind
        level += 1
        work[W_OPTION + level] = kind + 1
    work[W_LEVEL] = -1
    return 0


@inline
def back(work, level):
    """Undo the choice of the level below and go on from the next kind there."""
    level -= 1
    if level >= 0:
        work[W_FILLED] &= ~(1 << work[W_OPTION + level])
        work[W_OPTION + level] += 1
    return level
