"""The machine that runs compiled expressions: straight-line code over the registers in `work`.

One interpreter serves rows, gates, payments and set-up of every variant. It never allocates; common parts of expressions were found
when they were compiled, so every value is worked out once. Sets of groups and of kinds are masks in one int64; tiles of each kind
are four bit planes, so that counting tiles of a set of kinds takes four population counts.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import ops as O
from mjsim.kernels.jit import ctz, inline, njit, popcount
from mjsim.kernels.layout import B_ALL, B_CODE, B_FIT, B_KINDS, B_LAID, B_LOOSE, B_LOOSE_KINDS, B_PLAYED, B_REAL, BANK_SIZE, W_BANK
from mjsim.kernels.seam import seam

ALL_42 = (1 << 42) - 1
SUITED = (1 << 27) - 1
EVERY_FIRST = 1 | 1 << 9 | 1 << 18
DONE = -1
"""What `run` returns at the end of its code; otherwise the number of the gate that refused (0, 1 ...) or `TRAP`."""
TRAP = -2


@inline
def present(work, bank):
    """Kinds of which some tile is there, as played."""
    return work[bank + B_PLAYED] | work[bank + B_PLAYED + 1] | work[bank + B_PLAYED + 2] | work[bank + B_PLAYED + 3]


@inline
def weigh(work, planes, kinds):
    """Number of tiles of these kinds in four bit planes."""
    return (
        popcount(work[planes] & kinds)
        + 2 * popcount(work[planes + 1] & kinds)
        + 4 * popcount(work[planes + 2] & kinds)
        + 8 * popcount(work[planes + 3] & kinds)
    )


@njit
def fit(image, work, template, groups, bank, once):
    """How often a template fits into groups (a mask; all groups have their counts ready); `once`: 1 if it does.

    A template in the image is: number of different suit orders, number of parts, 1 if there is a free rank, then the orders (three
    suits, 2 bits each), then the parts: plane | suit variable << 8 | shift << 12 | fixed << 16. Ranks from which it fits are found at once
    for the three suits that the first variable can be, nine bits each; the others follow it up or down the circle of suits. Three and six
    orders are three suits in one and in both directions; one and two do not depend on where the circle begins.
    """
    at = image[image[L.TEMPLATE_TABLE] + template]
    orders, parts, free = image[at], image[at + 1], image[at + 2]
    planes = bank + B_FIT
    if groups != work[bank + B_ALL]:
        planes = L.W_SEEN
        for i in range(15):
            work[planes + i] = 0
        rest = groups
        while rest:
            code = work[bank + B_CODE + ctz(rest)]
            rest &= rest - 1
            if code >= 0:
                count_code(work, planes, code)
    if (orders == 1 or orders == 6) and parts == 3:  # three suits, each of which must have a group of the kind
        there = work[planes + (image[at + 3 + orders] & 255) // 5 * 5]
        if not (there & 511 and there & 511 << 9 and there & 511 << 18):
            return 0
    start = (SUITED if free else EVERY_FIRST) & (SUITED if orders % 3 == 0 else 511)
    parts_at = at + 3 + orders
    total = 0
    for down in range(2 - orders % 2):
        ranks = start
        for i in range(parts):
            part = image[parts_at + i]
            step = 9 * (part >> 8 & 3)
            step = 27 - step if down else step
            shift = part >> 12 & 15
            held = work[planes + (part & 255)] & SUITED
            held = (held >> step | held << (27 - step)) >> shift
            # no early end: a branch costs more than the rest of the parts
            ranks &= (held & EVERY_FIRST) * 511 if part >> 16 else held & EVERY_FIRST * (511 >> shift)
        total += popcount(ranks)
    return min(total, 1) if once else total


@inline
def count_code(work, planes, code):
    """Add a group (64 * kind + lowest tile) to the unary counts at `planes`."""
    bit = 1 << (code & 63)
    at = planes + 5 * (code >> 6)
    for n in range(5):
        there = work[at + n] & bit
        work[at + n] |= bit
        bit = there
        if bit == 0:
            break


@inline
def times(a, b):
    """a * b, kept within -LIMIT and LIMIT."""
    guess = float(a) * float(b)
    if guess > float(O.LIMIT):
        return O.LIMIT
    if guess < -float(O.LIMIT):
        return -O.LIMIT
    return a * b


@inline
def power(base, exponent):
    """base ** exponent, 1 for negative exponents, at most LIMIT."""
    result = 1
    for _ in range(exponent):
        if result >= O.LIMIT:
            break
        result *= base
    return min(result, O.LIMIT)


@njit
def share(image, value):
    """The variant's table of shares: below the first key 0, above the last the last."""
    at = image[L.SHARE_TABLE]
    result = 0
    for i in range(image[L.SHARE_COUNT]):
        if image[at + 2 * i] > value:
            break
        result = image[at + 2 * i + 1]
    return result


