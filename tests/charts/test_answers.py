"""What the charts of answers show, read from the artists: values, intervals, marks and words."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mjsim.charts import dumbbells, match_trajectories, rarity_points, seat_fairness, variant_panel
from mjsim.stats import tidy
from mjsim.stats.balance import Balance, balance
from mjsim.stats.fairness import fairness
from mjsim.stats.paired import compare_sets
from mjsim.stats.summary import summary
from mjsim.store.dataset import Dataset
from tests.stats import synthetic


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    base = tmp_path_factory.mktemp("charts")
    return synthetic.write(base / "a", 20_000), synthetic.write(base / "b", 20_000, shift=0.1)


@pytest.fixture(scope="module")
def weighed(sets: tuple[Path, Path]) -> Balance:
    return balance(sets[0], resamples=200)


def drawn() -> Axes:
    return Figure().subplots()


def legend(ax: Axes) -> list[str]:
    box = ax.get_legend()
    return [text.get_text() for text in box.get_texts()] if box else []


def test_rows_off_the_curve_are_marked_and_named(weighed: Balance) -> None:
    ax = rarity_points(drawn(), tidy.rarity(weighed), weighed.curve)
    assert [label.split()[-1] for label in legend(ax)][:4] == ["rows", "line", "overpaid", "underpaid"]
    shown = [text.get_text().split()[-1] for text in ax.texts]
    assert {"Bargain", "Alms"} <= set(shown)
    never = next(line for line in ax.lines if "never seen" in str(line.get_label()))
    bound = next(row for row in weighed.rows if row.row == "never").surprise.low
    assert list(never.get_xdata()) == [bound]  # type: ignore[arg-type]  # an array
    assert never.get_markerfacecolor() == "none"


def test_few_rows_are_drawn_without_a_curve(weighed: Balance) -> None:
    rows = tidy.rarity(weighed).head(3)
    ax = rarity_points(drawn(), rows, weighed.curve.clear())
    assert len(ax.collections) == 1  # the intervals, no band


def test_seats_stand_where_they_are_with_the_margin(sets: tuple[Path, Path]) -> None:
    found = fairness(sets[1])
    ax = seat_fairness(drawn(), tidy.seats_off(found), margin=0.25)
    points = next(line for line in ax.lines if line.get_marker() == "o")
    assert list(points.get_xdata()) == [seat["points_excess"].value for seat in found.seats]  # type: ignore[arg-type]  # an array
    assert legend(ax) == ["within 0.25"]
    assert legend(seat_fairness(drawn(), tidy.seats_off(found, "win"), margin=0.01, share=True)) == ["within 1 %"]


def test_the_fan_holds_nine_matches_in_ten(sets: tuple[Path, Path]) -> None:
    paths = tidy.trajectories(Dataset(sets[0]), 16)
    assert paths["hand"].unique().to_list() == list(range(1, 17))
    wide = paths.pivot("quantile", index="hand", values="value")
    assert (wide["0.05"] <= wide["0.5"]).all() and (wide["0.5"] <= wide["0.95"]).all()
    assert set(legend(match_trajectories(drawn(), paths))) == {"90% of matches", "50% of matches", "middle match"}


def test_changes_that_hold_zero_are_pale(sets: tuple[Path, Path]) -> None:
    found = compare_sets(*sets)
    ax = dumbbells(drawn(), tidy.changes(found, ["points_0", "points_1"]), share=False)
    marks = [line for line in ax.lines if line.get_marker() in {"o", "s"}]
    assert [mark.get_alpha() for mark in marks] == [1.0, 1.0, 0.35, 0.35]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["points, seat 0", "points, seat 1"]


def test_variants_side_by_side(sets: tuple[Path, Path]) -> None:
    data = [Dataset(folder) for folder in sets]
    frame = tidy.variants([(one, summary(one)) for one in data], ("win", "turns"))
    ax = variant_panel(drawn(), frame, "turns")
    points = next(line for line in ax.lines if line.get_marker() == "o")
    assert list(points.get_xdata()) == frame.filter(measure="turns")["value"].to_list()  # type: ignore[arg-type]  # an array
