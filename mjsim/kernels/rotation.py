"""Linked hands: who deals next, repeats, the prevailing wind, and when a match is over."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import own_kongs
from mjsim.kernels.jit import ctz, njit, popcount

M_DEALER, M_ROUND, M_REPEATS, M_DRAWS, M_HANDS, M_STARTED, M_OVER = range(7)
"""What a match carries: dealer (player), prevailing wind, repeats, draws in a row, hands played, deals in the round, 1 at the end."""
M_CHIPS = 8  # of each player
M_CREDITOR, M_CARRIED = 12, 13  # the player to whom stakes are carried, and what each player carries
MATCH_WORDS = 20
MOST_HANDS = 2000
"""Hands after which a match of rounds or chips is broken off: nobody plays longer."""


@njit
def begin_match(image, match):
    """A new match: seat 0 is player 0, East wind."""
    for i in range(MATCH_WORDS):
        match[i] = 0
    for player in range(4):
        match[M_CHIPS + player] = image[L.LENGTH] if image[L.MATCH] == 2 else 0


@njit
def next_seat(image, table, state):
    """The seat that deals next, from how the hand ended."""
    winners = state[S.WINNERS]
    players = state[S.PLAYERS]
    if winners == 0:
        return after_draw(image, table, state)
    first, giver = state[S.FIRST_WINNERS], state[S.FIRST_GIVER]
    if popcount(first) > 1:
        if image[L.SEVERAL] == 1:
            return giver
        if image[L.SEVERAL] == 3:
            return (giver + 1) % players
        if image[L.SEVERAL] == 2:
            for step in range(1, players):
                if first >> ((giver + step) % players) & 1:
                    return (giver + step) % players
    if first & 1:
        return 0 if image[L.OWN_WIN] == 0 else 1
    return 1 if image[L.OTHER_WIN] == 0 else nearest(first, giver, players)


@njit
def nearest(winners, giver, players):
    """Of the winners of a tile the first in turn order from its giver."""
    for step in range(1, players + 1):
        seat = (max(giver, 0) + step) % players
        if winners >> seat & 1:
            return seat
    return ctz(winners)


@njit
def after_draw(image, table, state):
    """The seat that deals after a hand that nobody won."""
    players = state[S.PLAYERS]
    own, others = own_kongs(table, 0), 0
    for seat in range(1, players):
        others += own_kongs(table, seat)
    how = image[L.DRAWN]
    if how == 1:
        return 1
    if how == 2:
        return state[S.LAST_DRAWER]
    if how == 3:
        return 1 if own + others else 0
    if how == 4:
        return 1 if own == 0 and others else 0
    return 0


@njit
def after_hand(image, table, state, match, points):
    """Carry a match on to its next hand."""
    players = state[S.PLAYERS]
    dealer = match[M_DEALER]
    for seat in range(players):
        match[M_CHIPS + (dealer + seat) % players] += points[seat]
    seat = next_seat(image, table, state)
    drawn = state[S.WINNERS] == 0
    match[M_HANDS] += 1
    match[M_DRAWS] = match[M_DRAWS] + 1 if drawn and seat == 0 else 0
    if seat == 0:
        if not drawn or image[L.REPEATS] == 0:
            match[M_REPEATS] += 1
        if image[L.REPEATS_LIMIT] and match[M_REPEATS] >= image[L.REPEATS_LIMIT]:
            match[M_REPEATS] = 0
            seat = 1
    else:
        match[M_REPEATS] = 0
    if seat:
        match[M_DEALER] = (dealer + seat) % players
        match[M_STARTED] += 1
        if match[M_STARTED] >= players:
            match[M_STARTED] = 0
            match[M_ROUND] += 1
    match[M_OVER] = int(match_over(image, state, match))


@njit
def settle_carried(state, match, points):
    """拉莊: what was carried into this hand is paid: twice if its creditor won, not at all if who carries it did, else once."""
    players, dealer, winners = state[S.PLAYERS], match[M_DEALER], state[S.WINNERS]
    to = (match[M_CREDITOR] - dealer + players) % players
    for player in range(players):
        seat = (player - dealer + players) % players
        amount = 0 if winners >> seat & 1 else match[M_CARRIED + player] * (1 + (winners >> to & 1))
        points[seat] -= amount
        points[to] += amount
        match[M_CARRIED + player] = 0


@njit
def carry(image, table, state, match, dealer, points):
    """Of what each seat has paid the dealer for his wins a part is carried to the next hand; `after_hand` has run."""
    players = state[S.PLAYERS]
    match[M_CREDITOR] = dealer
    for seat in range(1, players):
        player = (dealer + seat) % players
        part = table[L.T_TO_DEALER + seat] // image[L.CARRIED]
        match[M_CARRIED + player] = part
        for to, amount in ((seat, part), (0, -part)):
            points[to] += amount
            match[M_CHIPS + (dealer + to) % players] += amount


@njit
def match_over(image, state, match):
    """Is the match over?"""
    if match[M_HANDS] >= MOST_HANDS:
        return True
    if image[L.MATCH] == 0:
        return match[M_HANDS] >= image[L.LENGTH]
    if image[L.MATCH] == 1:
        return match[M_ROUND] >= image[L.LENGTH]
    for player in range(state[S.PLAYERS]):
        if match[M_CHIPS + player] <= 0:
            return True
    return False
