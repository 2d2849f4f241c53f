"""The charts of an experiment as PNG files."""

from __future__ import annotations

import re
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mjsim.charts.answers import dumbbells, rarity_points, seat_fairness, variant_panel
from mjsim.charts.gallery import save
from mjsim.charts.names import dress, name
from mjsim.experiment.measures import change_name, is_share
from mjsim.experiment.page import heading
from mjsim.experiment.result import Result
from mjsim.stats import tidy

ACROSS = 4
"""Panels side by side."""


def save_charts(result: Result, folder: Path) -> list[str]:
    """Draw what the experiment asks for; returns the names of the files."""
    files = []
    for kind in result.spec.charts:
        for key, figure in DRAWN[kind](result):
            file = f"{key}.png"
            dress(figure)
            save(figure, folder / file, "png")
            files.append(file)
    return files


def _measures(result: Result) -> list[tuple[str, Figure]]:
    table, names = result.estimates(), result.spec.measures
    across = min(ACROSS, len(names))
    down = -(-len(names) // across)
    wide = 1.2 + 2.6 * across + (1.6 if result.varying == ["variant"] else 0)
    figure, grid = _figure(wide, down * (0.9 + 0.19 * len(result.cells)), down, across)
    for i, ax in enumerate(grid):
        if i >= len(names):
            ax.set_axis_off()
            continue
        if i % across == 0 and result.varying != ["variant"]:
            ax.set_ylabel(", ".join(result.varying))
        variant_panel(ax, table, names[i], labels=i % across == 0, title=_english(heading(names[i], result)), share=is_share(names[i]))
    return [("measures", figure)]


def _changes(result: Result) -> list[tuple[str, Figure]]:
    figures = []
    for cell in result.cells:
        found = result.answers[cell.label].change
        if found is None:
            continue
        shares = [change_name(n) for n, _ in result.changes_of(cell) if is_share(n)]
        means = [change_name(n) for n, _ in result.changes_of(cell) if not is_share(n)]
        kinds = [(names, share) for names, share in ((shares, True), (means, False)) if names]
        figure, grid = _figure(5.5 * len(kinds), 1.4 + 0.35 * max(len(names) for names, _ in kinds), 1, len(kinds))
        for ax, (names, share) in zip(grid, kinds, strict=True):
            dumbbells(ax, tidy.changes(found, names), share=share, sides=("base", cell.label))
        figures.append((f"changes-{result.cells.index(cell)}", figure))
    return figures


def _seats(result: Result) -> list[tuple[str, Figure]]:
    margin = result.spec.fairness.margin if result.spec.fairness else None
    figure, grid = _figure(8, 0.8 + 1.7 * len(result.cells), len(result.cells), 1, sharex=True)
    for ax, cell in zip(grid, result.cells, strict=True):
        fair = result.answers[cell.label].fairness
        assert fair is not None  # the chart is refused without [fairness]
        seat_fairness(ax, tidy.seats_off(fair), margin=margin)
        ax.set_title(cell.label, fontsize=10, loc="left")
        if cell is not result.cells[-1]:
            ax.set_xlabel("")
    return [("seats", figure)]


def _rarity(result: Result) -> list[tuple[str, Figure]]:
    figures = []
    for i, cell in enumerate(result.cells):
        found = result.answers[cell.label].balance
        assert found is not None  # the chart is refused without balance = true
        figure, (ax,) = _figure(9, 6.2, 1, 1)
        rarity_points(ax, tidy.rarity(found), found.curve)
        ax.set_title(cell.label, fontsize=10, loc="left")
        figures.append(("rarity" if len(result.cells) == 1 else f"rarity-{i}", figure))
    return figures


def _figure(wide: float, tall: float, down: int, across: int, *, sharex: bool = False) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(wide, tall), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, list(figure.subplots(down, across, squeeze=False, sharex=sharex).flat)


def _english(text: str) -> str:
    """A heading without its Chinese part where no font has it."""
    return text if name("字", "") else re.sub(r"\s*[\u2e80-\uffff]+", "", text).strip()


DRAWN = {"measures": _measures, "changes": _changes, "seats": _seats, "rarity": _rarity}
