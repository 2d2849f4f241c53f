"""What a hand may hope for: over all goals of its line-up, worth times the chance of getting there, in 1/SCALE points.

A hand between turns hopes for its best goal. A hand of a tile too many hopes for what its best discard leaves. Once it is ready, what it
would really be paid for each tile that it waits for counts instead of a goal's usual worth.
"""

from __future__ import annotations

import numpy as np

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
from mjsim.kernels.holding import face_kind, held_faces, lose, own, put
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.lineup import DRAWS, FAR_OFF, LIVE, SCALE, SCRATCH, UNARY, chance, line_of, may_open, mean_chance, worth_of
from mjsim.kernels.memory import float64_at, int64_at, shifted, uint16_at, uint64_at
from mjsim.kernels.nearness import forms_missing
from mjsim.kernels.payoffs import score_waits
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE
from mjsim.kernels.wall import drawable
from mjsim.kernels.ways import WIDTH
from mjsim.kernels.words import KINDS9, remove

SPARE_SEAT = 4
MOST_LINES = 8
"""Lines that are weighed discard by discard."""
MOST_WAITS = 6
"""Kinds waited for that are scored."""
BLEND = 0.2
"""What the best goal of another sort that a discard leaves open counts beside the best."""
FAR = 4
"""From so many missing tiles on, what is useful after a discard is taken to be what is useful before."""
BEST, OTHERS, WHAT = 0, L.MOST_PLACES, 2 * L.MOST_PLACES
"""Scratch: by face the best hope, the best of goals of other rows (worth something else), and of the best tiles missing, live ones and
place of its worth (missing + 16 live + 2048 place).
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


@njit
def live_or_claimed(state, seat, faces, thrown):
    """Live tiles among useful faces, once a face is thrown (-1: none), at most those that the chances tell apart. Those that complete a
    pung or chow with held tiles come from others too, and count more.
    """
    s, facts = own(seat), facts_of(state, seat)
    pungs, chows = 0, 0
    for colour in range(4):
        word = state[s + colour]
        one, two = word & KINDS9, word >> 9 & KINDS9
        if thrown // 9 == colour:
            bit = 1 << thrown % 9
            one, two = one & ~(bit & ~two), two & ~(bit & ~(word >> 18))
        pungs |= two << (9 * colour)
        if colour < 3:
            chows |= (one << 1 & (one << 2 | one >> 1) | one >> 1 & one >> 2) % 512 << (9 * colour)
    pungs &= faces
    chows &= faces & ~pungs
    more = np.int64(facts[G.PUNGS]) * live_faces(state, s, pungs) + np.int64(facts[G.CHOWS]) * live_faces(state, s, chows)
    return min(live_faces(state, s, faces) + more, LIVE - 1)


@njit
def enter(state, seat, face, hope, what):
    """Enter what a goal hopes for after a discard. Goals of the same rows count once: they mostly share their tiles."""
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    worths = float64_at(state[own(seat) + S.WORTH_AT])
    best = scratch[BEST + face]
    apart = worths[what >> 11] != worths[np.int64(scratch[WHAT + face]) >> 11]
    if apart:
        scratch[OTHERS + face] = max(scratch[OTHERS + face], min(best, hope))
    if hope > best:
        scratch[BEST + face], scratch[WHAT + face] = hope, what


@seam("pipiii", hot=True)
def weigh_line(state, seat, line, allowed, draws, exact):
    """Enter the hope that a line has after each allowed discard into the scratch; with `exact`, not where it would be one tile away:
    those faces are added to SOON. With no discard allowed (a hand between turns): returns the hope of the hand as it is.
    """
    s = own(seat)
    lacking, wanted = set_apart(state, seat, line)
    first, form, place = line[G.X_FIRST], line[G.X_FORM], line[G.X_WORTH]
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
    state[S.BASE] |= base
    missing = max(0, least + lacking - jokers)
    worth, sort = worth_of(state, seat, place, form, missing), int(place >= 2)
    claims = sort and not form and may_open(state, seat, place)
    live = live_or_claimed(state, seat, base, -1) if claims else live_faces(state, s, base)
    if allowed == 0:
        return np.int64(SCALE * worth * chance(state, sort, missing, draws, live))
    off = worth_of(state, seat, place, form, missing + 1) * mean_chance(state, sort, missing + 1, draws)
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
            if (missing < FAR or not sort) and not form:
                mask = wanted
                colour, rank = face // 9, face % 9
                for way in range(first, last):
                    view = view_of(state, way - first)
                    if view[V_TIES] >> face & 1:
                        mask |= useful_after(shifted(head, WIDTH * way), t, r, sets, colour, rank, state[S.SPARE + colour], view)
                alive = live_or_claimed(state, seat, mask, face) if claims else live_faces(state, s, mask)
            hope = worth * chance(state, sort, missing, draws, alive)
            what = missing + 16 * alive
        enter(state, seat, face, hope, what + 2048 * place)
    return 0


@seam("pppii")
def ready_hope(image, table, state, seat, draws):
    """Hope of a hand between turns that one tile completes, from what it would be paid. PICK_LIVE is as `score_waits` leaves it."""
    scored_live = score_waits(image, table, state, seat, MOST_WAITS)
    if scored_live == 0:
        return 0
    facts = facts_of(state, seat)
    total = (state[S.WAIT_SELF] + facts[G.GIVEN] * state[S.WAIT_GIVEN]) / (1 + facts[G.GIVEN])
    worth = total / scored_live + facts[G.SPARED] if total > 0 else 0.0
    return np.int64(SCALE * worth * chance(state, 0, min(state[S.WAIT_NEAR], 1), draws, state[S.PICK_LIVE]))


@seam("pppipi")
def hope_between(image, table, state, seat, lines, draws):
    """Hope of a hand between turns, whose lines are rated."""
    found, soon = 0, 0
    for i in range(lines[G.RATINGS]):
        line = line_of(lines, lines[G.RATED + i])
        if line[G.X_SCORE] * 2 > lines[G.BEST]:
            if line[G.X_MISSING] <= 1:
                soon = 1
            else:
                found = max(found, weigh_line(state, seat, line, 0, draws, 0))
    return max(found, ready_hope(image, table, state, seat, draws)) if soon else found


@njit
def floor_of(lines):
    """The score that no more than MOST_LINES of the rated lines are above."""
    best = lines[G.BEST]
    floor = best // FAR_OFF
    while floor < best:
        n = 0
        for i in range(lines[G.RATINGS]):
            n += int(line_of(lines, lines[G.RATED + i])[G.X_SCORE] > floor)
        if n <= MOST_LINES:
            return floor
        floor += max(floor // 3, 1)
    return best - 1


@seam("pppipi")
def weigh_discards(image, table, state, seat, lines, allowed):
    """Fill the scratch with the hopes of all allowed faces, from rated lines; returns the best face, -1 if there is none, and PICK_MISSING
    its hope.
    """
    draws = draws_left(image, table, state)
    scratch = shifted(float64_at(state[S.CHANCES_AT]), SCRATCH)
    for i in range(WHAT + L.MOST_PLACES):
        scratch[i] = 0.0
    state[S.SOON] = state[S.BASE] = 0
    floor = floor_of(lines)
    if lines[G.LINES]:
        weigh_line(state, seat, line_of(lines, 0), allowed, draws, 1)
    for i in range(lines[G.RATINGS]):
        line = line_of(lines, lines[G.RATED + i])
        if lines[G.RATED + i] and line[G.X_SCORE] > floor:
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
        enter(state, seat, face, hope, 1 + 16 * state[S.PICK_LIVE])
    found, most = -1, -1.0
    order = faces >> 27 | (faces & (1 << 27) - 1) << 9
    while order:
        face = (ctz(order) + 27) % L.MOST_PLACES
        order &= order - 1
        hope = scratch[BEST + face] + BLEND * scratch[OTHERS + face]
        scratch[OTHERS + face] = hope
        if hope > most:
            found, most = face, hope
    state[S.PICK_MISSING] = np.int64(SCALE * scratch[BEST + found]) if found >= 0 else 0
    return found
