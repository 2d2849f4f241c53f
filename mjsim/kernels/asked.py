"""Answers that are remembered: which kinds complete a legal win of a hand.

The same hand is asked about again and again, by its own draws and by what the others throw. An answer depends on the tiles and
melds, the way of winning and what the rules ask besides: flags, winds, counters, or what the section of the hand makes of them;
`mjsim.compile.asked` lists their places. All of it is mixed into one key of 64 bits. Kept are the key, a mask of the kinds that
were asked about and one of those that win.
"""

from __future__ import annotations

import numpy as np

from mjsim.kernels import layout as L
from mjsim.kernels.jit import inline
from mjsim.kernels.layout import W_BANK
from mjsim.kernels.record import execute, seat_block, situation
from mjsim.kernels.seam import seam

SLOTS, SLOT_WORDS, WAYS = 64, 3, 3
ROOM = SLOTS * SLOT_WORDS * WAYS
"""Words behind the three parts of `work`."""
KNOWN, LEGAL = 1, 2


ODD = np.uint64(0x9E3779B97F4A7C15)
_32 = np.uint64(32)


@inline
def stir(key, value):
    key = (key ^ np.uint64(value)) * ODD
    return key ^ key >> _32


@inline
def packed(table, first, n):
    """So many counts below 8 as one number."""
    word = 0
    for i in range(n):
        word = word << 3 | table[first + i]
    return word


@seam("pppi", hot=True)
def asked(image, table, work, drawn):
    """Place in `work` of the answers about the hand of the win in the table without the tile `drawn` (-1: the winning tile is not in
    it); 0 if answers of the variant depend on more than can be compared.
    """
    if image[L.ASKED_COUNT] < 0:
        return 0
    seat = table[L.T_SEAT]
    s = seat_block(seat)
    situation(image, table, work, W_BANK, seat)
    execute(image, table, work, L.SEC_HAND)
    by = table[L.T_BY]
    key = stir(np.uint64(by + 1), table[L.T_JOKERS])
    key = stir(key, table[L.T_STAND] << 40 | table[s + L.S_IMAGINED] << 31 | table[L.T_SHOWN_AT])
    if drawn >= 0:
        table[s + L.S_HELD + drawn] -= 1
    key = stir(stir(key, packed(table, s + L.S_HELD, 18)), packed(table, s + L.S_HELD + 18, 18))
    if drawn >= 0:
        table[s + L.S_HELD + drawn] += 1
    melds = table[s + L.S_MELDS]
    for i in range(melds):
        key = stir(key, table[s + L.S_MELD + i])
    if image[L.ASKED_ABOUT] & 1:
        for first in range(s + L.S_LAID, s + L.S_LAID + 42, 21):
            key = stir(key, packed(table, first, 21))
    for i in range(image[L.ASKED_COUNT]):
        key = stir(key, work[image[image[L.ASKED_TABLE] + i]])
    key ^= key << _32  # so that the slot depends on all of it
    place = 3 * image[L.WORK_SIZE] + SLOT_WORDS * (WAYS * np.int64(key >> np.uint64(58)) + by)  # SLOTS is 2 ** 6
    if work[place] != np.int64(key):
        work[place] = np.int64(key)
        work[place + KNOWN] = work[place + LEGAL] = 0
    return place
