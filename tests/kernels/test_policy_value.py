"""Policies that weigh goals: fair play, legal play at mixed tables, parameters, and that they earn what they aim at."""

from __future__ import annotations

import numpy as np
import pytest

from mjsim.compile.cases import program_of
from mjsim.errors import MjsimError
from mjsim.kernels.engine import play_hands
from mjsim.policies import normal, seats, setting_of
from mjsim.variant import load
from tests.kernels.hidden import decisions

LONG = [pytest.param(slug, marks=pytest.mark.verify) for slug in ("nanchang", "hongkong", "changsha")]


@pytest.mark.parametrize("slug", ["mcr", "chengdu-xuezhan", *LONG])
@pytest.mark.parametrize("policy", ["speed", "value", "careful"])
def test_hidden_tiles_do_not_matter(slug: str, policy: str) -> None:
    """Other hands and the wall are shuffled under a seat's eyes: it does the same."""
    seen, again = decisions(slug, policy, hands=6, shuffled=False), decisions(slug, policy, hands=6, shuffled=True)
    assert len(seen) > 60
    assert seen == again


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("value:speed=1", "policy 'value' has no parameter 'speed=1'; allowed: risk"),
        ("value:risk=2", "risk of policy 'value' is 2; allowed: 0 to 1"),
        ("value:risk=much", "risk of policy 'value' is 'much'; allowed: a number"),
        ("speed:risk=0.5", "policy 'speed' has no parameter 'risk=0.5'; allowed: none"),
    ],
)
def test_wrong_parameters(text: str, says: str) -> None:
    with pytest.raises(MjsimError) as error:
        setting_of(text)
    assert str(error.value) == says


def test_parameters_have_one_spelling() -> None:
    assert normal("careful:care=2:risk=0.50") == "careful:care=2"
    assert seats(("value:risk=.3", "speed", "careful:care=1"), 3) == ("value:risk=0.3", "speed", "careful")


def earned(slug: str, policies: tuple[str, ...], player: int, hands: int) -> tuple[float, float]:
    """Mean and standard error of the points of a player."""
    columns = play_hands(program_of(load(slug)), 3, 0, hands, policies)
    assert not columns.faults
    seat = (player - columns.hands["dealer"]) % len(policies)
    points = np.stack([columns.hands[f"points_{i}"] for i in range(len(policies))], axis=1)[np.arange(hands), seat]
    return float(points.mean()), float(points.std() / np.sqrt(hands))


@pytest.mark.parametrize("slug", ["mcr", "guangdong-laozhang", pytest.param("hongkong", marks=pytest.mark.verify)])
def test_who_aims_at_the_minimum_earns_more_than_who_does_not(slug: str) -> None:
    mean, error = earned(slug, ("value", "speed", "speed", "speed"), 0, 1200)
    assert mean > 2 * error


def test_policies_differ_at_one_table() -> None:
    """A parameter changes the play of its own seat alone at the first decision, and the tables of chances are the same for all."""
    usual = play_hands(program_of(load("mcr")), 3, 0, 50, ("value", "speed", "speed", "speed"))
    bold = play_hands(program_of(load("mcr")), 3, 0, 50, ("value:risk=1", "speed", "speed", "speed"))
    assert (usual.hands["points_0"] != bold.hands["points_0"]).any()


@pytest.mark.parametrize("slug", ["luoshu", pytest.param("harbin", marks=pytest.mark.verify)])
@pytest.mark.parametrize("policy", ["value", "careful"])
def test_where_any_win_is_the_only_goal_and_no_giver_pays_it_plays_as_speed(slug: str, policy: str) -> None:
    """Luoshu's sampled hands are worth nothing, those of Harbin must be opened: neither may keep the policy from building a hand."""
    program = program_of(load(slug))
    seen, speed = (play_hands(program, 3, 0, 60, (who,) * program.players) for who in (policy, "speed"))
    assert not seen.faults
    assert len(seen.wins["hand"]) > 30
    for name, column in speed.hands.items():
        np.testing.assert_array_equal(seen.hands[name], column, err_msg=name)
