"""The policy `value`: of everything it may do, what leaves the hand most to hope for (hopes.py).

`careful` weighs in what a discard may cost.

It takes every win but those that waiting for its own draw is worth more than (patience.py); claims and kongs are made if the hand hopes for
more after them. While no goal comes near any win in what it promises, it plays as `speed` does, but looks a draw further (outlook.py). It
knows only what its seat has seen.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.danger import danger_cell, subtract_dangers
from mjsim.kernels.discards import live_faces
from mjsim.kernels.goal import aim_distance, find_goal
from mjsim.kernels.holding import block, face_kind, held, held_faces, lose, own, put, seat_after
from mjsim.kernels.hopes import BEST, OTHERS, WHAT, draws_left, facts_of, hope_between, lineup_of, weigh_discards
from mjsim.kernels.imagined import imagined_alone
from mjsim.kernels.jit import ctz, njit
from mjsim.kernels.lineup import FAR_OFF, SCALE, SCRATCH, forget_lows, line_of, line_up, lined_up, rate_lines, worth_of
from mjsim.kernels.melds import standing as standing_tiles
from mjsim.kernels.memory import float64_at, int64_at, shifted
from mjsim.kernels.outlook import AHEAD, DEEPEST, look_ahead, useful_faces
from mjsim.kernels.patience import better_thrown, better_waits, ready_discard, stake_for
from mjsim.kernels.policy_speed import (
    alike,
    choose,
    chow_tiles,
    chow_word,
    flower_tiles,
    own_tiles,
    spare_standing,
    speed_reaction,
    speed_turn,
    suit_tiles,
)
from mjsim.kernels.record import meld_word
from mjsim.kernels.seam import seam

TRACE_WORDS = 12
"""Words of a traced decision: hand, seat, kind thrown, tiles missing, own draws left, live useful tiles, turn, place of the worth of the
goal (0 and 1: any win), the danger cell for each opponent, in turn order, and last what the hand hopes for, in 1/SCALE points (-1 if it was
not weighed because any win leads).
"""


LAG = 2.0
"""Any win leads if it promises so many times more than any other goal."""
DEARER = 1.5
"""A special form is another goal than any win if it is worth so many times more."""
CAUTIOUS = 0.7
"""From what share of the usual rounds until a win `careful` weighs what the discards of any hand may cost."""
NO_BETTER = 2.0
"""How much more than by mean chances a hand hopes for at most."""


@seam("pppiiiii")
def meld_hope(image, table, state, seat, word, open, tiles, least):
    """Hope of a hand with one meld more, made with some held tiles (kind + 1, seven bits each).

    least : -1 if a tile is drawn then; else it must throw one, and 0 is the answer if it has no chance of hoping for more than this.
    """
    s, t = own(seat), block(seat)
    rest = tiles
    while rest:
        lose(table, state, seat, (rest & 127) - 1)
        rest >>= 7
    melds = table[t + L.S_MELDS]
    table[t + L.S_MELD + melds] = word
    table[t + L.S_MELDS] = melds + 1
    state[s + S.CALLED] += open
    state[s + S.SETS] -= 1
    lines = int64_at(state[S.TRIAL_AT])
    draws, hope = draws_left(image, table, state) + int(least < 0), 0
    line_up(table, state, seat, lines, draws, np.int64(max(least, 0) / (FAR_OFF * NO_BETTER)))
    best = rate_lines(state, seat, lines, draws, 1, 0)
    if least < 0:
        hope = hope_between(image, table, state, seat, lines, draws)
    elif best * NO_BETTER > least:
        weigh_discards(image, table, state, seat, lines, held_faces(state, seat) & ~imagined_alone(table, seat))
        hope = state[S.PICK_MISSING]
    state[s + S.SETS] += 1
    state[s + S.CALLED] -= open
    table[t + L.S_MELDS] = melds
    rest = tiles
    while rest:
        put(table, state, seat, (rest & 127) - 1)
        rest >>= 7
    return hope


@njit
def kong_pay(image, state, each):
    """What the others pay for a kong, in 1/SCALE points."""
    return np.int64(SCALE) * each * (state[S.PLAYERS] - 1) if image[L.KONG_PAY] else 0


@seam("pppii")
def kong_or_show(image, table, state, seat, hope):
    """Choose a kong or shown set after which the hand hopes for no less than by a discard; returns 1 if there is one."""
    s = own(seat)
    kinds = state[S.O_CONCEALED]
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        word = meld_word(L.CONCEALED_KONG, kind, kind, kind, kind, -1, 0)
        gain = kong_pay(image, state, image[L.KONG_CONCEALED_EACH])
        if state[s + S.LOCK] or gain + meld_hope(image, table, state, seat, word, 0, alike(kind, 4), -1) >= hope:
            choose(state, S.OPEN if state[S.O_OPEN] >> kind & 1 else S.CONCEALED, kind)
            return 1
    kinds = state[S.O_ADDED]
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        lose(table, state, seat, kind)
        draws, lines = draws_left(image, table, state) + 1, lineup_of(state, seat)
        rate_lines(state, seat, lines, draws, 1, 0)
        after = hope_between(image, table, state, seat, lines, draws)
        put(table, state, seat, kind)
        if state[s + S.LOCK] or after + kong_pay(image, state, image[L.KONG_ADDED_EACH]) >= hope:
            opening = state[S.O_OPEN_ADDED] >> kind & 1
            choose(state, S.OPEN if opening else S.ADDED, kind + 64 * opening)
            return 1
    if state[S.O_GOLD]:
        tiles, n = 0, 0
        for kind in range(34):
            for _ in range(held(table, seat, kind) if table[L.T_JOKERS] >> kind & 1 else 0):
                if n < 4:
                    tiles = tiles << 7 | kind + 1
                    n += 1
        kind = ctz(table[L.T_JOKERS])
        word = meld_word(L.GOLD_KONG, kind, kind, kind, kind, -1, 0)
        if meld_hope(image, table, state, seat, word, 0, tiles, -1) + kong_pay(image, state, image[L.KONG_GOLD_EACH]) >= hope:
            choose(state, S.GOLD, kind)
            return 1
    for code in range(S.SHOW_WINDS, S.SHOW_DRAGONS + 1):
        if state[S.O_WINDS] if code == S.SHOW_WINDS else state[S.O_DRAGONS]:
            first, n = (27, 4) if code == S.SHOW_WINDS else (31, 3)
            tiles = 0
            for kind in range(first, first + n):
                tiles = tiles << 7 | kind + 1
            type, last = (L.SHOWN_WINDS, 30) if n == 4 else (L.SHOWN_DRAGONS, L.NO_TILE)
            word = meld_word(type, first, first + 1, first + 2, last, -1, 0)
            if meld_hope(image, table, state, seat, word, 0, tiles, hope - 1 if n == 3 else -1) >= hope:
                choose(state, code, 0)
                return 1
    return 0


@njit
def throwable(table, state, seat, kinds):
    """Held faces whose natural tiles are among some kinds."""
    if state[S.STAND_KIND] >= 0:
        plays, stand = table[L.T_STAND], state[S.STAND_KIND]
        kinds = kinds & ~(1 << stand) | (kinds >> stand & 1) << plays
    return kinds & held_faces(state, seat)


@seam("pppii")
def value_discard(image, table, state, seat, kinds):
    """The kind to throw among some; PICK_MISSING is what the hand hopes for then. Notes the decision if decisions are traced."""
    s = own(seat)
    allowed = throwable(table, state, seat, kinds)
    if allowed == 0:
        state[S.PICK_MISSING] = 0
        return ctz(kinds)
    lines = lineup_of(state, seat)
    face = weigh_discards(image, table, state, seat, lines, allowed)
    if state[s + S.LEADS] and state[s + S.GOAL_FLAGS] == 0:
        hope = state[S.PICK_MISSING]
        ahead = look_ahead(image, table, state, seat, allowed, draws_left(image, table, state), int(state[s + S.CARE] > 0))
        state[S.PICK_MISSING] = hope
        scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
        plain = line_of(lines, 0)
        worth = worth_of(state, seat, plain[G.X_WORTH], plain[G.X_FORM], plain[G.X_MISSING])
        for other in range(L.MOST_PLACES):
            if allowed >> other & 1 and scratch[AHEAD + other] > 0:
                scratch[OTHERS + other] = worth * scratch[AHEAD + other]
        face = ahead if ahead >= 0 else face
    state[s + S.HOPE], state[s + S.WANTED] = state[S.PICK_MISSING], state[S.BASE]
    if state[s + S.CARE]:
        face = subtract_dangers(image, table, state, seat, allowed)
    return face_kind(table, state, face)


@njit
def trace(image, table, state, seat, kind):
    """Write down a discard for calibration."""
    face = state[S.FACE + kind]
    if state[S.TRACE_AT] == 0 or state[S.TRACE_USED] >= state[S.TRACE_SIZE] or face < 0:
        return
    s = own(seat)
    at = shifted(int64_at(state[S.TRACE_AT]), TRACE_WORDS * state[S.TRACE_USED])
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    state[S.TRACE_USED] += 1
    what = np.int64(scratch[WHAT + face])
    at[0], at[1], at[2] = state[S.NUMBER], seat, kind
    at[3], at[4], at[5] = what & 15, draws_left(image, table, state), what >> 4 & 127
    at[6], at[7], at[11] = state[S.TURNS], what >> 11, np.int64(SCALE * scratch[BEST + face])
    if state[s + S.LEADS]:
        lose(table, state, seat, kind)
        ways = s + S.GOAL + (2 if state[s + S.JOKERS] else 0)
        at[3], at[7], at[11] = aim_distance(state, seat), 0, -1
        at[5] = live_faces(state, s, useful_faces(state, seat, state[ways], state[ways + 1], state[s + S.GOAL_FORMS]))
        put(table, state, seat, kind)
    for step in range(1, state[S.PLAYERS]):
        at[7 + step] = danger_cell(image, table, state, seat, seat_after(state, seat, step), face)


@njit
def standing_discard(image, table, state, seat):
    """The kind to throw before ready where the declaring discard must stand: the hand hopes without one of its standing tiles."""
    some, lines, draws = standing_tiles(table, state, seat)[1], lineup_of(state, seat), draws_left(image, table, state)
    found, most = -1, 0
    while some:
        spare = ctz(some)
        some &= some - 1
        lose(table, state, seat, spare)
        rate_lines(state, seat, lines, draws, 0, 0)
        value_discard(image, table, state, seat, state[S.O_DISCARD])
        put(table, state, seat, spare)
        if state[S.PICK_MISSING] > most:
            found, most = spare, state[S.PICK_MISSING]
    if found < 0:
        return spare_standing(image, table, state, seat)
    lose(table, state, seat, found)
    rate_lines(state, seat, lines, draws, 0, 0)
    kind = value_discard(image, table, state, seat, state[S.O_DISCARD])
    trace(image, table, state, seat, kind)
    put(table, state, seat, found)
    return kind


@njit
def any_win_leads(image, table, state, seat, gained):
    """Rate the lines of a seat to which so many tiles came. Does any win promise LAG times more than each goal? Special forms that are
    hardly worth more belong to it, as for `speed`.

    Then tiles are told apart better by their number and nearness than by the table of chances, which is that of many variants together.
    So they are if nothing promises anything: what its rows pay for may lie outside the hand.
    """
    lines = lined_up(table, state, seat)
    if rate_lines(state, seat, lines, draws_left(image, table, state), gained, 1) == 0:
        return True
    plain = line_of(lines, 0)
    if lines[G.LINES] == 0 or plain[G.X_WORTH] >= 2:
        return False
    worth = worth_of(state, seat, plain[G.X_WORTH], 0, plain[G.X_MISSING])
    for i in range(lines[G.RATINGS]):
        line = line_of(lines, lines[G.RATED + i])
        if lines[G.RATED + i] and line[G.X_SCORE] * LAG > plain[G.X_SCORE]:
            form = line[G.X_FORM]
            if not form or worth_of(state, seat, line[G.X_WORTH], form, line[G.X_MISSING]) > DEARER * worth:
                return False
    return True


@njit
def cares(image, table, state, seat):
    """Does a discard risk something, to a policy that cares?"""
    s = own(seat)
    facts = facts_of(state, seat)
    if state[s + S.CARE] == 0 or facts[G.LOSS] == 0:
        return False
    return state[S.TURNS] >= CAUTIOUS * facts[G.ROUNDS] * state[S.PLAYERS]


@njit
def declare_best(image, table, state, seat):
    """Declare ready with the discard after which the hand expects most; of the forms the one with the hand open, if it may."""
    kinds, form = (state[S.O_READY_OPEN], 2) if state[S.O_READY_OPEN] else (state[S.O_READY], 1)
    kind = ready_discard(image, table, state, seat, kinds, form)
    if image[L.READY_STAKE]:
        form = stake_for(image, table, state, seat)
    choose(state, S.READY, (kind if kind >= 0 else ctz(kinds)) + 64 * form)


@seam("ppp")
def value_turn(image, table, state):
    """An act of an own turn."""
    seat = state[S.SEAT]
    s = own(seat)
    if state[S.O_WIN]:
        kind = -1 if state[s + S.LOCK] else better_thrown(image, table, state)
        if kind >= 0:
            state[s + S.HOPE] = state[s + S.LINED] = 0
            choose(state, S.DISCARD, kind)
        else:
            choose(state, S.WIN, state[S.DRAWN])
        return 0
    if facts_of(state, seat)[G.DECLARES] == 0:
        state[S.O_READY] = state[S.O_READY_OPEN] = 0
    if state[S.O_SHOW]:
        choose(state, S.SHOW_TILE, ctz(state[S.O_SHOW]))
        return 0
    some = state[S.O_CONCEALED] | state[S.O_ADDED] | state[S.O_GOLD] | state[S.O_WINDS] | state[S.O_DRAGONS]
    stuck = state[s + S.LOCK] or state[S.TAKEN] or state[S.O_PASS]
    if stuck and not some:
        choose(state, S.PASS if state[S.O_PASS] else S.DISCARD, 0 if state[S.O_PASS] else state[S.DRAWN])
        return 0
    leads = any_win_leads(image, table, state, seat, 1)
    state[s + S.LEADS] = int(leads)
    if leads and not cares(image, table, state, seat):
        speed_turn(image, table, state)
        state[s + S.HOPE] = 0
        if state[S.CHOICE_CODE] == S.DISCARD and not state[s + S.LOCK] and not state[S.TAKEN] and not image[L.STANDING]:
            if 2 <= state[s + S.DISTANCE] <= DEEPEST and state[s + S.GOAL_FLAGS] == 0:
                allowed = throwable(table, state, seat, state[S.O_DISCARD])
                face = look_ahead(image, table, state, seat, allowed, draws_left(image, table, state), 0)
                if face >= 0:
                    choose(state, S.DISCARD, face_kind(table, state, face))
            elif state[s + S.DISTANCE] <= 1 and not facts_of(state, seat)[G.ALIKE]:
                kind = ready_discard(image, table, state, seat, state[S.O_DISCARD], 0)
                if kind >= 0:
                    choose(state, S.DISCARD, kind)
            trace(image, table, state, seat, state[S.CHOICE_ARG])
        elif state[S.CHOICE_CODE] == S.READY:
            declare_best(image, table, state, seat)
        return 0
    standing = image[L.STANDING] and table[block(seat) + L.S_READY] == 0
    kind, hope = -1, 0
    if not stuck:
        kind = value_discard(image, table, state, seat, state[S.O_DISCARD])
        hope = state[S.PICK_MISSING]
    if some and kong_or_show(image, table, state, seat, hope):
        return 0
    if stuck:
        choose(state, S.PASS if state[S.O_PASS] else S.DISCARD, 0 if state[S.O_PASS] else state[S.DRAWN])
        return 0
    if some:
        rate_lines(state, seat, lineup_of(state, seat), draws_left(image, table, state), 0, 0)
        kind = value_discard(image, table, state, seat, state[S.O_DISCARD])
    if state[S.O_READY_OPEN] or state[S.O_READY] >> kind & 1 or state[S.O_READY] and standing:
        declare_best(image, table, state, seat)
        return 0
    if standing:
        kind = standing_discard(image, table, state, seat)
    else:
        trace(image, table, state, seat, kind)
    choose(state, S.DISCARD, kind)
    return 0


@seam("pppii")
def value_reaction(image, table, state, seat, face):
    """What to do with a thrown tile."""
    s, at = own(seat), S.REACT + seat * S.REACT_SIZE
    choose(state, S.PASS, 0)
    if state[at + S.R_WIN]:
        if state[at + S.R_COUNT] == 1 or state[S.PHASE] != S.P_REACT or not better_waits(image, table, state, seat, state[S.TILE]):
            choose(state, S.WIN_ON, 0)
        return 0
    best = state[s + S.HOPE]
    if best == 0 or state[s + S.LEADS]:
        if any_win_leads(image, table, state, seat, 0):
            state[s + S.DISTANCE] = aim_distance(state, seat)
            speed_reaction(image, table, state, seat, face)
            return 0
        if best == 0:
            best = hope_between(image, table, state, seat, lineup_of(state, seat), draws_left(image, table, state))
            state[s + S.HOPE], state[s + S.WANTED] = best, L.ALL_PLACES
    if not state[at + S.R_KONG] and not state[s + S.WANTED] >> face & 1:
        return 0
    if state[at + S.R_KONG]:
        word = meld_word(L.EXPOSED_KONG, face, face, face, face, 0, 0)
        gain = kong_pay(image, state, image[L.KONG_EXPOSED_EACH])
        hope = gain + meld_hope(image, table, state, seat, word, 1, own_tiles(image, table, state, seat, face, 3), -1)
        if state[s + S.LOCK] or hope >= best:
            best = hope
            choose(state, S.OPEN_ON if state[at + S.R_OPEN] else S.KONG_ON, 0)
            if state[s + S.LOCK]:
                return 0
    if state[at + S.R_PUNG]:
        word = meld_word(L.PUNG_MELD, face, face, face, L.NO_TILE, 0, 0)
        hope = meld_hope(image, table, state, seat, word, 1, own_tiles(image, table, state, seat, face, 2), best)
        if hope > best:
            best = hope
            choose(state, S.PUNG_ON, 0)
    if state[at + S.R_FLOWER]:
        word = meld_word(L.FLOWER_PUNG, face, face, face, L.NO_TILE, 0, 0)
        tiles = flower_tiles(image, table, state, seat, face)
        hope = meld_hope(image, table, state, seat, word, 1, tiles, best)
        if hope > best:
            best = hope
            choose(state, S.FLOWER_ON, 0)
    for i in range(state[at + S.R_CHOWS]):
        arg = state[at + S.R_CHOW + i]
        tiles, word = chow_tiles(image, table, state, seat, face, arg), chow_word(image, face, arg)
        hope = meld_hope(image, table, state, seat, word, 1, tiles, best)
        if hope > best:
            best = hope
            choose(state, S.CHOW_ON, arg)
    return 0


@seam("pppii")
def value_void(image, table, state, seat, suits):
    """The suit to do without: what leaves most to hope for, then fewest tiles of the suit."""
    t = block(seat)
    best, chosen = -1, 0
    lines = lineup_of(state, seat)
    draws = draws_left(image, table, state)
    for suit in range(3):
        if not suits >> suit & 1:
            continue
        table[t + L.S_VOID] = suit
        forget_lows(state, seat)
        line_up(table, state, seat, lines, draws, 0)
        hope = 64 * rate_lines(state, seat, lines, draws, 0, 0) + 63 - suit_tiles(state, seat, suit)
        if hope > best:
            best, chosen = hope, suit
    table[t + L.S_VOID] = -1
    find_goal(table, state, seat)
    return chosen
