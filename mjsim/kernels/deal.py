"""The beginning of a hand: wall, turned tile, dealt tiles, and what happens before the first turn (docs/protocol.md)."""

from __future__ import annotations

from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import note
from mjsim.kernels.draws import lay_out
from mjsim.kernels.ending import finish, turn_birds
from mjsim.kernels.goal import aim_distance, find_goal
from mjsim.kernels.holding import block, gain, held, lose, own, put, see_all, set_faces
from mjsim.kernels.imagined import fix
from mjsim.kernels.jit import njit, popcount
from mjsim.kernels.nearness import aims_of, distance
from mjsim.kernels.policy import name_imagined, name_stake, name_three, name_void
from mjsim.kernels.reach import find_waits, odd_distance, shape_forms
from mjsim.kernels.ready import first_ready
from mjsim.kernels.record import clear_table, setup_hand, turned_jokers
from mjsim.kernels.river import open_stack
from mjsim.kernels.rng import CHOICE, DICE, below, stream_key
from mjsim.kernels.scorer import dealt_rows, spirits_of_before, work_of
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import build_wall, drawable, take_back


@njit
def clear_state(image, state):
    """Forget the last hand."""
    for i in range(S.CLEARED, S.CLEARED_TO):
        state[i] = 0
    for seat in range(4):
        s = own(seat)
        for i in range(S.SEAT_SIZE):
            if i != S.POLICY and not S.GOALS_AT <= i <= S.CARE:
                state[s + i] = 0
        state[s + S.READY_DRAW] = -1
        for i in range(4):
            state[s + S.STANDING + i] = -1
    state[S.LAST_DRAWN] = state[S.BARS] = state[S.FIRST_GIVER] = state[S.KONG_GIVER] = -1
    for kind in range(42):
        state[S.LAST_THROWN + kind] = 0
    state[S.ROUND_ALIVE] = 1
    state[S.HAND_SIZE] = image[L.HAND]


@njit
def throw_die(state):
    """One die, 1-6."""
    state[S.DICE] += 1
    return 1 + below(state[S.DICE_KEY], state[S.DICE] - 1, 6)


@njit
def turn_tile(image, table, state):
    """Set the ends of the wall, turn the joker's tile and lay open what lies open."""
    n = state[S.SIZE]
    state[S.FRONT] = state[S.FIRST_FRONT] = state[S.PLAYERS] * image[L.HAND] + 1
    state[S.BACK] = n
    state[S.DEEP] = state[S.DEEP_END] = n
    state[S.OPEN_LEFT] = 0
    turned = -1
    if image[L.WALL_DEAD_DICE]:
        dice = 7 if image[L.DEAD_THROW] == 2 else throw_die(state)
        if image[L.DEAD_THROW] == 0:
            dice += throw_die(state)
        turned = state[S.WALL + n - 2 * dice]
        state[S.BACK] = n - 2 * dice
        state[S.DEEP_END] = n - 2 * dice + 1
    elif image[L.JOKER_SOURCE] >= 2:
        turned = take_back(image, state)
        while image[L.BONUS] >> turned & 1:
            turned = take_back(image, state)
        table[L.T_LOWER] = state[S.WALL + state[S.BACK] - 1]
    elif image[L.WALL_OPEN_TAIL]:
        state[S.BACK] = n - 2
        state[S.OPEN_AT] = n - 2
        state[S.OPEN_LEFT] = 3
    table[L.T_TURNED] = turned
    table[L.T_JOKERS] = turned_jokers(image, turned)


@njit
def deal(image, table, state):
    """Every seat's tiles, and the dealer's drawn one, which is kept apart until the waits of the others are known."""
    players, size = state[S.PLAYERS], image[L.HAND]
    for seat in range(players):
        s = own(seat)
        for colour in range(4):
            state[s + S.UNSEEN + colour] = state[S.FULL + colour]
        state[s + S.JOKERS] = image[L.JOKER_VIRTUAL]
    if table[L.T_TURNED] >= 0:
        see_all(state, -1, table[L.T_TURNED])
    for i in range(2):
        if state[S.OPEN_LEFT] >> i & 1:
            see_all(state, -1, state[S.WALL + state[S.OPEN_AT] + i])
    for seat in range(players):
        for i in range(size):
            kind = state[S.WALL + seat * size + i]
            gain(table, state, seat, kind)
            if i < image[L.STANDING]:
                state[own(seat) + S.STANDING + i] = kind
    state[S.DRAWN] = state[S.WALL + players * size]
    gain(table, state, 0, state[S.DRAWN])
    state[S.LAST_DRAWN] = state[S.DRAWN]


