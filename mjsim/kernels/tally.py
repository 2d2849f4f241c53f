"""What one reading is worth: rows that hold, exclusions, families, formulas, the value and the rows to be listed."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.forest import begin_forests, next_forest
from mjsim.kernels.jit import inline, njit
from mjsim.kernels.layout import ROW_WORDS, ROWS_A_WORD, W_BANK, W_COUNT, W_HOLD, W_ITEMS, W_LIVE, W_RAW
from mjsim.kernels.record import execute
from mjsim.kernels.seam import seam


@njit
def count_rows(image, work):
    """How often each row holds in the reading at hand, into W_RAW; rows with `other` hold if no plain row does."""
    rows, at = image[L.ROW_TABLE], image[L.PLAIN_ROWS]
    plain, n = 0, 0
    clear_held(work)
    for i in range(image[L.PLAIN_ROWS_COUNT]):
        entry = image[at + i]
        count = work[entry & 0xFFFF]
        if count > 0:
            row = entry >> 16
            work[W_RAW + row] = count
            n += 1
            work[W_HOLD + n] = row
            plain += int(not image[rows + row * ROW_WORDS + L.ROW_FLAGS] & L.IS_EXTRA)
    work[W_HOLD] = n
    if plain == 0 and image[L.HAS_OTHER]:
        at = image[L.ROW_TABLE]
        for row in range(image[L.ROW_COUNT]):
            if image[at + L.ROW_FLAGS] & L.IS_OTHER:
                work[W_RAW + row] = int(work[image[at + L.ROW_REGISTER]] != 0)
            at += ROW_WORDS
        hold(image, work, W_RAW)


@inline
def clear_held(work):
    """No row holds."""
    for i in range(work[W_HOLD]):
        row = work[W_HOLD + 1 + i]
        work[W_RAW + row] = work[W_COUNT + row] = work[W_ITEMS + row] = 0


@njit
def hold(image, work, counts):
    """List the rows with a count in an array of them."""
    n = 0
    for row in range(image[L.ROW_COUNT]):
        if work[counts + row]:
            n += 1
            work[W_HOLD + n] = row
    work[W_HOLD] = n


@njit
def exclude(image, work):
    """Drop the rows that others exclude, the dearest first; an excluded row excludes nothing. W_HOLD and W_COUNT in, W_COUNT and
    W_LIVE out.
    """
    rows = image[L.ROW_TABLE]
    n = 0
    excluders, falling, last = 0, 1, 0
    for i in range(work[W_HOLD]):
        row = work[W_HOLD + 1 + i]
        if work[W_COUNT + row]:
            work[W_LIVE + 1 + n] = row
            n += 1
            at = rows + row * ROW_WORDS
            if image[at + L.ROW_FLAGS] & L.IS_EXCLUDER:
                value = work[image[at + L.ROW_VALUE]]
                falling &= int(excluders == 0 or value <= last)
                last = value
                excluders += 1
    work[W_LIVE] = n
    if excluders == 0 or n < 2:
        return
    gone0, gone1, gone2 = 0, 0, 0
    done0, done1, done2 = 0, 0, 0
    start = 0
    for _ in range(excluders):
        best, best_row = 0, -1
        for i in range(start, n):
            row = work[W_LIVE + 1 + i]
            at = rows + row * ROW_WORDS
            if not image[at + L.ROW_FLAGS] & L.IS_EXCLUDER:
                continue
            word, bit = row // ROWS_A_WORD, row % ROWS_A_WORD
            spent = gone0 | done0 if word == 0 else (gone1 | done1 if word == 1 else gone2 | done2)
            if spent >> bit & 1:
                continue
            value = work[image[at + L.ROW_VALUE]]
            if best_row < 0 or value > best:
                best, best_row = value, row
                if falling:
                    start = i + 1
                    break
        if best_row < 0:
            break
        at = rows + best_row * ROW_WORDS + L.ROW_EXCLUDES
        gone0 |= image[at]
        gone1 |= image[at + 1]
        gone2 |= image[at + 2]
        word, bit = best_row // ROWS_A_WORD, best_row % ROWS_A_WORD
        if word == 0:
            done0 |= 1 << bit
        elif word == 1:
            done1 |= 1 << bit
        else:
            done2 |= 1 << bit
    left = 0
    for i in range(n):
        row = work[W_LIVE + 1 + i]
        word, bit = row // ROWS_A_WORD, row % ROWS_A_WORD
        gone = gone0 if word == 0 else (gone1 if word == 1 else gone2)
        if gone >> bit & 1:
            work[W_COUNT + row] = 0
        else:
            work[W_LIVE + 1 + left] = row
            left += 1
    work[W_LIVE] = left


@njit
def evaluate(image, table, work):
    """The final value of the rows in W_LIVE; the best formula's number and value go to W_FORMULA and W_PLAIN."""
    execute(image, table, work, L.SEC_VALUE)
    at = image[L.FORMULA_TABLE]
    best = work[image[at]]
    work[L.W_FORMULA] = 0
    for i in range(1, image[L.FORMULA_COUNT]):
        value = work[image[at + i * L.FORMULA_WORDS]]
        if value > best:
            best = value
            work[L.W_FORMULA] = i
    work[L.W_PLAIN] = best
    work[W_BANK + L.B_VALUE] = best
    if image[L.FINAL_REGISTER] < 0:
        return best
    execute(image, table, work, L.SEC_FINAL)
    return work[image[L.FINAL_REGISTER]]


