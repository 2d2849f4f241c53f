"""The commands that answer questions: their documents, their words, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mjsim.cli import main
from tests.stats import synthetic

ESTIMATE = {"value", "low", "high", "n", "method"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write(tmp_path_factory.mktemp("answers") / "a run", 20_000, shift=0.1, policies=("speed", "random", "speed", "random"))


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:  # type: ignore[type-arg]  # any JSON
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_fairness_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "fairness", str(folder), "--margin", "0.1", "--win-margin", "2%", "--json")
    assert found["verdicts"]["points"]["decision"] == "beyond"
    assert found["verdicts"]["win"]["decision"] == "within"
    assert found["verdicts"]["win"]["margin"] == 0.02
    assert set(found["seats"][0]["compensation"]) == ESTIMATE
    assert [entry["policy"] for entry in found["luck"]] == ["speed", "random"]
    assert set(found["skill"]["ratings"]) == {"speed", "random"}


def test_fairness_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairness", str(folder), "--margin", "0.1"]) == 0
    shown = capsys.readouterr().out
    assert "unfair by more than 0.1 points a hand" in shown
    assert "no significant difference" not in shown


def test_balance_document_and_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {row["row"]: row for row in document(capsys, "balance", str(folder), "--json")["rows"]}
    assert found["bargain"]["verdict"] == "overpaid"
    assert set(found["bargain"]["rate"]) == ESTIMATE | {"count"}
    assert found["never"]["surprise"]["value"] is None
    assert main(["balance", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "never seen" in shown and "0 %" not in [cell.strip() for cell in shown.split("│")]


def test_rows_by_and_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "summary", str(folder), "--by", "policy", "--together", "--json")
    shares = found["rows_by"]["shares"]
    assert {line["policy"] for line in shares} == {"speed", "random"}
    halves = [line for line in shares if line["row"] == "bits_1"]
    assert sum(line["n"] for line in halves) == found["wins"]
    assert all(line["low"] < 0.5 < line["high"] for line in halves)  # made to be one half
    pair = next(line for line in found["together"] if (line["row"], line["with"]) == ("bits_1", "bits_2"))
    assert pair["low"] < 1 < pair["high"]  # made to be independent
    assert main(["summary", str(folder), "--by", "seat", "--together"]) == 0
    shown = capsys.readouterr().out
    assert "Rows by seat" in shown and "further pairs" in shown


def test_skill_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "skill", str(folder), "--json")
    assert found["games"] == 4 * 20_000 // 16
    assert 0 <= found["share"]["low"] <= found["share"]["value"] <= found["share"]["high"] <= 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fairness", "DIR", "--margin", "-1"), "more than 0"),
        (("fairness", "DIR", "--win-margin", "much"), "not a share"),
        (("fairness", "DIR", "--match-hands", "15"), "a multiple of 4"),
        (("fairness", "DIR", "--level", "95"), "between 0 and 1"),
        (("summary", "DIR", "--by", "moon"), "turn, seat, by, policy"),
        (("balance", "DIR", "--level", "0"), "between 0 and 1"),
        (("balance", "nowhere"), "not a data set"),
        (("run", "simplest", "--until", "win rel"), "NAME rel 5%"),
        (("run", "simplest", "--until", "no-such-row rel 5%"), "no row or rate"),
        (("run", "simplest", "--until", "win rel 5%", "--first", "5"), "no --first"),
        (("compare", "simplest", "--hands", "100"), "nothing to compare with"),
        (("compare", "simplest", "--set", "win.several=all"), "either hands or matches"),
        (("compare", "simplest", "--grid", "win.several", "--hands", "9"), "KEY=VALUE,VALUE"),
        (("compare", "simplest", "--set", "win.severel=all", "--hands", "9"), "severel"),
    ],
)
def test_what_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str) -> None:
    assert main([str(folder) if part == "DIR" else part for part in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err and err.count("\n") == 1
