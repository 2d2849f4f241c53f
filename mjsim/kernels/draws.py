"""Tiles coming into a hand: bonus tiles laid out and replaced, draws in turn, the last tiles of the wall."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.ending import finish, win_now
from mjsim.kernels.goal import find_goal
from mjsim.kernels.holding import block, gain, own, seat_after, unveil
from mjsim.kernels.jit import njit
from mjsim.kernels.judge import allowed_to_win
from mjsim.kernels.nearness import aims_of
from mjsim.kernels.scorer import flower_kong, legal
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable, take_back, take_front

FIRST_FLOWER = 34


@njit
def flowers_laid(table, seat):
    """Flowers laid out by a seat."""
    n = 0
    for i in range(8):
        n += table[block(seat) + L.S_LAID + FIRST_FLOWER + i]
    return n


@njit
def wins_with_flower(image, table, state, seat, kind):
    """The eighth flower wins for who lays it out, or for another who has the other seven. The scorer counts it as laid out."""
    for step in range(1, state[S.PLAYERS] + 1):
        winner = seat_after(state, seat, step) if step < state[S.PLAYERS] else seat
        if flowers_laid(table, winner) == 7:
            by, giver = (L.BY_SELF, -1) if winner == seat else (L.BY_ROB, seat)
            barred = winner != seat and state[own(winner) + S.BAR] == -1
            if not barred and allowed_to_win(image, table, state, winner, by) and legal(image, table, state, winner, by, giver, kind, 0):
                win_now(image, table, state, 1 << winner, by, giver, kind, 0)
                table[block(winner) + L.S_LAID + kind] += 1
                return True
    return False


@seam("pppii")
def lay_out(image, table, state, seat, kind):
    """Lay out a bonus tile that has left the hand: its payments, and wins with eight flowers, after which the hand may be over."""
    unveil(state, seat, kind)
    if image[L.FLOWER_WIN] and kind >= FIRST_FLOWER and wins_with_flower(image, table, state, seat, kind):
        return 0
    table[block(seat) + L.S_LAID + kind] += 1
    if aims_of(state)[A.FACTS]:
        find_goal(table, state, seat)
    if image[L.FLOWER_KONG]:
        if kind >= FIRST_FLOWER:
            row = 34 if kind < 38 else 38
            full = 0
            for i in range(4):
                full += table[block(seat) + L.S_LAID + row + i]
        else:
            full = table[block(seat) + L.S_LAID + kind]
        if full == 4:
            flower_kong(image, table, state, seat)
    return 0


@njit
def arrive(image, table, state, seat, kind, flags):
    """A drawn tile comes to the seat whose turn it is; bonus tiles are laid out and replaced. The turn begins, or the hand is over."""
    state[own(seat) + S.BAR] = 0
    state[own(seat) + S.PASSED] = 0
    state[S.LAST_DRAWER], state[S.LAST_DRAWN] = seat, kind
    while image[L.BONUS] >> kind & 1:
        lay_out(image, table, state, seat, kind)
        if state[S.ENDED]:
            return 0
        if drawable(image, state) <= 0:
            finish(state, S.END_WALL)
            return 0
        kind = take_back(image, state)
        flags |= L.F_FLOWER_REPLACEMENT
        state[S.LAST_DRAWN] = kind
    gain(table, state, seat, kind)
    left = max(drawable(image, state), 0)
    table[L.T_WALL] = left
    if left == 0:
        flags |= L.F_LAST_WALL_TILE
    if state[S.VISIBLE + kind] == 3:
        flags |= L.F_LAST_OF_KIND
    state[S.SEAT], state[S.DRAWN], state[S.DRAWN_FLAGS] = seat, kind, flags
    state[S.PHASE] = S.P_TURN
    return 0


@seam("ppp")
def lay_treasure(image, table, state):
    """寶牌: the last tile of the wall is laid aside, and again as long as the others of its kind lie open; one tile stays to be drawn."""
    kind = table[L.T_TREASURE]
    while (kind < 0 or state[S.VISIBLE + kind] == 3) and drawable(image, state) > 1:
        table[L.T_TREASURE] = kind = take_back(image, state)
    return 0


@seam("pppii")
def draw_in_turn(image, table, state, seat, flags):
    """The draw of a seat whose turn has come; returns 0 if the wall is exhausted."""
    place = take_front(image, table, state, seat)
    if place < 0:
        finish(state, S.END_WALL)
        return 0
    table[block(seat) + L.S_DRAWS] += 1
    state[S.TURNS] += 1
    state[S.KONG_GIVER] = -1
    arrive(image, table, state, seat, state[S.WALL + place], flags)
    return int(state[S.ENDED] == 0)
