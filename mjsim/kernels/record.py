"""The record of a hand: melds as words, what the turned tile makes wild, and a player's record written into a bank for the machine."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import ctz, entry, inline, inline_entry, njit
from mjsim.kernels.layout import (
    B_AFTER_SHOW,
    B_ALL,
    B_CHOW,
    B_CODE,
    B_FIT,
    B_KINDS,
    B_KONG,
    B_LAID,
    B_MELDED,
    B_NATURAL,
    B_OPEN,
    B_OWN,
    B_PLAYED,
    B_PUNG,
    B_REAL,
    B_SHOWN,
    FLOWER_HEAD,
    S_HELD,
    S_LAID,
    S_MELD,
    S_MELDS,
    S_SIZE,
    T_SIZE,
    W_BANK,
)
from mjsim.kernels.seam import seam
from mjsim.kernels.vm import DONE, count_code, run


@inline_entry
def meld_word(type, a, b, c, d, giver, stamp):
    """A meld as one number; d is NO_TILE for three tiles, giver -1 if nobody gave a tile."""
    return type | a << 8 | b << 16 | c << 24 | d << 32 | (giver + 1) << 40 | stamp << 44


@inline
def meld_type(word):
    return word & 255


@inline
def meld_tile(word, i):
    """Physical tile i (0-3) of a meld; the fourth is NO_TILE in a meld of three."""
    return word >> (8 * i + 8) & 63


@inline
def meld_giver(word):
    """Seat that gave a tile to it, -1 if nobody did."""
    return (word >> 40 & 15) - 1


@inline
def meld_stamp(word):
    return word >> 44


@inline_entry
def seat_block(seat):
    """Where the block of a seat begins in the table."""
    return T_SIZE + seat * S_SIZE


@seam("pp")
def clear_table(image, table):
    """Make the table ready for a new hand: nothing anywhere."""
    for i in range(L.TABLE_SIZE):
        table[i] = 0
    table[L.T_TURNED] = table[L.T_STAND] = table[L.T_GIVER] = table[L.T_KONG_GIVER] = table[L.T_LOWER] = -1
    table[L.T_TREASURE] = table[L.T_DRAWN_AS] = table[L.T_PREVIOUS] = -1
    for seat in range(4):
        table[seat_block(seat) + L.S_VOID] = -1
    return 0


@entry
def kind_after(kind, ring):
    """The kind after another: 9 to 1 in a suit; honours as `jokers.ring` says (0 three 1 seven 2 past-red)."""
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    if ring == 0:
        if kind < 31:
            return 27 if kind == 30 else kind + 1
        return 31 if kind == 33 else kind + 1
    if ring == 2 and kind == 30:
        return 32
    return 27 if kind == 33 else kind + 1


@seam("pi")
def turned_jokers(image, kind):
    """Mask of the wild kinds of a hand in which this kind was turned (-1: none was)."""
    source = image[L.JOKER_SOURCE]
    if source == 1:
        return image[L.JOKER_KINDS]
    if source == 0 or kind < 0:
        return 0
    mask = 0
    if source == 2 or source == 4:
        mask |= 1 << kind
    if source == 3 or source == 4:
        mask |= 1 << kind_after(kind, image[L.JOKER_RING])
    return mask


@seam("ppp")
def setup_hand(image, table, work):
    """What follows from the jokers of a hand: the kind of the stand-in, kong tiles, one-tile kongs, kinds of flower pungs."""
    jokers, stand = table[L.T_JOKERS], image[L.STAND_IN]
    table[L.T_STAND] = -1 if stand < 0 or jokers == 0 or jokers >> stand & 1 else ctz(jokers)
    for seat in range(image[L.PLAYERS]):
        situation(image, table, work, W_BANK, seat)
        run(image, work, image[L.SECTIONS + 2 * L.SEC_SETUP], image[L.SECTIONS + 2 * L.SEC_SETUP + 1])
        if seat == 0:
            table[L.T_KONG_TILES] = masked(image, work, 0)
            table[L.T_SINGLE_KONGS] = masked(image, work, 1)
        table[seat_block(seat) + L.S_FLOWER_PUNG] = masked(image, work, 2)
    return 0


@inline
def masked(image, work, i):
    register = image[L.SETUP_REGISTERS + i]
    return work[register] if register >= 0 else 0


@njit
def situation(image, table, work, bank, seat):
    """Write what does not depend on tiles into a bank: how the win came about, counters, the player's own words."""
    s = seat_block(seat)
    by = table[L.T_BY]
    work[bank + L.B_SELF_DRAW] = int(by == L.BY_SELF or (by == L.BY_ROB and image[L.ROB_AS] == 1))
    work[bank + L.B_DISCARD] = int(by == L.BY_DISCARD or (by == L.BY_ROB and image[L.ROB_AS] == 0))
    work[bank + L.B_ROB] = int(by == L.BY_ROB)
    flags = table[L.T_FLAGS]
    for i in range(L.FLAGS):
        work[bank + L.B_FLAG + i] = flags >> i & 1
    work[bank + L.B_READY] = table[s + L.S_READY] & 1
    work[bank + L.B_READY_OPEN] = table[s + L.S_READY] >> 1 & 1
    work[bank + L.B_DEALER] = int(seat == 0)
    work[bank + L.B_REPEATS] = table[L.T_REPEATS]
    work[bank + L.B_DRAWS_BEFORE] = table[L.T_DRAWS_BEFORE]
    work[bank + L.B_STAKE] = table[s + L.S_STAKE]
    work[bank + L.B_NAMED] = table[s + L.S_NAMED]
    work[bank + L.B_START] = table[L.T_START]
    work[bank + L.B_GIVEN] = table[L.T_GIVEN]
    work[bank + L.B_FLOATS] = table[s + L.S_FLOATS]
    honors = table[s + L.S_THROWN_HONORS]
    work[bank + L.B_THROWN_HONORS] = honors if honors >= 0 else -1 - honors
    winners = table[L.T_WINNERS]
    work[bank + L.B_WINNERS] = (winners & 1) + (winners >> 1 & 1) + (winners >> 2 & 1) + (winners >> 3 & 1)
    work[bank + L.B_GAVE] = int(seat == table[L.T_GIVER])
    work[bank + L.B_DRAWS] = table[s + L.S_DRAWS]
    work[bank + L.B_CALLS] = table[L.T_CALLS]
    work[bank + L.B_DISCARDS] = table[L.T_DISCARDS]
    work[bank + L.B_WALL] = table[L.T_WALL]
    work[bank + L.B_WON_BEFORE] = table[L.T_WON_BEFORE]
    work[bank + L.B_PD] = int(seat == 0 or table[L.T_SEAT] == 0)
    work[bank + L.B_OWN_FIRST_READY] = table[s + L.S_FIRST_READY]
    work[bank + L.B_LEAVE_OUT] = table[L.T_LEAVE_OUT]
    work[bank + L.B_IS_WINNER] = int(seat == table[L.T_SEAT])
    work[bank + L.B_SEAT_WIND] = 1 << (27 + seat)
    work[bank + L.B_ROUND_WIND] = 1 << (27 + table[L.T_ROUND])
    work[bank + L.B_OWN_FLOWERS] = 0x11 << ((34 if image[L.PLACES] == 34 else FLOWER_HEAD) + seat)
    jokers = table[L.T_JOKERS]
    work[bank + L.B_JOKER] = jokers
    suit = 0
    for i in range(3):
        if jokers >> (9 * i) & 511:
            suit |= 511 << (9 * i)
    work[bank + L.B_JOKER_SUIT] = suit
    drawn, treasure = table[L.T_DRAWN_AS], table[L.T_TREASURE]
    work[bank + L.B_DRAWN] = 1 << (table[L.T_TILE] if drawn < 0 else drawn)
    work[bank + L.B_IMAGINED] = int(drawn >= 0)
    work[bank + L.B_TREASURE] = 0 if treasure < 0 else 1 << treasure
    void = table[s + L.S_VOID]
    work[bank + L.B_VOID] = 0 if void < 0 else 511 << (9 * void)
    work[bank + L.B_OWN_DISCARDS] = table[s + L.S_DISCARDED]


