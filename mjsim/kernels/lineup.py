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
CHANCES_SIZE = SCRATCH + 4 * 34
"""Places in the array of chances: the means over live tiles, what discards risk (danger.py), scratch (hopes.py)."""
SCALE = 1048576.0
"""Hopes and scores are whole numbers of so many parts of a point."""
FAR_OFF = 5
"""A goal that promises so many times less than the best is not looked at."""
STAYS = 0.5
"""Share of closed hands that are not opened on the way to the next tile that they need."""
UNARY = (1 << 36) - 1
CODES = np.array([sum(int(STEP[rank]) for rank in range(9) if mask >> rank & 1) for mask in range(512)], dtype=np.int64)
"""Codes of one tile of each rank of a mask."""


@inline
def sort_of_line(line):
    """0 any legal win, 1 a goal of its own."""
    return int(line[G.X_WORTH] >= 2)


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
def rests_of(state, seat):
    """How many ratings each goal of a seat is left out."""
    return shifted(int64_at(state[own(seat) + S.LINES_AT]), G.LINEUP_SIZE)


@njit
def lined_up(table, state, seat):
    """The line-up of a seat, as its melds are now."""
    lines = int64_at(state[own(seat) + S.LINES_AT])
    if not state[own(seat) + S.LINED]:
        rests = rests_of(state, seat)
        for i in range(G.MOST_GOALS):
            rests[i] = 0
        line_up(table, state, seat, lines)
        state[own(seat) + S.LINED] = 1
    return lines


@seam("ppip")
def line_up(table, state, seat, lines):
    """Fill a line-up with the goals that the melds of a seat leave, but for those left out of its ratings."""
    rests = rests_of(state, seat)
    s, t = own(seat), block(seat)
    goals = int64_at(state[s + S.GOALS_AT])
    facts = 0
    for i in range(goals[G.FACTS]):
        facts |= fact(table, state, seat, goals[G.FACT + 2 * i], goals[G.FACT + 2 * i + 1]) << i
    melds, sets = table[t + L.S_MELDS], state[s + S.SETS]
    closed = int(state[s + S.CALLED] == 0)
    n = 0
    for i in range(goals[G.COUNT]):
        goal = G.GOALS + G.GOAL_WORDS * i
        form = goals[goal + G.FORM]
        if rests[i] or form and melds and not form & KNIT3:
            continue
        bits = 0
        for j in range(goals[goal + G.GOAL_FACTS]):
            bits |= (facts >> goals[goal + G.GOAL_FACT + j] & 1) << j
        ways = goals[goal + G.ENTRY] + 2 * bits
        if goals[ways] == goals[ways + 1]:
            continue
        line = shifted(lines, 1 + n * G.LINE_WORDS)
        used, n_fixed = 0, goals[goal + G.FIXED]
        left = sets - n_fixed
        fits = True
        for j in range(n_fixed if melds else 0):
            type, kind = fixed_group(table, seat, goals[goal + G.FIXED_AT + j])
            for m in range(melds):
                if not used >> m & 1 and not used >> (8 + j) & 1 and is_meld(table, table[t + L.S_MELD + m], type, kind):
                    used |= 1 << m | 1 << (8 + j)
                    left += 1
        for colour in range(4):
            line[G.X_WORDS + colour] = goals[goal + G.WORDS + colour]
        if used or not goals[goal + G.SETTLED]:
            for colour in range(4):
                line[G.X_WORDS + colour] = 0
            for j in range(n_fixed):
                if not used >> (8 + j) & 1:
                    type, kind = fixed_group(table, seat, goals[goal + G.FIXED_AT + j])
                    fits = add_group(line, type, kind) and fits
        if left < 0 or not fits:
            continue
        line[G.X_FIRST], line[G.X_LAST] = goals[ways], goals[ways + 1]
        line[G.X_SETS], line[G.X_FORM], line[G.X_WORTH] = left, form, 2 * i + 1 - closed
        n += 1
    lines[0] = n
    return n


@inline
def worth_of(state, seat, line, missing):
    """Points that a line is worth to a hand that misses so many tiles: a closed hand may be opened by each claim to come."""
    worths, place = float64_at(state[own(seat) + S.WORTH_AT]), line[G.X_WORTH]
    worth = worths[place]
    if place & 1 or line[G.X_FORM] or worths[place + 1] <= 0:
        return worth
    stays = 1.0
    for _ in range(1, missing):
        stays *= STAYS
    return worths[place + 1] + stays * (worth - worths[place + 1])


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


@seam("pipii")
def rate_lines(state, seat, lines, draws, trial):
    """Fill X_MISSING (jokers counted) and X_SCORE of a line-up: worth times the mean chance, in 1/SCALE points; 0 if it cannot catch up.

    A hand changes by a tile a turn, so lines that are far behind are left out of some ratings (not so in a trial). Returns the best score.
    """
    s = own(seat)
    jokers = state[s + S.JOKERS]
    a, b, c, d = state[s], state[s + 1], state[s + 2], state[s + 3]
    best, plain = np.int64(0), 0
    rests = rests_of(state, seat)
    for i in range(lines[0]):
        line = shifted(lines, 1 + i * G.LINE_WORDS)
        goal = line[G.X_WORTH] >> 1
        line[G.X_SCORE], line[G.X_MISSING] = 0, IMPOSSIBLE
        if rests[goal]:
            rests[goal] -= 1 - trial
            continue
        sort = int(goal > 0)
        lacking = lacking_tiles(line, a, b, c, d)
        # no hand of sets is nearer than the plain one, which is the first
        least = 0 if goal == 0 or line[G.X_FORM] else max(plain, lacking - jokers)
        score = np.int64(SCALE * worth_of(state, seat, line, least) * mean_chance(state, sort, least, draws))
        if score * FAR_OFF > best:
            missing = line_missing(state, line, lacking, a, b, c, d)
            if missing >= IMPOSSIBLE:
                score = np.int64(0)
            else:
                missing = max(0, missing - jokers)
                if goal == 0:
                    plain = missing
                score = np.int64(SCALE * worth_of(state, seat, line, missing) * mean_chance(state, sort, missing, draws))
                line[G.X_MISSING], line[G.X_SCORE] = missing, score
                best = max(best, score)
        if not trial and goal and score * FAR_OFF < best:
            rests[goal] = 1 if score * 12 > best else 2 if score * 30 > best else 4
    return best
