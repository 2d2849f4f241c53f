"""Generating functions over colours: how many ways a colour, or several together, have given features.

A distribution maps feature vectors to exact counts. Features are small integers: the first may be a class, which a table merges; the
others add, up to a cap. Counts pass 2**64, so each is kept twice: modulo 2**64, and as a float64 whose error is far below 2**63; together
they are exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjsim.kernels.convolve import accumulate


@dataclass(frozen=True)
class Distribution:
    """features int64 (n, F), all different; low uint64 (n,) and high float64 (n,): the counts modulo 2**64 and approximately."""

    features: NDArray[np.int64]
    low: NDArray[np.uint64]
    high: NDArray[np.float64]

    def exact(self) -> dict[tuple[int, ...], int]:
        """Counts as integers, by feature vector."""
        return {
            tuple(row): int(low) + (round((float(high) - int(low)) / 2**64) << 64)
            for row, low, high in zip(self.features.tolist(), self.low, self.high, strict=True)
        }


def grouped(features: NDArray[np.int64], weights: NDArray[np.uint64]) -> Distribution:
    """Distribution of states with the given features, (states, F), and weights below 2**53."""
    sizes = features.max(axis=0) + 1
    keys = np.ravel_multi_index(tuple(features.T), tuple(sizes))
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    sums = np.add.reduceat(weights[order], starts)
    return Distribution(features[order[starts]], sums, sums.astype(np.float64))


def convolve(left: Distribution, right: Distribution, caps: tuple[int, ...], table: NDArray[np.integer] | None = None) -> Distribution:
    """The two together: features add up to `caps`, where the last feature (the number of tiles) may not be exceeded: what exceeds it is
    dropped.

    With a table (rows: first feature on the left, columns: on the right) the first feature is merged by it instead.
    """
    sizes = np.array(caps, dtype=np.int64) + 1
    merge = np.zeros((1, 1), dtype=np.int64) if table is None else np.ascontiguousarray(table, dtype=np.int64)
    if table is not None:
        sizes[0] = int(merge.max()) + 1
    low, high = np.zeros(int(sizes.prod()), dtype=np.uint64), np.zeros(int(sizes.prod()), dtype=np.float64)
    accumulate(left.features, left.low, left.high, right.features, right.low, right.high, sizes, merge, table is not None, low, high)
    found = np.flatnonzero(high)
    return Distribution(np.stack(np.unravel_index(found, tuple(sizes)), axis=1).astype(np.int64), low[found], high[found])
