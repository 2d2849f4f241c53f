"""Tiles of a seat: counts in the table and words in the state, kept in step, and what each seat has seen.

Functions of the engine take three pointers: `image` (the compiled variant, read only), `table` (the hand as the scorer sees it) and `state`
(layouts in layout.py and state.py). A *face* is the kind that a tile plays when it is no joker.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.jit import ctz, entry, inline, njit
from mjsim.kernels.words import KINDS9, add, kinds, remove


@inline
def block(seat):
    """Where the block of a seat begins in the table."""
    return L.T_SIZE + seat * L.S_SIZE


@inline
def own(seat):
    """Where the block of a seat begins in the state."""
    return S.SEATS + seat * S.SEAT_SIZE


@inline
def seat_after(state, seat, step):
    """The seat so many steps (fewer than there are players) after another in turn order."""
    other = seat + step
    return other - state[S.PLAYERS] if other >= state[S.PLAYERS] else other


@inline
def held(table, seat, kind):
    """Concealed tiles of a physical kind."""
    return table[L.T_SIZE + seat * L.S_SIZE + L.S_HELD + kind]


@inline
def joker_kind(table, kind):
    """Is the kind wild in this hand?"""
    return table[L.T_JOKERS] >> kind & 1


@inline
def fixed_kind(table, seat):
    """The kind that a seat has fixed for its imagined tile, -1 if none."""
    return table[block(seat) + L.S_IMAGINED] // 8 - 1


@entry
def put(table, state, seat, kind):
    """A tile comes into a hand. Words count to four, an imagined tile of a fixed kind among them; of idle tiles there may be more."""
    t = block(seat)
    at = t + L.S_HELD + kind
    table[at] += 1
    face = state[S.FACE + kind]
    s = own(seat)
    if face >= 0 and table[at] <= 4 and 8 * face + 8 + table[at] != table[t + L.S_IMAGINED]:
        colour, rank = face // 9, face % 9
        state[s + S.WORDS + colour] = add(state[s + S.WORDS + colour], rank)
    elif joker_kind(table, kind):
        state[s + S.JOKERS] += 1


@njit
def see(state, seat, kind):
    """A seat sees a tile for the first time. Idle tiles are in no word of unseen ones."""
    face = state[S.FACE + kind]
    if face >= 0 and state[S.FULL + face // 9] >> face % 9 & 1:
        at = own(seat) + S.UNSEEN + face // 9
        state[at] = remove(state[at], face % 9)


@njit
def gain(table, state, seat, kind):
    """A tile that nobody has seen comes into a hand."""
    put(table, state, seat, kind)
    see(state, seat, kind)


@entry
def lose(table, state, seat, kind):
    """A tile leaves a hand."""
    t = block(seat)
    at = t + L.S_HELD + kind
    table[at] -= 1
    face = state[S.FACE + kind]
    s = own(seat)
    if face >= 0 and table[at] < 4 and 8 * face + 9 + table[at] != table[t + L.S_IMAGINED]:
        colour, rank = face // 9, face % 9
        state[s + S.WORDS + colour] = remove(state[s + S.WORDS + colour], rank)
    elif joker_kind(table, kind):
        state[s + S.JOKERS] -= 1


@njit
def see_all(state, seat, kind):
    """All but a seat (-1: nobody) see a tile that does not count as lying open: turned for the joker, laid aside."""
    face = state[S.FACE + kind]
    if face < 0 or not state[S.FULL + face // 9] >> face % 9 & 1:
        return
    at, rank = S.SEATS + S.UNSEEN + face // 9, face % 9
    for other in range(state[S.PLAYERS]):
        if other != seat:
            state[at] = remove(state[at], rank)
        at += S.SEAT_SIZE


@njit
def unveil(state, seat, kind):
    """A tile of a seat (-1: of the wall) lies open: the others see it now."""
    state[S.VISIBLE + kind] += 1
    see_all(state, seat, kind)


@inline
def held_faces(state, seat):
    """34-bit mask of the faces held, jokers not among them."""
    s = own(seat) + S.WORDS
    return kinds(state[s]) | kinds(state[s + 1]) << 9 | kinds(state[s + 2]) << 18 | kinds(state[s + 3]) << 27


@inline
def held_fours(state, seat):
    """34-bit mask of the faces held four times."""
    s = own(seat) + S.WORDS
    return (
        (state[s] >> 27 & KINDS9)
        | (state[s + 1] >> 27 & KINDS9) << 9
        | (state[s + 2] >> 27 & KINDS9) << 18
        | (state[s + 3] >> 27 & KINDS9) << 27
    )


@njit
def held_kinds(table, state, seat, least):
    """34-bit mask of the physical kinds of which `least` (1 or 4) or more tiles are held, jokers and stand-ins as they are."""
    mask = held_faces(state, seat) if least == 1 else held_fours(state, seat)
    if state[S.PLAIN]:
        return mask
    stand = state[S.STAND_KIND]
    if stand >= 0:
        mask &= ~(1 << table[L.T_STAND])
        if held(table, seat, stand) >= least:
            mask |= 1 << stand
    idle = state[S.IDLE_PLACE]
    if idle and held(table, seat, idle) >= least:
        mask |= 1 << idle
    jokers = table[L.T_JOKERS]
    while jokers:
        kind = ctz(jokers)
        jokers &= jokers - 1
        if kind < 34 and held(table, seat, kind) >= least:
            mask |= 1 << kind
    kind = fixed_kind(table, seat)
    return mask if kind < 0 else mask & ~(1 << kind) | int(held(table, seat, kind) >= least) << kind


@inline
def face_kind(table, state, face):
    """The physical kind of the natural tiles of a face."""
    return state[S.STAND_KIND] if state[S.STAND_KIND] >= 0 and face == table[L.T_STAND] else face


@njit
def melding(image, table, state, seat, face):
    """Tiles of a hand that may be laid down as a kind: stand-ins where they play so in melds, jokers as own kind where that is allowed."""
    if state[S.PLAIN]:
        return held(table, seat, face)
    stand, plays = image[L.STAND_IN], table[L.T_STAND]
    if plays >= 0 and image[L.STAND_IN_MELDS]:
        if face == stand:
            return 0
        if face == plays:
            return held(table, seat, stand) + (held(table, seat, face) if image[L.JOKER_MELDS] else 0)
    if joker_kind(table, face) and not image[L.JOKER_MELDS]:
        return 0
    return held(table, seat, face)


@inline
def melding_kind(image, table, state, seat, face):
    """The physical kind that is laid down for a face: the stand-in as long as one is held."""
    plays = table[L.T_STAND]
    if plays >= 0 and image[L.STAND_IN_MELDS] and face == plays and held(table, seat, image[L.STAND_IN]) > 0:
        return image[L.STAND_IN]
    return face


@inline
def claimed_face(image, table, kind):
    """The face of a thrown tile: a joker is its own kind, a stand-in what it plays in melds."""
    return table[L.T_STAND] if table[L.T_STAND] >= 0 and image[L.STAND_IN_MELDS] and kind == image[L.STAND_IN] else kind


@njit
def set_faces(image, table, state):
    """Faces of all kinds and words of the whole set, once the jokers of a hand are known."""
    jokers, bonus = table[L.T_JOKERS], image[L.BONUS]
    plays = table[L.T_STAND]
    state[S.STAND_KIND] = -1
    state[S.READINGS] = 0
    for kind in range(42):
        state[S.FACE + kind] = -1 if kind >= image[L.PLACES] or jokers >> kind & 1 or bonus >> kind & 1 else kind
    if plays >= 0:
        if image[L.STAND_IN_ALL]:
            state[S.STAND_KIND] = image[L.STAND_IN]
            state[S.FACE + image[L.STAND_IN]] = plays
            state[S.READINGS] = 2 if image[L.STAND_IN_NOT] else 0
        else:
            state[S.READINGS] = 1
    state[S.IDLE_PLACE] = image[L.IDLE]
    state[S.PLAIN] = int(jokers == 0 and plays < 0 and image[L.IDLE] == 0 and image[L.JOKER_FIXED] == 0)
    for colour in range(4):
        word = 0
        for rank in range(9):
            kind = 9 * colour + rank
            if state[S.FACE + kind] == kind and image[L.KINDS] >> kind & 1:
                for _ in range(image[L.COPIES + kind]):
                    word = add(word, rank)
        state[S.FULL + colour] = word
    if state[S.STAND_KIND] >= 0:
        for _ in range(image[L.COPIES + image[L.STAND_IN]]):
            state[S.FULL + plays // 9] = add(state[S.FULL + plays // 9], plays % 9)
