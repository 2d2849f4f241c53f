"""What a seat aims at: the goal that its melds, void suit, laid and imagined tiles leave (mjsim/compile/gates.py), and how far it is."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, fixed_kind, own
from mjsim.kernels.jit import njit
from mjsim.kernels.nearness import aims_of, distance
from mjsim.kernels.record import meld_tile, meld_type
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE, KNIT3


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
    """Look up what a seat aims at, after its melds, void suit, laid or imagined tiles changed."""
    aims = aims_of(state)
    s = own(seat)
    state[s + S.LINED] = 0
    facts = 0
    for i in range(aims[A.FACTS]):
        facts |= fact(table, state, seat, aims[A.FACT + 2 * i], aims[A.FACT + 2 * i + 1]) << i
    entry = aims[A.ENTRIES] + A.ENTRY_WORDS * (facts + aims[A.FIXED_KIND] * (1 + fixed_kind(table, seat)))
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
        if melds and aims[free] and fact(table, state, seat, A.TOUCHES, L.ALL_PLACES & ~aims[free]):
            alive = False
        state[s + S.FREE_MASK] |= int(alive) << i
    return 0


@njit
def aim_distance(state, seat):
    """Tiles missing to what a seat aims at, jokers counted."""
    s = own(seat)
    jokers = state[s + S.JOKERS]
    ways = s + S.GOAL + (2 if jokers else 0)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    missing = distance(state, state[ways], state[ways + 1], state[s + S.SETS], state[s + S.GOAL_FORMS], a, b, c, d)
    return missing if missing >= IMPOSSIBLE else max(0, missing - jokers)
