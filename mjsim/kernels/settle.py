"""The end of a hand: kongs paid with a win or at the end, chickens, gods, spirits, and the settlement of a drawn hand."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import njit
from mjsim.kernels.pay import kind_tiles, kong_amount, pay_each, share_of, transfer
from mjsim.kernels.record import kind_after, meld_tile, meld_type, seat_block
from mjsim.kernels.score import as_win, is_ready, restore, score_win
from mjsim.kernels.seam import seam
from mjsim.kernels.search import fours, judge

OWNERS_READY, OWNERS_WINNER, OWNERS_LOSERS = 1, 2, 3


@njit
def spirits_of(image, table, seat, kinds):
    """Tiles of a set of kinds that count for a seat."""
    n = kind_tiles(table, seat, kinds, 1)
    if image[L.SPIRIT_DISCARDS]:
        for kind in range(34):
            n += table[seat_block(seat) + L.S_RIVER + kind] * (kinds >> kind & 1)
    return n


@njit
def kongs_of(table, seat, kinds):
    """Kongs of a set of kinds."""
    s = seat_block(seat)
    n = 0
    for i in range(table[s + L.S_MELDS]):
        word = table[s + L.S_MELD + i]
        n += int(L.EXPOSED_KONG <= meld_type(word) <= L.GOLD_KONG and kinds >> meld_tile(word, 0) & 1)
    return n


@njit
def spirit_points(image, table, seat, turned):
    """What each other player pays a seat for its spirits, kongs of them and being the only one apart."""
    total = image[L.SPIRIT_TURNED] * spirits_of(image, table, seat, 1 << turned)
    total += image[L.SPIRIT_NEXT] * spirits_of(image, table, seat, 1 << kind_after(turned, image[L.JOKER_RING]))
    return total * (total - 3) if image[L.SPIRIT_CHARGE] and total >= image[L.SPIRIT_CHARGE] else total


@seam("ppip")
def pay_spirits(image, table, turned, points):
    """Tiles of a turned kind (-1: none was) and of the next one, paid by each other player."""
    if turned < 0:
        return 0
    following = 1 << kind_after(turned, image[L.JOKER_RING])
    players = image[L.PLAYERS]
    having = 0
    for seat in range(players):
        having += int(spirits_of(image, table, seat, 1 << turned | following) > 0)
    for seat in range(players):
        total = spirit_points(image, table, seat, turned)
        own = total > 0
        kongs = image[L.SPIRIT_KONG] * kongs_of(table, seat, following)
        if image[L.SPIRIT_KONG_FIRST]:
            total += kongs
        if own and having == 1:
            total = 2 * total if image[L.SPIRIT_ALONE] == 0 else total + 10
        if not image[L.SPIRIT_KONG_FIRST]:
            total += kongs
        pay_each(image, table, seat, total, points)
    return 0


@seam("pppiip")
def pay_end(image, table, work, winners, exhausted, points):
    """Settle the end of a hand.

    winners : mask of the seats that won at least once in the hand.
    exhausted : 1 if it ended with the wall, so that pigs, the ready check and refunds apply.
    """
    ready = winners
    if (
        (image[L.KONG_PAY] and image[L.KONG_OWNERS] == OWNERS_READY)
        or image[L.CHICKENS]
        or (exhausted and (image[L.READY_CHECK] or image[L.REFUND]))
    ):
        ready |= ready_seats(image, table, work, winners)
    pay_kongs(image, table, work, winners, ready, points)
    if winners:
        pay_chickens(image, table, ready, points)
        if image[L.CHICKEN_FIRST]:
            pay_first_chicken(image, table, ready, points)
        if image[L.GODS]:
            for seat in range(image[L.PLAYERS]):
                pay_each(image, table, seat, kind_tiles(table, seat, table[L.T_JOKERS], 0), points)
    if image[L.SPIRITS]:
        lower = table[L.T_LOWER]
        songs = 3 if image[L.SPIRIT_SONG] and lower < 27 else 1
        for i in range(1 + image[L.SPIRIT_LOWER] * songs):
            turned = table[L.T_TURNED] if i == 0 else lower if songs == 1 else (lower + 9 * i) % 27
            pay_spirits(image, table, turned, points)
    if image[L.REFUND_ALL] and winners == 0:
        refund(image, table, (1 << image[L.PLAYERS]) - 1, points)
    if exhausted:
        settle_draw(image, table, work, winners, ready, points)
    return 0


@njit
def ready_seats(image, table, work, winners):
    """Seats, winners aside, that are ready as the draw check judges it."""
    ready = 0
    table[L.T_LEAVE_OUT] = 1
    way = L.BY_SELF if image[L.CHECK_AS] == 1 else L.BY_DISCARD
    for seat in range(image[L.PLAYERS]):
        if not winners >> seat & 1 and is_ready(image, table, work, seat, way, -1):
            ready |= 1 << seat
    table[L.T_LEAVE_OUT] = 0
    return ready


@njit
def pay_kongs(image, table, work, winners, ready, points):
    """Kongs that are settled with a won hand or at the end of every hand."""
    if not image[L.KONG_PAY] or image[L.KONG_WHEN] == 0 or (image[L.KONG_WHEN] == 1 and winners == 0):
        return
    owners = image[L.KONG_OWNERS]
    for owner in range(image[L.PLAYERS]):
        s = seat_block(owner)
        won = winners >> owner & 1
        paid = (
            ready >> owner & 1 if owners == OWNERS_READY else won if owners == OWNERS_WINNER else 1 - won if owners == OWNERS_LOSERS else 1
        )
        if not paid or table[s + L.S_UNPAID]:
            continue
        for slot in range(table[s + L.S_MELDS]):
            for payer in range(image[L.PLAYERS]):
                if payer != owner:
                    transfer(points, payer, owner, kong_amount(image, table, work, owner, slot, payer))


@njit
def pay_chickens(image, table, ready, points):
    """Between every two players the one with fewer chickens pays the difference. The kind after the first turned tile is one too."""
    if not image[L.CHICKENS]:
        return
    always = image[L.CHICKEN_ALWAYS]
    turned = 0
    if image[L.CHICKEN_TURNED] and table[L.T_BIRDS] > 0 and not (image[L.CHICKEN_SELF_ONLY] and table[L.T_BY] != L.BY_SELF):
        turned = 1 << kind_after(table[L.T_BIRDS + 1], 0)
    players = image[L.PLAYERS]
    for a in range(players):
        for b in range(a):
            transfer(
                points, a, b, chickens_of(image, table, b, always, turned, ready) - chickens_of(image, table, a, always, turned, ready)
            )


@njit
def chickens_of(image, table, seat, always, turned, ready):
    if image[L.CHICKEN_READY_ONLY] and not ready >> seat & 1:
        return 0
    n = kind_tiles(table, seat, always, 1) + kind_tiles(table, seat, turned, 1)
    for i in range(table[L.T_OPEN]):
        n += kind_tiles(table, seat, 1 << table[L.T_OPEN + 1 + i], 1)
    return n


@njit
def pay_first_chicken(image, table, ready, points):
    """衝鋒雞: everybody pays who threw the first chicken; 責任雞: he pays who melded it. Who is not ready pays instead."""
    players, amount = image[L.PLAYERS], image[L.CHICKEN_FIRST]
    thrower, taker = table[L.T_CHICKEN_THROWN] - 1, table[L.T_CHICKEN_TAKEN] - 1
    able = ready if image[L.CHICKEN_READY_ONLY] else (1 << players) - 1
    if thrower < 0 or taker + 1 == L.TAKEN_BY_WIN:
        return
    if taker >= 0:
        transfer(points, thrower, taker, amount if able >> taker & 1 else -amount)
        return
    for other in range(players):
        if other != thrower and (able >> thrower | able >> other) & 1:
            transfer(points, other, thrower, amount if able >> thrower & 1 else -amount)


# ---- a drawn hand ----


@njit
def is_pig(table, seat):
    """花豬: three suits, or a tile of the declared suit, in hand and melds."""
    s = seat_block(seat)
    void = table[s + L.S_VOID]
    m, p, b = kind_tiles(table, seat, 511, 1) > 0, kind_tiles(table, seat, 511 << 9, 1) > 0, kind_tiles(table, seat, 511 << 18, 1) > 0
    return (m and p and b) or (void >= 0 and kind_tiles(table, seat, 511 << (9 * max(void, 0)), 1) > 0)


@njit
def settle_draw(image, table, work, winners, ready, points):
    """Pigs pay, then who is not ready pays who is, then kong money goes back. Winners only get what pigs pay them, where they do."""
    players = image[L.PLAYERS]
    pigs = 0
    if image[L.PIG]:
        for seat in range(players):
            if not winners >> seat & 1 and is_pig(table, seat):
                pigs |= 1 << seat
        for seat in range(players):
            for pig in range(players):
                if pigs >> pig & 1 and not pigs >> seat & 1 and (image[L.PIG_PAYS_WINNERS] or not winners >> seat & 1):
                    transfer(points, pig, seat, image[L.PIG])
    unready = (1 << players) - 1 & ~(winners | ready | pigs)
    if image[L.READY_CHECK]:
        for to in range(players):
            if ready >> to & 1 and not (winners | pigs) >> to & 1:
                for payer in range(players):
                    if unready >> payer & 1:
                        transfer(points, payer, to, owed(image, table, work, to, payer))
    if image[L.REFUND]:
        refund(image, table, unready | pigs, points)


@njit
def refund(image, table, owners, points):
    """Seats of a mask give back what their kongs earned."""
    for owner in range(image[L.PLAYERS]):
        if owners >> owner & 1:
            for payer in range(image[L.PLAYERS]):
                transfer(points, owner, payer, table[seat_block(owner) + L.S_KONG_PAID + payer])


@njit
def owed(image, table, work, seat, payer):
    """What a player who is not ready owes a ready one: his dearest win of those he waits for, in the way that the draw check assumes."""
    saved = (
        table[L.T_SEAT],
        table[L.T_TILE],
        table[L.T_BY],
        table[L.T_GIVER],
        table[L.T_FLAGS],
        table[L.T_GIVEN],
        table[L.T_WINNERS],
        table[L.T_KONG_GIVER],
    )
    s = seat_block(seat)
    way = L.BY_SELF if image[L.CHECK_AS] == 1 else L.BY_DISCARD
    own = int(way == L.BY_SELF)
    kinds = image[L.KINDS] & ~fours(table, seat)
    table[L.T_LEAVE_OUT] = 1
    best, best_kind = 0, -1
    for kind in range(image[L.PLACES]):
        if kinds >> kind & 1:
            as_win(table, seat, kind, way, payer)
            table[s + L.S_HELD + kind] += own
            if judge(image, table, work, 0) and (best_kind < 0 or work[L.W_BEST_VALUE] > best):
                best, best_kind = work[L.W_BEST_VALUE], kind
            table[s + L.S_HELD + kind] -= own
    amount = 0
    if best_kind >= 0:
        as_win(table, seat, best_kind, way, payer)
        table[s + L.S_HELD + best_kind] += own
        score_win(image, table, work)
        amount = share_of(image, table, work, payer)
        table[s + L.S_HELD + best_kind] -= own
    table[L.T_LEAVE_OUT] = 0
    restore(table, saved)
    return amount
