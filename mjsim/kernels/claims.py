"""After a discard or an added kong: what the others may do with the tile, their answers, and who gets it."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import note
from mjsim.kernels.ending import finish, next_in, win_now
from mjsim.kernels.holding import block, claimed_face, held, lose, melding, melding_kind, own, seat_after, unveil
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.judge import may_win_on
from mjsim.kernels.kongs import added_stands, keeps_waits, lay_exposed, ready_with_kong
from mjsim.kernels.melds import lay_meld, partners, settle_standing
from mjsim.kernels.policy import choose_reaction
from mjsim.kernels.reach import completes
from mjsim.kernels.record import meld_type
from mjsim.kernels.river import keeps_river, tile_taken
from mjsim.kernels.scorer import before_nearer, describe, scored
from mjsim.kernels.seam import seam
from mjsim.kernels.thrown import pass_win, throw_turned
from mjsim.kernels.wall import drawable, replaceable


@inline
def answer(seat):
    """Where options and answer of a seat stand in the state."""
    return S.REACT + seat * S.REACT_SIZE


@inline
def no_melds(state, at):
    """No meld is offered."""
    state[at + S.R_KONG] = state[at + S.R_OPEN] = state[at + S.R_PUNG] = state[at + S.R_FLOWER] = state[at + S.R_CHOWS] = 0


@seam("pppiiiii")
def first_of(image, table, state, wins, by, giver, kind, flags):
    """Of several who want to win on a tile those whose hands come before nearer ones; all if there are none."""
    first = 0
    for seat in range(state[S.PLAYERS]):
        if wins >> seat & 1:
            describe(table, state, seat, by, giver, kind, flags, 1 << seat)
            scored(image, table, state)
            first |= before_nearer(image, table, state, giver) << seat
    return first if first else wins


@njit
def winners_of(image, table, state, wins, by, giver, kind, flags):
    """Those who get the tile of those who want to win on it."""
    if image[L.WIN_SEVERAL] == 0:
        return wins
    if image[L.FIRST_REGISTER] >= 0 and wins & (wins - 1):
        wins = first_of(image, table, state, wins, by, giver, kind, flags)
    for step in range(1, state[S.PLAYERS]):
        seat = seat_after(state, giver, step)
        if wins >> seat & 1:
            return 1 << seat
    return 0


@njit
def may_be_claimed(image, table, state, kind):
    """May anybody make a meld with a thrown tile?"""
    if drawable(image, state) <= 0 and not (replaceable(image, state) or state[S.OPEN_LEFT]):
        return False
    if state[S.BARS] >= 0:
        return False
    barred = image[L.NEVER] | table[L.T_KONG_TILES] | (0 if image[L.JOKER_THROWN_CLAIM] == 2 else table[L.T_JOKERS])
    return not (barred | ~image[L.KINDS]) >> kind & 1


@inline
def has_pung(table, seat):
    """Has a seat claimed a pung or kong?"""
    found = False
    for i in range(table[block(seat) + L.S_MELDS]):
        type = meld_type(table[block(seat) + L.S_MELD + i])
        found = found or type == L.PUNG_MELD or type == L.EXPOSED_KONG or type == L.ADDED_KONG
    return found


@njit
def add_chow(state, at, arg):
    """One more chow option."""
    state[at + S.R_CHOW + state[at + S.R_CHOWS]] = arg
    state[at + S.R_CHOWS] += 1


@njit
def chow_options(image, table, state, seat, face):
    """Fill the sets of different tiles (or of sum 15) that a seat may make with a thrown tile; returns their number."""
    at = answer(seat)
    base = face - face % 9
    if image[L.SETS] == 2:
        if face < 27:
            for a in range(9):
                b = 12 - face % 9 - a
                if a > b or b > 8 or (image[L.DIFFERENT_RANKS] and (a == b or a == face % 9 or b == face % 9)):
                    continue
                if held(table, seat, base + a) >= (2 if a == b else 1) and held(table, seat, base + b):
                    add_chow(state, at, base + a + 64 * (base + b))
    elif face < 27:
        for low in range(max(face % 9 - 2, 0), min(face % 9, 6) + 1):
            there = True
            for rank in range(low, low + 3):
                there = there and (base + rank == face or melding(image, table, state, seat, base + rank) > 0)
            if there:
                add_chow(state, at, base + low)
    elif image[L.SETS] == 1:
        first, last = (27, 31) if face < 31 else (31, 34)
        for a in range(first, last):
            for b in range(a + 1, last):
                if a != face and b != face and melding(image, table, state, seat, a) and melding(image, table, state, seat, b):
                    add_chow(state, at, a + 64 * b)
    return state[at + S.R_CHOWS]


@seam("pppiiii")
def meld_options(image, table, state, seat, face, giver, below):
    """Fill the melds that a seat may make with a thrown tile; returns their number."""
    s, t, at = own(seat), block(seat), answer(seat)
    no_melds(state, at)
    lock = state[s + S.LOCK]
    if lock == 1 or lock == 2:
        return 0
    mine = melding(image, table, state, seat, face)
    flower = table[t + L.S_FLOWER_PUNG] >> face & 1 and mine >= 1 and state[s + S.JOKERS] > image[L.JOKER_VIRTUAL]
    chows = below and image[L.CHOW] and lock == 0
    if mine < 2 and not flower and not chows:
        return 0
    void = table[t + L.S_VOID]
    if void >= 0 and face // 9 == void or state[s + S.SETS] <= (0 if image[L.FOURTH_MELD] else 1):
        return 0
    count = 0
    discarded = table[t + L.S_DISCARDED] >> face & 1
    room = drawable(image, state) > 0
    if mine >= 2 and (image[L.SETS] != 2 or face >= 27) and (image[L.PUNG_OWN_DISCARDS] or not discarded):
        barred = state[s + S.PASSED] >> face & 1 or drawable(image, state) <= image[L.LAST_TILES]
        if mine >= 3 and image[L.KONGS] & 1 and not barred:
            right = replaceable(image, state) and room or state[S.OPEN_LEFT] != 0
            if right and (lock or not room):
                right = keeps_waits(image, table, state, seat, melding_kind(image, table, state, seat, face), 3, lock)
            if right:
                state[at + S.R_KONG] = 1
                count += 1
                if image[L.TWO_WAYS] and lock == 0 and ready_with_kong(image, table, state, seat, face, 3):
                    state[at + S.R_OPEN] = 1
                    count += 1
        if image[L.PUNG] and not barred and lock == 0 and room:
            state[at + S.R_PUNG] = 1
            count += 1
    if flower and lock == 0 and room:
        state[at + S.R_FLOWER] = 1
        count += 1
    if chows and room and (image[L.CHOW_OWN_DISCARDS] or not discarded) and (not image[L.CHOW_AFTER_PUNG] or has_pung(table, seat)):
        count += chow_options(image, table, state, seat, face)
    return count


@njit
def passed(image, table, state, seat, face, code):
    """What an answer lets pass: wins and pungs that were offered."""
    s, at = own(seat), answer(seat)
    if state[at + S.R_WIN] and code != S.WIN_ON:
        pass_win(image, state, seat, face)
    if image[L.PASSED_PUNG] and state[at + S.R_PUNG] and code != S.PUNG_ON and code != S.KONG_ON and code != S.OPEN_ON and code != S.WIN_ON:
        state[s + S.PASSED] |= 1 << face


@njit
def use(image, table, state, seat, face):
    """Lay down one of the seat's own tiles for a face; returns its physical kind."""
    kind = melding_kind(image, table, state, seat, face)
    lose(table, state, seat, kind)
    unveil(state, seat, kind)
    return kind


