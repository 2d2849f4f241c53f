"""Counted values against the collected reference, and against counts made in other ways."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, prod
from pathlib import Path

import numpy as np
import pytest

from mjsim.errors import MjsimError
from mjsim.exact import deals, patterns, shanten, waits
from mjsim.exact.ids import exact_lines, exact_value
from mjsim.exact.states import Deck

REFERENCE = {
    entry["id"]: entry for entry in json.loads((Path(__file__).parents[1] / "data" / "exact.json").read_text(encoding="utf-8"))["values"]
}
WRONG_IN_REFERENCE = {"deal.136.anyplayer16.quad"}
"""Leaves out players with four quads; `test_quads_of_sixteen_tiles` counts it in another way."""
FAST = [name for place, name in enumerate(REFERENCE) if place % 11 == 0 and name not in WRONG_IN_REFERENCE]


def check(name: str) -> None:
    entry = REFERENCE[name]
    assert exact_value(name) == (int(entry["numerator"]), int(entry["denominator"])), name


@pytest.mark.parametrize("name", FAST)
def test_some_values(name: str) -> None:
    check(name)


@pytest.mark.verify
def test_all_values() -> None:
    assert len(REFERENCE) == 582
    for name in REFERENCE:
        if name not in WRONG_IN_REFERENCE:
            check(name)


@pytest.mark.parametrize("form", ["std", "min_all", "std+7pq"])
def test_every_hand_has_one_shanten(form: str) -> None:
    assert sum(shanten.shanten_counts(7, 13, form).values()) == comb(136, 13)
    assert sum(shanten.shanten_counts(7, 13, form, True).values()) == deals.distinct_hands(34, 13)


def test_two_suits_count_every_hand() -> None:
    assert sum(shanten.two_suit_counts(14, "std").values()) == comb(108, 14)


def test_ready_hands_are_those_that_wait() -> None:
    # shanten 0 allows a wait of which the hand holds all four; waits do not
    counts = waits.standard_waits(7, 13, False, True)
    assert sum(counts[k] for k in range(1, 14) if k in counts) == shanten.shanten_counts(7, 13, "std", True)[0]


def test_ready_hands_of_other_decks() -> None:
    for honors, tiles in ((0, 13), (7, 16)):
        counts = waits.standard_waits(honors, tiles, False, True)
        assert sum(number for waiting, number in counts.items() if waiting) == shanten.shanten_counts(honors, tiles, "std", True)[0]


def test_suits_of_winning_hands_add_up() -> None:
    parts = ("full_flush", "half_flush", "all_honours", "exactly_two_suits", "three_suits")
    assert sum(patterns.pattern_hands(name) for name in parts) == shanten.shanten_counts(7, 14, "std")[-1]


GROUPS = [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7] + [(k,) * 3 for k in range(34)]


def hands_around(fixed: tuple[int, ...], free_sets: int, pairs: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Distinct hands of fixed tiles, free sets and a pair."""
    result = set()
    for sets in combinations_with_replacement(GROUPS, free_sets):
        for pair in pairs:
            counts = np.bincount([*fixed, *(k for group in sets for k in group), *pair], minlength=34)
            if counts.max() <= 4:
                result.add(tuple(counts.tolist()))
    return result


def test_big_three_dragons() -> None:
    fixed = (31,) * 3 + (32,) * 3 + (33,) * 3
    hands = hands_around(fixed, 1, [(k, k) for k in range(31)])
    assert patterns.pattern_hands("big_three_dragons", True) == len(hands)
    assert patterns.pattern_hands("big_three_dragons") == sum(prod(comb(4, n) for n in hand) for hand in hands)


def test_little_four_winds() -> None:
    hands = set().union(
        *(hands_around(tuple(k for k in range(27, 31) if k != wind for _ in range(3)), 1, [(wind, wind)]) for wind in range(27, 31))
    )
    hands = {hand for hand in hands if sorted(hand[27:31]) == [2, 3, 3, 3]}
    assert patterns.pattern_hands("little_four_winds", True) == len(hands)


