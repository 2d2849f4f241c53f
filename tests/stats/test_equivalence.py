"""Two one-sided tests against statsmodels, their error rates, and adjusted p-values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

from mjsim.errors import MjsimError
from mjsim.stats.adjust import discoveries, holm
from mjsim.stats.equivalence import Difference, verdict


def difference(sample: np.ndarray) -> Difference:
    n = len(sample)
    return Difference(float(sample.mean()), float(sample.std(ddof=1)) / math.sqrt(n), n - 1, n)


@pytest.mark.parametrize("margin", [0.05, 0.2, 1.0])
def test_the_equivalence_test_agrees_with_statsmodels(margin: float) -> None:
    sample = np.random.default_rng(1).normal(0.1, 1, 300)
    expected, *_ = ttost_paired(sample, np.zeros(300), -margin, margin)
    assert difference(sample).p_within(margin) == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusted_p_values_agree_with_statsmodels(p: list[float]) -> None:
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1], abs=1e-12)
    assert discoveries(p) == pytest.approx(multipletests(p, method="fdr_bh")[1], abs=1e-12)
    assert discoveries(p, dependent=True) == pytest.approx(multipletests(p, method="fdr_by")[1], abs=1e-12)


def test_rows_without_a_test_stay_without() -> None:
    assert discoveries([0.01, None, 0.04]) == [pytest.approx(0.02), None, pytest.approx(0.04)]
    assert discoveries([None]) == [None]


@pytest.mark.parametrize(
    ("values", "decision"),
    [((0.01, -0.02), "within"), ((0.01, 0.6), "beyond"), ((0.01, -0.6), "beyond"), ((0.24, 0.0), "undecided"), ((0.27, 0.0), "undecided")],
)
def test_verdicts(values: tuple[float, ...], decision: str) -> None:
    found = verdict([Difference(value, 0.05, 1e5, 10_000) for value in values], 0.25, "points a hand")
    assert found.decision == decision
    assert {"within": "fair within 0.25", "beyond": "unfair by more than 0.25", "undecided": "undecided at 0.25"}[
        decision
    ] in found.sentence


def test_little_data_is_never_called_fair() -> None:
    found = verdict([Difference(0.0, 1.0, 100, 101)], 0.25, "points a hand")
    assert found.decision == "undecided"
    assert found.hands is not None and found.hands > 101
    enough = Difference(0.0, 1.0 / math.sqrt(found.hands / 101), found.hands, found.hands)
    assert verdict([enough], 0.25, "points a hand").decision == "within"


def test_the_least_margin_is_where_the_verdict_turns() -> None:
    differences = [Difference(0.1, 0.05, 500, 501), Difference(-0.12, 0.04, 500, 501)]
    least = verdict(differences, 1.0, "points a hand").least_margin
    assert verdict(differences, least * 1.001, "points a hand").decision == "within"
    assert verdict(differences, least * 0.999, "points a hand").decision == "undecided"


@pytest.mark.parametrize("margin", [0.0, -1.0, math.inf, math.nan])
def test_a_margin_that_says_nothing_is_refused(margin: float) -> None:
    with pytest.raises(MjsimError, match="margin"):
        verdict([Difference(0.0, 1.0, 100, 101)], margin, "points a hand")


def test_false_verdicts_are_as_rare_as_the_level_says() -> None:
    """Four seats, one exactly at the margin: "fair" and "unfair" are both wrong, and each comes up in at most 5 % of cases."""
    rng = np.random.default_rng(2)
    rounds, found = 4000, []
    for values in rng.normal((0.25, 0, 0, -0.25), 0.02, (rounds, 4)):
        found.append(verdict([Difference(value, 0.02, 1e6, 10**6) for value in values], 0.25, "points a hand").decision)
    for wrong in ("within", "beyond"):
        assert found.count(wrong) / rounds <= 0.06
