"""The summary against a count by hand, its form, and what does not add."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from mjsim.errors import DataError
from mjsim.run.runner import play
from mjsim.stats.estimate import Estimate, ratio
from mjsim.stats.frames import points_distribution, ready_curve, row_frequencies, seat_rates, win_turns
from mjsim.stats.summary import Totals, summary, totals_of
from mjsim.stats.tally import Tally, add
from mjsim.store.dataset import Dataset
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("runs")
    for unit in ("hand", "match"):
        play(toy_plan(unit=unit), 2000, base / unit, workers=1, shard=300, engine=FakeEngine(), progress=False)
    return {unit: base / unit for unit in ("hand", "match")}


def plain(folder: Path) -> tuple[list[dict], list[dict]]:  # type: ignore[type-arg]  # rows of a table
    data = Dataset(folder)
    return data.scan("hands").collect().to_dicts(), data.scan("wins").collect().to_dicts()


def test_rates_are_what_counting_by_hand_gives(folders: dict[str, Path]) -> None:
    hands, wins = plain(folders["hand"])
    found = summary(folders["hand"])
    assert found.hands == len(hands) == 2000
    expected = {
        "win": len(wins),
        "self_draw": sum(win["by"] == "self" for win in wins),
        "discard_win": sum(win["by"] == "discard" for win in wins),
        "rob_win": 0,
        "draw": sum(hand["end"] == "exhausted" for hand in hands),
        "deal_in": sum(win["giver"] is not None for win in wins),
        "several_winners": 0,
    }
    for name, count in expected.items():
        assert (found.rates[name].count, found.rates[name].n) == (count, 2000), name
    assert {row: estimate.count for row, estimate in found.rows.items()} == {
        row: sum(row in win["rows"] for win in wins) for row in ("win", "extra", "never")
    }
    assert found.rows_per_win["extra"].n == len(wins)
    for seat in range(4):
        points = [hand[f"points_{seat}"] for hand in hands]
        assert found.seats[seat]["points"].value == pytest.approx(sum(points) / 2000)
        assert found.seats[seat]["win"].count == sum(win["seat"] == seat for win in wins)
        assert found.seats[seat]["deal_in"].count == sum(win["giver"] == seat for win in wins)
        ready = [hand[f"ready_{seat}"] for hand in hands if hand[f"ready_{seat}"] is not None]
        assert found.seats[seat]["ready"].count == len(ready)
        assert found.seats[seat]["ready_turn"].value == pytest.approx(sum(ready) / len(ready))
    drawn = [hand["turns"] for hand in hands if hand["winners"] == 0]
    assert found.turns["drawn"].value == pytest.approx(sum(drawn) / len(drawn))


def test_linked_hands_are_clustered_by_match(folders: dict[str, Path]) -> None:
    hands, _ = plain(folders["match"])
    found = summary(folders["match"])
    assert found.matches == 2000
    by_match: dict[int, list[int]] = {}
    for hand in hands:
        by_match.setdefault(hand["match"], []).append(hand["points_0"])
    sums = [(sum(points), len(points)) for points in by_match.values()]
    expected = ratio(
        2000, sum(x for x, _ in sums), len(hands), sum(x * x for x, _ in sums), sum(x * y for x, y in sums), sum(y * y for _, y in sums)
    )
    assert found.seats[0]["points"] == expected
    assert found.seats[0]["points"].method == "ratio by 2000 clusters"
    assert found.rates["win"].method == "wilson by 2000 clusters"


def test_the_json_form_has_the_promised_keys(folders: dict[str, Path]) -> None:
    document = json.loads(json.dumps(summary(folders["hand"]).as_dict(), allow_nan=False))
    assert {"identity", "variant", "seed", "policies", "hands", "rates", "rows", "rows_per_win", "seats", "turns"} <= document.keys()
    assert {"win", "self_draw", "discard_win", "rob_win", "draw", "deal_in"} <= document["rates"].keys()
    assert set(document["rates"]["win"]) == {"value", "low", "high", "count", "n", "method"}
    assert document["rows"]["never"]["count"] == 0 < document["rows"]["never"]["high"] < 0.002
    assert [seat["seat"] for seat in document["seats"]] == [0, 1, 2, 3]
    assert set(document["seats"][0]["points"]) == {"value", "low", "high", "n", "method"}
    assert document["policies"] == ["speed"] * 4


def test_the_level_changes_the_intervals_only(folders: dict[str, Path]) -> None:
    wide, narrow = summary(folders["hand"], 0.99).rates["win"], summary(folders["hand"], 0.8).rates["win"]
    assert wide.low < narrow.low < narrow.value == wide.value < narrow.high < wide.high
    with pytest.raises(DataError, match="level 95"):
        summary(folders["hand"], 95)


def test_totals_do_not_depend_on_the_cut_and_strangers_do_not_add(folders: dict[str, Path]) -> None:
    data = Dataset(folders["hand"])
    hands, wins = data.scan("hands").collect(), data.scan("wins").collect()
    rows = list(data.rows)

    def part(low: int, high: int, identity: str = "a") -> Totals:
        inside = pl.col("hand").is_between(low, high - 1)
        return totals_of(hands.filter(inside), wins.filter(inside), rows, 4, False, identity)

    assert part(0, 700) + part(700, 2000) == part(0, 2000)
    assert part(0, 1) + part(1, 2000) == part(0, 2000)
    with pytest.raises(DataError, match="do not add"):
        part(0, 10) + part(10, 20, "b")


def test_tallies_add_name_by_name() -> None:
    one = {"a": Tally(1, 2, 3, 4, 5, 6)}
    assert add(one, {"a": Tally(10, 20, 30, 40, 50, 60), "b": Tally(1)}) == {"a": Tally(11, 22, 33, 44, 55, 66), "b": Tally(1)}


def test_points_are_divided_by_the_scale(tmp_path: Path) -> None:
    for scale in (1, 2):
        play(toy_plan(score={"scale": scale}), 300, tmp_path / str(scale), workers=1, engine=FakeEngine(), progress=False)
    whole, halves = (summary(tmp_path / str(scale)) for scale in (1, 2))
    assert halves.seats[1]["points"].value == pytest.approx(whole.seats[1]["points"].value / 2)
    assert halves.per_win["value"].value == pytest.approx(whole.per_win["value"].value / 2)
    assert halves.per_win["exposed"] == whole.per_win["exposed"]


def test_faults_are_counted(tmp_path: Path) -> None:
    play(toy_plan(), 500, tmp_path, workers=1, engine=FakeEngine(faulty=50), progress=False)
    found = summary(tmp_path)
    assert (found.faults, found.hands) == (10, 490)


def test_an_empty_data_set_has_no_summary(tmp_path: Path) -> None:
    play(toy_plan(), 3, tmp_path, workers=1, engine=FakeEngine(faulty=1), progress=False)
    with pytest.raises(DataError, match="holds no hands"):
        summary(tmp_path)


def test_frames_agree_with_the_summary(folders: dict[str, Path]) -> None:
    data = Dataset(folders["hand"])
    found = summary(data)
    hands, wins = plain(folders["hand"])
    rows = row_frequencies(found, data)
    assert rows["row"].to_list() == ["win", "extra", "never"]
    assert rows["zh"].to_list() == ["和", "加", "無"]
    assert seat_rates(found).height == 12
    turns = win_turns(data)
    assert turns.filter(pl.col("by") == "self")["count"].sum() == found.rates["self_draw"].count
    curve = ready_curve(data).filter(pl.col("seat") == 2)
    assert curve["turn"].to_list() == list(range(curve.height))
    assert curve["count"].is_sorted()
    assert curve["count"][-1] == found.seats[2]["ready"].count
    assert curve["count"][0] == sum(hand["ready_2"] == 0 for hand in hands)
    points = points_distribution(data)
    assert points.filter(pl.col("role") == "dealer")["count"].sum() == len(hands)
    assert {row["points"] for row in points.to_dicts()} == {float(hand[f"points_{seat}"]) for hand in hands for seat in (0, 1)}
    assert len(wins) == found.wins


def test_frames_of_linked_hands_are_clustered(folders: dict[str, Path]) -> None:
    data = Dataset(folders["match"])
    methods = set(win_turns(data)["method"])
    assert methods <= {"wilson by 2000 clusters", "clopper-pearson by 2000 clusters"}
    curve = ready_curve(data).filter(pl.col("seat") == 1)
    ready = data.scan("hands").select("match", pl.col("ready_1") <= 5).collect()
    by_match = ready.group_by("match").agg(pl.col("ready_1").sum().cast(pl.Int64).alias("x"), pl.len().cast(pl.Int64).alias("y"))
    x, y = by_match["x"], by_match["y"]
    tally = Tally(2000, x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum())
    at_five = curve.row(by_predicate=pl.col("turn") == 5, named=True)
    assert (at_five["count"], at_five["low"], at_five["high"]) == (x.sum(), tally.proportion().low, tally.proportion().high)


def test_an_estimate_prints_with_its_interval() -> None:
    assert str(Estimate(0.5, 0.4, 0.6, 5, 10, "wilson")) == "0.5 [0.4, 0.6]"
