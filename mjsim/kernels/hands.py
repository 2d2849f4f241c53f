"""Many hands scored one after the other: arrays in, arrays out."""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels.jit import entry
from mjsim.kernels.memory import int64_at
from mjsim.kernels.record import clear_table, seat_block, setup_hand
from mjsim.kernels.score import score_win

READY, READY_OPEN = 1 << 11, 1 << 12
"""Flags of the winner beside the F_ bits of the winning tile: declared ready, with the hand open."""


@entry
def score_hands(
    image_array,
    table_array,
    work_array,
    tiles,
    melds,
    win,
    by,
    giver,
    seat,
    wind,
    flags,
    laid,
    jokers,
    imagined,
    value,
    base,
    shape,
    refused,
    counts,
):
    """Score hand after hand; table and work are scratch.

    In, one entry a hand: tiles uint8 (n, places) concealed without the winning tile, melds int64 (n, 6) as words (0: none), win, by, giver,
    seat, wind int64 (n,) kind, way, seats, 0-3 = E S W N; flags int64 (n,) F_ bits and READY, laid int64 (n,) kinds laid out, jokers
    int64 (n,) wild kinds, imagined int64 (n,) the kind to which the imagined joker is fixed, -1 if none.
    Out: value, base int64 (n,), shape int8 (n,), refused int16 (n,) 0 for a win, counts uint8 (n, rows) how often each row is listed,
    zero before.
    """
    image, table, work = int64_at(image_array.ctypes.data), int64_at(table_array.ctypes.data), int64_at(work_array.ctypes.data)
    clear_table(image, table)
    table[L.T_GIVEN] = 1
    for i in range(len(win)):
        s = seat_block(seat[i])
        for kind in range(tiles.shape[1]):
            table[s + L.S_HELD + kind] = tiles[i, kind]
        n = 0
        while n < 6 and melds[i, n] != 0:
            table[s + L.S_MELD + n] = melds[i, n]
            n += 1
        table[s + L.S_MELDS] = n
        if laid[i]:
            for kind in range(42):
                table[s + L.S_LAID + kind] = laid[i] >> kind & 1
        table[s + L.S_IMAGINED] = 8 * imagined[i] + 8
        table[L.T_ROUND] = wind[i]
        table[L.T_SEAT], table[L.T_BY], table[L.T_TILE] = seat[i], by[i], win[i]
        table[L.T_GIVER] = giver[i] if by[i] != L.BY_SELF else -1
        table[L.T_WINNERS] = 1 << seat[i]
        table[L.T_FLAGS] = flags[i] & (READY - 1)
        table[s + L.S_FIRST_READY] = int(flags[i] & L.F_FIRST_READY != 0)
        table[s + L.S_READY] = int(flags[i] & (L.F_FIRST_READY | READY) != 0) | 2 * int(flags[i] & READY_OPEN != 0)
        if by[i] == L.BY_SELF and win[i] < image[L.PLACES]:
            table[s + L.S_HELD + win[i]] += 1
        if jokers[i] != table[L.T_JOKERS] or i == 0:
            table[L.T_JOKERS] = jokers[i]
            setup_hand(image, table, work)
        if score_win(image, table, work):
            value[i], base[i], shape[i], refused[i] = work[L.R_VALUE], work[L.R_BASE], work[L.R_SHAPE], 0
            for j in range(work[L.R_ITEMS]):
                counts[i, work[L.R_ITEMS + 1 + j]] += 1
        else:
            value[i], base[i], shape[i], refused[i] = 0, 0, -1, work[L.R_REFUSED]
        for kind in range(L.MOST_PLACES):
            table[s + L.S_HELD + kind] = 0
        if laid[i]:
            for kind in range(42):
                table[s + L.S_LAID + kind] = 0
        table[s + L.S_MELDS] = 0
