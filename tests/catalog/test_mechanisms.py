"""Options that act on whole hands: what they pay and who deals next, by both engines; and that play goes another way with them."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from mjsim import referee
from mjsim.compile import cases as kernels
from mjsim.compile import compile_variant
from mjsim.kernels.engine import play_hands
from mjsim.variant import load
from tests.catalog.test_cases import SETTLEMENTS
from tests.referee.engines import played_by

ENGINES = {"referee": referee.settle_case, "kernels": kernels.settle_case}

PLAYED = [
    ("anqing", "drawn-at", "turned-tile", "speed"),
    ("anqing", "kong-tiles", "four-needed", "random"),
    ("changsha", "start-win", "ends", "speed"),
    ("hongkong", "four-kongs", "fourth-shared", "random"),
    ("shenyang", "chow", "after-pung", "speed"),
    ("shenyang", "showing", "before-second-draw", "speed"),
    ("tianjin", "dice", "one", "speed"),
    ("tianjin", "dice", "seven-stacks", "speed"),
    ("tianjin", "gold-kong", "one-kind", "random"),
    ("wuhan", "last-tiles", "seven-stacks", "random"),
    ("yichang-xueliu", "exchange-suit", "shortest", "speed"),
    ("yichang-xueliu", "kong-transfer", "on", "speed"),
    ("zhenjiang", "da-money", "at-once", "random"),
    ("zhuanzhuan", "birds", "8", "speed"),
]
"""Variant, option, value, and who plays."""


@pytest.mark.parametrize(("slug", "option", "value", "who"), PLAYED)
def test_it_changes_play_and_the_referee_agrees(slug: str, option: str, value: str, who: str) -> None:
    plain, changed = compile_variant(load(slug)), compile_variant(load(slug, options={option: value}))
    for hands in (200, 4000):
        before, after = _outcomes(plain, who, hands), _outcomes(changed, who, hands)
        different = np.flatnonzero((before != after).any(axis=1))
        if len(different):
            break
    assert len(different)
    for first in different[:3].tolist():
        (hand,) = played_by(changed, 3, first, 1, [who])
        assert not hand.fault()


def _outcomes(rules: Any, who: str, hands: int) -> np.ndarray:
    """How hands ended, and their points."""
    columns = play_hands(rules, 3, 0, hands, (who,) * rules.players)
    assert columns.faults == []
    return np.stack([columns.hands[name] for name in ("end", *(f"points_{seat}" for seat in range(rules.players)))], axis=1)


def case_of(name: str) -> dict[str, Any]:
    """A copy of a settlement case."""
    return copy.deepcopy(next(case for case in SETTLEMENTS if case["id"] == name))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_the_last_kong_earned_goes_to_the_nearest_winner(engine: str) -> None:
    case = case_of("chengdu-xuezhan-three-wins")
    wins, kong, last = case["events"]
    win = {**wins["wins"][0], "flags": ["after_kong_discard"]}, {**wins["wins"][1], "flags": ["after_kong_discard"]}
    case["events"] = [kong, {"wins": list(win)}, last]
    found = [ENGINES[engine](load("chengdu-xuezhan", options={"kong-transfer": value}), case)["deltas"] for value in ("off", "on")]
    # the concealed kong brought 2 from each: 6 go from its maker, who gave the tile, to seat 1
    assert [on - off for off, on in zip(*found, strict=True)] == [-6, 6, 0, 0]
    case["events"] = [kong, {"wins": wins["wins"]}, last]
    found = [ENGINES[engine](load("chengdu-xuezhan", options={"kong-transfer": value}), case)["deltas"] for value in ("off", "on")]
    assert found[0] == found[1]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_earlier_of_two_feeders_pays(engine: str) -> None:
    case = case_of("guangdong-jiping-first-liability-only")
    case["seats"][2] = {**case["seats"][2], "hand": "9p", "melds": ["pung CCC<3", "pung FFF<3", "pung PPP<1", "pung 999s<0"]}
    case["seats"][1] = {**case["seats"][1], "hand": "1379m147p258sEWN", "melds": []}
    case["seats"][3] = {**case["seats"][3], "hand": "1469m133p2468sEE"}
    case["events"] = []
    paid = {
        value: ENGINES[engine](load("guangdong-jiping", options={"liable": value}), case)["deltas"] for value in ("later", "earlier")
    }
    total = paid["later"][2]
    assert total > 0
    assert paid == {"later": [-total, 0, total, 0], "earlier": [0, -total, total, 0]}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_seat_below_the_discarder_deals(engine: str) -> None:
    case = case_of("yunnan-two-winners-kongs")
    seats = case["seats"]
    case["seats"] = [seats[0], seats[3], seats[2], seats[1]]
    case["events"] = [{**event, "seat": {1: 3, 3: 1}.get(event["seat"], event["seat"])} for event in case["events"]]
    case["wins"] = [{**win, "seat": {3: 1}.get(win["seat"], win["seat"])} for win in case["wins"]]
    found = {
        value: ENGINES[engine](load("yunnan", options={"next-dealer": value}), case)["next_dealer"]
        for value in ("first-winner", "neighbour")
    }
    assert found == {"first-winner": 0, "neighbour": 3}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_dealer_pays_for_discards_that_follow_his(engine: str) -> None:
    seats = [{"hand": "1379m1147p23sSWN"}] * 4
    case = {"id": "follow", "variant": "nanjing", "kind": "draw", "seats": seats, "events": [{"follow_dealer": "N", "round": 1}]}
    found = ENGINES[engine](load("nanjing", options={"follow": "5"}), case)["deltas"]
    assert found == [-15, 5, 5, 5]
