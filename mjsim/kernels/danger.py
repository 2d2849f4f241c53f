"""What a discard may cost: the chance that somebody wins on it, from what lies open, times what the giver of a plain win usually pays.

The chance depends on a cell: how threatening the others look (melds, declarations), how far the hand has gone, what sort of tile it is and
how many of its kind are unseen. The table of chances is calibrated (mjsim/policies/chances.py).
"""

from __future__ import annotations

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, held_faces, own
from mjsim.kernels.hopes import OTHERS, draws_left
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.lineup import DANGERS, SCRATCH
from mjsim.kernels.memory import float64_at, int64_at, shifted
from mjsim.kernels.seam import seam
from mjsim.kernels.words import count

THREATS, PHASES, SORTS, UNSEEN = 6, 8, 5, 4
"""Melds of the opponent with most (0-4), or 5 declared ready; own draws left / 3; wind or dragon, 1 9, 2 8, 3 7, 4 5 6; unseen besides."""


@njit
def sort_of(face):
    """What sort of tile a face is."""
    if face >= 27:
        return 0
    rank = face % 9
    return 1 + min(min(rank, 8 - rank), 3)


@njit
def threat(table, state, seat):
    """How threatening the others look."""
    most = 0
    for other in range(state[S.PLAYERS]):
        if other != seat and not table[L.T_OUT] >> other & 1:
            t = block(other)
            most = max(most, 5 if table[t + L.S_READY] else min(table[t + L.S_MELDS], 4))
    return most


@seam("pppii")
def subtract_dangers(image, table, state, seat, allowed):
    """The allowed face with most hope less danger (scratch of hopes.py). With -(1 << face): the cell of that face."""
    look = allowed < 0
    faces = -allowed if look else allowed & held_faces(state, seat)
    s = own(seat)
    goals = int64_at(state[s + S.GOALS_AT])
    loss = float64_at(state[s + S.WORTH_AT])[2 * goals[G.COUNT]] * state[s + S.CARE] / 1000.0
    table_at = shifted(float64_at(state[S.CHANCES_AT]), DANGERS)
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    base = (threat(table, state, seat) * PHASES + min(draws_left(image, table, state) // 3, PHASES - 1)) * SORTS
    found, most = -1, -1.0e18
    while faces:
        face = ctz(faces)
        faces &= faces - 1
        unseen = min(count(state[s + S.UNSEEN + face // 9], face % 9), UNSEEN - 1)
        cell = (base + sort_of(face)) * UNSEEN + unseen
        if look:
            return cell
        hope = scratch[OTHERS + face] - loss * table_at[cell]
        if hope > most:
            found, most = face, hope
    state[S.PICK_MISSING] = max(0, state[S.PICK_MISSING])
    return found
