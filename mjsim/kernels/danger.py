"""What a discard may cost: the chance that somebody wins on it, from what lies open, times what the giver of a win usually pays.

The chance that one opponent wins on it depends on a cell: his melds or declaration, how far the hand has gone, what sort of tile it is, how
many of its kind are unseen, and whether it was thrown before. The table of chances is calibrated (mjsim/policies/chances.py).
"""

from __future__ import annotations

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, face_kind, held_faces, own, seat_after
from mjsim.kernels.hopes import OTHERS, draws_left, facts_of
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.lineup import DANGERS, SCRATCH
from mjsim.kernels.memory import float64_at, shifted
from mjsim.kernels.seam import seam
from mjsim.kernels.words import count

THREATS, PHASES, SORTS, UNSEEN, PASSED = 6, 8, 5, 4, 4
"""Melds of the opponent (0-4), or 5 declared ready; own draws left / 3; wind or dragon, 1 9, 2 8, 3 7, 4 5 6; unseen besides; thrown
before: since he threw last, by himself earlier, by others of late, or not.
"""
OF_LATE = 2
"""Rounds."""


@njit
def sort_of(face):
    """What sort of tile a face is."""
    if face >= 27:
        return 0
    rank = face % 9
    return 1 + min(min(rank, 8 - rank), 3)


@njit
def thrown_before(table, state, other, kind):
    """When a kind was thrown, as an opponent sees it: what he did not win on since he threw last he cannot win on now."""
    at = state[S.LAST_THROWN + kind]
    if at and at >= state[own(other) + S.THROWN]:
        return 0
    if table[block(other) + L.S_DISCARDED] >> kind & 1:
        return 1
    return 2 if at and at + OF_LATE * state[S.PLAYERS] >= table[L.T_DISCARDS] else 3


@njit
def danger_cell(image, table, state, seat, other, face):
    """The cell of a discard for one opponent."""
    t, s = block(other), own(seat)
    threat = 5 if table[t + L.S_READY] else min(table[t + L.S_MELDS], 4)
    unseen = min(count(state[s + S.UNSEEN + face // 9], face % 9), UNSEEN - 1)
    cell = (threat * PHASES + min(draws_left(image, table, state) // 3, PHASES - 1)) * SORTS + sort_of(face)
    return (cell * UNSEEN + unseen) * PASSED + thrown_before(table, state, other, face_kind(table, state, face))


@njit
def danger(image, table, state, seat, face):
    """Chance that somebody wins on a discard."""
    cells = shifted(float64_at(state[S.CHANCES_AT]), DANGERS)
    safe = 1.0
    for step in range(1, state[S.PLAYERS]):
        other = seat_after(state, seat, step)
        shown = image[L.READY] == 3 and table[block(other) + L.S_READY]  # nobody need throw what he waits for
        if not table[L.T_OUT] >> other & 1 and not shown:
            safe *= 1.0 - cells[danger_cell(image, table, state, seat, other, face)]
    return 1.0 - safe


@seam("pppii")
def subtract_dangers(image, table, state, seat, allowed):
    """The allowed face with most hope less danger (scratch of hopes.py): the giver pays, and hopes for nothing more."""
    faces = allowed & held_faces(state, seat)
    s = own(seat)
    facts = facts_of(state, seat)
    care = state[s + S.CARE] / 1000.0
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    found, most = -1, -1.0e18
    while faces:
        face = ctz(faces)
        faces &= faces - 1
        hope = scratch[OTHERS + face]
        hope -= care * danger(image, table, state, seat, face) * (facts[G.LOSS] + hope)
        if hope > most:
            found, most = face, hope
    state[S.PICK_MISSING] = max(0, state[S.PICK_MISSING])
    return found
