"""Kernels compiled ahead, by processes that run none of them, are what the process that needs them loads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mjsim.kernels.ahead import claimed

MODULE = "mjsim.kernels.nearness"
LOAD = f"""
from {MODULE} import sets_missing
from mjsim.kernels.seam import SEAMS, open_seams
open_seams()
for kernel in SEAMS:
    stats = kernel.dispatcher.stats
    print(kernel.symbol, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(cache: Path, *arguments: str) -> list[list[str]]:
    done = subprocess.run(
        [sys.executable, *arguments], env=os.environ | {"MJSIM_CACHE": str(cache)}, capture_output=True, text=True, check=True
    )
    return [line.split() for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache filled by two processes after one another: the first has claimed one kernel and "died"."""
    cache, claims = tmp_path_factory.mktemp("cache"), tmp_path_factory.mktemp("claims")
    (claims / "mjsim_sets_missing").touch()
    run(cache, "-m", "mjsim.kernels.ahead", str(claims), MODULE)
    return cache


def test_kernels_compiled_ahead_are_loaded_and_a_lost_one_is_compiled(filled: Path) -> None:
    found = {name: (hits, misses) for name, hits, misses in run(filled, "-c", LOAD)}
    assert found.pop("mjsim_sets_missing") == ("0", "1")
    assert len(found) >= 3
    assert set(found.values()) == {("1", "0")}


def test_a_kernel_is_claimed_once(tmp_path: Path) -> None:
    assert claimed(tmp_path, "mjsim_judge")
    assert not claimed(tmp_path, "mjsim_judge")
    assert claimed(tmp_path, "mjsim_tally")
