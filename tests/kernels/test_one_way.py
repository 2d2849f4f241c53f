"""Hands that can be divided in one way only, told from their kinds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mjsim.kernels.readings import one_way


def suits(tiles: int, ranks: int = 9) -> Iterator[list[int]]:
    """All ways to hold so many tiles of one suit."""
    if ranks == 0:
        if tiles == 0:
            yield []
        return
    for n in range(min(tiles, 4) + 1):
        for rest in suits(tiles - n, ranks - 1):
            yield [n, *rest]


def divisions(counts: list[int], pairs: int) -> int:
    """Ways to divide a suit into sets and so many pairs."""
    rank = next((i for i, n in enumerate(counts) if n), None)
    if rank is None:
        return int(pairs == 0)
    ways = 0
    for chows in range(counts[rank] + 1):
        rest, left = list(counts), pairs - (counts[rank] - chows == 2)
        rest[rank] = 0
        if counts[rank] - chows in (0, 2, 3) and left >= 0 and (not chows or rank < 7):
            for i in (1, 2) if chows else ():
                rest[rank + i] -= chows
            ways += divisions(rest, left) if min(rest) >= 0 else 0
    return ways


@pytest.mark.parametrize("tiles", [6, 8, 9, 11])
@pytest.mark.parametrize("suit", [0, 2])
def test_every_hand_of_one_suit(tiles: int, suit: int) -> None:
    sure, complete = 0, 0
    for counts in suits(tiles):
        ways = divisions(counts, int(tiles % 3 == 2))
        there = sum(1 << (9 * suit + i) for i, n in enumerate(counts) if n)
        more = sum(1 << (9 * suit + i) for i, n in enumerate(counts) if n > 1)
        complete += ways > 0
        if one_way.py_func(there | 1 << 18 - 9 * suit, more):  # a tile of another suit beside it changes nothing
            sure += ways > 0
            assert ways <= 1, counts
    assert 0 < sure < complete
