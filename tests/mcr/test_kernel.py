"""The batch scorer on the competition rules: beside PyMahjongGB, beside the referee, and as people call it."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pandas as pd
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import mjsim as mj
from mjsim.errors import MjsimError
from mjsim.tiles import NAMES, format_tiles
from tests.mcr import oracle
from tests.mcr.compare import RULES, by_referee, difference, worth
from tests.mcr.hands import Hand, hands, meld_of
from tests.mcr.kernel import by_kernel, columns


def differences_from_oracle(seed: int, count: int) -> list[str]:
    source = hands(seed, count)
    found = []
    while part := list(islice(source, 10_000)):
        for drawn, ours in zip(part, by_kernel(RULES, part), strict=True):
            if ours != (theirs := oracle.count(drawn)) and (text := difference(drawn, ours, theirs)):
                found.append(text)
    return found


@pytest.mark.parametrize("seed", range(100, 104))
def test_kernel_and_oracle_agree(seed: int) -> None:
    """On 200,000 hands: the same total and list, but for what docs/mcr-disputes.md tells."""
    found = differences_from_oracle(seed, 50_000)
    assert not found, (len(found), found[:5])


@pytest.mark.verify
@pytest.mark.parametrize("seed", range(200, 220))
def test_kernel_and_oracle_agree_on_two_million(seed: int) -> None:
    found = differences_from_oracle(seed, 100_000)
    assert not found, (len(found), found[:5])


def test_kernel_and_referee_agree() -> None:
    drawn = list(hands(seed=300, count=1500))
    for hand, ours in zip(drawn, by_kernel(RULES, drawn), strict=True):
        assert ours == by_referee(hand), hand


@pytest.mark.verify
@pytest.mark.parametrize("seed", range(301, 331))
def test_kernel_and_referee_agree_on_300000(seed: int) -> None:
    drawn = list(hands(seed, 10_000))
    for hand, ours in zip(drawn, by_kernel(RULES, drawn), strict=True):
        assert ours == by_referee(hand), hand


def texts(drawn: list[Hand]) -> dict[str, list[object]]:
    """The same hands as people write them."""
    return {
        "hand": [format_tiles(hand.tiles) for hand in drawn],
        "win": [NAMES[hand.win] for hand in drawn],
        "by": [hand.by for hand in drawn],
        "seat": [hand.seat for hand in drawn],
        "round": [NAMES[hand.round] for hand in drawn],
        "melds": [[str(meld_of(*meld)) for meld in hand.melds] for hand in drawn],
        "flags": [sorted(hand.flags) for hand in drawn],
        "flowers": ["".join(f"f{i + 1}" for i in range(hand.flowers)) for hand in drawn],
    }


def test_frames_arrays_and_cases_are_read_alike() -> None:
    drawn = list(hands(seed=7, count=300))
    table = texts(drawn)
    found = mj.score("mcr", columns(drawn))
    assert found.columns == ["win", "value", "shape", "why", "items"]
    cases = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    for other in (table, pl.DataFrame(table), pd.DataFrame(table), cases):
        assert_frame_equal(mj.score("mcr", other), found)
    for hand, row in zip(drawn, found.iter_rows(named=True), strict=True):
        rows = by_referee(hand)
        if rows["mixed-kong"]:
            continue  # the option's row
        small = worth(rows) - rows["flower-tiles"] < 8
        assert row["win"] == (not small)
        assert row["why"] == ("less than the least value of 8" if small else "")
        if not small:
            assert row["value"] == worth(rows)
            assert sorted(row["items"]) == sorted(rows.elements())


def test_rules_can_be_changed() -> None:
    hand = {"hand": ["456789m22p345s11s"], "win": ["1s"], "seat": [2], "flowers": ["f1"]}
    assert mj.score("mcr", hand)["win"].to_list() == [False]
    assert mj.score("mcr", hand, {"win.minimum": "7"})["value"].to_list() == [8]


def test_no_hands_give_an_empty_frame() -> None:
    found = mj.score("mcr", {"tiles": np.zeros((0, 34), np.uint8), "win": np.zeros(0, np.int64)})
    assert found.height == 0
    assert found.columns == ["win", "value", "shape", "why", "items"]


GOOD = {"hand": ["123456789m55p12s"] * 2, "win": ["3s", "3s"]}


@pytest.mark.parametrize("change, fault", [
    ({"win": ["3s", "10s"]}, "row 1, win"),
    ({"hand": ["123456789m55p12s", "123456789m55p1s"]}, "row 1: hand is impossible; allowed: 13 tiles"),
    ({"hand": ["123456789m55p12s", "12345678m"]}, "row 1"),
    ({"by": ["self", "theft"]}, "row 1"),
    ({"seat": [0, 4]}, "row 1: seat is impossible; allowed: 0 to 3"),
    ({"flags": [[], ["no_such_flag"]]}, "row 1, flags"),
    ({"melds": [[], ["pung EES"]]}, "row 1, melds"),
    ({"melds": [[], ["chow 135m"]]}, "row 1, melds"),
    ({"colour": ["red", "blue"]}, "unknown column 'colour'"),
    ({"seat": [0]}, "seat has 1 entries"),
    ({"tiles": np.zeros((2, 34))}, "win, and one of hand and tiles"),
])
def test_wrong_input_names_its_row(change: dict[str, object], fault: str) -> None:
    with pytest.raises(MjsimError, match=fault.replace("[", r"\[")):
        mj.score("mcr", {**GOOD, **change})


def test_five_tiles_of_a_kind_are_refused() -> None:
    with pytest.raises(MjsimError, match="row 0: hand is impossible; allowed: no more tiles of a kind"):
        mj.score("mcr", {"hand": ["1111m222333444s"], "win": ["1m"]})


@pytest.mark.parametrize("flags, rows", [
    ([], ["concealed-hand"]),
    (["ready"], ["concealed-hand", "bao-ting"]),
    (["first_ready"], ["concealed-hand", "tian-ting"]),
])
def test_flags_of_the_winner(flags: list[str], rows: list[str]) -> None:
    """As tuidaohu has them; the referee says the same."""
    case = {"id": "a", "hand": "123456m123p55s78s", "win": "9s", "by": "discard", "from": 0, "seat": 1, "flags": flags}
    items = mj.score("tuidaohu", [case])["items"].to_list()[0]
    assert items == mj.score("tuidaohu", case)["items"]
    assert set(rows) <= set(items)
