"""The search for all readings of a complete hand: shape by shape, and in each the divisions into sets, pairs and single tiles.

Nothing is listed beforehand: `begin_hand`, `begin_shape`, `next_stand` and `next_division` are steps of one search whose state
stands in `work`, so that a caller may stop at the first reading that satisfies it. Joker tiles are slots that play any kind
they may, their own among them; which of them do is settled when the winning tile is placed (places.py). A division takes the
lowest natural tile that is left and tries every group it can be in; groups of jokers only come last. Each different division
comes up once.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.layout import (
    B_MIDDLE,
    W_BANK,
    W_BASE,
    W_GROUP,
    W_GROUPS,
    W_HELD,
    W_KNITS,
    W_LEVEL,
    W_LEVELS,
    W_NATURAL,
    W_ODD_LEFT,
    W_OPTION,
    W_OWNED,
    W_PAIRS_LEFT,
    W_SETS_LEFT,
    W_SLOTS,
    W_TILE,
    W_WAY,
    W_WILD,
    W_WILD_LEFT,
)
from mjsim.kernels.record import add_counts, add_tiles, clear_bank, put_laid, put_melds, seat_block, situation
from mjsim.kernels.seam import seam
from mjsim.kernels.singles import NONE, SUITED, knitted, knitted_offset, next_orphans, next_singles

SUBSETS = 512
"""Which of the nine tiles of a knitted straight are jokers."""


FIRST_RANKS = 1 | 1 << 9 | 1 << 18
LAST_RANKS = FIRST_RANKS << 8

# ---- a hand ----


@seam("ppp", hot=True)
def begin_hand(image, table, work):
    """Read the winner's record: concealed tiles with the winning one, melds and situation into bank 0. Returns 0 if the number of
    tiles is wrong.
    """
    seat = table[L.T_SEAT]
    s = seat_block(seat)
    jokers = table[L.T_JOKERS]
    given = table[L.T_TILE] if table[L.T_BY] != L.BY_SELF else -1
    clear_bank(work, W_BANK)
    for i in range(B_MIDDLE, L.B_SELF_DRAW):
        work[W_BANK + i] = 0
    situation(image, table, work, W_BANK, seat)
    melds = put_melds(image, table, work, W_BANK, seat)
    put_laid(table, work, W_BANK, seat)
    if table[L.T_TILE] >= image[L.PLACES]:
        add_tiles(work, W_BANK + L.B_LAID, 1 << table[L.T_TILE], 1)
    total, kinds, wild, own = 0, 0, image[L.JOKER_VIRTUAL], 0
    for kind in range(image[L.PLACES]):
        n = table[s + L.S_HELD + kind]
        work[W_HELD + kind] = n
        total += n
    ones, twos, fours = add_counts(work, W_BANK + L.B_REAL, work, W_HELD)
    rest = jokers & (ones | twos | fours)
    while rest and kinds < L.MOST_JOKER_KINDS:
        kind = ctz(rest)
        rest &= rest - 1
        n = work[W_HELD + kind]
        work[W_OWNED + 1 + 3 * kinds] = kind
        work[W_OWNED + 2 + 3 * kinds] = n
        work[W_OWNED + 3 + 3 * kinds] = 0
        work[W_BANK + L.B_JOKERS] += n
        work[W_HELD + kind] = 0
        own |= 1 << kind
        wild += n
        kinds += 1
    if 0 <= given < image[L.PLACES]:
        bit = 1 << given
        fours |= twos & ones & bit
        twos ^= ones & bit
        ones ^= bit
        work[W_HELD + given] += 1
        add_tiles(work, W_BANK + L.B_REAL, 1 << given, 1)
        work[W_BANK + L.B_JOKERS] += jokers >> given & 1
        total += 1
    work[W_OWNED] = kinds
    work[W_WILD] = wild
    work[L.W_PLAYS] = 1 << (table[s + L.S_IMAGINED] >> 3) >> 1 if image[L.JOKER_FIXED] else image[L.JOKER_PLAYS]
    work[W_SLOTS] = work[L.W_PLAYS] | own if wild else 0
    work[L.W_MELDS] = melds
    if wild > 1:
        choose_alike(image, table, work, 1)
    work[L.W_ONE_WAY] = int(table[L.T_STAND] < 0 and image[L.SETS] == 0 and one_way(ones | twos | fours, twos | fours))
    for i in range(L.B_SHAPE):
        work[W_BASE + i] = work[W_BANK + i]
    return int(total + image[L.JOKER_VIRTUAL] + 3 * melds == 3 * image[L.SETS_NEEDED] + 2)


@inline
def one_way(there, more):
    """Is there surely no second division? Masks of kinds held, and held more than once.

    A kind held more than once that fits into no chow is the pair or a pung by its number. Where only one other is held more than once,
    the number of tiles of its suit says whether it is the pair, a pung or neither, and the chows follow.
    """
    down, up = there << 1 & ~FIRST_RANKS, there >> 1 & ~LAST_RANKS
    in_chows = more & SUITED & (down & up | down & down << 1 & ~FIRST_RANKS | up & up >> 1 & ~LAST_RANKS)
    return in_chows & (in_chows - 1) == 0


@njit
def choose_alike(image, table, work, merge):
    """Of the kinds and sets that jokers alone can play, one of each class that the rules treat alike (merge 0: all).

    Kinds that are in the hand already, jokers, the player's and the prevailing wind are never taken for alike.
    """
    slots, tells = work[W_SLOTS], image[L.ALIKE_TELLS]
    special = work[W_BANK + L.B_SEAT_WIND] | work[W_BANK + L.B_ROUND_WIND] | table[L.T_JOKERS]
    for bit in range(4):
        special |= work[W_BANK + L.B_REAL + bit] | work[W_BANK + L.B_PLAYED + bit]
    if tells & 1:
        special |= work[W_BANK + L.B_OWN_DISCARDS]
    if tells & 2:
        special |= work[W_BANK + L.B_DRAWN]
    if not merge or image[L.JOKER_COPIES] or image[L.JOKER_FIXED] or (tells & 4 and work[W_WILD] > 3):
        special = slots
    seen, kinds = 0, 0
    classes = image[L.ALIKE]
    for kind in range(L.MOST_PLACES):
        bit = 1 << image[classes + kind]
        if slots >> kind & 1 and (special >> kind & 1 or not seen & bit):
            kinds |= 1 << kind
            if not special >> kind & 1:
                seen |= bit
    work[L.W_PAIR_KINDS] = kinds
    if work[W_WILD] < 3:
        return
    seen, kinds = 0, 0
    for i in range(image[L.SET_ALL_COUNT]):
        entry = image[image[L.SET_ALL] + i]
        tiles = 1 << (entry & 63) | 1 << (entry >> 6 & 63) | 1 << (entry >> 12 & 63)
        bit = 1 << image[classes + L.MOST_PLACES + i]
        if tiles & ~slots == 0 and (tiles & special or not seen & bit):
            kinds |= 1 << i
            if not tiles & special:
                seen |= bit
    work[L.W_JOKER_SETS] = kinds


@njit
def begin_shape(image, table, work, shape, complete):
    """Start on a shape of the variant; 0 if the hand cannot have it. `complete`: what `begin_hand` returned."""
    at = image[L.SHAPE_TABLE] + shape * L.SHAPE_WORDS
    form = image[at + L.SHAPE_FORM]
    melds = work[L.W_MELDS]
    if not complete and not (form == L.FORM_FREE and table[L.T_TILE] >= image[L.PLACES]):
        return 0
    if melds and not image[at + L.SHAPE_MELDS]:
        return 0
    if image[at + L.SHAPE_SELF] and table[L.T_BY] != L.BY_SELF:
        return 0
    if form == L.FORM_KNIT3 and melds + 3 > image[L.SETS_NEEDED]:
        return 0
    work[L.W_SHAPE], work[L.W_FORM] = shape, form
    stands = 0
    if table[L.T_STAND] >= 0 and not image[L.STAND_IN_NOT] >> shape & 1:
        stands = work[W_HELD + image[L.STAND_IN]]
    if melds == 0 and stands == 0 and work[W_WILD] == 0 and not may_have(image, work, at, form):
        return 0
    work[L.W_STANDS] = stands
    work[L.W_STANDING_IN] = stands if image[L.STAND_IN_ALL] or stands == 0 else 2
    return 1


@inline
def may_have(image, work, at, form):
    """Does the number of different kinds allow the shape? Asked without melds, jokers and stand-ins; certain when it says no."""
    planes = W_BANK + L.B_REAL
    there = work[planes] | work[planes + 1] | work[planes + 2] | work[planes + 3]
    kinds = popcount(there)
    size = 3 * image[L.SETS_NEEDED] + 2
    if form == L.FORM_PAIRS:
        return kinds <= image[at + L.SHAPE_A] + image[at + L.SHAPE_B]
    if form == L.FORM_ORPHANS:
        return kinds == 13
    if form == L.FORM_KNITTED or form == L.FORM_APART:
        return kinds == size
    return form != L.FORM_KNIT3 or (kinds >= 9 and knits_in(there))


@njit
def knits_in(kinds):
    """Is there a knitted straight among these kinds?"""
    for way in range(6):
        if knitted(way) & ~kinds == 0:
            return True
    return False


@njit
def next_stand(image, table, work):
    """Put the stand-ins to work (all of them, or one and then none) and begin the divisions. Returns 0 when all was tried."""
    standing = work[L.W_STANDING_IN]
    if standing < 0:
        return 0
    work[L.W_STANDING_IN] = -1
    if not image[L.STAND_IN_ALL] and standing > 0:
        standing -= 1
        work[L.W_STANDING_IN] = standing if standing > 0 else -1
        standing = int(standing > 0)
    for kind in range(L.MOST_PLACES):
        work[W_NATURAL + kind] = work[W_HELD + kind]
    if standing:
        work[W_NATURAL + image[L.STAND_IN]] -= standing
        work[W_NATURAL + table[L.T_STAND]] += standing
    work[L.W_STANDING] = standing
    work[W_WAY] = -1
    begin_divisions(image, work)
    return 1


# ---- divisions ----


@njit
def begin_divisions(image, work):
    """Make the search for divisions of a split ready."""
    form = work[L.W_FORM]
    work[W_LEVEL] = 0
    work[W_WILD_LEFT] = work[W_WILD]
    work[W_SETS_LEFT], work[W_PAIRS_LEFT], work[W_ODD_LEFT] = 0, 0, 0
    if form == L.FORM_SETS or form == L.FORM_KNIT3:
        work[W_SETS_LEFT] = image[L.SETS_NEEDED] - work[L.W_MELDS] - (3 if form == L.FORM_KNIT3 else 0)
        work[W_PAIRS_LEFT] = 1
    elif form == L.FORM_PAIRS:
        at = image[L.SHAPE_TABLE] + work[L.W_SHAPE] * L.SHAPE_WORDS
        work[W_PAIRS_LEFT], work[W_ODD_LEFT] = image[at + L.SHAPE_A], image[at + L.SHAPE_B]
    work[W_LEVELS] = work[W_SETS_LEFT] + work[W_PAIRS_LEFT] + work[W_ODD_LEFT]
    work[W_TILE] = lowest(work, 0)
    work[W_OPTION] = 0


@njit
def next_knitted(image, work):
    """A knitted straight in one of six ways, each of its tiles natural or a joker's, beside sets and a pair."""
    ways = 6 * (SUBSETS if work[W_WILD] else 1)
    while True:
        if work[W_WAY] >= 0:
            if next_groups(image, work):
                copy_groups(work, 3)
                return 1
            give_knits(work)
        work[W_WAY] += 1
        while work[W_WAY] < ways and not can_knit(work):
            work[W_WAY] += 1
        if work[W_WAY] >= ways:
            return 0
        begin_divisions(image, work)
        take_knits(work)
        work[W_TILE] = lowest(work, 0)