@njit
def lay_chow(table, state, seat, a, b, c, giver):
    """Three tiles as a meld, ascending by physical kind."""
    low, high = min(a, b, c), max(a, b, c)
    lay_meld(table, state, seat, L.CHOW_MELD, low, a + b + c - low - high, high, L.NO_TILE, giver)


@seam("pppiiii")
def take(image, table, state, seat, face, kind, giver):
    """A seat makes a meld with a thrown tile; its turn begins."""
    code, arg = state[answer(seat) + S.R_CODE], state[answer(seat) + S.R_ARG]
    state[S.WIND_RUN] = 0
    state[S.ROUND_ALIVE] = 0
    state[S.LEFT_TILES] = 0
    if keeps_river(image):
        tile_taken(image, table, giver, kind, seat)
    if image[L.WIN_PASSED] == 2:
        state[own(seat) + S.BAR] = 0
    if code == S.KONG_ON or code == S.OPEN_ON:
        lay_exposed(image, table, state, seat, melding_kind(image, table, state, seat, face), kind, giver, int(code == S.OPEN_ON))
        return 0
    if code == S.PUNG_ON:
        a = use(image, table, state, seat, face)
        b = use(image, table, state, seat, face)
        lay_meld(table, state, seat, L.PUNG_MELD, a, b, kind, L.NO_TILE, giver)
    elif code == S.FLOWER_ON:
        a = use(image, table, state, seat, face)
        jokers = table[L.T_JOKERS]
        while held(table, seat, ctz(jokers)) == 0:
            jokers &= jokers - 1
        joker = ctz(jokers)
        lose(table, state, seat, joker)
        unveil(state, seat, joker)
        lay_meld(table, state, seat, L.FLOWER_PUNG, a, kind, joker, L.NO_TILE, giver)
    else:
        x, y = partners(image, face, arg)
        a = use(image, table, state, seat, x)
        b = use(image, table, state, seat, y)
        lay_chow(table, state, seat, a, b, kind, giver)
    settle_standing(table, state, seat)
    state[S.SEAT], state[S.DRAWN], state[S.DRAWN_FLAGS] = seat, -1, 0
    state[S.PHASE] = S.P_TURN
    return 0


