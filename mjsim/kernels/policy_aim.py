"""The policy `aim`: everything for one row, by its targets (likeness.py); it is used by `mjsim odds` only.

It throws no tile that a nearest target needs while there is another, claims what serves a target, wins only when a target is met, and is
`speed` in whatever that leaves open.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import likeness as K
from mjsim.kernels import state as S
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.likeness import look_at_target, nearest
from mjsim.kernels.memory import int64_at, shifted
from mjsim.kernels.policy_speed import choose, speed_reaction, speed_turn
from mjsim.kernels.seam import seam


@inline
def target_of(state):
    """The target found last."""
    return shifted(int64_at(state[S.TARGETS_AT]), K.TARGETS + state[S.NEAREST] * K.WIDTH)


@njit
def missing_with(table, state, seat, face, change):
    """Tiles missing with one tile more or less than `look_at_target` counted; NEAREST is set."""
    have = shifted(state, S.HAVE)
    have[face] += change
    jokers, melds = state[own(seat) + S.JOKERS], table[block(seat) + L.S_MELDS]
    missing, state[S.NEAREST] = nearest(int64_at(state[S.TARGETS_AT]), state[S.TARGETS], have, jokers, melds)
    have[face] -= change
    return missing


@njit
def spare(table, state, seat, kinds):
    """Those kinds whose loss leaves fewest tiles missing to a target; jokers are none of them unless there is nothing else."""
    best, found = K.FAR, 0
    rest = kinds
    while rest:
        kind = ctz(rest)
        rest &= rest - 1
        face = state[S.FACE + kind] if kind < L.MOST_PLACES else -1
        if face < 0:
            continue
        missing = missing_with(table, state, seat, face, -1)
        if missing < best:
            best, found = missing, 0
        if missing == best:
            found |= 1 << kind
    return found if found else kinds


@seam("ppp")
def aim_turn(image, table, state):
    """An act of an own turn."""
    seat = state[S.SEAT]
    missing = look_at_target(table, state, seat)
    if state[S.O_WIN] and (missing == 0 or not (state[S.O_DISCARD] or state[S.O_READY] or state[S.O_PASS])):
        choose(state, S.WIN, state[S.DRAWN])
        return 0
    serving = target_of(state)[K.PUNGS]
    kinds = state[S.O_CONCEALED] & serving
    if kinds:
        kind = ctz(kinds)
        choose(state, S.OPEN if state[S.O_OPEN] >> kind & 1 else S.CONCEALED, kind)
        return 0
    kinds = state[S.O_ADDED] & serving
    if kinds:
        kind = ctz(kinds)
        opening = state[S.O_OPEN_ADDED] >> kind & 1
        choose(state, S.OPEN if opening else S.ADDED, kind + 64 * opening)
        return 0
    win, discard, ready, ready_open = state[S.O_WIN], state[S.O_DISCARD], state[S.O_READY], state[S.O_READY_OPEN]
    concealed, added = state[S.O_CONCEALED], state[S.O_ADDED]
    state[S.O_WIN] = 0
    if missing or target_of(state)[K.CLOSED]:
        state[S.O_CONCEALED] = state[S.O_ADDED] = 0
    best = spare(table, state, seat, discard | ready | ready_open)
    if discard & best:
        state[S.O_DISCARD] = discard & best
    near = int(missing <= 1)
    state[S.O_READY], state[S.O_READY_OPEN] = ready & best * near, ready_open & best * near
    speed_turn(image, table, state)
    state[S.O_WIN], state[S.O_DISCARD], state[S.O_READY], state[S.O_READY_OPEN] = win, discard, ready, ready_open
    state[S.O_CONCEALED], state[S.O_ADDED] = concealed, added
    return 0


@njit
def keep_chows(state, at, allowed):
    """Only chow options whose lowest kind is in a mask, first in the list; returns how many there were before."""
    before, n = state[at + S.R_CHOWS], 0
    for i in range(before):
        arg = state[at + S.R_CHOW + i]
        if allowed >> (arg & 63) & 1:
            state[at + S.R_CHOW + i] = state[at + S.R_CHOW + n]
            state[at + S.R_CHOW + n] = arg
            n += 1
    state[at + S.R_CHOWS] = n
    return before


@seam("pppii")
def aim_reaction(image, table, state, seat, face):
    """What to do with a thrown tile."""
    at = S.REACT + seat * S.REACT_SIZE
    now = look_at_target(table, state, seat)
    after = missing_with(table, state, seat, face, 1)
    target = target_of(state)
    choose(state, S.PASS, 0)
    if state[at + S.R_WIN] and after == 0:
        choose(state, S.WIN_ON, 0)
        return 0
    serves = target[K.CLOSED] == 0 and target[K.PUNGS] >> face & 1
    if serves and after < now:
        if state[at + S.R_KONG]:
            choose(state, S.OPEN_ON if state[at + S.R_OPEN] else S.KONG_ON, 0)
            return 0
        if state[at + S.R_PUNG]:
            choose(state, S.PUNG_ON, 0)
            return 0
    win, kong, pung, flower = state[at + S.R_WIN], state[at + S.R_KONG], state[at + S.R_PUNG], state[at + S.R_FLOWER]
    rest = after == 0 and target[K.CLOSED] == 0
    state[at + S.R_WIN] = state[at + S.R_FLOWER] = 0
    if not (serves or rest):
        state[at + S.R_KONG] = state[at + S.R_PUNG] = 0
    allowed = -1 if rest else 0 if target[K.CLOSED] else target[K.CHOWS]
    chows = keep_chows(state, at, allowed)
    if state[at + S.R_KONG] or state[at + S.R_PUNG] or state[at + S.R_CHOWS]:
        speed_reaction(image, table, state, seat, face)
    state[at + S.R_WIN], state[at + S.R_KONG], state[at + S.R_PUNG], state[at + S.R_FLOWER] = win, kong, pung, flower
    state[at + S.R_CHOWS] = chows
    return 0
