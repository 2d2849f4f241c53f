"""Rows of one family combine groups; what counts of them is a forest.

An occurrence of a row's template is a set of groups. Occurrences may count together if no two groups of one are already joined by others ("account once")
and no row counts a group twice ("non-identical"). `next_forest` gives one after the other all choices to which nothing can be added;
the best of them is chosen by what the whole hand is worth (tally.py).
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.layout import B_CODE, B_FIT, W_BANK, W_COUNT, W_FOREST, W_RAW

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
APART = 0x76543210


@njit
def begin_forests(image, work):
    """List the occurrences of all family rows that hold; returns their number."""
    work[NUMBER] = 0
    at = image[L.FAMILY_TABLE]
    for _ in range(image[L.FAMILY_COUNT]):
        family, row, template = image[at], image[at + 1], image[at + 2]
        at += L.FAMILY_WORDS
        if work[W_RAW + row] > 0:
            find_occurrences(image, work, image[image[L.TEMPLATE_TABLE] + template], row << 8 | family << 16)
    work[LEVEL] = 0
    work[TREES], work[TAKEN] = APART, 2
    return work[NUMBER]


@njit
def find_occurrences(image, work, template, label):
    """All sets of groups that a template fits."""
    orders, parts = image[template], image[template + 1]
    for order in range(orders):
        suits = image[template + 3 + order]
        for rank in range(9 if image[template + 2] else 1):
            slots = 0
            possible = True
            for i in range(parts):
                part = image[template + 3 + orders + i]
                lowest = (part >> 12 & 15) + (0 if part >> 16 else rank)
                suit = suits >> (2 * (part >> 8 & 3)) & 3
                if lowest > 8 or not work[W_BANK + B_FIT + (part & 255)] >> (9 * suit + lowest) & 1:
                    possible = False
                    break
                for copy in range((part & 255) % 5 + 1):
                    work[SLOTS + slots] = 64 * ((part & 255) // 5) + 9 * suit + lowest | (copy > 0) << 12
                    slots += 1
            if possible:
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
    while level >= 0:
        if level == n:
            level -= 1
            if is_full(work, n):
                work[LEVEL] = level
                write_counts(image, work, n)
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


@njit
def join(work, occurrence, decided, trees):
    """Trees with the groups of an occurrence joined; -1 if some are joined already or its row counts one of them among those decided."""
    word = work[FOUND + occurrence]
    result = trees
    used, target = 0, -1
    for g in range(8):
        if word >> g & 1:
            tree = trees >> (4 * g) & 15
            if used >> tree & 1:
                result = -1
                break
            used |= 1 << tree
            if target < 0:
                target = tree
    if result >= 0:
        for i in range(decided):
            if i != occurrence and work[TAKEN + i] == 1 and work[FOUND + i] >> 8 == word >> 8 and work[FOUND + i] & word & 255:
                result = -1
        if result >= 0:
            for g in range(8):
                if used >> (trees >> (4 * g) & 15) & 1:
                    result = result & ~(15 << (4 * g)) | target << (4 * g)
    return result


@njit
def is_full(work, n):
    """No occurrence that was left can be added."""
    full = True
    for i in range(n):
        if work[TAKEN + i] == 0:
            trees = APART
            for j in range(n):
                if work[TAKEN + j] == 1 and work[FOUND + j] >> 16 == work[FOUND + i] >> 16:
                    trees = join(work, j, 0, trees)
            if join(work, i, n, trees) >= 0:
                full = False
                break
    return full


@njit
def write_counts(image, work, n):
    for row in range(image[L.ROW_COUNT]):
        work[W_COUNT + row] = work[W_RAW + row]
        if work[W_RAW + row] and image[image[L.ROW_TABLE] + row * L.ROW_WORDS + L.ROW_FAMILY] >= 0:
            picked = 0
            for i in range(n):
                picked += int(work[TAKEN + i] == 1 and work[FOUND + i] >> 8 & 255 == row)
            work[W_COUNT + row] = min(picked, work[W_RAW + row])