@seam("ppp", hot=True)
def react(image, table, state):
    """The tile that a seat has thrown is offered to the others."""
    giver, kind, flags = state[S.SEAT], state[S.TILE], state[S.TILE_FLAGS]
    players = state[S.PLAYERS]
    face = claimed_face(image, table, kind)
    claimable = may_be_claimed(image, table, state, kind)
    wins, kong, pung, flower, chow = 0, -1, -1, -1, -1
    plain = state[S.PLAIN]
    for step in range(1, players):
        seat = seat_after(state, giver, step)
        if table[L.T_OUT] >> seat & 1:
            continue
        at = answer(seat)
        win = 0
        if completes(image, table, state, seat, kind, False):
            win = may_win_on(image, table, state, seat, L.BY_DISCARD, giver, kind, flags)
        count = 1 + win
        if win and image[L.WIN_COMPULSORY] and drawable(image, state) <= image[L.WIN_COMPULSORY]:
            count = 1
            no_melds(state, at)
        elif claimable and (not plain or held(table, seat, kind) >= 2 or (step == 1 and image[L.CHOW])):
            count += meld_options(image, table, state, seat, face, giver, step == 1)
        elif win:
            no_melds(state, at)
        state[at + S.R_WIN], state[at + S.R_COUNT] = win, count
        if count == 1 and not win:
            continue
        choose_reaction(image, table, state, seat, face, giver)
        code = state[S.CHOICE_CODE]
        state[at + S.R_CODE], state[at + S.R_ARG] = code, state[S.CHOICE_ARG]
        note(state, seat, code, state[S.CHOICE_ARG], count)
        passed(image, table, state, seat, face, code)
        if code == S.WIN_ON:
            wins |= 1 << seat
        elif code == S.KONG_ON or code == S.OPEN_ON:
            kong = seat
        elif code == S.PUNG_ON:
            pung = seat
        elif code == S.FLOWER_ON and flower < 0:
            flower = seat
        elif code == S.CHOW_ON:
            chow = seat
    if wins or kong >= 0 or pung >= 0 or flower >= 0 or chow >= 0:
        state[S.RIVER + table[L.T_DISCARDS] - 1] |= 1 << 8
    if wins:
        if keeps_river(image):
            tile_taken(image, table, giver, kind, -1)
        winners = winners_of(image, table, state, wins, L.BY_DISCARD, giver, kind, flags)
        win_now(image, table, state, winners, L.BY_DISCARD, giver, kind, flags)
        return 0
    taker = kong if kong >= 0 else pung if pung >= 0 else flower if flower >= 0 else chow
    if taker >= 0:
        take(image, table, state, taker, face, kind, giver)
        return 0
    if image[L.FOUR_DISCARDS] >= 0 and state[S.WIND_RUN] == players:
        finish(state, S.END_ABORTED)
        return 0
    if state[S.LEFT_TILES]:
        throw_turned(image, table, state)
        return 0
    state[S.SEAT] = next_in(table, state, giver)
    state[S.PHASE] = S.P_DRAW
    return 0


@seam("ppp")
def rob(image, table, state):
    """A tile added to a pung is offered to the others to win on."""
    giver, kind = state[S.SEAT], state[S.TILE]
    face = claimed_face(image, table, kind)
    wins = 0
    flags = L.F_LAST_OF_KIND if state[S.VISIBLE + kind] == 4 else 0
    for step in range(1, state[S.PLAYERS]):
        seat = seat_after(state, giver, step)
        at = answer(seat)
        state[at + S.R_WIN] = 0
        if not image[L.ROB] or table[L.T_OUT] >> seat & 1 or not may_win_on(image, table, state, seat, L.BY_ROB, giver, kind, flags):
            continue
        count = 1 if image[L.WIN_COMPULSORY] and drawable(image, state) <= image[L.WIN_COMPULSORY] else 2
        no_melds(state, at)
        state[at + S.R_WIN], state[at + S.R_COUNT] = 1, count
        choose_reaction(image, table, state, seat, face, giver)
        code = state[S.CHOICE_CODE]
        note(state, seat, code, state[S.CHOICE_ARG], count)
        passed(image, table, state, seat, face, code)
        if code == S.WIN_ON:
            wins |= 1 << seat
    if wins:
        winners = winners_of(image, table, state, wins, L.BY_ROB, giver, kind, flags)
        win_now(image, table, state, winners, L.BY_ROB, giver, kind, flags)
    else:
        added_stands(image, table, state)
    return 0
