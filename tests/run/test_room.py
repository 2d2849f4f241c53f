"""No room on the disk, none in memory: said with what is kept, nothing half-written, and the run goes on when there is room."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from mjsim.run import ledger
from mjsim.run.runner import Unfinished, play
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
from tests.conftest import CAN_MOUNT
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

ROOT = Path(__file__).parents[2]
SETTINGS = {"workers": 1, "shard": 500, "engine": FakeEngine(), "progress": False}


def test_files_that_may_grow_no_more_end_the_run_and_it_goes_on_later(tmp_path: Path) -> None:
    """A limit on the size of files: writes fail half-way, as on a full disk."""
    folder, whole = tmp_path / "run", tmp_path / "whole"
    play(toy_plan(), 1500, folder, **SETTINGS)  # type: ignore[arg-type]  # as play takes them
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, limits[1]))
    try:
        with pytest.raises(Unfinished, match=r"cannot be written \(File too large\) after 0 hands; they are kept, the same"):
            play(toy_plan(), 4000, folder, **SETTINGS)  # type: ignore[arg-type]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert ledger.load(folder).units == 1500
    assert list(faults_of(folder)) == []
    assert list(folder.rglob("*.tmp")) == []
    assert play(toy_plan(), 4000, folder, **SETTINGS).played == 2500  # type: ignore[arg-type]
    play(toy_plan(), 4000, whole, **SETTINGS)  # type: ignore[arg-type]
    assert_frame_equal(scan(folder).collect(), scan(whole).collect())


@pytest.mark.parametrize("size", ["600k", "1m"][: 2 * CAN_MOUNT] or ["no mounts"])
def test_a_full_file_system_ends_the_run_and_it_goes_on_with_more_room(tmp_path: Path, size: str) -> None:
    """On a tmpfs in a namespace of its own; where the system allows none, only that this is said at the head of the tests."""
    if not CAN_MOUNT:
        from tests.conftest import pytest_report_header

        assert any("a limit on file sizes stands for" in line for line in pytest_report_header())
        return
    script = f'mount -t tmpfs -o size={size} none "$0" && exec "$1" -m tests.toy.full "$0"'
    command = ["unshare", "-rm", "sh", "-c", script, str(tmp_path), sys.executable]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    said, then = done.stdout.splitlines()
    assert "cannot be written (No space left on device) after " in said
    assert "the same command goes on" in said
    left = int(then.split()[1])
    assert 0 < left < 60_000
    assert then.endswith("with faults []")


class Hungry(FakeEngine):
    """Asks for more memory than its process may have."""

    def open(self, document: bytes):  # type: ignore[no-untyped-def]  # a toy
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
        return np.ones(1 << 28)


def test_a_worker_without_memory_is_explained_and_the_run_goes_on_later(tmp_path: Path) -> None:
    play(toy_plan(), 1000, tmp_path, **SETTINGS)  # type: ignore[arg-type]  # as play takes them
    with pytest.raises(Unfinished, match=r"out of memory after 0 hands; they are kept.*fewer --workers"):
        play(toy_plan(), 3000, tmp_path, **{**SETTINGS, "workers": 2, "engine": Hungry()})  # type: ignore[arg-type]
    assert list(faults_of(tmp_path)) == []
    assert play(toy_plan(), 3000, tmp_path, **SETTINGS).played == 2000  # type: ignore[arg-type]
