"""Wins scored, wins that would be legal, kinds that a hand waits for, rows of the dealt tiles: the scorer's front door."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.bounds import out_of_reach
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.layout import W_BANK, W_COUNT, W_HOLD
from mjsim.kernels.ops import SUM
from mjsim.kernels.record import clear_bank, execute, put_held, put_laid, put_melds, seat_block, situation
from mjsim.kernels.seam import seam
from mjsim.kernels.search import FIRST_GATE, NO_WAY, can_search_open, fours, judge, may_win, search_open
from mjsim.kernels.tally import clear_held, evaluate, exclude, hold, live
from mjsim.kernels.vm import total

__all__ = ["FIRST_GATE", "NO_WAY", "as_win", "can_win", "is_ready", "ready_kinds", "restore", "score_win", "start_rows"]


@njit
def write_items(work, rows, items):
    """The rows of a list as often as they are listed."""
    n = 0
    for i in range(work[rows]):
        row = work[rows + 1 + i]
        for _ in range(work[items + row]):
            if n < L.MOST_ITEMS:
                work[L.R_ITEMS + 1 + n] = row
                n += 1
    work[L.R_ITEMS] = n


@njit
def finish(image, table, work):
    """Bring the best reading back and write the results."""
    if not work[L.W_IS_LAST]:
        for i in range(L.BANK_SIZE):
            work[W_BANK + i] = work[L.W_BEST_BANK + i]
        execute(image, table, work, L.SEC_HAND)
        execute(image, table, work, L.SEC_READING)
        clear_held(work)
        for row in range(image[L.ROW_COUNT]):
            work[W_COUNT + row] = work[L.W_BEST_COUNT + row]
        hold(image, work, W_COUNT)
        live(work)
        evaluate(image, table, work)
    work[L.R_VALUE] = work[W_BANK + L.B_VALUE] = work[L.W_BEST_VALUE]
    work[L.R_BASE] = work[L.W_BEST_BASE]
    work[L.R_SHAPE] = work[L.W_BEST_SHAPE]
    work[L.R_JOKERS] = work[W_BANK + L.B_JOKERS]
    work[L.R_WAITS] = work[W_BANK + L.B_WAITS] if image[L.USES_WAITS] else -1
    work[L.R_OPEN] = popcount(work[W_BANK + L.B_OPEN])
    work[L.R_LAST] = ctz(work[W_BANK + L.B_LAST])
    write_items(work, L.W_BEST_HOLD, L.W_BEST_ITEMS)


@seam("ppp")
def score_win(image, table, work):
    """Score the win described in the table (T_SEAT ...): 1 if it is one, with the results at the head of `work` (R_...); else 0
    and R_REFUSED.
    """
    won = judge(image, table, work, 0)
    if won:
        finish(image, table, work)
    return won


@inline
def worth_asking(work, asked):
    """Count a question about bounds; no more are asked once it is seen that few are answered."""
    work[asked] += 1
    return work[asked] <= 64 or 8 * work[asked + 1] >= work[asked]


@inline
def jokers_held(table, seat):
    """Joker tiles among the concealed ones."""
    s = seat_block(seat) + L.S_HELD
    n = 0
    rest = table[L.T_JOKERS]
    while rest:
        n += table[s + ctz(rest)]
        rest &= rest - 1
    return n


@seam("ppp")
def can_win(image, table, work):
    """Is the win described in the table one? Stops at the first reading that is legal."""
    if image[L.HAS_BOUNDS] and jokers_held(table, table[L.T_SEAT]) and worth_asking(work, L.W_TILES_ASKED):
        refused = out_of_reach(image, table, work, 0, 1 << table[L.T_BY])
        work[L.W_TILES_ASKED + 1] += refused
        if refused:
            return 0
    return judge(image, table, work, 1)


@njit
def as_win(table, seat, kind, by, giver):
    """Describe a win without any flag in the table, as the checks of readiness assume it."""
    table[L.T_SEAT], table[L.T_TILE], table[L.T_BY] = seat, kind, by
    table[L.T_GIVER] = -1 if by == L.BY_SELF else giver
    table[L.T_FLAGS], table[L.T_GIVEN], table[L.T_WINNERS], table[L.T_KONG_GIVER] = 0, 1, 1 << seat, -1


@inline
def restore(table, saved):
    """The win that the table described before."""
    table[L.T_SEAT], table[L.T_TILE], table[L.T_BY], table[L.T_GIVER] = saved[0], saved[1], saved[2], saved[3]
    table[L.T_FLAGS], table[L.T_GIVEN], table[L.T_WINNERS], table[L.T_KONG_GIVER] = saved[4], saved[5], saved[6], saved[7]


@njit
def ready_in(image, table, work, seat, kinds, way, giver, first_only):
    """Kinds of a mask that complete a legal win when they come in one way."""
    ready, rest = 0, kinds
    s = seat_block(seat)
    if can_search_open(image, table, seat):
        special = table[L.T_JOKERS] | (1 << image[L.STAND_IN] if table[L.T_STAND] >= 0 else 0)
        ready = search_open(image, table, work, kinds & ~special, first_only)
        if first_only and ready:
            return ready
        rest = kinds & special | (kinds & ~ready if image[L.FREE_SHAPES] else 0)
        work[L.W_SKIPPED] = (1 << image[L.SHAPE_COUNT]) - 1 & ~image[L.FREE_SHAPES]
    skipped = work[L.W_SKIPPED]
    while rest and not (first_only and ready):
        kind = ctz(rest)
        rest &= rest - 1
        work[L.W_SKIPPED] = 0 if table[L.T_JOKERS] >> kind & 1 or kind == image[L.STAND_IN] else skipped
        as_win(table, seat, kind, way, giver)
        table[s + L.S_HELD + kind] += int(way == L.BY_SELF)
        ready |= can_win(image, table, work) << kind
        table[s + L.S_HELD + kind] -= int(way == L.BY_SELF)
    work[L.W_SKIPPED] = 0
    return ready


@njit
def find_ready(image, table, work, seat, by, candidates, first_only):
    """Kinds that make a hand between turns ready, see `ready_kinds`; only the first that is found, if asked."""
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
    kinds = candidates & image[L.KINDS]
    if image[L.WAIT_NEEDS_TILE]:
        kinds &= ~fours(table, seat, -1)
    ways = image[L.WIN_BY] & (7 if by < 0 else 1 << by)
    if by < 0 and not image[L.ROB_DIFFERS] and ways & (1 << L.BY_SELF if image[L.ROB_AS] else 1 << L.BY_DISCARD):
        ways &= ~(1 << L.BY_ROB)  # nothing that a rob wins does the other way not win
    ready = 0
    giver = (seat + 1) % image[L.PLAYERS]
    if image[L.HAS_BOUNDS] and kinds:
        for way in range(3):
            if ways >> way & 1 and worth_asking(work, L.W_HANDS_ASKED):
                as_win(table, seat, ctz(kinds), way, giver)
                refused = out_of_reach(image, table, work, kinds, 1 << way)
                work[L.W_HANDS_ASKED + 1] += refused
                ways &= ~(refused << way)
    kinds = kinds if ways else 0
    for way in range(3):
        if ways >> way & 1 and kinds and not (first_only and ready):
            as_win(table, seat, ctz(kinds), way, giver)
            if may_win(image, table):
                ready |= ready_in(image, table, work, seat, kinds & ~ready, way, giver, first_only)
    restore(table, saved)
    return ready


@seam("pppiii")
def ready_kinds(image, table, work, seat, by, candidates):
    """Kinds among `candidates` (mask, -1: all) that would complete a legal win of a seat's hand between turns.

    `by`: the way they come, -1 for any way in which the variant lets win. Kinds owned four times are left out where the variant says so.
    The description of a win in the table is the same afterwards.
    """
    return find_ready(image, table, work, seat, by, candidates, 0)


@seam("pppiii")
def is_ready(image, table, work, seat, by, candidates):
    """Is there any such kind (see `ready_kinds`)? 1 or 0."""
    return int(find_ready(image, table, work, seat, by, candidates, 1) != 0)


@seam("pppi")
def start_rows(image, table, work, seat):
    """Rows with at = "deal" of a seat's dealt tiles: their number; R_ITEMS and R_VALUE, the sum of their values."""
    table[L.T_START], table[L.T_SEAT], table[L.T_BY] = 1, seat, -1
    clear_bank(work, W_BANK)
    for i in range(L.B_MIDDLE, L.B_SELF_DRAW):
        work[W_BANK + i] = 0
    situation(image, table, work, W_BANK, seat)
    put_melds(image, table, work, W_BANK, seat)
    put_laid(table, work, W_BANK, seat)
    put_held(table, work, W_BANK, seat)
    execute(image, table, work, L.SEC_START)
    clear_held(work)
    at = image[L.ROW_TABLE]
    for row in range(image[L.ROW_COUNT]):
        work[W_COUNT + row] = max(work[image[at + L.ROW_REGISTER]], 0) if image[at + L.ROW_FLAGS] & L.IS_DEAL else 0
        at += L.ROW_WORDS
    hold(image, work, W_COUNT)
    exclude(image, work)
    work[L.R_VALUE] = work[W_BANK + L.B_VALUE] = total(image, work, SUM, 0)
    write_items(work, W_HOLD, W_COUNT)
    table[L.T_START] = 0
    return work[L.W_LIVE]