@njit
def total(image, work, op, tags):
    """Sum, product or best value of the rows that count and have one of these tags (0: any)."""
    rows = image[L.ROW_TABLE]
    result = 1 if op == O.PRODUCT else 0
    for i in range(work[L.W_LIVE]):
        row = work[L.W_LIVE + 1 + i]
        at = rows + row * L.ROW_WORDS
        count = work[L.W_COUNT + row]
        if count > 0 and (tags == 0 or image[at + L.ROW_TAGS] & tags):
            value = work[image[at + L.ROW_VALUE]]
            if op == O.SUM:
                result = max(-O.LIMIT, min(result + times(value, count), O.LIMIT))
            elif op == O.PRODUCT:
                for _ in range(count):
                    result = times(result, value)
            else:
                result = max(result, value)
    return result


@seam("ppii", hot=True)
def run(image, work, pc, end):
    """Run image[pc:end]. Returns DONE, the number of a gate that is not met, or TRAP with the place of the instruction in work[W_TRAP]."""
    while pc < end:
        code = image[pc]
        pc += 1
        op = code & 255
        d, i, j, k = code >> 8 & 0x3FFF, code >> 22 & 0x3FFF, code >> 36 & 0x3FFF, code >> 50 & 0x3FFF
        a = work[i]
        b = work[j]
        bank = W_BANK + BANK_SIZE * (k & 1)
        if op == O.EQ:
            r = int(a == b)
        elif op == O.AND:
            r = int(a != 0 and b != 0)
        elif op == O.TILES:
            r = weigh(work, bank + B_PLAYED, a)
            if a & work[bank + B_LOOSE_KINDS]:
                r += work[bank + B_LOOSE]
        elif op == O.COUNT:
            r = popcount(a)
        elif op == O.GROUPS_IN:
            r = 0
            rest = a
            while rest:
                g = ctz(rest)
                if work[bank + B_KINDS + g] & ~b == 0:
                    r |= 1 << g
                rest &= rest - 1
        elif op == O.BAND or op == O.GROUPS_AND:
            r = a & b
        elif op == O.GNOT:
            r = work[bank + B_ALL] & ~a
        elif op == O.NOT:
            r = int(a == 0)
        elif op == O.ONLY:
            loose = work[bank + B_LOOSE]
            r = int(present(work, bank) & ~a == 0 and (loose == 0 or a & work[bank + B_LOOSE_KINDS] != 0))
        elif op == O.FIT:
            r = 0
            groups = a if i else work[bank + B_ALL]
            if popcount(groups & work[bank + L.B_CHOW]) >= k >> 1 & 15 and popcount(groups & work[bank + L.B_PUNG]) >= k >> 5 & 15:
                r = fit(image, work, j, groups, bank, k & O.TRUTH_ONLY)
        elif op == O.SKIP:
            if a == 0:
                work[d] = 0
                pc += j
            continue
        elif op == O.LT:
            r = int(a < b)
        elif op == O.LE:
            r = int(a <= b)
        elif op == O.NE:
            r = int(a != b)
        elif op == O.OR:
            r = int(a != 0 or b != 0)
        elif op == O.ADD:
            r = a + b
        elif op == O.SUB:
            r = a - b
        elif op == O.MUL:
            r = times(a, b)
        elif op == O.TRUTH:
            r = int(a != 0)
        elif op == O.BOR:
            r = a | b
        elif op == O.KNOT:
            r = ALL_42 & ~a
        elif op == O.SELECT or op == O.SELECT_SET:
            r = b if a else work[k]
        elif op == O.KINDS:
            r = popcount(present(work, bank) & a)
        elif op == O.KINDS_IN:
            r = int(a & ~b == 0)
        elif op == O.ALL:
            r = int(work[bank + B_ALL] & ~a == 0)
        elif op == O.TOUCH:
            r = 0
            rest = work[bank + B_ALL]
            while rest:
                g = ctz(rest)
                if work[bank + B_KINDS + g] & a:
                    r |= 1 << g
                rest &= rest - 1
        elif op == O.OF:
            r = 0
            rest = a
            while rest:
                r |= work[bank + B_KINDS + ctz(rest)]
                rest &= rest - 1
        elif op == O.REAL:
            r = weigh(work, bank + B_REAL, a)
        elif op == O.LAID:
            r = popcount(work[bank + B_LAID] & a) + 2 * popcount(work[bank + B_LAID + 1] & a) + 4 * popcount(work[bank + B_LAID + 2] & a)
        elif op == O.HELD:
            r = at_least(work, bank + B_REAL, i)
        elif op == O.MIN:
            r = min(a, b)
        elif op == O.MAX:
            r = max(a, b)
        elif op == O.NEG:
            r = -a
        elif op == O.FLOORDIV:
            r = a // b  # floor, as in Python
        elif op == O.POWER:
            r = power(a, b)
        elif op == O.ROUND_UP:
            r = -(-a // b) * b
        elif op == O.SHARE:
            r = share(image, a)
        elif op == O.GATE:
            if a == 0:
                return j
            continue
        elif op == O.OTHERS:
            work[L.W_TRAP] = pc
            return TRAP
        else:
            r = total(image, work, op, a if i else 0)
        work[d] = r
    return DONE


@inline
def at_least(work, planes, n):
    """Kinds with n (1-8) or more tiles in four bit planes: a ripple comparison of all kinds at once."""
    more, same = 0, ALL_42
    for bit in range(3, -1, -1):
        plane = work[planes + bit]
        if n >> bit & 1:
            same &= plane
        else:
            more |= same & plane
            same &= ~plane
    return more | same
