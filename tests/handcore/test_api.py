"""The numpy interface: shapes, known hands, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from mjsim import handcore
from mjsim.errors import MjsimError
from mjsim.tables.goals import STANDARD_UNCAPPED, TWO_SUITS
from mjsim.tiles import KIND_OF, counts_of, kind_set, parse_tiles


def hand(text: str) -> np.ndarray:
    return np.array(counts_of(parse_tiles(text)))


@pytest.mark.parametrize(
    ("text", "shanten"),
    [
        ("123m456p789sEEESS", -1),
        ("1112345678999m5m", -1),
        ("11223344556677m", -1),
        ("19m19p19sESWNCFPP", -1),
        ("19m19p19sESWNCFP", 0),
        ("1122m3344p5566s7p", 0),
        ("147m258p369sESWNC", 6),
    ],
)
def test_known_hands(text: str, shanten: int) -> None:
    assert handcore.shanten(hand(text)) == shanten
    assert handcore.shanten(np.stack([hand(text)] * 2)).tolist() == [shanten] * 2


def test_nine_gates_waits_on_nine() -> None:
    mask, live = handcore.useful_tiles(hand("1112345678999m"))
    assert mask == kind_set("123456789m")
    assert live == 36 - 13


def test_discards_show_the_best_throw() -> None:
    rated = handcore.discards(hand("123m456p78sEEESSN"))
    north = KIND_OF["N"]
    assert rated.deficiency[north] == 1
    assert rated.live[north] == 8
    assert rated.useful[north] == kind_set("69s")
    assert rated.deficiency[KIND_OF["9m"]] == -1
    assert (rated.live >= 0).sum() == 1


def test_forms_and_goals() -> None:
    pairs = hand("1111m2222p3333sEE")
    assert handcore.shanten(pairs, forms=["pairs"]) == -1
    assert handcore.shanten(pairs, forms=["pairs_distinct"]) == 5  # three more pairs of other kinds
    assert handcore.shanten(hand("147m258p369sESWNC"), forms=["knitted"]) == -1
    assert handcore.shanten(hand("147m258p369s123mEE"), forms=["standard", "knit3"]) == -1
    assert handcore.shanten(hand("147m258p369s123mEE"), forms=["standard"]) == 4  # 234m 11m EE_ and two sets from single tiles
    three_suits = hand("123m456p789s11155m")
    assert handcore.deficiency(three_suits, forms=["standard"]) == 0
    assert handcore.deficiency(three_suits, forms=["standard"], goal=TWO_SUITS) == 3


def test_five_sets_and_fewer() -> None:
    assert handcore.shanten(hand("123m456p789sEEESSSNN"), melds=5) == -1
    assert handcore.shanten(np.stack([hand("123mEE"), hand("EE")]), melds=np.array([1, 0])).tolist() == [-1, -1]


def test_jokers_complete_hands() -> None:
    assert handcore.deficiency(hand("123m456p78sEEES"), jokers=2) == 0
    assert handcore.deficiency(hand("1111m"), melds=1, jokers=1, forms=["standard"], goal=STANDARD_UNCAPPED) == 0
    assert handcore.deficiency(hand("1111m"), melds=1, jokers=1, forms=["standard"]) == 1


def test_arrangements_of_a_hand() -> None:
    ways = handcore.arrangements(hand("111222333m456pEE"))
    assert sorted(sum(len(set(group.kinds)) == 3 for group in way) for way in ways) == [1, 4]
    assert handcore.arrangements(hand("123m456p789sEEESN")) == []
    ways = handcore.arrangements(hand("123m456p789sEEES"), jokers=1)
    assert [way[-1] for way in ways] == [handcore.Group((28, 28), (1,))]


@pytest.mark.parametrize(
    ("counts", "kwargs", "words"),
    [
        (np.zeros((2, 33), int), {}, "shape"),
        (np.zeros((2, 34)), {}, "float"),
        (np.full((1, 34), 5), {}, "more than 4"),
        (hand("123456789m123456p"), {}, "15 tiles with 4 sets"),
        (hand("123m"), {"forms": ["seven"]}, "unknown form 'seven'; allowed: standard"),
        (hand("123m"), {"forms": ["knit3"]}, "knit3 without standard"),
        (hand("123m"), {"melds": 6}, "melds"),
        (hand("123m"), {"jokers": -1}, "jokers"),
    ],
)
def test_wrong_input_is_named(counts: np.ndarray, kwargs: dict[str, object], words: str) -> None:
    with pytest.raises(MjsimError, match=words):
        handcore.shanten(counts, **kwargs)  # type: ignore[arg-type]  # wrong on purpose


def test_sizes_of_hands_are_checked() -> None:
    with pytest.raises(MjsimError, match="hand 1: 14 tiles with 4 sets to make"):
        handcore.useful_tiles(np.stack([hand("1112345678999m"), hand("11123456789999m")]))
    with pytest.raises(MjsimError, match="13 tiles"):
        handcore.discards(hand("1112345678999m"))
