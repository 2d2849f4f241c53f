"""How near a hand, melds included, is to some targets (mjsim/compile/targets.py): tiles missing, and a height that splitting climbs.

A target is a row of WIDTH words; the array of targets begins with the tables that turn what is held, and the draws that are left, into a
height. Needs and free tiles never count a tile twice; jokers make up for any tile that is missing.
"""

from __future__ import annotations

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.goal import aim_distance
from mjsim.kernels.holding import block, fixed_kind, own
from mjsim.kernels.imagined import left_room
from mjsim.kernels.jit import entry, inline, njit
from mjsim.kernels.memory import int64_at, shifted
from mjsim.kernels.record import meld_tile
from mjsim.kernels.seam import seam
from mjsim.kernels.wall import drawable
from mjsim.kernels.words import count as word_count

SIZE, FREE, MASK, TOP_N, TOP_C, TOP_MASK, PUNGS, CHOWS, CLOSED, NEEDS, NEED = range(11)
"""Tiles of the target; how many of them may be any of MASK; the N commonest kinds C times; melds that serve it, by lowest kind; 1: closed
hands only; number of needs, then kind + 256 count for each."""
WIDTH = 32
FAR = 64
"""More than any hand can miss."""

MOST_AWAY = 10
"""No hand is counted as farther from complete than this."""
LEFT = 32
"""Own draws left, 0 to 31, are the last index of the tables at the beginning, of heights by ..."""
ALIKE = 0
"""... tiles of one kind lacking, and unseen, both at most 4;"""
POOLED = ALIKE + 5 * 5 * LEFT
MOST_POOLED, HALVES = 17, 19
"""... tiles of several kinds lacking, at most MOST_POOLED, and unseen, in halves;"""
AWAY = POOLED + (MOST_POOLED + 1) * HALVES * LEFT
"""... tiles missing to a complete hand."""
TARGETS = AWAY + (MOST_AWAY + 1) * LEFT
"""Where the targets begin."""
BELOW = -(1 << 20)
"""Below every height."""


@njit
def worth_of(target, have):
    """Tiles held towards one target; `have` are counts by place."""
    found = inside = 0
    for i in range(target[NEEDS]):
        need = target[NEED + i]
        part = min(have[need & 255], need >> 8)
        found += part
        inside += part if target[MASK] >> (need & 255) & 1 else 0
    if target[FREE]:
        rest = -inside
        for kind in range(L.MOST_PLACES):
            rest += have[kind] if target[MASK] >> kind & 1 else 0
        found += min(target[FREE], rest)
    n, c = target[TOP_N], target[TOP_C]
    while n > 0 and c > 0:  # all kinds that are there c times, then c - 1 times ...
        for kind in range(L.MOST_PLACES):
            if n > 0 and min(have[kind], target[TOP_C]) == c and target[TOP_MASK] >> kind & 1:
                found += c
                n -= 1
        c -= 1
    return found


@entry
def nearest(targets, count, have, jokers, melds):
    """(tiles missing to the nearest of `count` targets, its number); with melds, closed targets are out of reach."""
    best, at = FAR, 0
    for i in range(count):
        target = shifted(targets, TARGETS + i * WIDTH)
        missing = FAR if melds and target[CLOSED] else max(0, target[SIZE] - worth_of(target, have))
        if missing < best:
            best, at = missing, i
    return max(0, best - jokers), at


@inline
def alike(tables, lacking, unseen, left):
    """Height of so many tiles of one kind lacking."""
    return tables[ALIKE + LEFT * (5 * min(max(lacking, 0), 4) + min(unseen, 4)) + left]


