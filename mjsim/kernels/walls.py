"""Hands from given walls, for questions about rare things: what a wall leads to, and how near it came."""

from __future__ import annotations

import numpy as np

from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.book import W_ITEMS_END, W_SEAT, WIN_WORDS
from mjsim.kernels.distance import decide, deficiency_all
from mjsim.kernels.holding import block, own
from mjsim.kernels.jit import ctz, entry, njit
from mjsim.kernels.likeness import BELOW, FAR, MOST_AWAY, TARGETS, TOP_C, TOP_MASK, WIDTH, asked_seat, height_above, nearest
from mjsim.kernels.loop import play_hand
from mjsim.kernels.memory import int64_at, shifted
from mjsim.kernels.series import seat_policies
from mjsim.kernels.special import held
from mjsim.kernels.words import from_counts

WON = 1 << 10
"""A wall that leads to what is asked for has the height WON less own draws; others have at most 0."""
ANYBODY = -1


@njit
def scored(state, row, player):
    """Seat of a win with the row, -1 if there is none (row -1: any win)."""
    wins, items = int64_at(state[S.WINS_AT]), int64_at(state[S.ITEMS_AT])
    start = 0
    for i in range(state[S.WINS_USED]):
        seat, end = wins[i * WIN_WORDS + W_SEAT], wins[i * WIN_WORDS + W_ITEMS_END]
        if asked_seat(state, player, seat):
            for k in range(start, end):
                if items[k] == row:
                    return seat
        start = end
    return -1


@njit
def height_of(table, state, row, player):
    """Height of the hand just played."""
    if state[S.FAULT]:
        return BELOW
    seat = scored(state, row, player)
    if seat >= 0:
        return WON - table[block(seat) + L.S_DRAWS]
    best = BELOW
    for seat in range(state[S.PLAYERS]):
        if asked_seat(state, player, seat):
            best = max(best, state[own(seat) + S.CLOSEST] + BELOW)
    return best


@entry
def play_walls(image_array, table_array, state_array, seed, walls, policies, row, player, goal, heights, rose):
    """Play each of `walls`, int16 (n, tiles): the kinds in order; heights int64 (n,); rose int64 (n, 2): which of the tiles, from .. to,
    were unseen when a height of `goal` was first reached.

    The number of the hand, which decides seats, round, dice and choices, comes in the last two columns of `walls`, 15 bits each.

    row : number of the row; player : whose win counts, -1 anybody's.
    """
    image, table, state = int64_at(image_array.ctypes.data), int64_at(table_array.ctypes.data), int64_at(state_array.ctypes.data)
    players = image[L.PLAYERS]
    state[S.RISE], state[S.RISER] = goal, player
    state[S.SEED], state[S.PLAYERS], state[S.MATCH], state[S.WALL_GIVEN] = seed, players, -1, 1
    size = walls.shape[1] - 2
    for i in range(len(walls)):
        for k in range(size):
            state[S.WALL + k] = walls[i, k]
        hand = walls[i, size] | np.int64(walls[i, size + 1]) << 15
        state[S.HAND] = state[S.NUMBER] = hand
        state[S.DEALER] = hand % players
        table[L.T_ROUND] = hand // players % 4
        table[L.T_REPEATS] = hand // (4 * players) % 3
        table[L.T_DRAWS_BEFORE] = hand // (12 * players) % 2
        state[S.WINS_USED] = state[S.ITEMS_USED] = state[S.LOG_USED] = 0
        seat_policies(state, policies, state[S.DEALER])
        state[S.ROSE_FRONT] = -1
        play_hand(image, table, state)
        heights[i] = height_of(table, state, row, player)
        if state[S.ROSE_FRONT] < 0:  # by the win itself, if at all
            state[S.ROSE_FRONT], state[S.ROSE_BACK] = state[S.FRONT], state[S.BACK]
        rose[i, 0], rose[i, 1] = state[S.ROSE_FRONT], state[S.ROSE_BACK]
    return 0


