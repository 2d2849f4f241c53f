"""What a seat may do on its own turn: masks of kinds in the order of docs/protocol.md, and the n-th act of that order."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, held_fours, held_kinds, own
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.judge import may_complete, may_win_drawn, ready_after
from mjsim.kernels.kongs import kong_options
from mjsim.kernels.melds import standing
from mjsim.kernels.nearness import aims_of, distance
from mjsim.kernels.reach import shape_forms
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable, replaceable

WINDS = 15 << 27
DRAGONS = 7 << 31


@njit
def show_options(image, table, state, seat, drawn):
    """Sets of different honours that may be laid down."""
    late = image[L.SHOWS_DRAWS] and table[block(seat) + L.S_DRAWS] > image[L.SHOWS_DRAWS]
    if state[own(seat) + S.SETS] > 0 and not late:
        mask = held_kinds(table, state, seat, 1) & ~table[L.T_JOKERS]
        state[S.O_WINDS] = int(mask & WINDS == WINDS and drawn >= 0 and replaceable(image, state))
        state[S.O_DRAGONS] = int(mask & DRAGONS == DRAGONS)


@inline
def suit_mask(suit):
    """Kinds of a suit; 0 for -1."""
    return 511 << (9 * suit) if suit >= 0 else 0


@njit
def fed_waits(state, seat):
    """Kinds that shown hands of others wait for."""
    mask = 0
    for other in range(state[S.PLAYERS]):
        if other != seat:
            mask |= state[own(other) + S.SHOWN_WAITS]
    return mask


@njit
def discard_options(image, table, state, seat, drawn, lock):
    """Kinds that may be thrown."""
    if lock or state[S.TAKEN]:
        state[S.O_DISCARD] = 1 << drawn
        return
    mask = held_kinds(table, state, seat, 1)
    if image[L.VOID] and image[L.VOID_FIRST]:
        void = mask & suit_mask(table[block(seat) + L.S_VOID])
        mask = void if void else mask
    tiles = table[L.T_KONG_TILES]
    jokers = table[L.T_JOKERS] if image[L.JOKER_THROWN] == 1 else 0
    stand = standing(table, state, seat)[0] if image[L.STANDING] else 0
    shown = fed_waits(state, seat) if image[L.READY] == 3 else 0
    free = mask & ~(tiles | jokers | stand | shown)
    if free == 0:
        free = mask & ~(tiles | jokers | stand)
    if free == 0:
        free = mask & ~(tiles | jokers)
    if free == 0:
        free = mask & ~tiles
    state[S.O_DISCARD] = free if free else mask


@njit
def within_one(state, seat):
    """Can a hand of a tile too many be one tile from a shape after a discard? (With stand-ins read in two ways, free shapes and an imagined
    tile that may be the fifth: maybe.)
    """
    s = own(seat)
    aims = aims_of(state)
    if state[S.READINGS] or aims[A.FREE_SHAPES] or state[S.FIFTH]:
        return True
    jokers = state[s + S.JOKERS]
    ways = A.SHAPE_WAYS + (2 if jokers else 0)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    return distance(state, aims[ways], aims[ways + 1], state[s + S.SETS], shape_forms(state, seat), a, b, c, d) - jokers <= 1


@seam("pppi")
def ready_options(image, table, state, seat):
    """Discards with which ready may be declared, by form."""
    s, t = own(seat), block(seat)
    if table[t + L.S_READY] or (image[L.READY_CONCEALED] and state[s + S.CALLED]) or (image[L.READY_DRAWN] and state[S.DRAWN] < 0):
        return 0
    if image[L.READY] == 4 and (table[t + L.S_DISCARDED] or table[L.T_CALLS]):
        return 0
    mask = state[S.O_DISCARD]
    if image[L.STANDING]:
        mask = held_kinds(table, state, seat, 1) & standing(table, state, seat)[1]
    if mask == 0 or not within_one(state, seat):
        return 0
    while mask:
        kind = ctz(mask)
        mask &= mask - 1
        if ready_after(image, table, state, seat, kind, 1):
            state[S.O_READY] |= 1 << kind
        if image[L.READY_FORMS] == 2 and ready_after(image, table, state, seat, kind, 2):
            state[S.O_READY_OPEN] |= 1 << kind
    return 0


@seam("ppp")
def own_options(image, table, state):
    """Fill O_WIN .. O_COUNT for the seat whose turn it is; returns the number of options."""
    seat = state[S.SEAT]
    for i in range(S.O_WIN, S.O_COUNT + 1):
        state[i] = 0
    s = own(seat)
    drawn, lock = state[S.DRAWN], state[s + S.LOCK]
    left = drawable(image, state)
    if drawn >= 0 and may_complete(image, table, state, seat, drawn) and may_win_drawn(image, table, state, seat):
        state[S.O_WIN] = 1
        if left <= image[L.WIN_COMPULSORY] and image[L.WIN_COMPULSORY]:
            state[S.O_COUNT] = 1
            return 1
    if not state[S.TAKEN]:
        if drawn >= 0 and lock != 2 and (state[s + S.OWN_PUNGS] or not state[S.PLAIN] or held_fours(state, seat)):
            kong_options(image, table, state, seat, drawn, lock)
        if lock == 0:
            if image[L.SHOWS]:
                show_options(image, table, state, seat, drawn)
            if table[L.T_KONG_TILES] and replaceable(image, state):
                state[S.O_SHOW] = held_kinds(table, state, seat, 1) & table[L.T_KONG_TILES]
    if image[L.WALL_LAST] == 1 and left <= 0:
        state[S.O_PASS] = 1
    else:
        discard_options(image, table, state, seat, drawn, lock)
        if lock == 0 and image[L.READY] and image[L.READY] != 5 and not state[S.TAKEN]:
            ready_options(image, table, state, seat)
    count = state[S.O_WIN] + popcount(state[S.O_CONCEALED]) + popcount(state[S.O_ADDED]) + state[S.O_GOLD]
    count += popcount(state[S.O_OPEN]) + popcount(state[S.O_OPEN_ADDED]) + state[S.O_WINDS] + state[S.O_DRAGONS]
    count += popcount(state[S.O_SHOW]) + popcount(state[S.O_DISCARD]) + state[S.O_PASS]
    count += popcount(state[S.O_READY]) * max(image[L.READY_STAKE], 1) + popcount(state[S.O_READY_OPEN])
    state[S.O_COUNT] = count
    return count
