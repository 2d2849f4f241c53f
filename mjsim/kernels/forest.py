"""Rows of one family combine groups; what counts of them is a forest.

An occurrence of a row's template is a set of groups. Occurrences may count together if no two groups of one are already joined
by others ("account once") and no row counts a group twice ("non-identical"). `next_forest` gives one after the other all
choices to which nothing can be added; the best of them is chosen by what the whole hand is worth (tally.py).
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import ctz, inline, njit
from mjsim.kernels.layout import B_CODE, B_FIT, W_BANK, W_COUNT, W_FOREST, W_HOLD, W_RAW

MOST = 24
"""Occurrences looked at in a reading."""
NUMBER, LEVEL = W_FOREST, W_FOREST + 1
FOUND = W_FOREST + 2
"""Occurrences: groups | row << 8 | family << 16."""
TAKEN = FOUND + MOST
"""1 taken, 0 left, 2 not yet decided."""
TREES = TAKEN + MOST + 1
"""Component of each of 8 groups before an occurrence is decided, 4 bits each."""
SLOTS = TREES + MOST + 1
"""Groups of the template being placed: where it must begin, which group was taken."""
SIGNS = SLOTS + 16
"""How many choices were given, and the counts of each in one number."""
APART = 0x76543210
ALL = 99
"""In place of the level: all occurrences can count together, so that there is one choice."""


@njit
def begin_forests(image, work):
    """List the occurrences of all family rows that hold; returns their number."""
    work[NUMBER] = 0
    joined = 0
    for i in range(work[W_HOLD]):
        joined |= int(image[image[L.ROW_TABLE] + work[W_HOLD + 1 + i] * L.ROW_WORDS + L.ROW_FAMILY] >= 0)
    if not joined:
        return 0
    at = image[L.FAMILY_TABLE]
    for _ in range(image[L.FAMILY_COUNT]):
        family, row, template = image[at], image[at + 1], image[at + 2]
        at += L.FAMILY_WORDS
        if work[W_RAW + row] > 0:
            find_occurrences(image, work, image[image[L.TEMPLATE_TABLE] + template], row << 8 | family << 16)
    work[LEVEL] = work[SIGNS] = 0
    if all_join(work):
        work[LEVEL] = ALL
    else:
        work[TREES], work[TAKEN] = APART, 2
    return work[NUMBER]


@inline
def all_join(work):
    """Can all occurrences count together?"""
    n = work[NUMBER]
    trees = APART
    for i in range(n):
        if i > 0 and work[FOUND + i] >> 16 != work[FOUND + i - 1] >> 16:
            trees = APART
        trees = join(work, i, i, trees)
        if trees < 0:
            break
        work[TAKEN + i] = 1
    return trees >= 0


@njit
def find_occurrences(image, work, template, label):
    """All sets of groups that a template fits."""
    orders, parts = image[template], image[template + 1]
    for order in range(orders):
        suits = image[template + 3 + order]
        ranks = 511 if image[template + 2] & 1 else 1
        for i in range(parts):
            part = image[template + 3 + orders + i]
            held = work[W_BANK + B_FIT + (part & 255)] >> (9 * (suits >> (2 * (part >> 8 & 3)) & 3) + (part >> 12 & 15))
            ranks &= (held & 1) * 511 if part >> 16 else held & 511 >> (part >> 12 & 15)
        while ranks:
            rank = ctz(ranks)
            ranks &= ranks - 1
            slots = 0
            for i in range(parts):
                part = image[template + 3 + orders + i]
                lowest = (part >> 12 & 15) + (0 if part >> 16 else rank)
                suit = suits >> (2 * (part >> 8 & 3)) & 3
                for copy in range((part & 255) % 5 + 1):
                    work[SLOTS + slots] = 64 * ((part & 255) // 5) + 9 * suit + lowest | (copy > 0) << 12
                    slots += 1
            place_slots(work, slots, label)


@njit
def place_slots(work, slots, label):
    """Every choice of groups for the slots, those of equal slots ascending."""
    chosen = SLOTS + 8
    level = 0
    work[chosen] = -1
    while level >= 0:
        if level == slots:
            mask = 0
            for i in range(slots):
                mask |= 1 << work[chosen + i]
            note(work, mask | label)
            level -= 1
            continue
        code = work[SLOTS + level]
        g = work[chosen + level] + 1
        if code >> 12 and g <= work[chosen + level - 1]:
            g = work[chosen + level - 1] + 1
        while g < 8 and work[W_BANK + B_CODE + g] != code & 0xFFF:
            g += 1
        work[chosen + level] = g
        if g == 8:
            level -= 1
        else:
            level += 1
            if level < 8:
                work[chosen + level] = -1


@inline
def note(work, occurrence):
    n = work[NUMBER]
    known = n >= MOST
    for i in range(n):
        known = known or work[FOUND + i] == occurrence
    if not known:
        work[FOUND + n] = occurrence
        work[NUMBER] = n + 1


@njit
def next_forest(image, work):
    """The next choice to which nothing can be added, as counts of rows in W_COUNT; 0 if there is none."""
    n, level = work[NUMBER], work[LEVEL]
    if level == ALL:
        work[LEVEL] = -1
        write_counts(image, work, n)
        return 1
    while level >= 0:
        if level == n:
            level -= 1
            if is_full(work, n):
                if is_new(work, write_counts(image, work, n)):
                    work[LEVEL] = level
                    return 1
            continue
        if work[TAKEN + level] == 0:
            level -= 1
            continue
        trees = work[TREES + level]
        if level > 0 and work[FOUND + level] >> 16 != work[FOUND + level - 1] >> 16:
            trees = APART
        joined = trees
        if work[TAKEN + level] == 2:
            work[TAKEN + level] = 1
            joined = join(work, level, level, trees)
            if joined < 0:
                continue
        else:
            work[TAKEN + level] = 0
        level += 1
        work[TREES + level] = joined
        work[TAKEN + level] = 2
    work[LEVEL] = -1
    return 0


@inline
def apart(word, trees):
    """The trees of an occurrence's groups as bits, 0 if two groups are in one tree."""
    used = 0
    rest = word & 255
    while rest:
        tree = 1 << (trees >> (4 * ctz(rest)) & 15)
        rest &= rest - 1
        if used & tree:
            used = 0
            break
        used |= tree
    return used


