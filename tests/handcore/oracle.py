"""Slow, plain ways to the same numbers: branch and bound over unions of groups, and small dynamic programmes for special hands."""

from __future__ import annotations

from itertools import combinations, permutations

import numba
import numpy as np

from mjsim.tables.goals import Column

FREE, TWO_SUITS, ONE_SUIT, THREE_SUITS, HAS_PUNG, HAS_YAO, PUNG_AND_TERMINAL, EIGHT = range(8)
FAR = 31


def groups_of(columns: tuple[Column, Column, Column, Column]) -> np.ndarray:
    """All sets and pairs of a hand: kinds in columns 0-2 (-1 in the third of a pair), sets first."""
    rows = [
        [9 * colour + rank for rank in group] + [-1] * (3 - len(group))
        for size in (3, 2)
        for colour, column in enumerate(columns)
        for group in column.groups
        if len(group) == size
    ]
    return np.array(rows, dtype=np.int64)


@numba.njit
def passes(union, pungs, gate):
    suits, biggest = 0, 0
    for colour in range(3):
        tiles = union[9 * colour : 9 * colour + 9].sum()
        suits += tiles > 0
        biggest = max(biggest, tiles)
    terminal = union[0] + union[8] + union[9] + union[17] + union[18] + union[26] > 0
    if gate == TWO_SUITS:
        return suits <= 2
    if gate == ONE_SUIT:
        return suits <= 1
    if gate == THREE_SUITS:
        return suits == 3
    if gate == HAS_PUNG:
        return pungs > 0
    if gate == HAS_YAO:
        return terminal or union[27:34].sum() > 0
    if gate == PUNG_AND_TERMINAL:
        return pungs > 0 and terminal and suits == 3
    if gate == EIGHT:
        return biggest >= 8
    return True


@numba.njit
def search(hand, groups, first, sets, pair, copies, gate, union, pungs, missing, best):
    if missing >= best:
        return best
    if sets == 0 and not pair:
        return missing if passes(union, pungs, gate) else best
    for g in range(first, len(groups)):
        is_pair = groups[g, 2] < 0
        if is_pair != (sets == 0):
            continue
        more = 0
        fits = True
        for i in range(2 if is_pair else 3):
            kind = groups[g, i]
            more += union[kind] >= hand[kind]
            union[kind] += 1
            fits = fits and union[kind] <= copies
        if fits:
            pung = not is_pair and groups[g, 0] == groups[g, 2]
            if is_pair:
                best = search(hand, groups, g, 0, False, copies, gate, union, pungs, missing + more, best)
            else:
                best = search(hand, groups, 0 if sets == 1 else g, sets - 1, pair, copies, gate, union, pungs + pung, missing + more, best)
        for i in range(2 if is_pair else 3):
            union[groups[g, i]] -= 1
    return best


@numba.njit
def deficiency(hand, groups, melds, copies, gate):
    """Fewest tiles missing to `melds` sets and a pair out of the groups, with at most `copies` of a kind, that pass the gate."""
    return search(hand, groups, 0, melds, True, copies, gate, np.zeros(34, np.int64), 0, 0, FAR)


def hands(rng: np.random.Generator, count: int, melds: int = 4, groups: np.ndarray | None = None, mixed: bool = True) -> np.ndarray:
    """Random hands of 3 m + 2 tiles, m = 0..melds (always `melds` if not mixed): uniform, from few kinds, and disturbed complete hands."""
    result = np.zeros((count, 34), dtype=np.int64)
    for i in range(count):
        size = 3 * (int(rng.integers(0, melds + 1)) if mixed and i % 4 == 3 else melds) + 2
        way = i % 3
        counts = np.zeros(34, dtype=np.int64)
        if way == 2 and groups is not None:
            for g in rng.permutation(len(groups)):
                tiles = groups[g][groups[g] >= 0]
                if counts.sum() + len(tiles) <= size and all((counts[k] + (tiles == k).sum()) <= 4 for k in tiles):
                    np.add.at(counts, tiles, 1)
            for _ in range(min(int(rng.integers(0, 4)), int(counts.sum()))):
                held = np.flatnonzero(counts)
                counts[rng.choice(held)] -= 1
        colours = rng.permutation(4)[: rng.integers(1, 3)]
        pool = np.arange(34) if way != 1 else np.flatnonzero(np.isin(np.arange(34) // 9, colours)) if i % 2 else rng.permutation(34)[:14]
        wall = np.repeat(pool, np.maximum(4 - counts[pool], 0))
        missing = size - counts.sum()
        if len(wall) < missing:
            wall = np.repeat(np.arange(34), 4 - counts)
        np.add.at(counts, rng.permutation(wall)[:missing], 1)
        result[i] = counts
    return result


def pairs_deficiency(hand: np.ndarray, pairs: int, extra: int, distinct: bool) -> int:
    """Fewest tiles missing to so many pairs (a kind twice unless distinct) and one more tile if extra is 1."""
    states = {(0, 0): 0}
    for held in hand:
        after: dict[tuple[int, int], int] = {}
        for (p, e), missing in states.items():
            for more in range(2 if distinct else 3):
                for odd in range(extra - e + 1):
                    need = 2 * more + odd
                    if need <= 4 and p + more <= pairs:
                        key = (p + more, e + odd)
                        after[key] = min(after.get(key, FAR), missing + max(0, need - int(held)))
        states = after
    return states[(pairs, extra)]


def orphans_deficiency(hand: np.ndarray) -> int:
    """The nearest of the thirteen targets."""
    kinds = [k for k in range(34) if k >= 27 or k % 9 in (0, 8)]
    return min(sum(max(0, 1 + (k == twice) - int(hand[k])) for k in kinds) for twice in kinds)


def singles_deficiency(hand: np.ndarray, suits: list[list[tuple[int, ...]]], honors: int) -> int:
    """Fourteen different tiles: in each suit one of the given sets of ranks, and at least so many honours."""
    best = FAR
    held = int((hand[27:34] > 0).sum())
    overlaps = []
    for colour, sets in enumerate(suits):
        most: dict[int, int] = {}
        for ranks in sets:
            most[len(ranks)] = max(most.get(len(ranks), 0), sum(hand[9 * colour + r] > 0 for r in ranks))
        overlaps.append(most)
    for a, x in overlaps[0].items():
        for b, y in overlaps[1].items():
            for c, z in overlaps[2].items():
                need = 14 - a - b - c
                if honors <= need <= 7:
                    best = min(best, 14 - x - y - z - min(held, need))
    return best


def apart_deficiency(hand: np.ndarray, honors: int) -> int:
    """Ranks of a suit at least three apart."""
    sets = [c for n in range(4) for c in combinations(range(9), n) if all(b - a >= 3 for a, b in combinations(c, 2))]
    return singles_deficiency(hand, [sets, sets, sets], honors)


def knitted_deficiency(hand: np.ndarray) -> int:
    """147, 258 and 369, a suit each."""
    knits = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    subsets = {knit: [c for n in range(4) for c in combinations(knit, n)] for knit in knits}
    return min(singles_deficiency(hand, [subsets[knit] for knit in deal], 0) for deal in permutations(knits))


@numba.njit
def rooted_deficiency(hand, groups, root, melds):
    """Fewest tiles missing to the tiles of root (counts), `melds` sets and a pair, with at most four of a kind."""
    missing = np.maximum(root - hand, 0).sum()
    return search(hand, groups, 0, melds, True, 4, FREE, root.copy(), 0, missing, FAR)
