"""Intervals by the jackknife cover what they should, clusters and all."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mjsim.stats.blocks import by_group
from mjsim.stats.jackknife import GROUPS, jackknife
from mjsim.stats.luck import measures
from mjsim.stats.skill import coin_flips, ratings


def table_results(rng: np.random.Generator, matches: int) -> np.ndarray:
    """Four players whose results add to nothing: skewed, and dependent within a match."""
    prizes = rng.exponential(10, (matches, 4))
    return prizes - prizes.mean(axis=1, keepdims=True)


def coverage(rounds: int, matches: int) -> dict[str, float]:
    rng = np.random.default_rng(21)
    big = table_results(rng, 2_000_000)
    quantile = np.quantile(big, 0.05)
    z = (big - big.mean()) / big.std()
    truth = {
        "spread": big.std(),
        "skew": (z**3).mean(),
        "ahead": (big > 0).mean(),
        "bad": quantile,
        "worst": big[big <= quantile].mean(),
    }
    covered = dict.fromkeys(truth, 0)
    for _ in range(rounds):
        found = measures(table_results(rng, matches), np.arange(matches) % GROUPS)
        for name, value in truth.items():
            covered[name] += found[name].low <= value <= found[name].high
    return {name: count / rounds for name, count in covered.items()}


def test_measures_of_matches_are_covered() -> None:
    for name, share in coverage(300, 1500).items():
        assert 0.90 <= share <= 0.985, name


@pytest.mark.verify
def test_measures_of_many_matches_are_covered_within_one_point_or_two() -> None:
    for name, share in coverage(4000, 4000).items():
        assert abs(share - 0.95) <= (0.01 if name != "skew" else 0.02), name


def test_the_mean_by_jackknife_is_the_mean_with_its_error() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(3, 2, 40_000)
    found = jackknife(by_group(np.stack([np.ones_like(values), values], axis=1), np.arange(40_000) % GROUPS), lambda t: t[1] / t[0], 40_000)
    assert found.value == pytest.approx(values.mean())
    assert (found.high - found.low) / 2 == pytest.approx(2.02 * 2 / 200, rel=0.3)


def test_bounds_cut_the_interval_only() -> None:
    found = jackknife(np.array([[1.0, 1.0]] * 19 + [[1.0, 0.0]]), lambda t: t[1] / t[0], 20, bounds=(0.0, 1.0))
    assert (found.value, found.high) == (0.95, 1.0)
    assert found.method == "jackknife by 20 groups"


def test_skill_is_covered() -> None:
    """Two policies, the better one wins 60 % of games: coin flips in four games of five."""
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(300):
        won = rng.binomial(100, 0.6, GROUPS)
        groups = np.zeros((GROUPS, 2, 2))
        groups[:, 0, 1], groups[:, 1, 0] = won, 100 - won
        found = jackknife(groups, lambda totals: float(ratings(totals).std()), 100 * GROUPS)
        covered += coin_flips(found.high, 2) <= 0.8 <= coin_flips(found.low, 2)
    assert 0.91 <= covered / 300 <= 0.985


def test_too_few_groups_have_no_interval() -> None:
    found = jackknife(np.array([[1.0, 2.0]]), lambda t: t[1] / t[0], 1)
    assert (found.value, found.low, found.high) == (2.0, -math.inf, math.inf)
