"""What is written down while a hand is played: acts for the log, wins for the columns."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import njit, popcount
from mjsim.kernels.memory import int32_at, int64_at
from mjsim.kernels.reach import wait_kinds
from mjsim.kernels.scorer import work_of

ACT_WORDS = 4
WIN_WORDS = 16
W_HAND, W_MATCH, W_IN_MATCH, W_SEAT, W_BY, W_GIVER, W_TILE, W_TURN, W_VALUE, W_POINTS = range(10)
W_EXPOSED, W_WAIT, W_JOKERS, W_SHAPE, W_ITEMS_END = range(10, 15)
"""Columns of a win; the last is where its items end in the array of items."""


@njit
def note(state, seat, code, arg, options):
    """Log an act: who, what, and how many options he had."""
    if state[S.LOG_AT]:
        acts = int32_at(state[S.LOG_AT])
        at = ACT_WORDS * state[S.LOG_USED]
        state[S.LOG_USED] += 1
        acts[at], acts[at + 1], acts[at + 2], acts[at + 3] = seat, code, arg, options


@njit
def waits_of(image, table, state, seat):
    """How many kinds of the set a hand between turns waits for."""
    kinds = wait_kinds(image, table, state, seat)
    if not state[S.PLAIN]:
        for kind in range(34):
            if image[L.COPIES + kind] == 0:
                kinds &= ~(1 << kind)
    return popcount(kinds)


@njit
def enter_win(image, table, state):
    """Write down the win that was scored and paid last."""
    work = work_of(state)
    seat = table[L.T_SEAT]
    wins = int64_at(state[S.WINS_AT])
    at = WIN_WORDS * state[S.WINS_USED]
    state[S.WINS_USED] += 1
    items = int64_at(state[S.ITEMS_AT])
    end = state[S.ITEMS_USED]
    for i in range(work[L.R_ITEMS]):
        items[end] = work[L.R_ITEMS + 1 + i]
        end += 1
    state[S.ITEMS_USED] = end
    wins[at + W_HAND] = state[S.NUMBER]
    wins[at + W_MATCH] = state[S.MATCH]
    wins[at + W_IN_MATCH] = state[S.HAND] if state[S.MATCH] >= 0 else 0
    wins[at + W_SEAT] = seat
    wins[at + W_BY] = table[L.T_BY]
    wins[at + W_GIVER] = table[L.T_GIVER] if table[L.T_BY] != L.BY_SELF else -1
    wins[at + W_TILE] = table[L.T_TILE]
    wins[at + W_TURN] = state[S.TURNS]
    wins[at + W_VALUE] = work[L.R_VALUE]
    wins[at + W_POINTS] = -work[L.R_PAID + seat]
    wins[at + W_EXPOSED] = state[own(seat) + S.CALLED]
    wins[at + W_WAIT] = waits_of(image, table, state, seat)
    wins[at + W_JOKERS] = work[L.R_JOKERS]
    wins[at + W_SHAPE] = work[L.R_SHAPE]
    wins[at + W_ITEMS_END] = end


@njit
def own_kongs(table, seat):
    """Kongs of a seat on the table."""
    t, n = block(seat), 0
    for m in range(table[t + L.S_MELDS]):
        type = table[t + L.S_MELD + m] & 255
        n += int(L.EXPOSED_KONG <= type <= L.GOLD_KONG)
    return n
