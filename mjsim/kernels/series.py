"""Many hands, independent or linked, into column arrays."""

from __future__ import annotations

from numba import carray  # type: ignore[attr-defined]  # numba gives no list of its names

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import own_kongs
from mjsim.kernels.holding import own
from mjsim.kernels.jit import entry, inline
from mjsim.kernels.loop import play_hand
from mjsim.kernels.memory import int64_at
from mjsim.kernels.rotation import (
    M_CREDITOR,
    M_DEALER,
    M_DRAWS,
    M_HANDS,
    M_OVER,
    M_REPEATS,
    M_ROUND,
    MATCH_WORDS,
    after_hand,
    begin_match,
    carry,
    settle_carried,
)
from mjsim.kernels.scorer import points_of

H_HAND, H_MATCH, H_IN_MATCH, H_DEALER, H_ROUND, H_REPEATS, H_END, H_TURNS, H_WINNERS, H_GIVER, H_FAULT, H_LOG_END = range(12)
H_POINTS, H_KONGS, H_DEFICIENCY, H_READY, H_CARRIED = 12, 16, 20, 24, 28
HAND_WORDS = 33
"""Words of a hand's record: H_POINTS to H_READY begin four entries, one a seat; H_CARRIED, in matches, what was carried into the hand,
to which player and by each.
"""

POLICY_WORDS = 5
"""Words of a player's policy: its code, then what stands in the state from GOALS_AT on."""
ROOM_WINS, ROOM_ITEMS, ROOM_ACTS = 256, 8192, 4096
"""Room that a hand may need; a block ends where less is left."""


@entry
def seat_policies(state, policies, dealer):
    """Players take their seats: seat s is player (dealer + s) % players. policies int64 (players * POLICY_WORDS,)."""
    players = state[S.PLAYERS]
    for seat in range(players):
        s, at = own(seat), (dealer + seat) % players * POLICY_WORDS
        state[s + S.POLICY] = policies[at]
        for i in range(1, POLICY_WORDS):
            state[s + S.GOALS_AT + i - 1] = policies[at + i]


@inline
def room_left(state):
    """Is there room for another hand?"""
    return (
        state[S.WINS_SIZE] - state[S.WINS_USED] >= ROOM_WINS
        and state[S.ITEMS_SIZE] - state[S.ITEMS_USED] >= ROOM_ITEMS
        and (state[S.LOG_AT] == 0 or state[S.LOG_SIZE] - state[S.LOG_USED] >= ROOM_ACTS)
    )


@entry
def record_hand(table, state, out):
    """Fill the record of the hand just played."""
    points = points_of(state)
    out[H_HAND] = state[S.NUMBER]
    out[H_MATCH] = state[S.MATCH]
    out[H_IN_MATCH] = state[S.HAND] if state[S.MATCH] >= 0 else 0
    out[H_DEALER] = state[S.DEALER]
    out[H_ROUND] = table[L.T_ROUND]
    out[H_REPEATS] = table[L.T_REPEATS]
    out[H_END] = state[S.ENDED] - 1
    out[H_TURNS] = state[S.TURNS]
    out[H_WINNERS] = state[S.WINNERS]
    out[H_GIVER] = state[S.FIRST_GIVER]
    out[H_FAULT] = state[S.FAULT]
    out[H_LOG_END] = state[S.LOG_USED]
    players = state[S.PLAYERS]
    for seat in range(4):
        there = seat < players
        out[H_POINTS + seat] = points[seat] if there else 0
        out[H_KONGS + seat] = own_kongs(table, seat) if there else 0
        out[H_DEFICIENCY + seat] = state[own(seat) + S.AT_DEAL] if there else 0
        out[H_READY + seat] = state[own(seat) + S.READY_DRAW] if there else -1


@entry
def play_one(image, table, state, policies, out):
    """Play the hand named in the state, write its record; a faulty hand leaves no wins and no acts."""
    wins, items, acts = state[S.WINS_USED], state[S.ITEMS_USED], state[S.LOG_USED]
    seat_policies(state, policies, state[S.DEALER])
    play_hand(image, table, state)
    if state[S.FAULT]:
        state[S.WINS_USED], state[S.ITEMS_USED], state[S.LOG_USED] = wins, items, acts
    record_hand(table, state, out)


@entry
def play_independent(image_array, table_array, state_array, seed, first, policies, out):
    """Play hands first, first + 1 ... of a seed into the rows of `out`, int64 (hands, HAND_WORDS); returns how many there was room for."""
    image, table, state = int64_at(image_array.ctypes.data), int64_at(table_array.ctypes.data), int64_at(state_array.ctypes.data)
    players = image[L.PLAYERS]
    state[S.SEED], state[S.PLAYERS], state[S.MATCH] = seed, players, -1
    for i in range(out.shape[0]):
        if not room_left(state):
            return i
        hand = first + i
        state[S.HAND] = state[S.NUMBER] = hand
        state[S.DEALER] = hand % players
        table[L.T_ROUND] = hand // players % 4
        table[L.T_REPEATS] = hand // (4 * players) % 3
        table[L.T_DRAWS_BEFORE] = hand // (12 * players) % 2
        play_one(image, table, state, policies, out[i])
    return out.shape[0]


@entry
def play_match(image_array, table_array, state_array, seed, number, policies, match_array, out):
    """Play a match into the rows of `out`; returns its number of hands, -1 if there was not room enough."""
    image, table, state = int64_at(image_array.ctypes.data), int64_at(table_array.ctypes.data), int64_at(state_array.ctypes.data)
    match = carray(int64_at(match_array.ctypes.data), MATCH_WORDS)
    state[S.SEED], state[S.PLAYERS], state[S.MATCH] = seed, image[L.PLAYERS], number
    begin_match(image, match)
    while not match[M_OVER]:
        hands = match[M_HANDS]
        if hands >= out.shape[0] or not room_left(state):
            return -1
        state[S.HAND] = hands
        state[S.NUMBER] = hands
        state[S.DEALER] = match[M_DEALER]
        table[L.T_ROUND] = match[M_ROUND] % 4
        table[L.T_REPEATS] = match[M_REPEATS]
        table[L.T_DRAWS_BEFORE] = match[M_DRAWS]
        for i in range(5):
            out[hands, H_CARRIED + i] = match[M_CREDITOR + i]
        play_one(image, table, state, policies, out[hands])
        points, dealer = points_of(state), match[M_DEALER]
        if image[L.CARRIED]:
            settle_carried(state, match, points)
        after_hand(image, table, state, match, points)
        if image[L.CARRIED]:
            if not match[M_OVER]:
                carry(image, table, state, match, dealer, points)
            for seat in range(state[S.PLAYERS]):
                out[hands, H_POINTS + seat] = points[seat]
    return match[M_HANDS]
