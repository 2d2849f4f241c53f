"""Features of random hands: suits, quads, triplets, orphans, jokers, flowers; and the chance of a fixed wait."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from mjsim.exact.convolve import Distribution, convolve, grouped
from mjsim.exact.states import HONOR_KINDS, SUIT_KINDS, Deck, counts_of_states, weights_of

Fraction = tuple[int, int]
Measure = Callable[[NDArray[np.int8], bool], NDArray[np.generic]]

MEASURES: dict[str, tuple[Measure, int]] = {
    "suits": (lambda counts, suited: (counts.sum(axis=1) > 0) & suited, 3),
    "quad": (lambda counts, suited: (counts == 4).any(axis=1), 1),
    "is258": (lambda counts, suited: (counts[:, [1, 4, 7 if suited else 1]].sum(axis=1) > 0) & suited, 1),
    "trips": (lambda counts, suited: (counts >= 3).sum(axis=1), 2),
    "trips_exact": (lambda counts, suited: (counts == 3).sum(axis=1), 2),
    "orphans": (lambda counts, suited: ((counts[:, [0, 8]] if suited else counts) > 0).sum(axis=1), 13),
    "jokers": (lambda counts, suited: np.zeros(len(counts)), 20),
}
"""What is counted in each colour, and the cap of the sum over colours."""


@cache
def deal_counts(deck: Deck, tiles: int, features: tuple[str, ...]) -> dict[tuple[int, ...], int]:
    """Number of sets of so many tiles of a deck with each vector of features."""
    caps = tuple(MEASURES[name][1] for name in features) + (tiles,)
    merged: Distribution | None = None
    for kinds in deck.colours:
        counts = counts_of_states(kinds, tiles)
        suited = kinds == SUIT_KINDS
        columns = [np.minimum(MEASURES[name][0](counts, suited).astype(np.int64), MEASURES[name][1]) for name in features]
        colour = grouped(np.stack([*columns, counts.sum(axis=1, dtype=np.int64)], axis=1), weights_of(counts, False))
        merged = colour if merged is None else convolve(merged, colour, caps)
    if deck.others:
        held = np.arange(min(deck.others, tiles) + 1)
        rows = np.stack([held if name == "jokers" else 0 * held for name in features] + [held], axis=1).astype(np.int64)
        ways = np.array([comb(deck.others, int(n)) for n in held], dtype=np.uint64)
        assert merged is not None  # every deck has suits
        merged = convolve(merged, Distribution(rows, ways, ways.astype(np.float64)), caps)
    assert merged is not None  # as above
    return {key[:-1]: number for key, number in merged.exact().items() if key[-1] == tiles}


def deal(deck: Deck, tiles: int, features: tuple[str, ...], holds: Callable[..., bool]) -> Fraction:
    """Chance that the features of a random hand satisfy a condition."""
    return sum(number for key, number in deal_counts(deck, tiles, features).items() if holds(*key)), comb(deck.tiles, tiles)


def smallest_suit(deck: Deck, tiles: int, size: int) -> Fraction:
    """Chance that the smallest of the three suits has exactly so many tiles."""
    rest = deck.tiles - 108
    ways = sum(
        prod(comb(36, n) for n in suits) * comb(rest, tiles - sum(suits))
        for suits in product(range(tiles + 1), repeat=3)
        if min(suits) == size and sum(suits) <= tiles
    )
    return ways, comb(deck.tiles, tiles)


def same_pairs(deck: Deck, tiles: int) -> Fraction:
    """Chance that some rank is held twice or more in each of the three suits."""
    ways = {(0, False): 1}
    for _ in range(9):
        after: dict[tuple[int, bool], int] = {}
        for (held, found), number in ways.items():
            for counts in product(range(5), repeat=3):
                key = (held + sum(counts), found or min(counts) >= 2)
                if key[0] <= tiles:
                    after[key] = after.get(key, 0) + number * prod(comb(4, n) for n in counts)
        ways = after
    rest = deck.tiles - 108
    return sum(number * comb(rest, tiles - held) for (held, found), number in ways.items() if found), comb(deck.tiles, tiles)


def quad_of_any_player(deck: Deck, hands: tuple[int, ...]) -> Fraction:
    """Chance that some player holds four of a kind after the deal of hands of these sizes.

    Inclusion and exclusion over which kinds lie whole in which hands. Denominator: ways to deal, the rest of the wall unordered.
    """

    def deals(tiles: int, sizes: tuple[int, ...]) -> int:
        return factorial(tiles) // prod(factorial(n) for n in (*sizes, tiles - sum(sizes)))

    kinds, total = 27 + deck.honors, deals(deck.tiles, hands)
    without = 0
    for quads in product(*(range(size // 4 + 1) for size in hands)):
        number = sum(quads)
        if number <= kinds:
            choices = factorial(kinds) // prod(factorial(n) for n in (*quads, kinds - number))
            left = tuple(size - 4 * n for size, n in zip(hands, quads, strict=True))
            without += (-1) ** number * choices * deals(deck.tiles - 4 * number, left)
    return total - without, total


def first_flowers(tiles: int, flowers: int) -> Fraction:
    """Chance of so many of the eight flowers among the first tiles of 144."""
    return comb(8, flowers) * comb(136, tiles - flowers), comb(144, tiles)


def final_flowers(tiles: int, flowers: int) -> Fraction:
    """Chance that so many flowers are met until the hand has so many other tiles: they and all but the last of these come first, in any
    order.
    """
    before = tiles + flowers - 1
    return comb(8, flowers) * comb(136, tiles - 1) * (137 - tiles), comb(144, before) * (144 - before)


def self_draw(unseen: int, live: int, draws: int) -> Fraction:
    """Chance that at least one of so many draws is one of the live tiles."""
    return comb(unseen, draws) - comb(unseen - live, draws), comb(unseen, draws)


def distinct_hands(kinds: int, tiles: int) -> int:
    """Multisets of tiles with at most four of a kind."""
    ways = [1] + [0] * tiles
    for _ in range(kinds):
        ways = [sum(ways[n - k] for k in range(min(4, n) + 1)) for n in range(tiles + 1)]
    return ways[tiles]


STANDARD_DECKS = {"108": Deck(0), "136": Deck(HONOR_KINDS)}
