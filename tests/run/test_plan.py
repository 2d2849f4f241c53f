"""Identity, ranges, shards, policies."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjsim.errors import MjsimError
from mjsim.run.plan import Plan, joined, missing, overlap, policies_for, shard_size, shards

PLAN = Plan({"slug": "toy", "players": 4}, "rules", ("speed",) * 4, 7, "hand", "shared", "1")

ranges = st.lists(st.tuples(st.integers(0, 200), st.integers(1, 40)), max_size=8)


def numbers(found: list[tuple[int, int]]) -> set[int]:
    return {n for first, count in found for n in range(first, first + count)}


@given(st.tuples(st.integers(0, 200), st.integers(1, 80)), ranges)
def test_missing_is_the_set_difference(wanted: tuple[int, int], done: list[tuple[int, int]]) -> None:
    gaps = missing(wanted, done)
    assert numbers(gaps) == numbers([wanted]) - numbers(done)
    assert overlap(gaps) is None


@given(ranges, st.integers(1, 50))
def test_shards_cover_the_same_numbers_on_one_grid(given_ranges: list[tuple[int, int]], size: int) -> None:
    gaps = missing((0, 240), given_ranges)
    cut = shards(gaps, size)
    assert numbers(cut) == numbers(gaps)
    assert all(first // size == (first + count - 1) // size for first, count in cut)


@given(ranges)
def test_overlap_finds_a_shared_number_and_joined_keeps_all(given_ranges: list[tuple[int, int]]) -> None:
    total = sum(count for _, count in given_ranges)
    assert (overlap(given_ranges) is None) == (len(numbers(given_ranges)) == total)
    if overlap(given_ranges) is None:
        whole = joined(given_ranges)
        assert numbers(whole) == numbers(given_ranges)
        assert all(sum(one) < other[0] for one, other in pairwise(whole))


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "other"},
        {"policies": ("speed", "speed", "speed", "random")},
        {"seed": 8},
        {"unit": "match"},
        {"wall": "per-seat"},
        {"kernel": "2"},
        {"variant": {"slug": "toy2", "players": 4}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_decides_rows_changes_the_identity(change: dict[str, object]) -> None:
    assert dataclasses.replace(PLAN, **change).identity != PLAN.identity


def test_names_and_sources_do_not_change_the_identity() -> None:
    renamed = dataclasses.replace(PLAN, variant={"slug": "toy", "players": 4, "zh": "新名"})
    assert renamed.identity == PLAN.identity
    assert len(PLAN.identity) == 32


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "0 to 2^64 - 1"),
        ({"policies": ("speed",)}, "1 policies for 4 players"),
        ({"wall": "own"}, "shared, per-seat"),
    ],
)
def test_impossible_plans_are_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(MjsimError, match=words.replace("^", r"\^")):
        dataclasses.replace(PLAN, **change)


def test_policies() -> None:
    assert policies_for("speed", 4) == ("speed",) * 4
    assert policies_for("speed, random,random", 3) == ("speed", "random", "random")
    with pytest.raises(MjsimError, match="unknown policy 'sped'.*random, speed"):
        policies_for("sped", 4)
    with pytest.raises(MjsimError, match="2 policies for 4 players"):
        policies_for(["speed", "random"], 4)


def test_parts_are_few_for_many_hands_and_several_for_few() -> None:
    assert 20_000_000 / shard_size(20_000_000, "hand", False) <= 500
    assert shard_size(200_000, "hand", False) * 8 == 200_000
    assert shard_size(10, "hand", False) >= 10
    assert shard_size(10**6, "match", False) < shard_size(10**6, "hand", False)
