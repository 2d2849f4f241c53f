"""The page docs/own-variants.md taken literally: its file is right, its commands run, its mistakes give its sentences."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from mjsim.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "own-variants.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.S)
TOML = [text for language, text in BLOCKS if language == "toml" and "[chosen]" not in text]
COMMANDS = [shlex.split(line) for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
MISTAKES = [line for language, text in BLOCKS if not language for line in text.splitlines()]
QUICK = ("check", "show", "score")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's variant in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-sichuan.toml").write_text("\n".join(TOML), "utf-8")
    return tmp_path


def test_the_commands_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quick = [command[1:] for command in COMMANDS if command[1] in QUICK]
    assert {command[0] for command in quick} == set(QUICK)
    for command in quick:
        assert main(command) == 0, command
    told = capsys.readouterr().out
    assert "斷幺九 all simples: 1" in told and "payments seat 0 +12, seat 1 -4, seat 2 -4, seat 3 -4" in told


@pytest.mark.verify
def test_the_long_commands_run(folder: Path) -> None:
    for command in COMMANDS:
        if command[1] not in QUICK:
            assert main([word if word != "100000" else "2000" for word in command[1:]]) == 0, command


@pytest.mark.parametrize("sentence", MISTAKES)
def test_a_mistake_gives_the_sentence_of_the_page(sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {'several = "nearest"': 'several = "neighbour"', "only(simples)": "only(simple)"}
    for right, changed in wrong.items():
        if changed.split('"')[1 if '"' in changed else 0] in sentence:
            path = folder / "my-sichuan.toml"
            path.write_text(path.read_text("utf-8").replace(right, changed), "utf-8")
    assert main(["check", "my-sichuan.toml"]) == 2
    assert capsys.readouterr().err.strip() == sentence
