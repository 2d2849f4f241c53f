"""Every decision of a hand, by the policy of the seat (mjsim/policies)."""

from __future__ import annotations

from typing import Any

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import own
from mjsim.kernels.imagined import count_again, lost_wait, overlook, spare_imagined
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.memory import calling
from mjsim.kernels.policy_aim import aim_reaction, aim_turn
from mjsim.kernels.policy_random import random_kind, random_number, random_reaction, random_three, random_turn
from mjsim.kernels.policy_speed import choose, speed_imagined, speed_reaction, speed_three, speed_turn, speed_void
from mjsim.kernels.policy_value import value_reaction, value_turn, value_void

RANDOM, SPEED, VALUE, CAREFUL, OWN, AIM = 0, 1, 2, 3, 8, 9
TURN, CLAIM, ROB, TAKE, SHARE, DECLARE, LAST, VOID, STAKE, EXCHANGE, IMAGINE = range(11)
"""What a policy of one's own is asked for (mjsim/policies/view.py)."""
call_door: Any = calling("pppiiii")


@inline
def policy_of(state, seat):
    """Code of the policy of a seat."""
    return state[own(seat) + S.POLICY]


@inline
def weighs(state, seat):
    """Does a seat weigh goals?"""
    return VALUE <= policy_of(state, seat) <= CAREFUL


@inline
def is_own(state, seat):
    """Is the policy of a seat a user's?"""
    return policy_of(state, seat) == OWN


@inline
def ask_own(image, table, state, seat, what, a, b):
    """The answer of a user's policy. The kernel that asks it is called by address: where no such policy plays it is not even compiled."""
    return call_door(state[S.DOOR_AT], (image, table, state, seat, what, a, b))


@inline
def plans(state, seat):
    """Does a built-in policy that plans hold a seat?"""
    return policy_of(state, seat) != RANDOM and not is_own(state, seat)


@njit
def choose_turn(image, table, state):
    """An act of an own turn into CHOICE_CODE and CHOICE_ARG, from the options in O_WIN ..."""
    seat = state[S.SEAT]
    overlooked = spare_imagined(table, state, seat) if image[L.JOKER_FIXED] and plans(state, seat) else 0
    idle = image[L.IDLE]
    if idle and state[S.O_DISCARD] >> idle & 1 and plans(state, seat):
        state[S.O_DISCARD] = 1 << idle  # nothing is lost with such a tile
    if policy_of(state, seat) == RANDOM:
        random_turn(image, table, state)
    elif policy_of(state, seat) == AIM:
        aim_turn(image, table, state)
    elif weighs(state, seat):
        value_turn(image, table, state)
    elif is_own(state, seat):
        ask_own(image, table, state, seat, TURN, 0, 0)
    else:
        speed_turn(image, table, state)
    count_again(state, seat, overlooked)


@njit
def choose_reaction(image, table, state, seat, face, giver):
    """A claim or pass into CHOICE_CODE and CHOICE_ARG, from the options of the seat in REACT."""
    overlooked = 0
    if image[L.JOKER_FIXED] and plans(state, seat):
        if lost_wait(table, state, seat) >> face & 1:
            choose(state, S.WIN_ON if state[S.REACT + seat * S.REACT_SIZE + S.R_WIN] else S.PASS, 0)
            return
        overlooked = overlook(table, state, seat)
    if policy_of(state, seat) == RANDOM:
        random_reaction(state, seat)
    elif policy_of(state, seat) == AIM:
        aim_reaction(image, table, state, seat, face)
    elif weighs(state, seat):
        value_reaction(image, table, state, seat, face)
    elif is_own(state, seat):
        ask_own(image, table, state, seat, ROB if state[S.PHASE] == S.P_ROB else CLAIM, face, giver)
    else:
        speed_reaction(image, table, state, seat, face)
    count_again(state, seat, overlooked)


@njit
def ask_to_take(image, table, state, seat, kinds, may_pass):
    """(kind taken or -1, number of options): a tile that wins at once, of some kinds."""
    options = popcount(kinds) + may_pass
    if policy_of(state, seat) == RANDOM:
        n = random_number(state, options) - may_pass
        if n < 0:
            return -1, options
        for _ in range(n):
            kinds &= kinds - 1
    elif is_own(state, seat):
        return ask_own(image, table, state, seat, TAKE, kinds, may_pass), options
    return ctz(kinds), options


@njit
def ask_to_win(image, table, state, seat):
    """Win or pass: the act."""
    if is_own(state, seat):
        return ask_own(image, table, state, seat, SHARE, 0, 0)
    return S.PASS if policy_of(state, seat) == RANDOM and random_number(state, 2) else S.WIN


@njit
def ask_to_declare(image, table, state, seat):
    """Declare ready before the first draw, or pass: the act."""
    if is_own(state, seat):
        return ask_own(image, table, state, seat, DECLARE, 0, 0)
    return S.PASS if policy_of(state, seat) == RANDOM and random_number(state, 2) == 0 else S.DECLARE


@njit
def ask_for_last(image, table, state, seat):
    """Take the last tile of the wall unseen, or pass: the act."""
    if is_own(state, seat):
        return ask_own(image, table, state, seat, LAST, 0, 0)
    if policy_of(state, seat) == RANDOM:
        return S.TAKE_LAST if random_number(state, 2) else S.PASS
    return S.TAKE_LAST if state[own(seat) + S.NEAR] <= 1 else S.PASS


@njit
def name_void(image, table, state, seat, suits):
    """The suit that a seat declares void, of a mask of suits."""
    if weighs(state, seat):
        return value_void(image, table, state, seat, suits)
    if is_own(state, seat):
        return ask_own(image, table, state, seat, VOID, suits, 0)
    return random_kind(state, suits) if policy_of(state, seat) == RANDOM else speed_void(table, state, seat, suits)


@njit
def name_stake(image, table, state, seat, most):
    """The stake that a seat names before the deal: any, or the middle one, rounded up."""
    if is_own(state, seat):
        return ask_own(image, table, state, seat, STAKE, most, 0)
    return random_number(state, most + 1) if policy_of(state, seat) == RANDOM else (most + 1) // 2


@njit
def name_imagined(image, table, state, seat, kinds):
    """The kind of a mask that a seat's imagined tile is to be."""
    if is_own(state, seat):
        return ask_own(image, table, state, seat, IMAGINE, kinds, 0)
    return random_kind(state, kinds) if policy_of(state, seat) == RANDOM else speed_imagined(state, seat, kinds)


@njit
def name_three(image, table, state, seat, suits):
    """Three tiles of one suit (of a mask of suits), kinds a <= b <= c as a + 64 b + 4096 c."""
    if is_own(state, seat):
        return ask_own(image, table, state, seat, EXCHANGE, suits, 0)
    return random_three(table, state, seat, suits) if policy_of(state, seat) == RANDOM else speed_three(table, state, seat, suits)
