"""The states of one colour as arrays: counts by rank, and how many sets of physical tiles each stands for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from mjsim.kernels.words import NARROW, WIDE
from mjsim.tables.columns import cells_of_states, column_tables, unions
from mjsim.tables.goals import HONORS, SUIT, Column

SUIT_KINDS, HONOR_KINDS = 9, 7


@dataclass(frozen=True)
class Deck:
    """Tiles to deal from: three suits, some honour kinds (four copies each) and other tiles (jokers or flowers)."""

    honors: int
    others: int = 0

    @property
    def tiles(self) -> int:
        """Number of tiles."""
        return 108 + 4 * self.honors + self.others

    @property
    def colours(self) -> tuple[int, ...]:
        """Kinds of each colour."""
        return (SUIT_KINDS,) * 3 + ((self.honors,) if self.honors else ())


@cache
def counts_of_states(kinds: int, tiles: int) -> NDArray[np.int8]:
    """Counts by rank of all states of a colour with at most so many tiles (at most 17), int8 (states, kinds), in the order of the
    tables.
    """
    cells = cells_of_states(max(kinds, HONOR_KINDS), limit_of(tiles))
    counts = np.stack([cells // 5**rank % 5 for rank in range(max(kinds, HONOR_KINDS))], axis=1).astype(np.int8)
    return counts[(counts[:, kinds:] == 0).all(axis=1)][:, :kinds] if kinds < counts.shape[1] else counts


def limit_of(tiles: int) -> int:
    """The numbering of states that holds hands of so many tiles."""
    if tiles > WIDE:
        raise ValueError(f"hands of {tiles} tiles; at most {WIDE} are counted")
    return NARROW if tiles <= NARROW else WIDE


def weights_of(counts: NDArray[np.int8], distinct: bool) -> NDArray[np.uint64]:
    """Sets of physical tiles with these counts; 1 each if distinct hands are counted."""
    if distinct:
        return np.ones(len(counts), dtype=np.uint64)
    ways = np.array([comb(4, n) for n in range(5)], dtype=np.uint64)
    result = np.ones(len(counts), dtype=np.uint64)
    for column in counts.T:
        result *= ways[column]
    return result


@cache
def classes_of_states(kinds: int, melds: int, capped: bool) -> NDArray[np.int64]:
    """Distance class of each state of `counts_of_states(kinds, 3 melds + 2)` in the standard system."""
    classes: NDArray[np.int64] = column_tables(*standard_column(kinds), melds, capped).classes.astype(np.int64)
    if kinds < HONOR_KINDS:
        classes = classes[cells_of_states(HONOR_KINDS, limit_of(3 * melds + 2)) < 5**kinds]
    return classes


def standard_column(kinds: int) -> tuple[Column, int]:
    """Column of the standard system, and the kinds of its tables, for a colour of so many kinds."""
    return (SUIT, SUIT_KINDS) if kinds == SUIT_KINDS else (Column(tuple(g for g in HONORS.groups if max(g) < kinds)), HONOR_KINDS)


@cache
def exact_cells(column: Column, kinds: int, melds: int) -> NDArray[np.bool_]:
    """Which cells of the grid (index sum c[r] 5**r) are a union of any number of sets, with or without a pair; bool (5**kinds,)."""
    result = np.zeros(5**kinds, dtype=np.bool_)
    for cells in unions(column, kinds, melds, True).values():
        result[cells] = True
    return result


def cells(counts: NDArray[np.int8]) -> NDArray[np.int64]:
    """Grid cells of counts (n, kinds)."""
    powers: NDArray[np.int64] = 5 ** np.arange(counts.shape[1])
    result: NDArray[np.int64] = counts.astype(np.int64) @ powers
    return result
