"""Wins scored, wins that would be legal, kinds that a hand waits for, rows of the dealt tiles: the scorer's front door."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.asked import KNOWN, LEGAL, asked
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

PATIENCE = 64
"""Questions about bounds that may stay without answer."""


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
        execute(image, table, work, L.SEC_DIVISION)
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


@seam("ppp", hot=True)
def score_win(image, table, work):
    """Score the win described in the table (T_SEAT ...): 1 if it is one, with the results at the head of `work` (R_...); else 0
    and R_REFUSED.
    """
    won = judge(image, table, work, 0)
    if won:
        finish(image, table, work)
    return won


@inline
def worth_asking(work, spent):
    """Ask about bounds? Not as long as few questions were answered; then a few are asked now and again."""
    if work[spent] < PATIENCE:
        return True
    work[spent + 1] += 1
    if work[spent + 1] == PATIENCE:
        work[spent + 1] = 0
        work[spent] -= 4
    return False


@inline
def answered(work, spent, refused):
    """Note whether a question about bounds was answered. Returns the answer."""
    work[spent] = max(work[spent] - 8, -PATIENCE) if refused else work[spent] + 1
    return refused


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


@njit
def is_win(image, table, work):
    """As `can_win`, of a hand that was not asked about before."""
    if image[L.HAS_BOUNDS] and image[L.WILD_DRAW] < 0 and jokers_held(table, table[L.T_SEAT]) and worth_asking(work, L.W_TILES_ASKED):
        if answered(work, L.W_TILES_ASKED, out_of_reach(image, table, work, 0, 1 << table[L.T_BY])):
            return 0
    return judge(image, table, work, 1)


@seam("ppp")
def can_win(image, table, work):
    """Is the win described in the table one? Stops at the first reading that is legal."""
    if not may_win(image, table):
        return 0
    kind = table[L.T_TILE]
    answers = asked(image, table, work, kind if table[L.T_BY] == L.BY_SELF else -1)
    if not answers:
        return is_win(image, table, work)
    if not work[answers + KNOWN] >> kind & 1:
        won = is_win(image, table, work)
        work[answers + KNOWN] |= 1 << kind
        work[answers + LEGAL] |= won << kind
    return work[answers + LEGAL] >> kind & 1


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
    """Kinds of a mask that complete a legal win when they come in one way.

    Where the rules do not ask what is a joker, a drawn one is as good as the natural tile that it plays; where they do not ask which tile
    was drawn, two joker kinds differ only where jokers play one of them.
    """
    ready, rest = 0, kinds
    s = seat_block(seat)
    about = image[L.ASKED_ABOUT]
    spared, refused = 0, 0
    if can_search_open(image, table, seat):
        special = table[L.T_JOKERS] | (1 << image[L.STAND_IN] if table[L.T_STAND] >= 0 else 0)
        ready = search_open(image, table, work, kinds & ~special, first_only)
        if first_only and ready:
            return ready
        spared = 0 if about & 6 or ready else kinds & ~special
        rest = kinds & special | (kinds & ~ready if image[L.FREE_SHAPES] else 0)
        work[L.W_SKIPPED] = (1 << image[L.SHAPE_COUNT]) - 1 & ~image[L.FREE_SHAPES]
    skipped = work[L.W_SKIPPED]
    while rest and not (first_only and ready):
        kind = ctz(rest)
        rest &= rest - 1
        joker = table[L.T_JOKERS] >> kind & 1
        work[L.W_SKIPPED] = 0 if joker or kind == image[L.STAND_IN] else skipped
        as_win(table, seat, kind, way, giver)
        if joker and way == L.BY_SELF:
            work[L.W_SPARED] = spared
            work[L.W_TWINS] = refused | 1 << kind if refused else 0
        table[s + L.S_HELD + kind] += int(way == L.BY_SELF)
        won = is_win(image, table, work)
        table[s + L.S_HELD + kind] -= int(way == L.BY_SELF)
        work[L.W_SPARED] = work[L.W_TWINS] = 0
        ready |= won << kind
        if joker and way == L.BY_SELF and not won and not refused and not about & 2 and not image[L.POSSIBLE_COUNT]:
            refused = 1 << kind
    work[L.W_SKIPPED] = 0
    return ready


@njit
def found_in(image, table, work, seat, kinds, way, giver, first_only):
    """As `ready_in`; what is known already or out of reach is not searched."""
    answers = asked(image, table, work, -1)
    if answers and (kinds & ~work[answers + KNOWN] == 0 or (first_only and kinds & work[answers + LEGAL])):
        return kinds & work[answers + LEGAL]
    found, sure = 0, kinds
    refused = 0
    if image[L.HAS_BOUNDS] and worth_asking(work, L.W_HANDS_ASKED):
        refused = answered(work, L.W_HANDS_ASKED, out_of_reach(image, table, work, kinds, 1 << way))
    if not refused:
        found = ready_in(image, table, work, seat, kinds, way, giver, first_only)
        if first_only and found:
            sure = found
    if answers:
        work[answers + KNOWN] |= sure
        work[answers + LEGAL] |= found
    return found


@njit
def within_reach(image, table, work, seat, kinds, ways, giver):
    """The ways of winning that are left when all are asked about at once; a refusal is remembered of each."""
    left = 0
    for way in range(3):
        if ways >> way & 1:
            as_win(table, seat, ctz(kinds), way, giver)
            if may_win(image, table):
                answers = asked(image, table, work, -1)
                refused = answers and kinds & ~work[answers + KNOWN] == 0 and kinds & work[answers + LEGAL] == 0
                left |= int(not refused) << way
    if not left & left - 1 or not worth_asking(work, L.W_WAYS_ASKED):
        return left
    if not answered(work, L.W_WAYS_ASKED, out_of_reach(image, table, work, kinds, left)):
        return left
    for way in range(3):
        if left >> way & 1:
            as_win(table, seat, ctz(kinds), way, giver)
            answers = asked(image, table, work, -1)
            if answers:
                work[answers + KNOWN] |= kinds
    return 0


@seam("pppiiii")
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
    kinds = candidates & image[L.KINDS] & ~fours(table, seat)
    ways = image[L.WIN_BY] & (7 if by < 0 else 1 << by)
    if by < 0 and not image[L.ROB_DIFFERS] and ways & (1 << L.BY_SELF if image[L.ROB_AS] else 1 << L.BY_DISCARD):
        ways &= ~(1 << L.BY_ROB)  # nothing that a rob wins does the other way not win
    ready = 0
    giver = (seat + 1) % image[L.PLAYERS]
    if image[L.HAS_BOUNDS] and ways & ways - 1 and kinds:
        ways = within_reach(image, table, work, seat, kinds, ways, giver)
    for way in range(3):
        if ways >> way & 1 and kinds & ~ready and not (first_only and ready):
            as_win(table, seat, ctz(kinds), way, giver)
            if may_win(image, table):
                ready |= found_in(image, table, work, seat, kinds & ~ready, way, giver, first_only)
    restore(table, saved)
    return ready


@seam("pppiii")
def ready_kinds(image, table, work, seat, by, candidates):
    """Kinds among `candidates` (mask, -1: all) that would complete a legal win of a seat's hand between turns.

    `by`: the way they come, -1 for any way in which the variant lets win. Kinds owned four times are left out.
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
