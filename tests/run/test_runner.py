"""The run layer over the toy engine: same rows whatever the workers and shards, resume, refusals, faults."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjsim.errors import DataError, MjsimError
from mjsim.run import ledger
from mjsim.run.lock import locked
from mjsim.run.runner import Unfinished, play
from mjsim.store.dataset import scan
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

ENGINE = FakeEngine()
TABLES = ("hands", "wins")


def tables(folder: Path) -> list[pl.DataFrame]:
    return [scan(folder, table).collect() for table in TABLES]


def same(one: Path, other: Path) -> None:
    for a, b in zip(tables(one), tables(other), strict=True):
        assert a.height > 0
        assert_frame_equal(a, b)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "my run"


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("shard", [97, 1000])
@pytest.mark.parametrize("unit", ["hand", "match"])
def test_rows_do_not_depend_on_workers_or_shards(tmp_path: Path, workers: int, shard: int, unit: str) -> None:
    plan = toy_plan(unit=unit)
    play(plan, 900, tmp_path / "plain", workers=1, shard=900, engine=ENGINE, progress=False)
    play(plan, 900, tmp_path / "cut", workers=workers, shard=shard, engine=ENGINE, progress=False)
    same(tmp_path / "plain", tmp_path / "cut")


def test_late_hands_differ_between_seeds_and_repeat_for_one(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        play(toy_plan(seed), 3000, tmp_path / name, workers=1, engine=ENGINE, progress=False)
    late = [scan(tmp_path / name).filter(pl.col("hand") >= 2900).drop("run").collect() for name in "abc"]
    assert_frame_equal(late[0], late[1])
    columns = [name for name in late[0].columns if name.startswith(("points", "turns"))]
    unlike = (late[0].select(columns) != late[2].select(columns)).select(pl.any_horizontal(columns))
    assert unlike.to_series().mean() > 0.9  # type: ignore[operator]  # a number, there are 100 rows


def test_a_larger_number_plays_only_what_is_missing(out: Path) -> None:
    plan = toy_plan()
    assert play(plan, 500, out, workers=1, shard=200, engine=ENGINE, progress=False).played == 500
    before = {path: path.stat().st_mtime_ns for path in (out / "hands").iterdir()}
    more = play(plan, 1200, out, workers=1, shard=200, engine=ENGINE, progress=False)
    assert (more.played, more.present) == (700, 1200)
    assert all(path.stat().st_mtime_ns == time for path, time in before.items())
    assert play(plan, 800, out, workers=1, engine=ENGINE, progress=False).played == 0
    play(plan, 1200, out.with_name("whole"), workers=1, engine=ENGINE, progress=False)
    same(out, out.with_name("whole"))


class Interrupting(FakeEngine):
    """Raises KeyboardInterrupt when it comes to a certain hand."""

    def open(self, document: bytes):  # type: ignore[no-untyped-def]  # a toy
        game = super().open(document)
        play_it = game.play

        class Cut:
            players, rows = game.players, game.rows

            def play(self, seed, first, count, policies, **options):  # type: ignore[no-untyped-def]  # a toy
                if first <= 1000 < first + count:
                    raise KeyboardInterrupt
                return play_it(seed, first, count, policies, **options)

        return Cut()


def test_resumed_after_an_interrupt_equals_undisturbed(out: Path) -> None:
    plan = toy_plan()
    with pytest.raises(Unfinished, match="interrupted after 900 hands.*the same command goes on"):
        play(plan, 2000, out, workers=1, shard=300, engine=Interrupting(), progress=False)
    assert ledger.load(out).units == 900
    (out / "hands" / ".000000000900_000000000300.parquet.123.tmp").write_bytes(b"half a part")
    (out / "hands" / "000000000900_000000000300.parquet").write_bytes(b"renamed, but the manifest was not yet written")
    assert play(plan, 2000, out, workers=1, shard=300, engine=ENGINE, progress=False).played == 1100
    whole = out.with_name("whole")
    play(plan, 2000, whole, workers=1, shard=300, engine=ENGINE, progress=False)
    same(out, whole)
    assert sorted(p.name for p in (out / "hands").iterdir()) == sorted(p.name for p in (whole / "hands").iterdir())
    assert ledger.load(out) == ledger.load(whole)


def test_damaged_and_missing_parts_are_played_again(out: Path) -> None:
    plan = toy_plan()
    play(plan, 1000, out, workers=1, shard=250, engine=ENGINE, progress=False)
    first, second, *_ = sorted((out / "wins").iterdir())
    data = bytearray(first.read_bytes())
    data[len(data) // 2] ^= 1
    first.write_bytes(data)
    second.unlink()
    assert play(plan, 1000, out, workers=1, shard=250, engine=ENGINE, progress=False).played == 500
    play(plan, 1000, out.with_name("whole"), workers=1, engine=ENGINE, progress=False)
    same(out, out.with_name("whole"))


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (toy_plan(seed=2), "seed 1, not 2"),
        (toy_plan(slug="toy2"), "variant toy, not toy2"),
        (toy_plan(unit="match"), "unit hand, not match"),
    ],
    ids=["seed", "variant", "unit"],
)
def test_a_folder_of_another_run_is_refused(out: Path, other, words: str) -> None:  # type: ignore[no-untyped-def]  # a Plan
    play(toy_plan(), 100, out, workers=1, engine=ENGINE, progress=False)
    before = (out / "manifest.json").read_bytes()
    with pytest.raises(DataError, match=f"holds another run \\({words}\\)"):
        play(other, 100, out, workers=1, engine=ENGINE, progress=False)
    assert (out / "manifest.json").read_bytes() == before


def test_a_folder_of_strange_files_is_refused(out: Path) -> None:
    out.mkdir()
    (out / "thesis.docx").write_text("mine")
    with pytest.raises(DataError, match="holds other files"):
        play(toy_plan(), 100, out, workers=1, engine=ENGINE, progress=False)
    assert [path.name for path in out.iterdir() if not path.name.startswith(".")] == ["thesis.docx"]


def test_a_path_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(DataError, match="is not a folder"):
            play(toy_plan(), 100, path, workers=1, engine=ENGINE, progress=False)


def test_a_device_that_takes_no_files_is_refused() -> None:
    with pytest.raises(DataError, match="cannot be made|cannot be written"):
        play(toy_plan(), 100, Path("/proc/mjsim"), workers=1, engine=ENGINE, progress=False)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"count": 0}, "0 hands"),
        ({"count": 10**13}, "cannot be played"),
        ({"count": 5, "first": -1}, "cannot be played"),
        ({"count": 5, "workers": 0}, "0 workers"),
        ({"count": 5, "shard": 0}, "0 hands a part"),
    ],
)
def test_impossible_amounts_are_refused_and_nothing_is_written(out: Path, arguments: dict[str, int], words: str) -> None:
    count = arguments.pop("count")
    with pytest.raises(MjsimError, match=words):
        play(toy_plan(), count, out, engine=ENGINE, progress=False, **arguments)  # type: ignore[arg-type]  # ints only
    assert not out.exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_faulty_hands_are_recorded_and_the_rest_is_kept(out: Path, workers: int) -> None:
    done = play(toy_plan(), 1000, out, workers=workers, shard=200, engine=FakeEngine(faulty=100), progress=False)
    assert sorted(fault.number for fault in done.faults) == list(range(99, 1000, 100))
    manifest = ledger.load(out)
    assert {fault.message for fault in manifest.faults} == {"no such tile"}
    assert manifest.rows("hands") == 990
    assert 99 not in scan(out).select("hand").collect().to_series().to_list()


def test_too_many_faults_end_the_run(out: Path) -> None:
    with pytest.raises(Unfinished, match="stopped after 12 faulty hands"):
        play(toy_plan(), 1000, out, workers=1, shard=60, engine=FakeEngine(faulty=10), fault_limit=10, progress=False)
    assert ledger.load(out).units == 120


def test_the_second_of_two_runs_is_told_who_is_writing(out: Path) -> None:
    out.mkdir()
    with locked(out), pytest.raises(DataError, match=f"is being written by process {os.getpid()} on .* since 20"):
        play(toy_plan(), 100, out, workers=1, engine=ENGINE, progress=False)
    assert play(toy_plan(), 100, out, workers=1, engine=ENGINE, progress=False).played == 100


def test_a_lock_of_a_dead_process_is_taken_over(out: Path) -> None:
    out.mkdir()
    code = "\n".join(
        [
            "import sys",
            "from pathlib import Path",
            "from mjsim.run.lock import locked",
            "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()",
        ]
    )
    holder = subprocess.Popen([sys.executable, "-c", code, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(DataError, match=f"process {holder.pid}"):
        play(toy_plan(), 100, out, workers=1, engine=ENGINE, progress=False)
    holder.kill()
    holder.communicate()
    assert play(toy_plan(), 100, out, workers=1, engine=ENGINE, progress=False).played == 100


def test_logs_come_with_log_and_are_added_later(out: Path) -> None:
    play(toy_plan(), 300, out, workers=1, shard=100, engine=ENGINE, progress=False)
    assert scan(out, "log").collect().height == 0
    assert play(toy_plan(), 300, out, workers=1, shard=100, log=True, engine=ENGINE, progress=False).played == 300
    log = scan(out, "log").collect()
    assert log.height == 600
    assert log.filter(pl.col("hand") == 123)["step"].to_list() == [0, 1]
    assert scan(out).collect().height == 300


class Dying(FakeEngine):
    """Kills its own process, as the system does when memory runs out."""

    def open(self, document: bytes):  # type: ignore[no-untyped-def]  # a toy
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_dead_worker_is_explained_and_the_run_goes_on_later(out: Path) -> None:
    play(toy_plan(), 400, out, workers=1, shard=100, engine=ENGINE, progress=False)
    with pytest.raises(Unfinished, match="a worker process died"):
        play(toy_plan(), 1000, out, workers=2, shard=100, engine=Dying(), progress=False)
    assert play(toy_plan(), 1000, out, workers=2, shard=100, engine=ENGINE, progress=False).played == 600


def test_three_players_leave_the_fourth_seat_null(out: Path) -> None:
    play(toy_plan(players=3), 200, out, workers=1, engine=ENGINE, progress=False)
    hands = scan(out).collect()
    for name in ("points", "kongs", "deficiency", "ready"):
        assert hands[f"{name}_3"].null_count() == 200
        assert hands[f"{name}_2"].null_count() < 200


def test_the_manifest_says_what_was_played(out: Path) -> None:
    plan = toy_plan(seed=5)
    play(plan, 100, out, workers=1, engine=ENGINE, progress=False)
    document = json.loads((out / "manifest.json").read_text())
    assert document["identity"] == plan.identity
    assert document["plan"] == plan.document()
    assert document["variant"]["rows"]["win"]["zh"] == "和"
    assert document["shards"][0]["parts"]["hands"]["name"] == "hands/000000000000_000000000100.parquet"
