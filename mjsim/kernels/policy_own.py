"""Policies of one's own: options are listed, the view is filled, and the user's function chooses, at an address (own_function.py).

The function returns the place of an option, or `SPEED`: then `speed` chooses among the options that it has not struck out. What it returns
besides is a fault of the hand, which ends after some legal act.
"""

from __future__ import annotations

from typing import Any

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels import view as V
from mjsim.kernels.goal import aim_distance
from mjsim.kernels.holding import held, lose, own, put
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.kongs import gold_kinds
from mjsim.kernels.memory import calling, int64_at, shifted
from mjsim.kernels.policy import CLAIM, DECLARE, EXCHANGE, IMAGINE, ROB, SHARE, STAKE, TAKE, TURN, VOID
from mjsim.kernels.policy_speed import (
    alike,
    chow_tiles,
    flower_tiles,
    own_tiles,
    speed_imagined,
    speed_reaction,
    speed_three,
    speed_turn,
    speed_void,
)
from mjsim.kernels.seam import seam
from mjsim.kernels.sight import show_view

SPEED, RAISED, WRONG = -1, -2, -3
"""What a function returns besides places of options; the last two are said by what encloses it (own_function.py)."""
ACT, KIND, ARG, STRIKE, TILES = range(5)
call_function: Any = calling("ppi")


@inline
def option_at(state, i):
    """Pointer to an option."""
    return shifted(int64_at(state[S.OPTIONS_AT]), V.OPTION_WORDS * i)


@njit
def add_option(state, n, act, kind, arg, tiles):
    """One more option, its own tiles as kind + 1, seven bits each; returns how many there are."""
    if n < V.MOST_OPTIONS:
        option = option_at(state, n)
        option[ACT], option[KIND], option[ARG], option[STRIKE] = act, kind, arg, 0
        for i in range(4):
            option[TILES + i] = (tiles >> (7 * i) & 127) - 1
    return min(n + 1, V.MOST_OPTIONS)


@njit
def add_each(state, n, act, kinds, added, tiles):
    """An option for each kind of a mask, with so many own tiles of it."""
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        n = add_option(state, n, act, kind, kind + added, alike(kind, tiles))
    return n


@njit
def turn_options(image, table, state, seat):
    """Options of an own turn, in the order of docs/protocol.md; returns their number."""
    n = 0
    if state[S.O_WIN]:
        n = add_option(state, n, S.WIN, state[S.DRAWN], state[S.DRAWN], 0)
    n = add_each(state, n, S.CONCEALED, state[S.O_CONCEALED], 0, 4)
    n = add_each(state, n, S.ADDED, state[S.O_ADDED], 0, 1)
    if state[S.O_GOLD]:
        tiles, left = 0, gold_kinds(image, table, seat)
        while left and tiles >> 21 == 0:
            kind = ctz(left)
            left &= left - 1
            for _ in range(held(table, seat, kind)):
                if tiles >> 21 == 0:
                    tiles = tiles << 7 | kind + 1
        n = add_option(state, n, S.GOLD, ctz(table[L.T_JOKERS]), ctz(table[L.T_JOKERS]), tiles)
    n = add_each(state, n, S.OPEN, state[S.O_OPEN], 0, 4)
    n = add_each(state, n, S.OPEN, state[S.O_OPEN_ADDED], 64, 1)
    if state[S.O_WINDS]:
        n = add_option(state, n, S.SHOW_WINDS, -1, 0, 28 | 29 << 7 | 30 << 14 | 31 << 21)
    if state[S.O_DRAGONS]:
        n = add_option(state, n, S.SHOW_DRAGONS, -1, 0, 32 | 33 << 7 | 34 << 14)
    n = add_each(state, n, S.SHOW_TILE, state[S.O_SHOW], 0, 1)
    n = add_each(state, n, S.DISCARD, state[S.O_DISCARD], 0, 1)
    if state[S.O_PASS]:
        n = add_option(state, n, S.PASS, -1, 0, 0)
    for form in range(1, max(image[L.READY_STAKE], 1) + 1):
        n = add_each(state, n, S.READY, state[S.O_READY], 64 * form, 1)
    return add_each(state, n, S.READY, state[S.O_READY_OPEN], 128, 1)


