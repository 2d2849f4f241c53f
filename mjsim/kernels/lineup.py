"""The line-up of a seat: the goals that its melds leave, and how far a hand is from each (mjsim/kernels/goals.py)."""

from __future__ import annotations

import numpy as np

from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.goal import fact
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import inline, njit, popcount
from mjsim.kernels.memory import float64_at, int64_at, shifted
from mjsim.kernels.nearness import forms_missing, sets_missing
from mjsim.kernels.record import meld_tile, meld_type
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE, KNIT3
from mjsim.kernels.words import KINDS9, STEP, add

MISSING, DRAWS, LIVE = 10, 32, 64
"""Sizes of the table of chances."""
SORT = MISSING * DRAWS * LIVE
MEAN_SORT = MISSING * DRAWS
MEANS = 2 * SORT
DANGERS = MEANS + 2 * MEAN_SORT
SCRATCH = DANGERS + 6 * 8 * 5 * 4 * 4
CHANCES_SIZE = SCRATCH + 4 * L.MOST_PLACES
"""Places in the array of chances: the means over live tiles, what discards risk (danger.py), scratch (hopes.py)."""
SCALE = 1048576.0
"""Hopes and scores are whole numbers of so many parts of a point."""
FAR_OFF = 5
"""A goal that promises so many times less than the best is not looked at."""
CLOSED = 0.5 ** np.maximum(np.arange(IMPOSSIBLE + 1) - 1, 0)
"""Share of closed hands that are not opened on the way, by tiles missing: half of them at each claim to come."""
UNARY = (1 << 36) - 1
CODES = np.array([sum(int(STEP[rank]) for rank in range(9) if mask >> rank & 1) for mask in range(512)], dtype=np.int64)
"""Codes of one tile of each rank of a mask."""


@inline
def chance(state, sort, missing, draws, live):
    """Chance of reaching a goal (of a sort) with so many tiles missing, own draws left and live useful tiles."""
    table = float64_at(state[S.CHANCES_AT])
    return table[sort * SORT + (min(missing, MISSING - 1) * DRAWS + min(draws, DRAWS - 1)) * LIVE + min(live, LIVE - 1)]


@inline
def mean_chance(state, sort, missing, draws):
    """The same whatever is live."""
    table = float64_at(state[S.CHANCES_AT])
    return table[MEANS + sort * MEAN_SORT + min(missing, MISSING - 1) * DRAWS + min(draws, DRAWS - 1)]


@inline
def without(word, used):
    """The word of a hand's colour without the tiles of a word that it holds: only its codes are right."""
    both = word & used
    low = CODES[np.uint64(both & KINDS9)]
    if both >> 9 & KINDS9:
        low += CODES[np.uint64(both >> 9 & KINDS9)] + CODES[np.uint64(both >> 18 & KINDS9)] + CODES[np.uint64(both >> 27 & KINDS9)]
    return word - low


@inline
def worth_of(state, seat, place, form, missing):
    """Points that a goal is worth to a hand that misses so many tiles: a closed hand may be opened by each claim to come."""
    worths = float64_at(state[own(seat) + S.WORTH_AT])
    worth = worths[place]
    if place & 1 or form or worths[place + 1] <= 0:
        return worth
    return worths[place + 1] + CLOSED[np.uint64(missing)] * (worth - worths[place + 1])


@inline
def promise(state, seat, place, form, missing, draws):
    """Worth of a goal times the mean chance, in 1/SCALE points."""
    return SCALE * worth_of(state, seat, place, form, missing) * mean_chance(state, int(place >= 2), missing, draws)


@njit
def is_meld(table, word, type, kind):
    """Is a meld the fixed group?"""
    sort = meld_type(word)
    if type == G.CHOW:
        return sort == L.CHOW_MELD and meld_tile(word, 0) == kind and meld_tile(word, 2) == kind + 2
    return L.PUNG_MELD <= sort <= L.CONCEALED_KONG and meld_tile(word, 0) == kind


@inline
def fixed_group(table, seat, code):
    """(type, lowest kind) of a fixed group in this hand."""
    kind = code >> 4
    if kind == G.SEAT_WIND:
        kind = 27 + seat
    elif kind == G.ROUND_WIND:
        kind = 27 + table[L.T_ROUND]
    return code & 15, kind


@njit
def add_group(line, type, kind):
    """Add a group to the words of a line; returns whether there are so many tiles."""
    at = G.X_WORDS + kind // 9
    for r in range(3):
        rank = kind % 9 + (r if type == G.CHOW else 0)
        if line[at] >> (27 + rank) & 1:
            return False
        line[at] = add(line[at], rank)
    return True


@inline
def lows_of(state, seat):
    """How many tiles each goal of a seat misses at least, by what was found when it was looked at last."""
    return shifted(int64_at(state[own(seat) + S.LINES_AT]), G.LOWS)


@njit
def forget_lows(state, seat):
    """Nothing is known of how near a seat is to its goals."""
    lows = lows_of(state, seat)
    for i in range(G.AGE + 1):
        lows[i] = 0