@njit
def add_tiles(work, planes, kinds, n):
    """Add n (1, 2, 4 or 8) tiles of each kind of a mask to bit planes."""
    at = planes
    while n > 1:
        at += 1
        n >>= 1
    while kinds and at < planes + 4:
        carry = work[at] & kinds
        work[at] ^= kinds
        kinds = carry
        at += 1


@njit
def add_number(work, planes, kind, n):
    """Add n (0-15) tiles of one kind to bit planes."""
    for bit in range(4):
        if n >> bit & 1:
            add_tiles(work, planes, 1 << kind, 1 << bit)


@inline
def planes_of(tiles, first, kinds):
    """The counts (below 8) of so many kinds at tiles[first] as three bit planes."""
    ones, twos, fours = 0, 0, 0
    for kind in range(kinds):
        n = tiles[first + kind]
        ones |= (n & 1) << kind
        twos |= (n >> 1 & 1) << kind
        fours |= (n >> 2 & 1) << kind
    return ones, twos, fours


@inline
def add_counts(work, planes, tiles, first):
    """Add the counts by place (below 8) at tiles[first] to bit planes; returns the counts themselves as three bit planes."""
    ones, twos, fours = planes_of(tiles, first, L.MOST_PLACES)
    add_tiles(work, planes, ones, 1)
    add_tiles(work, planes, twos, 2)
    add_tiles(work, planes, fours, 4)
    return ones, twos, fours


@inline
def played(image, table, kind):
    """The kind that a tile of a meld plays: a stand-in the kind it stands for, where it does so in melds."""
    if image[L.STAND_IN_MELDS] and table[L.T_STAND] >= 0 and kind == image[L.STAND_IN]:
        return table[L.T_STAND]
    return kind


