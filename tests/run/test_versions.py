"""Data sets of other versions: read where that is safe, else it is said what to do."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

import mjsim
from mjsim.cli import main
from mjsim.errors import DataError
from mjsim.run import ledger
from mjsim.run.runner import make_plan, play
from mjsim.variant import load
from tests.toy.engine import FakeEngine


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A run of an earlier kernel version."""
    plan = dataclasses.replace(make_plan(load("simplest"), seed=4), kernel="0")
    play(plan, 200, tmp_path / "old", workers=1, engine=FakeEngine(version="0"), progress=False)
    return tmp_path / "old"


def test_a_data_set_says_which_version_made_it(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", str(old)]) == 0
    assert f"mjsim {mjsim.__version__}" in capsys.readouterr().out


def test_results_of_another_kernel_are_read_but_neither_run_on_nor_replayed(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = ledger.load(old)
    assert main(["summary", str(old), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 200
    assert main(["run", "simplest", "--seed", "4", "--hands", "300", "--out", str(old)]) == 2
    assert "kernel 0, not " in capsys.readouterr().err
    assert main(["replay", str(old), "--hand", "3"]) == 2
    assert "played by kernel version 0, and this is " in capsys.readouterr().err
    assert main(["verify", str(old)]) == 0
    out, err = capsys.readouterr()
    assert "200 hands checked, 0 hands replayed" in out
    assert "played by kernel version 0" in err
    assert ledger.load(old) == before


def test_a_manifest_without_checksum_of_an_earlier_build_is_read(old: Path) -> None:
    document = json.loads((old / "manifest.json").read_text("utf-8"))
    assert len(document.pop("checksum")) == 64
    (old / "manifest.json").write_text(json.dumps(document), "utf-8")
    assert ledger.load(old).units == 200


@pytest.mark.parametrize("number", [0, 2])
def test_another_format_is_refused_with_its_maker_and_what_to_do(old: Path, number: int) -> None:
    document = {"format": number, "made_by": "mjsim 9.9", "tables": "whatever they may be"}
    (old / "manifest.json").write_text(json.dumps(document), "utf-8")
    with pytest.raises(DataError, match=f"has format {number}, made by 'mjsim 9.9'; allowed: format 1: read it with the version that made"):
        ledger.load(old)
