"""Complete standard hands with a pattern: few states of a colour are complete, so products of their features over colours are short."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mjsim.exact.states import HONOR_KINDS, SUIT_KINDS, cells, counts_of_states, exact_cells, weights_of
from mjsim.tables.goals import BARRED, HONORS, SUIT, Column, chows, pairs, touching, without_chows

Counts = NDArray[np.int8]
Feature = Callable[[Counts], NDArray[np.int64]]
TERMINALS = [0, 8]
ALL_CHOWS = Column(chows() + pairs(range(9)))
PAIR_HONORS = Column(pairs(range(7)))


def present(counts: Counts) -> NDArray[np.int64]:
    """1 where the colour has tiles."""
    result: NDArray[np.int64] = (counts.sum(axis=1) > 0).astype(np.int64)
    return result


def removable(groups: tuple[tuple[int, ...], ...]) -> Feature:
    """Bit i: without group i (a chow) the suit is still complete, so some division has it."""

    def mask(counts: Counts) -> NDArray[np.int64]:
        whole = exact_cells(SUIT, SUIT_KINDS, 4)
        result = np.zeros(len(counts), dtype=np.int64)
        for bit, group in enumerate(groups):
            rest = counts - np.bincount(group, minlength=9).astype(np.int8)
            fits = (rest >= 0).all(axis=1)
            result[fits] |= whole[cells(rest[fits])].astype(np.int64) << bit
        return result

    return mask


def nine_gates(counts: Counts) -> NDArray[np.int64]:
    """1 where the suit is 1112345678999 and one more tile of it."""
    gates: NDArray[np.bool_] = (counts >= [3, 1, 1, 1, 1, 1, 1, 1, 3]).all(axis=1) & (counts.sum(axis=1) == 14)
    return gates.astype(np.int64)


def only_terminals(counts: Counts) -> NDArray[np.int64]:
    """0 no tiles, 1 terminals only, 2 others too."""
    result: NDArray[np.int64] = present(counts) + (counts[:, 1:8].sum(axis=1) > 0)
    return result


def kinds_of_honors(counts: Counts) -> NDArray[np.int64]:
    """Bit 0: a wind; bit 1: a dragon."""
    result: NDArray[np.int64] = (counts[:, :4].sum(axis=1) > 0) + 2 * (counts[:, 4:].sum(axis=1) > 0).astype(np.int64)
    return result


def winds(counts: Counts) -> NDArray[np.int64]:
    """10 x wind pungs + wind pairs."""
    result: NDArray[np.int64] = 10 * (counts[:, :4] == 3).sum(axis=1) + (counts[:, :4] == 2).sum(axis=1)
    return result


def dragons(counts: Counts) -> NDArray[np.int64]:
    """10 x dragon pungs + dragon pairs."""
    result: NDArray[np.int64] = 10 * (counts[:, 4:] == 3).sum(axis=1) + (counts[:, 4:] == 2).sum(axis=1)
    return result


def mixed_straight(m: int, p: int, s: int, _honors: int) -> bool:
    """123, 456 and 789 (bits 0-2) in three suits."""
    return any(m >> i & 1 and p >> j & 1 and s >> 3 - i - j & 1 for i in range(3) for j in range(3) if i != j)


@dataclass(frozen=True)
class Pattern:
    """Groups that may be used, a feature of each suit and of the honours, and which features of m, p, s and honours make the pattern."""

    accepts: Callable[[int, int, int, int], bool] = field(default=lambda m, p, s, h: True)
    suit_feature: Feature = present
    honor_feature: Feature = present
    suit: Column = SUIT
    honors: Column = HONORS


PATTERNS: dict[str, Pattern] = {
    "all_honours": Pattern(suit=BARRED),
    "all_pungs": Pattern(suit=without_chows(SUIT)),
    "all_types_5": Pattern(lambda m, p, s, h: m + p + s == 3 and h == 3, honor_feature=kinds_of_honors),
    "big_four_winds": Pattern(lambda m, p, s, h: h // 10 == 4, honor_feature=winds),
    "exactly_two_suits": Pattern(lambda m, p, s, h: m + p + s == 2),
    "four_chows_any_pair": Pattern(suit=ALL_CHOWS, honors=PAIR_HONORS),
    "four_chows_suit_pair": Pattern(suit=ALL_CHOWS, honors=BARRED),
    "full_flush": Pattern(lambda m, p, s, h: m + p + s == 1, honors=BARRED),
    "half_flush": Pattern(lambda m, p, s, h: m + p + s == 1 and h == 1),
    "mixed_straight": Pattern(mixed_straight, suit_feature=removable(((0, 1, 2), (3, 4, 5), (6, 7, 8)))),
    "mixed_triple_chow": Pattern(lambda m, p, s, h: bool(m & p & s), suit_feature=removable(chows())),
    "nine_gates_shape": Pattern(lambda m, p, s, h: m + p + s == 1, suit_feature=nine_gates),
    "outside_hand": Pattern(suit=touching(SUIT, (0, 8))),
    "all_terminals": Pattern(lambda m, p, s, h: max(m, p, s) < 2, suit_feature=only_terminals, honors=BARRED),
    "terminals_and_honours_mixed": Pattern(lambda m, p, s, h: max(m, p, s) == 1 and h == 1, suit_feature=only_terminals),
    "big_three_dragons": Pattern(lambda m, p, s, h: h == 30, honor_feature=dragons),
    "little_three_dragons": Pattern(lambda m, p, s, h: h == 21, honor_feature=dragons),
    "little_four_winds": Pattern(lambda m, p, s, h: h == 31, honor_feature=winds),
    "three_wind_pungs_only": Pattern(lambda m, p, s, h: h == 30, honor_feature=winds),
    "two_dragon_pungs_only": Pattern(lambda m, p, s, h: h == 20, honor_feature=dragons),
    "three_suits": Pattern(lambda m, p, s, h: m + p + s == 3),
    "no_honours": Pattern(honors=BARRED),
}


def colour_items(column: Column, kinds: int, feature: Feature, distinct: bool) -> dict[tuple[int, int], int]:
    """Number of complete states of a colour by feature and number of tiles."""
    counts = counts_of_states(kinds, 14)
    counts = counts[exact_cells(column, kinds, 4)[cells(counts)]]
    items: dict[tuple[int, int], int] = {}
    for value, size, weight in zip(
        feature(counts).tolist(), counts.sum(axis=1).tolist(), weights_of(counts, distinct).tolist(), strict=True
    ):
        items[value, size] = items.get((value, size), 0) + weight
    return items


def pattern_hands(name: str, distinct: bool = False) -> int:
    """Complete standard hands of 14 tiles with a pattern: sets of tiles, or distinct hands."""
    pattern = PATTERNS[name]
    suits = colour_items(pattern.suit, SUIT_KINDS, pattern.suit_feature, distinct)
    honors = colour_items(pattern.honors, HONOR_KINDS, pattern.honor_feature, distinct)
    total = 0
    for (m, i), a in suits.items():
        for (p, j), b in suits.items():
            if i + j > 14 or (i % 3 > 0) + (j % 3 > 0) > 1:
                continue
            for (s, k), c in suits.items():
                if i + j + k > 14 or (i % 3 > 0) + (j % 3 > 0) + (k % 3 > 0) > 1:
                    continue
                for (h, n), d in honors.items():
                    if i + j + k + n == 14 and (i % 3 > 0) + (j % 3 > 0) + (k % 3 > 0) + (n % 3 > 0) == 1 and pattern.accepts(m, p, s, h):
                        total += a * b * c * d
    return total
