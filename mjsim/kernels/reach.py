"""What completes the hand of a seat to any shape of the variant, whatever the gates say: its waits."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import held_fours, own
from mjsim.kernels.imagined import as_joker, lost_wait
from mjsim.kernels.jit import inline, njit, popcount
from mjsim.kernels.nearness import aims_of, distance, forms_lowering, forms_missing, lowering
from mjsim.kernels.seam import seam
from mjsim.kernels.special import ALL34, KNIT3
from mjsim.kernels.words import KINDS9, PLANES, add, count, remove

FAR = 2
"""`state[NEAR]` of a hand that no single tile completes."""


@inline
def shape_forms(state, seat):
    """Special forms that the hand may still have: none but a knitted straight with a set on the table."""
    aims = aims_of(state)
    return aims[A.SHAPE_FORMS] if state[own(seat) + S.SETS] == aims[A.SETS] else aims[A.SHAPE_FORMS] & KNIT3


@njit
def other_reading(image, table, state, a, b, c, d):
    """The words read the other way (`state[READINGS]`): one stand-in as what it plays, or all as themselves; first, whether
    that is another reading than the tables have."""
    stand, plays = image[L.STAND_IN], table[L.T_STAND]
    rank, colour = plays % 9, plays // 9
    one = state[S.READINGS] == 1
    n = min(count(d, stand - 27), 1) if one else count(a if colour == 0 else b if colour == 1 else c if colour == 2 else d, rank)
    for _ in range(n):
        if one:
            d = remove(d, stand - 27)
        if colour == 0:
            a = add(a, rank) if one else remove(a, rank)
        elif colour == 1:
            b = add(b, rank) if one else remove(b, rank)
        elif colour == 2:
            c = add(c, rank) if one else remove(c, rank)
        else:
            d = add(d, rank) if one else remove(d, rank)
        if not one:
            d = add(d, stand - 27)
    return n > 0 or not one, a, b, c, d


@njit
def free_distance(table, state, seat, i, a, b, c, d, jokers):
    """Tiles missing to free shape i, jokers counted."""
    free = A.FREE + i * A.FREE_WORDS
    aims = aims_of(state)
    s = own(seat)
    if not state[s + S.FREE_MASK] >> i & 1:
        return 31
    missing = max(0, aims[free + 1] - jokers)
    mask = aims[free]
    if mask:
        within = popcount(a & (mask & KINDS9) * PLANES) + popcount(b & (mask >> 9 & KINDS9) * PLANES)
        within += popcount(c & (mask >> 18 & KINDS9) * PLANES) + popcount(d & (mask >> 27 & KINDS9) * PLANES)
        missing = max(missing, 3 * state[s + S.SETS] + 2 - within - jokers)
    return missing


@seam("pppiiiiiii")
def odd_distance(image, table, state, seat, first, last, a, b, c, d):
    """Tiles missing by what the tables do not know: stand-ins read otherwise, forms in which they are themselves, free shapes."""
    aims = aims_of(state)
    s = own(seat)
    sets, jokers = state[s + S.SETS], state[s + S.JOKERS]
    best = 31
    if state[S.READINGS]:
        there, e, f, g, h = other_reading(image, table, state, a, b, c, d)
        if there:
            if state[S.READINGS] == 1:
                best = distance(state, first, last, sets, shape_forms(state, seat), e, f, g, h)
            elif sets == aims[A.SETS]:
                best = forms_missing(state, first, last, sets, aims[A.LATE_FORMS], e, f, g, h)
            best = max(0, best - jokers)
    for i in range(aims[A.FREE_SHAPES]):
        best = min(best, free_distance(table, state, seat, i, a, b, c, d, jokers))
    return best


@njit
def distance_with(state, first, last, sets, forms, face, a, b, c, d):
    """`distance` of the hand with one more tile."""
    colour, rank = face // 9, face % 9
    if colour == 0:
        a = add(a, rank)
    elif colour == 1:
        b = add(b, rank)
    elif colour == 2:
        c = add(c, rank)
    else:
        d = add(d, rank)
    return distance(state, first, last, sets, forms, a, b, c, d)


@seam("pppiiiiiii")
def odd_waits(image, table, state, seat, first, last, a, b, c, d):
    """Faces that complete what `odd_distance` finds one tile away."""
    aims = aims_of(state)
    s = own(seat)
    sets, jokers = state[s + S.SETS], state[s + S.JOKERS]
    mask = 0
    if state[S.READINGS]:
        there, e, f, g, h = other_reading(image, table, state, a, b, c, d)
        if there:
            if state[S.READINGS] == 1:
                forms = shape_forms(state, seat)
                if distance(state, first, last, sets, forms, e, f, g, h) - jokers == 1:
                    mask |= lowering(state, first, last, sets, forms, e, f, g, h)
            elif sets == aims[A.SETS]:
                forms = aims[A.LATE_FORMS]
                if forms_missing(state, first, last, sets, forms, e, f, g, h) - jokers == 1:
                    mask |= forms_lowering(state, first, last, sets, forms, jokers + 1, e, f, g, h)
        if state[S.READINGS] == 1:
            # one more stand-in may play its face too
            if distance_with(state, first, last, sets, shape_forms(state, seat), table[L.T_STAND], a, b, c, d) - jokers <= 0:
                mask |= 1 << image[L.STAND_IN]
    for i in range(aims[A.FREE_SHAPES]):
        if free_distance(table, state, seat, i, a, b, c, d, jokers) == 1:
            mask |= aims[A.FREE + i * A.FREE_WORDS]
    return mask


@seam("pppi")
def find_waits(image, table, state, seat):
    """Fill NEAR and WAITS of a hand between turns."""
    aims = aims_of(state)
    s = own(seat)
    fifth = as_joker(table, state, seat, 1) if image[L.JOKER_FIXED] else 0
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    jokers, sets = state[s + S.JOKERS], state[s + S.SETS]
    ways = A.SHAPE_WAYS + (2 if jokers else 0)
    first, last = aims[ways], aims[ways + 1]
    forms = shape_forms(state, seat)
    near = max(0, distance(state, first, last, sets, forms, a, b, c, d) - jokers)
    odd = state[S.READINGS] != 0 or aims[A.FREE_SHAPES] != 0
    other = odd_distance(image, table, state, seat, first, last, a, b, c, d) if odd else 31
    mask = 0
    if near == 1:
        mask = lowering(state, first, last, sets, forms, a, b, c, d)
    if odd and min(near, other) == 1:
        mask |= odd_waits(image, table, state, seat, first, last, a, b, c, d)
    near = min(near, other)
    state[s + S.NEAR] = min(near, FAR)
    state[s + S.WAITS] = (1 << image[L.PLACES]) - 1 if near == 0 else mask & ~held_fours(state, seat)
    if fifth:
        as_joker(table, state, seat, -1)
    elif image[L.JOKER_FIXED]:
        state[s + S.WAITS] &= ~lost_wait(table, state, seat)
    return 0


@inline
def completes(image, table, state, seat, kind, drawn):
    """May a tile, drawn or thrown, complete the hand between turns of a seat? (The scorer judges then.)"""
    s = own(seat)
    waits = state[s + S.WAITS]
    face = state[S.FACE + kind]
    if state[S.PLAIN]:
        return waits >> kind & 1 if kind < image[L.PLACES] else 0
    if table[L.T_JOKERS] >> kind & 1:
        return int(state[s + S.NEAR] <= 1) if drawn else waits >> kind & 1
    found = waits >> face & 1 if face >= 0 else 0
    if state[S.READINGS] and kind == image[L.STAND_IN]:
        found |= waits >> kind & 1 | waits >> table[L.T_STAND] & 1
    return found


@njit
def wait_kinds(image, table, state, seat):
    """Physical kinds that may complete a hand between turns, drawn or thrown."""
    s = own(seat)
    waits = state[s + S.WAITS]
    if state[S.PLAIN] or waits == 0 and state[s + S.NEAR] > 1:
        return waits
    if table[L.T_STAND] >= 0 and waits >> table[L.T_STAND] & 1:
        waits |= 1 << image[L.STAND_IN]
    return waits | table[L.T_JOKERS] & ALL34
