"""The competition rules beside PyMahjongGB, an independent calculator: totals and lists of fan of drawn hands."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.mcr import oracle
from tests.mcr.compare import DISPUTES, RULES, by_referee, difference, worth
from tests.mcr.hands import Hand, hands


def hand(tiles: str, win: str, *melds: tuple[str, str, int], by: str = "self", seat: int = 0, flags: tuple[str, ...] = ()) -> Hand:
    from mjsim.tiles import parse_kind, parse_tiles

    laid = tuple((sort, parse_kind(lowest), giver) for sort, lowest, giver in melds)
    return Hand("", tuple(parse_tiles(tiles)), laid, parse_kind(win), by, seat, 27, frozenset(flags), 0)


def test_every_fan_is_drawn_often() -> None:
    """Each of the 81, and the two unlike kongs, in 40,000 hands; concealed and melded, all sorts of kongs, all flags."""
    seen: Counter[str] = Counter()
    for drawn in hands(seed=5, count=40_000):
        seen.update(oracle.count(drawn).keys())
        seen.update(drawn.flags)
        seen.update({sort for sort, _, _ in drawn.melds})
        seen[drawn.by] += 1
    assert set(RULES.rows) <= set(seen)
    assert min(seen.values()) >= 40, seen.most_common()[-5:]


@pytest.mark.parametrize("seed", range(4))
def test_referee_and_oracle_agree(seed: int) -> None:
    differences = [text for drawn in hands(seed, 1000) if (text := difference(drawn, by_referee(drawn), oracle.count(drawn)))]
    assert not differences, differences[:5]


def test_oracle_totals_are_the_sums_of_its_lists() -> None:
    for drawn in hands(seed=6, count=2000):
        assert oracle.total(drawn) == worth(oracle.count(drawn))


DISPUTED = {
    "terminals-in-pairs": hand("1199m1199p11999s", "9s", by="discard", seat=1),
}
"""For each dispute of docs/mcr-disputes.md a hand."""


@pytest.mark.parametrize("name", DISPUTES)
def test_disputes(name: str) -> None:
    """The oracle's list is not ours, and the rule of the dispute leads from one to the other."""
    drawn = DISPUTED[name]
    theirs = Counter(oracle.count(drawn))
    assert by_referee(drawn) != theirs
    assert by_referee(drawn) == DISPUTES[name](drawn, theirs)


def test_a_wrong_list_is_noticed() -> None:
    """The comparison is no formality: one fan more, or another of the same value, is a difference."""
    drawn = next(hands(seed=1, count=1))
    theirs = oracle.count(drawn)
    assert not difference(drawn, theirs, theirs)
    assert difference(drawn, Counter(theirs) + Counter(["no-honors"]), theirs)
    one = next(slug for slug in theirs if RULES.rows[slug].value == 1)
    swapped = Counter(theirs) - Counter([one]) + Counter(["edge-wait" if one != "edge-wait" else "closed-wait"])
    assert worth(swapped) == worth(theirs)
    assert difference(drawn, swapped, theirs)


def test_nine_waits_are_not_yet_nine_gates() -> None:
    """2223456677778 waits for nine kinds if a kind held four times is counted, and is no nine gates."""
    drawn = hand("2223456677778s", "5s", by="discard", seat=2)
    assert by_referee(drawn) == Counter(oracle.count(drawn))
    assert worth(by_referee(drawn)) == 31
    assert "nine-gates" in by_referee(hand("1112345678999s", "5s"))
    assert "nine-gates" not in by_referee(hand("1112345567899s", "9s"))
