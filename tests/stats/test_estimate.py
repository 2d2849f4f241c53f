"""Intervals against scipy and statsmodels, their coverage, and what an estimate may be."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from mjsim.stats.estimate import Estimate, clopper_pearson, clustered_proportion, mean, proportion, ratio, wilson


@given(st.integers(1, 10**7), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_and_clopper_pearson_agree_with_statsmodels(n: int, share: float, level: float) -> None:
    count = round(n * share)
    assert wilson(count, n, level) == pytest.approx(proportion_confint(count, n, 1 - level, "wilson"), abs=1e-12)
    low, high = proportion_confint(count, n, 1 - level, "beta")
    assert clopper_pearson(count, n, level) == pytest.approx((low if count else 0.0, high if count < n else 1.0), abs=1e-12)


def test_clopper_pearson_agrees_with_scipy() -> None:
    interval = stats.binomtest(3, 1000).proportion_ci(0.95, "exact")
    assert clopper_pearson(3, 1000) == pytest.approx((interval.low, interval.high), rel=1e-12)


def test_no_hit_is_a_bound_and_not_zero() -> None:
    never = proportion(0, 100_000)
    assert never.method == "clopper-pearson"
    assert never.high == pytest.approx(1 - 0.025 ** (1 / 100_000), rel=1e-9)
    assert str(never) == "< 3.69e-05"
    always = proportion(50, 50)
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(0.025 ** (1 / 50))


def test_few_hits_or_misses_are_exact_and_many_are_wilson() -> None:
    assert [proportion(count, 1000).method for count in (9, 10, 990, 991)] == ["clopper-pearson", "wilson", "wilson", "clopper-pearson"]


def test_no_data_is_said_and_json_has_no_nan() -> None:
    nothing = proportion(0, 0)
    assert nothing.as_dict() == {"value": None, "low": 0.0, "high": 1.0, "count": 0, "n": 0, "method": "no data"}
    assert mean(0, 0, 0).as_dict() == {"value": None, "low": None, "high": None, "n": 0, "method": "no data"}


def test_keys_of_the_json_form() -> None:
    assert list(proportion(5, 10).as_dict()) == ["value", "low", "high", "count", "n", "method"]
    assert list(mean(3, 6, 14).as_dict()) == ["value", "low", "high", "n", "method"]


def test_an_estimate_outside_its_interval_is_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        Estimate(0.5, 0.6, 0.7, 1, 2, "wrong")


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50).filter(lambda values: len(set(values)) > 1))
def test_the_mean_agrees_with_scipy(values: list[int]) -> None:
    found = mean(len(values), sum(values), sum(v * v for v in values))
    interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert found.value == pytest.approx(np.mean(values))
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9, abs=1e-9)
    assert found.method == "student"


def test_the_mean_of_huge_sums_is_exact() -> None:
    n = 10**9
    offset = 10**6  # squares would lose all of the variance in double precision
    found = mean(n, n * offset, n * offset**2 + n)
    assert found.value == offset
    assert found.high - found.low == pytest.approx(2 * 1.959964 / math.sqrt(n), rel=1e-5)


def test_one_cluster_has_no_interval() -> None:
    found = ratio(1, 5, 10, 25, 50, 100)
    assert (found.low, found.high, found.method) == (-math.inf, math.inf, "one cluster")
    assert found.as_dict()["low"] is None


def totals(x: np.ndarray, y: np.ndarray) -> tuple[int, int, int, int, int, int]:
    return len(x), int(x.sum()), int(y.sum()), int((x * x).sum()), int((x * y).sum()), int((y * y).sum())


def test_the_ratio_agrees_with_its_textbook_form() -> None:
    rng = np.random.default_rng(3)
    y = rng.integers(8, 30, 200)
    x = rng.binomial(y, 0.3)
    found = ratio(*totals(x, y))
    r = x.sum() / y.sum()
    error = math.sqrt(((x - r * y) ** 2).sum() / 199 / 200) / y.mean()
    assert (found.low, found.high) == pytest.approx((r - stats.t.ppf(0.975, 199) * error, r + stats.t.ppf(0.975, 199) * error))


def test_clusters_of_one_are_plain_proportions() -> None:
    x = np.array([1] * 30 + [0] * 70)
    assert clustered_proportion(*totals(x, np.ones(100, int))) == proportion(30, 100)


def test_alike_hands_of_a_match_widen_the_interval() -> None:
    x = np.repeat([0, 16], 50)  # whole matches won or lost
    clustered = clustered_proportion(*totals(x, np.full(100, 16)))
    plain = proportion(800, 1600)
    assert (clustered.high - clustered.low) / (plain.high - plain.low) == pytest.approx(4, rel=0.05)
    assert clustered.method == "wilson by 100 clusters"


def test_no_hit_in_clusters_is_still_a_bound() -> None:
    never = clustered_proportion(100, 0, 1600, 0, 0, 25600)
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(proportion(0, 1600).high)


def coverage(truth: float, hits: np.ndarray, n: int) -> float:
    found = [proportion(int(count), n) for count in hits]
    return sum(e.low <= truth <= e.high for e in found) / len(found)


@pytest.mark.parametrize(("truth", "n"), [(0.25, 400), (0.03, 1000), (0.002, 3000)])
def test_intervals_of_proportions_cover(truth: float, n: int) -> None:
    hits = np.random.default_rng(1).binomial(n, truth, 4000)
    assert 0.935 <= coverage(truth, hits, n) <= 0.99


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 200), st.integers(1, 200), st.integers(0, 1000))
def test_an_interval_always_contains_its_value(x: int, extra: int, spread: int) -> None:
    y = x + extra
    found = clustered_proportion(max(2, y // 8), x, y, x * 8 + spread, x * 8, y * 8)
    assert 0 <= found.low <= found.value <= found.high <= 1


@pytest.mark.verify
@pytest.mark.parametrize("truth", [0.3, 0.05, 0.004])
def test_clustered_intervals_cover_within_one_point_where_hits_abound(truth: float) -> None:
    """Beta-binomial matches: every match has its own rate around the truth."""
    rng = np.random.default_rng(11)
    matches, covered, rounds = 400, 0, 4000
    for _ in range(rounds):
        y = rng.integers(10, 24, matches)
        rate = rng.beta(truth * 15, (1 - truth) * 15, matches)
        found = clustered_proportion(*totals(rng.binomial(y, rate), y))
        covered += found.low <= truth <= found.high
    assert 0.935 <= covered / rounds <= 0.985