@njit
def kong_of(target, have, laid):
    """A kind of which four are held where the target wants kongs, -1 if there is none."""
    if target[TOP_C] == 4:
        for kind in range(L.MOST_PLACES):
            if have[kind] == 4 and target[TOP_MASK] >> kind & 1 and not laid >> kind & 1:
                return kind
    return -1


@entry
def deal_alone(head, t16, rec, first, last, forms, targets_array, count, walls, size, draws, goal, heights, rose):
    """One player draws from each of `walls`, int16 (n, tiles), and throws, without claims, until the hand is complete and meets a target.

    size : tiles of the hand; draws : most draws; heights and rose as in `play_walls`, the dealt tiles being seen one by one. He throws what
    a nearest target needs least, among equals the tile after which fewest tiles are missing to a complete hand and most that help are
    unseen; four alike of a target that wants kongs are laid down, and another tile is drawn. Idle tiles
    beyond the places of hands are thrown first.
    """
    targets = int64_at(targets_array.ctypes.data)
    have, hand, unseen = np.zeros(42, np.int64), np.zeros(L.MOST_PLACES, np.int64), np.zeros(42, np.int64)
    out = np.empty((L.MOST_PLACES, 3), np.int64)
    total = walls.shape[1]
    for i in range(len(walls)):
        have[:] = 0
        unseen[:] = 0
        for k in range(total):
            unseen[walls[i, k]] += 1
        laid, sets, draw, at, idle = 0, size // 3, 0, 0, 0
        heights[i] = BELOW
        rose[i, 0], rose[i, 1] = total, total
        while at < total:
            have[walls[i, at]] += 1
            unseen[walls[i, at]] -= 1
            idle += int(walls[i, at] >= L.MOST_PLACES)
            at += 1
            draw += int(at > size)
            missing, near = nearest(targets, count, have, 0, 0)
            away = 0
            if at > size:
                kind = kong_of(shifted(targets, TARGETS + near * WIDTH), have, laid)
                if kind >= 0:
                    laid |= 1 << kind
                    sets -= 1
                    draw -= 1
                    continue
                for kind in range(L.MOST_PLACES):
                    hand[kind] = 0 if laid >> kind & 1 else have[kind]
                a, b, c, d = from_counts(hand, 0), from_counts(hand, 1), from_counts(hand, 2), from_counts(hand, 3)
                away = deficiency_all(head, t16, rec, first, last, sets, 0 if laid else forms, a, b, c, d)
            left = draws - draw + max(0, size - at)
            heights[i] = max(heights[i], height_above(targets, count, have, unseen, 0, 0, min(away, MOST_AWAY), left))
            won = at > size and missing == 0 and away == 0
            if won:
                heights[i] = WON - draw
            if heights[i] >= goal:
                rose[i, 0] = min(rose[i, 0], at)
            if won or draw == draws:
                break
            if at <= size:
                continue
            if idle:
                idle -= 1
                continue
            allowed, least = 0, FAR
            kinds = held(a, b, c, d)
            while kinds:
                kind = ctz(kinds)
                kinds &= kinds - 1
                have[kind] -= 1
                missing = nearest(targets, count, have, 0, 0)[0]
                have[kind] += 1
                if missing < least:
                    least, allowed = missing, 0
                if missing == least:
                    allowed |= 1 << kind
            e, f, g, h = from_counts(unseen, 0), from_counts(unseen, 1), from_counts(unseen, 2), from_counts(unseen, 3)
            decide(head, t16, rec, first, last, sets, 0 if laid else forms, 0, allowed & L.ALL_PLACES, a, b, c, d, e, f, g, h, out)
            best, thrown = -1, ctz(allowed)
            for kind in range(L.MOST_PLACES):
                if allowed >> kind & 1 and 1000 * (FAR - out[kind, 0]) + out[kind, 1] > best:
                    best, thrown = 1000 * (FAR - out[kind, 0]) + out[kind, 1], kind
            have[thrown] -= 1
    return 0
