"""Deficiency, useful tiles and decisions against branch and bound, for meld systems of every sort."""

from __future__ import annotations

import numpy as np
import pytest

from mjsim.kernels import distance, words
from mjsim.tables.goals import (
    BARRED,
    FIVE_MELDS,
    HONORS,
    LUOSHU,
    NANCHANG,
    STANDARD,
    STANDARD_UNCAPPED,
    SUIT,
    Column,
    Goal,
    any_suits,
    heavy_suit,
    one_suit,
    providing,
    pungs,
    rooted,
    three_suits,
    touching,
    two_suits,
    with_pairs,
    within,
    without_chows,
)
from mjsim.tables.program import tables_of
from tests.handcore import oracle

NINE, SEVEN = range(9), range(7)
TERMINAL = (0, 8)
PAIR258 = with_pairs(SUIT, (1, 4, 7))
NO_PAIR = with_pairs(HONORS, ())
PUNG_NEED = (pungs(NINE), pungs(SEVEN))
YAO_NEED = (touching(SUIT, TERMINAL).groups, HONORS.groups)
TERMINAL_NEED = (touching(SUIT, TERMINAL).groups, ())
SUIT_PRESENT = three_suits(SUIT, HONORS)

SYSTEMS: dict[str, tuple[Goal, int]] = {
    "standard": (STANDARD, oracle.FREE),
    "uncapped": (STANDARD_UNCAPPED, oracle.FREE),
    "nanchang": (NANCHANG, oracle.FREE),
    "luoshu": (LUOSHU, oracle.FREE),
    "five melds": (FIVE_MELDS, oracle.FREE),
    "pair 258": (Goal(any_suits(PAIR258, NO_PAIR)), oracle.FREE),
    "pair not 28": (Goal(any_suits(with_pairs(SUIT, (0, 2, 3, 4, 5, 6, 8)), HONORS)), oracle.FREE),
    "pungs": (Goal(any_suits(without_chows(SUIT), HONORS)), oracle.FREE),
    "ranks 2-8": (Goal(any_suits(within(SUIT, range(1, 8)), BARRED)), oracle.FREE),
    "258 only": (Goal(any_suits(within(SUIT, (1, 4, 7)), BARRED)), oracle.FREE),
    "outside": (Goal(any_suits(touching(SUIT, TERMINAL), HONORS)), oracle.FREE),
    "chows": (
        Goal(any_suits(Column(tuple(g for g in SUIT.groups if len(set(g)) != 1 or len(g) == 2)), with_pairs(BARRED, SEVEN))),
        oracle.FREE,
    ),
    "two suits": (Goal(two_suits(SUIT, HONORS)), oracle.TWO_SUITS),
    "half flush": (Goal(one_suit(SUIT, HONORS)), oracle.ONE_SUIT),
    "full flush": (Goal(one_suit(SUIT, BARRED)), oracle.ONE_SUIT),
    "three suits": (Goal(SUIT_PRESENT), oracle.THREE_SUITS),
    "eight of a suit": (Goal(heavy_suit(SUIT, HONORS, (8, 8, 8))), oracle.EIGHT),
    "has a pung": (Goal(providing(STANDARD.ways[0], (PUNG_NEED,))), oracle.HAS_PUNG),
    "has yao": (Goal(providing(STANDARD.ways[0], (YAO_NEED,))), oracle.HAS_YAO),
}
HEAVY: dict[str, tuple[Goal, int]] = {
    "pung, terminal, three suits": (Goal(providing(SUIT_PRESENT[0], (PUNG_NEED, TERMINAL_NEED))), oracle.PUNG_AND_TERMINAL),
}


def words_of(hand: np.ndarray) -> list[int]:
    out = np.zeros(4, np.int64)
    words.words_of(hand, out)
    return [int(word) for word in out]


def groups_of(goal: Goal) -> np.ndarray:
    """The groups that some way of a goal allows."""
    columns = tuple(Column(tuple(dict.fromkeys(g for way in goal.ways for g in way[colour].groups))) for colour in range(4))
    return oracle.groups_of(columns)  # type: ignore[arg-type]  # four columns


def compare(goal: Goal, gate: int, count: int, seed: int) -> int:
    """Number of hands compared; every deficiency must be equal."""
    tables, groups = tables_of((goal,)), groups_of(goal)
    first, last = tables.ways[0]
    sample = oracle.hands(np.random.default_rng(seed), count, goal.melds, groups)
    for hand in sample:
        melds = (hand.sum() - 2) // 3
        found = distance.deficiency(tables.head, tables.t16, first, last, melds, *words_of(hand))
        expected = oracle.deficiency(hand, groups, melds, 4 if goal.capped else 20, gate)
        assert found == expected, (hand.tolist(), melds)
    return len(sample)


@pytest.mark.parametrize("name", SYSTEMS)
def test_deficiency_is_that_of_branch_and_bound(name: str) -> None:
    count = 30 if "flush" in name else 100  # branch and bound is slow where most hands are far away
    assert compare(*SYSTEMS[name], count=count, seed=1) == count


@pytest.mark.verify
@pytest.mark.parametrize("name", [*SYSTEMS, *HEAVY])
def test_deficiency_of_many_hands(name: str) -> None:
    count = 1_000 if "flush" in name else 20_000
    assert compare(*(SYSTEMS | HEAVY)[name], count=count, seed=2) == count


