"""Distance tables of one colour: fewest tiles missing for m sets and p pairs, for every state of the colour.

The distance of a state to an entry (p, m) is the size of the entry less the most tiles that the state shares with some union of m sets and
p pairs. Tables are built on the full grid of counts 0..4 per rank: mark the unions, spread "is part of a union" down every axis, then
spread the largest such part up every axis. Both are running maxima along axes, which numpy does without indices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mjsim.kernels.words import BY_SIZE, NARROW, WIDE
from mjsim.tables.goals import Column, Group

Unsigned = TypeVar("Unsigned", np.uint8, np.uint16)
IMPOSSIBLE = 31
"""Distance of what cannot be made."""
BITS = 5
"""Bits of a distance in a packed vector."""
CLASS_BITS = 12
"""Bits of a class in a record."""
RECORD = 4
"""Words of a record."""
ENTRIES_A_WORD = 7
"""9-bit masks in a word of a record."""


@dataclass(frozen=True)
class ColumnTables:
    """Tables of a column: classes uint16 (states,), records uint64 (states, 4), vectors uint8 (classes, entries); entry p (melds + 1) +
    m.
    """

    classes: NDArray[np.uint16]
    records: NDArray[np.uint64]
    vectors: NDArray[np.uint8]


@cache
def grid_sizes(kinds: int) -> NDArray[np.uint8]:
    """Number of tiles of each cell of the grid; the cell of counts c is sum c[r] 5**r."""
    cells = np.arange(5**kinds)
    return sum((cells // 5**rank % 5 for rank in range(kinds)), start=np.zeros_like(cells)).astype(np.uint8)


@cache
def cells_of_states(kinds: int, limit: int) -> NDArray[np.int32]:
    """Grid cell of each state, in the order of `mjsim.kernels.words.index`: 405,350 or 886,400 of a suit, 43,130 or 64,200 of the
    honours.
    """
    sums = grid_sizes(5)[BY_SIZE]
    cells = [
        upper * 3125 + BY_SIZE[: np.searchsorted(sums, limit - size, "right")]
        for upper, size in enumerate(grid_sizes(kinds - 5))
        if size <= limit
    ]
    return np.concatenate(cells).astype(np.int32)


def unions(column: Column, kinds: int, melds: int, capped: bool) -> dict[int, NDArray[np.int64]]:
    """Cells of all unions of sets and pairs that give what the column must give, by entry; without a cap, counts above 4 are cut to 4."""
    full = (1 << len(column.gives)) - 1
    powers = 5 ** np.arange(kinds)

    def extended(counts: NDArray[np.int8], flags: NDArray[np.int64], size: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        grown = [(counts + vector(group, kinds), flags | bits(group)) for group in column.groups if len(group) == size]
        if not grown:
            return counts[:0], flags[:0]
        counts, flags = np.concatenate([c for c, _ in grown]), np.concatenate([f for _, f in grown])
        if capped:
            legal = counts.max(axis=1) <= 4
            counts, flags = counts[legal], flags[legal]
        else:
            counts = np.minimum(counts, 4)
        _, first = np.unique((counts @ powers) * (full + 1) + flags, return_index=True)
        return counts[first], flags[first]

    def bits(group: Group) -> int:
        return sum(1 << i for i, groups in enumerate(column.gives) if group in groups)

    found: dict[int, NDArray[np.int64]] = {}
    counts, flags = vector(column.root, kinds)[None, :], np.zeros(1, dtype=np.int64)
    for m in range(melds + 1):
        if m:
            counts, flags = extended(counts, flags, 3)
        paired, paired_flags = extended(counts, flags, 2)
        for p, (these, given) in enumerate([(counts, flags), (paired, paired_flags)]):
            if len(column.root) + 3 * m + 2 * p >= column.least:
                found[p * (melds + 1) + m] = these[given == full].astype(np.int64) @ powers
    return found


def vector(group: Group, kinds: int) -> NDArray[np.int8]:
    """Counts by rank of a group."""
    return np.bincount(group, minlength=kinds).astype(np.int8)


def along_axes(grid: NDArray[Unsigned], kinds: int, spread: Callable[[NDArray[Unsigned]], None]) -> NDArray[Unsigned]:
    """Apply `spread` to the grid seen as (outer, 5, inner), for each rank. The grid is transposed half-way so that inner runs stay long."""
    half = kinds // 2
    for ranks in (kinds - half, half):  # the outermost axes first, then, transposed, the others
        inner = 5 ** (kinds - ranks)
        for axis in range(ranks):
            spread(grid.reshape(5**axis, 5, 5 ** (ranks - 1 - axis) * inner))
        grid = np.ascontiguousarray(grid.reshape(5**ranks, inner).T).reshape(-1)
    return grid


def spread_down(view: NDArray[Unsigned]) -> None:
    """Each cell gets the bits of the cells with more tiles of a rank."""
    for n in (3, 2, 1, 0):
        view[:, n] |= view[:, n + 1]


def spread_up(view: NDArray[Unsigned]) -> None:
    """Each cell gets the maximum over the cells with fewer tiles of a rank."""
    for n in (1, 2, 3, 4):
        np.maximum(view[:, n], view[:, n - 1], out=view[:, n])


def distances(column: Column, kinds: int, melds: int, capped: bool) -> NDArray[np.uint8]:
    """Distance of every grid cell to every entry, uint8 (5**kinds, entries); `IMPOSSIBLE` where there is no such union."""
    entries = 2 * (melds + 1)
    parts = np.zeros(5**kinds, dtype=np.uint16)
    for entry, cells in unions(column, kinds, melds, capped).items():
        parts[cells] |= np.uint16(1 << entry)
    parts = along_axes(parts, kinds, spread_down)
    result = np.full((5**kinds, entries), IMPOSSIBLE, dtype=np.uint8)
    for entry in range(entries):
        pair, m = divmod(entry, melds + 1)
        shared = np.where(parts >> entry & 1, grid_sizes(kinds) + 1, 0).astype(np.uint8)
        if shared[0]:  # the empty state is part of any union: some exists
            result[:, entry] = len(column.root) + 3 * m + 2 * pair + 1 - along_axes(shared, kinds, spread_up)
    return result


def pack(vectors: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Vectors (n, entries) as one word each."""
    shifts = np.arange(vectors.shape[1], dtype=np.uint64) * np.uint64(BITS)
    packed: NDArray[np.uint64] = (vectors.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
    return packed


def classes_of(vectors: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Class of each vector, numbered by packed value, and the vector of each class."""
    _, first, inverse = np.unique(pack(vectors), return_index=True, return_inverse=True)
    return inverse.astype(np.uint16), vectors[first]


@cache
def column_tables(column: Column, kinds: int, melds: int, capped: bool) -> ColumnTables:
    """Build the tables of a column for a colour of 9 or 7 kinds, for hands of at most 3 melds + 2 tiles."""
    cells = cells_of_states(kinds, NARROW if melds <= 4 else WIDE)
    grid = distances(column, kinds, melds, capped)
    own = grid[cells]
    classes, vectors = classes_of(own)
    if len(vectors) >= 1 << CLASS_BITS:
        raise ValueError(f"{len(vectors)} classes do not fit into a record: {column}")
    class_grid = np.zeros(5**kinds, dtype=np.uint16)
    class_grid[cells] = classes
    records = np.zeros((len(cells), RECORD), dtype=np.uint64)
    records[:, 0] = classes
    masks = np.zeros(own.shape, dtype=np.uint16)
    for rank in range(kinds):
        digit = cells // 5**rank % 5
        after = np.where(digit > 0, class_grid[cells - (digit > 0) * 5**rank], classes)
        slot = rank + 1
        records[:, slot // 5] |= after.astype(np.uint64) << np.uint64(CLASS_BITS * (slot % 5))
        more = np.flatnonzero(digit < 4)
        masks[more] |= (grid[cells[more] + 5**rank] < own[more]).astype(np.uint16) << rank
    for entry in range(own.shape[1]):
        word, place = divmod(entry, ENTRIES_A_WORD)
        records[:, 2 + word] |= masks[:, entry].astype(np.uint64) << np.uint64(9 * place)
    return ColumnTables(classes, records, vectors)
