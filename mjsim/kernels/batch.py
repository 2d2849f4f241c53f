"""The hand core over many hands at once: loops that fill arrays."""

from __future__ import annotations

import numpy as np

from mjsim.kernels.distance import IMPOSSIBLE, decide, deficiency_all, live_tiles, useful_all
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.special import ALL34, held
from mjsim.kernels.words import from_counts


@inline
def _words(counts, i):
    row = counts[i]
    return from_counts(row, 0), from_counts(row, 1), from_counts(row, 2), from_counts(row, 3)


@njit
def misfit(counts, melds, jokers, most, remainder):
    """First hand that has a count above 4, too many tiles for its sets, or (remainder 1 or 2) not 3 k + remainder tiles; -1 if all are right.

    counts uint8 (n, 34); melds, jokers int64 (n,); most: largest number of sets that the tables know.
    """
    for i in range(len(counts)):
        total = jokers[i]
        worst = 0
        for kind in range(34):
            total += counts[i, kind]
            worst = max(worst, counts[i, kind])
        if worst > 4 or melds[i] < 0 or melds[i] > most or jokers[i] < 0 or total > 3 * melds[i] + 2:
            return i
        if remainder and total != 3 * melds[i] + remainder:
            return i
    return -1


@njit
def deficiencies(head, t16, rec, first, last, forms, counts, melds, jokers, out):
    """out int8 (n,): tiles missing; counts uint8 (n, 34), melds, jokers int64 (n,)."""
    for i in range(len(counts)):
        a, b, c, d = _words(counts, i)
        missing = deficiency_all(head, t16, rec, first, last, melds[i], forms, a, b, c, d)
        out[i] = max(missing - jokers[i], 0) if missing < IMPOSSIBLE else missing


@njit
def useful_masks(head, t16, rec, first, last, forms, counts, unseen, melds, jokers, masks, live):
    """masks int64 (n,): kinds that lower the deficiency; live int64 (n,): how many of them are unseen (unseen uint8 (n, 34), each at most 4)."""
    for i in range(len(counts)):
        a, b, c, d = _words(counts, i)
        masks[i] = useful_all(head, t16, rec, first, last, melds[i], forms, a, b, c, d)
        e, f, g, h = _words(unseen, i)
        live[i] = live_tiles(masks[i], e, f, g, h)


@njit
def rate_all(head, t16, rec, first, last, forms, counts, unseen, melds, jokers, missing, live, masks):
    """missing int8, live int16, masks int64, all (n, 34): for each discard, see `distance.decide`; -1, -1, 0 where the kind is not held."""
    out = np.empty((34, 3), np.int64)
    for i in range(len(counts)):
        a, b, c, d = _words(counts, i)
        e, f, g, h = _words(unseen, i)
        decide(head, t16, rec, first, last, melds[i], forms, jokers[i], ALL34, a, b, c, d, e, f, g, h, out)
        present = held(a, b, c, d)
        for kind in range(34):
            here = present >> kind & 1
            missing[i, kind] = out[kind, 0] if here else -1
            live[i, kind] = out[kind, 1] if here else -1
            masks[i, kind] = out[kind, 2] if here and out[kind, 1] >= 0 else 0
