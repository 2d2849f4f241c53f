"""Deficiency (tiles missing to a complete hand), useful tiles and the rating of discards, for any goal.

All functions take the tables of `mjsim.tables.program` as three flat arrays, a goal as the half-open range [first, last) of rows of `head`,
the number of sets still to make, and the hand as four words (see `words.py`) of 3 melds + 1 or + 2 tiles, jokers not among them.
Results are int64; a goal that cannot be reached has a deficiency of `IMPOSSIBLE`. With jokers in hand subtract their number.

    deficiency(head, t16, first, last, melds, a, b, c, d)          tiles missing
    useful(head, t16, rec, first, last, melds, a, b, c, d)         34-bit mask of kinds that lower it
    decide(head, t16, rec, first, last, melds, forms, jokers, allowed, a, b, c, d, ua, ub, uc, ud, out)   rates all discards
    deficiency_all / useful_all                                    the same for a goal and special forms together

A way costs four look-ups for the classes of its colours, then one to merge each colour and one for the answer; a decision reads the
classes after each discard out of the records and looks at masks only for the discards that tie.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels.jit import ctz, entry, inline, popcount
from mjsim.kernels.special import (
    DEALINGS,
    IMPOSSIBLE,
    KNIT3,
    KNITS,
    held,
    kind_mask,
    special_deficiency,
    special_useful,
)
from mjsim.kernels.ways import CLASSES, FACTOR, FINAL, OPTIMAL, PAIR, PLANE, RECORDS, ROW, TRIPLE, WIDE, H, M, P, S
from mjsim.kernels.words import KINDS9, index, kinds, live, remove

CLASS_MASK = 0xFFF


@inline
def _cell(t16, place):
    return np.int64(t16[np.uint64(place)])


@inline
def _class(head, t16, way, colour, state):
    return _cell(t16, head[way, CLASSES + colour] + state * head[way, FACTOR + colour])


@inline
def _others(head, t16, way, colour, x, y, z):
    """Class of the three colours other than `colour`, from their classes in the order of ways.OTHERS."""
    pair = _cell(t16, head[way, PAIR + 2 * colour] + x * head[way, PAIR + 2 * colour + 1] + y)
    return _cell(t16, head[way, TRIPLE + 2 * colour] + pair * head[way, TRIPLE + 2 * colour + 1] + z)


@inline
def _row(head, way, colour, melds, others):
    """Place of a row of the final tables, relative to their start."""
    return melds * head[way, PLANE + colour] + others * head[way, ROW + colour]


@entry
def way_deficiency(head, t16, way, melds, i, j, k, n):
    """Deficiency for one way, from the indices of the four colours' states."""
    others = _others(head, t16, way, H, _class(head, t16, way, M, i), _class(head, t16, way, P, j), _class(head, t16, way, S, k))
    return _cell(t16, head[way, FINAL + H] + _row(head, way, H, melds, others) + _class(head, t16, way, H, n))


@entry
def deficiency(head, t16, first, last, melds, a, b, c, d):
    """Tiles missing to a goal."""
    best = np.int64(IMPOSSIBLE)
    for way in range(first, last):
        wide = head[way, WIDE]
        best = min(best, way_deficiency(head, t16, way, melds, index(a, wide), index(b, wide), index(c, wide), index(d, wide)))
    return best


LANES = 0x0040201008040201
"""One bit in each of the seven lanes of nine bits of a word of a record."""
TO_LANES = 0x0001010101010101
"""Times seven bits: bit i also stands at bit 9 i."""


@inline
def _lanes(entries):
    """All nine bits of the lanes of a set of at most seven entries."""
    return ((entries * TO_LANES) & LANES) * KINDS9


@inline
def _colour_mask(head, t16, rec, way, colour, melds, others, own, state):
    """9-bit mask of useful ranks of a colour: those that reduce an entry which is optimal for it."""
    entries = _cell(t16, head[way, OPTIMAL + colour] + _row(head, way, colour, melds, others) + own)
    record = np.uint64(head[way, RECORDS + colour] + 4 * state * head[way, FACTOR + colour])
    low, high = np.int64(rec[record + np.uint64(2)]), np.int64(rec[record + np.uint64(3)])
    found = (low & _lanes(entries & 127)) | (high & _lanes(entries >> 7))
    found |= found >> 36
    found |= found >> 18
    return (found | found >> 9) & KINDS9


@entry
def way_useful(head, t16, rec, way, melds, i, j, k, n):
    """34-bit mask of the kinds that lower the deficiency of one way, from the indices of the four states."""
    x, y = _class(head, t16, way, M, i), _class(head, t16, way, P, j)
    z, h = _class(head, t16, way, S, k), _class(head, t16, way, H, n)
    return kind_mask(
        _colour_mask(head, t16, rec, way, M, melds, _others(head, t16, way, M, y, z, h), x, i),
        _colour_mask(head, t16, rec, way, P, melds, _others(head, t16, way, P, x, z, h), y, j),
        _colour_mask(head, t16, rec, way, S, melds, _others(head, t16, way, S, x, y, h), z, k),
        _colour_mask(head, t16, rec, way, H, melds, _others(head, t16, way, H, x, y, z), h, n),
    )


