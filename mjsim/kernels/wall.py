"""The wall: what can be drawn, draws in turn and replacements (docs/protocol.md, "The wall")."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.rng import WALL, below, stream_key


@njit
def build_wall(image, state):
    """All tiles of the set, shuffled by the hand's wall stream (the same numbers as `rng.shuffle`); nothing if the wall is given."""
    n = 0
    for kind in range(42):
        for _ in range(image[L.COPIES + kind]):
            if not state[S.WALL_GIVEN]:
                state[S.WALL + n] = kind
            n += 1
    state[S.SIZE] = n
    if state[S.WALL_GIVEN]:
        return
    key = stream_key(state[S.SEED], state[S.MATCH], state[S.HAND], WALL)
    for i in range(n - 1):
        last = S.WALL + n - 1 - i
        other = S.WALL + below(key, i, n - i)
        tile = state[last]
        state[last] = state[other]
        state[other] = tile


@njit
def reserve(image, state):
    """Tiles at the end that are never drawn in turn."""
    steps = image[L.WALL_BY_KONGS]
    if steps:
        return image[L.DEAD_BY_KONGS + min(state[S.KONGS], steps - 1)]
    return image[L.WALL_DEAD]


@inline
def drawable(image, state):
    """Tiles that can still be drawn in turn."""
    return state[S.BACK] - state[S.FRONT] - reserve(image, state)


@inline
def replaceable(image, state):
    """Is there a tile to replace a kong with? Tianjin's dead tiles serve for that when the live wall is gone."""
    return state[S.DEEP] > state[S.DEEP_END] or drawable(image, state) > 0


@njit
def take_front(image, table, state, seat):
    """Place of the tile that a seat draws in turn, -1 if the wall is exhausted."""
    place = state[S.FRONT]
    if state[S.PER_SEAT]:
        draws = table[L.T_SIZE + seat * L.S_SIZE + L.S_DRAWS]
        place = state[S.FIRST_FRONT] + draws * state[S.PLAYERS] + seat
        if place >= state[S.BACK] - reserve(image, state):
            return -1
    elif drawable(image, state) <= 0:
        return -1
    state[S.FRONT] = max(state[S.FRONT], place + 1)
    return place


@njit
def take_back(image, state):
    """The next replacement tile, which must be there."""
    if state[S.DEEP] > state[S.DEEP_END]:
        state[S.DEEP] -= 1
        return state[S.WALL + state[S.DEEP]]
    state[S.BACK] -= 1
    return state[S.WALL + state[S.BACK]]