@njit
def target_height(tables, target, have, unseen, left):
    """Height of a hand above one target, as if what it lacks of each kind came or did not come by itself."""
    found = rest = pool = 0
    for i in range(target[NEEDS]):
        kind, number = target[NEED + i] & 255, target[NEED + i] >> 8
        found += alike(tables, number - have[kind], unseen[kind], left)
        rest -= min(have[kind], number) if target[MASK] >> kind & 1 else 0
    if target[FREE]:
        for kind in range(L.MOST_PLACES):
            if target[MASK] >> kind & 1:
                rest += have[kind]
                pool += unseen[kind]
        lacking = min(max(target[FREE] - rest, 0), MOST_POOLED)
        found += tables[POOLED + LEFT * (HALVES * lacking + min(pool // 2, HALVES - 1)) + left]
    taken = 0
    for _ in range(target[TOP_N]):
        best, at = BELOW, -1
        for kind in range(L.MOST_PLACES):
            if target[TOP_MASK] >> kind & 1 and not taken >> kind & 1:
                height = alike(tables, target[TOP_C] - have[kind], unseen[kind], left)
                if height > best:
                    best, at = height, kind
        if at >= 0:
            taken |= 1 << at
            found += best
    return found


@njit
def height_above(targets, count, have, unseen, jokers, melds, away, left):
    """Height of a hand with so many own draws left: that above the target for which it is greatest, less what being `away` tiles from any
    complete hand costs, the smaller cost of the two by half. Jokers make up for their part of what is missing.
    """
    left = max(0, min(left, LEFT - 1))
    best = BELOW
    for i in range(count):
        target = shifted(targets, TARGETS + i * WIDTH)
        if not (melds and target[CLOSED]):
            height = target_height(targets, target, have, unseen, left)
            if jokers:
                missing = max(1, target[SIZE] - worth_of(target, have))
                height = height * max(0, missing - jokers) // missing
            best = max(best, height)
    complete = targets[AWAY + LEFT * away + left]
    return min(best, complete) + max(best, complete) // 2


@njit
def tiles_owned(table, state, seat):
    """Pointer to the counts by face of a seat's tiles, melds included; jokers are not among them."""
    have = shifted(state, S.HAVE)
    for kind in range(L.MOST_PLACES):
        have[kind] = 0
    t = block(seat)
    for kind in range(L.MOST_PLACES):
        face = state[S.FACE + kind]
        if face >= 0:
            have[face] += table[t + L.S_HELD + kind]
    if table[t + L.S_IMAGINED] and left_room(table, seat):
        have[fixed_kind(table, seat)] += 1
    for m in range(table[t + L.S_MELDS]):
        for i in range(4):
            tile = meld_tile(table[t + L.S_MELD + m], i)
            if tile < L.MOST_PLACES and state[S.FACE + tile] >= 0:
                have[state[S.FACE + tile]] += 1
    return have


@seam("ppi")
def look_at_target(table, state, seat):
    """Tiles a seat misses to its nearest target, whose number is in NEAREST then."""
    have = tiles_owned(table, state, seat)
    jokers, melds = state[own(seat) + S.JOKERS], table[block(seat) + L.S_MELDS]
    missing, state[S.NEAREST] = nearest(int64_at(state[S.TARGETS_AT]), state[S.TARGETS], have, jokers, melds)
    return missing


@inline
def asked_seat(state, player, seat):
    """Is the seat the player's who is asked about, -1 being anybody?"""
    return player < 0 or (state[S.DEALER] + seat) % state[S.PLAYERS] == player


@seam("pppi")
def watch(image, table, state, seat):
    """Keep the greatest height of a seat so far, and what was left of the wall when the height asked for was reached."""
    have = tiles_owned(table, state, seat)
    unseen = shifted(state, S.VIEW)
    for kind in range(L.MOST_PLACES):
        unseen[kind] = word_count(state[own(seat) + S.UNSEEN + kind // 9], kind % 9)
    left = drawable(image, state) // state[S.PLAYERS]
    jokers, melds = state[own(seat) + S.JOKERS], table[block(seat) + L.S_MELDS]
    away = min(aim_distance(state, seat), MOST_AWAY)
    height = height_above(int64_at(state[S.TARGETS_AT]), state[S.TARGETS], have, unseen, jokers, melds, away, left)
    state[own(seat) + S.CLOSEST] = max(state[own(seat) + S.CLOSEST], height - BELOW)
    if height >= state[S.RISE] and state[S.ROSE_FRONT] < 0 and asked_seat(state, state[S.RISER], seat):
        state[S.ROSE_FRONT], state[S.ROSE_BACK] = state[S.FRONT], state[S.BACK]
    return 0