@inline
def _useful_at(head, t16, rec, first, last, melds, target, a, b, c, d):
    """34-bit mask of the kinds that lower the deficiency below `target`, over the ways that have it."""
    mask = np.int64(0)
    for way in range(first, last):
        wide = head[way, WIDE]
        i, j, k, n = index(a, wide), index(b, wide), index(c, wide), index(d, wide)
        if last - first == 1 or way_deficiency(head, t16, way, melds, i, j, k, n) == target:
            mask |= way_useful(head, t16, rec, way, melds, i, j, k, n)
    return mask


@entry
def useful(head, t16, rec, first, last, melds, a, b, c, d):
    """34-bit mask of the kinds that lower the deficiency: the waits of a ready hand. Kinds held four times are not in it."""
    return _useful_at(head, t16, rec, first, last, melds, deficiency(head, t16, first, last, melds, a, b, c, d), a, b, c, d)


@inline
def _without(word, mask):
    """The word without one tile of each rank of a mask (all held)."""
    while mask:
        word = remove(word, ctz(mask))
        mask &= mask - 1
    return word


@inline
def _knit3_lacking(i, a, b, c):
    """Kinds lacking to the knitted straight of dealing i."""
    return kind_mask(KNITS[DEALINGS[i, 0]] & ~a, KNITS[DEALINGS[i, 1]] & ~b, KNITS[DEALINGS[i, 2]] & ~c, np.int64(0))


@inline
def _knit3_rest(i, a, b, c):
    """The three suits without the tiles held of the knitted straight of dealing i."""
    x, y, z = KNITS[DEALINGS[i, 0]], KNITS[DEALINGS[i, 1]], KNITS[DEALINGS[i, 2]]
    return _without(a, x & a), _without(b, y & b), _without(c, z & c)


@entry
def knit3_deficiency(head, t16, first, last, melds, a, b, c, d):
    """Tiles missing to 147, 258, 369 in a suit each with the rest of the hand: `melds` - 3 sets and a pair."""
    best = np.int64(IMPOSSIBLE)
    if melds >= 3:
        for i in range(6):
            lacking = popcount(_knit3_lacking(i, a, b, c))
            if lacking < best:
                e, f, g = _knit3_rest(i, a, b, c)
                best = min(best, lacking + deficiency(head, t16, first, last, melds - 3, e, f, g, d))
    return best


@entry
def knit3_useful(head, t16, rec, first, last, melds, target, a, b, c, d):
    """34-bit mask of the kinds useful to the dealings that are `target` tiles away."""
    mask = np.int64(0)
    if melds >= 3:
        for i in range(6):
            lacking = _knit3_lacking(i, a, b, c)
            if popcount(lacking) <= target:
                e, f, g = _knit3_rest(i, a, b, c)
                if popcount(lacking) + deficiency(head, t16, first, last, melds - 3, e, f, g, d) == target:
                    mask |= lacking | useful(head, t16, rec, first, last, melds - 3, e, f, g, d)
    return mask


@inline
def forms_deficiency(head, t16, rec, first, last, melds, forms, a, b, c, d):
    """Fewest tiles missing to any of the special forms (bits). `rec` is not used: all functions of a goal with forms are called alike."""
    best = special_deficiency(forms, a, b, c, d)
    return min(best, knit3_deficiency(head, t16, first, last, melds, a, b, c, d)) if forms & KNIT3 else best


@entry
def forms_useful(head, t16, rec, first, last, melds, forms, target, a, b, c, d):
    """34-bit mask of the kinds useful to the forms that are `target` tiles away."""
    mask = knit3_useful(head, t16, rec, first, last, melds, target, a, b, c, d) if forms & KNIT3 else np.int64(0)
    forms &= ~KNIT3
    while forms:
        form = forms & -forms
        forms ^= form
        if special_deficiency(form, a, b, c, d) == target:
            mask |= special_useful(form, a, b, c, d)
    return mask


@entry
def deficiency_all(head, t16, rec, first, last, melds, forms, a, b, c, d):
    """Tiles missing to a goal or to one of the forms, whichever is nearer."""
    best = deficiency(head, t16, first, last, melds, a, b, c, d)
    return min(best, forms_deficiency(head, t16, rec, first, last, melds, forms, a, b, c, d)) if forms else best


@entry
def useful_all(head, t16, rec, first, last, melds, forms, a, b, c, d):
    """34-bit mask of the kinds that lower `deficiency_all`."""
    best = deficiency_all(head, t16, rec, first, last, melds, forms, a, b, c, d)
    mask = np.int64(0)
    if deficiency(head, t16, first, last, melds, a, b, c, d) == best:
        mask = _useful_at(head, t16, rec, first, last, melds, best, a, b, c, d)
    return mask | forms_useful(head, t16, rec, first, last, melds, forms, best, a, b, c, d) if forms else mask


