"""Ratings, spread and coin flips of ladders whose truth is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mjsim.errors import DataError
from mjsim.stats.skill import ELO, coin_flips, pure_spread, ratings, skill
from mjsim.store.dataset import Dataset
from tests.stats import synthetic


def test_ratings_recover_those_that_made_the_scores() -> None:
    truth = np.array([150.0, 20.0, -40.0, -130.0])
    chance = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    scores = 1e7 * chance * (1 - np.eye(4))
    assert ratings(scores) == pytest.approx(truth, abs=0.01)


def test_two_players_are_a_matter_of_odds() -> None:
    found = ratings(np.array([[0, 7.5e6], [2.5e6, 0]]))
    assert found[0] - found[1] == pytest.approx(ELO * np.log(3), abs=0.01)
    assert coin_flips(found.std(), 2) == pytest.approx(0.5, abs=1e-4)  # 75 % = all of one half, half of the other


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_coin_flips_are_found_again(players: int, share: float) -> None:
    assert coin_flips(pure_spread(share, players), players) == pytest.approx(share, abs=1e-4)


def test_no_spread_is_all_coin_flips_and_a_boundless_one_is_none() -> None:
    assert coin_flips(0.0, 3) == 1.0
    assert coin_flips(1e5, 3) == 0.0


def test_a_luckier_pair_of_seats_is_rated_higher(tmp_path: Path) -> None:
    data = Dataset(synthetic.write(tmp_path / "a", 64_000, policies=("speed", "random", "speed", "random")))
    found = skill([data], 16)
    assert found.games == 4 * 4000
    difference = found.ratings["speed"].value - found.ratings["random"].value
    assert abs(difference) < 30  # the policies are names only: the truth is 0
    assert found.ratings["speed"].low < 0 < found.ratings["speed"].high
    assert found.share.value == pytest.approx(1 - found.coin_flips.value)


def test_policies_that_never_meet_have_no_common_scale(tmp_path: Path) -> None:
    data = Dataset(synthetic.write(tmp_path / "a", 1600))
    with pytest.raises(DataError, match="do not all meet"):
        skill([data], 16)


def test_games_of_several_data_sets_add(tmp_path: Path) -> None:
    one = Dataset(synthetic.write(tmp_path / "a", 3200, policies=("a", "b", "a", "b")))
    other = Dataset(synthetic.write(tmp_path / "b", 3200, policies=("b", "c", "b", "c"), seed=2))
    found = skill([one, other], 16)
    assert list(found.ratings) == ["a", "b", "c"]
    assert found.games == 2 * 4 * 200
