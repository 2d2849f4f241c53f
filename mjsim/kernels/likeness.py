"""How near a hand, melds included, is to some targets (mjsim/compile/targets.py): tiles missing, and a height that splitting climbs.

A target is a row of WIDTH words; the array of targets begins with the tables that turn what is held, and the draws that are left, into a
height. Needs and free tiles never count a tile twice; jokers make up for any tile that is missing.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.goal import aim_distance
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import njit
from mjsim.kernels.memory import int64_at, shifted
from mjsim.kernels.record import meld_tile
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable

SIZE, FREE, MASK, TOP_N, TOP_C, TOP_MASK, PUNGS, CHOWS, CLOSED, NEEDS, NEED = range(11)
"""Tiles of the target; how many of them may be any of MASK; the N commonest kinds C times; melds that serve it, by lowest kind; 1: closed
hands only; number of needs, then kind + 256 count for each."""
WIDTH = 32
FAR = 64
"""More than any hand can miss."""

MOST_AWAY = 10
"""No hand is counted as farther from complete than this."""
PART = 6
"""Parts of a tile."""
PARTS = 5
"""Table at the beginning: the worth, in parts, of m of n tiles wanted of a kind, at 5 n + m."""
LACKS, LEFT = 128, 32
"""The table after it: height by parts lacking and own draws left."""
HEIGHTS = PARTS * PARTS
TARGETS = HEIGHTS + LACKS * LEFT
"""Where the targets begin."""
BELOW = -(1 << 20)
"""Below every height."""


@njit
def worth_of(target, have, worths, weighed):
    """What is held towards one target, in tiles, or `weighed` by the table in parts; `have` are 34 counts."""
    found = inside = 0
    for i in range(target[NEEDS]):
        need = target[NEED + i]
        part = min(have[need & 255], need >> 8)
        found += worths[PARTS * (need >> 8) + part] if weighed else part
        inside += part if target[MASK] >> (need & 255) & 1 else 0
    if target[FREE]:
        rest = -inside
        for kind in range(34):
            rest += have[kind] if target[MASK] >> kind & 1 else 0
        found += (PART if weighed else 1) * min(target[FREE], rest)
    n, c = target[TOP_N], target[TOP_C]
    while n > 0 and c > 0:  # all kinds that are there c times, then c - 1 times ...
        for kind in range(34):
            if n > 0 and min(have[kind], target[TOP_C]) == c and target[TOP_MASK] >> kind & 1:
                found += worths[PARTS * target[TOP_C] + c] if weighed else c
                n -= 1
        c -= 1
    return found


@njit
def nearest(targets, count, have, jokers, melds):
    """(tiles missing to the nearest of `count` targets, its number); with melds, closed targets are out of reach."""
    best, at = FAR, 0
    for i in range(count):
        target = shifted(targets, TARGETS + i * WIDTH)
        missing = FAR if melds and target[CLOSED] else max(0, target[SIZE] - worth_of(target, have, targets, False))
        if missing < best:
            best, at = missing, i
    return max(0, best - jokers), at


@njit
def height_above(targets, count, have, jokers, melds, away, left):
    """Height of a hand with so many own draws left: that of the target which lacks the fewest parts. A hand that is `away` tiles from any
    complete one lacks at least those; half of the smaller of the two counts besides.
    """
    least = LACKS - 1
    for i in range(count):
        target = shifted(targets, TARGETS + i * WIDTH)
        if not (melds and target[CLOSED]):
            least = min(least, PART * target[SIZE] - worth_of(target, have, targets, True))
    least, away = max(0, least - PART * jokers), PART * away
    least = min(LACKS - 1, max(least, away) + min(least, away) // 2)
    return targets[HEIGHTS + LEFT * least + max(0, min(left, LEFT - 1))]


@njit
def tiles_owned(table, state, seat):
    """Pointer to the counts by face of a seat's tiles, melds included; jokers are not among them."""
    have = shifted(state, S.HAVE)
    for kind in range(34):
        have[kind] = 0
    t = block(seat)
    for kind in range(34):
        face = state[S.FACE + kind]
        if face >= 0:
            have[face] += table[t + L.S_HELD + kind]
    for m in range(table[t + L.S_MELDS]):
        for i in range(4):
            tile = meld_tile(table[t + L.S_MELD + m], i)
            if tile < 34 and state[S.FACE + tile] >= 0:
                have[state[S.FACE + tile]] += 1
    return have


@seam("ppi")
def look_at_target(table, state, seat):
    """Tiles a seat misses to its nearest target, whose number is in NEAREST then."""
    have = tiles_owned(table, state, seat)
    jokers, melds = state[own(seat) + S.JOKERS], table[block(seat) + L.S_MELDS]
    missing, state[S.NEAREST] = nearest(int64_at(state[S.TARGETS_AT]), state[S.TARGETS], have, jokers, melds)
    return missing


@seam("pppi")
def watch(image, table, state, seat):
    """Keep the greatest height of a seat so far."""
    have = tiles_owned(table, state, seat)
    left = drawable(image, state) // state[S.PLAYERS]
    jokers, melds = state[own(seat) + S.JOKERS], table[block(seat) + L.S_MELDS]
    away = min(aim_distance(state, seat), MOST_AWAY)
    height = height_above(int64_at(state[S.TARGETS_AT]), state[S.TARGETS], have, jokers, melds, away, left)
    state[own(seat) + S.CLOSEST] = max(state[own(seat) + S.CLOSEST], height - BELOW)
    return 0