@njit
def clear_bank(work, bank):
    """No groups, no tiles."""
    for i in range(B_ALL, L.B_MIDDLE):
        work[bank + i] = 0
    for i in range(8):
        work[bank + B_CODE + i] = -1


@njit
def put_melds(image, table, work, bank, seat):
    """The melds of a seat as the first groups of an empty bank; real tiles are counted too. Returns the number of melds."""
    s = seat_block(seat)
    jokers = table[L.T_JOKERS]
    shown_at = table[L.T_SHOWN_AT]
    melds = table[s + S_MELDS]
    for g in range(melds):
        word = table[s + S_MELD + g]
        type = meld_type(word)
        bit = 1 << g
        group, joker_tiles, kinds, lowest = 0, 0, 0, 63
        for i in range(4):
            tile = meld_tile(word, i)
            if tile == L.NO_TILE:
                continue
            add_tiles(work, bank + B_REAL, 1 << tile, 1)
            joker_tiles += jokers >> tile & 1
            kind = played(image, table, tile)
            if type == L.FLOWER_PUNG:
                kind = played(image, table, meld_tile(word, 0))
            add_tiles(work, bank + B_PLAYED, 1 << kind, 1)
            kinds |= 1 << kind
            lowest = min(lowest, kind)
        natural = True
        if type == L.CHOW_MELD:
            if lowest < 27 and kinds == 7 << lowest and lowest % 9 < 7:
                group = B_CHOW
        elif type == L.SHOWN_WINDS or type == L.SHOWN_DRAGONS:
            group = B_SHOWN
        else:
            group = B_PUNG
            if type != L.PUNG_MELD and type != L.FLOWER_PUNG:
                work[bank + B_KONG] |= bit
            if type == L.FLOWER_PUNG:
                natural = False
                work[bank + L.B_WILD] += 1
        if group:
            work[bank + group] |= bit
        work[bank + B_ALL] |= bit
        work[bank + B_MELDED] |= bit
        if type != L.CONCEALED_KONG and type != L.GOLD_KONG and group != B_SHOWN:
            work[bank + B_OPEN] |= bit
        else:
            work[bank + B_OWN] |= bit
        if natural:
            work[bank + B_NATURAL] |= bit
        if shown_at > 0 and meld_stamp(word) > shown_at:
            work[bank + B_AFTER_SHOW] |= bit
        work[bank + B_KINDS + g] = kinds
        if group == B_CHOW or group == B_PUNG:
            work[bank + B_CODE + g] = lowest + (64 if group == B_PUNG else 0)
            count_code(work, bank + B_FIT, work[bank + B_CODE + g])
        work[bank + L.B_JOKERS] += joker_tiles
    return melds


@njit
def put_laid(table, work, bank, seat):
    """Laid-out tiles as bit planes."""
    work[bank + B_LAID], work[bank + B_LAID + 1], work[bank + B_LAID + 2] = planes_of(table, seat_block(seat) + S_LAID, 42)


@njit
def view(image, table, work, bank, seat):
    """The whole record of a player who has no arrangement: situation, melds as groups, tiles as they are."""
    clear_bank(work, bank)
    for i in range(L.B_MIDDLE, L.B_SELF_DRAW):
        work[bank + i] = 0
    situation(image, table, work, bank, seat)
    put_melds(image, table, work, bank, seat)
    put_laid(table, work, bank, seat)
    put_held(table, work, bank, seat)


@njit
def put_held(table, work, bank, seat):
    """Concealed tiles as they are, counted as real and as played tiles."""
    held = seat_block(seat) + S_HELD
    add_counts(work, bank + B_REAL, table, held)
    add_counts(work, bank + B_PLAYED, table, held)
    jokers = table[L.T_JOKERS] & (1 << 34) - 1
    while jokers:
        work[bank + L.B_JOKERS] += table[held + ctz(jokers)]
        jokers &= jokers - 1


@njit
def execute(image, table, work, section):
    """Run a section with its traps: returns DONE or the number of the gate that refused."""
    pc, end = image[L.SECTIONS + 2 * section], image[L.SECTIONS + 2 * section + 1]
    while True:
        result = run(image, work, pc, end)
        if result >= DONE:
            return result
        pc = work[L.W_TRAP]
        code = image[pc - 1]
        body = image[L.OTHERS_SECTIONS] + L.OTHERS_WORDS * (code >> 36 & 0x3FFF)
        count = 0
        for seat in range(image[L.PLAYERS]):
            if seat != table[L.T_SEAT] and not (image[body + 3] and table[seat_block(seat) + L.S_UNKNOWN]):
                view(image, table, work, L.W_VIEW, seat)
                run(image, work, image[body], image[body + 1])
                count += int(work[image[body + 2]] != 0)
        work[code >> 8 & 0x3FFF] = count
