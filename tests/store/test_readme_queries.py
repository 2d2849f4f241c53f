"""The README's questions in pandas and DuckDB, run on a data set, against mjsim's own answers."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pandas as pd
import pytest

import mjsim as mj
from mjsim.stats.summary import Summary
from tests.stats import synthetic

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
FOLDER = "data/runs/simplest-1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write(tmp_path_factory.mktemp("queries") / "run", 4_000, shift=0.1)


@pytest.fixture(scope="module")
def summary(folder: Path) -> Summary:
    return mj.summary(folder)


def block(language: str, word: str, folder: Path) -> str:
    """The README's block in a language that holds a word, about another folder."""
    [found] = [text for text in re.findall(rf"```{language}\n(.*?)```", README, re.S) if word in text]
    return str(found).replace(FOLDER, folder.as_posix())


def test_pandas(folder: Path, summary: Summary) -> None:
    lines = [line.split("  #")[0] for line in block("python", "pandas", folder).splitlines() if line]
    names: dict[str, object] = {"pd": pd}
    values = []
    for line in lines:
        if " = " in line or line.startswith("import"):
            exec(line, names)
        else:
            values.append(eval(line, names))
    won, by, rows, points, worth = values
    assert won == pytest.approx(summary.rates["win"].value)
    assert by["self"] == pytest.approx(sum(e["self_draw"].count or 0 for e in summary.seats) / summary.wins)
    assert rows["bits_3"] == pytest.approx(summary.rows["bits_3"].value)
    assert points["points_0"] == pytest.approx(summary.seats[0]["points"].value)
    assert worth["bargain"] == pytest.approx({row.row: row for row in mj.balance(folder).rows}["bargain"].win_value.value)


def test_duckdb(folder: Path, summary: Summary) -> None:
    queries = [query for query in block("sql", "unnest", folder).split(";") if query.strip()]
    won, by, rows, points = (duckdb.sql(query).fetchall() for query in queries)
    assert won[0][0] == pytest.approx(summary.rates["win"].value)
    assert sum(number for _, number in by) == summary.wins
    hands = {str(row): number for row, number, _ in rows}
    assert hands["bits_3"] == summary.rows["bits_3"].count
    assert points[0][2] == pytest.approx(summary.seats[2]["points"].value)
