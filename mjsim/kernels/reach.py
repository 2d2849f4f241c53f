"""How far a seat is from a complete hand: any shape (for what may be won), and what the policy aims at (mjsim/compile/goals.py)."""

from __future__ import annotations

from numba import carray

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.distance import deficiency, forms_deficiency, forms_useful, useful, useful_all
from mjsim.kernels.holding import block, held_fours, own
from mjsim.kernels.jit import inline, njit, popcount
from mjsim.kernels.memory import int64_at, uint16_at, uint64_at
from mjsim.kernels.record import meld_tile, meld_type
from mjsim.kernels.seam import seam
from mjsim.kernels.special import ALL34, IMPOSSIBLE, KNIT3
from mjsim.kernels.ways import WIDTH
from mjsim.kernels.words import KINDS9, PLANES, add, count, remove

FAR = 2
"""`state[NEAR]` of a hand that no single tile completes."""


@inline
def tables_of(state):
    """(head, t16, rec), as the hand core takes them."""
    return (
        carray(int64_at(state[S.HEAD_AT]), (state[S.HEAD_ROWS], WIDTH)),
        carray(uint16_at(state[S.T16_AT]), state[S.T16_SIZE]),
        carray(uint64_at(state[S.REC_AT]), state[S.REC_SIZE]),
    )


@inline
def aims_of(state):
    """Pointer to the compiled shapes and goals."""
    return int64_at(state[S.AIMS_AT])


@seam("piiiiiiii")
def distance(state, first, last, sets, forms, a, b, c, d):
    """Tiles missing to a range of ways or to one of the forms, jokers not counted."""
    head, t16, rec = tables_of(state)
    best = deficiency(head, t16, first, last, sets, a, b, c, d)
    if forms:
        best = min(best, forms_deficiency(head, t16, rec, first, last, sets, forms, a, b, c, d))
    return best


@seam("piiiiiiii")
def lowering(state, first, last, sets, forms, a, b, c, d):
    """34-bit mask of faces that lower `distance`."""
    head, t16, rec = tables_of(state)
    if forms:
        return useful_all(head, t16, rec, first, last, sets, forms, a, b, c, d)
    return useful(head, t16, rec, first, last, sets, a, b, c, d)


@inline
def shape_forms(state, seat):
    """Special forms that the hand may still have: none but a knitted straight with a set on the table."""
    aims = aims_of(state)
    return aims[A.SHAPE_FORMS] if state[own(seat) + S.SETS] == aims[A.SETS] else aims[A.SHAPE_FORMS] & KNIT3


@njit
def other_reading(image, table, state, a, b, c, d):
    """The words read the other way (`state[READINGS]`): one stand-in as what it plays, or all of them as themselves; and whether there is such a reading."""
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
    return n > 0, a, b, c, d


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
    """Tiles missing by what the tables alone do not know: stand-ins read otherwise, forms in which they are themselves, free shapes. Jokers counted."""
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
                head, t16, rec = tables_of(state)
                best = forms_deficiency(head, t16, rec, first, last, sets, aims[A.LATE_FORMS], e, f, g, h)
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
                head, t16, rec = tables_of(state)
                forms = aims[A.LATE_FORMS]
                if forms_deficiency(head, t16, rec, first, last, sets, forms, e, f, g, h) - jokers == 1:
                    mask |= forms_useful(head, t16, rec, first, last, sets, forms, jokers + 1, e, f, g, h)
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
    state[s + S.WAITS] = ALL34 if near == 0 else mask & ~held_fours(state, seat)
    return 0


@inline
def completes(image, table, state, seat, kind, drawn):
    """May a tile, drawn or thrown, complete the hand between turns of a seat? (The scorer judges then.)"""
    s = own(seat)
    waits = state[s + S.WAITS]
    face = state[S.FACE + kind]
    if state[S.PLAIN]:
        return waits >> kind & 1 if kind < 34 else 0
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


@njit
def fact(table, state, seat, code, argument):
    """Does a fact about melds, void suit and laid tiles hold? (aims.py)"""
    t = block(seat)
    melds = table[t + L.S_MELDS]
    if code == A.OPEN_MELD:
        return int(state[own(seat) + S.CALLED] > 0)
    if code == A.ANY_MELD:
        return int(melds > 0)
    if code == A.VOID_IS:
        return int(table[t + L.S_VOID] == argument)
    if code == A.ALL_OPEN:
        return int(state[own(seat) + S.CALLED] == aims_of(state)[A.SETS])
    laid = 0
    if code == A.LAID_OUT:
        for kind in range(42):
            laid += table[t + L.S_LAID + kind]
        return int(laid >= argument)
    for m in range(melds):
        word = table[t + L.S_MELD + m]
        type = meld_type(word)
        pung = 2 <= type <= 7
        if code == A.HAS_CHOW:
            if not pung:
                return 1
            continue
        if code == A.OPEN_PUNG:
            if pung and type != L.CONCEALED_KONG and type != L.GOLD_KONG:
                return 1
            continue
        inside = 0
        for i in range(4):
            tile = meld_tile(word, i)
            if tile != L.NO_TILE:
                kind = tile if state[S.FACE + tile] < 0 else state[S.FACE + tile]
                inside += (argument & (1 << 44) - 1) >> kind & 1
        laid += inside
        if code == A.TOUCHES and inside or code == A.HAS_PUNG and pung and inside >= 2:
            return 1
    return int(code == A.TILES_IN and laid >= argument >> 44)


@seam("ppi")
def find_goal(table, state, seat):
    """Look up what a seat aims at, after its melds, void suit or laid tiles changed."""
    aims = aims_of(state)
    s = own(seat)
    facts = 0
    for i in range(aims[A.FACTS]):
        facts |= fact(table, state, seat, aims[A.FACT + 2 * i], aims[A.FACT + 2 * i + 1]) << i
    entry = aims[A.ENTRIES] + A.ENTRY_WORDS * facts
    for i in range(4):
        state[s + S.GOAL + i] = aims[entry + A.ENTRY_WAYS + i]
    forms = aims[entry + A.ENTRY_FORMS]
    melds = table[block(seat) + L.S_MELDS]
    state[s + S.GOAL_FORMS] = forms if melds == 0 else forms & KNIT3
    state[s + S.GOAL_FLAGS] = aims[entry + A.ENTRY_FLAGS]
    state[s + S.SETS] = aims[A.SETS] - melds
    state[s + S.FREE_MASK] = 0
    for i in range(aims[A.FREE_SHAPES]):
        free = A.FREE + i * A.FREE_WORDS
        alive = melds == 0 or aims[free + 2] != 0
        if melds and aims[free] and fact(table, state, seat, A.TOUCHES, ALL34 & ~aims[free]):
            alive = False
        state[s + S.FREE_MASK] |= int(alive) << i
    return 0


@njit
def aim_distance(state, seat):
    """Tiles missing to what a seat aims at, jokers counted."""
    s = own(seat)
    jokers = state[s + S.JOKERS]
    ways = s + S.GOAL + (2 if jokers else 0)
    missing = distance(state, state[ways], state[ways + 1], state[s + S.SETS], state[s + S.GOAL_FORMS], state[s], state[s + 1], state[s + 2], state[s + 3])
    return missing if missing >= IMPOSSIBLE else max(0, missing - jokers)
