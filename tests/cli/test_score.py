"""`mjsim score` and `mjsim settle`: one answer a line, in order; bad lines are answered with their fault."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from mjsim.cli import main

GOOD = {"id": "good", "hand": "123m456p789sEE67m", "win": "8m", "by": "discard", "from": 0, "seat": 1}
KONGS = {**GOOD, "id": "kongs", "hand": "456p789sEE67m", "melds": ["kong-concealed 1111p"]}
DRAW = {
    "id": "draw",
    "variant": "tianjin",
    "kind": "draw",
    "round": "E",
    "jokers": ["7p", "8p"],
    "turned": "7p",
    "seats": [
        {"hand": "1669m3p578sSN", "melds": ["kong-exposed EEEE<2"]},
        {"hand": "44m134p1233489sW"},
        {"hand": "5679m46p39sWNFFP"},
        {"hand": "15m5p146778sF", "melds": ["kong-concealed 2222p"]},
    ],
    "events": [{"kong": "kong-exposed EEEE<2", "seat": 0}, {"kong": "kong-concealed 2222p", "seat": 3}],
}


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def written(folder: Path, *lines: object) -> str:
    file = folder / "cases.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n", "utf-8")
    return str(file)


def test_lines_are_scored_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["score", "simplest", "--jsonl", written(tmp_path, KONGS, GOOD)]) == 0
    kongs, good = answers(capsys)
    assert list(good) == ["id", "win", "why", "value", "items", "deltas"]
    assert (kongs["id"], kongs["value"], kongs["deltas"]) == ("kongs", 3, [-3, 3, 0, 0])
    assert (good["id"], good["value"], good["deltas"]) == ("good", 1, [-1, 1, 0, 0])


def test_bad_lines_do_not_stop_the_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [
        GOOD,
        "{",
        "[]",
        "null",
        {"id": "short", "hand": "123m"},
        {**GOOD, "id": "tile", "win": "10m"},
        "[" * 100_000,
        "",
        {**GOOD, "id": "last"},
    ]
    assert main(["score", "simplest", "--jsonl", written(tmp_path, *lines)]) == 1
    found = answers(capsys)
    assert [entry["id"] for entry in found] == ["good", None, None, None, "short", "tile", None, "last"]
    assert ["error" in entry for entry in found] == [False, True, True, True, True, True, True, False]
    assert str(found[1]["error"]).startswith("line 2: not JSON")
    assert not any("internal" in str(entry.get("error")) for entry in found)


def test_rules_and_options_of_a_case_count(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dearer = ["--set", "rows.win.value=5"]
    assert main(["score", "simplest", *dearer, "--jsonl", written(tmp_path, GOOD)]) == 0
    assert answers(capsys)[0]["value"] == 5
    assert main(["score", "simplest", "--jsonl", written(tmp_path, {**GOOD, "options": {"no-such-option": "x"}})]) == 1
    assert "unknown option 'no-such-option'" in str(answers(capsys)[0]["error"])


def test_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(GOOD)))
    assert main(["score", "simplest", "--jsonl", "-"]) == 0
    assert answers(capsys)[0]["win"] is True


def test_one_hand_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "score",
        "simplest",
        "456p789sEE67m",
        "8m",
        "--meld",
        "kong-concealed 1111p",
        "--by",
        "discard",
        "--from",
        "0",
        "--seat",
        "1",
    ]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "暗杠 Concealed kong: 2" in shown
    assert "value 3" in shown
    assert "seat 0 -3, seat 1 +3" in shown


def test_a_hand_that_does_not_win_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "simplest", "123m456p789sEE68m", "9s"]) == 1
    assert "no win: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "simplest"], "HAND and TILE, or --jsonl FILE"),
        (["score", "simplest", "123m", "4m", "--jsonl", "x"], "one of them"),
        (["score", "simplest", "--jsonl", "nowhere.jsonl"], "cannot be read"),
        (["score", "simplest", "12xm", "4m"], "digits '12' without a suit in '12xm'"),
        (["score", "nix", "--jsonl", "-"], "unknown variant 'nix'"),
        (["settle"], "--jsonl"),
        (["settle", "--jsonl", "."], "cannot be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


def test_endings_are_settled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["settle", "--jsonl", written(tmp_path, DRAW, {**DRAW, "id": "nix", "variant": "nix"}, {"id": "none"})]) == 1
    draw, nix, none = answers(capsys)
    assert (draw["id"], draw["deltas"], draw["next_dealer"]) == ("draw", [1, -3, -3, 5], 0)
    assert (nix["id"], none["id"]) == ("nix", "none")
    assert "unknown variant 'nix'" in str(nix["error"])
    assert "no variant" in str(none["error"])
