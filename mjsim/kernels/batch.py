"""The hand core over many hands at once: loops that fill arrays.

counts, unseen uint8 (n, 34) with at most 4 of a kind; melds, jokers int64 (n,). Each returns the first hand with a wrong number of tiles,
where it stopped, or -1.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels.distance import decide, deficiency_all, live_tiles, useful_all
from mjsim.kernels.jit import entry, inline
from mjsim.kernels.special import ALL34, IMPOSSIBLE, held
from mjsim.kernels.words import from_counts, tiles


@inline
def _words(counts, i):
    row = counts[i]
    return from_counts(row, 0), from_counts(row, 1), from_counts(row, 2), from_counts(row, 3)


@inline
def _wrong(a, b, c, d, melds, jokers, remainder):
    """Are these not 3 melds + remainder tiles with the jokers (remainder 0: not at most 3 melds + 2)?"""
    total = tiles(a) + tiles(b) + tiles(c) + tiles(d) + jokers
    return total != 3 * melds + remainder if remainder else total > 3 * melds + 2


@entry
def deficiencies(head, t16, rec, first, last, forms, counts, melds, jokers, out):
    """out int8 (n,): tiles missing."""
    for i in range(len(counts)):
        a, b, c, d = _words(counts, i)
        if _wrong(a, b, c, d, melds[i], jokers[i], 0):
            return i
        missing = deficiency_all(head, t16, rec, first, last, melds[i], forms, a, b, c, d)
        out[i] = max(missing - jokers[i], 0) if missing < IMPOSSIBLE else missing
    return -1


@entry
def useful_masks(head, t16, rec, first, last, forms, counts, unseen, melds, jokers, masks, live):
    """masks int64 (n,): kinds that lower the deficiency; live int64 (n,): how many of them are unseen."""
    for i in range(len(counts)):
        a, b, c, d = _words(counts, i)
        if _wrong(a, b, c, d, melds[i], jokers[i], 1):
            return i
        masks[i] = useful_all(head, t16, rec, first, last, melds[i], forms, a, b, c, d)
        e, f, g, h = _words(unseen, i)
        live[i] = live_tiles(masks[i], e, f, g, h)
    return -1


@entry
def rate_all(head, t16, rec, first, last, forms, counts, unseen, melds, jokers, missing, live, masks):
    """missing int8, live int16, masks int64, all (n, 34): for each discard, see `distance.decide`; -1, -1, 0 where the kind is not held."""
    out = np.empty((34, 3), np.int64)
    for i in range(len(counts)):
        a, b, c, d = _words(counts, i)
        if _wrong(a, b, c, d, melds[i], jokers[i], 2):
            return i
        e, f, g, h = _words(unseen, i)
        decide(head, t16, rec, first, last, melds[i], forms, jokers[i], ALL34, a, b, c, d, e, f, g, h, out)
        present = held(a, b, c, d)
        for kind in range(34):
            here = present >> kind & 1
            missing[i, kind] = out[kind, 0] if here else -1
            live[i, kind] = out[kind, 1] if here else -1
            masks[i, kind] = out[kind, 2] if here and out[kind, 1] >= 0 else 0
    return -1
