"""Who pays for others (包): debts that feeding has made, read from the melds on the table in the order in which they were laid down."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.layout import W_FOREST
from mjsim.kernels.record import meld_giver, meld_stamp, meld_tile, meld_type, seat_block

LAST_MELD, DRAGONS_WINDS, KONG, THREE_MELDS, THREE_CHOWS, THIRD_MELD = range(6)
DEBTS = W_FOREST
"""Number of debts, then rule | player << 8 | feeder << 16 | stamp << 24."""
MOST = 40
MANY = 1 << 30
"""More than there are stamps: counted from here the earliest is the greatest."""


@njit
def find_debts(image, table, work):
    """List all debts of the hand at DEBTS."""
    work[DEBTS] = 0
    after = -1
    while True:
        first, seat, slot = 1 << 40, -1, -1
        for player in range(image[L.PLAYERS]):
            s = seat_block(player)
            for i in range(table[s + L.S_MELDS]):
                stamp = meld_stamp(table[s + L.S_MELD + i])
                if after < stamp < first:
                    first, seat, slot = stamp, player, i
        if seat < 0:
            return
        after = first
        word = table[seat_block(seat) + L.S_MELD + slot]
        giver = meld_giver(word)
        if giver < 0 or meld_type(word) == L.CONCEALED_KONG:
            continue
        for rule in range(image[L.LIABILITIES]):
            if arises(image, table, image[L.LIABILITY + 3 * rule], seat, slot) and not too_late(image, work, rule, seat, giver):
                n = work[DEBTS]
                if n < MOST:
                    work[DEBTS + 1 + n] = rule | seat << 8 | giver << 16 | first << 24
                    work[DEBTS] = n + 1


@inline
def too_late(image, work, rule, seat, giver):
    """He answers for another player already, and for one only (包先不包後)."""
    found = False
    if image[L.LIABILITY + 3 * rule + 2]:
        for i in range(work[DEBTS]):
            debt = work[DEBTS + 1 + i]
            if image[L.LIABILITY + 3 * (debt & 255) + 2] and debt >> 16 & 255 == giver and debt >> 8 & 255 != seat:
                found = True
    return found


@njit
def arises(image, table, rule, seat, slot):
    """Does the meld in this slot, with those before it, make its giver answer for the player?"""
    s = seat_block(seat)
    word = table[s + L.S_MELD + slot]
    if rule == LAST_MELD:
        every = slot + 1 == image[L.SETS_NEEDED]
        for i in range(slot):
            every = every and is_open(meld_type(table[s + L.S_MELD + i]))
        return every
    if rule == DRAGONS_WINDS:
        kind = meld_tile(word, 0)
        if kind < 27 or meld_type(word) == L.CHOW_MELD:
            return False
        alike = 0
        for i in range(slot):
            other = table[s + L.S_MELD + i]
            type, tile = meld_type(other), meld_tile(other, 0)
            if type != L.CHOW_MELD and type != L.SHOWN_WINDS and type != L.SHOWN_DRAGONS and tile >= 27:
                alike += int((tile >= 31) == (kind >= 31))
        return alike == (2 if kind >= 31 else 3)
    if rule == THREE_MELDS:
        fed = 0
        for i in range(slot):
            fed += int(meld_giver(table[s + L.S_MELD + i]) == meld_giver(word))
        return fed == 2
    if rule == THIRD_MELD:
        opened = 0
        for i in range(slot):
            opened += int(is_open(meld_type(table[s + L.S_MELD + i])))
        return opened == 2
    return False


@inline
def is_open(type):
    return type == L.CHOW_MELD or type == L.PUNG_MELD or type == L.EXPOSED_KONG or type == L.ADDED_KONG or type == L.FLOWER_PUNG


@inline
def chows_from(table, seat, giver):
    """Chows that a seat made with tiles of another."""
    s = seat_block(seat)
    n = 0
    for i in range(table[s + L.S_MELDS]):
        word = table[s + L.S_MELD + i]
        n += int(meld_type(word) == L.CHOW_MELD and meld_giver(word) == giver)
    return n


@njit
def who_answers(image, table, work):
    """Who pays the total of the win in the table: times for each seat, 8 bits each; 0 if everybody pays for himself.

    `share_of` has run since the win was scored.
    """
    if image[L.LIABILITIES] == 0:
        return 0
    find_debts(image, table, work)
    seat, giver, players = table[L.T_SEAT], table[L.T_GIVER], image[L.PLAYERS]
    own = table[L.T_BY] == L.BY_SELF
    latest, answers = -1, -1
    for rule in range(image[L.LIABILITIES]):
        at = L.LIABILITY + 3 * rule
        when = image[L.LIABILITY_WHEN + rule]
        if not image[at + 1] & (1 if own else 2) or (when >= 0 and not work[when]):
            continue
        if image[at] == THREE_CHOWS:
            upper, lower = (seat + players - 1) % players, (seat + 1) % players
            found = int(chows_from(table, seat, upper) >= 3) << (8 * upper) | (2 * int(chows_from(table, lower, seat) >= 3)) << (8 * lower)
            if found:
                return found
        elif image[at] == KONG:
            if table[L.T_KONG_GIVER] >= 0:
                return 1 << (8 * table[L.T_KONG_GIVER])
        else:
            for i in range(work[DEBTS]):
                debt = work[DEBTS + 1 + i]
                player, feeder, stamp = debt >> 8 & 255, debt >> 16 & 255, debt >> 24
                if debt & 255 != rule:
                    continue
                if own:
                    who = feeder if player == seat else -1
                else:
                    who = giver if (player == seat and feeder == giver) or (player == giver and feeder == seat) else -1
                if image[L.LIABLE]:
                    stamp, who = MANY - stamp, who if who < 0 else players - 1 - who
                if who >= 0 and (stamp > latest or (stamp == latest and who > answers)):
                    latest, answers = stamp, who
    if image[L.LIABLE] and answers >= 0:
        answers = players - 1 - answers
    return 1 << (8 * answers) if answers >= 0 else 0
