"""Merging colours: which class two classes make together, and the deficiency of all four colours.

Classes are numbered anew for every kind of merged part, a sorted tuple of columns, so each table holds only what can meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mjsim.tables.columns import IMPOSSIBLE, classes_of, column_tables
from mjsim.tables.goals import Column

Part = tuple[tuple[Column, int], ...]
"""Merged colours, sorted: each a column and its number of kinds (9 or 7)."""


@dataclass(frozen=True)
class Final:
    """Three merged colours and the fourth: deficiency uint16 (melds + 1, classes of three, classes of one), and which entries of the one
    are optimal.
    """

    deficiency: NDArray[np.uint16]
    optimal: NDArray[np.uint16]


def splits(melds: int) -> list[tuple[int, int, int]]:
    """(entry, entry of one side, entry of the other) for all ways to share an entry's sets and pair."""
    row = melds + 1
    return [
        (pair * row + m, p * row + k, (pair - p) * row + m - k)
        for pair in range(2)
        for m in range(row)
        for p in range(pair + 1)
        for k in range(m + 1)
    ]


@cache
def part_vectors(part: Part, melds: int, capped: bool) -> NDArray[np.uint8]:
    """Vectors of the classes of merged colours, uint8 (classes, entries)."""
    if len(part) == 1:
        column, kinds = part[0]
        return column_tables(column, kinds, melds, capped).vectors
    return merge_table(part[:-1], part[-1:], melds, capped)[1]


@cache
def merge_table(left: Part, right: Part, melds: int, capped: bool) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Class of left and right together, uint16 (classes of left, of right), and the vectors of those classes (min-plus products).

    The numbering is by value, hence the same whichever way a part is put together.
    """
    a, b = part_vectors(left, melds, capped), part_vectors(right, melds, capped)
    product = np.full((len(a), len(b), a.shape[1]), IMPOSSIBLE, dtype=np.uint8)
    for entry, one, other in splits(melds):
        np.minimum(product[:, :, entry], a[:, one, None] + b[None, :, other], out=product[:, :, entry])
    classes, vectors = classes_of(product.reshape(-1, a.shape[1]))
    return classes.reshape(len(a), len(b)), vectors


@cache
def final_table(three: Part, one: Part, melds: int, capped: bool) -> Final:
    """Deficiency of a whole hand with its pair, for each number of sets to make."""
    a, b = part_vectors(three, melds, capped), part_vectors(one, melds, capped)
    row = melds + 1
    best = np.full((row, len(a), len(b)), IMPOSSIBLE, dtype=np.uint8)
    for entry, other, own in splits(melds):
        if entry >= row:
            np.minimum(best[entry - row], a[:, other, None] + b[None, :, own], out=best[entry - row])
    optimal = np.zeros(best.shape, dtype=np.uint16)
    for entry, other, own in splits(melds):
        if entry >= row:
            plane = best[entry - row]
            reached = (a[:, other, None] + b[None, :, own] == plane) & (plane < IMPOSSIBLE)
            optimal[entry - row] |= reached.astype(np.uint16) << own
    return Final(best.astype(np.uint16), optimal)
