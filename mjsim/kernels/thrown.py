"""A tile that is thrown: how it is offered, what follows from a run of them, and what passing a win bars."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.river import keeps_river, tile_thrown
from mjsim.kernels.scorer import equal_round
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable


@seam("pppii")
def follow(image, table, state, seat, kind):
    """Winds thrown in a row from the dealer on; rounds of equal first discards."""
    players = state[S.PLAYERS]
    if image[L.FOUR_DISCARDS] >= 0:
        right = kind == image[L.FOUR_DISCARDS] and (seat == 0 or state[S.WIND_RUN] == seat)
        if image[L.FOUR_DISCARDS_FIRST] and table[L.T_DISCARDS] > players:
            right = False
        state[S.WIND_RUN] = seat + 1 if right else 0
    if image[L.FIRST_DISCARDS] and state[S.ROUND_ALIVE]:
        place = (table[L.T_DISCARDS] - 1) % players
        if place == 0:
            state[S.ROUND_KIND] = kind
        state[S.ROUND_ALIVE] = int(seat == place and kind == state[S.ROUND_KIND])
        if state[S.ROUND_ALIVE] and place == players - 1:
            equal_round(image, table, state)
            state[S.ROUND_ALIVE] = image[L.FIRST_DISCARDS_ROUNDS]
    return 0


@inline
def offer(image, table, state, seat, kind, flags):
    """A thrown tile is offered to the others."""
    if image[L.FOUR_DISCARDS] >= 0 or image[L.FIRST_DISCARDS]:
        follow(image, table, state, seat, kind)
    if drawable(image, state) <= 0:
        flags |= L.F_LAST_DISCARD
    if state[S.VISIBLE + kind] == 4:
        flags |= L.F_LAST_OF_KIND
    state[S.SEAT], state[S.TILE], state[S.TILE_FLAGS] = seat, kind, flags
    state[S.LAST_THROWN + kind] = state[own(seat) + S.THROWN] = table[L.T_DISCARDS]
    state[S.RIVER + table[L.T_DISCARDS] - 1] = kind | seat << 6
    state[S.PHASE] = S.P_REACT


@seam("ppp")
def throw_turned(image, table, state):
    """The next turned tile of an open kong is thrown."""
    kind = (state[S.LEFT_TILES] & 127) - 1
    state[S.LEFT_TILES] >>= 7
    seat = state[S.LEFT_SEAT]
    table[L.T_DISCARDS] += 1
    table[block(seat) + L.S_DISCARDED] |= 1 << kind
    if keeps_river(image):
        tile_thrown(image, table, seat, kind)
    offer(image, table, state, seat, kind, L.F_AFTER_KONG_DISCARD)
    return 0


@njit
def pass_win(image, state, seat, face):
    """A win was offered and not taken."""
    s = own(seat)
    how = image[L.WIN_PASSED]
    if how == 1:
        state[s + S.BAR] = -1
    elif how == 2:
        state[s + S.BAR] |= 1 << face
    elif how == 3:
        state[s + S.BAR_ALL] = 1
