"""Win or wait: what a ready hand expects of the draws to come, by what its waits would be paid and who may win before.

It may pass a tile that is thrown or drawn where waiting is worth more, chooses what to wait for, and stakes by it.
"""

from __future__ import annotations

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.discards import live_faces
from mjsim.kernels.holding import block, lose, own, put
from mjsim.kernels.hopes import draws_left, facts_of, hide_others, paid_for, score_waits
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.judge import declare
from mjsim.kernels.reach import find_waits
from mjsim.kernels.seam import seam
from mjsim.kernels.special import ALL34

MOST_GIVEN = 0.9
"""Chance that a tile waited for is thrown between two draws, at most."""


@njit
def race(image, table, state, seat, drawn, given, loss):
    """Points that a ready hand expects whose live waits are PICK_LIVE: so many for a win that is drawn, or given; who wins before it costs
    `loss`.
    """
    facts = facts_of(state, seat)
    each = state[S.PICK_LIVE] / max(live_faces(state, own(seat), ALL34), 1)
    thrown = min(each * facts[G.GIVEN], MOST_GIVEN) if given else 0.0
    gone = state[S.TURNS] // state[S.PLAYERS]
    alive, total = 1.0, 0.0
    for i in range(draws_left(image, table, state)):
        total += alive * thrown * given
        alive *= 1.0 - thrown
        hazard = facts[G.HAZARD + min(gone + i, G.HAZARDS - 1)]
        total -= alive * hazard * loss
        alive *= 1.0 - hazard
        total += alive * each * drawn
        alive *= 1.0 - each
    return total


@njit
def may_wait(image, table, state):
    """May a win be passed for a later one? Not where others play on after a win, nor where who passes wins no more."""
    return image[L.ENDS] == 0 and image[L.WIN_PASSED] != 3 and draws_left(image, table, state) >= 2 and image[L.WIN_BY] & 1


@njit
def paid_now(image, table, state, seat, kind, by, flags):
    """Points that a win with a tile brings, as far as its seat can know."""
    hide_others(table, state, seat, 1)
    points = paid_for(image, table, state, seat, kind, by, flags)
    hide_others(table, state, seat, 0)
    return points


@seam("pppii")
def better_waits(image, table, state, seat, kind):
    """Does a hand that may win on a thrown tile expect more of its own draws to come?"""
    if not may_wait(image, table, state):
        return 0
    now = paid_now(image, table, state, seat, kind, L.BY_DISCARD, 0)
    scored = score_waits(image, table, state, seat)
    if scored == 0 or state[S.WAIT_SELF] <= now * scored:
        return 0
    loss = facts_of(state, seat)[G.BYSTANDER]
    return int(race(image, table, state, seat, state[S.WAIT_SELF] / scored, 0.0, loss) > now)


@seam("ppp")
def better_thrown(image, table, state):
    """The kind after whose discard a hand that may win with the tile it has drawn expects more of its draws to come, -1."""
    if not may_wait(image, table, state):
        return -1
    seat, drawn, kinds = state[S.SEAT], state[S.DRAWN], state[S.O_DISCARD]
    loss = facts_of(state, seat)[G.BYSTANDER]
    lose(table, state, seat, drawn)
    best = 1.0 * paid_now(image, table, state, seat, drawn, L.BY_SELF, state[S.DRAWN_FLAGS])
    put(table, state, seat, drawn)
    found = -1
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        lose(table, state, seat, kind)
        scored = score_waits(image, table, state, seat)
        if scored and state[S.WAIT_SELF] > best * scored:
            hope = race(image, table, state, seat, state[S.WAIT_SELF] / scored, 0.0, loss)
            if hope > best:
                found, best = kind, hope
        put(table, state, seat, kind)
    return found


@seam("pppiii")
def ready_discard(image, table, state, seat, kinds, form):
    """Of the kinds whose discard leaves a hand ready, declared in a form (0: not), that after which it expects most, -1 if there is none.

    PICK_LIVE is the number of its live waits; notes the waits, as `best_discard` does.
    """
    t, s = block(seat), own(seat)
    ready, stake, first = table[t + L.S_READY], table[t + L.S_STAKE], table[t + L.S_FIRST_READY]
    if form:
        declare(image, table, state, seat, form)
    loss = facts_of(state, seat)[G.BYSTANDER]
    found, best, live = -1, 0.0, 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        lose(table, state, seat, kind)
        scored = score_waits(image, table, state, seat)
        if scored:
            hope = race(image, table, state, seat, state[S.WAIT_SELF] / scored, state[S.WAIT_GIVEN] / scored, loss)
            if found < 0 or hope > best:
                found, best, live = kind, hope, state[S.PICK_LIVE]
        put(table, state, seat, kind)
    table[t + L.S_READY], table[t + L.S_STAKE], table[t + L.S_FIRST_READY] = ready, stake, first
    state[S.PICK_LIVE] = live
    if found >= 0:
        lose(table, state, seat, found)
        find_waits(image, table, state, seat)
        put(table, state, seat, found)
        state[s + S.KNOWN] = 1
    return found


@seam("pppi")
def stake_for(image, table, state, seat):
    """What a hand stakes that waits for PICK_LIVE tiles: the most if a chip wins more than it loses, else the least."""
    gain = race(image, table, state, seat, state[S.PLAYERS] - 1.0, 1.0, 1.0)
    return image[L.READY_STAKE] if gain > 0 else 1
