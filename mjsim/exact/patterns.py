"""Complete standard hands with a pattern: few states of a colour are complete, so products of their features over colours are short."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from mjsim.exact.states import HONOR_KINDS, SUIT_KINDS, cells, counts_of_states, exact_cells, weights_of
from mjsim.tables.goals import BARRED, HONORS, SUIT, Column, chows, pairs, pungs, touching, within, without_chows

Counts = NDArray[np.int8]
Feature = Callable[[Counts], NDArray[np.int64]]
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


def across(*steps: int) -> Callable[[int, int, int, int], bool]:
    """Some rank bit i, with i + step in another suit for each step: three steps take all suits, two any two of them."""
    free = 0x1FF  # a suit without a step may be anything
    orders = sorted(set(permutations((*steps, *(None,) * (3 - len(steps))))), key=repr)

    def holds(m: int, p: int, s: int, _honors: int) -> bool:
        for a, b, c in orders:
            if (free if a is None else m >> a) & (free if b is None else p >> b) & (free if c is None else s >> c):
                return True
        return False

    return holds


def some_suit(m: int, p: int, s: int, _honors: int) -> bool:
    """The feature holds in some suit."""
    return m > 0 or p > 0 or s > 0


def suits(number: int, honors: tuple[int, ...] = (0, 1)) -> Callable[[int, int, int, int], bool]:
    """Exactly so many suits, and honours or not."""
    return lambda m, p, s, h: m + p + s == number and h in honors


def honor_pungs(*values: int) -> Callable[[int, int, int, int], bool]:
    """The feature of the honours is one of these values."""
    return lambda m, p, s, h: h in values


@dataclass(frozen=True)
class Pattern:
    """Groups that may be used, a feature of each suit and of the honours, and which features of m, p, s and honours make the pattern."""

    accepts: Callable[[int, int, int, int], bool] = field(default=lambda m, p, s, h: True)
    suit_feature: Feature = present
    honor_feature: Feature = present
    suits: tuple[Column, Column, Column] = (SUIT, SUIT, SUIT)
    honors: Column = HONORS


def made_of(suit: Column, honors: Column = BARRED) -> Pattern:
    """Only these groups, in any suit."""
    return Pattern(suits=(suit, suit, suit), honors=honors)


def some_groups(*groups: tuple[int, ...]) -> Pattern:
    """Some suit has, in some division, one of these unions of sets (ranks)."""
    return Pattern(some_suit, removable(groups))


def runs(*starts: int) -> tuple[int, ...]:
    """Ranks of chows that begin at these ranks."""
    return tuple(sorted(rank + i for rank in starts for i in range(3)))


CHOWS, PUNGS = removable(chows()), removable(pungs(range(9)))
THIRDS = removable((runs(0), runs(3), runs(6)))
ENDS = removable((runs(0, 6), (4, 4)))
PATTERNS: dict[str, Pattern] = {
    # suits and honours
    "all_honours": made_of(BARRED, HONORS),
    "full_flush": Pattern(suits(1), honors=BARRED),
    "half_flush": Pattern(suits(1, (1,))),
    "exactly_two_suits": Pattern(suits(2)),
    "three_suits": Pattern(suits(3)),
    "no_honours": made_of(SUIT),
    "all_types_5": Pattern(lambda m, p, s, h: m + p + s == 3 and h == 3, honor_feature=kinds_of_honors),
    # winds and dragons
    "big_four_winds": Pattern(honor_pungs(40), honor_feature=winds),
    "little_four_winds": Pattern(honor_pungs(31), honor_feature=winds),
    "big_three_winds": Pattern(honor_pungs(30, 31), honor_feature=winds),
    "three_wind_pungs_only": Pattern(honor_pungs(30), honor_feature=winds),
    "big_three_dragons": Pattern(honor_pungs(30), honor_feature=dragons),
    "little_three_dragons": Pattern(honor_pungs(21), honor_feature=dragons),
    "two_dragon_pungs": Pattern(honor_pungs(20, 21), honor_feature=dragons),
    "two_dragon_pungs_only": Pattern(honor_pungs(20), honor_feature=dragons),
    # kinds of sets
    "all_pungs": made_of(without_chows(SUIT), HONORS),
    "four_chows_any_pair": made_of(ALL_CHOWS, PAIR_HONORS),
    "four_chows_suit_pair": made_of(ALL_CHOWS),
    # ranks
    "all_simples": made_of(within(SUIT, range(1, 8))),
    "all_terminals": made_of(within(SUIT, (0, 8))),
    "terminals_and_honours_mixed": Pattern(lambda m, p, s, h: max(m, p, s) == 1 and h == 1, suit_feature=only_terminals),
    "outside_hand": made_of(touching(SUIT, (0, 8)), HONORS),
    "outside_hand_suits": made_of(touching(SUIT, (0, 8))),
    "all_fives": made_of(touching(SUIT, (4,))),
    "all_even_pungs": made_of(without_chows(within(SUIT, (1, 3, 5, 7)))),
    "lower_tiles": made_of(within(SUIT, range(3))),
    "middle_tiles": made_of(within(SUIT, range(3, 6))),
    "upper_tiles": made_of(within(SUIT, range(6, 9))),
    "lower_four": made_of(within(SUIT, range(4))),
    "upper_four": made_of(within(SUIT, range(5, 9))),
    "all_green": Pattern(suits=(BARRED, BARRED, within(SUIT, (1, 2, 3, 5, 7))), honors=within(HONORS, (5,))),
    "reversible_tiles": Pattern(
        suits=(BARRED, within(SUIT, (0, 1, 2, 3, 4, 7, 8)), within(SUIT, (1, 3, 4, 5, 7, 8))), honors=within(HONORS, (6,))
    ),
    # in one suit
    "nine_gates_shape": Pattern(some_suit, nine_gates),
    "pure_straight": some_groups(runs(0, 3, 6)),
    "pure_double_chow": some_groups(*(runs(r, r) for r in range(7))),
    "pure_triple_chow": some_groups(*(runs(r, r, r) for r in range(7))),
    "quadruple_chow": some_groups(*(runs(r, r, r, r) for r in range(7))),
    "pure_shifted_chows": some_groups(*(runs(r, r + k, r + 2 * k) for k in (1, 2) for r in range(7 - 2 * k))),
    "four_pure_shifted_chows": some_groups(*(runs(r, r + k, r + 2 * k, r + 3 * k) for k in (1, 2) for r in range(7 - 3 * k))),
    "pure_shifted_pungs": some_groups(*(tuple(k for k in range(r, r + 3) for _ in range(3)) for r in range(7))),
    "four_pure_shifted_pungs": some_groups(*(tuple(k for k in range(r, r + 4) for _ in range(3)) for r in range(6))),
    "short_straight": some_groups(*(runs(r, r + 3) for r in range(4))),
    "two_terminal_chows": some_groups(runs(0, 6)),
    "pure_terminal_chows": some_groups(tuple(sorted(runs(0, 0, 6, 6) + (4, 4)))),
    # across suits
    "mixed_straight": Pattern(across(0, 1, 2), THIRDS),
    "mixed_double_chow": Pattern(across(0, 0), CHOWS),
    "mixed_triple_chow": Pattern(across(0, 0, 0), CHOWS),
    "mixed_shifted_chows": Pattern(across(0, 1, 2), CHOWS),
    "double_pung": Pattern(across(0, 0), PUNGS),
    "mixed_triple_pung": Pattern(across(0, 0, 0), PUNGS),
    "mixed_shifted_pungs": Pattern(across(0, 1, 2), PUNGS),
    "three_suited_terminal_chows": Pattern(lambda m, p, s, h: sorted((m & 1, p & 1, s & 1)) == [0, 1, 1] and (m | p | s) & 2 > 0, ENDS),
}


def colour_items(column: Column, kinds: int, feature: Feature, distinct: bool) -> dict[int, dict[int, int]]:
    """Number of complete states of a colour by number of tiles and feature."""
    counts = counts_of_states(kinds, 14)
    counts = counts[exact_cells(column, kinds, 4)[cells(counts)]]
    items: dict[int, dict[int, int]] = {}
    rows = zip(feature(counts).tolist(), counts.sum(axis=1).tolist(), weights_of(counts, distinct).tolist(), strict=True)
    for value, size, weight in rows:
        features = items.setdefault(size, {})
        features[value] = features.get(value, 0) + weight
    return items


def pattern_hands(name: str, distinct: bool = False) -> int:
    """Complete standard hands of 14 tiles with a pattern: sets of tiles, or distinct hands."""
    pattern = PATTERNS[name]
    three = [colour_items(column, SUIT_KINDS, pattern.suit_feature, distinct) for column in pattern.suits]
    honors = colour_items(pattern.honors, HONOR_KINDS, pattern.honor_feature, distinct)
    total = 0
    for sizes in product(*three, honors):
        if sum(sizes) == 14 and sum(size % 3 > 0 for size in sizes) == 1:  # one colour has the pair
            (m, p, s), h = (items[size] for items, size in zip(three, sizes, strict=False)), honors[sizes[3]]
            total += sum(
                a * b * c * d
                for (i, a), (j, b), (k, c), (n, d) in product(m.items(), p.items(), s.items(), h.items())
                if pattern.accepts(i, j, k, n)
            )
    return total
