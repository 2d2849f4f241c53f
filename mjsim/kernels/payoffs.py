"""What a hand that one tile completes would be paid for it, scored by the variant's own rules.

A ready hand is looked at turn after turn, so what was found is remembered for the rest of the hand. It depends on the tiles, melds, laid
tiles and declarations of the seat; what else rules may ask about (how much of the wall is left, what lies before others) is taken to be
as it was.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import aims as A
from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.asked import packed, stir
from mjsim.kernels.discards import live_faces
from mjsim.kernels.holding import block, lose, own, put
from mjsim.kernels.jit import ctz, njit, popcount
from mjsim.kernels.memory import int64_at, shifted
from mjsim.kernels.nearness import aims_of
from mjsim.kernels.pay import pay_win
from mjsim.kernels.reach import find_waits, wait_kinds
from mjsim.kernels.scorer import describe, legal_waits, scored, work_of
from mjsim.kernels.seam import seam

MANY = 6
"""So many kinds are scored without asking first which of them are legal wins."""


@njit
def paid_for(image, table, state, seat, kind, by, flags):
    """Points that a win with a tile would bring a hand between turns; flags are those of the tile (layout.F_...)."""
    t = block(seat)
    giver = -1
    if by == L.BY_SELF:
        put(table, state, seat, kind)
    else:
        giver = (seat + 1) % state[S.PLAYERS]
        while table[L.T_OUT] >> giver & 1:
            giver = (giver + 1) % state[S.PLAYERS]
    describe(table, state, seat, by, giver, kind, flags, 1 << seat)
    points = 0
    if image[L.WIN_BY] >> by & 1 and scored(image, table, state):
        took = table[t + L.S_TOOK]
        for other in range(4):
            state[S.PAYS + other] = 0
        pay_win(image, table, work_of(state), shifted(state, S.PAYS))
        table[t + L.S_TOOK] = took
        points = state[S.PAYS + seat]
    if by == L.BY_SELF:
        lose(table, state, seat, kind)
    return points


@njit
def signature(table, state, seat):
    """What is remembered of a hand is found by this number."""
    t = block(seat)
    key = stir(np.uint64(table[L.T_OUT]), packed(table, t + L.S_VOID, 3))  # and the declaration
    key = stir(stir(key, table[t + L.S_STAKE]), table[t + L.S_FLOATS])
    key = stir(key, packed(table, t + L.S_THROWN_AT_ONCE, 3))  # jokers thrown, and whether the win is forfeited
    key = stir(stir(key, packed(table, t + L.S_HELD, 18)), packed(table, t + L.S_HELD + 18, 18))
    for i in range(table[t + L.S_MELDS]):
        key = stir(key, table[t + L.S_MELD + i])
    key = stir(stir(key, packed(table, t + L.S_LAID, 21)), packed(table, t + L.S_LAID + 21, 21))
    return np.int64(key)


@njit
def remembered(image, table, state, seat):
    """Pointer to what is known of a hand between turns: K_NEAR, K_KINDS (that it may win on); K_SCORED are those whose payments are at
    K_SELF and K_GIVEN.
    """
    s = own(seat)
    keys = shifted(int64_at(state[s + S.LINES_AT]), G.KEPT)
    key, n = signature(table, state, seat), state[s + S.REMEMBERED]
    for i in range(min(n, G.MOST_KEPT)):
        if keys[i] == key:
            return shifted(keys, G.MOST_KEPT + G.KEPT_WORDS * i)
    waits, near = state[s + S.WAITS], state[s + S.NEAR]
    find_waits(image, table, state, seat)
    kinds = wait_kinds(image, table, state, seat) if state[s + S.NEAR] <= 1 else 0
    if popcount(kinds) > MANY and not aims_of(state)[A.EXACT]:
        kinds = legal_waits(image, table, state, seat, kinds)
    slot = n % G.MOST_KEPT
    hand = shifted(keys, G.MOST_KEPT + G.KEPT_WORDS * slot)
    keys[slot], hand[G.K_NEAR], hand[G.K_KINDS], hand[G.K_SCORED] = key, state[s + S.NEAR], kinds, 0
    state[s + S.WAITS], state[s + S.NEAR], state[s + S.REMEMBERED] = waits, near, n + 1
    return hand


@njit
def hide_others(table, state, seat, hidden):
    """Whether the tiles of the others are unknown to the scorer."""
    for other in range(state[S.PLAYERS]):
        table[block(other) + L.S_UNKNOWN] = hidden * int(other != seat)


@seam("pppii")
def score_waits(image, table, state, seat, most):
    """Score what a hand between turns waits for, so many kinds at most; waits and nearness are left as they were.

    Returns the live tiles of the scored kinds; WAITED_FOR has what each of them would bring, drawn and thrown, WAIT_SELF and WAIT_GIVEN
    are the sums. PICK_LIVE is the number of live tiles that bring something. WAIT_NEAR is 0 if the hand is complete with any tile.
    """
    s = own(seat)
    hide_others(table, state, seat, 1)
    hand = remembered(image, table, state, seat)
    kinds = hand[G.K_KINDS]
    live, scored_live, n = 0, 0, 0
    drawn, given = 0, 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        face = state[S.FACE + kind]
        mine = live_faces(state, s, 1 << face) if face >= 0 else 1
        if n < most and mine:
            if not hand[G.K_SCORED] >> kind & 1:
                hand[G.K_SCORED] |= 1 << kind
                hand[G.K_SELF + kind] = paid_for(image, table, state, seat, kind, L.BY_SELF, 0)
                hand[G.K_GIVEN + kind] = paid_for(image, table, state, seat, kind, L.BY_DISCARD, 0)
            if hand[G.K_SELF + kind] == 0 and hand[G.K_GIVEN + kind] == 0:
                continue
            entry = shifted(state, S.WAITED_FOR + S.WAIT_SIZE * n)
            entry[0], entry[1], entry[2] = mine, hand[G.K_SELF + kind], hand[G.K_GIVEN + kind]
            n += 1
            scored_live += mine
            drawn += mine * entry[1]
            given += mine * entry[2]
        live += mine
    hide_others(table, state, seat, 0)
    state[S.WAIT_NEAR], state[S.WAITED] = hand[G.K_NEAR], n
    state[S.PICK_LIVE], state[S.WAIT_SELF], state[S.WAIT_GIVEN] = live, drawn, given
    return scored_live
