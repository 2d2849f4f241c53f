"""The discard that leaves fewest tiles missing and most live useful tiles: what `distance.decide` finds, without rating the rest.

A hand of a tile too many is as far from its goal as its best discard leaves it (some tile is not needed), unless the best discards may not
be made. Then whatever is useful after such a discard is useful now, so the first discard that keeps all live useful tiles is as good as any
other and the search stops. Discards are tried from the honours on, then suited kinds ascending: that is also how ties are broken.

The tables are read through pointers: `h` to the row of a way in `head` (ways.py), `t` to t16, `r` to rec.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import state as S
from mjsim.kernels.holding import held_faces, own
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.layout import MOST_PLACES
from mjsim.kernels.memory import int64_at, shifted, uint16_at, uint64_at
from mjsim.kernels.nearness import forms_lowering, forms_missing
from mjsim.kernels.seam import seam
from mjsim.kernels.special import IMPOSSIBLE
from mjsim.kernels.ways import CLASSES, FACTOR, FINAL, OPTIMAL, PAIR, PLANE, RECORDS, ROW, TRIPLE, WIDE, WIDTH
from mjsim.kernels.words import KINDS9, index, live, remove

V_STATE, V_CLASS, V_OTHERS, V_VALUE, V_BASE, V_TIES = 0, 4, 8, 12, 13, 14
"""What is kept of a way in state[VIEW + VIEW_SIZE * i]: by colour its state, its class and that of the other three; tiles missing; useful
faces; faces that may go.
"""
VIEW_SIZE = 15
MOST_WAYS = 48

CLASS_BITS, CLASS_MASK = 12, 0xFFF
LANES = 0x0040201008040201
TO_LANES = 0x0001010101010101
HONORS_FIRST = 27
SUITED = (1 << 27) - 1


@inline
def class_of(h, t, colour, place):
    """Class of a state of a colour."""
    return np.int64(t[h[CLASSES + colour] + place * h[FACTOR + colour]])


@inline
def merged(h, t, colour, x, y, z):
    """Class of the three colours other than `colour`, ascending."""
    pair = np.int64(t[h[PAIR + 2 * colour] + x * h[PAIR + 2 * colour + 1] + y])
    return np.int64(t[h[TRIPLE + 2 * colour] + pair * h[TRIPLE + 2 * colour + 1] + z])


@inline
def final(h, t, colour, sets, others, mine):
    """Tiles missing, from the class of a colour and of the other three."""
    return np.int64(t[h[FINAL + colour] + sets * h[PLANE + colour] + others * h[ROW + colour] + mine])


@inline
def lanes(entries):
    """All nine bits of the lanes of a set of at most seven entries."""
    return ((entries * TO_LANES) & LANES) * KINDS9


@inline
def useful_ranks(h, t, r, colour, sets, others, mine, place):
    """9-bit mask of the ranks of a colour that bring the hand nearer."""
    entries = np.int64(t[h[OPTIMAL + colour] + sets * h[PLANE + colour] + others * h[ROW + colour] + mine])
    record = h[RECORDS + colour] + 4 * place * h[FACTOR + colour]
    found = (np.int64(r[record + 2]) & lanes(entries & 127)) | (np.int64(r[record + 3]) & lanes(entries >> 7))
    found |= found >> 36
    found |= found >> 18
    return (found | found >> 9) & KINDS9


@njit
def survey(h, t, sets, a, b, c, d, view):
    """Fill the view of a way: states, classes and merged classes of a hand; returns the tiles missing."""
    wide = h[WIDE]
    view[V_STATE], view[V_STATE + 1], view[V_STATE + 2], view[V_STATE + 3] = index(a, wide), index(b, wide), index(c, wide), index(d, wide)
    for colour in range(4):
        view[V_CLASS + colour] = class_of(h, t, colour, view[V_STATE + colour])
    x, y, z, w = view[V_CLASS], view[V_CLASS + 1], view[V_CLASS + 2], view[V_CLASS + 3]
    view[V_OTHERS + 3] = merged(h, t, 3, x, y, z)
    view[V_VALUE] = final(h, t, 3, sets, view[V_OTHERS + 3], w)
    return view[V_VALUE]


@inline
def merge_rest(h, t, view):
    """Fill the merged classes of a way that counts (`survey` has filled those of the suits)."""
    x, y, z, w = view[V_CLASS], view[V_CLASS + 1], view[V_CLASS + 2], view[V_CLASS + 3]
    view[V_OTHERS], view[V_OTHERS + 1], view[V_OTHERS + 2] = merged(h, t, 0, y, z, w), merged(h, t, 1, x, z, w), merged(h, t, 2, x, y, w)


@njit
def useful_now(h, t, r, sets, view):
    """Fill and return the useful faces of a way."""
    base = 0
    for colour in range(4):
        base |= useful_ranks(h, t, r, colour, sets, view[V_OTHERS + colour], view[V_CLASS + colour], view[V_STATE + colour]) << (9 * colour)
    view[V_BASE] = base
    return base


@inline
def merged_with(h, t, colour, moved, left, view):
    """Class of the three colours other than `colour` when colour `moved` has the class `left`."""
    p, q, k = int(colour == 0), 2 if colour <= 1 else 1, 2 if colour == 3 else 3
    x, y, z = view[V_CLASS + p], view[V_CLASS + q], view[V_CLASS + k]
    return merged(h, t, colour, left if moved == p else x, left if moved == q else y, left if moved == k else z)


@inline
def class_left(r, record, rank):
    """Class of a colour after throwing a rank, from the record of its state."""
    slot = rank + 1
    word, slot = (r[record], slot) if slot < 5 else (r[record + 1], slot - 5)
    return np.int64(word >> np.uint64(CLASS_BITS * slot)) & CLASS_MASK


@njit
def ties_of(h, t, r, sets, target, faces, view):
    """Faces among those given whose discard leaves `target` tiles missing in a way."""
    ties = 0
    for colour in range(4):
        record = h[RECORDS + colour] + 4 * view[V_STATE + colour] * h[FACTOR + colour]
        row = h[FINAL + colour] + sets * h[PLANE + colour] + view[V_OTHERS + colour] * h[ROW + colour]
        ranks = faces >> (9 * colour) & KINDS9
        while ranks:
            rank = ctz(ranks)
            ranks &= ranks - 1
            ties |= int(np.int64(t[row + class_left(r, record, rank)]) == target) << (9 * colour + rank)
    view[V_TIES] = ties
    return ties


@njit
def useful_after(h, t, r, sets, colour, rank, word, view):
    """Useful faces of a way after throwing a rank of a colour."""
    left = class_left(r, h[RECORDS + colour] + 4 * view[V_STATE + colour] * h[FACTOR + colour], rank)
    mine = useful_ranks(h, t, r, colour, sets, view[V_OTHERS + colour], left, index(remove(word, rank), h[WIDE])) << (9 * colour)
    if left == view[V_CLASS + colour]:
        return mine | (view[V_BASE] & ~(KINDS9 << (9 * colour)))
    for other in range(4):
        if other != colour:
            row = merged_with(h, t, other, colour, left, view)
            mine |= useful_ranks(h, t, r, other, sets, row, view[V_CLASS + other], view[V_STATE + other]) << (9 * other)
    return mine


@inline
def live_faces(state, s, faces):
    """Unseen tiles of a mask of faces."""
    u = s + S.UNSEEN
    suited = live(state[u], faces & KINDS9) + live(state[u + 1], faces >> 9 & KINDS9) + live(state[u + 2], faces >> 18 & KINDS9)
    return suited + live(state[u + 3], faces >> 27)


@inline
def view_of(state, way):
    """The view of the n-th way."""
    return shifted(state, S.VIEW + VIEW_SIZE * way)


@njit
def form_ties(state, seat, faces, first, last, forms, target):
    """Faces whose discard leaves `target` tiles missing to a form."""
    s = own(seat)
    sets, ties = state[s + S.SETS], 0
    while faces:
        face = ctz(faces)
        faces &= faces - 1
        at = s + face // 9
        word = state[at]
        state[at] = remove(word, face % 9)
        missing = forms_missing(state, first, last, sets, forms, state[s], state[s + 1], state[s + 2], state[s + 3])
        ties |= int(missing == target) << face
        state[at] = word
    return ties


@inline
def form_useful(state, seat, first, last, forms, target):
    """Useful faces of the forms that are `target` tiles away."""
    s = own(seat)
    return forms_lowering(state, first, last, state[s + S.SETS], forms, target, state[s], state[s + 1], state[s + 2], state[s + 3])


@njit
def missing_now(state, seat, first, last):
    """Fill the views of all ways; returns the tiles missing to the nearest."""
    s = own(seat)
    head, t = int64_at(state[S.HEAD_AT]), uint16_at(state[S.T16_AT])
    least = IMPOSSIBLE
    for way in range(first, last):
        view = view_of(state, way - first)
        missing = survey(shifted(head, WIDTH * way), t, state[s + S.SETS], state[s], state[s + 1], state[s + 2], state[s + 3], view)
        least = min(least, missing)
    for way in range(first, last):
        view = view_of(state, way - first)
        if view[V_VALUE] <= least + 1:
            merge_rest(shifted(head, WIDTH * way), t, view)
    return least


@njit
def find_ties(state, seat, allowed, first, last, target):
    """Faces of a mask whose discard leaves `target` tiles missing in some way; fills V_TIES."""
    sets = state[own(seat) + S.SETS]
    head, t, r = int64_at(state[S.HEAD_AT]), uint16_at(state[S.T16_AT]), uint64_at(state[S.REC_AT])
    faces = held_faces(state, seat) & allowed
    ties = 0
    for way in range(first, last):
        view = view_of(state, way - first)
        view[V_TIES] = 0
        if view[V_VALUE] <= target:
            h = shifted(head, WIDTH * way)
            ties |= ties_of(h, t, r, sets, target, faces, view)
    return ties


@njit
def find_useful(state, seat, first, last, target):
    """Faces that bring a hand nearer in ways that miss no more than `target` tiles; fills V_BASE, which `useful_without` needs."""
    head, t, r = int64_at(state[S.HEAD_AT]), uint16_at(state[S.T16_AT]), uint64_at(state[S.REC_AT])
    useful = 0
    for way in range(first, last):
        view = view_of(state, way - first)
        if view[V_VALUE] <= target:
            useful |= useful_now(shifted(head, WIDTH * way), t, r, state[own(seat) + S.SETS], view)
    return useful


@njit
def useful_without(state, seat, face, first, last, forms, target):
    """Useful faces after a discard that leaves `target` tiles missing in ways that have it in V_TIES, and in forms (0: in none)."""
    s = own(seat)
    head, t, r = int64_at(state[S.HEAD_AT]), uint16_at(state[S.T16_AT]), uint64_at(state[S.REC_AT])
    colour, rank, mask = face // 9, face % 9, 0
    word = state[s + colour]
    for way in range(first, last):
        view = view_of(state, way - first)
        if view[V_TIES] >> face & 1:
            mask |= useful_after(shifted(head, WIDTH * way), t, r, state[s + S.SETS], colour, rank, word, view)
    if forms:
        state[s + colour] = remove(word, rank)
        mask |= form_useful(state, seat, first, last, forms, target)
        state[s + colour] = word
    return mask


@njit
def try_discards(state, seat, allowed, first, last, forms, target, bounded):
    """The best of the discards that leave `target` tiles missing, -1 if there is none. `bounded`: the hand is no farther now."""
    s = own(seat)
    by_form = form_ties(state, seat, held_faces(state, seat) & allowed, first, last, forms, target) if forms else 0
    todo = find_ties(state, seat, allowed, first, last, target) | by_form
    if todo == 0:
        return -1
    if todo & (todo - 1) == 0 and target - state[s + S.JOKERS] > 1:
        # the only one: what is useful then does not matter
        state[S.PICK_MISSING], state[S.PICK_LIVE], state[S.PICK_USEFUL] = target, -1, 0
        return ctz(todo)
    useful = find_useful(state, seat, first, last, target)
    if forms and bounded:
        useful |= form_useful(state, seat, first, last, forms, target)
    most = live_faces(state, s, useful) if bounded else 1000
    found, best = -1, -1
    todo = todo >> HONORS_FIRST | (todo & SUITED) << 9
    while todo:
        face = (ctz(todo) + HONORS_FIRST) % MOST_PLACES
        todo &= todo - 1
        mask = useful_without(state, seat, face, first, last, forms if by_form >> face & 1 else 0, target)
        alive = live_faces(state, s, mask)
        if alive > best:
            found, best = face, alive
            state[S.PICK_MISSING], state[S.PICK_LIVE], state[S.PICK_USEFUL] = target, alive, mask
            if alive >= most:
                break
    return found


@inline
def nearest(state, seat, first, last, forms):
    """Tiles missing to the nearest of all ways and forms, and to the nearest form (IMPOSSIBLE: there is none)."""
    s, near = own(seat), IMPOSSIBLE
    least = missing_now(state, seat, first, last)
    if forms:
        near = forms_missing(state, first, last, state[s + S.SETS], forms, state[s], state[s + 1], state[s + 2], state[s + 3])
    return min(least, near), near


@seam("piiiii", hot=True)
def pick_discard(state, seat, allowed, first, last, forms):
    """The face to throw of a mask of allowed ones, for the ways first .. last - 1 and forms; -1 if none can be reached or none is held.

    Fills PICK_MISSING (tiles missing after it, jokers not counted), PICK_LIVE and PICK_USEFUL: live useful tiles and useful faces, jokers
    not among them; -1 and 0 if there was no choice and the hand is not ready.
    """
    last = min(last, first + MOST_WAYS)
    least, near = nearest(state, seat, first, last, forms)
    if least >= IMPOSSIBLE:
        return -1
    face = try_discards(state, seat, allowed, first, last, forms if near <= least else 0, least, True)
    if face < 0:
        face = try_discards(state, seat, allowed, first, last, forms if near <= least + 1 else 0, least + 1, False)
    return face
