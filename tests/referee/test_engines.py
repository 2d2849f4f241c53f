"""Two engines, one truth: what the kernels play, the referee finds legal, and comes to the same wins, rows, values and points."""

from __future__ import annotations

from itertools import islice

import pytest

from mjsim.referee.end import Match, after, over
from mjsim.variant import load
from tests.catalog.coverage import CARDS
from tests.referee.engines import played

PLAYERS = {"speed": ("speed",), "random": ("random",), "mixed": ("speed", "random", "random", "speed")}
HANDS = {"speed": 200, "random": 200, "mixed": 25}
MANY = 3000
GOALS = {"value": ("value",), "careful": ("careful",)}
PLAYERS |= GOALS
FEW = ("mcr", "chengdu-xuezhan", "simplest")
"""Variants whose hands are replayed in every run for policies that weigh goals: deriving goals takes seconds a variant."""


@pytest.mark.parametrize("slug", CARDS)
@pytest.mark.parametrize("who", HANDS)
def test_a_hand_of_the_kernels_is_the_same_by_the_referee(slug: str, who: str) -> None:
    compare(slug, HANDS[who], who, seed=11)


@pytest.mark.verify
@pytest.mark.parametrize("slug", CARDS)
@pytest.mark.parametrize("who", ["speed", "random"])
def test_many_hands_of_the_kernels_are_the_same_by_the_referee(slug: str, who: str) -> None:
    compare(slug, MANY, who, seed=14)


@pytest.mark.parametrize("slug", [*FEW, *(pytest.param(slug, marks=pytest.mark.verify) for slug in CARDS if slug not in FEW)])
@pytest.mark.parametrize("who", GOALS)
def test_a_hand_of_players_who_weigh_goals_is_the_same_by_the_referee(slug: str, who: str) -> None:
    compare(slug, 40, who, seed=15)


def compare(slug: str, hands: int, who: str, seed: int) -> None:
    """Every hand comes to its end, is legal and the same in both engines, and what one seat wins others lose."""
    count = 0
    for hand in played(slug, seed, 1000, hands, PLAYERS[who]):
        assert not hand.fault()
        assert sum(hand.view()["points"]) == 0
        count += 1
    assert count == hands


@pytest.mark.parametrize(
    ("slug", "who", "seed", "number"),
    [
        ("changsha", "speed", 14, 1591),  # a tile of an open kong is claimed for another open kong
        ("changsha", "speed", 14, 3660),
        ("changsha", "random", 14, 3189),  # a win with a tile of an open kong is passed
        ("tuidaohu", "random", 14, 3583),  # the only wait is for a tile that the player has four times
    ],
)
def test_hands_in_which_the_engines_differed_once(slug: str, who: str, seed: int, number: int) -> None:
    (hand,) = played(slug, seed, number, 1, PLAYERS[who])
    assert not hand.fault()


def test_an_answer_about_a_hand_does_not_depend_on_the_hands_before() -> None:
    """A win on the replacement of a red kong is passed, and the tile drawn again later: its answer was remembered under a gate's nose."""
    last = [hand for hand in played("wuhan", 14, 1948, 742, PLAYERS["random"]) if hand.number == 2689]
    assert not last[0].fault()


@pytest.mark.parametrize("slug", CARDS)
def test_seats_that_draw_from_their_own_walls(slug: str) -> None:
    faults = [hand.fault() for hand in played(slug, 12, 0, 10, PLAYERS["mixed"], per_seat=True)]
    assert not any(faults), next(filter(None, faults))


@pytest.mark.parametrize("slug", CARDS)
def test_linked_hands(slug: str) -> None:
    """Dealer, wind, repeats and draws of each hand come from the hands before it; the match ends when it should."""
    variant, match, count, end = load(slug), Match(), 0, False
    for hand in islice(played(slug, 13, 2, 1, PLAYERS["speed"], matches=True), 20):
        assert not end
        assert (hand.number, hand.hand["dealer"], hand.hand["repeats"]) == (match.hands, match.dealer, match.repeats)
        assert hand.settings()["round"] == match.round(variant.players)
        assert not hand.fault(draws_before=match.draws_before)
        result = hand.replayed(draws_before=match.draws_before)
        match = after(variant, match, result.next_dealer, not result.wins, result.points)
        count, end = count + 1, over(variant, match)
    assert end == (count < 20) or variant.end.match == "rounds"
