"""Arithmetic that needs a definition, for both engines: nothing overflows int64, however an expression is written.

Literals end at a million, powers and products at `LIMIT`, and an expression has at most some thousands of terms, so
sums stay below 2**52. Totals over rows (sum, product) end at `LIMIT` too.
"""

from __future__ import annotations

LIMIT = 1 << 40
"""Products and powers end here; no payment of a real table comes near it."""


def times(left: int, right: int) -> int:
    """left * right, kept within -`LIMIT` to `LIMIT`.

    >>> times(6, -7), times(LIMIT, -2) == -LIMIT
    (-42, True)
    """
    return max(-LIMIT, min(left * right, LIMIT))


def power(base: int, exponent: int) -> int:
    """base ** exponent, 1 for negative exponents, at most `LIMIT`.

    >>> power(2, 3), power(2, -1), power(10, 99) == LIMIT
    (8, 1, True)
    """
    result = 1
    for _ in range(max(exponent, 0)):
        if result >= LIMIT:
            break
        result *= base
    return min(result, LIMIT)


def round_up(number: int, step: int) -> int:
    """The least multiple of `step` that is not below `number`.

    >>> round_up(41, 10), round_up(40, 10)
    (50, 40)
    """
    return -(-number // step) * step
