"""What a hand may hope for: over all goals of its line-up, worth times the chance of getting there, in 1/SCALE points.

A hand between turns hopes for its best goal. A hand of a tile too many hopes for what its best discard leaves. Once it is ready, what it
would really be paid for each tile that it waits for counts instead of a goal's usual worth.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import aims as A
from mjsim.kernels import goals as G
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.discards import (
    MOST_WAYS,
    V_TIES,
    V_VALUE,
    form_ties,
    form_useful,
    live_faces,
    merge_rest,
    survey,
    ties_of,
    useful_after,
    useful_now,
    view_of,
)
from mjsim.kernels.holding import block, face_kind, held_faces, lose, own, put
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.lineup import DRAWS, FAR_OFF, SCALE, SCRATCH, UNARY, chance, mean_chance, rate_lines, sort_of_line, worth_of
from mjsim.kernels.memory import float64_at, int64_at, shifted, uint16_at, uint64_at
from mjsim.kernels.nearness import aims_of, forms_missing
from mjsim.kernels.pay import pay_win
from mjsim.kernels.reach import find_waits, wait_kinds
from mjsim.kernels.scorer import describe, legal_waits, scored, work_of
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE
from mjsim.kernels.wall import drawable
from mjsim.kernels.ways import WIDTH
from mjsim.kernels.words import remove

SPARE_SEAT = 4
MOST_LINES = 4
"""Lines that are weighed discard by discard."""
MOST_WAITS = 6
"""Kinds waited for that are scored."""
BLEND = 0.2
"""What the other goals that a discard leaves open count beside the best."""
FAR = 4
"""From so many missing tiles on, what is useful after a discard is taken to be what is useful before."""
BEST, OTHERS, WHAT = 0, 34, 68
"""Scratch: by face the best hope, the sum of all hopes, and of the best tiles missing, live ones and place of its worth
(missing + 16 live + 2048 place).
"""


@inline
def facts_of(state, seat):
    """How hands of the variant go: the numbers behind the worth of the goals of a seat (goals.py)."""
    goals = int64_at(state[own(seat) + S.GOALS_AT])
    return shifted(float64_at(state[own(seat) + S.WORTH_AT]), 2 * goals[G.COUNT])


@inline
def draws_left(image, table, state):
    """Draws of one's own that are left, about."""
    playing = state[S.PLAYERS] - popcount(table[L.T_OUT])
    return min(max(drawable(image, state), 0) // max(playing, 1), DRAWS - 1)


@inline
def lineup_of(state, seat):
    """The line-up of a seat."""
    return int64_at(state[own(seat) + S.LINES_AT])


@njit
def set_apart(state, seat, line):
    """Fill the spare block with what the fixed groups of a line leave of a hand; returns (tiles lacking to them, their faces)."""
    s = own(seat)
    lacking, faces = 0, 0
    for colour in range(4):
        word, wanted = state[s + colour], line[G.X_WORDS + colour]
        state[S.SPARE + S.UNSEEN + colour] = state[s + S.UNSEEN + colour]
        if wanted:
            gone = wanted & ~word & UNARY
            lacking += popcount(gone)
            faces |= (gone | gone >> 9 | gone >> 18 | gone >> 27) % 512 << (9 * colour)
            both = word & wanted & UNARY
            while both:
                word = remove(word, ctz(both) % 9)
                both &= both - 1
        state[S.SPARE + colour] = word
    state[S.SPARE + S.SETS] = line[G.X_SETS]
    state[S.SPARE + S.JOKERS] = state[s + S.JOKERS]
    return lacking, faces


@seam("pipiii")
def weigh_line(state, seat, line, allowed, draws, exact):
    """Enter the hope that a line has after each allowed discard into the scratch; with `exact`, not where it would be one tile away:
    those faces are added to SOON. With no discard allowed (a hand between turns): returns the hope of the hand as it is.
    """
    s = own(seat)
    lacking, wanted = set_apart(state, seat, line)
    first, form = line[G.X_FIRST], line[G.X_FORM]
    last = min(line[G.X_LAST], first + MOST_WAYS)
    sets = line[G.X_SETS]
    jokers = state[s + S.JOKERS]
    head, t, r = int64_at(state[S.HEAD_AT]), uint16_at(state[S.T16_AT]), uint64_at(state[S.REC_AT])
    a, b, c, d = state[S.SPARE], state[S.SPARE + 1], state[S.SPARE + 2], state[S.SPARE + 3]
    least = IMPOSSIBLE
    if form:
        least = forms_missing(state, first, last, sets, form, a, b, c, d)
    else:
        for way in range(first, last):
            least = min(least, survey(shifted(head, WIDTH * way), t, sets, a, b, c, d, view_of(state, way - first)))
    if least >= IMPOSSIBLE:
        return 0
    faces = held_faces(state, SPARE_SEAT) & allowed
    ties, base = 0, wanted
    if form:
        ties = form_ties(state, SPARE_SEAT, faces, first, last, form, least)
        base |= form_useful(state, SPARE_SEAT, first, last, form, least)
    else:
        for way in range(first, last):
            view = view_of(state, way - first)
            view[V_TIES] = 0
            if view[V_VALUE] == least:
                h = shifted(head, WIDTH * way)
                merge_rest(h, t, view)
                base |= useful_now(h, t, r, sets, view)
                if faces:
                    ties |= ties_of(h, t, r, sets, least, faces, view)
    missing = max(0, least + lacking - jokers)
    worth = worth_of(state, seat, line, missing)
    plain = line[G.X_WORTH] < 2
    live = live_faces(state, s, base)
    if allowed == 0:
        return np.int64(SCALE * worth * chance(state, sort_of_line(line), missing, draws, live))
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    off = worth_of(state, seat, line, missing + 1) * mean_chance(state, sort_of_line(line), missing + 1, draws)
    if exact and missing <= 1:
        state[S.SOON] |= ties
    todo = held_faces(state, seat) & allowed
    while todo:
        face = ctz(todo)
        todo &= todo - 1
        hope, what = off, missing + 1
        if ties >> face & 1:
            if exact and missing <= 1:
                continue
            alive = live
            if (missing < FAR or plain) and not form:
                mask = wanted
                colour, rank = face // 9, face % 9
                for way in range(first, last):
                    view = view_of(state, way - first)
                    if view[V_TIES] >> face & 1:
                        mask |= useful_after(shifted(head, WIDTH * way), t, r, sets, colour, rank, state[S.SPARE + colour], view)
                alive = live_faces(state, s, mask)
            hope = worth * chance(state, sort_of_line(line), missing, draws, alive)
            what = missing + 16 * alive
        what += 2048 * line[G.X_WORTH]
        scratch[OTHERS + face] += hope
        if hope > scratch[BEST + face]:
            scratch[BEST + face], scratch[WHAT + face] = hope, what
    return 0


@njit
def paid_for(image, table, state, seat, kind, by, flags):
    """Points that a win with a tile would bring a hand between turns; flags are those of the tile (layout.F_...)."""
    t = block(seat)
    giver = -1
    if by == L.BY_SELF:
        put(table, state, seat, kind)
    else:
        giver = (seat + 1) % state[S.PLAYERS]
        while table[L.T_OUT] >> giver & 1:
            giver = (giver + 1) % state[S.PLAYERS]
    describe(table, state, seat, by, giver, kind, flags, 1 << seat)
    points = 0
    if image[L.WIN_BY] >> by & 1 and scored(image, table, state):
        took = table[t + L.S_TOOK]
        for other in range(4):
            state[S.PAYS + other] = 0
        pay_win(image, table, work_of(state), shifted(state, S.PAYS))
        table[t + L.S_TOOK] = took
        points = state[S.PAYS + seat]
    if by == L.BY_SELF:
        lose(table, state, seat, kind)
    return points


@njit
def hide_others(table, state, seat, hidden):
    """Whether the tiles of the others are unknown to the scorer."""
    for other in range(state[S.PLAYERS]):
        table[block(other) + L.S_UNKNOWN] = hidden * int(other != seat)


@seam("pppii")
def score_waits(image, table, state, seat, most):
    """Score what a hand between turns waits for, so many kinds at most; waits and nearness are left as they were.

    Returns the live tiles of the scored kinds; WAITED_FOR has what each of them would bring, drawn and thrown, WAIT_SELF and WAIT_GIVEN
    are the sums. PICK_LIVE is the number of live tiles that it may win on. WAIT_NEAR is 0 if the hand is complete with any tile.
    """
    s = own(seat)
    waits, near = state[s + S.WAITS], state[s + S.NEAR]
    hide_others(table, state, seat, 1)
    find_waits(image, table, state, seat)
    kinds = wait_kinds(image, table, state, seat) if state[s + S.NEAR] <= 1 else 0
    if kinds and not aims_of(state)[A.EXACT]:
        kinds = legal_waits(image, table, state, seat, kinds)
    state[S.WAIT_NEAR] = state[s + S.NEAR]
    state[s + S.WAITS], state[s + S.NEAR] = waits, near
    live, scored_live, n = 0, 0, 0
    drawn, given = 0, 0
    while kinds:
        kind = ctz(kinds)
        kinds &= kinds - 1
        face = state[S.FACE + kind]
        mine = live_faces(state, s, 1 << face) if face >= 0 else 1
        live += mine
        if n < most and mine:
            entry = shifted(state, S.WAITED_FOR + S.WAIT_SIZE * n)
            entry[0], entry[1] = mine, paid_for(image, table, state, seat, kind, L.BY_SELF, 0)
            entry[2] = paid_for(image, table, state, seat, kind, L.BY_DISCARD, 0)
            n += 1
            scored_live += mine
            drawn += mine * entry[1]
            given += mine * entry[2]
    hide_others(table, state, seat, 0)
    state[S.WAITED] = n
    state[S.PICK_LIVE], state[S.WAIT_SELF], state[S.WAIT_GIVEN] = live, drawn, given
    return scored_live


@seam("pppii")
def ready_hope(image, table, state, seat, draws):
    """Hope of a hand between turns that one tile completes, from what it would be paid. PICK_LIVE is as `score_waits` leaves it."""
    scored_live = score_waits(image, table, state, seat, MOST_WAITS)
    if scored_live == 0:
        return 0
    both = 2 if image[L.WIN_BY] >> L.BY_DISCARD & 1 else 1
    total = state[S.WAIT_SELF] + state[S.WAIT_GIVEN]
    return np.int64(SCALE * total / (both * scored_live) * chance(state, 0, min(state[S.WAIT_NEAR], 1), draws, state[S.PICK_LIVE]))


@seam("pppipi")
def hope_between(image, table, state, seat, lines, draws):
    """Hope of a hand between turns."""
    best = rate_lines(state, seat, lines, draws, 1)
    found, soon = 0, 0
    for i in range(lines[0]):
        line = shifted(lines, 1 + i * G.LINE_WORDS)
        if line[G.X_SCORE] * 2 > best:
            if line[G.X_MISSING] <= 1:
                soon = 1
            else:
                found = max(found, weigh_line(state, seat, line, 0, draws, 0))
    return max(found, ready_hope(image, table, state, seat, draws)) if soon else found


@seam("pppipii")
def weigh_discards(image, table, state, seat, lines, allowed, trial):
    """Fill the scratch with the hopes of all allowed faces; returns the best face, -1 if there is none, and PICK_MISSING its hope."""
    draws = draws_left(image, table, state)
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    for i in range(WHAT + 34):
        scratch[i] = 0.0
    state[S.SOON] = 0
    best = rate_lines(state, seat, lines, draws, trial)
    floor = best // FAR_OFF
    n = MOST_LINES + 1
    while n > MOST_LINES:
        n = 0
        for i in range(lines[0]):
            n += int(lines[1 + i * G.LINE_WORDS + G.X_SCORE] > floor)
        if n > MOST_LINES:
            floor += max(floor // 3, 1)
            if floor >= best:
                floor, n = best - 1, 0
    near = 0
    for i in range(lines[0]):
        line = shifted(lines, 1 + i * G.LINE_WORDS)
        if line[G.X_SCORE] > floor or i == 0:
            near |= int(line[G.X_MISSING] <= 1)
            weigh_line(state, seat, line, allowed, draws, 1)
    faces = held_faces(state, seat) & allowed
    soon = state[S.SOON] & faces
    while soon:
        face = ctz(soon)
        soon &= soon - 1
        kind = face_kind(table, state, face)
        lose(table, state, seat, kind)
        hope = ready_hope(image, table, state, seat, draws) / SCALE
        put(table, state, seat, kind)
        scratch[OTHERS + face] += hope
        if hope > scratch[BEST + face]:
            scratch[BEST + face], scratch[WHAT + face] = hope, 1 + 16 * state[S.PICK_LIVE]
    found, most = -1, -1.0
    order = faces >> 27 | (faces & (1 << 27) - 1) << 7
    while order:
        face = (ctz(order) + 27) % 34
        order &= order - 1
        hope = scratch[BEST + face] + BLEND * (scratch[OTHERS + face] - scratch[BEST + face])
        scratch[OTHERS + face] = hope
        if hope > most:
            found, most = face, hope
    state[S.PICK_MISSING] = np.int64(SCALE * scratch[BEST + found]) if found >= 0 else 0
    return found
