"""A win that no reading can make legal, seen without looking at readings: the rules run once over what each value can be at most
and at least.

Every register has two values here: for numbers the least and the greatest, for sets what is surely in and what may be in. The
least stand at `work[WORK_SIZE + register]`, the greatest at `work[2 * WORK_SIZE + register]`. Groups on the table are known; of
the concealed ones only which types they may be and from which kinds: a set of groups "may" hold the melds of bits 0-7,
concealed groups of the types in bits 8-11 and of the kinds from bit 12 on. Where a gate is surely not met, or the greatest
value is below the least that wins, no search is needed. The bounds are generous, so "out of reach" is always right, and its
opposite means nothing.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import ops as O
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.layout import B_ALL, B_KINDS, B_PLAYED, B_REAL, W_BANK, W_HELD, W_WILD
from mjsim.kernels.readings import begin_hand
from mjsim.kernels.record import add_counts
from mjsim.kernels.seam import seam
from mjsim.kernels.singles import SUITED, YAO
from mjsim.kernels.vm import ALL_42, at_least, power, share, times, weigh

CHOW, PUNG, PAIR, OTHER = 1 << 8, 1 << 9, 1 << 10, 1 << 11
TYPES = CHOW | PUNG | PAIR | OTHER
MELDS = 255
KIND = 12
"""First bit of the kinds of concealed groups."""
ONE = 1 << (KIND + L.MOST_PLACES)
"""At most one concealed group (that of the winning tile)."""
ANYTHING = TYPES | L.ALL_PLACES << KIND
LOW_RANKS = 0x7F | 0x7F << 9 | 0x7F << 18

# Scratch at the head of the greatest values.
X_BUDGET = 0  # tiles that may be of several kinds: jokers, and the winning tile if it is not given
X_SETS = 1  # concealed sets
X_PAIRS = 2
X_FREE = 3  # kinds that they may be
X_ONES, X_TWOS, X_THREES = 4, 5, 6  # kinds with one, two, three concealed natural tiles or more
X_CANDIDATES = 7  # kinds of a winning tile that is not given
X_BARE = 8  # 1: a hand without groups is possible
X_LEAST, X_GREATEST = 9, 10  # shapes
X_NOT_OWN = 11  # groups that may be not own
X_SHARED = 12  # the dearest values of rows that share out the sets, at most 6


@seam("pppii")
def out_of_reach(image, table, work, candidates, ways):
    """1 if the win in the table is surely none.

    candidates : mask of kinds, one of which is the winning tile, which then is not in the hand; 0: it is the table's.
    ways : mask of the ways in which the tile may come (1 self, 2 discard, 4 rob).
    """
    low, high = image[L.WORK_SIZE], 2 * image[L.WORK_SIZE]
    if table[L.T_TILE] >= image[L.PLACES] or (table[L.T_STAND] >= 0 and table[L.T_SEAT] >= 0 and stand_in_held(image, table)):
        return 0
    by = table[L.T_BY]
    if candidates:
        table[L.T_BY] = L.BY_SELF
    begin_hand(image, table, work)
    table[L.T_BY] = by
    prepare(image, table, work, low, high, candidates, ways)
    for section in (L.SEC_HAND, L.SEC_DIVISION, L.SEC_READING, L.SEC_VALUE):
        if sweep(image, work, low, high, image[L.SECTIONS + 2 * section], image[L.SECTIONS + 2 * section + 1]):
            return 1
    if image[L.MINIMUM_REGISTER] < 0:
        return 0
    at = image[L.FORMULA_TABLE]
    most, least = work[high + image[at]], work[low + image[at]]
    for i in range(1, image[L.FORMULA_COUNT]):
        most = max(most, work[high + image[at + i * L.FORMULA_WORDS]])
        least = max(least, work[low + image[at + i * L.FORMULA_WORDS]])
    if image[L.FINAL_REGISTER] >= 0:
        work[high + W_BANK + L.B_VALUE], work[low + W_BANK + L.B_VALUE] = most, least
        sweep(image, work, low, high, image[L.SECTIONS + 2 * L.SEC_FINAL], image[L.SECTIONS + 2 * L.SEC_FINAL + 1])
        most = work[high + image[L.FINAL_REGISTER]]
    return int(most < work[low + image[L.MINIMUM_REGISTER]])


@inline
def stand_in_held(image, table):
    """Tiles that may be one of two kinds: nothing is said of such hands."""
    return table[L.T_SIZE + table[L.T_SEAT] * L.S_SIZE + L.S_HELD + image[L.STAND_IN]] > 0 or table[L.T_TILE] == image[L.STAND_IN]


@njit
def prepare(image, table, work, low, high, candidates, ways):
    """What is known of the hand, and what its features may be."""
    sets = image[L.SETS_NEEDED] - work[L.W_MELDS]
    for i in range(L.BANK_SIZE):
        work[low + W_BANK + i] = work[high + W_BANK + i] = work[W_BANK + i]
    one, two, four = add_counts(work, high + W_BANK + B_PLAYED, work, W_HELD)
    ones, twos, threes = one | two | four, two | four, one & two | four
    open_kinds = image[L.KINDS] & candidates
    work[high + X_BUDGET] = work[W_WILD] + int(candidates != 0)
    work[high + X_SETS] = sets
    work[high + X_FREE] = work[L.W_SLOTS] | open_kinds
    work[high + X_ONES], work[high + X_TWOS], work[high + X_THREES] = ones, twos, threes
    work[high + X_CANDIDATES] = open_kinds
    prepare_shapes(image, work, high)
    prepare_groups(work, low, high, ways & (1 << L.BY_DISCARD | (0 if image[L.ROB_AS] else 1 << L.BY_ROB)))
    bank_low, bank_high = low + W_BANK, high + W_BANK
    given, rob_self = 1 << table[L.T_TILE], image[L.ROB_AS]
    joker_won = int(table[L.T_JOKERS] & (candidates if candidates else given) != 0)
    work[bank_low + L.B_LAST] = 0
    work[bank_high + L.B_LAST] = ((candidates if candidates else given) | (work[L.W_SLOTS] if joker_won else 0)) & L.ALL_PLACES
    if candidates:
        work[bank_low + L.B_DRAWN] = 0
        work[bank_high + L.B_DRAWN] = candidates & L.ALL_PLACES
        work[bank_high + L.B_JOKERS] += joker_won
    if image[L.ANY_LAST]:
        work[bank_low + L.B_DRAWN] = 0
        work[bank_high + L.B_DRAWN] = work[bank_high + L.B_LAST] = L.ALL_PLACES
    drawn, given_up, robbed = ways & 1, ways >> 1 & 1, ways >> 2 & 1
    many = drawn + given_up + robbed > 1
    span(work, low, high, L.B_SELF_DRAW, drawn | robbed & rob_self, given_up | (robbed & (1 - rob_self)))
    span(work, low, high, L.B_DISCARD, given_up | (robbed & (1 - rob_self)), drawn | robbed & rob_self)
    span(work, low, high, L.B_ROB, robbed, int(many or not robbed))
    chow = int(work[bank_high + L.B_CHOW] & ~work[bank_low + L.B_CHOW] != 0)
    for number in (L.B_MIDDLE, L.B_EDGE):
        work[bank_low + number], work[bank_high + number] = 0, chow
    work[bank_low + L.B_ANYWAIT], work[bank_high + L.B_ANYWAIT] = 0, int(work[W_WILD] > 0)
    work[bank_high + L.B_WILD] += work[W_WILD] + joker_won
    work[bank_low + L.B_SHAPE], work[bank_high + L.B_SHAPE] = work[high + X_LEAST], work[high + X_GREATEST]
    work[bank_low + L.B_WAITS], work[bank_high + L.B_WAITS] = 0, image[L.PLACES]
    for i in range(image[L.POSSIBLE_COUNT]):
        register = image[image[L.POSSIBLE_TABLE] + 2 * i + 1]
        work[low + register], work[high + register] = 0, 1


@inline
def span(work, low, high, number, yes, no):
    """A truth that may be so in one way of winning and not in another."""
    work[high + W_BANK + number] = yes
    work[low + W_BANK + number] = int(yes and not no)


@njit
def prepare_shapes(image, work, high):
    """Which shapes the tiles can have at all."""
    ones, twos = work[high + X_ONES], work[high + X_TWOS]
    melds = work[L.W_MELDS]
    bare, pairs, first, last = 0, 1, -1, -1
    at = image[L.SHAPE_TABLE]
    for shape in range(image[L.SHAPE_COUNT]):
        form = image[at + L.SHAPE_FORM]
        possible = not melds or image[at + L.SHAPE_MELDS] != 0
        if form == L.FORM_ORPHANS:
            possible = possible and ones & ~YAO == 0
        elif form == L.FORM_APART or form == L.FORM_KNITTED:
            possible = possible and twos == 0
        if possible:
            if form == L.FORM_PAIRS:
                pairs = image[at + L.SHAPE_A]
            bare |= int(form != L.FORM_SETS and form != L.FORM_KNIT3 and (form != L.FORM_PAIRS or image[at + L.SHAPE_B] != 0))
            first = shape if first < 0 else first
            last = shape
        at += L.SHAPE_WORDS
    work[high + X_PAIRS], work[high + X_BARE] = pairs, bare
    work[high + X_LEAST], work[high + X_GREATEST] = max(first, 0), max(last, 0)


@njit
def prepare_groups(work, low, high, given):
    """Concealed groups may be of any type and kind that the tiles allow. `given`: another player may give the winning tile."""
    bank = high + W_BANK
    there = work[high + X_ONES] | work[high + X_FREE]
    kinds = there << KIND
    chow = CHOW | (there & SUITED) << KIND if work[high + X_SETS] and chow_starts(work, high, there) else 0
    pung = PUNG | kinds if work[high + X_SETS] and pungs_within(work, high, L.ALL_PLACES) else 0
    every = PAIR | kinds | chow | pung | (OTHER if work[high + X_SETS] else 0)
    for groups in (B_ALL, L.B_OWN, L.B_WON, L.B_NATURAL):
        work[bank + groups] |= every
    work[bank + L.B_WON] |= ONE
    work[high + X_NOT_OWN] = work[W_BANK + B_ALL] & ~work[W_BANK + L.B_OWN] | (every | ONE if given else 0)
    work[bank + L.B_CHOW] |= chow
    work[bank + L.B_PUNG] |= pung
    work[bank + L.B_PAIR] |= PAIR | kinds
    work[bank + L.B_KNIT] |= OTHER | kinds if work[high + X_SETS] > 2 else 0
    work[low + W_BANK + L.B_OWN] = work[low + W_BANK + B_ALL] & work[low + W_BANK + L.B_OWN]


@inline
def chow_starts(work, high, kinds):
    """Lowest kinds of the runs that the tiles of these kinds can make."""
    have = kinds & work[high + X_ONES]
    room = kinds & (work[high + X_ONES] | work[high + X_FREE])
    budget = work[high + X_BUDGET]
    starts = room & room >> 1 & room >> 2
    if budget == 0:
        starts = have & have >> 1 & have >> 2
    elif budget == 1:
        starts &= (have & have >> 1) | (have & have >> 2) | (have >> 1 & have >> 2)
    return starts & LOW_RANKS


@inline
def pungs_within(work, high, kinds):
    """Most concealed pungs of these kinds: those that are there, then those that lack one tile, two, three."""
    three, two, one = work[high + X_THREES] & kinds, work[high + X_TWOS] & kinds, work[high + X_ONES] & kinds
    room = kinds & work[high + X_FREE]
    budget = work[high + X_BUDGET]
    pungs = popcount(three)
    close = min(popcount(two & ~three & room), budget)
    budget -= close
    far = min(popcount(one & ~two & room), budget // 2)
    budget -= 2 * far
    return pungs + close + far + (budget // 3 if room & ~one else 0)


@inline
def groups_at_most(work, high, groups):
    """Greatest number of groups in a set of groups."""
    kinds = groups >> KIND & L.ALL_PLACES
    sets = 0
    if groups & CHOW and chow_starts(work, high, kinds):
        sets = work[high + X_SETS]
    if groups & OTHER:
        sets = work[high + X_SETS]
    if groups & PUNG and sets < work[high + X_SETS]:
        sets = min(work[high + X_SETS], sets + pungs_within(work, high, kinds))
    concealed = sets + (work[high + X_PAIRS] if groups & PAIR and kinds else 0)
    return popcount(groups & MELDS) + (min(concealed, 1) if groups & ONE else concealed)


@inline
def clean(groups):
    """A set of groups without types or without kinds has no concealed group."""
    return groups if groups & TYPES and groups >> KIND & L.ALL_PLACES else groups & MELDS


@inline
def meld_groups_in(work, groups, kinds):
    """Melds of a set of groups whose tiles all lie in the kinds."""
    found = 0
    rest = groups & MELDS
    while rest:
        g = ctz(rest)
        rest &= rest - 1
        if work[W_BANK + B_KINDS + g] & ~kinds == 0:
            found |= 1 << g
    return found


@inline
def meld_kinds(work, groups):
    """Kinds in the melds of a set of groups."""
    kinds = 0
    rest = groups & MELDS
    while rest:
        kinds |= work[W_BANK + B_KINDS + ctz(rest)]
        rest &= rest - 1
    return kinds


@inline
def surely_not_all(work, high, groups):
    """Is some group of every reading outside a set of groups?"""
    if work[high + X_BARE]:
        return False
    if work[W_BANK + B_ALL] & ~groups & MELDS or not groups & PAIR or work[high + X_ONES] & ~(groups >> KIND) or groups & ONE:
        return True
    return groups_at_most(work, high, groups & ~(PAIR | MELDS)) < work[high + X_SETS]


@njit
def most_fits(image, work, high, template):
    """Greatest number of ways in which a template can fit; where tiles are not fixed anything that a template allows."""
    at = image[image[L.TEMPLATE_TABLE] + template]
    orders, parts, free = image[at], image[at + 1], image[at + 2] & 1
    if work[high + X_BUDGET]:
        return orders * (9 if free else 1)
    planes = high + W_BANK + B_PLAYED
    total = 0
    for order in range(orders):
        suits = image[at + 3 + order]
        ranks = 511 if free else 1
        for i in range(parts):
            part = image[at + 3 + orders + i]
            type, need = (part & 255) // 5, (part & 255) % 5 + 1
            enough = at_least(work, planes, need if type == 0 else (3 if type == 1 else 2))
            if type == 0:
                enough &= enough >> 1 & enough >> 2 & LOW_RANKS
            there = enough >> (9 * (suits >> (2 * (part >> 8 & 3)) & 3)) & 511
            ranks &= (there >> (part >> 12 & 15) & 1) * 511 if part >> 16 else there >> (part >> 12 & 15)
        total += popcount(ranks)
    return total


@njit
def sum_of_rows(image, work, low, high, tags):
    """Least and greatest sum of the rows that may count.

    Rows that share out the sets (layout.OF_SETS) count more than is sure of them for no more sets than are concealed, the dearest first;
    of the rows about the winning group (OF_WON) one counts.
    """
    least, most, won, won_set = 0, 0, 0, 0
    sets, shared = work[high + X_SETS], high + X_SHARED
    for i in range(sets):
        work[shared + i] = 0
    at = image[L.ROW_TABLE]
    for _ in range(image[L.ROW_COUNT]):
        flags, shares = image[at + L.ROW_FLAGS], image[at + L.ROW_SHARES]
        count = max(work[high + image[at + L.ROW_REGISTER]], 0)
        if count and not flags & (L.IS_PAYER | L.IS_DEAL) and (tags == 0 or image[at + L.ROW_TAGS] & tags):
            value = max(work[high + image[at + L.ROW_VALUE]], 0)
            least = max(least + times(min(work[low + image[at + L.ROW_VALUE]], 0), count), -O.LIMIT)
            sure = min(max(work[low + image[at + L.ROW_REGISTER]], 0), count) if shares else count
            most = min(most + times(value, sure), O.LIMIT)
            more = count - sure
            if more and shares & L.OF_WON:
                if shares & L.OF_SETS:
                    won_set = max(won_set, value)
                else:
                    won = max(won, value)
            else:
                for _ in range(min(more, sets)):
                    rest = value
                    for i in range(sets):
                        there = work[shared + i]
                        work[shared + i], rest = max(there, rest), min(there, rest)
        at += L.ROW_WORDS
    for i in range(sets):
        won_set += work[shared + i] if i < sets - 1 else 0
        won += work[shared + i]
    return least, min(most + max(won, won_set), O.LIMIT)


@njit
def total_of_rows(image, work, low, high, op, tags):
    """Least and greatest sum, product or best value of the rows that may count."""
    at = image[L.ROW_TABLE]
    least, most = 0, 0
    if op == O.PRODUCT:
        least, most = 1, 1
    elif op == O.SUM:
        return sum_of_rows(image, work, low, high, tags)
    for _ in range(image[L.ROW_COUNT]):
        flags = image[at + L.ROW_FLAGS]
        count = max(work[high + image[at + L.ROW_REGISTER]], 0)
        if count and not flags & (L.IS_PAYER | L.IS_DEAL) and (tags == 0 or image[at + L.ROW_TAGS] & tags):
            value, worst = work[high + image[at + L.ROW_VALUE]], work[low + image[at + L.ROW_VALUE]]
            if op == O.PRODUCT:
                most = times(most, power(max(value, 1), count))
                if worst < 1:
                    least = -O.LIMIT if worst < 0 else min(least, 0)
            else:
                most = max(most, value)
                least = min(least, worst)
        at += L.ROW_WORDS
    return least, most


@njit
def sweep(image, work, low, high, pc, end):
    """Run image[pc:end] over least and greatest values; 1 if a gate is surely not met."""
    while pc < end:
        code = image[pc]
        pc += 1
        op = code & 255
        d, i, j, k = code >> 8 & 0x3FFF, code >> 22 & 0x3FFF, code >> 36 & 0x3FFF, code >> 50 & 0x3FFF
        a, b = work[low + i], work[low + j]
        x, y = work[high + i], work[high + j]
        least, most = 0, 1
        if op == O.COUNT:
            least, most = popcount(a & MELDS), groups_at_most(work, high, x)
        elif op == O.GROUPS_IN:
            least = meld_groups_in(work, a, b)
            most = clean(meld_groups_in(work, x, y) | x & (ONE | TYPES | (y & L.ALL_PLACES) << KIND))
        elif op == O.BAND:
            least, most = a & b, x & y
        elif op == O.GROUPS_AND:
            least, most = a & b, clean(x & y | (x | y) & ONE)
        elif op == O.GNOT:
            least = work[W_BANK + B_ALL] & ~x & MELDS
            most = clean(work[high + W_BANK + B_ALL] & (ANYTHING | ~a))
            if i == W_BANK + L.B_OWN:
                most = work[high + X_NOT_OWN]
        elif op == O.TILES:
            extra = work[high + X_BUDGET] if x & work[high + X_FREE] else 0
            least, most = weigh(work, high + W_BANK + B_PLAYED, a), weigh(work, high + W_BANK + B_PLAYED, x) + extra
        elif op == O.EQ:
            least, most = int(a == x and b == y and a == b), int(a <= y and b <= x)
        elif op == O.NE:
            least, most = int(x < b or y < a), int(not (a == x and b == y and a == b))
        elif op == O.LT:
            least, most = int(x < b), int(a < y)
        elif op == O.LE:
            least, most = int(x <= b), int(a <= y)
        elif op == O.AND:
            least, most = int(surely(a, x) and surely(b, y)), int(maybe(a, x) and maybe(b, y))
        elif op == O.OR:
            least, most = int(surely(a, x) or surely(b, y)), int(maybe(a, x) or maybe(b, y))
        elif op == O.NOT:
            least, most = int(not maybe(a, x)), int(not surely(a, x))
        elif op == O.TRUTH:
            least, most = int(surely(a, x)), int(maybe(a, x))
        elif op == O.ADD:
            least, most = a + b, x + y
        elif op == O.SUB:
            least, most = a - y, x - b
        elif op == O.MUL:
            p, q, r, s = times(a, b), times(a, y), times(x, b), times(x, y)
            least, most = min(min(p, q), min(r, s)), max(max(p, q), max(r, s))
        elif op == O.ONLY:
            outside = present_at(work, high + W_BANK + B_PLAYED)
            most = int(outside & ~x == 0)
            least = int(outside & ~a == 0 and work[high + X_BUDGET] == 0)
        elif op == O.FIT:
            most = most_fits(image, work, high, j)
            most = min(most, 1) if k & O.TRUTH_ONLY else most
        elif op == O.BOR:
            least, most = a | b, x | y
            if x & TYPES and y & TYPES:
                most &= ~ONE
        elif op == O.KNOT:
            least, most = ALL_42 & ~x, ALL_42 & ~a
        elif op == O.SELECT or op == O.SELECT_SET:
            c, z = work[low + k], work[high + k]
            if surely(a, x):
                least, most = b, y
            elif not maybe(a, x):
                least, most = c, z
            elif op == O.SELECT:
                least, most = min(b, c), max(y, z)
            else:
                least, most = b & c, y | z
                if (y & TYPES and not y & ONE) or (z & TYPES and not z & ONE):
                    most &= ~ONE
        elif op == O.KINDS:
            there = present_at(work, high + W_BANK + B_PLAYED)
            least, most = popcount(there & a), min(popcount(there & x) + work[high + X_BUDGET], popcount(x))
        elif op == O.KINDS_IN:
            least, most = int(x & ~b == 0), int(a & ~y == 0)
        elif op == O.ALL:
            least, most = 0, int(not surely_not_all(work, high, x))
        elif op == O.TOUCH:
            least, most = 0, work[high + W_BANK + B_ALL]
        elif op == O.OF:
            least = meld_kinds(work, a)
            most = meld_kinds(work, x) | (x >> KIND & L.ALL_PLACES if x & TYPES else 0)
        elif op == O.REAL:
            least = weigh(work, W_BANK + B_REAL, a)
            most = weigh(work, W_BANK + B_REAL, x) + int(x & work[high + X_CANDIDATES] != 0)
        elif op == O.LAID:
            least, most = laid(work, a), laid(work, x)
        elif op == O.HELD:
            least = at_least(work, W_BANK + B_REAL, i)
            most = least | (at_least(work, W_BANK + B_REAL, i - 1) & work[high + X_CANDIDATES] if i > 1 else work[high + X_CANDIDATES])
        elif op == O.MIN:
            least, most = min(a, b), min(x, y)
        elif op == O.MAX:
            least, most = max(a, b), max(x, y)
        elif op == O.NEG:
            least, most = -x, -a
        elif op == O.FLOORDIV:
            least, most = a // b, x // b
        elif op == O.POWER:
            least, most = power(a, b), power(a, y)
        elif op == O.ROUND_UP:
            least, most = -(-a // b) * b, -(-x // b) * b
        elif op == O.SHARE:
            least, most = share(image, a), share(image, x)
        elif op == O.GATE:
            if not maybe(a, x):
                return 1
            continue
        elif op == O.SKIP:
            continue  # what it would pass over says the same
        elif op == O.OTHERS:
            most = image[L.PLAYERS] - 1
        else:
            least, most = total_of_rows(image, work, low, high, op, a if i else 0)
        work[low + d], work[high + d] = least, most
    return 0


@inline
def surely(least, most):
    """Is the value not 0, whatever it is? (A set: something is in it.)"""
    return least > 0 or most < 0


@inline
def maybe(least, most):
    """Can the value be other than 0?"""
    return least != 0 or most != 0


@inline
def present_at(work, planes):
    return work[planes] | work[planes + 1] | work[planes + 2] | work[planes + 3]


@inline
def laid(work, kinds):
    at = W_BANK + L.B_LAID
    return popcount(work[at] & kinds) + 2 * popcount(work[at + 1] & kinds) + 4 * popcount(work[at + 2] & kinds)
