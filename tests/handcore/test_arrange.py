"""Divisions of complete hands against plain recursion over groups."""

from __future__ import annotations

import numpy as np
import pytest

from mjsim.kernels import arrange, words
from mjsim.tables.goals import FIVE_MELDS, LUOSHU, NANCHANG, STANDARD, Goal
from mjsim.tables.groups import groups_of
from mjsim.tiles import counts_of, parse_tiles

Code = tuple[int, int]


def divisions(goal: Goal, hand: list[int], jokers: int, melds: int, copies: int) -> set[tuple[Code, ...]]:
    """Every multiset of (group, mask of positions played by jokers); groups of jokers only are (255, 7) and (254, 3)."""
    groups = [tuple(int(k) for k in row[:3] if k >= 0) for row in groups_of(goal)[0]]
    found: set[tuple[Code, ...]] = set()

    def options(group: tuple[int, ...]) -> list[int]:
        """Masks with the natural tiles first among equal ones, not all jokers."""
        size = len(group)
        return [
            mask
            for mask in range((1 << size) - 1)
            if all(not (mask >> i & 1 and not mask >> (i + 1) & 1 and group[i] == group[i + 1]) for i in range(size - 1))
        ]

    def rest(chosen: list[Code], first: Code, left: int, sets: int, pairs: int) -> None:
        if not any(hand):
            if left == 3 * sets + 2 * pairs:
                played = [k for g, _ in chosen for k in groups[g]]
                if all(played.count(k) <= copies for k in played):
                    found.add(tuple(sorted(chosen + [(255, 7)] * sets + [(254, 3)] * pairs)))
            return
        for number in range(first[0], len(groups)):
            group = groups[number]
            if not (sets if len(group) == 3 else pairs) or not any(hand[k] for k in group):
                continue
            for mask in options(group):
                if (number, mask) < first or mask.bit_count() > left:
                    continue
                natural = [k for i, k in enumerate(group) if not mask >> i & 1]
                if all(hand[k] >= natural.count(k) for k in natural):
                    for k in natural:
                        hand[k] -= 1
                    three = len(group) == 3
                    rest([*chosen, (number, mask)], (number, mask), left - mask.bit_count(), sets - three, pairs - (not three))
                    for k in natural:
                        hand[k] += 1

    rest([], (0, 0), jokers, melds, 1)
    return found


def kernel_rows(goal: Goal, hand: list[int], jokers: int, melds: int, copies: int, room: int = 20_000) -> list[tuple[Code, ...]]:
    groups, at = groups_of(goal)
    out = np.full((room, 6), -9, np.int64)
    held = np.zeros(4, np.int64)
    words.words_of(np.array(hand), held)
    rows = arrange.arrange(groups, at, *(int(word) for word in held), jokers, melds, copies, out)
    assert rows >= 0
    for row in out[:rows]:
        assert (row[melds:5] == -1).all()
        assert row[5] & 0xFF == arrange.ANY_PAIR or groups[row[5] & 0xFF, 3] == arrange.PAIR
    return [tuple(sorted((int(code) & 0xFF, int(code) >> 8) for code in row if code >= 0)) for row in out[:rows]]


def complete_hand(rng: np.random.Generator, goal: Goal, melds: int) -> list[int]:
    groups = groups_of(goal)[0]
    start = 9 * int(rng.integers(4)) + int(rng.integers(4))
    near = ((groups[:, :3] < 0) | (groups[:, :3] >= start) & (groups[:, :3] < start + 5)).all(axis=1)
    crowded = groups[near] if rng.random() < 0.8 else groups
    while True:
        sets, pairs = crowded[crowded[:, 2] >= 0], crowded[crowded[:, 2] < 0]
        if not len(sets) or not len(pairs):
            crowded = groups
            continue
        tiles = [int(k) for row in [*sets[rng.integers(len(sets), size=melds)], pairs[rng.integers(len(pairs))]] for k in row[:3] if k >= 0]
        if all(tiles.count(k) <= 4 for k in tiles):
            return counts_of(tiles)
        if rng.random() < 0.05:
            crowded = groups


@pytest.mark.parametrize("goal", [STANDARD, NANCHANG, LUOSHU, FIVE_MELDS], ids=["standard", "nanchang", "luoshu", "five melds"])
@pytest.mark.parametrize("jokers", [0, 1, 2, 3])
@pytest.mark.parametrize("copies", [4, 99])
def test_divisions_are_those_of_plain_recursion(goal: Goal, jokers: int, copies: int) -> None:
    rng = np.random.default_rng(jokers)
    several = 0
    for _ in range((150, 40, 5, 5)[jokers]):
        melds = int(rng.integers(1, goal.melds + 1))
        hand = complete_hand(rng, goal, melds)
        for kind in rng.permutation(np.repeat(np.arange(34), hand))[:jokers]:
            hand[kind] -= 1
        rows = kernel_rows(goal, hand, jokers, melds, copies)
        assert len(rows) == len(set(rows))
        assert set(rows) == divisions(goal, hand, jokers, melds, copies)
        several += len(rows) > 1
    assert several


def test_three_equal_runs_are_also_three_pungs() -> None:
    hand = counts_of(parse_tiles("111222333m456p99s"))
    assert len(kernel_rows(STANDARD, hand, 0, 4, 4)) == 2


def test_hand_of_jokers_only() -> None:
    assert kernel_rows(STANDARD, [0] * 34, 8, 2, 99) == [((254, 3), (255, 7), (255, 7))]


def test_fifth_copy_only_where_allowed() -> None:
    hand = counts_of(parse_tiles("1111m"))  # with a joker: 111m 11m
    assert len(kernel_rows(STANDARD, hand, 1, 1, 99)) == 2  # the joker completes the pair or the pung
    assert kernel_rows(STANDARD, hand, 1, 1, 4) == []


def test_full_output_is_reported() -> None:
    groups, at = groups_of(STANDARD)
    held = np.zeros(4, np.int64)
    words.words_of(np.array(counts_of(parse_tiles("1123456789m"))), held)
    assert arrange.arrange(groups, at, *(int(w) for w in held), 4, 4, 4, np.zeros((3, 6), np.int64)) == -1


def test_incomplete_hand_has_no_division() -> None:
    assert kernel_rows(STANDARD, counts_of(parse_tiles("123m456p789sEESSS")), 0, 4, 4) != []
    assert kernel_rows(STANDARD, counts_of(parse_tiles("123m456p789sEESSW")), 0, 4, 4) == []