@njit
def next_free(work):
    """Joker tiles of a hand without groups: each its own kind, or one that lies in every set of kinds it may play."""
    if work[W_WAY] < 0:
        work[W_WAY] = 0
        for i in range(work[W_OWNED]):
            work[W_OWNED + 3 + 3 * i] = 0
        return 1
    for i in range(work[W_OWNED]):
        at = W_OWNED + 3 + 3 * i
        if work[at] < work[at - 1]:
            work[at] += 1
            return 1
        work[at] = 0
    return 0


@inline
def lowest(work, start):
    kind = start
    while kind < NONE and work[W_NATURAL + kind] == 0:
        kind += 1
    return kind


@inline
def group_word(type, a, b, c, wild):
    return type | a << 4 | b << 10 | c << 16 | wild << 22


@inline
def group_tile(word, i):
    return word >> (4 + 6 * i) & 63


@inline
def group_wild(word):
    """Positions (bits) that jokers play."""
    return word >> 22 & 7


@inline
def undo(work, word):
    """Put the tiles of a group back."""
    wild = group_wild(word)
    for i in range(3):
        kind = group_tile(word, i)
        if kind != 63:
            if wild >> i & 1:
                work[W_WILD_LEFT] += 1
            else:
                work[W_NATURAL + kind] += 1
    type = word & 15
    if type == L.G_PAIR:
        work[W_PAIRS_LEFT] += 1
    elif type == 0:
        work[W_ODD_LEFT] += 1
    else:
        work[W_SETS_LEFT] += 1