@njit
def shape_distance(image, table, state, seat):
    """Tiles missing to any shape of the variant, jokers counted."""
    s = own(seat)
    aims = aims_of(state)
    jokers = state[s + S.JOKERS]
    ways = A.SHAPE_WAYS + (2 if jokers else 0)
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    missing = distance(state, aims[ways], aims[ways + 1], state[s + S.SETS], shape_forms(state, seat), a, b, c, d) - jokers
    return max(0, min(missing, odd_distance(image, table, state, seat, aims[ways], aims[ways + 1], a, b, c, d)))


@njit
def highest(table, seat):
    """The highest kind that a seat holds."""
    for i in range(34):
        if held(table, seat, 33 - i):
            return 33 - i
    return -1


@seam("ppp")
def exchange(image, table, state):
    """換三張: each gives three tiles of one suit, a die says to whom."""
    players = state[S.PLAYERS]
    for seat in range(players):
        suits, shortest = 0, 99
        for suit in range(3):
            n = popcount(state[own(seat) + suit] & (1 << 36) - 1)
            if n >= 3 and n < shortest and image[L.EXCHANGE_SHORTEST]:
                suits, shortest = 0, n
            suits |= int(3 <= n <= shortest) << suit
        three = name_three(image, table, state, seat, suits)
        note(state, seat, S.EXCHANGE, three, popcount(suits))
        state[own(seat) + S.ANSWER] = three
        for i in range(3):
            lose(table, state, seat, three >> (6 * i) & 63)
    die = throw_die(state)
    step = 1 if die <= 2 else min(2, players - 1) if die <= 4 else players - 1
    for seat in range(players):
        three = state[own(seat) + S.ANSWER]
        for i in range(3):
            gain(table, state, (seat + step) % players, three >> (6 * i) & 63)
    if held(table, 0, state[S.DRAWN]) == 0:
        state[S.DRAWN] = highest(table, 0)
    return 0


@seam("ppp")
def lay_out_dealt(image, table, state):
    """Bonus tiles of the dealt hands: from the dealer on, each lays out all it holds and draws as many; again until nobody holds one."""
    again = True
    while again:
        again = False
        for seat in range(state[S.PLAYERS]):
            out = 0
            for kind in range(42):
                if image[L.BONUS] >> kind & 1:
                    for _ in range(held(table, seat, kind)):
                        lose(table, state, seat, kind)
                        lay_out(image, table, state, seat, kind)
                        if state[S.ENDED]:
                            return 0
                        out += 1
            replaced = seat == 0 and image[L.BONUS] >> state[S.DRAWN] & 1
            for _ in range(out):
                if drawable(image, state) <= 0:
                    finish(state, S.END_WALL)
                    return 0
                kind = take_back(image, state)
                gain(table, state, seat, kind)
                again = again or image[L.BONUS] >> kind & 1
                if replaced:
                    state[S.DRAWN] = kind
                state[S.LAST_DRAWN] = kind
    return 0


@seam("ppp")
def imagine(image, table, state):
    """心皇: each fixes for himself what his imagined tile plays."""
    state[S.FIFTH] = int(image[L.JOKER_COPIES] == 0)
    kinds = image[L.JOKER_PLAYS]
    for seat in range(state[S.PLAYERS]):
        kind = name_imagined(image, table, state, seat, kinds)
        note(state, seat, S.IMAGINE, kind, popcount(kinds))
        fix(table, state, seat, kind)
        find_goal(table, state, seat)
    return 0