@njit
def claim_options(image, table, state, seat, face):
    """What a seat may do with a thrown or added tile; returns the number of options."""
    at, kind, n = S.REACT + seat * S.REACT_SIZE, state[S.TILE], 0
    if state[at + S.R_COUNT] > 1:
        n = add_option(state, n, S.PASS, kind, 0, 0)
    if state[at + S.R_WIN]:
        n = add_option(state, n, S.WIN_ON, kind, 0, 0)
    if state[at + S.R_KONG]:
        n = add_option(state, n, S.KONG_ON, kind, 0, own_tiles(image, table, state, seat, face, 3))
    if state[at + S.R_PUNG]:
        n = add_option(state, n, S.PUNG_ON, kind, 0, own_tiles(image, table, state, seat, face, 2))
    if state[at + S.R_FLOWER]:
        n = add_option(state, n, S.FLOWER_ON, kind, 0, flower_tiles(image, table, state, seat, face))
    for i in range(state[at + S.R_CHOWS]):
        arg = state[at + S.R_CHOW + i]
        tiles = chow_tiles(image, table, state, seat, face, arg)
        n = add_option(state, n, S.CHOW_ON, kind, arg, tiles)
    if state[at + S.R_OPEN]:
        n = add_option(state, n, S.OPEN_ON, kind, 0, own_tiles(image, table, state, seat, face, 3))
    return n


@njit
def three_options(table, state, seat, suits):
    """Every three tiles of one suit that can be given away; returns their number."""
    n = 0
    for i in range(27):
        if not suits >> i // 9 & 1 or held(table, seat, i) == 0:
            continue
        for j in range(i, i - i % 9 + 9):
            if held(table, seat, j) < 1 + int(j == i):
                continue
            for k in range(j, i - i % 9 + 9):
                if held(table, seat, k) >= 1 + int(k == j) + int(k == i):
                    n = add_option(state, n, S.EXCHANGE, i, i + 64 * j + 4096 * k, i + 1 | j + 1 << 7 | k + 1 << 14)
    return n


@seam("pppiiii")
def list_options(image, table, state, seat, what, a, b):
    """Write the options of a decision; returns their number."""
    if what == TURN:
        return turn_options(image, table, state, seat)
    if what == CLAIM or what == ROB:
        return claim_options(image, table, state, seat, a)
    if what == EXCHANGE:
        return three_options(table, state, seat, a)
    if what == IMAGINE:
        return add_each(state, 0, S.IMAGINE, a, 0, 0)
    n = 0
    if what == VOID:
        for suit in range(3):
            if a >> suit & 1:
                n = add_option(state, n, S.VOID, -1, suit, 0)
        return n
    if what == STAKE:
        for chips in range(a + 1):
            n = add_option(state, n, S.STAKE, -1, chips, 0)
        return n
    if what != TAKE or b:
        n = add_option(state, n, S.PASS, -1, 0, 0)
    if what == TAKE:
        return add_each(state, n, S.WIN, a, 0, 0)
    if what == SHARE:
        return add_option(state, n, S.WIN, state[S.DRAWN], state[S.DRAWN], 0)
    return add_option(state, n, S.DECLARE if what == DECLARE else S.TAKE_LAST, -1, 0, 0)


@njit
def strike(state, seat, option):
    """Take an option from those that `speed` knows of."""
    act, mask, at = option[ACT], ~(1 << max(option[KIND], 0)), S.REACT + seat * S.REACT_SIZE
    if act == S.WIN:
        state[S.O_WIN] = 0
    elif act == S.CONCEALED:
        state[S.O_CONCEALED] &= mask
    elif act == S.ADDED:
        state[S.O_ADDED] &= mask
    elif act == S.GOLD:
        state[S.O_GOLD] = 0
    elif act == S.OPEN and option[ARG] < 64:
        state[S.O_OPEN] &= mask
    elif act == S.OPEN:
        state[S.O_OPEN_ADDED] &= mask
    elif act == S.SHOW_WINDS:
        state[S.O_WINDS] = 0
    elif act == S.SHOW_DRAGONS:
        state[S.O_DRAGONS] = 0
    elif act == S.SHOW_TILE:
        state[S.O_SHOW] &= mask
    elif act == S.DISCARD:
        state[S.O_DISCARD] &= mask
    elif act == S.READY and option[ARG] < 128:
        state[S.O_READY] &= mask
    elif act == S.READY:
        state[S.O_READY_OPEN] &= mask
    elif act == S.WIN_ON:
        state[at + S.R_WIN] = 0
    elif act == S.KONG_ON:
        state[at + S.R_KONG] = 0
    elif act == S.PUNG_ON:
        state[at + S.R_PUNG] = 0
    elif act == S.FLOWER_ON:
        state[at + S.R_FLOWER] = 0
    elif act == S.OPEN_ON:
        state[at + S.R_OPEN] = 0
    elif act == S.CHOW_ON:
        n = 0
        for i in range(state[at + S.R_CHOWS]):
            if state[at + S.R_CHOW + i] != option[ARG]:
                state[at + S.R_CHOW + n] = state[at + S.R_CHOW + i]
                n += 1
        state[at + S.R_CHOWS] = n