@njit
def value_without_extra(image, table, work, value):
    """The value with the rows that stand outside the minimum left out; `value` is the one with them."""
    rows = image[L.ROW_TABLE]
    all_rows = work[W_LIVE]
    kept = 0
    for i in range(all_rows):
        row = work[W_LIVE + 1 + i]
        if not image[rows + row * ROW_WORDS + L.ROW_FLAGS] & L.IS_EXTRA:
            work[W_LIVE + 1 + i], work[W_LIVE + 1 + kept] = work[W_LIVE + 1 + kept], row
            kept += 1
    if kept == all_rows:
        return value
    work[W_LIVE] = kept
    plain = evaluate(image, table, work)
    work[W_LIVE] = all_rows
    evaluate(image, table, work)
    return plain


@njit
def list_items(image, work, value):
    """How often each row is listed, into W_ITEMS: those of the best formula, without the ones its best(...) passed over, and
    `final_tags`.
    """
    rows = image[L.ROW_TABLE]
    formula = image[L.FORMULA_TABLE] + work[L.W_FORMULA] * L.FORMULA_WORDS
    tags = image[formula + 1]
    raised = image[L.FINAL_TAGS] if value != work[L.W_PLAIN] else 0
    for i in range(work[W_HOLD]):
        work[W_ITEMS + work[W_HOLD + 1 + i]] = 0
    for i in range(work[W_LIVE]):
        row = work[W_LIVE + 1 + i]
        at = rows + row * ROW_WORDS
        own = image[at + L.ROW_TAGS]
        listed = tags == 0 or own & tags
        if listed:
            for j in range(image[formula + 2]):
                mask = image[formula + 3 + j]
                if (mask == 0 or own & mask) and not dearest(image, work, row, mask):
                    listed = False
        if image[at + L.ROW_FLAGS] & L.IS_LISTED and (listed or own & raised):
            work[W_ITEMS + row] = work[W_COUNT + row]


@njit
def dearest(image, work, row, mask):
    """Is this the first of the dearest rows with these tags?"""
    rows = image[L.ROW_TABLE]
    best_row, best = -1, 0
    for i in range(work[W_LIVE]):
        other = work[W_LIVE + 1 + i]
        at = rows + other * ROW_WORDS
        if mask == 0 or image[at + L.ROW_TAGS] & mask:
            value = work[image[at + L.ROW_VALUE]]
            if best_row < 0 or value > best or (value == best and other < best_row):
                best, best_row = value, other
    return row == best_row


@seam("ppp", hot=True)
def tally(image, table, work):
    """Value of the best choice of family combinations of the reading at hand, its counts in W_COUNT and its items in W_ITEMS.

    Choices are compared by value, then by the rows that they list.
    """
    held = work[W_HOLD]
    if begin_forests(image, work) == 0:
        for i in range(held):
            row = work[W_HOLD + 1 + i]
            work[W_COUNT + row] = work[W_RAW + row]
        exclude(image, work)
        value = evaluate(image, table, work)
        list_items(image, work, value)
        return value
    best, found, is_last = 0, 0, 0
    while next_forest(image, work):
        exclude(image, work)
        value = evaluate(image, table, work)
        list_items(image, work, value)
        is_last = 0
        if not found or value > best or (value == best and more_of(work)):
            best, found, is_last = value, 1, 1
            for i in range(held):
                row = work[W_HOLD + 1 + i]
                work[L.W_TRIAL_ITEMS + row] = work[W_ITEMS + row]
                work[L.W_TRIAL_COUNT + row] = work[W_COUNT + row]
    if is_last:
        return best
    for i in range(held):
        row = work[W_HOLD + 1 + i]
        work[W_ITEMS + row] = work[L.W_TRIAL_ITEMS + row]
        work[W_COUNT + row] = work[L.W_TRIAL_COUNT + row]
    live(work)
    return evaluate(image, table, work)


@inline
def live(work):
    """W_LIVE from W_HOLD and W_COUNT."""
    n = 0
    for i in range(work[W_HOLD]):
        row = work[W_HOLD + 1 + i]
        if work[W_COUNT + row]:
            work[W_LIVE + 1 + n] = row
            n += 1
    work[W_LIVE] = n


@inline
def more_of(work):
    """Does the choice at hand list the first row in which it differs from the best choice more often?"""
    more = 0
    for i in range(work[W_HOLD]):
        row = work[W_HOLD + 1 + i]
        if work[W_ITEMS + row] != work[L.W_TRIAL_ITEMS + row]:
            more = int(work[W_ITEMS + row] > work[L.W_TRIAL_ITEMS + row])
            break
    return more


@njit
def more_items(work, other, rows):
    """Does the reading at hand list the first row in which it differs from another more often?"""
    more = 0
    for row in range(rows):
        if work[W_ITEMS + row] != work[other + row]:
            more = int(work[W_ITEMS + row] > work[other + row])
            break
    return more
