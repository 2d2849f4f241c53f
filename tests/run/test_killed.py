"""Ctrl-C and SIGKILL at any moment: quick, nothing half-written, nobody left behind, and the run goes on."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjsim.errors import MjsimError
from mjsim.run import ledger
from mjsim.run.runner import play
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
from mjsim.store.parts import is_intact, read_part
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


def shards_in(folder: Path) -> int:
    try:
        return len(ledger.load(folder).shards)
    except MjsimError:
        return 0


def members(session: int) -> list[int]:
    """Living processes of a session."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if os.getsid(int(entry.name)) == session and state not in "ZX":
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def launched(*command: str) -> subprocess.Popen[str]:
    whole = [sys.executable, "-m", *command]
    return subprocess.Popen(whole, cwd=ROOT, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def started(folder: Path, workers: int) -> subprocess.Popen[str]:
    run = launched("tests.toy.endless", str(folder), str(workers))
    until(lambda: shards_in(folder) >= 3)
    return run


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*.parquet")}


def sound(folder: Path) -> int:
    """Hands in the manifest, all of whose parts are whole; everything else with a part's name is whole too."""
    manifest = ledger.load(folder)
    assert all(is_intact(folder / part.name, part) for shard in manifest.shards for part in shard.parts.values())
    for path in ledger.strangers(folder, manifest):
        if path.suffix == ".parquet":
            assert read_part(path.read_bytes())[0].num_rows > 0
    return manifest.units


def killed_somewhere(run: subprocess.Popen[str], folder: Path, before: set[str], victim: str, moment: float) -> str:
    """Kill a run, or a part of it, some time after its first new part; what it printed."""
    until(lambda: bool(files_in(folder) - before))
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(moment)
    workers = [process for process in members(run.pid) if process != run.pid]
    with contextlib.suppress(ProcessLookupError):
        if victim == "all":
            os.killpg(run.pid, signal.SIGKILL)
        elif victim == "worker" and workers:
            os.kill(workers[-1], signal.SIGKILL)
        else:
            run.kill()
    said, _ = run.communicate(timeout=PATIENCE)
    until(lambda: members(run.pid) == [])
    return said


def goes_on(folder: Path) -> None:
    """The folder holds whole parts only, and playing on gives what an undisturbed run gives."""
    play(toy_plan(), 1000, folder, workers=1, shard=1000, engine=FakeEngine(), progress=False)
    ranges = ledger.load(folder).ranges
    wanted = max(first + count for first, count in ranges) + 1000
    play(toy_plan(), wanted, folder, workers=1, shard=1000, engine=FakeEngine(), progress=False)
    assert list(faults_of(folder)) == []
    play(toy_plan(), wanted, folder.with_name("whole"), workers=1, shard=1000, engine=FakeEngine(), progress=False)
    for table in ("hands", "wins"):
        assert_frame_equal(scan(folder, table).collect(), scan(folder.with_name("whole"), table).collect())


def spent(process: int) -> tuple[float, float]:
    """Seconds that a process has had a processor, and has stood in line for one."""
    worked, waited, _ = Path(f"/proc/{process}/schedstat").read_text().split()
    return int(worked) / 1e9, int(waited) / 1e9


def lines(session: int) -> dict[int, float]:
    """Seconds that each process of a session has stood in line for a processor so far."""
    found = {}
    for process in members(session):
        with contextlib.suppress(OSError):
            found[process] = spent(process)[1]
    return found


def interrupted(run: subprocess.Popen[str]) -> str:
    """Ctrl-C: what the run says. It ends within two seconds, not counting what its processes stood in line on a busy machine."""
    before = lines(run.pid)
    os.killpg(run.pid, signal.SIGINT)
    start, after = time.monotonic(), dict(before)
    while run.poll() is None and time.monotonic() < start + PATIENCE:
        after |= lines(run.pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            run.wait(0.02)
    took = time.monotonic() - start
    assert took - sum(after[process] - before.get(process, 0.0) for process in after) < 2
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert said.count("\n") == 1, "one sentence, and nothing of Python's own"
    until(lambda: members(run.pid) == [])
    return said


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_soon_and_says_how_to_go_on(tmp_path: Path, workers: int) -> None:
    folder = tmp_path / "run"
    said = interrupted(started(folder, workers))
    assert "interrupted after" in said
    assert "the same command goes on" in said
    goes_on(folder)


def real_run(folder: Path, workers: int, hands: str = "10_000_000") -> subprocess.Popen[str]:
    options = ["--seed", "3", "--shard", "500", "--hands", hands, "--workers", str(workers), "--out", str(folder)]
    return launched("mjsim", "run", "simplest", *options)


def test_ctrl_c_while_workers_start_is_theirs_to_ignore(tmp_path: Path) -> None:
    run = real_run(tmp_path / "run", 2)
    until(lambda: len(members(run.pid)) > 3)  # two processes that look after the others' resources, and a worker
    assert "the same command goes on" in interrupted(run)


def test_ctrl_c_ends_machine_code_that_python_waits_for() -> None:
    run = launched("tests.toy.stuck")
    assert run.stdout is not None
    assert run.stdout.readline() == "begun\n"
    begun = spent(run.pid)[0]
    until(lambda: spent(run.pid)[0] > begun + 0.2)
    assert interrupted(run) == "mjsim: stuck, and the same command goes on\n"


@pytest.mark.verify
def test_ctrl_c_at_random_moments_loses_nothing(tmp_path: Path) -> None:
    folder, whole, chance = tmp_path / "run", tmp_path / "whole", random.Random(4)
    for attempt in range(30):
        run = real_run(folder, 1 + attempt % 2)
        with contextlib.suppress(subprocess.TimeoutExpired):
            run.wait(chance.uniform(0.5, 6))
        said = interrupted(run)
        assert "the same command" in said
        if ledger.exists(folder):
            sound(folder)
    hands = max([0, *map(sum, ledger.load(folder).ranges)]) + 2000
    for out in (folder, whole):
        done = real_run(out, 1, str(hands))
        assert f"{hands:,} hands are in" in done.communicate(timeout=600)[0]
    for table in ("hands", "wins"):
        assert_frame_equal(scan(folder, table).collect(), scan(whole, table).collect())


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run = started(folder, 2)
    run.kill()
    run.wait()
    until(lambda: members(run.pid) == [])
    goes_on(folder)


@pytest.mark.parametrize("kills", [6, pytest.param(30, marks=pytest.mark.verify)])
def test_kills_at_random_moments_lose_nothing(tmp_path: Path, kills: int) -> None:
    folder, chance = tmp_path / "run", random.Random(kills)
    units = 0
    for kill in range(kills):
        victim = ("parent", "worker", "all")[kill % 3]
        run = launched("tests.toy.endless", str(folder), "2" if victim == "worker" else str(1 + kill % 2), "4")
        said = killed_somewhere(run, folder, files_in(folder), victim, chance.uniform(0, 0.8))
        assert "Traceback" not in said
        assert (victim == "worker") == ("a worker process died" in said)
        now = sound(folder)
        assert now >= units
        units = now
    goes_on(folder)


@pytest.mark.verify
def test_kills_of_the_real_engine_lose_nothing(tmp_path: Path) -> None:
    folder, whole, chance = tmp_path / "run", tmp_path / "whole", random.Random(1)
    for kill in range(4):
        run = real_run(folder, 1 + kill % 2)
        killed_somewhere(run, folder, files_in(folder), ("parent", "all")[kill // 2], chance.uniform(0, 1.5))
        sound(folder)
    hands = sum(ledger.load(folder).ranges[-1]) + 2000
    for out in (folder, whole):
        done = real_run(out, 1, str(hands))
        assert "Traceback" not in done.communicate(timeout=600)[0]
    assert ledger.load(folder).units >= hands
    for table in ("hands", "wins"):
        inside = scan(folder, table).filter(pl.col("hand") < hands).collect()
        assert_frame_equal(inside, scan(whole, table).collect())
