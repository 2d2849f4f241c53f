"""Rows whose points and chances are known: those off the curve are found, the others left alone."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjsim.stats.balance import RowBalance, balance, judge, off_curve, surprise
from mjsim.stats.estimate import proportion
from mjsim.stats.isotonic import fit, without_each
from mjsim.stats.rows import rows_by, together, win_values
from mjsim.store.dataset import Dataset
from tests.stats import synthetic


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write(tmp_path_factory.mktemp("balance"), 60_000)


def minmax(y: np.ndarray, weights: np.ndarray) -> list[float]:
    """The isotonic fit by its definition: the greatest lower, least upper weighted mean."""
    n = len(y)
    return [
        max(min(float(np.average(y[a : b + 1], weights=weights[a : b + 1])) for b in range(i, n)) for a in range(i + 1)) for i in range(n)
    ]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.floats(-9, 9), st.integers(1, 5)), min_size=1, max_size=12))
def test_the_fit_is_the_isotonic_one(points: list[tuple[float, int]]) -> None:
    y, weights = np.array([p[0] for p in points]), np.array([float(p[1]) for p in points])
    assert fit(np.arange(len(y)).astype(float), y, weights).y == pytest.approx(minmax(y, weights), abs=1e-9)


def test_points_at_one_place_count_as_their_mean() -> None:
    curve = fit(np.array([0.0, 1.0, 1.0]), np.array([0.0, 2.0, 4.0]))
    assert list(curve.x) == [0, 1]
    assert list(curve.y) == [0, 3]
    assert curve.at(0.5) == 1.5


def test_beyond_all_others_the_curve_is_a_bound() -> None:
    x = np.arange(10.0)
    y = x.copy()
    y[0], y[9] = -50, 50  # far out, on the side where anything is allowed
    p = off_curve(x, y, without_each(x, y), np.full(10, 0.1))
    assert (p[0], p[9]) == (1.0, 1.0)
    y[0] = 50  # the commonest row the dearest
    assert off_curve(x, y, without_each(x, y), np.full(10, 0.1))[0] < 0.01


def test_the_two_rows_off_the_curve_are_named(folder: Path) -> None:
    found = {row.row: row for row in balance(folder).rows}
    assert found["bargain"].verdict == "overpaid"
    assert found["alms"].verdict == "underpaid"
    assert {row.verdict for name, row in found.items() if name.startswith("bits")} == {"in line"}
    assert found["bargain"].ratio is not None and found["bargain"].ratio > 10
    assert found["bits_1"].ratio is None  # nothing commoner to compare it with


def test_rows_never_seen_are_bounds_and_formulas_are_not_rated(folder: Path) -> None:
    found = {row.row: row for row in balance(folder).rows}
    never = found["never"]
    assert never.verdict == "never seen"
    assert math.isnan(never.surprise.value) and never.surprise.high == math.inf
    assert never.surprise.low == pytest.approx(-math.log2(1 - 0.025 ** (1 / 60_000)))
    assert (found["formula"].verdict, found["formula"].points) == ("no face value", None)
    document = json.loads(json.dumps(balance(folder).as_dict(), allow_nan=False))
    shown = {row["row"]: row for row in document["rows"]}["never"]
    assert shown["surprise"]["value"] is None and shown["surprise"]["high"] is None


def test_surprise_is_bits(folder: Path) -> None:
    for row in balance(folder).rows:
        if row.row.startswith("bits"):
            truth = int(row.row.removeprefix("bits_")) - math.log2(0.8)  # a win in four hands of five
            error = (row.surprise.high - row.surprise.low) / 2
            assert abs(row.surprise.value - truth) < 2 * error


def test_the_curve_never_falls_and_lies_in_its_band(folder: Path) -> None:
    curve = balance(folder).curve
    assert (curve["value"].diff().drop_nulls() >= 0).all()
    assert ((curve["low"] <= curve["value"]) & (curve["value"] <= curve["high"])).all()


def test_the_same_data_give_the_same_verdicts(folder: Path) -> None:
    one, other = balance(folder, resamples=200), balance(folder, resamples=200)
    assert json.dumps(one.as_dict()) == json.dumps(other.as_dict())


def test_rows_off_the_curve_by_chance_are_rare() -> None:
    """Points scattered around a curve: no row is truly off it, so few are named."""
    rng = np.random.default_rng(5)
    named = []
    for _ in range(30):
        bits = rng.uniform(2, 12, 40)
        rates = [proportion(int(1e6 * 2**-b), 10**6) for b in bits]
        points = np.maximum(1, np.round(2 ** (0.6 * bits + rng.normal(0, 0.5, 40)))).astype(int)
        rows = [
            RowBalance(str(i), "", "", rate, surprise(rate), int(p), rate) for i, (rate, p) in enumerate(zip(rates, points, strict=True))
        ]
        judged, _ = judge(rows, 0.95, 100)
        named.append(sum(row.verdict in {"overpaid", "underpaid"} for row in judged))
    assert np.mean(named) <= 1


def test_win_values_and_groups_are_what_counting_gives(folder: Path) -> None:
    data = Dataset(folder)
    wins = data.scan("wins").collect().to_dicts()
    with_row = [win["value"] for win in wins if "bits_3" in win["rows"]]
    assert win_values(data)["bits_3"].value == pytest.approx(np.mean(with_row))
    assert win_values(data)["never"].n == 0
    by_seat = rows_by(data, "seat").filter(row="bits_2", seat=3).to_dicts()[0]
    assert by_seat["n"] == sum(win["seat"] == 3 for win in wins)
    assert by_seat["count"] == sum(win["seat"] == 3 and "bits_2" in win["rows"] for win in wins)
    for by in ("turn", "by", "policy"):
        assert rows_by(data, by).filter(row="bits_1")["count"].sum() == sum("bits_1" in win["rows"] for win in wins)


def test_independent_rows_come_together_as_often_as_expected(folder: Path) -> None:
    data = Dataset(folder)
    pairs = together(data)
    wins = data.scan("wins").collect().to_dicts()
    pair = pairs.filter(row="bargain", **{"with": "bits_1"}).to_dicts()[0]
    assert pair["count"] == sum({"bargain", "bits_1"} <= set(win["rows"]) for win in wins)
    often = [pair for pair in pairs.to_dicts() if pair["count"] >= 10]
    assert sum(pair["low"] <= 1 <= pair["high"] for pair in often) / len(often) > 0.85
