"""The policy `random`: every option is equally likely."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.holding import held
from mjsim.kernels.jit import ctz, njit, popcount
from mjsim.kernels.rng import below
from mjsim.kernels.seam import seam


@njit
def random_number(state, n):
    """The next number 0 .. n-1 of the stream of decisions."""
    state[S.CHOICES] += 1
    return below(state[S.CHOICE_KEY], state[S.CHOICES] - 1, n)


@njit
def pick(state, code, n, kinds, added):
    """Choose option n if it is among these (an act for each kind); returns what is left of n, -1 once chosen."""
    size = popcount(kinds)
    if n < 0 or n >= size:
        return n - size if n >= 0 else n
    for _ in range(n):
        kinds &= kinds - 1
    state[S.CHOICE_CODE] = code
    state[S.CHOICE_ARG] = ctz(kinds) + added
    return -1


@njit
def choose_nth(image, table, state, n):
    """Choose option n of an own turn."""
    n = pick(state, S.WIN, n, state[S.O_WIN] << max(state[S.DRAWN], 0), 0)
    n = pick(state, S.CONCEALED, n, state[S.O_CONCEALED], 0)
    n = pick(state, S.ADDED, n, state[S.O_ADDED], 0)
    n = pick(state, S.GOLD, n, table[L.T_JOKERS] & -table[L.T_JOKERS] if state[S.O_GOLD] else 0, 0)
    n = pick(state, S.OPEN, n, state[S.O_OPEN], 0)
    n = pick(state, S.OPEN, n, state[S.O_OPEN_ADDED], 64)
    n = pick(state, S.SHOW_WINDS, n, state[S.O_WINDS], 0)
    n = pick(state, S.SHOW_DRAGONS, n, state[S.O_DRAGONS], 0)
    n = pick(state, S.SHOW_TILE, n, state[S.O_SHOW], 0)
    n = pick(state, S.DISCARD, n, state[S.O_DISCARD], 0)
    n = pick(state, S.PASS, n, state[S.O_PASS], 0)
    for form in range(1, max(image[L.READY_STAKE], 1) + 1):
        n = pick(state, S.READY, n, state[S.O_READY], 64 * form)
    pick(state, S.READY, n, state[S.O_READY_OPEN], 128)


@seam("ppp")
def random_turn(image, table, state):
    """Any act of an own turn."""
    choose_nth(image, table, state, random_number(state, state[S.O_COUNT]))
    return 0


@seam("pi")
def random_reaction(state, seat):
    """Pass, or any claim."""
    at = S.REACT + seat * S.REACT_SIZE
    state[S.CHOICE_CODE], state[S.CHOICE_ARG] = S.PASS, 0
    if state[at + S.R_COUNT] == 1:
        state[S.CHOICE_CODE] = S.WIN_ON
        return 0
    n = random_number(state, state[at + S.R_COUNT]) - 1
    for i in range(5):
        option = (S.R_WIN, S.R_KONG, S.R_PUNG, S.R_FLOWER, S.R_CHOWS)[i]
        size = state[at + option]
        if 0 <= n < size:
            state[S.CHOICE_CODE] = (S.WIN_ON, S.KONG_ON, S.PUNG_ON, S.FLOWER_ON, S.CHOW_ON)[i]
            if option == S.R_CHOWS:
                state[S.CHOICE_ARG] = state[at + S.R_CHOW + n]
        n -= size
    if n == 0 and state[at + S.R_OPEN]:
        state[S.CHOICE_CODE] = S.OPEN_ON
    return 0


@njit
def random_kind(state, kinds):
    """Any kind of a mask."""
    for _ in range(random_number(state, popcount(kinds))):
        kinds &= kinds - 1
    return ctz(kinds)


@njit
def times(taken, kind):
    """How often a kind is among those taken (kind + 1, six bits each)."""
    return int((taken & 63) == kind + 1) + int((taken >> 6 & 63) == kind + 1) + int(taken >> 12 == kind + 1)


@seam("ppii")
def random_three(table, state, seat, suits):
    """Three tiles of any of the suits (bits), as kinds a <= b <= c: a + 64 b + 4096 c."""
    suit = random_kind(state, suits)
    taken = 0
    for _ in range(3):
        left = 0
        for rank in range(9):
            kind = 9 * suit + rank
            left += held(table, seat, kind) - times(taken, kind)
        n = random_number(state, left)
        for rank in range(9):
            kind = 9 * suit + rank
            size = held(table, seat, kind) - times(taken, kind)
            if 0 <= n < size:
                taken = taken << 6 | (kind + 1)
                break
            n -= size
    a, b, c = (taken & 63) - 1, (taken >> 6 & 63) - 1, (taken >> 12) - 1
    low, high = min(a, b, c), max(a, b, c)
    return low + 64 * (a + b + c - low - high) + 4096 * high
