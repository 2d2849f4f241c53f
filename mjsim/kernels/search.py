"""The best of all readings of a hand: gates, rows and values, reading by reading.

Order, as everywhere: rows, then rows that ask about rows; gates; exclusions; formulas; the final value; the minimum. Of the
readings that pass the dearest counts; of equal ones that with the fewest jokers that play another kind, then the one that lists
the earliest row most often, then the earliest shape.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.layout import W_BANK, W_COUNT, W_HOLD, W_ITEMS, W_WILD
from mjsim.kernels.places import free_hand, jokers_play, open_places, places, put_division, put_place
from mjsim.kernels.readings import begin_hand, begin_shape, choose_alike, next_division, next_stand
from mjsim.kernels.record import add_tiles, execute, meld_tile, meld_type, planes_of, seat_block, situation
from mjsim.kernels.seam import seam
from mjsim.kernels.tally import count_rows, more_items, tally, value_without_extra
from mjsim.kernels.vm import DONE
from mjsim.kernels.waits import plain_waits, waits_apply

WON = 0
"""Codes of R_REFUSED: a win; not by this way, or the winner may not win at all; no complete hand; then 3 + the number of the gate,
and last the minimum.
"""
NO_WAY = 1
NOT_COMPLETE = 2
FIRST_GATE = 3
FRESH = -9
"""In W_TOLD: no place of the division at hand was judged."""


@inline
def may_win(image, table):
    """Does the variant know this way to win, and may this player win at all? (Who may take a thrown joker is a matter of claims.)"""
    s = seat_block(table[L.T_SEAT])
    by = table[L.T_BY]
    if not image[L.WIN_BY] >> by & 1 or table[s + L.S_FORFEIT]:
        return False
    if image[L.READY] == 2 and table[s + L.S_READY] == 0:
        return False
    for i in range(table[s + L.S_MELDS]):
        if not image[L.MELD_SORTS] >> meld_type(table[s + L.S_MELD + i]) & 1:
            return False
    return True


@inline
def is_division(image, table, work):
    """Put the division at hand into the bank; 0 if it is none after all."""
    fits = put_division(image, work)
    if fits and work[L.W_FORM] == L.FORM_FREE:
        fits = free_hand(image, table, work)
    return fits


@seam("pppi")
def exists(image, table, work, complete):
    """Is there any reading, whatever the gates say?"""
    for shape in range(image[L.SHAPE_COUNT]):
        if begin_shape(image, table, work, shape, complete):
            while next_stand(image, table, work):
                while next_division(image, work):
                    if is_division(image, table, work):
                        return 1
    return 0


@seam("pppi")
def look_for_possible(image, table, work, complete):
    """First pass: which of the truths in possible(...) hold in some reading."""
    pairs, at = image[L.POSSIBLE_COUNT], image[L.POSSIBLE_TABLE]
    for i in range(pairs):
        work[image[at + 2 * i + 1]] = 0
    for shape in range(image[L.SHAPE_COUNT]):
        if not begin_shape(image, table, work, shape, complete):
            continue
        while next_stand(image, table, work):
            while next_division(image, work):
                if not is_division(image, table, work):
                    continue
                for place in range(places(image, table, work)):
                    if put_place(image, table, work, place):
                        execute(image, table, work, L.SEC_POSSIBLE)
                        for i in range(pairs):
                            work[image[at + 2 * i + 1]] |= int(work[image[at + 2 * i]] != 0)
    return 0


@inline
def as_before(image, work, gate):
    """Does the place at hand come to the same as the one before it in this division? If not, it is remembered in its stead."""
    n, at = image[L.PLACE_TELLS_COUNT], image[L.PLACE_TELLS]
    same = n > 0 and work[L.W_TOLD] == gate
    work[L.W_TOLD] = gate
    for i in range(n):
        value = work[image[at + i]]
        same = same and work[L.W_TELLS + i] == value
        work[L.W_TELLS + i] = value
    return same


@njit
def read(image, table, work):
    """Judge the reading at hand and keep it if it is the best so far."""
    gate = execute(image, table, work, L.SEC_READING)
    if as_before(image, work, gate):
        work[L.W_FOUND] |= work[L.W_PASSED]
        return
    work[L.W_PASSED] = 0
    if gate != DONE:
        work[L.W_REFUSED] = max(work[L.W_REFUSED], gate + 1)
        return
    count_rows(image, work)
    value = tally(image, table, work)
    base = value
    if image[L.MINIMUM_REGISTER] >= 0:
        if image[L.HAS_EXTRA]:
            base = value_without_extra(image, table, work, value)
        if base < work[image[L.MINIMUM_REGISTER]]:
            work[L.W_REFUSED] = image[L.GATE_COUNT] + 1
            return
    work[L.W_PASSED] = 1
    rows = image[L.ROW_COUNT]
    wild = work[W_BANK + L.B_WILD]
    if work[L.W_FOUND]:
        best, fewest = work[L.W_BEST_VALUE], work[L.W_BEST_WILD]
        better = value > best or (value == best and (wild < fewest or (wild == fewest and more_items(work, L.W_BEST_ITEMS, rows))))
        if not better:
            return
    work[L.W_FOUND], work[L.W_IS_LAST] = 1, 1
    work[L.W_BEST_VALUE], work[L.W_BEST_BASE], work[L.W_BEST_WILD], work[L.W_BEST_SHAPE] = value, base, wild, work[L.W_SHAPE]
    for i in range(work[L.W_BEST_HOLD]):
        row = work[L.W_BEST_HOLD + 1 + i]
        work[L.W_BEST_ITEMS + row] = work[L.W_BEST_COUNT + row] = 0
    work[L.W_BEST_HOLD] = work[W_HOLD]
    for i in range(work[W_HOLD]):
        row = work[W_HOLD + 1 + i]
        work[L.W_BEST_HOLD + 1 + i] = row
        work[L.W_BEST_ITEMS + row] = work[W_ITEMS + row]
        work[L.W_BEST_COUNT + row] = work[W_COUNT + row]
    for i in range(L.BANK_SIZE):
        work[L.W_BEST_BANK + i] = work[W_BANK + i]


@njit
def fours(table, seat):
    """Kinds of which a seat owns four tiles, melds included."""
    s = seat_block(seat)
    ones, twos, more = planes_of(table, s + L.S_HELD, L.MOST_PLACES)
    for i in range(table[s + L.S_MELDS]):
        word = table[s + L.S_MELD + i]
        for j in range(4):
            tile = meld_tile(word, j)
            if tile != L.NO_TILE:
                carry = ones & 1 << tile
                ones ^= 1 << tile
                more |= twos & carry
                twos ^= carry
    return more


@inline
def owns_four(table, seat, kind):
    """Does a seat own four tiles of a kind, melds included?"""
    s = seat_block(seat)
    n = table[s + L.S_HELD + kind]
    for i in range(table[s + L.S_MELDS]):
        word = table[s + L.S_MELD + i]
        for j in range(4):
            n += int(meld_tile(word, j) == kind)
    return n >= 4


@njit
def count_waits(image, table, work):
    """Kinds that would have completed the hand in place of the winning tile, whatever the gates say."""
    seat = table[L.T_SEAT]
    s = seat_block(seat)
    tile = table[L.T_TILE]
    own = table[L.T_BY] == L.BY_SELF and tile < image[L.PLACES]
    if own:
        table[s + L.S_HELD + tile] -= 1
    plain = waits_apply(image, table)
    kinds = image[L.KINDS]
    if plain:
        kinds = plain_waits(image, table, s + L.S_HELD, table[s + L.S_MELDS], table[L.T_BY])
    waits = 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        if image[L.WAIT_NEEDS_TILE] and owns_four(table, seat, kind):
            continue
        if plain:
            waits += 1
            continue
        table[L.T_TILE] = kind
        if own:
            table[s + L.S_HELD + kind] += 1
        waits += exists(image, table, work, begin_hand(image, table, work))
        if own:
            table[s + L.S_HELD + kind] -= 1
    if own:
        table[s + L.S_HELD + tile] += 1
    table[L.T_TILE] = tile
    return waits


@njit
def search(image, table, work, first_only):
    """All readings of the hand with the winning tile as it stands in the table. Returns 1 if the flag heavenly is up."""
    work[L.W_IS_LAST] = 0
    waits = count_waits(image, table, work) if image[L.USES_WAITS] else 0
    complete = begin_hand(image, table, work)
    if image[L.USES_WAITS]:
        work[W_BANK + L.B_WAITS] = work[L.W_BASE + L.B_WAITS] = waits
    gate = execute(image, table, work, L.SEC_HAND)
    heavenly = work[image[L.HEAVENLY_REGISTER]] != 0
    if gate != DONE:
        if work[L.W_READ] == 0 and not first_only:
            work[L.W_READ] = exists(image, table, work, complete)
        work[L.W_REFUSED] = max(work[L.W_REFUSED], gate + 1)
        return heavenly
    if image[L.POSSIBLE_COUNT]:
        look_for_possible(image, table, work, complete)
    for shape in range(image[L.SHAPE_COUNT]):
        if work[L.W_SKIPPED] >> shape & 1 or not begin_shape(image, table, work, shape, complete):
            continue
        while next_stand(image, table, work):
            while next_division(image, work):
                work[L.W_IS_LAST] = 0
                if not is_division(image, table, work) or (work[L.W_TWINS] and not jokers_play(work, work[L.W_TWINS])):
                    continue
                execute(image, table, work, L.SEC_DIVISION)
                work[L.W_TOLD] = FRESH
                for place in range(places(image, table, work)):
                    work[L.W_IS_LAST] = 0
                    code = work[L.W_PLACES + 1 + place]
                    if code >> 16 == 1 and work[L.W_SPARED] >> (code >> 8 & 63) & 1:
                        continue
                    if put_place(image, table, work, place):
                        work[L.W_READ] = 1
                        read(image, table, work)
                        if first_only and work[L.W_FOUND]:
                            return heavenly
    return heavenly


@inline
def kinds_held(image, table, seat):
    """Kinds among the concealed tiles of a seat."""
    s = seat_block(seat)
    kinds = 0
    for kind in range(image[L.PLACES]):
        kinds |= int(table[s + L.S_HELD + kind] > 0) << kind
    return kinds


@njit
def other_kinds(image, table, work, drawn):
    """Kinds that a drawn tile may be read as besides its own: all that jokers play but those of which the hand has four, if it is wild."""
    wild = image[L.WILD_DRAW]
    if wild < 0 or not work[wild] or table[L.T_BY] != L.BY_SELF or table[L.T_JOKERS] >> drawn & 1:
        return 0
    kinds = image[L.JOKER_PLAYS] & ~(1 << drawn)
    return kinds & ~fours(table, table[L.T_SEAT]) if image[L.WAIT_NEEDS_TILE] else kinds


@seam("pppi", hot=True)
def judge(image, table, work, first_only):
    """Search the readings; the best one is left in W_BEST_...

    Any tile of a heavenly hand may be read as the last, and a wild drawn tile as other kinds: then there are other hands to be searched.
    """
    work[L.W_FOUND] = work[L.W_REFUSED] = work[L.W_READ] = 0
    work[L.R_REFUSED] = NO_WAY
    if not may_win(image, table):
        return 0
    drawn, others, first, wild = table[L.T_TILE], 0, True, 0
    held = seat_block(table[L.T_SEAT]) + L.S_HELD
    while True:  # one call of `search`: it is long, and compiled wherever it is called
        heavenly = search(image, table, work, first_only)
        if first and heavenly and image[L.ANY_LAST] and table[L.T_BY] == L.BY_SELF and not (first_only and work[L.W_FOUND]):
            others = kinds_held(image, table, table[L.T_SEAT]) & ~(1 << drawn)
        elif first:
            others = wild = other_kinds(image, table, work, drawn)
        first = False
        if not others or (first_only and work[L.W_FOUND]):
            break
        kind = ctz(others)
        others &= others - 1
        if wild:
            table[held + table[L.T_TILE]] -= 1
            table[held + kind] += 1
            table[L.T_DRAWN_AS] = drawn
        table[L.T_TILE] = kind
    if wild:
        table[held + table[L.T_TILE]] -= 1
        table[held + drawn] += 1
        table[L.T_DRAWN_AS] = -1
    table[L.T_TILE] = drawn
    if work[L.W_FOUND]:
        work[L.R_REFUSED] = WON
        return 1
    work[L.R_REFUSED] = NOT_COMPLETE if work[L.W_READ] == 0 else FIRST_GATE - 1 + max(work[L.W_REFUSED], 1)
    return 0


@njit
def can_search_open(image, table, seat):
    """Can `search_open` answer for this hand? Not where rules ask what other tiles would do, nor with stand-ins in hand."""
    if image[L.USES_WAITS] or image[L.POSSIBLE_COUNT]:
        return False
    return table[L.T_STAND] < 0 or table[seat_block(seat) + L.S_HELD + image[L.STAND_IN]] == 0


@seam("pppii", hot=True)
def search_open(image, table, work, kinds, first_only):
    """Kinds of a mask, jokers and stand-ins not among them, with which the hand between turns of T_SEAT wins, coming as T_BY says.

    All kinds are tried in one search, in which the winning tile is one more slot. Free shapes are left out. `first_only`: one such
    kind is enough, and kinds that no rule tells apart may stand for one another.
    """
    by = table[L.T_BY]
    table[L.T_BY] = L.BY_SELF
    begin_hand(image, table, work)
    table[L.T_BY] = by
    work[W_WILD] += 1
    work[L.W_SLOTS] |= kinds
    choose_alike(image, table, work, first_only)
    asks = image[L.ASKED_COUNT] < 0 or image[L.ASKED_ABOUT] & 2 != 0
    ready, last, allowed = 0, -1, False
    for shape in range(image[L.SHAPE_COUNT]):
        at = image[L.SHAPE_TABLE] + shape * L.SHAPE_WORDS
        if image[at + L.SHAPE_FORM] == L.FORM_FREE or not begin_shape(image, table, work, shape, 1):
            continue
        while next_stand(image, table, work):
            while next_division(image, work):
                if not put_division(image, work):
                    continue
                known = False
                for place in range(open_places(work, kinds & ~ready)):
                    kind = work[L.W_PLACES + 1 + place] >> 8 & 63
                    if ready >> kind & 1:
                        continue
                    if asks or last < 0:
                        for i in range(4):
                            work[W_BANK + L.B_REAL + i] = work[L.W_BASE + L.B_REAL + i]
                        add_tiles(work, W_BANK + L.B_REAL, 1 << kind, 1)
                        if kind != last:
                            table[L.T_TILE] = last = kind
                            situation(image, table, work, W_BANK, table[L.T_SEAT])
                            allowed = execute(image, table, work, L.SEC_HAND) == DONE
                            known = False
                    if not allowed:
                        if not asks:
                            return 0
                        continue
                    if not known:
                        execute(image, table, work, L.SEC_DIVISION)
                        work[L.W_TOLD] = FRESH
                        known = True
                    if put_place(image, table, work, place):
                        work[L.W_FOUND] = 0
                        read(image, table, work)
                        if work[L.W_FOUND]:
                            ready |= 1 << kind
                            if first_only:
                                return ready
    return ready
