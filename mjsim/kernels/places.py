"""A division written into the bank, each place that the winning tile can have in it, and what the jokers are there."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.layout import (
    B_ALL,
    B_CODE,
    B_FIT,
    B_KINDS,
    B_NATURAL,
    B_OWN,
    B_PLAYED,
    W_BANK,
    W_BASE,
    W_FILLED,
    W_GROUPS,
    W_NATURAL,
    W_OWNED,
    W_PLACES,
    W_SINGLE,
    W_TWICE,
    W_WILD,
)
from mjsim.kernels.readings import group_tile, group_wild
from mjsim.kernels.record import add_number, add_tiles, execute
from mjsim.kernels.seam import seam
from mjsim.kernels.vm import at_least, count_code

UNKNOWN = 2
"""In place of "as a joker": a natural tile that was a slot of the search."""
NOWHERE = 15
"""In place of a group: the winning tile is in none, or it does not matter in which."""
MOST_PLACES = 40


@seam("pp", hot=True)
def put_division(image, work):
    """Write the division at hand into bank 0, after the melds. Returns 0 if a kind is there more often than `jokers.copies` allows."""
    for i in range(L.B_SHAPE):
        work[W_BANK + i] = work[W_BASE + i]
    work[W_BANK + L.B_SHAPE] = work[L.W_SHAPE]
    g = work[L.W_MELDS]
    for i in range(work[W_GROUPS]):
        word = work[W_GROUPS + 1 + i]
        type = word & 15
        a, b, c = group_tile(word, 0), group_tile(word, 1), group_tile(word, 2)
        kinds = 1 << a
        if type == 0:
            add_tiles(work, W_BANK + B_PLAYED, kinds, 1)
            continue
        bit = 1 << g
        if type == L.G_PUNG:
            add_tiles(work, W_BANK + B_PLAYED, kinds, 1)
            add_tiles(work, W_BANK + B_PLAYED, kinds, 2)
            work[W_BANK + L.B_PUNG] |= bit
            work[W_BANK + B_CODE + g] = 64 + a
        elif type == L.G_PAIR:
            add_tiles(work, W_BANK + B_PLAYED, kinds, 2)
            work[W_BANK + L.B_PAIR] |= bit
            work[W_BANK + B_CODE + g] = 128 + a
        else:
            add_tiles(work, W_BANK + B_PLAYED, kinds, 1)
            add_tiles(work, W_BANK + B_PLAYED, 1 << b, 1)
            add_tiles(work, W_BANK + B_PLAYED, 1 << c, 1)
            kinds |= 1 << b | 1 << c
            if type == L.G_CHOW:
                work[W_BANK + L.B_CHOW] |= bit
                work[W_BANK + B_CODE + g] = a
            elif type == L.G_KNIT:
                work[W_BANK + L.B_KNIT] |= bit
        if work[W_BANK + B_CODE + g] >= 0 and a < 27:
            count_code(work, W_BANK + B_FIT, work[W_BANK + B_CODE + g])
        work[W_BANK + B_ALL] |= bit
        work[W_BANK + B_OWN] |= bit
        work[W_BANK + B_KINDS + g] = kinds
        work[W_BANK + B_NATURAL] |= bit
        g += 1
    form = work[L.W_FORM]
    if form == L.FORM_FREE:
        put_free(image, work)
    elif L.FORM_ORPHANS <= form <= L.FORM_KNITTED:
        add_tiles(work, W_BANK + B_PLAYED, work[W_SINGLE] | work[W_FILLED], 1)
        if work[W_TWICE] >= 0:
            add_tiles(work, W_BANK + B_PLAYED, 1 << (work[W_TWICE] & 63), 1)
    work[L.W_OWN] = work[W_BANK + B_OWN]
    work[L.W_ALIKE] = work[W_BANK + B_NATURAL]
    return int(image[L.JOKER_COPIES] == 0 or at_least(work, W_BANK + B_PLAYED, image[L.JOKER_COPIES] + 1) == 0)


@njit
def put_free(image, work):
    """A hand without groups: natural tiles and jokers of their own kind as they are, the other jokers loose."""
    loose = work[W_WILD]
    for kind in range(L.MOST_PLACES):
        if work[W_NATURAL + kind]:
            add_number(work, W_BANK + B_PLAYED, kind, work[W_NATURAL + kind])
    for i in range(work[W_OWNED]):
        own = work[W_OWNED + 2 + 3 * i] - work[W_OWNED + 3 + 3 * i]
        add_number(work, W_BANK + B_PLAYED, work[W_OWNED + 1 + 3 * i], own)
        loose -= own
    work[W_BANK + L.B_LOOSE] = loose
    work[W_BANK + L.B_LOOSE_KINDS] = work[L.W_PLAYS] if loose else 0


@njit
def free_hand(image, table, work):
    """Does the hand at hand meet the condition of its free shape?"""
    execute(image, table, work, L.SEC_FREE)
    return int(work[image[image[L.SHAPE_TABLE] + work[L.W_SHAPE] * L.SHAPE_WORDS + L.SHAPE_FREE]] != 0)


# ---- places of the winning tile ----


@seam("ppp", hot=True)
def places(image, table, work):
    """List where the winning tile can be in the division at hand, equal places once. Returns their number."""
    tile = table[L.T_TILE]
    work[W_PLACES] = 0
    if tile >= image[L.PLACES] or not image[L.USES_PLACE] or work[L.W_FORM] == L.FORM_FREE:
        add_place(work, NOWHERE, 0, tile, 0)
    elif table[L.T_JOKERS] >> tile & 1 and table[L.T_BY] == L.BY_SELF:
        joker_places(work)
    elif work[L.W_STANDS] and tile == image[L.STAND_IN]:
        if work[L.W_STANDS] > work[L.W_STANDING]:
            natural_places(work, tile)
        if work[L.W_STANDING]:
            natural_places(work, table[L.T_STAND])
    else:
        natural_places(work, tile)
    return work[W_PLACES]


@njit
def jokers_play(work, kinds):
    """May a joker play one of these kinds in the division at hand?"""
    if work[L.W_FORM] == L.FORM_FREE:
        return True
    groups = work[W_GROUPS]
    if groups == 0:
        return ((work[W_FILLED] | (1 << (work[W_TWICE] & 63) if work[W_TWICE] >= 64 else 0)) & kinds) != 0
    for i in range(groups):
        word = work[W_GROUPS + 1 + i]
        for p in range(3):
            if group_wild(word) >> p & 1 and kinds >> group_tile(word, p) & 1:
                return True
    return False


@inline
def add_place(work, group, position, kind, as_joker):
    n = work[W_PLACES]
    if n < MOST_PLACES:
        work[W_PLACES + 1 + n] = group | position << 4 | kind << 8 | as_joker << 16
        work[W_PLACES] = n + 1


@inline
def repeated(work, i):
    """An equal group came before."""
    found = 0
    for j in range(i):
        found |= int(work[W_GROUPS + 1 + j] == work[W_GROUPS + 1 + i])
    return found


@njit
def natural_places(work, kind):
    groups = work[W_GROUPS]
    if groups == 0 and work[W_SINGLE] >> kind & 1:
        add_place(work, NOWHERE, 0, kind, 0)
    for i in range(groups):
        word = work[W_GROUPS + 1 + i]
        for p in range(3):
            if group_tile(word, p) == kind and not group_wild(word) >> p & 1:
                if not repeated(work, i):
                    add_place(work, i, p, kind, 0)
                break


@njit
def joker_places(work):
    groups = work[W_GROUPS]
    if groups == 0:
        filled = work[W_FILLED]
        if work[W_TWICE] >= 64:
            filled |= 1 << (work[W_TWICE] & 63)
        while filled:
            add_place(work, NOWHERE, 0, ctz(filled), 1)
            filled &= filled - 1
    for i in range(groups):
        word = work[W_GROUPS + 1 + i]
        if group_wild(word) == 0 or repeated(work, i):
            continue
        for p in range(3):
            kind = group_tile(word, p)
            twin = p > 0 and group_wild(word) >> (p - 1) & 1 and group_tile(word, p - 1) == kind
            if group_wild(word) >> p & 1 and not twin:
                add_place(work, i, p, kind, 1)


@seam("pppi", hot=True)
def put_place(image, table, work, place):
    """Write a place of the winning tile into bank 0 and settle what the jokers are; 0 if one would play a kind that it may not."""
    bank = W_BANK
    code = work[W_PLACES + 1 + place]
    group, position, kind, as_joker = code & 15, code >> 4 & 15, code >> 8 & 63, code >> 16
    mine, word = 0, 0
    if group != NOWHERE:
        word = work[W_GROUPS + 1 + group]
        if word & 15:
            mine = 1 << group_bit(work, group)
    chow = word & 15 == L.G_CHOW
    rank = group_tile(word, 0) % 9
    work[bank + L.B_LAST] = 1 << kind
    work[bank + L.B_WON] = mine
    work[bank + B_OWN] = work[L.W_OWN] & ~(0 if work[bank + L.B_SELF_DRAW] else mine)
    work[bank + L.B_MIDDLE] = int(chow and position == 1)
    work[bank + L.B_EDGE] = int(chow and ((position == 2 and rank == 0) or (position == 0 and rank == 6)))
    work[bank + L.B_ANYWAIT] = 0
    if work[W_WILD] == 0:
        return 1
    if mine:
        every = 1
        for p in range(3):
            if p != position and group_tile(word, p) != 63:
                every &= group_wild(word) >> p & 1
        work[bank + L.B_ANYWAIT] = every
    return deal_jokers(image, table, work, group, position, kind, as_joker)


@njit
def open_places(work, kinds):
    """List the places of a winning tile that is not known: any slot of these kinds, the other slots being jokers. Returns their number."""
    work[W_PLACES] = 0
    groups = work[W_GROUPS]
    if groups == 0:
        filled = work[W_FILLED]
        if work[W_TWICE] >= 64:
            filled |= 1 << (work[W_TWICE] & 63)
        filled &= kinds
        while filled:
            add_place(work, NOWHERE, 0, ctz(filled), UNKNOWN)
            filled &= filled - 1
    for i in range(groups):
        word = work[W_GROUPS + 1 + i]
        if group_wild(word) == 0 or repeated(work, i):
            continue
        for p in range(3):
            kind = group_tile(word, p)
            twin = p > 0 and group_wild(word) >> (p - 1) & 1 and group_tile(word, p - 1) == kind
            if group_wild(word) >> p & 1 and not twin and kinds >> kind & 1:
                add_place(work, i, p, kind, UNKNOWN)
    return work[W_PLACES]


@inline
def group_bit(work, group):
    """Number among all groups of a concealed one: odd tiles are no groups."""
    bit = work[L.W_MELDS]
    for i in range(group):
        bit += int(work[W_GROUPS + 1 + i] & 15 != 0)
    return bit


@njit
def deal_jokers(image, table, work, group, position, kind, as_joker):
    """As many jokers as can be play their own kind, first in the winning group; the winning one lies in its place.

    Writes `wild` and `natural`; 0 if a joker would play a kind that it may not.
    """
    if work[L.W_FORM] == L.FORM_FREE:
        work[W_BANK + L.B_WILD] = work[W_BASE + L.B_WILD] + work[W_BANK + L.B_LOOSE]
        return 1
    for i in range(work[W_OWNED]):
        work[W_OWNED + 3 + 3 * i] = work[W_OWNED + 2 + 3 * i]
    wild, strange, allowed = 0, 0, 1
    plays = work[L.W_PLAYS]
    tile = table[L.T_TILE]
    if as_joker == 1:
        deal(work, tile)
        if kind != tile:
            wild += 1
            allowed &= plays >> kind & 1
            if group != NOWHERE:
                strange |= 1 << group
    groups = work[W_GROUPS]
    for step in range(-1, groups):
        g = step
        if step < 0:
            if group == NOWHERE:
                continue
            g = group
        elif step == group:
            continue
        word = work[W_GROUPS + 1 + g]
        for p in range(3):
            if group_wild(word) >> p & 1 and not (as_joker and g == group and p == position) and not deal(work, group_tile(word, p)):
                wild += 1
                strange |= 1 << g
                allowed &= plays >> group_tile(word, p) & 1
    if groups == 0:
        filled = work[W_FILLED]
        if as_joker:
            if work[W_TWICE] == 64 + kind:
                work[W_TWICE] += 64
            else:
                filled &= ~(1 << kind)
        if work[W_TWICE] >= 64:
            if work[W_TWICE] < 128 and not deal(work, work[W_TWICE] & 63):
                wild += 1
                allowed &= plays >> (work[W_TWICE] & 63) & 1
            work[W_TWICE] = work[W_TWICE] & 127
        while filled:
            slot = ctz(filled)
            filled &= filled - 1
            if not deal(work, slot):
                wild += 1
                allowed &= plays >> slot & 1
    natural = work[L.W_ALIKE]
    for g in range(groups):
        if strange >> g & 1 and work[W_GROUPS + 1 + g] & 15:
            natural &= ~(1 << group_bit(work, g))
    work[W_BANK + B_NATURAL] = natural
    work[W_BANK + L.B_WILD] = work[W_BASE + L.B_WILD] + wild
    return allowed


@inline
def deal(work, kind):
    """Take a joker tile of this kind if one is left; 1 if there was one."""
    found = 0
    for i in range(work[W_OWNED]):
        if work[W_OWNED + 1 + 3 * i] == kind and work[W_OWNED + 3 + 3 * i] > 0:
            work[W_OWNED + 3 + 3 * i] -= 1
            found = 1
    return found