@seam("ppp")
def prepare_play(image, table, state):
    """Exchange, void suits, bonus tiles, rows of the dealt tiles, imagined tiles; then the waits of all, and the dealer's turn."""
    players = state[S.PLAYERS]
    table[L.T_WALL] = max(drawable(image, state), 0)
    for seat in range(players):
        find_goal(table, state, seat)
    if image[L.EXCHANGE]:
        exchange(image, table, state)
    if image[L.VOID]:
        for seat in range(players):
            suits = image[L.SUITS]
            void = name_void(image, table, state, seat, suits)
            note(state, seat, S.VOID, void, popcount(suits))
            state[own(seat) + S.ANSWER] = void
        for seat in range(players):
            table[block(seat) + L.S_VOID] = state[own(seat) + S.ANSWER]
            find_goal(table, state, seat)
    if image[L.BONUS]:
        lay_out_dealt(image, table, state)
        if state[S.ENDED]:
            return 0
    if image[L.START_PAY]:
        rows = 0
        if image[L.BIRDS_START]:
            turn_birds(image, table, state, L.BY_SELF)
        for seat in range(players):
            rows += dealt_rows(image, table, state, seat)
        if rows == 0:
            state[S.FRONT] -= table[L.T_BIRDS]
        table[L.T_BIRDS] = 0
        if rows and image[L.START_ENDS]:
            finish(state, S.END_ABORTED)
            return 0
    if image[L.JOKER_FIXED]:
        imagine(image, table, state)
    drawn = state[S.DRAWN]
    lose(table, state, 0, drawn)
    for seat in range(players):
        s = own(seat)
        find_waits(image, table, state, seat)
        state[s + S.AT_DEAL] = shape_distance(image, table, state, seat)
        state[s + S.DISTANCE] = aim_distance(state, seat)
    put(table, state, 0, drawn)
    for seat in range(players):
        if state[own(seat) + S.NEAR] <= 1:
            if seat == 0:
                lose(table, state, 0, drawn)
            first_ready(image, table, state, seat)
            if seat == 0:
                put(table, state, 0, drawn)
    table[L.T_WALL] = max(drawable(image, state), 0)
    state[S.SEAT] = 0
    state[S.STARTED] = 1
    state[S.PHASE] = S.P_TURN
    return 0


@seam("ppp")
def start_hand(image, table, state):
    """Everything up to the first turn. Seed, match, hand and the policies are in the state; round, repeats and draws in the table."""
    prevailing, repeats, draws, turned = table[L.T_ROUND], table[L.T_REPEATS], table[L.T_DRAWS_BEFORE], table[L.T_TURNED]
    clear_table(image, table)
    table[L.T_ROUND], table[L.T_REPEATS], table[L.T_DRAWS_BEFORE] = prevailing, repeats, draws
    if state[S.MATCH] >= 0 and state[S.HAND]:
        table[L.T_PREVIOUS] = turned
    clear_state(image, state)
    build_wall(image, state)
    state[S.CHOICE_KEY] = stream_key(state[S.SEED], state[S.MATCH], state[S.HAND], CHOICE)
    state[S.DICE_KEY] = stream_key(state[S.SEED], state[S.MATCH], state[S.HAND], DICE)
    if image[L.NAMED]:
        for seat in range(image[L.NAMED_BY], state[S.PLAYERS]):
            stake = name_stake(image, table, state, seat, image[L.NAMED])
            note(state, seat, S.STAKE, stake, image[L.NAMED] + 1)
            table[block(seat) + L.S_NAMED] = stake
    turn_tile(image, table, state)
    setup_hand(image, table, work_of(state))
    if not state[S.FACES_KNOWN] or image[L.JOKER_SOURCE] >= 2:
        set_faces(image, table, state)
        state[S.FACES_KNOWN] = 1
    deal(image, table, state)
    if image[L.CHICKEN_OPEN]:
        for i in range(3):
            open_stack(image, table, state, int(image[L.CHICKEN_OPEN] == 1 or i == 2))
    if image[L.SPIRIT_PREVIOUS]:
        spirits_of_before(image, table, state)
    prepare_play(image, table, state)
    return 0
