"""Laws for the tiles of a hand other than the deal's: tilted towards some kinds, or complete hands only. Each can be drawn from, and knows
how much likelier than in the deal it makes a hand; that is all that weighted hands need (mjsim/stats/weighted.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import binom

from mjsim.tables.columns import unions
from mjsim.tables.goals import Way
from mjsim.tables.program import ranks_of
from mjsim.tiles import ALL_KINDS

Counts = NDArray[np.int64]


class Law(Protocol):
    """A law of `tiles` tiles out of a set. Hands are counts by kind, (hands, 42)."""

    @property
    def tiles(self) -> int:
        """Number of tiles."""

    def draw(self, count: int, rng: np.random.Generator) -> Counts:
        """Independent hands."""

    def ratio(self, counts: Counts) -> NDArray[np.float64]:
        """How many times likelier than in the deal, (hands,)."""


@dataclass(frozen=True, eq=False)
class Tilted:
    """Hands are likelier than in the deal by a product of factors (42, most copies + 1), one for each kind and number of its tiles.

    `copies` (42,) are those of the set. Drawn kind by kind, with the chances that a recursion over the kinds gives.
    """

    copies: Counts
    factors: NDArray[np.float64]
    tiles: int

    @cached_property
    def tails(self) -> NDArray[np.float64]:
        """Weight of all ways to have n tiles of the kinds from k on, (43, tiles + 1)."""
        found = np.zeros((ALL_KINDS + 1, self.tiles + 1))
        found[ALL_KINDS, 0] = 1
        for kind in reversed(range(ALL_KINDS)):
            for n, weight in enumerate(self.weights(kind)):
                found[kind, n:] += weight * found[kind + 1, : self.tiles + 1 - n]
        return found

    def weights(self, kind: int) -> list[float]:
        """Ways to have 0, 1 ... tiles of a kind, with their factors."""
        copies = int(self.copies[kind])
        return [comb(copies, n) * float(self.factors[kind, n]) for n in range(min(copies, self.tiles) + 1)]

    @property
    def possible(self) -> bool:
        """Is there any such hand?"""
        return bool(self.tails[0, self.tiles] > 0)

    def draw(self, count: int, rng: np.random.Generator) -> Counts:
        """Independent hands."""
        found = np.zeros((count, ALL_KINDS), np.int64)
        left = np.full(count, self.tiles)
        for kind in np.flatnonzero(self.copies):
            chance = rng.random(count) * self.tails[kind, left]
            for n, weight in enumerate(self.weights(int(kind))):
                fits = (chance >= 0) & (left >= n)
                found[fits, kind] = n
                chance -= np.where(fits, weight * self.tails[kind + 1, np.maximum(left - n, 0)], 0)
            left -= found[:, kind]
        return found

    def ratio(self, counts: Counts) -> NDArray[np.float64]:
        """How many times likelier than in the deal."""
        share = binom(int(self.copies.sum()), self.tiles) / self.tails[0, self.tiles]
        return np.asarray(np.prod(self.factors[np.arange(ALL_KINDS), counts], axis=1) * share)


@dataclass(frozen=True, eq=False)
class Complete:
    """Complete hands of `melds` sets and a pair, each set of tiles as likely as the others. `columns` say which groups there are."""

    copies: Counts
    columns: Way
    melds: int

    @property
    def tiles(self) -> int:
        """Number of tiles."""
        return 3 * self.melds + 2

    @cached_property
    def colours(self) -> list[dict[int, tuple[Counts, NDArray[np.float64]]]]:
        """For each colour and number of its tiles: the counts (states, ranks) that are sets with or without a pair; running weights."""
        found = []
        for colour, column in enumerate(self.columns):
            kinds = ranks_of(column, colour)
            counts = np.unique(np.concatenate(list(unions(column, kinds, self.melds, True).values())))[:, None] // 5 ** np.arange(kinds) % 5
            weights = np.prod(binom(self.copies[9 * colour : 9 * colour + kinds], counts), axis=1)
            sizes = counts.sum(axis=1)
            found.append({int(n): (counts[sizes == n], np.cumsum(weights[sizes == n])) for n in np.unique(sizes) if n <= self.tiles})
        return found

    @cached_property
    def splits(self) -> tuple[list[tuple[int, ...]], NDArray[np.float64]]:
        """Numbers of tiles of the colours, one with a pair; and their running weights."""
        sizes = [split for split in product(*self.colours) if sum(split) == self.tiles and sum(n % 3 == 2 for n in split) == 1]
        return sizes, np.cumsum([np.prod([self.colours[i][n][1][-1] for i, n in enumerate(split)]) for split in sizes])

    @property
    def possible(self) -> bool:
        """Is there any such hand?"""
        return bool(self.splits[0]) and bool(self.splits[1][-1] > 0)

    @cached_property
    def whole(self) -> list[NDArray[np.bool_]]:
        """For each colour, which cells (sum of counts times 5 ** rank) are sets with or without a pair."""
        found = []
        for states in self.colours:
            kinds = next(iter(states.values()))[0].shape[1]
            cells = np.zeros(5**kinds, np.bool_)
            for counts, _ in states.values():
                cells[counts @ 5 ** np.arange(kinds)] = True
            found.append(cells)
        return found

    def draw(self, count: int, rng: np.random.Generator) -> Counts:
        """Independent hands."""
        sizes, running = self.splits
        chosen = np.searchsorted(running, rng.random(count) * running[-1], side="right")
        found = np.zeros((count, ALL_KINDS), np.int64)
        for at, split in enumerate(sizes):
            rows = np.flatnonzero(chosen == at)
            for colour, n in enumerate(split):
                counts, weights = self.colours[colour][n]
                states = np.searchsorted(weights, rng.random(len(rows)) * weights[-1], side="right")
                found[rows, 9 * colour : 9 * colour + counts.shape[1]] = counts[states]
        return found

    def ratio(self, counts: Counts) -> NDArray[np.float64]:
        """How many times likelier than in the deal."""
        last = 27 + ranks_of(self.columns[3], 3)
        fits = np.asarray(counts[:, last:].sum(axis=1) == 0)
        pairs = np.zeros(len(counts), np.int64)
        for colour, cells in enumerate(self.whole):
            part = counts[:, 9 * colour : min(9 * colour + 9, last)]
            few = part.max(axis=1) <= 4
            fits &= few & cells[np.where(few[:, None], part, 0) @ 5 ** np.arange(part.shape[1])]
            pairs += part.sum(axis=1) % 3 == 2
        return np.asarray((fits & (pairs == 1)) * (binom(int(self.copies.sum()), self.tiles) / self.splits[1][-1]))