@inline
def _rate_colour(head, t16, rec, way, colour, melds, others, state, ranks, out):
    """Lower out[kind, 0] to the deficiency after throwing each of a mask of ranks; the smallest of them."""
    best = np.int64(IMPOSSIBLE)
    record = np.uint64(head[way, RECORDS + colour] + 4 * state * head[way, FACTOR + colour])
    low, high = np.int64(rec[record]), np.int64(rec[record + np.uint64(1)])
    row = head[way, FINAL + colour] + _row(head, way, colour, melds, others)
    while ranks:
        rank = ctz(ranks)
        ranks &= ranks - 1
        slot = rank + 1
        own = (low >> (12 * slot) if slot < 5 else high >> (12 * (slot - 5))) & CLASS_MASK
        value = _cell(t16, row + own)
        kind = 9 * colour + rank
        out[kind, 0] = min(out[kind, 0], value)
        best = min(best, value)
    return best


@entry
def _rate(head, t16, rec, way, melds, allowed, a, b, c, d, out):
    """Lower out[kind, 0] to the deficiency in one way after each allowed discard; the smallest of them."""
    wide = head[way, WIDE]
    i, j, k, n = index(a, wide), index(b, wide), index(c, wide), index(d, wide)
    x, y = _class(head, t16, way, M, i), _class(head, t16, way, P, j)
    z, h = _class(head, t16, way, S, k), _class(head, t16, way, H, n)
    best = _rate_colour(head, t16, rec, way, M, melds, _others(head, t16, way, M, y, z, h), i, kinds(a) & allowed, out)
    best = min(best, _rate_colour(head, t16, rec, way, P, melds, _others(head, t16, way, P, x, z, h), j, kinds(b) & (allowed >> 9), out))
    best = min(best, _rate_colour(head, t16, rec, way, S, melds, _others(head, t16, way, S, x, y, h), k, kinds(c) & (allowed >> 18), out))
    return min(best, _rate_colour(head, t16, rec, way, H, melds, _others(head, t16, way, H, x, y, z), n, kinds(d) & (allowed >> 27), out))


@inline
def _thrown(kind, a, b, c, d):
    """The four words without a tile of a kind."""
    rank = kind % 9
    if kind < 9:
        return remove(a, rank), b, c, d
    if kind < 18:
        return a, remove(b, rank), c, d
    if kind < 27:
        return a, b, remove(c, rank), d
    return a, b, c, remove(d, rank)


@inline
def live_tiles(mask, ua, ub, uc, ud):
    """Unseen tiles among the kinds of a 34-bit mask."""
    return live(ua, mask & KINDS9) + live(ub, mask >> 9 & KINDS9) + live(uc, mask >> 18 & KINDS9) + live(ud, mask >> 27 & KINDS9)


@entry
def decide(head, t16, rec, first, last, melds, forms, jokers, allowed, a, b, c, d, ua, ub, uc, ud, out):
    """Rate the discards of a hand of 3 melds + 2 tiles, jokers counted.

    Parameters
    ----------
    forms : bits of the special forms that the hand may still become.
    jokers : number of jokers held.
    allowed : 34-bit mask of the kinds that may be thrown.
    ua, ub, uc, ud : words of the unseen tiles.
    out : int64 (34, 3), written for held and allowed kinds only: deficiency after the discard; live useful tiles if that is the best
        deficiency, else -1; mask of useful kinds, likewise. Joker kinds, always useful, are not in it.

    Returns the best deficiency after a discard (`IMPOSSIBLE` if no goal can be reached: then nothing is useful).
    """
    candidates = held(a, b, c, d) & allowed
    todo = candidates
    while todo:
        out[ctz(todo), 0] = IMPOSSIBLE
        todo &= todo - 1
    best = np.int64(IMPOSSIBLE)
    for way in range(first, last):
        best = min(best, _rate(head, t16, rec, way, melds, allowed, a, b, c, d, out))
    # a discard never brings a form nearer, so forms farther than the best discard are out
    if forms and forms_deficiency(head, t16, rec, first, last, melds, forms, a, b, c, d) <= best:
        todo = candidates
        while todo:
            kind = ctz(todo)
            todo &= todo - 1
            w, x, y, z = _thrown(kind, a, b, c, d)
            value = forms_deficiency(head, t16, rec, first, last, melds, forms, w, x, y, z)
            out[kind, 1] = value
            best = min(best, value)
    else:
        forms = 0
    todo = candidates
    while todo:
        kind = ctz(todo)
        todo &= todo - 1
        by_goal, by_form = out[kind, 0], out[kind, 1] if forms else IMPOSSIBLE
        value = min(by_goal, by_form)
        out[kind, 0] = max(value - jokers, 0) if value < IMPOSSIBLE else value
        out[kind, 1] = -1
        if value == best:
            w, x, y, z = _thrown(kind, a, b, c, d)
            mask = np.int64(0)
            if by_goal == best:
                mask = _useful_at(head, t16, rec, first, last, melds, best, w, x, y, z)
            if by_form == best:
                mask |= forms_useful(head, t16, rec, first, last, melds, forms, best, w, x, y, z)
            out[kind, 1] = live_tiles(mask, ua, ub, uc, ud)
            out[kind, 2] = mask
    return max(best - jokers, 0) if best < IMPOSSIBLE else best
