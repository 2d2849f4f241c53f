"""The result of an experiment: its numbers as tidy frames and as one document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from mjsim import __version__
from mjsim.errors import MjsimError, one_of, quote
from mjsim.experiment.cells import Cell
from mjsim.experiment.measures import Answer, change_name, estimate
from mjsim.experiment.spec import Experiment
from mjsim.stats.estimate import Estimate
from mjsim.stats.frames import frame
from mjsim.stats.paired import Change


@dataclass(frozen=True)
class Result:
    """`answers` by the label of their cell; `folder` holds the data sets."""

    name: str
    spec: Experiment
    cells: tuple[Cell, ...]
    answers: dict[str, Answer]
    folder: Path

    @property
    def varying(self) -> list[str]:
        """Names of what differs between cells: "variant", axes of the grid, "policy"."""
        return [name for name in self.cells[0].place if len({cell.place[name] for cell in self.cells}) > 1]

    @property
    def faults(self) -> int:
        """Hands that could not be played."""
        return sum(answer.summary.faults for answer in self.answers.values())

    def names(self, cell: Cell) -> tuple[str, str]:
        """Chinese and English name of a cell: those of its variant where variants differ, else its label."""
        if self.varying == ["variant"]:
            return str(cell.plan.variant["zh"]), str(cell.plan.variant["en"])
        return "", cell.label

    def cell(self, label: str) -> Cell:
        """The cell of a label."""
        for cell in self.cells:
            if cell.label == label:
                return cell
        raise MjsimError(f"no cell {quote(label)}", f"{self.name}.toml: found", one_of(quote(cell.label) for cell in self.cells))

    def estimates(self) -> pl.DataFrame:
        """Columns of the cells' places, cell, zh, en, measure, then value, low, high, count, n, method."""
        place = dict.fromkeys(self.cells[0].place, pl.String)
        keys = {**place, "cell": pl.String, "zh": pl.String, "en": pl.String, "measure": pl.String}
        found = (
            ((*cell.place.values(), cell.label, *self.names(cell), name), estimate(self.answers[cell.label], name))
            for cell in self.cells
            for name in self.spec.measures
        )
        return frame(keys, ((key, e) for key, e in found if e is not None))

    def changes(self) -> pl.DataFrame:
        """Columns of the cells' places, cell, measure: changed - base, with value ..., p_adjusted and hands_needed."""
        entries = [(cell, name, change) for cell in self.cells for name, change in self.changes_of(cell)]
        place = dict.fromkeys(self.cells[0].place, pl.String)
        keys = {**place, "cell": pl.String, "measure": pl.String}
        table = frame(keys, (((*cell.place.values(), cell.label, name), change.change) for cell, name, change in entries))
        return table.with_columns(
            pl.Series("p_adjusted", [change.p_adjusted for _, _, change in entries], pl.Float64),
            pl.Series("hands_needed", [change.hands_needed for _, _, change in entries], pl.Int64),
        )

    def changes_of(self, cell: Cell) -> Iterable[tuple[str, Change]]:
        """The changes of a cell in the measures that a comparison has; none for a base."""
        comparison = self.answers[cell.label].change
        if comparison is not None:
            known = {change.name: change for change in comparison.changes}
            yield from ((name, known[change_name(name)]) for name in self.spec.measures if change_name(name) in known)

    def as_dict(self) -> dict[str, Any]:
        """Everything as one document: what was asked, what was played, what was found."""
        return {
            "experiment": self.name,
            "made_by": f"mjsim {__version__}",
            "asked": msgspec.to_builtins(self.spec),
            "cells": [self._cell(cell) for cell in self.cells],
        }

    def _cell(self, cell: Cell) -> dict[str, Any]:
        answer = self.answers[cell.label]
        found = {name: estimate(answer, name) for name in self.spec.measures}
        document: dict[str, Any] = {
            "cell": cell.label,
            **cell.place,
            "changes": cell.changes,
            "identity": cell.plan.identity,
            "kernel": cell.plan.kernel,
            "hands": answer.summary.hands,
            "matches": answer.summary.matches,
            "faults": answer.summary.faults,
            "estimates": {name: e.as_dict() for name, e in found.items() if isinstance(e, Estimate)},
        }
        if answer.change is not None:
            differing = answer.change.differing
            document["against_base"] = {
                "pairing": answer.change.reason,
                "differing": differing.as_dict() if differing else None,
                "changes": {name: change.as_dict() for name, change in self.changes_of(cell)},
            }
        if self.spec.fairness is not None and answer.fairness is not None:
            document["fairness"] = answer.fairness.as_dict()
        if answer.balance is not None:
            document["balance"] = answer.balance.as_dict()
        return document
