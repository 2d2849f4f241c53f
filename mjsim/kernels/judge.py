"""What may be won, and what is ready: a complete shape by the waits of the hand, then the scorer's word."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, claimed_face, lose, own, put
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.nearness import aims_of
from mjsim.kernels.reach import completes, find_waits, wait_kinds
from mjsim.kernels.scorer import legal, legal_waits, some_legal_wait
from mjsim.kernels.seam import seam
from mjsim.kernels.search import fours


@inline
def allowed_to_win(image, table, state, seat, by):
    """Is nothing in the way of a win but the tiles?"""
    return (
        image[L.WIN_BY] >> by & 1
        and table[block(seat) + L.S_FORFEIT] == 0
        and state[own(seat) + S.BAR_ALL] == 0
        and not table[L.T_OUT] >> seat & 1
    )


@inline
def may_complete(image, table, state, seat, kind):
    """May a drawn tile complete the hand, as itself or as another kind?"""
    return completes(image, table, state, seat, kind, True) or (image[L.WILD_DRAW] >= 0 and state[own(seat) + S.WAITS] != 0)


@seam("pppi")
def may_win_drawn(image, table, state, seat):
    """May a seat win with the tile it has drawn? Its waits are those of the hand before."""
    kind = state[S.DRAWN]
    if not may_complete(image, table, state, seat, kind) or not allowed_to_win(image, table, state, seat, L.BY_SELF):
        return 0
    if aims_of(state)[A.EXACT] and image[L.WILD_DRAW] < 0:
        return 1
    return legal(image, table, state, seat, L.BY_SELF, -1, kind, state[S.DRAWN_FLAGS])


@seam("pppiiiii")
def may_win_on(image, table, state, seat, by, giver, kind, flags):
    """May a seat win on a thrown tile (by 1) or a tile added to a pung (by 2)?"""
    if not completes(image, table, state, seat, kind, False) or not allowed_to_win(image, table, state, seat, by):
        return 0
    if state[own(seat) + S.BAR] >> claimed_face(image, table, kind) & 1:
        return 0
    if by == L.BY_DISCARD and table[L.T_JOKERS] >> kind & 1 and image[L.JOKER_THROWN_CLAIM] == 0:
        return 0
    if aims_of(state)[A.EXACT]:
        return 1
    return legal(image, table, state, seat, by, giver, kind, flags)


@seam("pppi")
def ready_on(image, table, state, seat):
    """Kinds that complete a legal win, in any way of winning, of a hand between turns whose waits are known."""
    if state[own(seat) + S.NEAR] > 1:
        return 0
    kinds = wait_kinds(image, table, state, seat)
    if aims_of(state)[A.EXACT]:
        return kinds & ~fours(table, seat) if table[block(seat) + L.S_MELDS] else kinds  # four concealed tiles are no wait of theirs
    return legal_waits(image, table, state, seat, kinds) if kinds else 0


@seam("pppi")
def is_ready_on(image, table, state, seat):
    """Is there any such kind? 1 or 0."""
    if state[own(seat) + S.NEAR] > 1:
        return 0
    kinds = wait_kinds(image, table, state, seat)
    if aims_of(state)[A.EXACT]:
        return int(ready_on(image, table, state, seat) != 0)
    return some_legal_wait(image, table, state, seat, kinds) if kinds else 0


@njit
def declare(image, table, state, seat, form):
    """Write down a declaration: its form, or the stake."""
    t = block(seat)
    table[t + L.S_READY] = 1 if image[L.READY_STAKE] else form
    table[t + L.S_STAKE] = form if image[L.READY_STAKE] else 0
    table[t + L.S_FIRST_READY] = int(table[t + L.S_DISCARDED] == 0 and table[L.T_CALLS] == 0)


@seam("pppiii")
def ready_after(image, table, state, seat, kind, form):
    """Kinds that complete a legal win once a seat has thrown a kind and declared ready in a form (0: not declared)."""
    s, t = own(seat), block(seat)
    waits, near = state[s + S.WAITS], state[s + S.NEAR]
    ready, stake, first = table[t + L.S_READY], table[t + L.S_STAKE], table[t + L.S_FIRST_READY]
    if form:
        declare(image, table, state, seat, form)
    lose(table, state, seat, kind)
    find_waits(image, table, state, seat)
    found = ready_on(image, table, state, seat)
    put(table, state, seat, kind)
    table[t + L.S_READY], table[t + L.S_STAKE], table[t + L.S_FIRST_READY] = ready, stake, first
    state[s + S.WAITS], state[s + S.NEAR] = waits, near
    return found
