"""Ctrl-C and SIGKILL: quick, nothing half-written, nobody left behind, and the run goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from mjsim.errors import MjsimError
from mjsim.run import ledger
from mjsim.run.runner import play
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
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


def started(folder: Path, workers: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.toy.endless", str(folder), str(workers)]
    run = subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    until(lambda: shards_in(folder) >= 3)
    return run


def goes_on(folder: Path) -> None:
    """The folder holds whole parts only, and playing on gives what an undisturbed run gives."""
    ranges = ledger.load(folder).ranges
    wanted = max(first + count for first, count in ranges) + 1000
    play(toy_plan(), wanted, folder, workers=1, shard=1000, engine=FakeEngine(), progress=False)
    assert list(faults_of(folder)) == []
    play(toy_plan(), wanted, folder.with_name("whole"), workers=1, shard=1000, engine=FakeEngine(), progress=False)
    for table in ("hands", "wins"):
        assert_frame_equal(scan(folder, table).collect(), scan(folder.with_name("whole"), table).collect())


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_soon_and_says_how_to_go_on(tmp_path: Path, workers: int) -> None:
    folder = tmp_path / "run"
    run = started(folder, workers)
    os.killpg(run.pid, signal.SIGINT)
    start = time.monotonic()
    said, _ = run.communicate(timeout=PATIENCE)
    assert time.monotonic() - start < 5, "two seconds on a machine with nothing else to do"
    assert run.returncode == 1
    assert "interrupted after" in said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    until(lambda: members(run.pid) == [])
    goes_on(folder)


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run = started(folder, 2)
    run.kill()
    run.wait()
    until(lambda: members(run.pid) == [])
    goes_on(folder)
