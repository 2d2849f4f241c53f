"""An own turn: the options, the policy's choice, and what it does."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import note
from mjsim.kernels.draws import lay_treasure
from mjsim.kernels.ending import finish, win_now
from mjsim.kernels.goal import find_goal
from mjsim.kernels.holding import block, claimed_face, held, held_fours, lose, own, put, unveil
from mjsim.kernels.jit import njit
from mjsim.kernels.judge import allowed_to_win, declare, ready_on
from mjsim.kernels.kongs import add_to_pung, lay_concealed, lay_gold, replace
from mjsim.kernels.melds import lay_meld, settle_standing
from mjsim.kernels.options import own_options
from mjsim.kernels.policy import choose_turn
from mjsim.kernels.reach import find_waits, wait_kinds
from mjsim.kernels.ready import settled
from mjsim.kernels.river import keeps_river, tile_thrown
from mjsim.kernels.scorer import describe, joker_thrown, scored
from mjsim.kernels.seam import seam
from mjsim.kernels.thrown import offer, pass_win
from mjsim.kernels.wall import replaceable


@njit
def thrown_joker(image, table, state, seat, kind, drawn):
    """Count a joker that is thrown, and pay it where that is done at once."""
    t = block(seat)
    table[t + L.S_FLOATS] += 1
    if kind == drawn:
        table[t + L.S_THROWN_AT_ONCE] += 1
    else:
        table[t + L.S_THROWN_LATER] += 1
    if image[L.THROWN_PAID]:
        joker_thrown(image, table, state, seat, image[L.THROWN_AT_ONCE] if kind == drawn else image[L.THROWN_LATER])


@njit
def waits_for_all(image, table, state, seat):
    """Would every tile of the set complete the hand?"""
    kinds = wait_kinds(image, table, state, seat)
    if kinds == 0:
        return False
    kinds |= held_fours(state, seat)
    for kind in range(34):
        if image[L.COPIES + kind] and not kinds >> kind & 1:
            return False
    return True


@seam("pppi")
def win_by_honors(image, table, state, seat):
    """十風: who has thrown enough honours and made no meld wins before anybody may take the last of them."""
    if table[block(seat) + L.S_MELDS] == 0 and allowed_to_win(image, table, state, seat, L.BY_SELF):
        describe(table, state, seat, L.BY_SELF, -1, L.THROWN_TILES, 0, 1 << seat)
        if scored(image, table, state):
            win_now(image, table, state, 1 << seat, L.BY_SELF, -1, L.THROWN_TILES, 0)
    return 0


@seam("pppii")
def throw(image, table, state, seat, kind):
    """A tile leaves the hand: as a kong of one tile, or as a discard that the others may take."""
    t = block(seat)
    wild = table[L.T_JOKERS] >> kind & 1
    drawn, flags = state[S.DRAWN], state[S.DRAWN_FLAGS]
    state[S.TAKEN] = 0
    lose(table, state, seat, kind)
    unveil(state, seat, kind)
    if image[L.STANDING]:
        settle_standing(table, state, seat)
    if table[L.T_SINGLE_KONGS] >> kind & 1 and replaceable(image, state):
        table[t + L.S_LAID + kind] += 1
        state[own(seat) + S.KNOWN] = 0
        if wild:
            thrown_joker(image, table, state, seat, kind, drawn)
        find_goal(table, state, seat)
        replace(image, table, state, seat, L.F_KONG_REPLACEMENT | (L.F_DOUBLE_KONG if flags & L.F_KONG_REPLACEMENT else 0))
        return 0
    if wild:
        thrown_joker(image, table, state, seat, kind, drawn)
        table[t + L.S_FORFEIT] |= image[L.JOKER_THROWN_FORFEITS]
    else:
        table[t + L.S_FLOATS] = 0
    table[t + L.S_DISCARDED] |= 1 << claimed_face(image, table, kind)
    table[L.T_DISCARDS] += 1
    if keeps_river(image):
        tile_thrown(image, table, seat, kind)
    if image[L.THROWN_HONORS]:
        honors = table[t + L.S_THROWN_HONORS]
        if honors >= 0:
            table[t + L.S_THROWN_HONORS] = honors + 1 if kind >= 27 else -1 - honors
    settled(image, table, state, seat, kind == drawn)
    if state[S.BARS] == seat:
        state[S.BARS] = -1
    if wild and image[L.JOKER_THROWN_BARS] and waits_for_all(image, table, state, seat):
        state[S.BARS] = seat
    offer(image, table, state, seat, kind, L.F_AFTER_KONG_DISCARD if flags & L.F_KONG_REPLACEMENT else 0)
    if image[L.THROWN_HONORS] and table[t + L.S_THROWN_HONORS] == image[L.THROWN_HONORS]:
        win_by_honors(image, table, state, seat)
    return 0


@seam("pppiii")
def declare_and_throw(image, table, state, seat, kind, form):
    """A ready declaration with its discard; a shown hand says what it waits for."""
    declare(image, table, state, seat, form)
    if image[L.TREASURE] and table[L.T_TREASURE] < 0:
        lay_treasure(image, table, state)
    state[own(seat) + S.LOCK] = 1
    throw(image, table, state, seat, kind)
    if image[L.READY] == 3:
        state[own(seat) + S.SHOWN_WAITS] = ready_on(image, table, state, seat)
        for other in range(L.MOST_PLACES):
            for _ in range(held(table, seat, other)):
                unveil(state, seat, other)
    return 0


@seam("pppiii")
def show(image, table, state, seat, code, kind):
    """Lay down four winds or three dragons, or a kong tile."""
    if code == S.SHOW_TILE:
        lose(table, state, seat, kind)
        unveil(state, seat, kind)
        table[block(seat) + L.S_LAID + kind] += 1
        find_goal(table, state, seat)
        replace(image, table, state, seat, L.F_FLOWER_REPLACEMENT)
        return 0
    first, n = (27, 4) if code == S.SHOW_WINDS else (31, 3)
    for other in range(first, first + n):
        lose(table, state, seat, other)
        unveil(state, seat, other)
    type = L.SHOWN_WINDS if code == S.SHOW_WINDS else L.SHOWN_DRAGONS
    lay_meld(table, state, seat, type, first, first + 1, first + 2, first + 3 if n == 4 else L.NO_TILE, -1)
    if code == S.SHOW_WINDS:
        replace(image, table, state, seat, L.F_KONG_REPLACEMENT)
        return 0
    drawn = state[S.DRAWN]
    if drawn >= 0:
        if held(table, seat, drawn) == 0:
            state[S.DRAWN], state[S.DRAWN_FLAGS] = -1, 0
        else:
            lose(table, state, seat, drawn)
            find_waits(image, table, state, seat)
            put(table, state, seat, drawn)
    return 0


@seam("ppp")
def take_turn(image, table, state):
    """One act of the seat whose turn it is."""
    seat = state[S.SEAT]
    options = own_options(image, table, state)
    if options == state[S.O_PASS]:
        if options == 0:
            state[S.FAULT] = S.FAULT_OPTIONS
        finish(state, S.END_WALL)
        return 0
    choose_turn(image, table, state)
    code, arg = state[S.CHOICE_CODE], state[S.CHOICE_ARG]
    note(state, seat, code, arg, options)
    drawn = state[S.DRAWN]
    if state[S.O_WIN] and code != S.WIN:
        pass_win(image, state, seat, claimed_face(image, table, drawn))
    kind = arg & 63
    if code == S.DISCARD:
        throw(image, table, state, seat, kind)
    elif code == S.WIN:
        win_now(image, table, state, 1 << seat, L.BY_SELF, -1, drawn, state[S.DRAWN_FLAGS])
    elif code == S.READY:
        declare_and_throw(image, table, state, seat, kind, arg >> 6)
    elif code == S.CONCEALED:
        lay_concealed(image, table, state, seat, kind, 0)
    elif code == S.ADDED:
        add_to_pung(table, state, seat, kind, 0)
    elif code == S.OPEN:
        if arg >= 64:
            add_to_pung(table, state, seat, kind, 1)
        else:
            lay_concealed(image, table, state, seat, kind, 1)
    elif code == S.GOLD:
        lay_gold(image, table, state, seat)
    elif code == S.PASS:
        finish(state, S.END_WALL)
    else:
        show(image, table, state, seat, code, kind)
    return 0
