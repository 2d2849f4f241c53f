"""The hand between turns: its waits after a discard, and when it first is ready."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import note
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import inline
from mjsim.kernels.judge import declare, is_ready_on
from mjsim.kernels.nearness import aims_of
from mjsim.kernels.policy import ask_to_declare
from mjsim.kernels.reach import find_waits
from mjsim.kernels.seam import seam


@seam("pppi")
def first_ready(image, table, state, seat):
    """Note the own draw at which a hand first is ready. A hand that was asked before is asked again only when it has changed."""
    s = own(seat)
    if not aims_of(state)[A.EXACT]:
        code = state[s] * 3 + state[s + 1] * 5 + state[s + 2] * 7 + state[s + 3] * 11 + state[s + S.CALLED]
        if code == state[s + S.ASKED]:
            return 0
        state[s + S.ASKED] = code
    if is_ready_on(image, table, state, seat):
        state[s + S.READY_DRAW] = table[block(seat) + L.S_DRAWS]
    return 0


@inline
def settled(image, table, state, seat, same):
    """After a discard: find the waits, unless the policy has found them or the drawn tile was thrown; note when the hand first is ready."""
    s = own(seat)
    if not state[s + S.KNOWN] and not same:
        find_waits(image, table, state, seat)
    state[s + S.KNOWN] = 0
    if state[s + S.NEAR] <= 1 and state[s + S.READY_DRAW] < 0:
        first_ready(image, table, state, seat)


@seam("pppi")
def before_first_draw(image, table, state, seat):
    """天聽 as an act of its own: who is not the dealer and is ready with his dealt tiles may say so before his first draw."""
    t, s = block(seat), own(seat)
    if seat == 0 or table[t + L.S_DRAWS] or table[t + L.S_MELDS] or state[s + S.NEAR] > 1 or table[t + L.S_READY]:
        return 0
    declare(image, table, state, seat, 1)
    table[t + L.S_FIRST_READY] = 1
    if is_ready_on(image, table, state, seat):
        code = ask_to_declare(image, table, state, seat)
        note(state, seat, code, 0, 2)
        if code == S.DECLARE:
            state[s + S.LOCK] = 1
            return 0
    table[t + L.S_READY] = table[t + L.S_STAKE] = table[t + L.S_FIRST_READY] = 0
    return 0
