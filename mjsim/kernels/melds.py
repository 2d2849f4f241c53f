"""Melds on the table."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.goal import find_goal
from mjsim.kernels.holding import block, held, own
from mjsim.kernels.imagined import settle_imagined
from mjsim.kernels.jit import njit
from mjsim.kernels.record import meld_giver, meld_stamp, meld_tile, meld_type, meld_word


@njit
def lay_meld(table, state, seat, type, a, b, c, d, giver):
    """A new meld of tiles that are in nobody's hand any more; returns its place."""
    t, s = block(seat), own(seat)
    table[L.T_EVENT] += 1
    table[L.T_CALLS] += 1
    slot = table[t + L.S_MELDS]
    table[t + L.S_MELD + slot] = meld_word(type, a, b, c, d, giver, table[L.T_EVENT])
    table[t + L.S_MELDS] = slot + 1
    if type == L.PUNG_MELD:
        state[s + S.OWN_PUNGS] |= 1 << a
    if type < L.CONCEALED_KONG or type == L.FLOWER_PUNG:
        state[s + S.CALLED] += 1
    if L.EXPOSED_KONG <= type <= L.GOLD_KONG:
        state[S.KONGS] += 1
    if type >= L.SHOWN_WINDS and table[L.T_SHOWN_AT] == 0:
        table[L.T_SHOWN_AT] = table[L.T_EVENT]
    if table[t + L.S_IMAGINED]:
        settle_imagined(table, state, seat, -1)
    find_goal(table, state, seat)
    return slot


@njit
def raise_pung(table, state, seat, slot):
    """A pung becomes an added kong, with its giver and stamp."""
    at = block(seat) + L.S_MELD + slot
    word = table[at]
    kind = meld_tile(word, 0)
    table[at] = meld_word(L.ADDED_KONG, kind, kind, kind, kind, meld_giver(word), meld_stamp(word))
    table[L.T_CALLS] += 1
    state[S.KONGS] += 1
    state[own(seat) + S.OWN_PUNGS] &= ~(1 << kind)
    if table[block(seat) + L.S_IMAGINED]:
        settle_imagined(table, state, seat, -1)


@njit
def pung_of(table, seat, kind):
    """Place of the own pung of a kind, -1 if there is none."""
    t = block(seat)
    for m in range(table[t + L.S_MELDS]):
        word = table[t + L.S_MELD + m]
        if meld_type(word) == L.PUNG_MELD and meld_tile(word, 0) == kind:
            return m
    return -1


@njit
def settle_standing(table, state, seat):
    """Standing tiles that the hand no longer holds stand no more: others of their kind went first."""
    s = own(seat)
    for i in range(4):
        kind = state[s + S.STANDING + i]
        if kind < 0:
            continue
        before = 0
        for j in range(i):
            before += int(state[s + S.STANDING + j] == kind)
        if before >= held(table, seat, kind):
            state[s + S.STANDING + i] = -1


@njit
def standing(table, state, seat):
    """(kinds held only as standing tiles, kinds of which some tile stands)."""
    s = own(seat)
    only, some = 0, 0
    for i in range(4):
        kind = state[s + S.STANDING + i]
        if kind < 0:
            continue
        some |= 1 << kind
        n = 0
        for j in range(4):
            n += int(state[s + S.STANDING + j] == kind)
        if held(table, seat, kind) <= n:
            only |= 1 << kind
    return only, some


@njit
def partners(image, face, arg):
    """The two faces of his own that a chow option uses."""
    if image[L.SETS] == 2 or face >= 27:
        return arg & 63, arg >> 6
    if arg == face:
        return face + 1, face + 2
    return (arg, arg + 2) if arg == face - 1 else (arg, arg + 1)
