"""Truncated files and flipped bits: all named by `verify`, just those played again; a damaged manifest is made anew."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from mjsim.cli import main
from mjsim.errors import DataError
from mjsim.run import ledger
from mjsim.run.runner import play
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

SHARD, HANDS = 100, 1000


def run(folder: Path, hands: int = HANDS, **settings: object):  # type: ignore[no-untyped-def]  # an Outcome
    return play(toy_plan(), hands, folder, workers=1, shard=SHARD, engine=FakeEngine(faulty=97), progress=False, **settings)  # type: ignore[arg-type]  # as play takes them


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run(tmp_path / "run")
    return tmp_path / "run"


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def same(folder: Path) -> None:
    """The data set is that of a run never disturbed."""
    whole = folder.with_name("whole")
    run(whole)
    assert list(faults_of(folder)) == []
    for table in ("hands", "wins"):
        assert_frame_equal(scan(folder, table).collect(), scan(whole, table).collect())
    assert ledger.load(folder).faults == ledger.load(whole).faults


def test_every_damaged_part_is_named_and_just_those_are_played_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = sorted((folder / "hands").iterdir())
    wins = sorted((folder / "wins").iterdir())
    hurt = {
        parts[1]: lambda data: data[: len(data) // 2],
        parts[2]: lambda data: b"",
        parts[4]: lambda data: flipped(data, 8 * (len(data) // 2)),
        wins[4]: lambda data: flipped(data, 8 * len(data) - 3),
        wins[7]: lambda data: flipped(data, 1),
        wins[8]: lambda data: data + b"\0",
    }
    for path, change in hurt.items():
        path.write_bytes(change(path.read_bytes()))
    kept = {path: path.stat().st_mtime_ns for path in parts[5:7]}
    assert main(["verify", str(folder), "--sample", "0"]) == 1
    told = capsys.readouterr().out
    assert all(str(path) in told for path in hurt)
    assert told.count("is damaged") == len(hurt)
    done = run(folder)
    assert done.played == 5 * SHARD
    assert len(done.notes) == 5
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    same(folder)


def test_no_flipped_bit_of_a_part_goes_unseen(folder: Path) -> None:
    path = sorted((folder / "wins").iterdir())[3]
    data, chance = path.read_bytes(), random.Random(2)
    for bit in chance.sample(range(8 * len(data)), 30):
        path.write_bytes(flipped(data, bit))
        assert [fault for fault in faults_of(folder) if path.name in fault]
    path.write_bytes(data)
    assert list(faults_of(folder)) == []


def test_no_flipped_bit_of_the_manifest_goes_unseen(folder: Path) -> None:
    path = folder / "manifest.json"
    data, chance = path.read_bytes(), random.Random(3)
    for bit in chance.sample(range(8 * len(data)), 400):
        path.write_bytes(flipped(data, bit))
        with pytest.raises(DataError, match=r"manifest\.json: (is damaged|has format)"):
            ledger.load(folder)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-300],
        lambda data: b"",
        lambda data: data.replace(b'"count": 100', b'"count": 900', 1),
        lambda data: data.replace(b"hands/0", b"../ands/0", 1),
        lambda data: data.replace("玩".encode(), "完".encode()),
        None,
    ],
    ids=["truncated", "empty", "other-count", "path", "name", "lost"],
)
def test_a_damaged_manifest_is_made_anew_from_the_parts(folder: Path, change, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]  # a function of bytes
    path = folder / "manifest.json"
    if change is None:
        path.unlink()
    else:
        assert change(path.read_bytes()) != path.read_bytes()
        path.write_bytes(change(path.read_bytes()))
    for command in ("status", "verify", "summary"):
        assert main([command, str(folder)]) == 2
    err = capsys.readouterr().err
    assert "manifest.json" in err
    assert change is None or err.count("run the same command again") == 3
    part = sorted((folder / "wins").iterdir())[5]
    part.write_bytes(flipped(part.read_bytes(), 8 * 300))
    done = run(folder)
    assert done.played == SHARD
    assert bool(done.notes) == (change is not None)
    same(folder)


def test_a_damaged_manifest_beside_parts_of_another_run_is_refused_and_nothing_is_lost(folder: Path) -> None:
    (folder / "manifest.json").write_bytes(b"{")
    before = {path: path.read_bytes() for path in folder.rglob("*.parquet")}
    with pytest.raises(DataError, match=r"is a part of another run \(\w{32}, not \w{32}\)"):
        play(toy_plan(seed=9), 100, folder, workers=1, engine=FakeEngine(), progress=False)
    assert {path: path.read_bytes() for path in folder.rglob("*.parquet")} == before
    assert run(folder).played == 0
    same(folder)


def test_parts_that_the_manifest_does_not_name_yet_are_taken_in(folder: Path) -> None:
    """As after a crash between two writes of the manifest."""
    early = ledger.load(folder)
    run(folder, HANDS + 3 * SHARD)
    ledger.save(folder, early)
    assert len([fault for fault in faults_of(folder) if "is not in the manifest" in fault]) == 6
    assert run(folder, HANDS + 4 * SHARD).played == SHARD
    assert ledger.load(folder).units == HANDS + 4 * SHARD
    assert list(faults_of(folder)) == []


def test_files_of_somebody_else_are_never_removed(folder: Path) -> None:
    for name in ("hands/mine.parquet", "wins/000_1.parquet", "hands/.mine.tmp"):
        (folder / name).write_bytes(b"years of work")
        with pytest.raises(DataError, match=rf"holds other files \({name}\)"):
            run(folder)
        assert (folder / name).read_bytes() == b"years of work"
        (folder / name).unlink()
    assert run(folder).played == 0


def test_links_in_a_folder_from_elsewhere_lead_nowhere(folder: Path, tmp_path: Path) -> None:
    theirs, other = tmp_path / "theirs", tmp_path / "other"
    theirs.write_text("letters")
    other.mkdir()
    (other / "000000000000_000000000100.parquet").write_text("numbers")
    (folder / ".lock").unlink()
    (folder / ".lock").symlink_to(theirs)
    with pytest.raises(DataError, match=r"\.lock: is a link"):
        run(folder)
    assert theirs.read_text() == "letters"
    (folder / ".lock").unlink()
    for path in (folder / "hands").iterdir():
        path.unlink()
    (folder / "hands").rmdir()
    (folder / "hands").symlink_to(other)
    with pytest.raises(DataError, match="hands: is a link"):
        run(folder)
    assert [path.read_text() for path in other.iterdir()] == ["numbers"]
    (folder / "hands").unlink()
    (folder / "manifest.json").rename(tmp_path / "manifest")
    os.mkfifo(folder / "manifest.json")
    with pytest.raises(DataError, match="is no ordinary file"):
        ledger.load(folder)


def test_every_hand_is_told_as_checked(folder: Path) -> None:
    checked: list[int] = []
    assert list(faults_of(folder, checked.append)) == []
    assert sum(checked) == HANDS
