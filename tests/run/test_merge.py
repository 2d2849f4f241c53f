"""Merging: union, and what is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from mjsim.errors import DataError
from mjsim.run.merge import merge
from mjsim.run.runner import play
from mjsim.store.dataset import scan
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


def made(folder: Path, first: int, count: int, seed: int = 1) -> Path:
    play(toy_plan(seed), count, folder, first=first, workers=1, shard=100, engine=FakeEngine(), progress=False)
    return folder


def test_ranges_of_several_folders_become_one_data_set(tmp_path: Path) -> None:
    late, early = made(tmp_path / "late", 300, 300), made(tmp_path / "early", 0, 300)
    merge([late, early], tmp_path / "both")
    whole = made(tmp_path / "whole", 0, 600)
    for table in ("hands", "wins"):
        assert_frame_equal(scan(tmp_path / "both", table).collect(), scan(whole, table).collect())


def test_a_merged_data_set_can_be_run_on(tmp_path: Path) -> None:
    merge([made(tmp_path / "a", 0, 100), made(tmp_path / "b", 200, 100)], tmp_path / "both")
    assert play(toy_plan(), 300, tmp_path / "both", workers=1, engine=FakeEngine(), progress=False).played == 100


def test_overlap_is_refused_and_both_places_are_named(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one", 0, 200), made(tmp_path / "other", 150, 100)
    with pytest.raises(DataError, match=r"hands 100-199 of .*one and 150-199 of .*other overlap"):
        merge([one, other], tmp_path / "both")
    assert not (tmp_path / "both").exists()


def test_the_same_folder_twice_is_an_overlap(tmp_path: Path) -> None:
    one = made(tmp_path / "one", 0, 100)
    with pytest.raises(DataError, match="overlap"):
        merge([one, one], tmp_path / "both")


def test_another_seed_is_refused_with_both_values(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="seed 2, not 1"):
        merge([made(tmp_path / "one", 0, 100), made(tmp_path / "two", 100, 100, seed=2)], tmp_path / "both")


def test_damage_is_refused(tmp_path: Path) -> None:
    one = made(tmp_path / "one", 0, 100)
    part = next((one / "wins").iterdir())
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(DataError, match="missing or damaged"):
        merge([one], tmp_path / "both")


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    one = made(tmp_path / "one", 0, 100)
    with pytest.raises(DataError, match="is not empty"):
        merge([one], one)


def test_other_rules_and_other_kernels_are_refused_with_both_values(tmp_path: Path) -> None:
    one = made(tmp_path / "one", 0, 100)
    rules = dataclasses.replace(toy_plan(cap=3), rules="other")
    kernel = dataclasses.replace(toy_plan(), kernel="fake-2")
    for name, plan, words in (
        ("rules", rules, "other rules of toy: cap 3, not None"),
        ("kernel", kernel, "kernel fake-2, not fake-1"),
        ("wall", dataclasses.replace(toy_plan(), wall="per-seat"), "wall per-seat, not shared"),
        ("policies", dataclasses.replace(toy_plan(), policies=("random",) * 4), "policy random, not speed"),
    ):
        play(plan, 100, tmp_path / name, first=100, workers=1, engine=FakeEngine(version=plan.kernel), progress=False)
        with pytest.raises(DataError, match=words):
            merge([one, tmp_path / name], tmp_path / "both")
        assert not (tmp_path / "both").exists()
