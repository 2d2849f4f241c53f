"""Every decision of a hand, by the policy of the seat (mjsim/policies)."""

from __future__ import annotations

from mjsim.kernels import state as S
from mjsim.kernels.holding import own
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.policy_aim import aim_reaction, aim_turn
from mjsim.kernels.policy_random import random_kind, random_number, random_reaction, random_three, random_turn
from mjsim.kernels.policy_speed import speed_reaction, speed_three, speed_turn, speed_void
from mjsim.kernels.policy_value import value_reaction, value_turn, value_void

RANDOM, SPEED, VALUE, CAREFUL, AIM = 0, 1, 2, 3, 9


@inline
def policy_of(state, seat):
    """Code of the policy of a seat."""
    return state[own(seat) + S.POLICY]


@inline
def weighs(state, seat):
    """Does a seat weigh goals?"""
    return VALUE <= policy_of(state, seat) <= CAREFUL


@njit
def choose_turn(image, table, state):
    """An act of an own turn into CHOICE_CODE and CHOICE_ARG, from the options in O_WIN ..."""
    if policy_of(state, state[S.SEAT]) == RANDOM:
        random_turn(image, table, state)
    elif policy_of(state, state[S.SEAT]) == AIM:
        aim_turn(image, table, state)
    elif weighs(state, state[S.SEAT]):
        value_turn(image, table, state)
    else:
        speed_turn(image, table, state)


@njit
def choose_reaction(image, table, state, seat, face, giver):
    """A claim or pass into CHOICE_CODE and CHOICE_ARG, from the options of the seat in REACT."""
    if policy_of(state, seat) == RANDOM:
        random_reaction(state, seat)
    elif policy_of(state, seat) == AIM:
        aim_reaction(image, table, state, seat, face)
    elif weighs(state, seat):
        value_reaction(image, table, state, seat, face)
    else:
        speed_reaction(image, table, state, seat, face)


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
    return ctz(kinds), options


@njit
def ask_to_win(state, seat):
    """Win or pass: the act."""
    return S.PASS if policy_of(state, seat) == RANDOM and random_number(state, 2) else S.WIN


@njit
def ask_to_declare(image, table, state, seat):
    """Declare ready before the first draw, or pass: the act."""
    return S.PASS if policy_of(state, seat) == RANDOM and random_number(state, 2) == 0 else S.DECLARE


@njit
def ask_for_last(state, seat):
    """Take the last tile of the wall unseen, or pass: the act."""
    if policy_of(state, seat) == RANDOM:
        return S.TAKE_LAST if random_number(state, 2) else S.PASS
    return S.TAKE_LAST if state[own(seat) + S.NEAR] <= 1 else S.PASS


@njit
def name_void(image, table, state, seat, suits):
    """The suit that a seat declares void, of a mask of suits."""
    if weighs(state, seat):
        return value_void(image, table, state, seat, suits)
    return random_kind(state, suits) if policy_of(state, seat) == RANDOM else speed_void(table, state, seat, suits)


@njit
def name_stake(state, seat, most):
    """The stake that a seat names before the deal: any, or the middle one, rounded up."""
    return random_number(state, most + 1) if policy_of(state, seat) == RANDOM else (most + 1) // 2


@njit
def name_three(table, state, seat, suits):
    """Three tiles of one suit (of a mask of suits), kinds a <= b <= c as a + 64 b + 4096 c."""
    return random_three(table, state, seat, suits) if policy_of(state, seat) == RANDOM else speed_three(table, state, seat, suits)