@njit
def speed_choice(image, table, state, seat, what, a):
    """What `speed` does, as (act, argument)."""
    if what == TURN:
        speed_turn(image, table, state)
    elif what == CLAIM or what == ROB:
        speed_reaction(image, table, state, seat, a)
    elif what == VOID:
        return S.VOID, speed_void(table, state, seat, a)
    elif what == EXCHANGE:
        return S.EXCHANGE, speed_three(table, state, seat, a)
    elif what == IMAGINE:
        return S.IMAGINE, speed_imagined(state, seat, a)
    elif what == STAKE:
        return S.STAKE, (a + 1) // 2
    elif what == TAKE:
        return S.WIN, ctz(a)
    elif what == SHARE:
        return S.WIN, state[S.DRAWN]
    elif what == DECLARE:
        return S.DECLARE, 0
    else:
        return S.TAKE_LAST if state[own(seat) + S.NEAR] <= 1 else S.PASS, 0
    return state[S.CHOICE_CODE], state[S.CHOICE_ARG]


@seam("pppiiii")
def speed_among(image, table, state, seat, what, a, n):
    """The place of the option that `speed` chooses among those that are not struck out (all of them, if all are); the same act with another
    form, or the first of all, where it would do nothing that is left."""
    struck = 0
    for i in range(n):
        struck += int(option_at(state, i)[STRIKE] != 0)
    some = 0 < struck < n
    helper = int64_at(state[S.HELPER_AT])
    if some:
        for i in range(S.O_WIN, S.SEATS):
            helper[i] = state[i]
        for i in range(n):
            if option_at(state, i)[STRIKE]:
                strike(state, seat, option_at(state, i))
    act, arg = speed_choice(image, table, state, seat, what, a)
    if some:
        for i in range(S.O_WIN, S.SEATS):
            state[i] = helper[i]
    best, likeness = -1, -1
    for i in range(n):
        option = option_at(state, i)
        alike = int(option[ACT] == act) * (1 + int(option[ARG] & 63 == arg & 63) + int(option[ARG] == arg))
        if alike > likeness and not (some and option[STRIKE]):
            best, likeness = i, alike
    return best


@njit
def forget(table, state, seat, option):
    """After a choice that is not `speed`'s: its waits are not known, and how far the hand is from its goal is found anew."""
    s = own(seat)
    state[s + S.KNOWN] = 0
    if option[ACT] == S.DISCARD or option[ACT] == S.READY:
        lose(table, state, seat, option[KIND])
        state[s + S.DISTANCE] = aim_distance(state, seat)
        put(table, state, seat, option[KIND])


@njit
def failed(state, seat, n, fault):
    """A choice among n options was none: the hand is faulty."""
    player = (state[S.DEALER] + seat) % state[S.PLAYERS]
    state[S.FAULT] = fault + S.FAULT_PLAYER * (1 + player)
    if state[S.FAILED_OPTIONS] == 0:
        state[S.FAILED_PLAYER], state[S.FAILED_OPTIONS] = player, n
        for i in range(3):
            state[S.VIEW_AT + i] = state[S.SPARE_VIEW + i]


@seam("pppiiii")
def ask_policy(image, table, state, seat, what, a, b):
    """Let the policy of a seat decide; acts go to CHOICE_CODE and CHOICE_ARG, other answers are returned (see policy.py).

    a, b : face and giver of a tile; kinds to take and whether passing is allowed; suits; greatest stake; kinds.
    """
    n = list_options(image, table, state, seat, what, a, b)
    i, choice, options = 0, 0, int64_at(state[S.OPTIONS_AT])
    if n > 1:
        show_view(image, table, state, seat, what)
        choice = call_function(state[own(seat) + S.FUNCTION_AT], (int64_at(state[S.VIEW_AT]), options, n))
        if choice == SPEED:
            i = speed_among(image, table, state, seat, what, a, n)
        elif 0 <= choice < n:
            i = choice
        else:
            failed(state, seat, n, S.FAULT_RAISED if choice == RAISED else S.FAULT_CHOICE)
    option = shifted(options, V.OPTION_WORDS * i)
    if what == TURN:
        if choice != SPEED or state[S.CHOICE_CODE] != option[ACT] or state[S.CHOICE_ARG] != option[ARG]:
            forget(table, state, seat, option)
    if what == TURN or what == CLAIM or what == ROB:
        state[S.CHOICE_CODE], state[S.CHOICE_ARG] = option[ACT], option[ARG]
        return 0
    if what == TAKE:
        return option[KIND] if option[ACT] == S.WIN else -1
    return option[ARG] if what == VOID or what == STAKE or what == EXCHANGE or what == IMAGINE else option[ACT]
