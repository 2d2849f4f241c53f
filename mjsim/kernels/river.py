"""Thrown tiles that are paid for at the end: what becomes of each (spirits among discards, the first chicken), and open chickens."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import see_all
from mjsim.kernels.jit import inline
from mjsim.kernels.record import kind_after, seat_block
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable


@inline
def keeps_river(image):
    """Does it matter what becomes of a thrown tile?"""
    return image[L.SPIRIT_DISCARDS] or image[L.CHICKEN_FIRST]


@seam("ppii")
def tile_thrown(image, table, seat, kind):
    """A seat has thrown a tile."""
    table[seat_block(seat) + L.S_RIVER + kind] += 1
    if image[L.CHICKEN_ALWAYS] >> kind & 1 and table[L.T_CHICKEN_THROWN] == 0:
        table[L.T_CHICKEN_THROWN] = 1 + seat
        table[L.T_CHICKEN_AT] = table[L.T_DISCARDS]
    return 0


@seam("ppiii")
def tile_taken(image, table, giver, kind, taker):
    """The tile that was thrown last is melded by a seat, or won on (taker -1)."""
    table[seat_block(giver) + L.S_RIVER + kind] -= 1
    first = table[L.T_CHICKEN_THROWN] == 1 + giver and table[L.T_CHICKEN_AT] == table[L.T_DISCARDS]
    if first and image[L.CHICKEN_ALWAYS] >> kind & 1:
        table[L.T_CHICKEN_TAKEN] = 1 + taker if taker >= 0 else L.TAKEN_BY_WIN
    return 0


@seam("pppi")
def open_stack(image, table, state, turns):
    """The last stack leaves the wall, as long as a tile is left besides; if asked, the kind after its first tile is a chicken."""
    if drawable(image, state) < 3:
        return 0
    state[S.BACK] -= 2
    if turns and table[L.T_OPEN] < L.MOST_OPEN:
        kind = state[S.WALL + state[S.BACK]]
        see_all(state, -1, kind)
        table[L.T_OPEN] += 1
        table[L.T_OPEN + table[L.T_OPEN]] = kind_after(kind, 0)
    return 0
