"""Win or wait: a ready hand may pass a tile that is thrown, where its own draw would pay so much more that waiting is worth the risk."""

from __future__ import annotations

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.discards import live_faces
from mjsim.kernels.holding import own
from mjsim.kernels.hopes import draws_left, facts_of, paid_for, score_waits
from mjsim.kernels.seam import seam
from mjsim.kernels.special import ALL34


@seam("pppii")
def better_waits(image, table, state, seat, kind):
    """Does a hand that may win on a thrown tile expect more of its own draws to come? Others may win before, and are paid then."""
    facts = facts_of(state, seat)
    draws = draws_left(image, table, state)
    if image[L.ENDS] or image[L.WIN_PASSED] == 3 or draws < 2 or not image[L.WIN_BY] & 1:
        return 0
    now = paid_for(image, table, state, seat, kind, L.BY_DISCARD)
    scored = score_waits(image, table, state, seat)
    if scored == 0 or state[S.WAIT_SELF] <= now * scored:
        return 0
    pays, live, unseen = state[S.WAIT_SELF] / scored, state[S.PICK_LIVE], live_faces(state, own(seat), ALL34)
    chance, gone = live / max(unseen, 1), state[S.TURNS] // state[S.PLAYERS]
    alive, total = 1.0, 0.0
    for i in range(draws):
        hazard = facts[G.HAZARD + min(gone + i, G.HAZARDS - 1)]
        total -= alive * hazard * facts[G.BYSTANDER]
        alive *= 1.0 - hazard
        total += alive * chance * pays
        alive *= 1.0 - chance
    return int(total > now)
