"""Complete hands among random tiles: with jokers, of one suit, and the knitted hands."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from mjsim.exact.shanten import hand_distribution, melds_of, shanten_counts
from mjsim.exact.states import HONOR_KINDS, SUIT_KINDS, cells, counts_of_states, exact_cells, weights_of
from mjsim.tables.goals import HONORS, SUIT

NOTHING = {(0, 0): 1}
"""No tiles, in one way."""
KNITS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


def joker_wins(honors: int, jokers: int, pairs: bool, capped: bool) -> int:
    """Sets of 14 tiles out of three suits, `honors` honour kinds and jokers that are complete: sets and a pair, or seven pairs.

    A hand is complete with j jokers if its natural tiles miss at most j: without a cap by the tables that allow a fifth copy. In seven
    pairs, which may repeat a kind, each odd tile takes a joker and the others pair among themselves.
    """
    features = ("class", "odd") if pairs else ("class",)
    total = 0
    for key, number in hand_distribution(honors, 14, features, 4, capped).items():
        held = 14 - key[-1]
        if held <= jokers and (key[0] <= held or (pairs and key[1] <= held)):
            total += number * comb(jokers, held)
    return total


def one_suit_wins(tiles: int, pairs: bool) -> int:
    """Distinct complete hands of one suit: sets and a pair, and with `pairs` seven pairs of different kinds."""
    counts = counts_of_states(SUIT_KINDS, tiles)
    counts = counts[counts.sum(axis=1) == tiles]
    complete = exact_cells(SUIT, SUIT_KINDS, melds_of(tiles))[cells(counts)]
    if pairs and tiles == 14:
        complete |= np.isin(counts, (0, 2)).all(axis=1)
    return int(complete.sum())


def quad_pairs(distinct: bool) -> int:
    """Seven pairs, four alike being two: 14 tiles, all counts even."""
    ways = [1] + [0] * 7
    for _ in range(34):
        ways = [sum(ways[n - k] * (1 if distinct else comb(4, 2 * k)) for k in range(3) if n >= k) for n in range(8)]
    return ways[7]


def pairs_of_kinds(kinds: int) -> int:
    """Sets of 14 tiles of these kinds (a mask) that are seven pairs, four alike being two, and not sets and a pair as well."""
    every, sets_too = NOTHING, NOTHING
    for colour in range(4):
        column, size = (SUIT, SUIT_KINDS) if colour < 3 else (HONORS, HONOR_KINDS)
        counts = counts_of_states(size, 14)
        out = [rank for rank in range(size) if not kinds >> (9 * colour + rank) & 1]
        counts = counts[(counts % 2 == 0).all(axis=1) & (counts[:, out] == 0).all(axis=1)]
        whole = exact_cells(column, size, melds_of(14))[cells(counts)]
        every = with_colour(every, counts.sum(axis=1), weights_of(counts, False))
        sets_too = with_colour(sets_too, counts[whole].sum(axis=1), weights_of(counts[whole], False))
    return sum(number for (tiles, _), number in every.items() if tiles == 14) - sets_too.get((14, 1), 0)


def with_colour(ways: dict[tuple[int, int], int], sizes: NDArray[np.int64], weights: NDArray[np.uint64]) -> dict[tuple[int, int], int]:
    """Ways by tiles, and by pairs beside sets, with the states of one more colour: how many tiles and of what weight each is."""
    after: dict[tuple[int, int], int] = {}
    for size, weight in zip(sizes.tolist(), weights.tolist(), strict=True):
        for (tiles, pairs), number in ways.items():
            key = (tiles + size, pairs + (size % 3 == 2))
            after[key] = after.get(key, 0) + number * weight
    return after


def greater_knitted(distinct: bool) -> int:
    """Seven honours and seven of the nine tiles of a knitted arrangement, which they determine."""
    return 6 * comb(9, 7) * (1 if distinct else 4**14)


def lesser_knitted(distinct: bool) -> int:
    """Fourteen single tiles: some but not all honours, the rest of one knitted arrangement."""
    all_nine, eight = 6 * comb(7, 5), 6 * comb(7, 6) * comb(9, 8)
    return (all_nine + eight) * (1 if distinct else 4**14)


def knitted_straight(distinct: bool) -> int:
    """The nine tiles of a knitted arrangement with a set and a pair. Two arrangements never fit into one hand: they share at most one
    suit.
    """
    ways = NOTHING  # tiles beside the nine
    for colour in range(4):
        column, kinds = (SUIT, SUIT_KINDS) if colour < 3 else (HONORS, HONOR_KINDS)
        counts = counts_of_states(kinds, 14)
        knit = np.zeros(kinds, dtype=np.int8)
        if colour < 3:
            knit[list(KNITS[colour])] = 1
        rest = counts - knit
        legal = (rest >= 0).all(axis=1)
        counts, rest = counts[legal], rest[legal]
        whole = exact_cells(column, kinds, 1)[cells(rest)]
        ways = with_colour(ways, rest[whole].sum(axis=1), weights_of(counts[whole], distinct))
    return 6 * ways[(5, 1)]


def sixteen_apart(distinct: bool) -> int:
    """All honours, three tiles pairwise at least three apart in each suit (ten choices), and one of the sixteen kinds twice."""
    return 10**3 * 16 * (1 if distinct else 4**15 * comb(4, 2))


def complete_hands(honors: int, tiles: int, form: str, distinct: bool) -> int:
    """Complete hands of a form of `shanten.FORMS`."""
    return shanten_counts(honors, tiles, form, distinct).get(-1, 0)
