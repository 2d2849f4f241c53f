"""The tables themselves: sizes, numbers of classes, the cache."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mjsim.kernels import words
from mjsim.tables import columns, program
from mjsim.tables.goals import HONORS, LUOSHU, NANCHANG, NINE_HONORS, STANDARD, SUIT, Goal, any_suits, with_pairs, without_chows
from mjsim.tables.merging import part_vectors


def distinct(goal: Goal, *chosen: str) -> int:
    """Different vectors of one, two or three colours, each a string of s (suit) and h (honours)."""
    part = {"s": ((goal.ways[0][0], 9),), "h": ((goal.ways[0][3], 7),)}
    return len(
        {bytes(v) for text in chosen for v in part_vectors(tuple(sorted(sum((part[c] for c in text), ()))), goal.melds, goal.capped)}
    )


@pytest.mark.parametrize(
    ("goal", "one", "two", "three"),
    [
        (STANDARD, 130, 180, 180),
        (NANCHANG, 126, 180, 180),
        (LUOSHU, 94, 200, 200),
        (Goal(any_suits(with_pairs(SUIT, (1, 4, 7)), with_pairs(HONORS, ()))), 291, 326, 326),
        (Goal(any_suits(without_chows(SUIT), HONORS)), 55, 55, 55),
    ],
)
def test_numbers_of_classes(goal: Goal, one: int, two: int, three: int) -> None:
    # computed independently beforehand with another builder (unclamped vectors, any colour beside any other)
    assert distinct(goal, "s", "h") == one
    assert distinct(goal, "ss", "sh", "hh") == two
    assert distinct(goal, "sss", "ssh", "shh", "hhh") == three


@pytest.mark.parametrize(("kinds", "limit", "states"), [(9, 14, 405_350), (7, 14, 43_130), (9, 17, 886_400), (7, 17, 64_200)])
def test_states_are_numbered_without_gaps(kinds: int, limit: int, states: int) -> None:
    cells = columns.cells_of_states(kinds, limit)
    assert len(np.unique(cells)) == len(cells) == states
    wide = words.WIDE_BASE if limit == 17 else 0
    rng = np.random.default_rng(5)
    for state in rng.integers(0, states, 300):
        counts = np.zeros(34, np.int64)
        counts[:kinds] = cells[state] // 5 ** np.arange(kinds) % 5
        if kinds == 7:
            counts = np.roll(counts, 27)
        out = np.zeros(4, np.int64)
        words.words_of(counts, out)
        assert words.index.py_func(int(out[3 if kinds == 7 else 0]), wide) == state


def test_honours_of_nine_ranks_count_as_their_tiles_say() -> None:
    tables = columns.column_tables(NINE_HONORS, 9, 4, True)
    cells = columns.cells_of_states(9, words.NARROW)
    assert len(tables.classes) == len(cells) == 405_350
    rng = np.random.default_rng(7)
    for state in rng.integers(0, len(cells), 200):
        counts = sorted((int(cells[state]) // 5**rank % 5 for rank in range(9)), reverse=True)
        for pair in (0, 1):
            for sets in range(5):
                # sets are made of the commonest ranks; the pair of any of the others, or of one that a set of a rarer one stands in for
                spared = [[n for i, n in enumerate(counts) if i != at] for at in range(9)] if pair else [counts]
                ways = [sum(max(0, 3 - n) for n in rest[:sets]) + (max(0, 2 - counts[at]) if pair else 0) for at, rest in enumerate(spared)]
                assert tables.vectors[tables.classes[state]][5 * pair + sets] == min(ways)


def test_words_follow_every_change() -> None:
    rng = np.random.default_rng(6)
    word, counts = 0, np.zeros(34, np.int64)
    for _ in range(400):
        rank = int(rng.integers(9))
        if counts[rank] < 4 and (rng.random() < 0.5 or counts[rank] == 0):
            word, counts[rank] = add(word, rank), counts[rank] + 1
        else:
            word, counts[rank] = remove(word, rank), counts[rank] - 1
        out = np.zeros(4, np.int64)
        words.words_of(counts, out)
        assert word == out[0]


def add(word: int, rank: int) -> int:
    return int(words.add(word, rank))


def remove(word: int, rank: int) -> int:
    return int(words.remove(word, rank))


def test_tables_come_back_from_the_cache_unchanged(tmp_path: Path) -> None:
    built = program.build((LUOSHU,))
    program.store(built, tmp_path / "here")
    program.store(built, tmp_path / "here")  # a second writer finds the work done
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here"]
    for name, array in zip(program.NAMES, built, strict=True):
        assert np.array_equal(np.load(tmp_path / "here" / f"{name}.npy"), array)


def test_digest_tells_goals_apart() -> None:
    assert program.digest((STANDARD,)) != program.digest((LUOSHU,))
    assert program.digest((STANDARD,)) == program.digest((Goal(STANDARD.ways),))
