"""A real scheduler and three workers: the rows of one machine, whoever dies; parts in a shared folder or in a store."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from mjsim.cli import main
from mjsim.errors import DataError, MjsimError
from mjsim.run import ledger
from mjsim.run.merge import merge
from mjsim.run.runner import Outcome, Unfinished, make_plan, play
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
from mjsim.store.parts import is_intact
from mjsim.store.place import place
from mjsim.variant import load
from tests.toy.cluster import Cluster, Store, free_port
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

HANDS, SHARD = 8_000, 200


class Slow(FakeEngine):
    """Long enough for somebody to die meanwhile: every shard is played several times."""

    def open(self, document: bytes):  # type: ignore[no-untyped-def]  # a toy
        game = super().open(document)

        class Again:
            players, rows = game.players, game.rows

            def play(self, *arguments, **options):  # type: ignore[no-untyped-def]  # a toy
                for _ in range(3):
                    columns = game.play(*arguments, **options)
                return columns

        return Again()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(toy_plan(), HANDS, folder, workers=1, engine=FakeEngine(), progress=False)
    return folder


def run(folder: Path, cluster: Cluster, engine: FakeEngine | None = None, count: int = HANDS) -> Outcome:
    return play(toy_plan(), count, folder, shard=SHARD, engine=engine or FakeEngine(), progress=False, scheduler=cluster.address)


def same(folder: Path, whole: Path) -> None:
    assert list(faults_of(folder)) == []
    assert ledger.load(folder).identity == ledger.load(whole).identity
    for table in ("hands", "wins"):
        assert_frame_equal(scan(folder, table).collect(), scan(whole, table).collect())


def when_there(folder: Path, parts: int, act) -> threading.Thread:  # type: ignore[no-untyped-def]  # a function without arguments
    """Do something as soon as so many parts are in the folder."""
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(0.02):
            if len(list(folder.glob("wins/0*.parquet"))) >= parts:
                act()
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def test_a_cluster_makes_the_data_set_of_one_machine(tmp_path: Path, cluster: Cluster, whole: Path) -> None:
    assert run(tmp_path / "run", cluster, count=HANDS // 2).played == HANDS // 2
    assert run(tmp_path / "run", cluster).played == HANDS // 2
    same(tmp_path / "run", whole)


@pytest.mark.verify
def test_a_policy_of_ones_own_plays_on_machines_that_do_not_have_its_file(tmp_path: Path, cluster: Cluster) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view, options):\n    return -1 if view.thrown % 3 else view.random % len(options)\n", "utf-8")
    plan = make_plan(load("simplest"), policies=f"{mine},speed,speed,speed")
    mine.unlink()
    play(plan, 600, tmp_path / "here", workers=1, progress=False)
    play(plan, 600, tmp_path / "there", shard=100, progress=False, scheduler=cluster.address)
    same(tmp_path / "there", tmp_path / "here")


def test_faulty_hands_come_back_from_the_workers(tmp_path: Path, cluster: Cluster) -> None:
    done = run(tmp_path / "run", cluster, FakeEngine(faulty=500))
    assert sorted(fault.number for fault in done.faults) == list(range(499, HANDS, 500))


def test_a_worker_killed_in_the_middle_costs_nothing(tmp_path: Path, cluster: Cluster, whole: Path) -> None:
    folder = tmp_path / "run"
    killer = when_there(folder, 4, cluster.workers[0].kill)
    assert run(folder, cluster, Slow()).played == HANDS
    killer.join()
    assert cluster.workers[0].wait() == -9
    cluster.workers[0] = cluster.start_worker(1)
    same(folder, whole)


@pytest.mark.parametrize("workers", ["killed", "left to themselves"])
def test_a_scheduler_that_is_restarted_gets_the_rest_again(tmp_path: Path, cluster: Cluster, whole: Path, workers: str) -> None:
    folder = tmp_path / "run"

    def restart() -> None:
        for process in [cluster.scheduler, *cluster.workers * (workers == "killed")]:
            process.kill()
        for process in [cluster.scheduler, *cluster.workers]:
            process.wait()  # workers without a scheduler end
        cluster.start_scheduler()
        cluster.workers = [cluster.start_worker(place) for place in (1, 2, 3)]

    restarter = when_there(folder, 4, restart)
    assert run(folder, cluster, Slow()).played == HANDS
    restarter.join()
    same(folder, whole)


def test_a_scheduler_whose_workers_do_not_come_back_ends_the_run_and_it_goes_on_later(
    tmp_path: Path, cluster: Cluster, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    monkeypatch.setattr("mjsim.run.cluster.PATIENCE", 2.0)

    def restart() -> None:
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        cluster.start_scheduler()

    restarter = when_there(folder, 4, restart)
    with pytest.raises(Unfinished, match=r"after [\d,]+ hands; they are kept, the same command goes on"):
        run(folder, cluster, Slow())
    restarter.join()
    assert [worker.wait() for worker in cluster.workers] == [0, 0, 0]
    manifest = ledger.load(folder)
    assert all(is_intact(folder / part.name, part) for shard in manifest.shards for part in shard.parts.values())
    monkeypatch.undo()
    cluster.workers = [cluster.start_worker(place) for place in (1, 2, 3)]
    assert 0 < run(folder, cluster, Slow()).played < HANDS
    same(folder, whole)


def test_workers_with_other_kernels_are_refused_with_both_versions(tmp_path: Path, cluster: Cluster) -> None:
    with pytest.raises(MjsimError, match="the worker on .* has kernel version fake-2, the run fake-1"):
        run(tmp_path / "run", cluster, FakeEngine(version="fake-2"))


def test_a_folder_that_a_worker_cannot_write_is_named(tmp_path: Path, cluster: Cluster) -> None:
    (tmp_path / "run" / "hands").mkdir(parents=True)
    (tmp_path / "run" / "wins").write_text("no folder")
    with pytest.raises((Unfinished, DataError), match="wins"):
        run(tmp_path / "run", cluster)


def test_addresses_that_lead_nowhere_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjsim.run.cluster.ANSWER", 1.0)
    for address, words in (("nonsense://x", "is no address of a scheduler"), (f"tcp://127.0.0.1:{free_port()}", "no scheduler answers")):
        with pytest.raises(MjsimError, match=words):
            play(toy_plan(), 100, tmp_path / "run", engine=FakeEngine(), progress=False, scheduler=address)


@pytest.mark.parametrize("arguments", [["--backend", "dask"], ["--scheduler", "tcp://127.0.0.1:1"]])
def test_backend_and_scheduler_belong_together(tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "simplest", "--hands", "10", "--out", str(tmp_path / "run"), *arguments]) == 2
    assert "--backend dask and --scheduler ADDR belong together" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store() as running:
        yield running


def test_parts_in_a_store_are_those_of_one_machine(tmp_path: Path, store: Store, whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"{store.bucket}/runs/first"
    with Cluster() as cluster:  # its workers know the store from their environment
        done = play(toy_plan(), HANDS, place(address), shard=1000, engine=FakeEngine(), progress=False, scheduler=cluster.address)
        assert done.played == HANDS
        part = place(address) / "wins" / "000000003000_000000001000.parquet"
        data = part.read_bytes()
        part.write_bytes(data[:-9])
        assert main(["verify", address, "--sample", "0"]) == 1
        assert "000000003000_000000001000.parquet: is damaged" in capsys.readouterr().out
        with pytest.raises(DataError, match="is missing or damaged"):
            merge([place(address)], tmp_path / "here")
        again = play(toy_plan(), HANDS, place(address), shard=1000, engine=FakeEngine(), progress=False, scheduler=cluster.address)
        assert again.played == 1000
        assert part.read_bytes() == data
    assert main(["verify", address, "--sample", "0"]) == 0
    assert main(["status", address]) == 0
    assert f"{HANDS:,}" in capsys.readouterr().out
    assert main(["summary", address]) == 2
    assert f"mjsim merge {address} --out DIR" in capsys.readouterr().err
    merge([place(address)], tmp_path / "here")
    same(tmp_path / "here", whole)


def test_the_lock_in_a_store_says_who_holds_it_and_a_dead_one_is_taken_over(store: Store) -> None:
    import json
    import os
    import socket

    folder = place(f"{store.bucket}/runs/locked")
    held = {"process": os.getpid(), "host": socket.gethostname(), "started": "2001-02-03"}
    for owner, words in (
        (held, f"process {os.getpid()}"),
        ({**held, "host": "elsewhere"}, "on elsewhere since 2001-02-03; allowed: .*remove"),
    ):
        (folder / ".lock").write_text(json.dumps(owner))
        with pytest.raises(DataError, match=words):
            play(toy_plan(), 100, folder, workers=1, engine=FakeEngine(), progress=False)
    (folder / ".lock").write_text(json.dumps({**held, "process": 2**22 + 1}))
    assert play(toy_plan(), 100, folder, workers=1, engine=FakeEngine(), progress=False).played == 100
    assert not (folder / ".lock").exists()


def test_stores_that_are_not_there_are_refused(store: Store) -> None:
    for address, words in (
        ("nonsense://x/y", "is no address|need a package"),
        ("s3://no-such-bucket-here/run", "cannot be written"),
    ):
        with pytest.raises(DataError, match=words):
            play(toy_plan(), 100, place(address), workers=1, engine=FakeEngine(), progress=False)