@inline
def line_of(lines, i):
    """The i-th line of a line-up."""
    return shifted(lines, G.LINE + i * G.LINE_WORDS)


@njit
def lined_up(table, state, seat):
    """The line-up of a seat, as its melds are now."""
    lines = int64_at(state[own(seat) + S.LINES_AT])
    if not state[own(seat) + S.LINED]:
        forget_lows(state, seat)
        line_up(table, state, seat, lines, 0, 0)
        state[own(seat) + S.LINED] = 1
    return lines


@njit
def limit_of(state, seat, place, form, draws, bar, limit):
    """Most missing tiles with which a goal promises more than `bar`, -1 if there are none; looked for from a guess on."""
    while limit >= 0 and promise(state, seat, place, form, limit, draws) <= bar:
        limit -= 1
    while limit < MISSING - 1 and promise(state, seat, place, form, limit + 1, draws) > bar:
        limit += 1
    return limit if limit < MISSING - 1 else IMPOSSIBLE


@njit
def holds(table, state, seat, goals, lines, i):
    """Does the i-th fact hold for a seat? Each is looked up once for a line-up."""
    if not lines[G.FACTS_ASKED] >> i & 1:
        lines[G.FACTS_ASKED] |= 1 << i
        lines[G.FACTS_TRUE] |= fact(table, state, seat, goals[G.FACT + 2 * i], goals[G.FACT + 2 * i + 1]) << i
    return lines[G.FACTS_TRUE] >> i & 1


@njit
def enter(table, state, seat, goals, i, lines, n):
    """Fill the n-th line with a goal; returns whether the melds of a seat leave it."""
    line = line_of(lines, n)
    s, t = own(seat), block(seat)
    goal = G.GOALS + G.GOAL_WORDS * i
    form, melds = goals[goal + G.FORM], table[t + L.S_MELDS]
    if form and melds and not form & KNIT3:
        return False
    bits = 0
    for j in range(goals[goal + G.GOAL_FACTS]):
        bits |= holds(table, state, seat, goals, lines, goals[goal + G.GOAL_FACT + j]) << j
    ways = goals[goal + G.ENTRY] + 2 * bits
    if goals[ways] == goals[ways + 1]:
        return False
    used, n_fixed = 0, goals[goal + G.FIXED]
    left = state[s + S.SETS] - n_fixed
    for j in range(n_fixed if melds else 0):
        type, kind = fixed_group(table, seat, goals[goal + G.FIXED_AT + j])
        for m in range(melds):
            if not used >> m & 1 and not used >> (8 + j) & 1 and is_meld(table, table[t + L.S_MELD + m], type, kind):
                used |= 1 << m | 1 << (8 + j)
                left += 1
    if left < 0:
        return False
    for colour in range(4):
        line[G.X_WORDS + colour] = goals[goal + G.WORDS + colour]
    fits = True
    if used or not goals[goal + G.SETTLED]:
        for colour in range(4):
            line[G.X_WORDS + colour] = 0
        for j in range(n_fixed):
            if not used >> (8 + j) & 1:
                type, kind = fixed_group(table, seat, goals[goal + G.FIXED_AT + j])
                fits = add_group(line, type, kind) and fits
    line[G.X_FIRST], line[G.X_LAST], line[G.X_SETS], line[G.X_FORM] = goals[ways], goals[ways + 1], left, form
    line[G.X_WORTH], line[G.X_SEEN] = 2 * i + int(state[s + S.CALLED] != 0), 0
    return fits


@seam("ppipii")
def line_up(table, state, seat, lines, draws, floor):
    """Fill a line-up with the goals that the melds of a seat leave, but for those that promise no more than `floor` with a tile more."""
    s = own(seat)
    goals, lows = int64_at(state[s + S.GOALS_AT]), lows_of(state, seat)
    lines[G.FACTS_ASKED] = lines[G.FACTS_TRUE] = 0
    n = families = first = 0
    while first < goals[G.COUNT]:
        goal = G.GOALS + G.GOAL_WORDS * first
        end, place, limit, before = goals[goal + G.NEXT], 2 * first + int(state[s + S.CALLED] != 0), IMPOSSIBLE, n
        if floor:
            limit = limit_of(state, seat, place, goals[goal + G.FORM], draws, floor, 4)
        for i in range(first, end):
            if max(0, lows[i] - lows[G.AGE] - 1) <= limit and enter(table, state, seat, goals, i, lines, n):
                lines[G.GOAL_OF + n] = i
                n += 1
        if n > before:
            family = shifted(lines, G.FAMILY + G.FAMILY_WORDS * families)
            family[G.F_END], family[G.F_WORTH], family[G.F_LIMIT] = n, place, 4
            families += 1
        first = end
    lines[G.LINES], lines[G.FAMILIES], lines[G.SEEN], lines[G.LEADERS] = n, families, 0, 0
    return n


@inline
def may_open(state, seat, place):
    """Is a goal worth anything to an open hand? place : of its worth."""
    return float64_at(state[own(seat) + S.WORTH_AT])[place | 1] > 0


