"""The real engine under the run layer: same rows for 1, 2 and 3 workers, late hands, the referee agrees, replay by number."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjsim.cli import main
from mjsim.errors import DataError
from mjsim.run.plan import MATCH_ROOM, Plan
from mjsim.run.record import record_of
from mjsim.run.runner import make_plan, play
from mjsim.run.sample import fault_of, replayed
from mjsim.run.verify import faults_of
from mjsim.store.dataset import scan
from mjsim.variant import load

TABLES = ("hands", "wins", "log")


def plan(slug: str = "simplest", **settings: str) -> Plan:
    return make_plan(load(slug), seed=7, **settings)  # type: ignore[arg-type]  # texts only


def played(folder: Path, what: Plan, count: int, **settings: int) -> Path:
    play(what, count, folder, progress=False, log=True, **settings)
    return folder


@pytest.mark.parametrize(("unit", "count"), [("hand", 600), ("match", 24)])
def test_rows_are_the_same_for_one_two_and_three_workers_and_any_shards(tmp_path: Path, unit: str, count: int) -> None:
    what = plan(unit=unit)
    plain = played(tmp_path / "1", what, count, workers=1, shard=count)
    for workers, shard in ((2, count // 3), (3, count // 8)):
        other = played(tmp_path / str(workers), what, count, workers=workers, shard=shard)
        for table in TABLES:
            frame = scan(plain, table).collect()
            assert frame.height >= count
            assert_frame_equal(frame, scan(other, table).collect())


def test_late_hands_differ_between_seeds(tmp_path: Path) -> None:
    points = []
    for seed in (1, 2):
        play(make_plan(load("simplest"), seed=seed), 300, tmp_path / str(seed), first=10**9, workers=1, progress=False)
        points.append(scan(tmp_path / str(seed)).select(f"points_{seat}" for seat in range(4)).collect())
    same = (points[0] == points[1]).select(pl.all_horizontal(pl.all())).to_series().mean()
    assert same is not None
    assert float(same) < 0.5  # type: ignore[arg-type]  # a share of hands: drawn hands are alike


@pytest.mark.parametrize("slug", ["simplest", "xiangyang-kawuxing"])
@pytest.mark.parametrize("unit", ["hand", "match"])
def test_every_part_is_sound_and_the_referee_agrees(tmp_path: Path, slug: str, unit: str) -> None:
    folder = played(tmp_path, plan(slug, unit=unit), 200 if unit == "hand" else 12, workers=1)
    assert list(faults_of(folder)) == []
    sample = replayed(folder, 40)
    assert len(sample) == 40
    assert [fault for _, fault in sample if fault] == []


def test_a_stored_row_that_was_changed_is_found(tmp_path: Path) -> None:
    folder = played(tmp_path, plan(), 50, workers=1)
    row = scan(folder).filter(pl.col("hand") == 11).collect().row(0, named=True)
    won = scan(folder, "wins").filter(pl.col("hand") == 11).collect().to_dicts()
    assert fault_of(plan(), 11, row, won) == ""
    assert "turns" in fault_of(plan(), 11, {**row, "turns": row["turns"] + 1}, won)
    other = [{**win, "value": win["value"] + 1} for win in won] or [{}]
    if won:
        assert "wins" in fault_of(plan(), 11, row, other)


def test_a_hand_is_found_by_its_number_in_linked_matches(tmp_path: Path) -> None:
    folder = played(tmp_path, plan(unit="match"), 3, workers=1)
    hands = scan(folder).collect()
    assert hands["hand"].to_list() == (hands["match"] * MATCH_ROOM + hands["in_match"]).to_list()
    last = hands.row(-1, named=True)
    record = record_of(plan(unit="match"), last["hand"])
    assert [record.hand[f"points_{seat}"] for seat in range(4)] == [last[f"points_{seat}"] for seat in range(4)]
    with pytest.raises(DataError, match="match 2 has"):
        record_of(plan(unit="match"), last["hand"] + 1)


def test_a_wall_per_seat_is_another_run(tmp_path: Path) -> None:
    shared, own = plan(), plan(wall="per-seat")
    assert shared.identity != own.identity
    folder = played(tmp_path, own, 60, workers=1)
    assert [fault for _, fault in replayed(folder, 20) if fault] == []


def test_the_command_line_from_run_to_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "my run")
    assert main(["run", "simplest", "--hands", "200", "--seed", "3", "--policy", "speed", "--out", folder, "--workers", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.strip() == folder
    assert "played 200 hands" in err
    assert main(["run", "simplest", "--hands", "200", "--seed", "3", "--out", folder]) == 0
    assert "nothing to play" in capsys.readouterr().err
    assert main(["verify", folder, "--sample", "10"]) == 0
    assert "10 hands replayed: no faults" in capsys.readouterr().out
    assert main(["replay", folder, "--hand", "17"]) == 0
    by_folder = capsys.readouterr().out
    assert main(["replay", "simplest", "--seed", "3", "--hand", "17", "--policy", "speed"]) == 0
    assert capsys.readouterr().out == by_folder
    assert "seed 3, hand 17" in by_folder
    assert "最簡單的玩法" in by_folder
    assert main(["replay", folder, "--hand", "17", "--seed", "3"]) == 2
    assert "--seed with a data set" in capsys.readouterr().err
