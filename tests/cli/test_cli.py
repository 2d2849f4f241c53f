"""The command line: exit codes, one clear sentence for each fault, JSON and nothing else, quick start."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from mjsim.cli import COMMANDS, main
from mjsim.cli.variants import KEYS, cells, from_files, listing
from mjsim.run.runner import play
from mjsim.variant import catalog
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "toy run"
    play(toy_plan(), 1000, folder, workers=1, shard=250, engine=FakeEngine(), progress=False)
    return folder


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The message of a wrong command line: exit code 2, one sentence on stderr, nothing on stdout."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mjsim: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"usage: mjsim {name}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


def test_no_command_is_wrong_and_shows_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: mjsim COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rn"], "unknown command 'rn'"),
        (["run"], "required: SLUG"),
        (["run", "simplest"], "either --hands N or --matches N"),
        (["run", "simplest", "--hands", "5", "--matches", "5"], "either --hands N or --matches N"),
        (["run", "simplest", "--hands", "2.5"], "'2.5' is not a whole number"),
        (["run", "simplest", "--hands", "0"], "0 hands"),
        (["run", "simplest", "--hands", "-3"], "-3"),
        (["run", "simplest", "--hands", "9" * 400], "cannot be played"),
        (["run", "simplest", "--hands", "10", "--seed", "-1"], "seed -1"),
        (["run", "simplest", "--hands", "10", "--policy", "genius"], "unknown policy 'genius'"),
        (["run", "simplest", "--hands", "10", "--policy", "speed,speed"], "2 policies for 4 players"),
        (["run", "simplest", "--hands", "10", "--wall", "brick"], "invalid choice: 'brick'"),
        (["run", "simplest", "--hands", "10", "--workers", "0"], "0 workers"),
        (["run", "simplets", "--hands", "10"], "unknown variant 'simplets'"),
        (["run", "no/such/file.toml", "--hands", "10"], "no file 'no/such/file.toml'"),
        (["run", "simplest", "--hands", "10", "--set", "win.severl=all"], "win.severl"),
        (["run", "simplest", "--hands", "10", "--set", "win.several=some"], "win.several is 'some'"),
        (["run", "simplest", "--hands", "10", "--set", "nonsense"], "'nonsense' is no setting"),
        (["run", "simplest", "--han", "10"], "unrecognized arguments: --han"),
        (["show", "nix"], "unknown variant 'nix'"),
        (["summary", "nowhere"], "is not a data set"),
        (["status", "nowhere"], "is not a data set"),
        (["find", "nowhere", "--row", "win"], "is not a data set"),
        (["charts", "nowhere"], "is not a data set"),
        (["verify", "nowhere"], "is not a data set"),
        (["merge", "nowhere", "--out", "there"], "is not a data set"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_wrong_input_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refused(capsys, *arguments)
    assert list(tmp_path.iterdir()) == []


def test_other_runs_and_unwritable_folders_are_refused(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert "holds another run (variant toy, not simplest)" in refused(capsys, "run", "simplest", "--hands", "5", "--out", str(data))
    assert "cannot be made" in refused(capsys, "run", "simplest", "--hands", "5", "--out", "/proc/nowhere")


def test_summary_as_json_is_one_document(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert main(["summary", str(data), "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert err == ""
    assert document["hands"] == 1000
    assert document["rates"]["win"]["count"] + document["rates"]["draw"]["count"] == 1000


def test_summary_for_people_shows_names_intervals_and_bounds(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert main(["summary", str(data)]) == 0
    shown = capsys.readouterr().out
    assert "玩 Toy (toy)" in shown
    never = next(line for line in shown.splitlines() if "never" in line)
    assert "< 0.37 %" in never
    assert "0.00 %" not in never


def test_status_says_what_is_there_and_what_is_missing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    play(toy_plan(), 300, tmp_path, workers=1, shard=100, engine=FakeEngine(), progress=False)
    assert main(["status", str(tmp_path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ranges"] == [{"first": 0, "count": 300}]
    assert (document["hands"], document["parts"], document["missing"]) == (300, 3, [])
    (tmp_path / "wins" / "000000000100_000000000100.parquet").unlink()
    assert main(["status", str(tmp_path)]) == 1
    assert "missing: wins/000000000100_000000000100.parquet" in capsys.readouterr().out


def test_damaged_parts_are_no_traceback(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    play(toy_plan(), 300, tmp_path, workers=1, engine=FakeEngine(), progress=False)
    part = next((tmp_path / "wins").iterdir())
    whole = part.read_bytes()
    half = bytearray(whole)
    half[4 : len(half) // 2] = bytes(len(half) // 2 - 4)
    for content, words in ((whole[:-7], "is damaged"), (b"", "is damaged"), (bytes(half), "is damaged"), (b"x" * len(whole), "is damaged")):
        part.write_bytes(content)
        for command in (["summary", str(tmp_path)], ["find", str(tmp_path), "--row", "win"], ["charts", str(tmp_path)]):
            assert words in refused(capsys, *command)


def test_faults_are_shown_and_give_exit_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    play(toy_plan(), 300, tmp_path, workers=1, engine=FakeEngine(faulty=150), progress=False)
    assert main(["summary", str(tmp_path), "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["faults"] == 2
    assert "2 hands could not be played" in err
    assert main(["status", str(tmp_path)]) == 1
    assert "fault in hand 149: no such tile" in capsys.readouterr().out


def test_find_prints_hands_with_the_row(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert main(["find", str(data), "--row", "extra", "--limit", "3"]) == 0
    numbers = [int(line) for line in capsys.readouterr().out.split()]
    assert len(numbers) == 3
    assert main(["find", str(data), "--row", "extra", "--limit", "3", "--json"]) == 0
    assert [row["hand"] for row in json.loads(capsys.readouterr().out)] == numbers
    assert main(["find", str(data), "--row", "never"]) == 1
    assert "win, extra, never" in refused(capsys, "find", str(data), "--row", "Extra")


def test_merge_and_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Path) -> None:
    assert main(["merge", str(data), "--out", str(tmp_path / "copy")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "copy")
    part = next((tmp_path / "copy" / "hands").iterdir())
    content = bytearray(part.read_bytes())
    content[100] ^= 4
    part.unlink()  # it may share its bytes with the original
    part.write_bytes(content)
    assert main(["verify", str(tmp_path / "copy"), "--sample", "0"]) == 1
    assert f"{part}: is damaged" in capsys.readouterr().out
    assert main(["verify", str(data), "--sample", "0"]) == 0


def test_charts_are_written(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    assert main(["charts", str(data), "--out", str(tmp_path)]) == 0
    files = [Path(line) for line in capsys.readouterr().out.split("\n") if line]
    assert {file.stem for file in files} >= {"rows", "seats", "points-by-seat", "turns", "ready", "points"}
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)


def test_variants_list_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["slug"] for entry in entries] == catalog()
    assert all(tuple(entry) == KEYS for entry in entries)
    assert next(entry for entry in entries if entry["slug"] == "taiwan16")["hand"] == 16
    assert main(["variants"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(entries) + 1
    columns = {cells(line[: line.index(f"  {entry['players']}  ")]) for line, entry in zip(lines[1:], entries, strict=True)}
    assert len(columns) == 1, "columns stand below one another"


def test_the_index_of_the_catalogue_is_up_to_date() -> None:
    assert listing() == from_files(catalog()), "make documents"


def test_show_and_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["show", "simplest", "--set", "win.several=all"]) == 0
    assert "最簡單" in capsys.readouterr().out
    bad = tmp_path / "bad.toml"
    bad.write_text("slug = 3")
    assert main(["check", "simplest", str(bad)]) == 2
    out, err = capsys.readouterr()
    assert "simplest: " in out
    assert "bad.toml: " in err


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize("arguments", [["--help"], ["variants"], ["--version"]])
def test_the_start_loads_nothing_heavy(arguments: list[str]) -> None:
    code = f"import sys; from mjsim.cli import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    ended = python("-c", code)
    assert ended.returncode == 0
    assert not {"numba", "numpy", "polars", "pandas", "pyarrow", "matplotlib", "scipy", "rich"} & set(ended.stderr.split())


def test_the_start_is_quick() -> None:
    """Processor time, the best of five, so that a busy machine does not matter."""
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert python("-m", "mjsim", "variants").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.3


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    command = f"'{sys.executable}' -m mjsim show simplest | head -n 1"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert ended.stdout.startswith("# ")
    assert "Traceback" not in ended.stderr
