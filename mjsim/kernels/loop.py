"""A whole hand: who draws, whose turn it is, who takes what, until it ends."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import note
from mjsim.kernels.claims import react, rob
from mjsim.kernels.deal import start_hand
from mjsim.kernels.draws import draw_in_turn, lay_treasure
from mjsim.kernels.ending import close_hand, finish, next_in, win_now
from mjsim.kernels.holding import seat_after
from mjsim.kernels.judge import may_win_drawn
from mjsim.kernels.likeness import watch
from mjsim.kernels.policy import ask_for_last, ask_to_win
from mjsim.kernels.ready import before_first_draw
from mjsim.kernels.scorer import points_of
from mjsim.kernels.seam import seam
from mjsim.kernels.thrown import pass_win
from mjsim.kernels.turn import take_turn
from mjsim.kernels.wall import drawable

MOST_STEPS = 3000
"""Acts and draws after which a hand is given up as faulty; the longest real ones stay below 600."""


@seam("pppi")
def offer_last(image, table, state, first):
    """海底漫遊: the last tile is offered round; who takes it wins with it or throws it."""
    for step in range(state[S.PLAYERS]):
        seat = seat_after(state, first, step)
        if table[L.T_OUT] >> seat & 1:
            continue
        code = ask_for_last(image, table, state, seat)
        note(state, seat, code, 0, 2)
        if code == S.TAKE_LAST:
            state[S.TAKEN] = 1
            draw_in_turn(image, table, state, seat, 0)
            return 0
    finish(state, S.END_WALL)
    return 0


@seam("pppi")
def share_last(image, table, state, first):
    """海底: the last tiles are drawn one each, nobody throws any; each wins with his or not."""
    seat = first
    for _ in range(state[S.PLAYERS]):
        if not draw_in_turn(image, table, state, seat, L.F_LAST_WALL_TILE):
            return 0
        if may_win_drawn(image, table, state, seat):
            must = image[L.WIN_COMPULSORY] != 0 and drawable(image, state) <= image[L.WIN_COMPULSORY]
            code = S.WIN if must else ask_to_win(image, table, state, seat)
            note(state, seat, code, state[S.DRAWN] if code == S.WIN else 0, 1 if must else 2)
            if code == S.WIN:
                win_now(image, table, state, 1 << seat, L.BY_SELF, -1, state[S.DRAWN], state[S.DRAWN_FLAGS])
                return 0
            pass_win(image, state, seat, state[S.DRAWN])
        seat = next_in(table, state, seat)
    finish(state, S.END_WALL)
    return 0


@seam("ppp")
def draw(image, table, state):
    """The seat in SEAT is due to draw."""
    seat = state[S.SEAT]
    if table[L.T_TREASURE] >= 0:
        lay_treasure(image, table, state)
    left = drawable(image, state)
    state[S.TAKEN] = 0
    if image[L.STOP_WITH] and state[S.WINNERS] and left <= image[L.STOP_WITH]:
        finish(state, S.END_WALL)
        return 0
    if image[L.READY] == 5:
        before_first_draw(image, table, state, seat)
    if image[L.WALL_LAST] == 2 and left == 1:
        offer_last(image, table, state, seat)
    elif image[L.WALL_LAST] == 3 and left <= image[L.WALL_SHARE]:
        share_last(image, table, state, seat)
    else:
        draw_in_turn(image, table, state, seat, 0)
    return 0


@seam("ppp")
def play_hand(image, table, state):
    """Play the hand named in the state to its end; points and wins are in their arrays then."""
    points = points_of(state)
    for seat in range(4):
        points[seat] = 0
    start_hand(image, table, state)
    while not state[S.ENDED] and not state[S.FAULT]:
        state[S.STEPS] += 1
        if state[S.STEPS] > MOST_STEPS:
            state[S.FAULT] = S.FAULT_STEPS
        phase = state[S.PHASE]
        if phase == S.P_TURN:
            if state[S.TARGETS_AT]:
                watch(image, table, state, state[S.SEAT])
            take_turn(image, table, state)
        elif phase == S.P_REACT:
            react(image, table, state)
        elif phase == S.P_DRAW:
            draw(image, table, state)
        else:
            rob(image, table, state)
    if not state[S.FAULT]:
        close_hand(image, table, state)
    return 0
