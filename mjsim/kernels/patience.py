"""Win or wait: what a ready hand expects of what is to come, by what its waits would be paid and who may win before.

It may pass a tile that is thrown or drawn where waiting is worth more, chooses what to wait for, lays out a kong of one tile or throws a
joker where that pays, and stakes by it.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.discards import live_faces
from mjsim.kernels.holding import block, lose, own, put
from mjsim.kernels.hopes import draws_left, facts_of
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.judge import declare
from mjsim.kernels.memory import shifted
from mjsim.kernels.pay import kind_tiles
from mjsim.kernels.payoffs import hide_others, paid_for, score_waits
from mjsim.kernels.reach import find_waits
from mjsim.kernels.seam import seam
from mjsim.kernels.settle import spirit_points
from mjsim.kernels.wall import replaceable

MOST_PAID = np.int64(1 << 62)
MOST_GIVEN = 0.9
"""Chance that a tile waited for is thrown between two draws, at most."""


@njit
def race(image, table, state, seat, each, drawn, thrown, given, loss, barred):
    """Points that a ready hand expects that wins with a chance of `each` in a draw and `thrown` between two (none before the next, if it is
    barred), and is paid so many for a win that is drawn, or given. Who wins before it costs it `loss`.
    """
    facts = facts_of(state, seat)
    gone = state[S.TURNS] // state[S.PLAYERS]
    alive, total = 1.0, 0.0
    for i in range(draws_left(image, table, state)):
        if i or not barred:
            total += alive * thrown * given
            alive *= 1.0 - thrown
        hazard = facts[G.HAZARD + min(gone + i, G.HAZARDS - 1)]
        total -= alive * hazard * loss
        alive *= 1.0 - hazard
        total += alive * each * drawn
        alive *= 1.0 - each
    return total


@njit
def expects(image, table, state, seat, barred):
    """Points that a ready hand expects of the waits that were scored last, if it wins only where it is paid enough: the best of all bounds
    to what is enough. barred : it may not win on a discard before its next draw.
    """
    facts = facts_of(state, seat)
    waits, n = shifted(state, S.WAITED_FOR), state[S.WAITED]
    scored = 0
    for i in range(n):
        scored += waits[S.WAIT_SIZE * i]
    share = state[S.PICK_LIVE] / (scored * max(live_faces(state, own(seat), L.ALL_PLACES), 1))
    best, last = -1.0e18, MOST_PAID
    while True:
        bound = np.int64(0)  # the next lower amount
        for i in range(n):
            for by in range(1, 3):
                if bound < waits[S.WAIT_SIZE * i + by] < last:
                    bound = waits[S.WAIT_SIZE * i + by]
        if bound == 0:
            return best
        last = bound
        by_self, by_given, drawn, given = 0, 0, 0, 0
        for i in range(n):
            wait = shifted(waits, S.WAIT_SIZE * i)
            if wait[1] >= bound:
                by_self += wait[0]
                drawn += wait[0] * wait[1]
            if wait[2] >= bound:
                by_given += wait[0]
                given += wait[0] * wait[2]
        each, thrown = by_self * share, min(by_given * share * facts[G.GIVEN], MOST_GIVEN)
        mean, mean_given = drawn / max(by_self, 1), given / max(by_given, 1)
        best = max(best, race(image, table, state, seat, each, mean, thrown, mean_given, facts[G.BYSTANDER], barred))


@njit
def keeping(image, table, seat):
    """Points that the others will pay a seat for the jokers it holds, whoever wins."""
    each = np.int64(0)
    if image[L.SPIRITS] and table[L.T_TURNED] >= 0:
        each += spirit_points(image, table, seat, table[L.T_TURNED])
    if image[L.GODS]:
        each += kind_tiles(table, seat, table[L.T_JOKERS], 0)
    return each * (image[L.PLAYERS] - 1)


@njit
def expects_after(image, table, state, seat, kind, barred):
    """Points that a hand expects after a discard that leaves it ready, less what it would be paid for the tile if it kept it; -1e18 if it
    is not ready, or forfeits the win. A kong of one tile is laid out.
    """
    t = block(seat)
    if image[L.JOKER_THROWN_FORFEITS] and table[L.T_JOKERS] >> kind & 1:
        return -1.0e18
    laid = table[L.T_SINGLE_KONGS] >> kind & int(replaceable(image, state))
    floats, held_back = table[t + L.S_FLOATS], keeping(image, table, seat)
    wild = table[L.T_JOKERS] >> kind & 1
    count = t + (L.S_THROWN_AT_ONCE if kind == state[S.DRAWN] else L.S_THROWN_LATER)
    lose(table, state, seat, kind)
    table[t + L.S_FLOATS] = floats + 1 if wild else 0
    table[count] += wild
    table[t + L.S_LAID + kind] += laid
    hope = -1.0e18
    if score_waits(image, table, state, seat, S.MOST_WAITED):
        hope = expects(image, table, state, seat, barred) - (held_back - keeping(image, table, seat))
    table[count] -= wild
    table[t + L.S_LAID + kind] -= laid
    table[t + L.S_FLOATS] = floats
    put(table, state, seat, kind)
    return hope


@njit
def may_wait(image, table, state):
    """May a win be passed for a later one? Not where others play on after a win, nor where who passes wins no more."""
    return image[L.ENDS] == 0 and image[L.WIN_PASSED] != 3 and draws_left(image, table, state) >= 2


@njit
def paid_now(image, table, state, seat, kind, by, flags):
    """Points that a win with a tile brings, as far as its seat can know."""
    hide_others(table, state, seat, 1)
    points = paid_for(image, table, state, seat, kind, by, flags)
    hide_others(table, state, seat, 0)
    return points


@seam("pppii")
def better_waits(image, table, state, seat, kind):
    """Does a hand that may win on a thrown tile expect more of what is to come?"""
    if not may_wait(image, table, state):
        return 0
    now = paid_now(image, table, state, seat, kind, L.BY_DISCARD, 0)
    scored = score_waits(image, table, state, seat, S.MOST_WAITED)
    return int(scored > 0 and expects(image, table, state, seat, image[L.WIN_PASSED]) > now)


@seam("ppp")
def better_thrown(image, table, state):
    """The kind after whose discard a hand that may win with the tile it has drawn expects more of what is to come, -1."""
    if not may_wait(image, table, state):
        return -1
    seat, drawn = state[S.SEAT], state[S.DRAWN]
    kinds = state[S.O_DISCARD]
    lose(table, state, seat, drawn)
    best = 1.0 * paid_now(image, table, state, seat, drawn, L.BY_SELF, state[S.DRAWN_FLAGS])
    put(table, state, seat, drawn)
    found = -1
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        hope = expects_after(image, table, state, seat, kind, image[L.WIN_PASSED])
        if hope > best:
            found, best = kind, hope
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
    found, best, live = -1, -1.0e18, 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        hope = expects_after(image, table, state, seat, kind, 0)
        if hope > best:
            found, best, live = kind, hope, state[S.PICK_LIVE]
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
    each = state[S.PICK_LIVE] / max(live_faces(state, own(seat), L.ALL_PLACES), 1)
    thrown = min(each * facts_of(state, seat)[G.GIVEN], MOST_GIVEN)
    gain = race(image, table, state, seat, each, state[S.PLAYERS] - 1.0, thrown, 1.0, 1.0, 0)
    return image[L.READY_STAKE] if gain > 0 else 1
