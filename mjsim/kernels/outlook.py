"""A draw further than `speed` looks: of the discards that leave fewest tiles missing, which tiles they wait for and what each would leave.

A hand two tiles from a win that waits for few but good tiles may be ready on more of them than one that waits for many.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import state as S
from mjsim.kernels.discards import live_faces, pick_discard
from mjsim.kernels.holding import held_faces, own
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.lineup import SCALE, SCRATCH, chance, mean_chance
from mjsim.kernels.memory import float64_at, shifted
from mjsim.kernels.nearness import distance, lowering
from mjsim.kernels.seam import seam
from mjsim.kernels.special import ALL34
from mjsim.kernels.words import add, count, remove

DEEPEST = 3
"""Hands that miss more tiles are not looked into."""
KEEP = 0.8
"""Discards that leave less than this share of the live useful tiles of the best are not looked at,"""
BEHIND = 0.5
"""and count for this share of what the table gives them."""
AHEAD = 102
"""Place in the scratch: chance of a win after each face, 0 where it was not looked at."""


@njit
def useful_faces(state, seat, first, last, forms):
    """Faces that bring a hand nearer."""
    s = own(seat)
    return lowering(state, first, last, state[s + S.SETS], forms, state[s], state[s + 1], state[s + 2], state[s + 3])


@njit
def outlook(state, seat, useful, missing, draws, first, last, forms):
    """Chance of a win of a hand between turns with these useful faces, from the best hand that each of them leaves."""
    s = own(seat)
    live, total = 0, 0.0
    while useful:
        face = ctz(useful)
        useful &= useful - 1
        colour, rank = face // 9, face % 9
        word, unseen = state[s + colour], state[s + S.UNSEEN + colour]
        n = count(unseen, rank)
        if n == 0:
            continue
        state[s + colour], state[s + S.UNSEEN + colour] = add(word, rank), remove(unseen, rank)
        thrown = pick_discard(state, seat, ALL34, first, last, forms)
        after = state[S.PICK_LIVE]
        if after < 0:
            kept = state[s + thrown // 9]
            state[s + thrown // 9] = remove(kept, thrown % 9)
            after = live_faces(state, s, useful_faces(state, seat, first, last, forms))
            state[s + thrown // 9] = kept
        state[s + colour], state[s + S.UNSEEN + colour] = word, unseen
        live += n
        total += n * chance(state, 0, missing - 1, draws, after)
    if live == 0:
        return 0.0
    return chance(state, 0, missing, draws, live) * total / (live * mean_chance(state, 0, missing - 1, draws))


@seam("pppiii")
def look_ahead(image, table, state, seat, allowed, draws):
    """The best of the discards that leave as few tiles missing as any, -1 if there is none; fills the scratch at AHEAD. PICK_MISSING is
    the chance of a win after it, in 1/SCALE.
    """
    s = own(seat)
    jokers = state[s + S.JOKERS]
    ways = s + S.GOAL + (2 if jokers else 0)
    first, last, forms, sets = state[ways], state[ways + 1], state[s + S.GOAL_FORMS], state[s + S.SETS]
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    faces = held_faces(state, seat) & allowed
    least, most, ties = 99, 0.0, 0
    todo = faces
    while todo:
        face = ctz(todo)
        todo &= todo - 1
        scratch[AHEAD + face] = 0.0
        at = s + face // 9
        word = state[at]
        state[at] = remove(word, face % 9)
        missing = distance(state, first, last, sets, forms, state[s], state[s + 1], state[s + 2], state[s + 3])
        if missing < least:
            least, ties = missing, 0
        if missing == least:
            ties |= 1 << face
        state[at] = word
    missing, several = least - jokers, ties & (ties - 1)
    todo = ties
    while todo:
        face = ctz(todo)
        todo &= todo - 1
        at = s + face // 9
        word = state[at]
        state[at] = remove(word, face % 9)
        scratch[AHEAD + face] = live_faces(state, s, useful_faces(state, seat, first, last, forms))
        most = max(most, scratch[AHEAD + face])
        state[at] = word
    found, best = -1, -1.0
    order = ties >> 27 | (ties & (1 << 27) - 1) << 7
    while order:
        face = (ctz(order) + 27) % 34
        order &= order - 1
        hope = chance(state, 0, max(missing, 0), draws, np.int64(scratch[AHEAD + face]))
        if missing >= 2 and scratch[AHEAD + face] >= KEEP * most and several:
            at = s + face // 9
            word = state[at]
            state[at] = remove(word, face % 9)
            hope = outlook(state, seat, useful_faces(state, seat, first, last, forms), missing, draws, first, last, forms)
            state[at] = word
        elif missing >= 2:
            hope *= BEHIND if several else 1.0
        scratch[AHEAD + face] = hope
        if hope > best:
            found, best = face, hope
    state[S.PICK_MISSING] = np.int64(SCALE * best) if found >= 0 else 0
    return found
