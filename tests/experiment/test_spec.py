"""Experiment files: what they become, and the one sentence that each fault gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjsim.cli import main
from mjsim.errors import MjsimError
from mjsim.experiment.cells import base_of
from mjsim.experiment.run import check

EXPERIMENTS = Path(__file__).parents[2] / "experiments"

GOOD = """
title = "A title"
question = "A question?"
variants = ["simplest"]
hands = 100
measures = ["win", "row.win"]
[grid]
"win.several" = ["nearest", "all"]
[grid.kongs]
dear = { "rows.an-gang.value" = 4 }
cheap = {}
[base]
kongs = "cheap"
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "trial.toml"
    file.write_text(text, "utf-8")
    return file


def test_every_combination_is_a_cell_and_knows_its_base(tmp_path: Path) -> None:
    spec, cells = check(write(tmp_path, GOOD))
    assert [cell.label for cell in cells] == ["nearest, dear", "nearest, cheap", "all, dear", "all, cheap"]
    assert cells[0].place == {"variant": "simplest", "win.several": "nearest", "kongs": "dear", "policy": "speed"}
    assert cells[2].changes == {"win.several": "all", "rows.an-gang.value": 4}
    assert cells[2].plan.variant["win"]["several"] == "all"
    bases = [base_of(cell, cells, spec) for cell in cells]
    assert [base.label if base else None for base in bases] == ["nearest, cheap", None, "all, cheap", None]


def test_policies_and_variants_are_crossed(tmp_path: Path) -> None:
    text = 'title="t"\nquestion="q"\nvariants=["simplest","mcr"]\nmatches=3\npolicies=["speed","random,speed,random,speed"]\n'
    _, cells = check(write(tmp_path, text))
    assert [cell.label for cell in cells] == [f"{v}, {p}" for v in ("simplest", "mcr") for p in ("speed", "random,speed,random,speed")]
    assert cells[1].plan.policies == ("random", "speed", "random", "speed")
    assert {cell.plan.unit for cell in cells} == {"match"}


def test_variant_files_are_found_beside_the_experiment(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('extends="simplest"\nslug="own"\nzh="我"\nen="Mine"\n', "utf-8")
    _, cells = check(write(tmp_path, GOOD.replace('["simplest"]', '["own.toml"]')))
    assert {cell.plan.slug for cell in cells} == {"own"}


def test_variants_of_one_slug_cannot_be_told_apart(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('extends="simplest"\nslug="simplest"\n[win]\nseveral="all"\n', "utf-8")
    with pytest.raises(MjsimError, match="two cells are called 'simplest'; allowed: variants with slugs that differ"):
        check(write(tmp_path, 'title="t"\nquestion="q"\nhands=9\nvariants=["simplest","other.toml"]\n'))


FAULTS = {
    "unknown key": ("hands = 100", "hand = 100", "unknown key 'hand'; allowed: hands (did you mean it?)"),
    "both sizes": ("hands = 100", "hands = 100\nmatches = 5", "how much is to be played?"),
    "no size": ("hands = 100", "", "either hands or matches"),
    "no hands": ("hands = 100", "hands = 0", "hands is 0"),
    "hands in words": ("hands = 100", 'hands = "many"', "hands is 'many'"),
    "unknown measure": ('"row.win"', '"wins"', "unknown measure 'wins'; allowed: win"),
    "unknown row": ('"row.win"', '"row.flush"', "no variant has the row of 'row.flush'; allowed: win, ming-gang, an-gang"),
    "measure twice": ('"row.win"', '"win"', "measures has 'win' twice"),
    "unknown variant": ('["simplest"]', '["simpelst"]', "unknown variant 'simpelst'; allowed: simplest (close to it)"),
    "no variants": ('["simplest"]', "[]", "variants is empty"),
    "unknown rule": ('"win.several" = ["n', '"win.severel" = ["n', "win.severel"),
    "wrong value": ('"all"]', '"some"]', "win.several is 'some'"),
    "value twice": ('["nearest", "all"]', '["all", "all"]', "has a value twice"),
    "same game twice": ('dear = { "rows.an-gang.value" = 4 }', "dear = {}", "'nearest, dear' and 'nearest, cheap' are the same game"),
    "no such base": ('kongs = "cheap"', 'kongs = "free"', "base has kongs = 'free'; allowed: dear, cheap"),
    "base off the grid": (
        'kongs = "cheap"',
        'pungs = "cheap"',
        "base has 'pungs', which is no axis of the grid; allowed: win.several, kongs",
    ),
    "chart of nothing": ("hands = 100", 'hands = 100\ncharts = ["seats"]', "the chart 'seats' has nothing to show; allowed: [fairness]"),
    "unknown chart": ("hands = 100", 'hands = 100\ncharts = ["pie"]', "charts[0] is 'pie'"),
    "unknown policy": ("hands = 100", 'hands = 100\npolicies = ["lucky"]', "unknown policy 'lucky'"),
    "level of 95": ("hands = 100", "hands = 100\nlevel = 95", "level is 95"),
    "reserved axis": ("[grid.kongs]", "[grid.variant]", "an axis of the grid is called 'variant'"),
    "uneven match": ("[base]", "[fairness]\nmatch_hands = 15\n[base]", "fairness.match_hands is 15; allowed: a multiple of 4"),
    "endless margin": ("[base]", "[fairness]\nmargin = inf\n[base]", "fairness.margin is inf"),
    "too many hands": ("hands = 100", "hands = 10_000_000_000_000", "hands is 10000000000000"),
    "not TOML": ("[base]", "[base", "not TOML"),
    "too many cells": ("[grid.kongs]", f'"names.n" = {list(range(600))}\n[grid.kongs]', "cells; allowed: at most 1,000"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_refused(fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, words = FAULTS[fault]
    assert old in GOOD
    file = write(tmp_path, GOOD.replace(old, new, 1))
    assert main(["experiment", str(file), "--data", str(tmp_path / "data")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert words in err
    assert [path.name for path in tmp_path.iterdir()] == ["trial.toml"], "nothing is written"


def test_a_missing_file_and_two_sizes_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", str(tmp_path / "none.toml")]) == 2
    assert main(["experiment", str(write(tmp_path, GOOD)), "--hands", "5", "--matches", "5"]) == 2
    with pytest.raises(MjsimError, match="hands is 0"):
        check(write(tmp_path, GOOD), hands=0)
    assert "no file" in capsys.readouterr().err


@pytest.mark.parametrize("file", sorted(EXPERIMENTS.glob("*.toml")), ids=lambda path: path.stem)
def test_experiments_of_the_project_are_sound_and_have_their_results(file: Path) -> None:
    spec, cells = check(file)
    page = (file.with_suffix("") / "README.md").read_text("utf-8")
    assert spec.found and "## What was found" in page
    assert f"of each of {len(cells)} cells, seed {spec.seed}" in page
    for chart in file.with_suffix("").glob("*.png"):
        assert f"({chart.name})" in page


def test_the_questions_that_the_experiments_must_put() -> None:
    labels = {file.stem: [cell.label for cell in check(file)[1]] for file in EXPERIMENTS.glob("*.toml")}
    assert len(labels["all-variants"]) == 47
    assert labels["mcr-minimum"] == [str(n) for n in range(4, 13)]
    assert {label.rpartition(", ")[2] for label in labels["sichuan-cap"]} == {"2", "3", "4", "5", "6"}
    assert labels["guangdong-cap"] == ["3", "4", "5"]
    assert labels["jokers"] == [str(n) for n in range(9)]
