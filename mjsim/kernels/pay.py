"""What is paid for a win, for kongs and beside the hand. All functions add to `points`, int64 (4,) by seat, and keep its sum.

Settlement at the end of a hand is in settle.py.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.layout import W_BANK, W_VIEW
from mjsim.kernels.liability import who_answers
from mjsim.kernels.ops import LIMIT
from mjsim.kernels.record import execute, meld_giver, meld_tile, meld_type, seat_block, situation, view
from mjsim.kernels.score import start_rows
from mjsim.kernels.seam import seam
from mjsim.kernels.vm import times

EVERYBODY, GIVER_PAYS, FALSE_WIN = 1, 2, 3


@inline
def transfer(points, payer, to, amount):
    points[payer] -= amount
    points[to] += amount


@seam("pppi")
def share_of(image, table, work, seat):
    """What a payer owes for the win that was scored last; his `everybody` and `giver_pays` stand in their registers afterwards."""
    view(image, table, work, W_VIEW, seat)
    work[W_VIEW + L.B_VALUE] = work[W_BANK + L.B_VALUE]
    if image[L.PAYER_ROWS]:
        execute(image, table, work, L.SEC_PAYER)
        total = 0
        at = image[L.ROW_TABLE]
        for _ in range(image[L.ROW_COUNT]):
            flags = image[at + L.ROW_FLAGS]
            if flags & L.IS_PAYER and not (flags & L.IS_ABOUT_TILES and table[seat_block(seat) + L.S_UNKNOWN]):
                total += max(work[image[at + L.ROW_REGISTER]], 0) * work[image[at + L.ROW_VALUE]]
            at += L.ROW_WORDS
        work[W_VIEW + L.B_PAYER_ROWS] = total
    execute(image, table, work, L.SEC_AMOUNT)
    return work[image[L.AMOUNT_REGISTERS]]


@seam("pppi")
def comes_first(image, table, work, giver):
    """Does the win that was scored last come before nearer ones (win.first)?"""
    share_of(image, table, work, giver)
    return int(work[image[L.FIRST_REGISTER]] != 0)


@seam("pppp")
def pay_win(image, table, work, points):
    """Pay the win that `score_win` has just scored. work[R_PAID + seat] is what each seat paid for it (negative: got)."""
    seat, giver, players = table[L.T_SEAT], table[L.T_GIVER], image[L.PLAYERS]
    winners = table[L.T_WINNERS] | 1 << seat
    others = (1 << players) - 1 & ~(table[L.T_OUT] | 1 << seat)
    payers = others if image[L.WINNERS_PAY] else others & ~winners
    paying = payers
    share_of(image, table, work, giver if giver >= 0 else (seat + 1) % players)
    answers = who_answers(image, table, work)
    for other in range(4):
        work[L.R_PAID + other] = -points[other]
        if not paying >> other & 1:
            answers &= ~(255 << (8 * other))
    if giver >= 0:
        unready = image[L.UNREADY_PAYS] and table[L.T_UNREADY]
        if answers == 0 and (unready or work[image[L.AMOUNT_REGISTERS + GIVER_PAYS]]):
            answers, paying = 1 << (8 * giver), others
        elif answers == 0 and not work[image[L.AMOUNT_REGISTERS + EVERYBODY]]:
            paying = 1 << giver
    total, least = 0, LIMIT
    for other in range(players):
        work[L.W_SHARES + other] = 0
        if paying >> other & 1:
            work[L.W_SHARES + other] = share_of(image, table, work, other)
            least = min(least, work[L.W_SHARES + other])
    top = image[L.TOP_REACH] > 0 and paying == (1 << players) - 1 & ~(1 << seat) and least >= image[L.TOP_REACH]
    several = winners != 1 << seat
    origin = giver if several and giver >= 0 else seat
    for other in range(players):
        if not paying >> other & 1:
            continue
        share = image[L.TOP_PAYS] if top else work[L.W_SHARES + other]
        if image[L.BIRDS] and (table[L.T_BY] == L.BY_SELF or not image[L.BIRDS_SELF_ONLY]):
            share = with_birds(image, table, share, origin, seat, other)
        share += named_by(image, table, seat, other)
        total += share
        if answers == 0:
            transfer(points, other, seat, share)
    for other in range(players):
        transfer(points, other, seat, total * (answers >> (8 * other) & 255))
    s = seat_block(seat)
    if image[L.KONG_TRANSFER] and table[L.T_FLAGS] & L.F_AFTER_KONG_DISCARD and giver >= 0:
        hand_over(image, table, giver, winners, points)
    thrown = image[L.THROWN_AT_ONCE] * table[s + L.S_THROWN_AT_ONCE] + image[L.THROWN_LATER] * table[s + L.S_THROWN_LATER]
    if image[L.THROWN_PAID]:
        thrown = 0
    for other in range(players):
        if payers >> other & 1:
            transfer(points, other, seat, thrown)
            if image[L.STAKES] and table[seat_block(other) + L.S_READY]:
                transfer(points, other, seat, table[seat_block(other) + L.S_STAKE])
    for other in range(4):
        work[L.R_PAID + other] = -(work[L.R_PAID + other] + points[other])
        table[L.T_TO_DEALER + other] += work[L.R_PAID + other] if seat == 0 else 0
    took = table[s + L.S_TOOK]
    if table[L.T_BY] != L.BY_SELF and took < 4:
        table[s + L.S_TOOK + 1 + took] = table[L.T_TILE]
        table[s + L.S_TOOK] = took + 1
    return 0


@njit
def hand_over(image, table, giver, winners, points):
    """呼叫轉移: what the kong before the winning discard earned goes to the first winner after the giver, once."""
    players = image[L.PLAYERS]
    to = giver
    for step in range(players - 1, 0, -1):
        if winners >> ((giver + step) % players) & 1:
            to = (giver + step) % players
    if table[L.T_KONG_OWNER] == giver:
        for payer in range(players):
            amount = table[L.T_KONG_INCOME + payer]
            transfer(points, giver, to, amount)
            table[seat_block(giver) + L.S_KONG_PAID + payer] -= amount
            table[L.T_KONG_INCOME + payer] = 0


@inline
def named_by(image, table, seat, payer):
    """What two players have named before the deal, where that is added to payments between them."""
    return table[seat_block(seat) + L.S_NAMED] + table[seat_block(payer) + L.S_NAMED] if image[L.NAMED_ADDS] else 0


@inline
def with_birds(image, table, share, origin, seat, payer):
    """A share after the turned tiles: ranks 1 5 9 hit the seat they are counted from, 2 6 the next, and so on."""
    hits, ranks = 0, 0
    if image[L.BIRDS_ORIGIN]:
        origin = 0
    for i in range(table[L.T_BIRDS]):
        kind = table[L.T_BIRDS + 1 + i]
        rank = kind % 9 if kind < 27 else 0
        ranks += rank + 1 if kind < 27 else 10
        hit = (origin + rank % 4) % image[L.PLAYERS]
        hits += int(hit == seat or (hit == payer and not image[L.BIRDS_HITS]))
    effect = image[L.BIRDS_EFFECT]
    if effect == 3:
        return share + ranks
    if effect == 0:
        return share * (1 + hits)
    return share << hits if effect == 1 else share + hits


# ---- kongs and other instant payments ----


@njit
def kong_amount(image, table, work, owner, slot, payer):
    """What one player owes for a kong of another, 0 if the meld is none."""
    word = table[seat_block(owner) + L.S_MELD + slot]
    type = meld_type(word)
    fed = int(meld_giver(word) == payer)
    amount = 0
    if type == L.EXPOSED_KONG:
        amount = image[L.KONG_EXPOSED_EACH] + fed * image[L.KONG_EXPOSED_GIVER]
    elif type == L.ADDED_KONG:
        amount = image[L.KONG_ADDED_EACH] + fed * image[L.KONG_ADDED_GIVER]
    elif type == L.CONCEALED_KONG:
        amount = image[L.KONG_CONCEALED_EACH]
    elif type == L.GOLD_KONG:
        amount = image[L.KONG_GOLD_EACH]
    if amount == 0:
        return 0
    return times(amount, kong_factor(image, table, work, owner, payer, L.KONG_FACTOR))


@njit
def kong_factor(image, table, work, owner, payer, at):
    """An expression of the payer's view of another player who is paid."""
    seat = table[L.T_SEAT]
    table[L.T_SEAT] = owner
    situation(image, table, work, W_BANK, owner)
    situation(image, table, work, W_VIEW, payer)
    execute(image, table, work, L.SEC_KONG)
    table[L.T_SEAT] = seat
    return work[image[at]]


