"""Run an experiment: play what is missing of every cell, measure, and write the result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mjsim.errors import MjsimError, one_of, quote
from mjsim.experiment.cells import Cell, base_of, cells_of
from mjsim.experiment.measures import FAIR, ROWS, Answer
from mjsim.experiment.result import Result
from mjsim.experiment.spec import Experiment, read
from mjsim.run.engine import Engine
from mjsim.run.runner import play
from mjsim.stats.balance import balance
from mjsim.stats.fairness import fairness
from mjsim.stats.luck import MATCH_HANDS
from mjsim.stats.paired import compare_sets
from mjsim.stats.summary import summary
from mjsim.store.dataset import Dataset


def check(file: Path, hands: int | None = None, matches: int | None = None, engine: Engine | None = None) -> tuple[Experiment, list[Cell]]:
    """The experiment of a file and its cells; everything that can be wrong before the first hand is played is found here."""
    spec = read(file, hands, matches)
    cells = cells_of(spec, file.parent, engine)
    if spec.fairness is not None and spec.unit == "hand":
        for cell in cells:
            if spec.fairness.match_hands % cell.plan.players:
                allowed = f"a multiple of {cell.plan.players}, the players of {cell.plan.slug}"
                raise MjsimError(f"fairness.match_hands is {spec.fairness.match_hands}", file.name, allowed)
    for name in spec.measures:
        if name.startswith(ROWS) and not any(name.partition(".")[2] in cell.plan.variant["rows"] for cell in cells):
            rows = dict.fromkeys(row for cell in cells for row in cell.plan.variant["rows"])
            raise MjsimError(f"no variant has the row of {quote(name)}", file.name, one_of(rows))
    return spec, cells


def run(
    file: Path,
    *,
    hands: int | None = None,
    matches: int | None = None,
    data: Path | None = None,
    engine: Engine | None = None,
    announce: Callable[[str], None] = lambda text: None,
    **options: Any,
) -> Result:
    """Play and measure. Data sets that are there are used again, so that an interrupted experiment goes on where it was.

    Parameters
    ----------
    hands, matches : in place of what the file says.
    data : folder of the data sets, one a cell; data/runs/experiments/NAME if None.
    announce : is told which cell is played.
    options : those of `mjsim.run.runner.play`.

    Raises
    ------
    MjsimError
        for wrong input; `Unfinished` for an interrupt, or when a hand could not be played and too many followed.
    """
    spec, cells = check(file, hands, matches, engine)
    folder = data if data is not None else Path("data/runs/experiments") / file.stem
    for i, cell in enumerate(cells, 1):
        announce(f"{i} of {len(cells)}: {cell.label}")
        play(cell.plan, spec.count, folder / cell.folder, engine=engine, **options)
    announce("measuring")
    answers = {cell.label: _answer(cell, cells, spec, folder) for cell in cells}
    return Result(file.stem, spec, tuple(cells), answers, folder)


def _answer(cell: Cell, cells: list[Cell], spec: Experiment, folder: Path) -> Answer:
    data = Dataset(folder / cell.folder)
    base = base_of(cell, cells, spec)
    fair = None
    if spec.fairness is not None or set(spec.measures) & set(FAIR):
        margin, match_hands = (spec.fairness.margin, spec.fairness.match_hands) if spec.fairness else (None, MATCH_HANDS)
        fair = fairness(data, margin, None, match_hands, spec.level)
    found = summary(data, spec.level)
    return Answer(
        found,
        fair,
        balance(data, spec.level, found=found) if spec.balance else None,
        compare_sets(folder / base.folder, data, spec.level, cell.changes) if base else None,
    )
