"""Experiments from the first hand to the page, played by the small engine of the tests."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from mjsim.errors import MjsimError
from mjsim.experiment import run as running
from mjsim.experiment.result import Result
from mjsim.experiment.words import found_in_words
from mjsim.experiment.write import write
from mjsim.run.runner import Unfinished
from mjsim.stats.summary import summary
from tests.toy.engine import FakeEngine

TEXT = """
title = "Who wins | <b>together</b>"
question = "Who?"
found = "With all {all | win}; change {all | change win}; {all | differing} differ; most: {highest turns}; {nearest | verdict}."
variants = ["simplest"]
hands = 2_000
measures = ["win", "turns", "points.0", "row.ming-gang", "compensation.1", "luck.spread", "win.3"]
charts = ["measures", "changes", "seats"]
[grid]
"win.several" = ["nearest", "all"]
[base]
"win.several" = "nearest"
[fairness]
margin = 0.5
"""


def play(folder: Path, text: str = TEXT, data: str = "data", **options: object) -> Result:
    file = folder / "trial.toml"
    file.write_text(text, "utf-8")
    return running.run(file, data=folder / data, engine=FakeEngine(), workers=1, progress=False, **options)  # type: ignore[arg-type]  # play's


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("an experiment")


@pytest.fixture(scope="module")
def result(base: Path) -> Result:
    return play(base)


def test_estimates_are_those_of_the_data_sets(result: Result) -> None:
    table = result.estimates()
    assert table.height == 2 * 7
    for cell in result.cells:
        found = summary(result.folder / cell.folder)
        part = {row["measure"]: row for row in table.filter(cell=cell.label).iter_rows(named=True)}
        assert part["win"]["value"] == found.rates["win"].value
        assert (part["win"]["count"], part["win"]["n"]) == (found.rates["win"].count, 2_000)
        assert part["points.0"]["low"] == found.seats[0]["points"].low
        assert part["row.ming-gang"]["high"] == found.rows["ming-gang"].high
        assert part["win.3"]["value"] == found.seats[3]["win"].value
        assert part["luck.spread"]["value"] > 0


def test_changes_are_against_the_base_on_the_same_walls(result: Result) -> None:
    changes = result.changes()
    assert changes["cell"].unique().to_list() == ["all"]
    assert changes["measure"].to_list() == ["win", "turns", "points.0", "row.ming-gang", "win.3"]
    table = result.estimates().filter(measure="turns")
    sides = dict(zip(table["cell"], table["value"], strict=True))
    assert changes.filter(measure="turns")["value"][0] == pytest.approx(sides["all"] - sides["nearest"])
    assert all(answer.change.paired for answer in result.answers.values() if answer.change)


def test_the_page_has_every_number_with_its_interval(result: Result, tmp_path: Path) -> None:
    page = write(result, tmp_path / "out").read_text("utf-8")
    assert "# Who wins \\| &lt;b>together&lt;/b>" in page
    line = next(line for line in page.splitlines() if line.startswith("| all | 2,000 |"))
    assert line.count("<br>") >= 6
    assert "![measures](measures.png)" in page and "![changes-1](changes-1.png)" in page
    assert "{" not in page.partition("## What was found")[2].partition("##")[0]
    assert "points a hand" in page and "compensation" in page
    document = json.loads((tmp_path / "out" / "result.json").read_text("utf-8"))
    assert [cell["hands"] for cell in document["cells"]] == [2_000, 2_000]
    assert document["cells"][1]["against_base"]["changes"]["win"]["change"]["n"] == 2_000
    read = pl.read_csv(tmp_path / "out" / "estimates.csv")
    assert {"value", "low", "high", "count", "n", "method"} <= set(read.columns)
    files = {"README.md", "result.json", "estimates.csv", "changes.csv", "measures.png", "changes-1.png", "seats.png"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == files


def test_numbers_in_words(result: Result) -> None:
    words = found_in_words(result)
    rate = result.answers["all"].summary.rates["win"]
    assert words.startswith(f"With all {100 * rate.value:.1f} % (")
    assert "most: all with" in words or "most: nearest with" in words
    assert result.answers["nearest"].fairness is not None and "0.5 points a hand" in words


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("{some | win}", "no cell 'some'"),
        ("{all | draw}", "'draw' is not measured"),
        ("{win}", "cannot fill in '{win}'"),
        ("{nearest | change win}", "no change of 'win' in 'nearest'"),
        ("{highest wins}", "'wins' is not measured"),
    ],
)
def test_words_without_a_number_are_refused_before_anything_is_written(base: Path, tmp_path: Path, found: str, words: str) -> None:
    text = TEXT.replace(TEXT.splitlines()[3], f'found = "{found}"')
    result = play(base, text)
    with pytest.raises(MjsimError, match=words.replace("{", r"\{").replace("|", r"\|")):
        write(result, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_interrupted_experiment_goes_on_and_ends_like_an_undisturbed_one(
    result: Result, base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[str, int]] = []
    real = running.play

    def stopped(plan, count, out, **options):  # type: ignore[no-untyped-def]  # stands in for play
        if len(played) == 1:
            played.append(("stop", 0))
            real(plan, count // 2, out, **options)
            raise Unfinished("interrupted")
        done = real(plan, count, out, **options)
        played.append((plan.variant["win"]["several"], done.played))
        return done

    monkeypatch.setattr(running, "play", stopped)
    with pytest.raises(Unfinished):
        play(tmp_path)
    assert not (tmp_path / "trial").exists()
    again = play(tmp_path)
    assert played == [("nearest", 2_000), ("stop", 0), ("nearest", 0), ("all", 1_000)]
    first, second = (write(found, tmp_path / name).parent for found, name in ((result, "undisturbed"), (again, "resumed")))
    for file in first.iterdir():
        assert file.read_bytes() == (second / file.name).read_bytes(), file.name


def test_a_larger_size_plays_only_what_is_missing(base: Path, result: Result) -> None:
    larger = play(base, hands=3_000)
    assert larger.answers["all"].summary.hands == 3_000
    assert "3,000 independent hands" in write(larger, base / "larger").read_text("utf-8")


def test_linked_matches(tmp_path: Path) -> None:
    found = play(tmp_path, TEXT.replace("hands = 2_000", "matches = 300"))
    assert found.answers["all"].summary.matches == 300
    assert found.estimates().filter(measure="turns")["method"][0].startswith("ratio by 300")
