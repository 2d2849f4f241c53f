"""Wins as they happen, and the end of a hand."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import enter_win
from mjsim.kernels.holding import block, lose, own, seat_after, see_all
from mjsim.kernels.imagined import left_room
from mjsim.kernels.jit import njit, popcount
from mjsim.kernels.reach import find_waits
from mjsim.kernels.scorer import describe, paid, points_of, scored, settle, some_legal_wait
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable

ALL_PLANES = (1 << 36) - 1
"""Counts in a word, in unary."""


@njit
def finish(state, end):
    """The hand is over."""
    state[S.ENDED] = 1 + end
    state[S.PHASE] = S.P_END


@njit
def still_in(table, state):
    """Seats that go on playing."""
    return state[S.PLAYERS] - popcount(table[L.T_OUT])


@njit
def next_in(table, state, seat):
    """The next seat in turn order that is still in."""
    for _ in range(state[S.PLAYERS]):
        seat = seat_after(state, seat, 1)
        if not table[L.T_OUT] >> seat & 1:
            break
    return seat


@seam("pppi")
def turn_birds(image, table, state, by):
    """Tiles turned after a win: birds, or the chicken's; the last drawn tile is the only bird if none is left."""
    n = image[L.BIRDS]
    if n == 0 and image[L.CHICKENS] and image[L.CHICKEN_TURNED] and (by == L.BY_SELF or not image[L.CHICKEN_SELF_ONLY]):
        n = 1
    if n == 0 or (image[L.BIRDS] and image[L.BIRDS_SELF_ONLY] and by != L.BY_SELF):
        return 0
    found = min(n, max(drawable(image, state), 0))
    for i in range(found):
        table[L.T_BIRDS + 1 + i] = state[S.WALL + state[S.FRONT] + i]
    state[S.FRONT] += found
    if found == 0 and image[L.BIRDS] and state[S.LAST_DRAWN] >= 0:
        table[L.T_BIRDS + 1] = state[S.LAST_DRAWN]
        found = 1
    table[L.T_BIRDS] = found
    return 0


@njit
def leave_or_lock(image, table, state, seat, by, kind):
    """A winner leaves the hand, or plays on with the hand that he waits with."""
    table[block(seat) + L.S_WINS] += 1
    if image[L.ENDS] == 1:
        table[L.T_OUT] |= 1 << seat
        return
    state[own(seat) + S.LOCK] = 3
    if by == L.BY_SELF:
        lose(table, state, seat, kind)
        see_all(state, seat, kind)
        find_waits(image, table, state, seat)


@seam("pppiiiii")
def win_now(image, table, state, mask, by, giver, kind, flags):
    """Score and pay the winners of one tile in turn order from its giver, then go on or end."""
    players = state[S.PLAYERS]
    turn_birds(image, table, state, by)
    if image[L.UNREADY_PAYS] and giver >= 0:
        table[L.T_UNREADY] = 1 - some_legal_wait(image, table, state, giver, -1)
    last, first = giver, giver + 1 if giver + 1 < players else 0
    for i in range(players):
        seat = seat_after(state, first, i)
        if not mask >> seat & 1:
            continue
        describe(table, state, seat, by, giver, kind, flags, mask)
        if not scored(image, table, state):
            state[S.FAULT] = S.FAULT_WIN
        paid(image, table, state)
        if kind == L.THROWN_TILES:
            table[L.T_TILE] = state[S.TILE]
        enter_win(image, table, state)
        last = seat
    if state[S.WINNERS] == 0:
        state[S.FIRST_WINNERS], state[S.FIRST_GIVER] = mask, giver
    state[S.WINNERS] |= mask
    table[L.T_WON_BEFORE] += popcount(mask)
    if image[L.ENDS] == 0:
        finish(state, S.END_WIN)
        return 0
    for seat in range(players):
        if mask >> seat & 1:
            leave_or_lock(image, table, state, seat, by, kind)
    if image[L.ENDS] == 1 and still_in(table, state) <= 1:
        finish(state, S.END_WIN)
        return 0
    state[S.SEAT] = next_in(table, state, last)
    state[S.PHASE] = S.P_DRAW
    return 0


@njit
def check_tiles(table, state):
    """Every seat has as many tiles as it should, and its words say the same as its counts."""
    for seat in range(state[S.PLAYERS]):
        t, s = block(seat), own(seat)
        tiles, in_words = 0, 0
        for kind in range(42):
            n = table[t + L.S_HELD + kind]
            if n < 0 or n > 8:
                state[S.FAULT] = S.FAULT_TILES
            tiles += n
            in_words += min(n, 4) if state[S.FACE + kind] >= 0 else 0
        if table[t + L.S_IMAGINED]:
            in_words += int(left_room(table, seat) > 0)
        for colour in range(4):
            in_words -= popcount(state[s + S.WORDS + colour] & ALL_PLANES)
        extra = tiles + 3 * table[t + L.S_MELDS] - state[S.HAND_SIZE]
        if extra < 0 or extra > 1 or in_words != 0:
            state[S.FAULT] = S.FAULT_TILES


@seam("ppp")
def close_hand(image, table, state):
    """Payments at the end, and what must hold of every hand."""
    exhausted = int(state[S.ENDED] == 1 + S.END_WALL)
    settle(image, table, state, state[S.WINNERS], exhausted)
    points, total = points_of(state), 0
    for seat in range(4):
        total += points[seat]
    if total != 0:
        state[S.FAULT] = S.FAULT_POINTS
    if state[S.STARTED]:
        check_tiles(table, state)
    return 0
