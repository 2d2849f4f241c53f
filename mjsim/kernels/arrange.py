"""All ways to divide a complete hand into sets and a pair, with what the jokers play.

Groups are those of a goal (`mjsim.tables.groups`): int64 (n, 4), kinds of a set ascending and its type; a pair has -1 as third kind. `at`
int64 (34, width) lists for every kind the groups that contain it, -1 after the last.

The lowest natural tile left must lie in some group: each group with it is tried, with every choice of which of its tiles are jokers.
Groups with the same lowest natural tile are taken in ascending order and of equal tiles the natural ones come first, so that every division
comes once. Groups of jokers only are not listed kind by kind: they are `ANY_SET` or `ANY_PAIR`.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels.jit import entry, inline, popcount
from mjsim.kernels.words import count

CHOW, PUNG, PAIR, OTHER = 0, 1, 2, 3
"""Types of groups; OTHER: sets of the variant that are neither runs in a suit nor three alike."""
ANY_SET, ANY_PAIR = 255, 254
"""Group numbers of a set and a pair of jokers."""
JOKERS = 8
"""Shift of the mask of positions that jokers play in a code; the low bits are the number of the group."""
LEVELS = 6


@inline
def _taken(groups, group, mask, counts, sign):
    """Add sign times the natural tiles of a group to the counts."""
    for i in range(3):
        kind = groups[group, i]
        if kind >= 0 and not mask >> i & 1:
            counts[kind] += sign


@inline
def _fits(groups, group, mask, low, counts, jokers):
    """Can the group be made with jokers at the mask's positions, from the tiles left, holding the lowest natural tile?"""
    holds, needed, before = False, 0, -1
    for i in range(3):
        kind = groups[group, i]
        if kind < 0:
            if mask >> i & 1:
                return False
            continue
        needed = needed + 1 if kind == before else 1
        before = kind
        if mask >> i & 1:
            continue
        if i > 0 and groups[group, i - 1] == kind and mask >> (i - 1) & 1:
            return False
        if counts[kind] < needed:
            return False
        holds = holds or kind == low
    return holds and popcount(mask) <= jokers


@inline
def _within_copies(groups, rows, row, copies):
    """Does no kind appear more than `copies` times in the row's groups, as played?"""
    for i in range(LEVELS):
        group = rows[row, i] & 0xFF
        if rows[row, i] < 0 or group >= ANY_PAIR:
            continue
        for j in range(3):
            kind = groups[group, j]
            played = 0
            for k in range(LEVELS):
                other = rows[row, k] & 0xFF
                if rows[row, k] >= 0 and other < ANY_PAIR:
                    for h in range(3):
                        played += groups[other, h] == kind
            if kind >= 0 and played > copies:
                return False
    return True


@entry
def arrange(groups, at, a, b, c, d, jokers, melds, copies, out):
    """Divide a hand (four words and jokers) of 3 melds + 2 tiles into `melds` sets and a pair.

    copies : most tiles of a kind, as played (4; or 99 where jokers may stand for a fifth).
    out : int64 (rows, 6): codes of the sets, ascending by lowest natural tile, then -1; the pair in column 5. A code is the number of the
        group plus the mask of positions that jokers play << 8.

    Returns the number of rows written, or -1 if there were more than `out` holds (which is then full).
    """
    counts = np.empty(34, np.int64)
    total = jokers
    for kind in range(34):
        word = a if kind < 9 else b if kind < 18 else c if kind < 27 else d
        counts[kind] = count(word, kind % 9)
        total += counts[kind]
    if total != 3 * melds + 2:
        return 0
    chosen = np.empty(LEVELS, np.int64)  # code at each level
    lows = np.empty(LEVELS, np.int64)  # lowest natural tile at each level
    tries = np.empty(LEVELS, np.int64)  # next candidate at each level: place in `at` * 8 + mask
    rows, level, sets, pair = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    width = at.shape[1]
    fresh = True
    while level >= 0:
        if fresh:
            low = 0 if level == 0 else lows[level - 1]
            while low < 34 and counts[low] == 0:
                low += 1
            if low == 34:
                if 3 * (melds - sets) + 2 * (1 - pair) == jokers:
                    if rows == out.shape[0]:
                        return -1
                    place = 0
                    out[rows, 5] = ANY_PAIR | 3 << JOKERS
                    for i in range(level):
                        if groups[chosen[i] & 0xFF, 2] < 0:
                            out[rows, 5] = chosen[i]
                        else:
                            out[rows, place] = chosen[i]
                            place += 1
                    for i in range(place, 5):
                        out[rows, i] = ANY_SET | 7 << JOKERS if i < melds else -1
                    rows += _within_copies(groups, out, rows, copies)
                fresh = False
                level -= 1
                continue
            lows[level] = low
            tries[level] = tries[level - 1] - 1 if level > 0 and lows[level - 1] == low else 0
            fresh = False
        else:  # back from a deeper level: undo this level's group
            code = chosen[level]
            group, mask = code & 0xFF, code >> JOKERS
            _taken(groups, group, mask, counts, np.int64(1))
            jokers += popcount(mask)
            if groups[group, 2] < 0:
                pair -= 1
            else:
                sets -= 1
        found = False
        low = lows[level]
        candidate = tries[level]
        while candidate < 8 * width:
            group, mask = at[low, candidate >> 3], candidate & 7
            if group < 0:
                break
            candidate += 1
            room = pair == 0 if groups[group, 2] < 0 else sets < melds
            if room and _fits(groups, group, mask, low, counts, jokers):
                found = True
                chosen[level] = group | mask << JOKERS
                tries[level] = candidate
                _taken(groups, group, mask, counts, np.int64(-1))
                jokers -= popcount(mask)
                if groups[group, 2] < 0:
                    pair += 1
                else:
                    sets += 1
                break
        if found:
            level += 1
            fresh = True
        else:
            level -= 1
    return rows