@pytest.mark.parametrize("name", ["standard", "luoshu", "nanchang", "two suits", "three suits", "five melds", "pair 258", "has a pung"])
def test_useful_tiles_are_those_that_lower_the_deficiency(name: str) -> None:
    goal = SYSTEMS[name][0]
    tables = tables_of((goal,))
    head, t16, rec = tables.head, tables.t16, tables.rec
    first, last = tables.ways[0]
    rng = np.random.default_rng(3)
    seen = 0
    for hand in oracle.hands(rng, 120, goal.melds, groups_of(goal)):
        melds = (hand.sum() - 2) // 3
        hand[rng.choice(np.flatnonzero(hand))] -= 1
        before = distance.deficiency(head, t16, first, last, melds, *words_of(hand))
        expected = 0
        for kind in np.flatnonzero(hand < 4):
            hand[kind] += 1
            expected |= int(distance.deficiency(head, t16, first, last, melds, *words_of(hand)) < before) << int(kind)
            hand[kind] -= 1
        assert distance.useful(head, t16, rec, first, last, melds, *words_of(hand)) == expected, hand.tolist()
        seen += expected.bit_count()
    assert seen > 120


@pytest.mark.parametrize("name", ["standard", "two suits", "five melds", "three suits"])
@pytest.mark.parametrize("forms", [0, 1, 2 + 8, 16 + 64 + 128])
def test_decision_rates_every_discard(name: str, forms: int) -> None:
    goal = SYSTEMS[name][0]
    tables = tables_of((goal,))
    arrays = tables.head, tables.t16, tables.rec
    first, last = tables.ways[0]
    rng = np.random.default_rng(4)
    out = np.full((34, 3), -7, np.int64)
    for hand in oracle.hands(rng, 60, goal.melds, groups_of(goal), mixed=False):
        seen = np.minimum(4 - hand, rng.integers(0, 5, 34))
        unseen = 4 - hand - seen
        allowed = int(rng.integers(1 << 34)) | 1 << int(rng.choice(np.flatnonzero(hand)))
        out[:] = -7
        best = distance.decide(*arrays, first, last, goal.melds, forms, 0, allowed, *words_of(hand), *words_of(unseen), out)
        rated = {}
        for kind in range(34):
            if hand[kind] and allowed >> kind & 1:
                after = hand.copy()
                after[kind] -= 1
                value = distance.deficiency_all(*arrays, first, last, goal.melds, forms, *words_of(after))
                mask = distance.useful_all(*arrays, first, last, goal.melds, forms, *words_of(after))
                rated[kind] = value, mask, sum(int(unseen[k]) for k in range(34) if mask >> k & 1)
            else:
                assert (out[kind] == -7).all()
        assert best == min(value for value, _, _ in rated.values())
        for kind, (value, mask, live) in rated.items():
            assert out[kind, 0] == value
            assert out[kind, 1] == (live if value == best else -1)
            assert value != best or out[kind, 2] == mask


TEMPLATES = {
    "straight": (((0, 1, 2, 3, 4, 5, 6, 7, 8), (), (), ()), 1),
    "mixed straight": (((0, 1, 2), (3, 4, 5), (6, 7, 8), ()), 1),
    "pure shifted chows": (((), (1, 2, 2, 3, 3, 3, 4, 4, 5), (), ()), 1),
    "triple pung": (((4, 4, 4), (4, 4, 4), (4, 4, 4), ()), 1),
    "big three dragons": (((), (), (), (4, 4, 4, 5, 5, 5, 6, 6, 6)), 1),
    "two equal chows": (((), (), (2, 2, 3, 3, 4, 4), ()), 2),
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_with_sets_beside_them(name: str) -> None:
    parts, melds = TEMPLATES[name]
    tables = tables_of((rooted(STANDARD.ways[0], parts, melds),))
    groups = groups_of(STANDARD)
    root = np.bincount([9 * colour + rank for colour, part in enumerate(parts) for rank in part], minlength=34)
    rng = np.random.default_rng(11)
    hands = oracle.hands(rng, 30, 4, groups, mixed=False)
    for hand in hands[:20]:  # most are brought near the template, with spare copies of its tiles
        for kind in np.flatnonzero(root):
            spare = int(rng.integers(0, 5))
            others = np.flatnonzero((hand > 0) & (root == 0))
            while hand[kind] < spare and len(others):
                hand[rng.choice(others)] -= 1
                hand[kind] += 1
                others = np.flatnonzero((hand > 0) & (root == 0))
    for hand in hands:
        held = words_of(hand)
        missing = distance.deficiency(tables.head, tables.t16, 0, 1, melds, *held)
        assert missing == oracle.rooted_deficiency(hand, groups, root, melds), hand.tolist()
        hand[rng.choice(np.flatnonzero(hand))] -= 1
        before = distance.deficiency(tables.head, tables.t16, 0, 1, melds, *words_of(hand))
        lowering = distance.useful(tables.head, tables.t16, tables.rec, 0, 1, melds, *words_of(hand))
        for kind in np.flatnonzero(hand < 4):
            hand[kind] += 1
            nearer = distance.deficiency(tables.head, tables.t16, 0, 1, melds, *words_of(hand)) < before
            hand[kind] -= 1
            assert lowering >> int(kind) & 1 == nearer


def test_jokers_lower_all_ratings_alike() -> None:
    tables = tables_of((STANDARD_UNCAPPED,))
    hand = np.zeros(34, np.int64)
    hand[[0, 1, 2, 9, 10, 11, 20, 21, 27, 27, 30]] = 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1
    out = np.zeros((34, 3), np.int64)
    unseen = words_of(4 - hand)
    held = words_of(hand)
    assert distance.deficiency(tables.head, tables.t16, 0, 1, 4, *held) == 3
    best = distance.decide(tables.head, tables.t16, tables.rec, 0, 1, 4, 0, 3, (1 << 34) - 1, *held, *unseen, out)
    assert best == 1  # a complete hand (N stands for a pung of it with two jokers) comes out of a discard one tile short
    assert out[30, 0] == 1 and out[30, 1] > 0