@inline
def serves(work, occurrence, decided):
    """Does its row count one of its groups among the first `decided` already?"""
    word = work[FOUND + occurrence]
    found = 0
    for i in range(decided):
        other = work[FOUND + i]
        found |= int(i != occurrence and work[TAKEN + i] == 1 and other >> 8 == word >> 8 and other & word & 255 != 0)
    return found


@inline
def join(work, occurrence, decided, trees):
    """Trees with the groups of an occurrence joined; -1 if some are joined already or its row counts one of them among those decided."""
    used = apart(work[FOUND + occurrence], trees)
    result = -1
    if used and not serves(work, occurrence, decided):
        result = trees
        target = ctz(used)
        for g in range(8):
            if used >> (trees >> (4 * g) & 15) & 1:
                result = result & ~(15 << (4 * g)) | target << (4 * g)
    return result


@inline
def is_full(work, n):
    """No occurrence that was left can be added."""
    full = True
    end = 0
    for i in range(n):
        if work[TAKEN + i] == 0:
            # The trees of a family are complete where the next one begins.
            end = max(end, i + 1)
            while end < n and work[FOUND + end] >> 16 == work[FOUND + i] >> 16:
                end += 1
            if apart(work[FOUND + i], work[TREES + end]) and not serves(work, i, n):
                full = False
                break
    return full


@inline
def is_new(work, sign):
    """Is this the first choice with these counts? (More than fifteen rows or 24 choices: taken for new.)"""
    n = work[SIGNS]
    new = 1
    for i in range(n):
        if work[SIGNS + 1 + i] == sign and sign >= 0:
            new = 0
    if new and n < MOST:
        work[SIGNS + 1 + n] = sign
        work[SIGNS] = n + 1
    return new


@inline
def write_counts(image, work, n):
    """The rows of the choice; returns its counts of family rows in one number, -1 if they are too many for it."""
    sign, families = 0, 0
    for h in range(work[W_HOLD]):
        row = work[W_HOLD + 1 + h]
        work[W_COUNT + row] = work[W_RAW + row]
        if work[W_RAW + row] and image[image[L.ROW_TABLE] + row * L.ROW_WORDS + L.ROW_FAMILY] >= 0:
            picked = 0
            for i in range(n):
                picked += int(work[TAKEN + i] == 1 and work[FOUND + i] >> 8 & 255 == row)
            work[W_COUNT + row] = min(picked, work[W_RAW + row])
            sign = sign << 4 | work[W_COUNT + row]
            families += 1
    return sign if families <= 15 else -1
