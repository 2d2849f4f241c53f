"""Special shapes against small dynamic programmes and enumerations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mjsim.kernels import special, words
from tests.handcore import oracle

ORACLES: dict[int, Callable[[np.ndarray], int]] = {
    special.PAIRS: lambda hand: oracle.pairs_deficiency(hand, 7, 0, False),
    special.PAIRS_DISTINCT: lambda hand: oracle.pairs_deficiency(hand, 7, 0, True),
    special.PAIRS_EIGHT: lambda hand: oracle.pairs_deficiency(hand, 8, 1, False),
    special.ORPHANS: oracle.orphans_deficiency,
    special.APART: lambda hand: oracle.apart_deficiency(hand, 0),
    special.APART_ALL: lambda hand: oracle.apart_deficiency(hand, 7),
    special.KNITTED: oracle.knitted_deficiency,
}
LIKELY = {
    special.ORPHANS: [k for k in range(34) if k >= 27 or k % 9 in (0, 8)],
    special.APART: [1, 2, 6, 7, 10, 11, 15, 16, 19, 24, 25, *range(27, 34)],
    special.APART_ALL: [1, 6, 10, 15, 20, 24, 25, *range(27, 34)],
    special.KNITTED: [0, 3, 6, 10, 13, 16, 20, 23, 26, *range(27, 34)],
}


def words_of(hand: np.ndarray) -> list[int]:
    out = np.zeros(4, np.int64)
    words.words_of(hand, out)
    return [int(word) for word in out]


def sample(form: int, count: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Hands of 9 to 14 (17) tiles: some of few kinds, most near the form."""
    size = 17 if form == special.PAIRS_EIGHT else 14
    kinds = LIKELY.get(form, list(range(34)))
    result = []
    for i in range(count):
        pool = rng.permutation(34)[:9] if i % 3 == 0 and form not in LIKELY else np.array(kinds) if i % 3 else np.arange(34)
        copies = 4 if form not in LIKELY else 1 + i % 2
        hand = np.bincount(rng.permutation(np.repeat(pool, copies))[: rng.integers(9, size + 1)], minlength=34)
        result.append(hand)
    return result


@pytest.mark.parametrize("form", ORACLES)
def test_tiles_missing(form: int) -> None:
    seen = set()
    for hand in sample(form, 150, np.random.default_rng(form)):
        missing = special.special_deficiency(form, *words_of(hand))
        assert missing == ORACLES[form](hand), hand.tolist()
        seen.add(missing)
    assert len(seen) > 4


@pytest.mark.verify
@pytest.mark.parametrize("form", ORACLES)
def test_tiles_missing_of_many_hands(form: int) -> None:
    for hand in sample(form, 5000, np.random.default_rng(99 + form)):
        assert special.special_deficiency(form, *words_of(hand)) == ORACLES[form](hand), hand.tolist()


@pytest.mark.parametrize("form", ORACLES)
def test_useful_tiles(form: int) -> None:
    for hand in sample(form, 60, np.random.default_rng(7 + form)):
        missing, mask = special.special_deficiency(form, *words_of(hand)), special.special_useful(form, *words_of(hand))
        expected = 0
        for kind in np.flatnonzero(hand < 4):
            hand[kind] += 1
            expected |= int(special.special_deficiency(form, *words_of(hand)) < missing) << int(kind)
            hand[kind] -= 1
        assert mask == expected, hand.tolist()


def test_closed_pairs_in_three_suits_leave_no_room() -> None:
    # 3 and 7 of a suit admit no third rank: with two tiles in each suit and seven honours only thirteen places are left
    hand = np.zeros(34, np.int64)
    hand[[2, 6, 11, 15, 20, 24, *range(27, 34)]] = 1
    missing, mask = special.special_deficiency(special.APART, *words_of(hand)), special.special_useful(special.APART, *words_of(hand))
    assert missing == 2
    assert mask == 0 or all(hand[k] == 0 for k in range(34) if mask >> k & 1)


def test_tiles_of_a_set_of_kinds() -> None:
    hand = np.zeros(34, np.int64)
    hand[[1, 4, 7, 10, 27]] = 4, 2, 1, 3, 3
    only258 = sum(1 << k for k in range(27) if k % 9 in (1, 4, 7))
    assert special.only_deficiency(only258, 14, *words_of(hand)) == 4
    assert special.only_deficiency(only258, 8, *words_of(hand)) == 0