@seam("pppiip")
def pay_kong(image, table, work, owner, slot, points):
    """Pay a kong that stands, where kongs are paid at once; what was paid is kept for a refund. Melds that are no kongs pay nothing."""
    if not image[L.KONG_PAY] or image[L.KONG_WHEN] != 0:
        return 0
    table[L.T_KONG_OWNER] = owner
    for payer in range(image[L.PLAYERS]):
        table[L.T_KONG_INCOME + payer] = 0
        if payer != owner and not (image[L.KONG_PAYERS] == 1 and table[L.T_OUT] >> payer & 1):
            amount = kong_amount(image, table, work, owner, slot, payer)
            table[L.T_KONG_INCOME + payer] = amount
            transfer(points, payer, owner, amount)
            table[seat_block(owner) + L.S_KONG_PAID + payer] += amount
    return 0


@seam("ppiip")
def pay_each(image, table, to, amount, points):
    """Everybody pays one player."""
    for payer in range(image[L.PLAYERS]):
        if payer != to:
            transfer(points, payer, to, amount)
    return 0


@seam("ppip")
def pay_flower_kong(image, table, seat, points):
    """Four of a dragon, f1-f4 or f5-f8 were laid out."""
    return pay_each(image, table, seat, image[L.FLOWER_KONG], points)