@inline
def lacking_tiles(line, a, b, c, d):
    """Tiles lacking to the fixed groups of a line."""
    x, y, z, w = line[G.X_WORDS], line[G.X_WORDS + 1], line[G.X_WORDS + 2], line[G.X_WORDS + 3]
    return popcount(x & ~a & UNARY) + popcount(y & ~b & UNARY) + popcount(z & ~c & UNARY) + popcount(w & ~d & UNARY)


@njit
def line_missing(state, line, lacking, a, b, c, d):
    """Tiles missing to a line, jokers not counted."""
    if line[G.X_FORM]:
        return forms_missing(state, line[G.X_FIRST], line[G.X_LAST], line[G.X_SETS], line[G.X_FORM], a, b, c, d)
    x, y, z, w = line[G.X_WORDS], line[G.X_WORDS + 1], line[G.X_WORDS + 2], line[G.X_WORDS + 3]
    a, b, c, d = without(a, x), without(b, y), without(c, z), without(d, w)
    return lacking + sets_missing(state, line[G.X_FIRST], line[G.X_LAST], line[G.X_SETS], a, b, c, d)


@njit
def rate_line(state, seat, lines, i, draws, age, keep):
    """Look at a line; list it if it promises more than G.BAR."""
    line = line_of(lines, i)
    if line[G.X_SEEN] == lines[G.SEEN]:
        return
    s, lows = own(seat), lows_of(state, seat)
    a, b, c, d, jokers = state[s], state[s + 1], state[s + 2], state[s + 3], state[s + S.JOKERS]
    place, form = line[G.X_WORTH], line[G.X_FORM]
    least, score, lacking = max(0, lows[place >> 1] - age), np.int64(0), lacking_tiles(line, a, b, c, d)
    if not form:
        # no hand of sets is nearer than the plain one, which is the first
        least = max(least, lines[G.PLAIN], lacking - jokers)
    if promise(state, seat, place, form, least, draws) > lines[G.BAR]:
        least = line_missing(state, line, lacking, a, b, c, d)
        if least < IMPOSSIBLE:
            least = max(0, least - jokers)
            score = np.int64(promise(state, seat, place, form, least, draws))
            if place < 2:
                lines[G.PLAIN] = least
    line[G.X_MISSING], line[G.X_SCORE], line[G.X_SEEN] = least, score, lines[G.SEEN]
    if keep:
        lows[place >> 1] = least + age
    if score == 0:
        return
    lines[G.RATED + lines[G.RATINGS]] = i
    lines[G.RATINGS] += 1
    lines[G.BEST] = max(lines[G.BEST], score)
    if place >= 2:
        for j in range(G.MOST_TOP):
            top = lines[G.TOP + j]
            if score > top:
                lines[G.TOP + j], score = score, top
    lines[G.BAR] = max(lines[G.BEST] // FAR_OFF, lines[G.TOP + G.MOST_TOP - 1] - 1)


@seam("pipiii", hot=True)
def rate_lines(state, seat, lines, draws, gained, keep):
    """List the lines that may count at G.RATED, with X_MISSING (jokers counted) and X_SCORE, what they promise; returns the best score.

    A tile brings a hand nearer by one at most, so lines that cannot have caught up since they were looked at are left out. Those that
    promised most come first.
    gained : tiles that came since `lows` were noted. keep : 1 notes them again.
    """
    lows = lows_of(state, seat)
    age, at, n = lows[G.AGE] + gained, 0, 0
    lines[G.SEEN] += 1
    lines[G.BEST] = lines[G.BAR] = lines[G.PLAIN] = lines[G.RATINGS] = 0
    for j in range(G.MOST_TOP):
        lines[G.TOP + j] = 0
    if lines[G.LINES]:
        rate_line(state, seat, lines, 0, draws, age, keep)
    for j in range(lines[G.LEADERS]):
        rate_line(state, seat, lines, lines[G.LEADERS + 1 + j], draws, age, keep)
    for j in range(lines[G.FAMILIES]):
        family = shifted(lines, G.FAMILY + G.FAMILY_WORDS * j)
        place = family[G.F_WORTH]
        form = line_of(lines, at)[G.X_FORM]
        limit = limit_of(state, seat, place, form, draws, lines[G.BAR], min(family[G.F_LIMIT], MISSING - 1))
        family[G.F_LIMIT] = limit
        for i in range(at, family[G.F_END]):
            if max(0, lows[lines[G.GOAL_OF + i]] - age) <= limit:
                rate_line(state, seat, lines, i, draws, age, keep)
        at = family[G.F_END]
    for j in range(lines[G.RATINGS]):
        i = lines[G.RATED + j]
        if n < G.MOST_LEADERS and line_of(lines, i)[G.X_SCORE] > lines[G.BAR]:
            n += 1
            lines[G.LEADERS + n] = i
    lines[G.LEADERS] = n
    if keep:
        lows[G.AGE] = age
    return lines[G.BEST]