@njit
def next_groups(image, work):
    """Depth first over groups: the lowest natural tile at each level, options in ascending order while it stays the same tile."""
    level = work[W_LEVEL]
    levels = work[W_LEVELS]
    if level == levels:
        level -= 1
        if level >= 0:
            undo(work, work[W_GROUP + level])
            work[W_OPTION + level] += 1
    while level >= 0:
        word = try_options(image, work, level)
        if word < 0:
            level -= 1
            if level >= 0:
                undo(work, work[W_GROUP + level])
                work[W_OPTION + level] += 1
            continue
        work[W_GROUP + level] = word
        tile = work[W_TILE + level]
        option = work[W_OPTION + level]
        level += 1
        if level == levels:
            work[W_LEVEL] = level
            return 1
        work[W_TILE + level] = lowest(work, tile)
        work[W_OPTION + level] = option if work[W_TILE + level] == tile else 0
    work[W_LEVEL] = -1
    work[W_LEVELS] = -2
    return 0


@njit
def try_options(image, work, level):
    """The first possible group from the level's option on, its tiles taken; -1 if there is none.

    Options of a tile: four for each set that contains it (the other two tiles natural, or a joker's), then a pair, natural or with a
    joker, then the odd tile.
    """
    tile = work[W_TILE + level]
    option = work[W_OPTION + level]
    if tile == NONE:
        return joker_group(image, work, level)
    first = image[image[L.SET_INDEX] + tile]
    entries = image[image[L.SET_INDEX] + tile + 1] - first
    wild, slots = work[W_WILD_LEFT], work[W_SLOTS]
    if wild == 0:
        option = max(option, image[image[L.SET_SKIPS] + tile])  # sets with a lower tile need a joker for it
    work[W_NATURAL + tile] -= 1
    if work[W_SETS_LEFT]:
        while option < 4 * entries:
            entry = image[image[L.SET_LIST] + first + (option >> 2)]
            a, b = entry & 63, entry >> 6 & 63
            patterns = ways_to_take(work, a, b, wild, slots) >> (option & 3)
            if patterns:
                option += ctz(patterns)
                pattern = option & 3
                work[W_OPTION + level] = option
                work[W_SETS_LEFT] -= 1
                work[W_NATURAL + a] -= 1 - (pattern & 1)
                work[W_NATURAL + b] -= 1 - (pattern >> 1)
                work[W_WILD_LEFT] = wild - (pattern & 1) - (pattern >> 1)
                type = entry >> 12
                if tile <= a:
                    return group_word(type, tile, a, b, pattern << 1)
                if tile <= b:
                    return group_word(type, a, tile, b, (pattern & 1) | (pattern & 2) << 1)
                return group_word(type, a, b, tile, pattern)
            option = (option | 3) + 1
    option = max(option, 4 * entries)
    if work[W_PAIRS_LEFT] and (work[L.W_FORM] == L.FORM_PAIRS or image[L.PAIR_KINDS] >> tile & 1):
        if option == 4 * entries and work[W_NATURAL + tile] == 0:
            option += 1
        if option < 4 * entries + (2 if wild and slots >> tile & 1 else 1):
            pattern = option & 1
            work[W_OPTION + level] = option
            work[W_PAIRS_LEFT] -= 1
            work[W_NATURAL + tile] -= 1 - pattern
            work[W_WILD_LEFT] -= pattern
            return group_word(L.G_PAIR, tile, tile, 63, pattern << 1)
    if work[W_ODD_LEFT] and option <= 4 * entries + 2:
        work[W_OPTION + level] = 4 * entries + 2
        work[W_ODD_LEFT] -= 1
        return group_word(0, tile, 63, 63, 0)
    work[W_NATURAL + tile] += 1
    return -1