@seam("ppp")
def pay_first_discards(image, table, points):
    """The first discards of all were one kind: the dealer pays each."""
    return pay_each(image, table, 0, -image[L.FIRST_DISCARDS], points)


@seam("pppip")
def pay_start(image, table, work, seat, points):
    """Judge the dealt tiles of a seat and pay its rows. Returns the number of rows that hold; they stand in R_ITEMS."""
    rows = start_rows(image, table, work, seat)
    if rows == 0:
        return 0
    value = work[L.R_VALUE]
    if value:
        table[L.T_START] = 1
        for payer in range(image[L.PLAYERS]):
            if payer != seat:
                view(image, table, work, W_VIEW, payer)
                work[W_VIEW + L.B_VALUE] = value
                execute(image, table, work, L.SEC_START_PAY)
                share = work[image[L.START_AMOUNT]]
                if image[L.BIRDS_START]:
                    share = with_birds(image, table, share, seat, seat, payer)
                transfer(points, payer, seat, share + named_by(image, table, seat, payer))
        table[L.T_START] = 0
    return rows


@seam("pppip")
def pay_false_win(image, table, work, seat, points):
    """Who declared a win that is none pays each other player as if that player had won from him."""
    if image[L.AMOUNT_REGISTERS + FALSE_WIN] < 0:
        return 0
    for to in range(image[L.PLAYERS]):
        if to != seat:
            transfer(points, seat, to, kong_factor(image, table, work, to, seat, L.AMOUNT_REGISTERS + FALSE_WIN))
    return 0


@njit
def kind_tiles(table, seat, kinds, melds):
    """Tiles of a set of kinds that a seat has: concealed, won from others, and in melds if asked."""
    s = seat_block(seat)
    n = 0
    for kind in range(42):
        if kinds >> kind & 1:
            n += table[s + L.S_HELD + kind]
    for i in range(table[s + L.S_TOOK]):
        n += kinds >> table[s + L.S_TOOK + 1 + i] & 1
    if melds:
        for i in range(table[s + L.S_MELDS]):
            for j in range(4):
                n += kinds >> meld_tile(table[s + L.S_MELD + i], j) & 1
    return n
