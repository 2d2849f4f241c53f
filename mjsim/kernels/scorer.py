"""The scorer's seams for the engine, which knows the win by the table and the arrays of results by the state."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.jit import inline
from mjsim.kernels.memory import int64_at
from mjsim.kernels.pay import comes_first, pay_each, pay_first_discards, pay_flower_kong, pay_kong, pay_start, pay_win
from mjsim.kernels.score import can_win, is_ready, ready_kinds, score_win
from mjsim.kernels.settle import pay_end, pay_spirits


@inline
def work_of(state):
    """Pointer to the scorer's scratch and results."""
    return int64_at(state[S.WORK_AT])


@inline
def points_of(state):
    """Pointer to the points of the hand so far, one a seat."""
    return int64_at(state[S.POINTS_AT])


@inline
def describe(table, state, seat, by, giver, kind, flags, winners):
    """Write down a win for the scorer."""
    table[L.T_SEAT] = seat
    table[L.T_BY] = by
    table[L.T_GIVER] = giver
    table[L.T_TILE] = kind
    table[L.T_FLAGS] = flags
    table[L.T_WINNERS] = winners
    table[L.T_KONG_GIVER] = state[S.KONG_GIVER] if by == L.BY_SELF and flags & L.F_KONG_REPLACEMENT else -1


@inline
def legal(image, table, state, seat, by, giver, kind, flags):
    """Would the win of a complete hand be legal?"""
    describe(table, state, seat, by, giver, kind, flags, 1 << seat)
    return can_win(image, table, work_of(state))


@inline
def scored(image, table, state):
    """Score the win that `describe` wrote down; results in `work_of(state)`."""
    return score_win(image, table, work_of(state))


@inline
def paid(image, table, state):
    """Pay the win that was scored last."""
    pay_win(image, table, work_of(state), points_of(state))


@inline
def before_nearer(image, table, state, giver):
    """Does the win that was scored last come before nearer ones?"""
    return comes_first(image, table, work_of(state), giver)


@inline
def some_legal_wait(image, table, state, seat, candidates):
    """Is there any such kind?"""
    return is_ready(image, table, work_of(state), seat, -1, candidates)


@inline
def legal_waits(image, table, state, seat, candidates):
    """Kinds among the candidates that, coming in any way of winning, complete a legal win of a hand between turns."""
    return ready_kinds(image, table, work_of(state), seat, -1, candidates)


@inline
def kong_stands(image, table, state, seat, slot):
    """Pay a kong that stands."""
    pay_kong(image, table, work_of(state), seat, slot, points_of(state))


@inline
def flower_kong(image, table, state, seat):
    """Pay four of a dragon or of a row of flowers laid out."""
    pay_flower_kong(image, table, seat, points_of(state))


@inline
def joker_thrown(image, table, state, seat, amount):
    """Everybody pays who has thrown a joker."""
    pay_each(image, table, seat, amount, points_of(state))


@inline
def equal_round(image, table, state):
    """Pay a round of equal first discards."""
    pay_first_discards(image, table, points_of(state))


@inline
def dealt_rows(image, table, state, seat):
    """Judge and pay the rows of the dealt tiles of a seat; their number."""
    return pay_start(image, table, work_of(state), seat, points_of(state))


@inline
def spirits_of_before(image, table, state):
    """回頭一笑: the dealt tiles are paid for by the spirits of the hand before."""
    pay_spirits(image, table, table[L.T_PREVIOUS], points_of(state))


@inline
def settle(image, table, state, winners, exhausted):
    """Everything that is paid at the end of a hand."""
    pay_end(image, table, work_of(state), winners, exhausted, points_of(state))
