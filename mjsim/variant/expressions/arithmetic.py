"""Arithmetic that needs a definition, for both engines: powers that cannot overflow, and rounding up."""

from __future__ import annotations

LIMIT = 1 << 40
"""Powers end here: no payment of a real table comes near it, and products of two still fit into int64 with a factor of 2**22."""


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
