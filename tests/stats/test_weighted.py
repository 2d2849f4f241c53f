"""Weighted hands: the laws against all hands of a small set, the estimate against exact chances, and complete hands against counts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb, prod

import numpy as np
import pytest
from scipy.stats import chisquare, hypergeom

import mjsim as mj
from mjsim.compile.shapes import columns_of
from mjsim.compile.targets import aim_of
from mjsim.exact.wins import complete_hands
from mjsim.stats.at_once import bonus_of, parts_of, places_held
from mjsim.stats.laws import Complete, Tilted
from mjsim.stats.odds import Effort, odds
from mjsim.stats.weighted import Mixture, Part, even, tuned, weighted_mean
from mjsim.variant.deck import copies_of
from mjsim.variant.load import load

SMALL = np.zeros(42, np.int64)
SMALL[[0, 1, 2, 33]] = [4, 4, 2, 3]


def small_hands(tiles: int) -> list[tuple[int, ...]]:
    """All hands of so many tiles of the small set, by its four kinds."""
    return [hand for hand in product(range(5), range(5), range(3), range(4)) if sum(hand) == tiles]


def ways(hand: tuple[int, ...]) -> int:
    return prod(comb(copies, n) for copies, n in zip((4, 4, 2, 3), hand, strict=True))


def check(law: Tilted | Complete, weight: dict[tuple[int, ...], float]) -> None:
    """Hands are drawn as often as their weights say, and the ratio is that of the weights to the ways."""
    rng = np.random.default_rng(5)
    drawn = law.draw(20_000, rng)
    assert not drawn[:, SMALL == 0].any()
    found: dict[tuple[int, ...], int] = {}
    for hand in map(tuple, drawn[:, SMALL > 0].tolist()):
        found[hand] = found.get(hand, 0) + 1
    assert set(found) <= {hand for hand, value in weight.items() if value}
    whole = sum(weight.values())
    expected = np.array([20_000 * value / whole for value in weight.values() if value])
    observed = np.array([found.get(hand, 0) for hand, value in weight.items() if value])
    many = expected > 5
    assert many.sum() > 3
    assert chisquare([*observed[many], observed[~many].sum()], [*expected[many], max(expected[~many].sum(), 1e-9)]).pvalue > 1e-3
    counts = np.zeros((len(weight), 42), np.int64)
    counts[:, SMALL > 0] = list(weight)
    total = sum(ways(hand) for hand in weight)
    assert np.allclose(law.ratio(counts), [value / whole / (ways(hand) / total) for hand, value in weight.items()])


def test_tilted_hands_are_drawn_as_their_factors_say() -> None:
    factors = np.ones((42, 5))
    factors[0] = [1, 2, 4, 8, 0]
    factors[33] = [0, 1, 1, 3, 1]
    law = Tilted(SMALL, factors, 5)
    check(law, {hand: ways(hand) * factors[0, hand[0]] * factors[33, hand[3]] for hand in small_hands(5)})


def test_impossible_hands_are_told() -> None:
    assert not Tilted(SMALL, np.zeros((42, 5)), 5).possible


def test_complete_hands_are_drawn_alike() -> None:
    """A set and a pair of 1, 2, 3 of a suit and white dragons."""
    law = Complete(SMALL, columns_of(load("simplest")), 1)

    def complete(hand: tuple[int, ...]) -> bool:
        pairs = [tuple(2 * (i == k) for i in range(4)) for k in range(4)]
        sets = [*(tuple(3 * (i == k) for i in range(4)) for k in range(4)), (1, 1, 1, 0)]
        return any(tuple(map(sum, zip(pair, three, strict=True))) == hand for pair in pairs for three in sets)

    check(law, {hand: ways(hand) * complete(hand) for hand in small_hands(5)})


def test_all_complete_hands_are_counted() -> None:
    for slug, tiles in (("simplest", 14), ("taiwan16", 17)):
        variant = load(slug)
        copies = np.where(bonus_of(variant), 0, copies_of(variant))
        law = Complete(copies, columns_of(variant), tiles // 3)
        number = comb(136, tiles) / law.ratio(law.draw(10, np.random.default_rng(1)))
        assert np.allclose(number, complete_hands(7, tiles, "std", False))


@dataclass(frozen=True)
class Urn:
    """40 tiles of 10 kinds; the height is the number of tiles of kind 0 among the first six."""

    def start(self, count: int, rng: np.random.Generator) -> np.ndarray:
        return rng.permuted(np.tile(np.repeat(np.arange(10, dtype=np.int16), 4), (count, 1)), axis=1)

    def rise(self, particles: np.ndarray, goal: int) -> tuple[np.ndarray, np.ndarray]:
        return (particles[:, :6] == 0).sum(axis=1), np.zeros((len(particles), 1), np.int64)

    def again(self, particles: np.ndarray, moments: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        raise AssertionError("not split")


def urn_parts() -> list[Part]:
    """One that leans towards kind 0, one that leans away from it."""
    copies = np.array([4] * 10 + [0] * 32)
    found = []
    for power in (1.5, -1.0):
        factors = np.ones((42, 5))
        factors[0] = np.exp(power * np.arange(5))
        found.append(Part(Tilted(copies, factors, 6), copies, lambda walls: np.tile(np.arange(6), (len(walls), 1, 1)), 40))
    return found


def urn_run(mixture: Mixture, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    walls, ratios = mixture.start(count, np.random.default_rng(seed))
    assert (np.sort(walls, axis=1) == np.repeat(np.arange(10), 4)).all()
    hits = mixture.scene.rise(walls, 4)[0] >= 4
    return ratios[hits], mixture.weights(ratios[hits])


def test_weights_undo_the_mixture() -> None:
    """One in six thousand from two thousand walls; tuned, the part that leans away is left with its least share."""
    exact = hypergeom.sf(3, 40, 4, 6)
    mixture = even(Urn(), urn_parts())
    better = tuned(mixture, *urn_run(mixture, 2000, 1))
    assert better.shares[1] > 0.6 > 0.1 > better.shares[2]
    assert better.shares.sum() == pytest.approx(1)
    found = [weighted_mean(urn_run(better, 2000, seed)[1], 2000) for seed in range(300)]
    assert 0.92 <= np.mean([e.low <= exact <= e.high for e in found]) <= 0.99
    values = [e.value for e in found]
    assert abs(np.mean(values) - exact) < 3.5 * np.std(values) / np.sqrt(300) < 0.1 * exact


def test_no_hit_is_a_bound_and_few_are_told() -> None:
    none = weighted_mean(np.empty(0), 1000)
    assert (none.value, none.count) == (0, 0)
    assert 0.03 < none.high < 0.04  # 3.7 hits of the greatest weight, 10
    assert "few hands carry it" in weighted_mean(np.array([1.0, 1.0, 9.0]), 1000).method
    assert "few hands" not in weighted_mean(np.ones(400), 1000).method


def test_where_the_tiles_of_a_deal_lie() -> None:
    """Two seats of two tiles; the dealer's first is a flower and so is its first replacement, the other's draw too."""
    bonus = np.arange(42) >= 34
    walls = np.array([[34, 0, 1, 2, 3, 35, 4, 5, 6, 36]])
    assert places_held(walls, bonus, 2, 2).tolist() == [[[8, 1, 4], [2, 3, 7]]]


def test_heavenly_hands_of_seventeen_tiles_with_flowers() -> None:
    found = odds(load("taiwan16"), "tian-hu", ["table"], effort=Effort(hands=20_000, level=0.999))["table"].estimate
    assert found is not None
    assert found.low < complete_hands(7, 17, "std", False) / comb(136, 17) < found.high < 1.2 * found.low
    assert mj.variant("taiwan16").tiles.flowers == 8


@pytest.mark.parametrize(("slug", "row"), [("nanchang", "tian-hu"), ("tianjin", "tianhu")])
def test_with_jokers_hands_are_not_dealt_complete(slug: str, row: str) -> None:
    """The laws know nothing of jokers, which make most of these hands: plain simulation, with a bound where it finds none."""
    aim = aim_of(load(slug), row)
    assert aim is not None and aim.deal == "dealer"
    assert parts_of(load(slug), True) == []
    found = odds(load(slug), row, ["table"], effort=Effort(hands=1000))["table"].estimate
    assert found is not None and found.method.startswith("simulation") and found.high > 1e-4
