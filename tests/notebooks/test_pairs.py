"""Notebooks are committed as they ran: every cell executed, in order, without an error, and with the text beside them."""

from __future__ import annotations

import re
from pathlib import Path

import jupytext
import nbformat
import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
TEXTS = sorted(FOLDER.glob("[0-9]*.py"))


def test_the_eight_questions() -> None:
    names = [path.stem.partition("_")[2] for path in TEXTS]
    assert names == [
        "hand_frequencies",
        "win_rates",
        "scoring_balance",
        "fairness_of_seats",
        "a_rule_change",
        "rare_patterns",
        "variants_side_by_side",
        "luck_and_skill",
    ]
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == [path.stem for path in TEXTS]


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_notebook_and_text_are_the_same_and_ran(text: Path) -> None:
    notebook = nbformat.read(text.with_suffix(".ipynb"), 4)
    source = jupytext.read(text)
    assert [(cell.cell_type, cell.source) for cell in notebook.cells] == [(cell.cell_type, cell.source) for cell in source.cells], (
        "make notebooks"
    )
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert {output.output_type for output in outputs} == {"display_data"}, "no errors, no warnings, nothing printed"
    assert sum("image/png" in output.data for output in outputs) >= 1


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_an_essay_asks_says_and_says_what_it_does_not(text: Path) -> None:
    prose = "\n".join(cell.source for cell in jupytext.read(text).cells if cell.cell_type == "markdown")
    assert "**Question.**" in prose
    assert re.search(r"^## What it .*doesn't( say)?$", prose, re.MULTILINE)
    shares = re.findall(r"\d[\d.,]* ?%", prose)
    assert set(shares) <= {"95 %"}, "shares are computed, not typed"
