"""Differences on the same walls: against scipy and statsmodels, by simulation, and by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from mjsim.errors import DataError, MjsimError
from mjsim.run.runner import play
from mjsim.stats.compare import grid_of
from mjsim.stats.moments import Pair
from mjsim.stats.paired import compare_sets, discordant, linked, unpaired
from mjsim.store.dataset import Dataset
from tests.stats import synthetic
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


def pair_of(x: np.ndarray, u: np.ndarray, event: bool = False) -> Pair:
    pair = Pair("hand", event, (1, 1))
    ones = np.ones(len(x), np.int64)
    pair.add(x, ones, u, ones)
    return pair


def test_paired_means_agree_with_scipy() -> None:
    rng = np.random.default_rng(1)
    x = rng.integers(-20, 20, 500)
    u = x + rng.integers(-3, 5, 500)
    found, p = linked(pair_of(x, u))
    expected = stats.ttest_rel(u, x)
    interval = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert p == pytest.approx(expected.pvalue, rel=1e-9)


def test_unpaired_means_agree_with_scipy() -> None:
    rng = np.random.default_rng(2)
    x, u = rng.integers(-20, 20, 400), rng.integers(-5, 9, 400)
    found, p = unpaired(pair_of(x, u))
    expected = stats.ttest_ind(u, x, equal_var=False)
    interval = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert p == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.parametrize(("only_base", "only_changed"), [(3, 11), (0, 4), (40, 52), (0, 0)])
def test_changed_shares_have_mcnemars_p_value(only_base: int, only_changed: int) -> None:
    _, p = discordant(only_base, only_changed, 10_000)
    assert p == pytest.approx(mcnemar([[5000, only_base], [only_changed, 4000]], exact=True).pvalue)


def test_hands_that_never_differ_leave_a_bound() -> None:
    found, p = discordant(0, 0, 1000)
    assert (found.value, p, found.count) == (0, 1.0, 0)
    assert -0.003 < found.low < 0 < found.high < 0.003


@pytest.mark.parametrize(("n", "only_base", "only_changed"), [(200, 0.02, 0.05), (2000, 0.001, 0.004), (1000, 0.2, 0.25)])
def test_intervals_of_changed_shares_cover(n: int, only_base: float, only_changed: float) -> None:
    draws = np.random.default_rng(3).multinomial(n, [only_base, only_changed, 1 - only_base - only_changed], 4000)
    found = [discordant(int(b), int(c), n)[0] for b, c, _ in draws]
    truth = only_changed - only_base
    assert 0.94 <= sum(e.low <= truth <= e.high for e in found) / 4000 <= 0.98


@pytest.mark.verify
def test_paired_differences_of_matches_cover_within_one_point() -> None:
    """Matches of 10 to 20 hands; the rule change moves a hand's points by 0.5 on average."""
    rng = np.random.default_rng(4)
    covered, rounds = 0, 6000
    for _ in range(rounds):
        y = rng.integers(10, 21, 300)
        v = np.maximum(8, y + rng.integers(-2, 3, 300))
        luck = rng.normal(0, 5, 300)
        x = np.round(y * 1.0 + luck * 2 + rng.normal(0, 2, 300)).astype(np.int64)
        u = np.round(v * 1.5 + luck * 2 + rng.normal(0, 2, 300)).astype(np.int64)
        pair = Pair("match", False, (1, 1))
        pair.add(x, y, u, v)
        found, _ = linked(pair)
        covered += found.low <= 0.5 <= found.high
    assert abs(covered / rounds - 0.95) <= 0.01


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Base, the same with seat 0 favoured on the same seed, and the base with another seed."""
    base = tmp_path_factory.mktemp("sets")
    synthetic.write(base / "base", 20_000, seed=7)
    synthetic.write(base / "changed", 20_000, seed=7, shift=0.05)
    synthetic.write(base / "elsewhere", 20_000, seed=8)
    return {name: base / name for name in ("base", "changed", "elsewhere")}


def test_the_change_is_found_and_needs_fewer_hands(folders: dict[str, Path]) -> None:
    found = compare_sets(folders["base"], folders["changed"])
    assert found.paired
    points = found["points_0"]
    assert points.change.low < 0.2 < points.change.high
    assert points.p_adjusted is not None and points.p_adjusted < 0.001
    assert points.hands_needed is not None and points.hands_needed > 10 * 20_000
    assert points.change.value == pytest.approx(points.changed.value - points.base.value)
    hands = [Dataset(folders[name]).scan().collect() for name in ("base", "changed")]
    differing = (hands[0]["points_0"] != hands[1]["points_0"]).sum()
    assert found.differing is not None and found.differing.count == differing
    win = found["win"]
    assert (win.change.value, win.change.count) == (0, 0)
    assert win.unchanged and not points.unchanged
    json.dumps(found.as_dict(), allow_nan=False)


def test_hands_needed_are_what_the_variances_say(folders: dict[str, Path]) -> None:
    hands = [Dataset(folders[name]).scan().collect()["points_0"].to_numpy() for name in ("base", "changed")]
    found = compare_sets(folders["base"], folders["changed"])["points_0"]
    needed = 20_000 * (hands[0].var() + hands[1].var()) / (hands[1] - hands[0]).var()
    assert found.hands_needed == pytest.approx(needed, rel=0.01)


def test_other_seeds_are_compared_unpaired_and_it_is_said(folders: dict[str, Path]) -> None:
    found = compare_sets(folders["base"], folders["elsewhere"])
    assert not found.paired
    assert found.differing is None
    assert "seeds differ" in found.reason
    assert found["points_0"].change.method == "unpaired (welch)"
    assert found["points_0"].hands_needed is None
    never = found["row.never"].change
    assert never.low < 0 < never.high


@pytest.mark.parametrize(
    ("one", "other", "paired"),
    [
        ({"flowers": 4}, {"flowers": 4, "flower_copies": 1, "flower_class": "", "idle": 0}, True),
        ({"flowers": 4}, {"flowers": 4, "flower_copies": 4}, False),
        ({"flowers": 4, "flower_class": "F"}, {"flowers": 4}, False),
        ({}, {"idle": 8}, False),
    ],
)
def test_other_sets_of_tiles_are_other_walls(one: dict[str, object], other: dict[str, object], paired: bool, tmp_path: Path) -> None:
    for name, tiles in (("one", one), ("other", other)):
        play(toy_plan(tiles=tiles), 200, tmp_path / name, workers=1, engine=FakeEngine(), progress=False)
    found = compare_sets(tmp_path / "one", tmp_path / "other")
    assert found.paired == paired and (paired or "tiles differ" in found.reason)


def test_unpaired_and_paired_find_the_same_values(folders: dict[str, Path]) -> None:
    found = compare_sets(folders["base"], folders["changed"])
    for change in found.changes:
        if not math.isnan(change.change.value):
            assert change.change.value == pytest.approx(change.changed.value - change.base.value, abs=1e-12)
            assert change.change.low <= change.change.value <= change.change.high


def test_rows_by_hand(tmp_path: Path) -> None:
    for slug, rules in (("one", "a"), ("two", "b")):
        plan = toy_plan(seed=3)
        plan = type(plan)(plan.variant, rules, ("speed",) * 4 if rules == "a" else ("random",) * 4, 3, "hand", "shared", "fake-1")
        play(plan, 2000, tmp_path / slug, workers=1, shard=300, engine=FakeEngine(), progress=False)
    found = compare_sets(tmp_path / "one", tmp_path / "two")["row.extra"]
    sets = [
        {win["hand"] for win in Dataset(tmp_path / slug).scan("wins").collect().to_dicts() if "extra" in win["rows"]}
        for slug in ("one", "two")
    ]
    assert (found.base.count, found.changed.count) == (len(sets[0]), len(sets[1]))
    assert found.change.count == len(sets[0] ^ sets[1])


def test_linked_matches_pair_by_match(tmp_path: Path) -> None:
    for name, shift in (("a", 0.0), ("b", 0.1)):
        synthetic.write(tmp_path / name, 16_000, unit="match", shard=8_000, shift=shift)
    found = compare_sets(tmp_path / "a", tmp_path / "b")
    assert found["points_0"].change.method == "paired by 1000 matches"
    assert found["points_0"].change.low < 0.4 < found["points_0"].change.high
    with pytest.raises(DataError, match="hands or matches in both"):
        compare_sets(tmp_path / "a", synthetic.write(tmp_path / "c", 1000))


@pytest.mark.parametrize("axis", ["win.minimum", "=4", "win.minimum=", "win.minimum=4,,6"])
def test_a_grid_that_cannot_be_read_says_its_form(axis: str) -> None:
    with pytest.raises(MjsimError, match="KEY=VALUE,VALUE"):
        grid_of([axis])