@inline
def ways_to_take(work, a, b, wild, slots):
    """Which of two further tiles can be natural or a joker's: bit 0 both natural, 1 the first a joker's, 2 the second, 3 both."""
    x, y = work[W_NATURAL + a], work[W_NATURAL + b]
    free_a, free_b = slots >> a & 1, slots >> b & 1
    same = int(a == b)
    ways = int(x > same and y > 0)
    if wild:
        ways |= (int(y > 0) & free_a) << 1
        ways |= (int(x > 0) & free_b & (1 - same)) << 2
        ways |= (int(wild > 1) & free_a & free_b) << 3
    return ways


@njit
def joker_group(image, work, level):
    """Groups of jokers only: any set, any pair that they may play; an odd joker is its own kind."""
    option = work[W_OPTION + level]
    wild = work[W_WILD_LEFT]
    sets = image[L.SET_ALL_COUNT]
    while work[W_SETS_LEFT] and wild >= 3 and option < sets:
        entry = image[image[L.SET_ALL] + option]
        a, b, c = entry & 63, entry >> 6 & 63, entry >> 12 & 63
        if work[L.W_JOKER_SETS] >> option & 1:
            work[W_OPTION + level] = option
            work[W_SETS_LEFT] -= 1
            work[W_WILD_LEFT] -= 3
            return group_word(entry >> 18, a, b, c, 7)
        option += 1
    if work[W_SETS_LEFT]:
        return -1
    pairs = work[L.W_PAIR_KINDS] if work[L.W_FORM] == L.FORM_PAIRS else work[L.W_PAIR_KINDS] & image[L.PAIR_KINDS]
    option = max(option - sets, 0)
    while work[W_PAIRS_LEFT] and wild >= 2 and option < L.MOST_PLACES:
        if pairs >> option & 1:
            work[W_OPTION + level] = sets + option
            work[W_PAIRS_LEFT] -= 1
            work[W_WILD_LEFT] -= 2
            return group_word(L.G_PAIR, option, option, 63, 3)
        option += 1
    if work[W_PAIRS_LEFT]:
        return -1
    option = max(option - L.MOST_PLACES, 0)
    if work[W_ODD_LEFT] and wild >= 1 and option < work[W_OWNED]:
        work[W_OPTION + level] = sets + L.MOST_PLACES + option
        work[W_ODD_LEFT] -= 1
        work[W_WILD_LEFT] -= 1
        return group_word(0, work[W_OWNED + 1 + 3 * option], 63, 63, 1)
    return -1


