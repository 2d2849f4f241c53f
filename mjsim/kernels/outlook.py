"""A draw further than `speed` looks: of the discards that leave fewest tiles missing, which tiles they wait for and what each would leave.

A hand two tiles from a win that waits for few but good tiles may be ready on more of them than one that waits for many.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import state as S
from mjsim.kernels.discards import (
    MOST_WAYS,
    find_ties,
    find_useful,
    form_ties,
    form_useful,
    live_faces,
    nearest,
    pick_discard,
    useful_without,
)
from mjsim.kernels.holding import held_faces, own
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.layout import ALL_PLACES, MOST_PLACES
from mjsim.kernels.lineup import SCALE, SCRATCH, chance, mean_chance
from mjsim.kernels.memory import float64_at, shifted
from mjsim.kernels.nearness import lowering
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE
from mjsim.kernels.words import add, count, remove

DEEPEST = 3
"""Hands that miss more tiles are not looked into."""
KEEP = 0.8
"""Discards that leave less than this share of the live useful tiles of the best are not looked at,"""
BEHIND = 0.5
"""and count for this share of what the table gives them."""
AHEAD = 3 * MOST_PLACES
"""Place in the scratch: chance of a win after each face, 0 where it was not looked at."""


@njit
def useful_faces(state, seat, first, last, forms):
    """Faces that bring a hand nearer."""
    s = own(seat)
    return lowering(state, first, last, state[s + S.SETS], forms, state[s], state[s + 1], state[s + 2], state[s + 3])


@njit
def most_live(state, seat, first, last, forms):
    """Live tiles that bring a hand of a tile too many nearer: no discard leaves more."""
    s = own(seat)
    least, near = nearest(state, seat, first, last, forms)
    faces = form_useful(state, seat, first, last, forms, near) if near <= least else 0
    return live_faces(state, s, faces | find_useful(state, seat, first, last, least))


@njit
def outlook(state, seat, useful, missing, draws, first, last, forms, bound):
    """Chance of a win of a hand between turns with these useful faces, from the best hand that each of them leaves; with `bound` no less
    than that, and found sooner.
    """
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
        if bound:
            after = most_live(state, seat, first, last, forms)
        else:
            thrown = pick_discard(state, seat, ALL_PLACES, first, last, forms)
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


@seam("pppiiii", hot=True)
def look_ahead(image, table, state, seat, allowed, draws, each):
    """The best of the discards that leave as few tiles missing as any, -1 if there is none. PICK_MISSING is the chance of a win after it,
    in 1/SCALE; the scratch at AHEAD has the chances after all of them, if `each` of them matters (else that of the best, at least).
    """
    s = own(seat)
    jokers = state[s + S.JOKERS]
    ways = s + S.GOAL + (2 if jokers else 0)
    first, forms = state[ways], state[s + S.GOAL_FORMS]
    last = min(state[ways + 1], first + MOST_WAYS)
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    for face in range(MOST_PLACES):
        scratch[AHEAD + face] = 0.0
    least, near = nearest(state, seat, first, last, forms)
    if least >= IMPOSSIBLE:
        return -1
    ties, by_form = find_ties(state, seat, allowed, first, last, least), 0
    if near <= least:
        by_form = form_ties(state, seat, held_faces(state, seat) & allowed, first, last, forms, least)
    if ties | by_form == 0:
        # the best discards may not be made
        least += 1
        ties = find_ties(state, seat, allowed, first, last, least)
        if near <= least:
            by_form = form_ties(state, seat, held_faces(state, seat) & allowed, first, last, forms, least)
    find_useful(state, seat, first, last, least)
    ties |= by_form
    missing, several, most, todo = least - jokers, ties & (ties - 1), 0.0, ties
    while todo:
        face = ctz(todo)
        todo &= todo - 1
        state[S.AFTER + face] = useful_without(state, seat, face, first, last, forms if by_form >> face & 1 else 0, least)
        scratch[AHEAD + face] = live_faces(state, s, state[S.AFTER + face])
        most = max(most, scratch[AHEAD + face])
    found, best = -1, -1.0
    while ties:
        face, live, order = -1, -1.0, ties >> 27 | (ties & (1 << 27) - 1) << 9
        while order:
            other = (ctz(order) + 27) % MOST_PLACES
            order &= order - 1
            if scratch[AHEAD + other] > live:
                face, live = other, scratch[AHEAD + other]
        ties ^= 1 << face
        hope = chance(state, 0, max(missing, 0), draws, np.int64(live))
        if missing >= 2 and live >= KEEP * most and several:
            at, useful = s + face // 9, state[S.AFTER + face]
            word = state[at]
            state[at] = remove(word, face % 9)
            hope = 0.0
            if each or found < 0 or outlook(state, seat, useful, missing, draws, first, last, forms, 1) > best:
                hope = outlook(state, seat, useful, missing, draws, first, last, forms, 0)
            state[at] = word
        elif missing >= 2:
            hope *= BEHIND if several else 1.0
        scratch[AHEAD + face] = hope
        if hope > best:
            found, best = face, hope
    state[S.PICK_MISSING] = np.int64(SCALE * best) if found >= 0 else 0
    return found
