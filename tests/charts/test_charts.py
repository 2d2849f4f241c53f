"""Charts: what they show is in the frame, nothing global is set, names fall back to English."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mjsim.charts import draw, gallery, names
from mjsim.run.runner import play
from mjsim.stats import frames
from mjsim.stats.summary import summary
from mjsim.store.dataset import Dataset
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("charts") / "run"
    play(toy_plan(), 2000, folder, workers=1, engine=FakeEngine(), progress=False)
    return Dataset(folder)


@pytest.fixture
def ax() -> Axes:
    figure = Figure()
    FigureCanvasAgg(figure)
    return figure.subplots()


@pytest.fixture
def no_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "chinese_font", lambda: None)


@pytest.mark.usefixtures("no_chinese")
def test_rows_are_on_a_log_axis_commonest_first_and_unseen_ones_are_bounds(data: Dataset, ax: Axes) -> None:
    rows = frames.row_frequencies(summary(data), data)
    assert draw.row_frequencies(ax, rows) is ax
    assert ax.get_xscale() == "log"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Win", "Extra", "Never"]
    arrow = next(line for line in ax.lines if line.get_marker() == "<")
    assert arrow.get_xdata()[0] == rows.row(by_predicate=pl.col("row") == "never", named=True)["high"]  # type: ignore[index]  # one point
    assert "never seen" in ax.get_xlabel()


def test_every_seat_and_measure_has_its_interval(data: Dataset, ax: Axes) -> None:
    seats = frames.seat_rates(summary(data))
    draw.seat_forest(ax, seats)
    drawn = {round(x, 12) for collection in ax.collections for segment in collection.get_segments() for x in segment[:, 0]}  # type: ignore[attr-defined]  # hlines
    assert drawn == {round(x, 12) for name in ("low", "high") for x in seats[name]}
    assert len(ax.get_yticks()) == 4


def test_lines_follow_the_frames(data: Dataset, ax: Axes) -> None:
    ready = frames.ready_curve(data)
    draw.ready_curve(ax, ready)
    assert len(ax.lines) == 4
    assert list(ax.lines[2].get_ydata()) == ready.filter(pl.col("seat") == 2)["value"].to_list()
    assert len({line.get_linestyle() for line in ax.lines}) == 4, "told apart without colour"


def test_every_hand_is_decided_once_by_its_end(data: Dataset, ax: Axes) -> None:
    endings = frames.endings(data)
    last = {by: part.sort("turn").row(-1, named=True) for (by,), part in endings.group_by("by")}
    hands, wins = data.scan("hands").collect(), data.scan("wins").collect()
    assert last["draw"]["count"] == hands.filter(pl.col("winners") == 0).height
    assert last["self"]["count"] == wins.unique("hand", keep="first", maintain_order=True).filter(pl.col("by") == "self").height
    assert sum(row["count"] for row in last.values()) == hands.height
    draw.ending_curve(ax, endings)
    assert all(list(line.get_ydata()) == sorted(line.get_ydata()) for line in ax.lines)


@pytest.mark.usefixtures("no_chinese")
def test_the_remaining_charts_draw(data: Dataset) -> None:
    figure = Figure()
    FigureCanvasAgg(figure)
    one, two, three = figure.subplots(3)
    draw.win_turns(one, frames.win_turns(data))
    draw.points_distribution(two, frames.points_distribution(data))
    draw.seat_points(three, frames.seat_points(summary(data)))
    assert two.get_yscale() == "log"
    assert [text.get_text() for text in one.get_legend().get_texts()] == ["own draw", "discard"]  # type: ignore[union-attr]  # it has one
    figure.canvas.draw()


def test_charts_set_nothing_global_and_repeat_byte_for_byte(data: Dataset, tmp_path: Path) -> None:
    before = dict(matplotlib.rcParams)
    first = gallery.save_charts(data.folder, tmp_path / "one", "svg")
    second = gallery.save_charts(data.folder, tmp_path / "two", "svg")
    assert dict(matplotlib.rcParams) == before
    assert len(first) == 9
    for one, two in zip(first, second, strict=True):
        assert one.read_bytes() == two.read_bytes()


def test_names_are_chinese_where_a_font_has_them(monkeypatch: pytest.MonkeyPatch, ax: Axes) -> None:
    assert names.name("", "plain") == "plain"
    monkeypatch.setattr(names, "chinese_font", lambda: "Some Font")
    assert names.name("和", "win") == "和 win"
    ax.set_title("和")
    names.dress(ax)
    assert ax.title.get_fontfamily() == ["DejaVu Sans", "Some Font"]


def test_a_font_counts_only_if_it_has_the_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.font_manager import fontManager

    latin = next(entry for entry in fontManager.ttflist if entry.name == "DejaVu Sans")
    monkeypatch.setattr(names, "FAMILIES", ("DejaVu Sans",))
    monkeypatch.delenv("MJSIM_FONT", raising=False)
    assert latin.fname
    assert names.chinese_font.__wrapped__() is None