@njit
def copy_groups(work, before):
    """The groups found, after `before` groups of a knitted straight."""
    for i in range(before):
        work[W_GROUPS + 1 + i] = work[W_KNITS + i]
    levels = work[W_LEVELS]
    for i in range(levels):
        work[W_GROUPS + 1 + before + i] = work[W_GROUP + i]
    work[W_GROUPS] = before + levels


@inline
def knit_subset(work):
    return work[W_WAY] % SUBSETS if work[W_WILD] else 0


@inline
def knit_way(work):
    return work[W_WAY] // SUBSETS if work[W_WILD] else work[W_WAY]


@inline
def can_knit(work):
    """Are the nine tiles there, jokers where the subset says so?"""
    way, subset, jokers, possible = knit_way(work), knit_subset(work), 0, 1
    for suit in range(3):
        for i in range(3):
            kind = 9 * suit + knitted_offset(way, suit) + 3 * i
            if subset >> (3 * suit + i) & 1:
                jokers += 1
                possible &= work[W_SLOTS] >> kind & 1
            else:
                possible &= int(work[W_NATURAL + kind] > 0)
    return int(possible and jokers <= work[W_WILD])


@njit
def take_knits(work):
    """Take the nine tiles of a knitted straight."""
    way, subset = knit_way(work), knit_subset(work)
    for suit in range(3):
        low = 9 * suit + knitted_offset(way, suit)
        wild = subset >> (3 * suit) & 7
        for i in range(3):
            if wild >> i & 1:
                work[W_WILD_LEFT] -= 1
            else:
                work[W_NATURAL + low + 3 * i] -= 1
        work[W_KNITS + suit] = group_word(L.G_KNIT, low, low + 3, low + 6, wild)


@njit
def give_knits(work):
    for suit in range(3):
        word = work[W_KNITS + suit]
        for i in range(3):
            if not group_wild(word) >> i & 1:
                work[W_NATURAL + group_tile(word, i)] += 1


@seam("pp", hot=True)
def next_division(image, work):
    """The next division; 0 if there is none. Groups and odd tiles stand in W_GROUPS, hands of single tiles in W_SINGLE, W_FILLED,
    W_TWICE.
    """
    form = work[L.W_FORM]
    if form == L.FORM_SETS or form == L.FORM_PAIRS:
        if next_groups(image, work):
            copy_groups(work, 0)
            if work[L.W_ONE_WAY] and work[W_WILD] == 0 and form == L.FORM_SETS:
                work[W_LEVEL], work[W_LEVELS] = -1, -2
            return 1
        return 0
    work[W_GROUPS] = 0
    if form == L.FORM_KNIT3:
        return next_knitted(image, work)
    if form == L.FORM_FREE:
        return next_free(work)
    if form == L.FORM_ORPHANS:
        return next_orphans(work)
    return next_singles(work)
