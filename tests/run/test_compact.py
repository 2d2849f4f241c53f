"""Parts are put together as blocks fill up: few files, the same rows, faults and checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from mjsim.errors import DataError
from mjsim.run import ledger
from mjsim.run.runner import play
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


def run(folder: Path, count: int, *, shard: int = 100, block: int = 1000, unit: str = "hand", workers: int = 1, log: bool = True) -> int:
    engine = FakeEngine(faulty=333 if unit == "hand" else 0)
    settings = {"workers": workers, "shard": shard, "block": block, "log": log, "progress": False, "engine": engine}
    return play(toy_plan(unit=unit), count, folder, **settings).played  # type: ignore[arg-type]  # as play takes them


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "hands").iterdir())


@pytest.mark.parametrize("unit", ["hand", "match"])
@pytest.mark.parametrize(("shard", "workers"), [(100, 1), (70, 1), (100, 2)])
def test_blocks_hold_the_same_rows_and_faults_in_few_files(tmp_path: Path, unit: str, shard: int, workers: int) -> None:
    folder, plain = tmp_path / "run", tmp_path / "plain"
    run(folder, 3450, shard=shard, unit=unit, workers=workers)
    run(plain, 3450, block=10**6, unit=unit)
    assert len(files(folder)) <= 3 + 450 // shard + 2
    assert len(files(plain)) == 35
    for table in ("hands", "wins", "log"):
        assert len(list((folder / table).iterdir())) == len(files(folder))
        assert_frame_equal(scan(folder, table).collect(), scan(plain, table).collect())
    assert ledger.load(folder).faults == ledger.load(plain).faults
    assert list(faults_of(folder)) == []
    assert ledger.load(folder).ranges[0] == (0, 1000 if shard == 100 else 1050)


def test_a_block_is_put_together_when_its_last_part_comes_whatever_the_order(tmp_path: Path) -> None:
    plan, settings = toy_plan(), {"workers": 1, "shard": 100, "block": 400, "engine": FakeEngine(), "progress": False}
    for first in (200, 0, 300):
        play(plan, 100, tmp_path, first=first, **settings)  # type: ignore[arg-type]  # as play takes them
        assert len(files(tmp_path)) == len(ledger.load(tmp_path).shards) > 0
    play(plan, 100, tmp_path, first=100, **settings)  # type: ignore[arg-type]
    assert files(tmp_path) == ["000000000000_000000000400.parquet"]


def test_a_lost_block_is_played_again_in_small_parts_and_put_together_again(tmp_path: Path) -> None:
    run(tmp_path, 2000)
    before = files(tmp_path)
    (tmp_path / "wins" / before[1]).unlink()
    assert run(tmp_path, 2000) == 1000
    assert files(tmp_path) == before
    assert list(faults_of(tmp_path)) == []


def test_a_part_that_was_damaged_meanwhile_is_named_and_not_built_in(tmp_path: Path) -> None:
    run(tmp_path, 900)
    manifest = ledger.load(tmp_path)
    part = tmp_path / manifest.parts("wins")[4].name
    from mjsim.run.compact import compacted

    data = bytearray(part.read_bytes())
    data[len(data) // 3] ^= 4
    part.write_bytes(data)
    with pytest.raises(DataError, match=f"{part.name}: is damaged"):
        compacted(tmp_path, list(manifest.shards))
