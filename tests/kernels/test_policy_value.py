"""Policies that weigh goals: fair play, legal play at mixed tables, parameters, and that they earn what they aim at."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from mjsim.compile.cases import program_of
from mjsim.compile.goals import goals_of
from mjsim.compile.notes import brought, noted
from mjsim.errors import MjsimError
from mjsim.kernels import state as S
from mjsim.kernels.engine import play_hands
from mjsim.policies import normal, seats, setting_of
from mjsim.policies.chances import DANGER_SHAPE, DRAWS, LIVE, MISSING, calibrated, chances
from mjsim.variant import load
from tests.kernels.hidden import decisions

LONG = [pytest.param(slug, marks=pytest.mark.verify) for slug in ("nanchang", "hongkong", "changsha", "hangzhou", "taiyuan-lisi", "luoshu")]


@pytest.mark.parametrize("slug", ["mcr", "chengdu-xuezhan", *LONG])
@pytest.mark.parametrize("policy", ["speed", "value", "careful"])
def test_hidden_tiles_do_not_matter(slug: str, policy: str) -> None:
    """Other hands and the wall are shuffled under a seat's eyes: it does the same on its own turn, with what others throw, at the start."""
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


def test_waiting_for_the_own_draw_pays_where_it_is_paid_by_all() -> None:
    """徐州: a drawn win brings some six times as much as one on a discard."""
    policies = ("value", "speed", "speed", "speed")
    mean, error = earned("xuzhou", policies, 0, 1500)
    assert mean > 2 * error
    wins = play_hands(program_of(load("xuzhou")), 3, 0, 1500, ("value", *policies[1:])).wins
    speed = play_hands(program_of(load("xuzhou")), 3, 0, 1500, ("speed",)).wins
    assert (wins["by"] == 0).mean() > (speed["by"] == 0).mean()


def rows_won(slug: str, row: str, policy: str, hands: int) -> tuple[float, float]:
    """Share of the wins of four players of a policy that have a row, and mean points of a win."""
    wins = play_hands(program_of(load(slug)), 3, 0, hands, (policy,)).wins
    number, ends = list(load(slug).rows).index(row), wins["rows_offsets"]
    have = [number in wins["rows_values"][first:last] for first, last in pairwise(ends)]
    return float(np.mean(have)), float(wins["points"].mean())


def test_a_drawn_win_is_passed_for_one_that_any_tile_makes() -> None:
    """杭州: four sets and the white dragon beside them win with every tile, twice as much: the pair is thrown, not won with."""
    assert rows_won("hangzhou", "bao-tou", "value", 800)[0] > 1.5 * rows_won("hangzhou", "bao-tou", "speed", 800)[0]


def test_a_goal_is_seen_where_ready_must_be_declared() -> None:
    """太原立四: the pure straight is worth twenty times a plain win, and the hand must keep a standing tile to declare with."""
    value, speed = (rows_won("taiyuan-lisi", "qinglong", policy, 1000)[0] for policy in ("value", "speed"))
    assert value > 0.01 + 2 * speed


def test_chips_are_staked_while_they_win_more_than_they_lose() -> None:
    """洛書: who declares early stakes all, whatever he waits for."""
    assert rows_won("luoshu", "stake", "value", 500)[1] > 1.2 * rows_won("luoshu", "stake", "speed", 500)[1]


def test_jokers_are_laid_out_where_that_pays() -> None:
    """武漢: a joker thrown is a kong of one tile that makes a win four times as dear."""
    assert rows_won("wuhan", "lai-zi-gang", "value", 500)[0] > 2 * rows_won("wuhan", "lai-zi-gang", "speed", 500)[0] + 0.05


@pytest.mark.parametrize(("slug", "pays"), [("xiangyang-kawuxing", False), ("jinan", True)])
def test_ready_is_declared_where_that_pays(slug: str, pays: bool) -> None:
    """襄陽: a shown hand wins twice as much, but nobody gives to it, and it throws what it draws. 濟南: a declaration is most of a win."""
    assert goals_of(program_of(load(slug))).declares == pays
    logged = play_hands(program_of(load(slug)), 3, 0, 60, ("value",), log=True).log
    assert logged is not None
    assert (logged[1][:, 1] == S.READY).any() == pays


def test_goals_are_kept_where_they_pay() -> None:
    """廣水 rewards all pungs and pairs; what 二五八 pays for them does not make up for the wins that they cost."""
    assert len(goals_of(program_of(load("guangshui"))).targets) > 1
    assert len(goals_of(program_of(load("er-wu-ba"))).targets) == 1


@pytest.mark.parametrize("slug", ["luoshu", "quemen-baoting", "nanjing"])
def test_any_win_is_worth_what_wins_bring_where_samples_miss_it(slug: str) -> None:
    """Sampled hands lack a declaration, a closed suit or flowers there."""
    program = program_of(load(slug))
    goals = goals_of(program)
    wins = play_hands(program, 8, 0, 1000, ("speed",)).wins
    assert min(goals.closed[0], goals.open[0]) > 0
    assert 0.5 < wins["points"].mean() / (goals.tempo.exposed * goals.open[0] + (1 - goals.tempo.exposed) * goals.closed[0]) < 2


@pytest.mark.parametrize("slug", ["simplest", "mcr", pytest.param("nanchang", marks=pytest.mark.verify)])
def test_chances_are_those_of_the_variant(slug: str) -> None:
    """What the tables promise of hands that were not used for them is what happens, whatever the common tables say."""
    program = program_of(load(slug))
    goals = goals_of(program)
    rows, _ = noted(program, goals, 77, 600)
    hoped, got = brought(goals, goals.own, rows)
    rows = rows[(rows[:, 0] == 0) & (rows[:, 1] >= 1) & (rows[:, 1] < MISSING) & (rows[:, 3] > 0)]
    goal, missing, draws, live, won = rows[:, :5].T
    promised = chances(goals.own).win[goal, missing, np.minimum(draws, DRAWS - 1), np.minimum(live, LIVE - 1)]
    assert promised.mean() == pytest.approx(won.mean(), abs=0.06)
    if len(goals.targets) > 10:  # what goals bring of what they promise, beside ready hands
        assert got[2:].sum() / hoped[2:].sum() == pytest.approx(got[:2].sum() / hoped[:2].sum(), rel=0.15)
    assert promised[won == 1].mean() > promised[won == 0].mean() + 0.03


def test_what_nobody_took_since_he_threw_last_is_safe() -> None:
    danger = calibrated()["danger"].reshape(DANGER_SHAPE)
    assert danger[..., 0].max() < 0.01 * danger[..., 3].max()
    assert (danger[5] > danger[0]).all()  # a declared hand, and one without melds
