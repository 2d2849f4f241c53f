"""Cases as people write them: each malformed field is named, with what would be right; junk never gets further."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjsim.errors import MjsimError, NotationError
from mjsim.hands import Meld, Thrown, read_case, read_line, read_meld, read_settlement
from mjsim.referee import score_case, settle_case
from mjsim.tiles import KIND_OF
from mjsim.variant import load

DATA = Path(__file__).parents[1] / "data" / "cases"
CASES = [(path.stem, json.loads(line)) for path in sorted(DATA.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
HANDS = [(slug, case) for slug, case in CASES if not slug.startswith("settlement")]
SETTLEMENTS = [case for slug, case in CASES if slug.startswith("settlement")]

CASE: dict[str, Any] = {"id": "a", "hand": "123m456p789sEE", "melds": ["pung 111p<2"], "win": "E", "by": "discard", "from": 1, "seat": 0}
SETTLEMENT: dict[str, Any] = {"id": "b", "variant": "simplest", "kind": "draw", "seats": [{"hand": "123m456p789sEE11p"}] * 4}


def case(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in (CASE | changes).items() if value is not ...}


def settlement(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in (SETTLEMENT | changes).items() if value is not ...}


def test_a_case_with_everything() -> None:
    read = read_case(
        case(
            flowers=["f1", "f2"], void="s", stake=3, da={"at_once": 1, "later": 2}, own_discards=["1m", "C"], cai_piao=2, round="S",
            turned=["5p"], jokers=["6p"], draws_before=1, dealer_repeats=2, flags=["last_wall_tile", "ready"],
            others=[{"seat": 1, "hand": "1m", "melds": [], "wins": True}, {"seat": 2, "ready": True}], options={}, expect={"win": True},
        )
    )  # fmt: skip
    assert read.winner.flowers == (KIND_OF["f1"], KIND_OF["f2"])
    assert (read.winner.void, read.winner.stake, read.winner.floats, read.winner.thrown) == (2, 3, 2, Thrown(1, 2))
    assert read.winner.melds == (Meld("pung", (9, 9, 9), 2),)
    assert (read.win.tile, read.win.by, read.win.giver, read.win.flags) == (KIND_OF["E"], "discard", 1, {"last_wall_tile", "ready"})
    assert (read.deal.round, read.deal.repeats, read.deal.draws_before) == (KIND_OF["S"], 2, 1)
    assert (read.deal.turned, read.deal.jokers) == ((13,), (14,))
    assert [other.seat for other in read.others] == [1, 2]
    assert (read.others[0].tiles, read.others[0].melds, read.others[1].tiles, read.others[1].melds) == ((0,), (), None, None)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": 5}, "id is 5"),
        ({"id": ...}, "'id' is missing"),
        ({"hand": ...}, "'hand' is missing"),
        ({"hand": ["1m"]}, "tiles as one text"),
        ({"hand": "123x"}, "123x"),
        ({"hand": "0m"}, "0"),
        ({"melds": "pung 111p"}, "a list"),
        ({"melds": ["pung 1111p"]}, "4 tiles"),
        ({"melds": ["pang 111p"]}, "sort"),
        ({"melds": ["pung 111p<4"]}, "seat 0 to 3"),
        ({"melds": ["pung 111p<x"]}, "seat 0 to 3"),
        ({"melds": ["kong-concealed 1111p<2"]}, "no <SEAT"),
        ({"melds": [7]}, "no text"),
        ({"win": ...}, "'win' is missing"),
        ({"win": "12m"}, "12m"),
        ({"win": 3}, "one tile"),
        ({"by": "theft"}, "self, discard"),
        ({"by": ["self"]}, "self, discard"),
        ({"by": "self"}, "with a self-draw"),
        ({"from": ...}, "'from' is missing"),
        ({"from": 0}, "own seat"),
        ({"from": True}, "seat 0 to 3"),
        ({"seat": 4}, "seat 0 to 3"),
        ({"seat": "east"}, "seat 0 to 3"),
        ({"flags": ["lucky"]}, "lucky"),
        ({"flags": "ready"}, "a list"),
        ({"flowers": [1]}, "tiles, for example"),
        ({"void": "z"}, "m, p or s"),
        ({"void": "E"}, "m, p or s"),
        ({"stake": -1}, "a whole number"),
        ({"stake": 1.5}, "a whole number"),
        ({"da": 3}, "da"),
        ({"da": {"at_once": "x"}}, "at_once"),
        ({"da": {"never": 1}}, "never"),
        ({"cai_piao": 21}, "a whole number"),
        ({"own_discards": {"1m": 1}}, "tiles, for example"),
        ({"round": "C"}, "round"),
        ({"jokers": 4}, "jokers"),
        ({"turned": ["5p", "x"]}, "x"),
        ({"draws_before": -1}, "a whole number"),
        ({"dealer_repeats": True}, "a whole number"),
        ({"others": {}}, "a list"),
        ({"others": [3]}, "no JSON object"),
        ({"others": [{}]}, "'seat' is missing"),
        ({"others": [{"seat": 0}]}, "each other seat once"),
        ({"others": [{"seat": 1}, {"seat": 1}]}, "each other seat once"),
        ({"others": [{"seat": 1, "ready": "yes"}]}, "true or false"),
        ({"others": [{"seat": 1, "hat": 1}]}, "unknown field 'hat'"),
        ({"expect": []}, "an object"),
        ({"colour": "red"}, "unknown field 'colour'"),
    ],
)
def test_a_malformed_case_is_refused_by_field(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError) as error:
        read_case(case(**changes), "cases.jsonl line 3")
    assert message in str(error.value)
    assert "cases.jsonl line 3" in str(error.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": 1}, "variant"),
        ({"kind": "end"}, "draw, wins"),
        ({"kind": ...}, "'kind' is missing"),
        ({"seats": [{}] * 3}, "one for each of 4"),
        ({"seats": [{}] * 4}, "'hand' is missing"),
        ({"seats": [{"hand": "1m", "dead": "tired"}] * 4}, "few, many"),
        ({"events": [{"juggle": 1}]}, "of no known sort"),
        ({"events": ["kong"]}, "no object"),
        ({"events": [{"kong": "kong-concealed 1111p"}]}, "'seat' is missing"),
        ({"events": [{"kong": "kong 1111p", "seat": 0}]}, "sort"),
        ({"events": [{"kong": "kong-concealed 1111p", "meld": "pung EEE", "seat": 0}]}, "of no known sort"),
        ({"wins": [{"seat": 0, "win": "1m"}]}, "'by' is missing"),
        ({"options": 1}, "an object"),
        ({"deltas": []}, "unknown field 'deltas'"),
    ],
)
def test_a_malformed_settlement_is_refused_by_field(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=r".") as error:
        read_settlement(settlement(**changes))
    assert message in str(error.value)


@pytest.mark.parametrize("line", ["", "{", "[1,", "nul", "{'id': 1}", "[" * 100_000])
def test_a_line_that_is_no_json(line: str) -> None:
    with pytest.raises(NotationError, match="no JSON"):
        read_line(line, "x.jsonl line 1")


@pytest.mark.parametrize("value", [None, 1, "case", [], [CASE]])
def test_what_is_no_object(value: Any) -> None:
    for read in (read_case, read_settlement):
        with pytest.raises(NotationError, match="no JSON object"):
            read(value)


def test_three_players_have_seats_0_to_2() -> None:
    with pytest.raises(NotationError, match="seat 0 to 2"):
        read_meld("pung 111p<3", players=3)
    with pytest.raises(NotationError, match="seat 0 to 2"):
        read_case(case(seat=3), players=3)


def test_impossible_hands_are_refused_by_the_rules() -> None:
    rules = load("simplest")
    for changes, message in (
        ({"hand": "123m456p789sEEE"}, "tiles"),
        ({"hand": "11111m456p789sE"[:14]}, ""),
        ({"hand": "111m1m1m456p78sE"}, ""),
        ({"jokers": ["1m"]}, ""),
        ({"melds": ["show-winds ESWN"]}, ""),
    ):
        with pytest.raises(NotationError) as error:
            score_case(rules, case(**changes))
        assert message in str(error.value)


JUNK = [
    None,
    True,
    -1,
    3,
    10**30,
    0.5,
    "",
    "x",
    "1m",
    "f1",
    "EEEE",
    "1111222233334444m",
    [],
    [[]],
    ["1m"],
    [{}],
    {},
    {"seat": 1},
    "self",
    "rob",
]


def _mutated(value: Any, rng: random.Random) -> Any:
    """A JSON value with one thing in it changed, dropped or added."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        if rng.random() < 0.15:
            return {name: entry for name, entry in value.items() if name != key}
        return {**value, key: _mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + value[at + 1 :]
        return [*value[:at], _mutated(value[at], rng), *value[at + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice(["", "1", "9", "m", "z", "E", " ", "<1", "f1"]) + value[at + rng.randrange(2) :]
    return rng.choice(JUNK)


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_case_with_junk_in_it_is_scored_or_refused(rng: random.Random) -> None:
    slug, document = rng.choice(HANDS)
    for _ in range(rng.randrange(1, 3)):
        document = _mutated(document, rng)
    try:
        answer = score_case(load(slug), document)
    except MjsimError:
        return
    assert sum(answer["deltas"]) == 0
    assert bool(answer["why"]) != answer["win"]


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_settlement_with_junk_in_it_is_settled_or_refused(rng: random.Random) -> None:
    document = whole = rng.choice(SETTLEMENTS)
    for _ in range(rng.randrange(1, 3)):
        document = _mutated(document, rng)
    try:
        answer = settle_case(load(whole["variant"]), document)
    except MjsimError:
        return
    assert sum(answer["deltas"]) == 0
