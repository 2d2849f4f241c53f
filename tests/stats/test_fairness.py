"""Fairness of made-up data whose truth is known, and of data counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mjsim.errors import MjsimError
from mjsim.run.runner import play
from mjsim.stats.fairness import ENDINGS, fairness
from mjsim.store.dataset import Dataset
from tests.stats import synthetic
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan


@pytest.fixture(scope="module")
def shifted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dealer gets 4 points from seat 2 in every twentieth hand: 0.2 points a hand."""
    return synthetic.write(tmp_path_factory.mktemp("shifted"), 60_000, shift=0.05)


def test_the_shift_is_found_with_its_compensation(shifted: Path) -> None:
    found = fairness(shifted, margin=0.1, win_margin=0.02)
    truth = (0.2, 0.0, -0.2, 0.0)
    for seat, points in zip(found.seats, truth, strict=True):
        assert seat["points_excess"].low < points < seat["points_excess"].high
        assert seat["compensation"].value == -seat["points_excess"].value
    assert sum(seat["compensation"].value for seat in found.seats) == pytest.approx(0)
    assert found.first_mover["points"].low < 0.2 + 0.2 / 3 < found.first_mover["points"].high
    verdicts = {name: v.decision for name, v in found.verdicts.items() if v}
    assert verdicts == {"points": "beyond", "win": "within"}
    assert 0.2 < found.least_margins["points"] < 0.3


def test_without_a_margin_there_is_no_verdict(shifted: Path) -> None:
    found = fairness(shifted)
    assert found.verdicts == {"points": None, "win": None}
    document = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert document["verdicts"]["points"] is None
    assert document["seats"][2]["seat"] == 2
    assert set(document["seats"][0]["points"]) == {"value", "low", "high", "n", "method"}


def test_counted_by_hand(tmp_path: Path) -> None:
    play(toy_plan(), 3000, tmp_path / "run", workers=1, shard=700, engine=FakeEngine(), progress=False)
    hands = Dataset(tmp_path / "run").scan().collect().to_dicts()
    found = fairness(tmp_path / "run")
    for seat in range(4):
        mean = sum(sum(hand[f"points_{s}"] for s in range(4)) for hand in hands) / 4 / 3000
        points = sum(hand[f"points_{seat}"] for hand in hands) / 3000
        assert found.seats[seat]["points"].value == pytest.approx(points)
        assert found.seats[seat]["points_excess"].value == pytest.approx(points - mean)
        assert found.seats[seat]["win"].count == sum(hand["winners"] >> seat & 1 for hand in hands)
        assert sum(found.endings[seat][name].value for name in ENDINGS) == pytest.approx(points)
        drawn = [hand for hand in hands if hand["winners"] and hand["giver"] is None]
        assert found.endings[seat]["self_draw"].value == pytest.approx(sum(hand[f"points_{seat}"] for hand in drawn) / 3000)
    for player in range(4):
        points = sum(hand[f"points_{(player - hand['dealer']) % 4}"] for hand in hands) / 3000
        assert found.players[player]["points"].value == pytest.approx(points)


def test_linked_matches_are_the_clusters(tmp_path: Path) -> None:
    found = fairness(synthetic.write(tmp_path / "linked", 32_000, unit="match", shard=16_000))
    assert found.seats[0]["points"].method == "ratio by 2000 clusters"
    assert found.luck[0].matches == 2000
    assert found.luck[0].hands is None


def test_parts_do_not_matter(tmp_path: Path, shifted: Path) -> None:
    play(toy_plan(), 1000, tmp_path / "one", workers=1, shard=1000, engine=FakeEngine(), progress=False)
    play(toy_plan(), 1000, tmp_path / "many", workers=1, shard=77, engine=FakeEngine(), progress=False)
    assert fairness(tmp_path / "one", 1.0, 0.1) == fairness(tmp_path / "many", 1.0, 0.1)


def test_luck_of_known_hands(shifted: Path) -> None:
    hands = Dataset(shifted).scan().collect()
    points = np.stack([hands[f"points_{seat}"].to_numpy() for seat in range(4)], axis=1)
    dealer = hands["dealer"].to_numpy()
    held = np.stack([points[np.arange(len(points)), (player - dealer) % 4] for player in range(4)], axis=1)
    totals = held.reshape(-1, 16, 4).sum(axis=1)
    found = fairness(shifted).luck[0].measures
    assert found["spread"].value == pytest.approx(totals.std())
    assert found["ahead"].value == pytest.approx((totals > 0).mean())
    assert found["skew"].value == pytest.approx(((totals - totals.mean()) ** 3).mean() / totals.std() ** 3)
    worst = np.sort(totals.ravel())[: totals.size // 20]
    assert found["worst"].value == pytest.approx(worst.mean(), rel=1e-3)
    assert found["bad"].value == np.quantile(totals, 0.05, method="inverted_cdf")


@pytest.mark.parametrize("hands", [0, 3, 17])
def test_a_match_in_which_seats_are_unequal_is_refused(shifted: Path, hands: int) -> None:
    with pytest.raises(MjsimError, match="a multiple of 4"):
        fairness(shifted, match_hands=hands)
