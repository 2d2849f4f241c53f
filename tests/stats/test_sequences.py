"""Confidence sequences hold at all looks at once; a run that stops on precision gives one answer, whoever plays it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from mjsim.errors import MjsimError
from mjsim.run.runner import play
from mjsim.stats.estimate import Estimate
from mjsim.stats.sequences import evidence, ratio_sequence, share_sequence
from mjsim.stats.tally import Tally
from mjsim.stats.until import Goal, goal_from, looks, play_until, tally_between
from mjsim.store.dataset import Dataset
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


def misses(truth: float, hands: int, paths: int, seed: int) -> float:
    """Share of paths on which the sequence misses the truth at any number of hands: the evidence passes 1 / 0.05."""
    rng = np.random.default_rng(seed)
    missed = 0
    n = np.arange(1, hands + 1)
    from scipy.special import betaln, xlog1py, xlogy

    for _ in range(paths):
        count = np.cumsum(rng.random(hands) < truth)
        evidence_ = betaln(0.5 + count, 0.5 + n - count) - betaln(0.5, 0.5) - xlogy(count, truth) - xlog1py(n - count, -truth)
        missed += bool((evidence_ >= math.log(20)).any())
    return missed / paths


@pytest.mark.parametrize("truth", [0.3, 0.02])
def test_every_hand_may_be_a_look(truth: float) -> None:
    assert misses(truth, 5_000, 1_000, 3) <= 0.05


@pytest.mark.verify
@pytest.mark.parametrize("truth", [0.5, 0.1, 0.003])
def test_every_hand_may_be_a_look_for_long(truth: float) -> None:
    assert misses(truth, 100_000, 2_000, 4) <= 0.05


def test_looking_often_breaks_the_plain_interval() -> None:
    """The reason for all this: Wilson's interval, looked at 200 times, misses far more often than 5 %."""
    from mjsim.stats.estimate import wilson

    rng = np.random.default_rng(5)
    missed = 0
    for _ in range(300):
        counts = np.cumsum(rng.binomial(100, 0.3, 200))
        missed += any(not low <= 0.3 <= high for low, high in (wilson(int(c), 100 * (k + 1)) for k, c in enumerate(counts)))
    assert missed / 300 > 0.2


@pytest.mark.parametrize(("count", "n"), [(0, 1000), (1, 10**7), (5, 1000), (500, 1000), (999, 1000), (1000, 1000), (5000, 50_000_000)])
def test_the_ends_are_where_the_evidence_says(count: int, n: int) -> None:
    found = share_sequence(count, n)
    for end in (found.low, found.high):
        if 0 < end < 1:
            assert evidence(count, n, end) == pytest.approx(math.log(20), rel=1e-6)
    assert found.low <= count / n <= found.high


def test_matches_cover_at_all_looks() -> None:
    """Matches of 16 hands with a rate of their own each."""
    rng = np.random.default_rng(6)
    missed, paths = 0, 300
    for _ in range(paths):
        x = rng.binomial(16, rng.beta(2, 6, 4_000))
        total = Tally()
        for block in x.reshape(20, 200):
            total = total + Tally(200, int(block.sum()), 3200, int(block @ block), int(block.sum() * 16), 200 * 256)
            found = ratio_sequence(total)
            if not found.low <= 0.25 <= found.high:
                missed += 1
                break
    assert missed / paths <= 0.05


def test_goals_are_read() -> None:
    assert goal_from("win rel 1%", []) == Goal("win", "rel", 0.01)
    assert goal_from("win abs 0.002", ["win"]) == Goal("row.win", "abs", 0.002)
    assert goal_from("rate.win rel 0.5%", ["win"]) == Goal("win", "rel", 0.005)


@pytest.mark.parametrize(
    "text", ["", "win", "win rel", "win rel 0%", "win rel 200%", "win rel -5%", "win relative 5%", "win rel 5..%", "a b c d"]
)
def test_goals_that_cannot_be_read_say_the_form(text: str) -> None:
    with pytest.raises(MjsimError, match="NAME rel 5% or NAME abs 0.001"):
        goal_from(text, ["win"])


def test_an_unknown_row_is_named() -> None:
    with pytest.raises(MjsimError, match="no row or rate 'wim'.*self_draw.*extra"):
        goal_from("wim rel 5%", ["extra"])


def test_no_hit_never_meets_a_goal() -> None:
    assert not Goal("row.never", "abs", 0.5).met(Estimate(0.0, 0.0, 1e-9, 0, 10**9, "x"))
    assert Goal("row.seen", "abs", 0.5).met(Estimate(1e-9, 0.0, 1e-8, 1, 10**9, "x"))


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_workers_shards_and_what_was_there_do_not_matter(tmp_path: Path, unit: str) -> None:
    plan = toy_plan(unit=unit)
    goal = goal_from("extra rel 6%", list(plan.variant["rows"]))
    most = 30_000 if unit == "hand" else 8_000
    alone = play_until(plan, goal, tmp_path / "a", most=most, engine=FakeEngine(), workers=1, progress=False)
    assert alone[-1].met and len(alone) > 1
    play(plan, most, tmp_path / "b", workers=1, shard=777, engine=FakeEngine(), progress=False)
    assert play_until(plan, goal, tmp_path / "b", most=most, engine=FakeEngine(), workers=1, progress=False) == alone
    two = play_until(plan, goal, tmp_path / "c", most=most, engine=FakeEngine(), workers=2, shard=1001, progress=False)
    assert two == alone


def test_a_row_that_never_comes_ends_at_the_limit(tmp_path: Path) -> None:
    plan = toy_plan()
    found = play_until(plan, Goal("row.never", "abs", 0.9), tmp_path / "a", most=16_000, engine=FakeEngine(), workers=1, progress=False)
    assert [look.units for look in found] == [10_000, 15_000, 16_000]
    assert not any(look.met for look in found)
    assert found[-1].estimate.high < 1e-3


def test_the_prefix_is_counted_exactly(tmp_path: Path) -> None:
    play(toy_plan(), 3000, tmp_path / "a", workers=1, shard=700, engine=FakeEngine(), progress=False)
    data = Dataset(tmp_path / "a")
    wins = data.scan("wins").collect().to_dicts()
    tally = tally_between(data, "row.extra", 500, 1900)
    assert (tally.x, tally.y) == (sum("extra" in win["rows"] for win in wins if 500 <= win["hand"] < 1900), 1400)


def test_looks_do_not_depend_on_the_limit() -> None:
    assert looks(10**6, "hand")[:-1] == looks(10**7, "hand")[: len(looks(10**6, "hand")) - 1]
    assert looks(5, "hand") == [5]