ANY_PAIR = [(k, k) for k in range(34)]
UNIONS: dict[str, list[tuple[int, ...]]] = {
    "pure_straight": [tuple(range(9 * c, 9 * c + 9)) for c in range(3)],
    "pure_triple_chow": [(k, k + 1, k + 2) * 3 for k in range(27) if k % 9 < 7],
    "pure_shifted_pungs": [(k, k + 1, k + 2) * 3 for k in range(27) if k % 9 < 7],
    "mixed_triple_pung": [(k, k + 9, k + 18) * 3 for k in range(9)],
    "mixed_straight": [tuple(9 * c + 3 * i + j for i, c in enumerate(order) for j in range(3)) for order in permutations(range(3))],
}


@pytest.mark.parametrize("name", UNIONS)
def test_patterns_of_three_sets(name: str) -> None:
    hands = set().union(*(hands_around(fixed, 1, ANY_PAIR) for fixed in UNIONS[name]))
    assert patterns.pattern_hands(name, True) == len(hands)
    assert patterns.pattern_hands(name) == sum(prod(comb(4, n) for n in hand) for hand in hands)


def test_all_green() -> None:
    green = {19, 20, 21, 23, 25, 32}
    groups = [group for group in GROUPS if set(group) <= green]
    hands = set()
    for sets in combinations_with_replacement(groups, 4):
        for pair in green:
            counts = np.bincount([*(k for group in sets for k in group), pair, pair], minlength=34)
            if counts.max() <= 4:
                hands.add(tuple(counts.tolist()))
    assert patterns.pattern_hands("all_green", True) == len(hands)


@pytest.mark.parametrize("name", patterns.PATTERNS)
def test_patterns_are_no_more_than_the_hands_that_win(name: str) -> None:
    assert 0 < patterns.pattern_hands(name, True) < 11_498_658


def test_quads_of_sixteen_tiles() -> None:
    """Modulo a prime: kind by kind, how its copies may lie with the four players and the wall without four in one hand."""
    prime, sizes = 2147483629, (17, 16, 16, 16)
    ways = np.zeros([size + 1 for size in sizes], dtype=np.int64)
    ways[0, 0, 0, 0] = 1
    shares = [t for t in product(range(4), repeat=4) if sum(t) <= 4]
    for _ in range(34):
        after = np.zeros_like(ways)
        for share in shares:
            number = factorial(4) // prod(factorial(n) for n in (*share, 4 - sum(share)))
            place = tuple(slice(n, None) for n in share)
            source = tuple(slice(None, size + 1 - n) for n, size in zip(share, sizes, strict=True))
            after[place] = (after[place] + number * ways[source]) % prime
        ways = after
    some, total = deals.quad_of_any_player(Deck(7), sizes)
    assert (total - some) % prime == ways[17, 16, 16, 16]


def test_flowers_and_jokers_add_up() -> None:
    assert sum(deals.first_flowers(20, k)[0] for k in range(9)) == comb(144, 20)
    assert sum(Fraction(*deals.final_flowers(20, k)) for k in range(9)) == 1
    counts = deals.deal_counts(Deck(7, 4), 13, ("jokers",))
    assert counts == {(k,): comb(4, k) * comb(136, 13 - k) for k in range(5)}


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "shanten.136.13.six.0",
        "shanten.136.12.std.0",
        "shanten.108.16.seven.0",
        "deal.136.13.suits",
        "deal.136.40.quad",
        "pattern.none",
        "win.joker.136+20.std",
        "solo.136.k200.d5",
        "solo.136.k2.d500",
        "count.hands.34k.9999",
        "count.hands.34k.99999999",
        "deal.136+999j.13.quad",
        "win.joker.honourwild5.std",
        "flowers.144.13.first9",
    ],
)
def test_unknown_ids_say_what_is_allowed(name: str) -> None:
    with pytest.raises(MjsimError, match="allowed"):
        exact_value(name)


def test_lines() -> None:
    lines = list(exact_lines(["count.hands.9k.14\n", "", "pattern.none"]))
    assert lines[0] == {"id": "count.hands.9k.14", "numerator": "118800", "denominator": "1", "value": 118800}
    assert set(lines[1]) == {"id", "error"}
