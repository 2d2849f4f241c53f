"""Splitting against exact probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from mjsim.errors import MjsimError
from mjsim.stats.splitting import levels_by_pilot, split


@dataclass(frozen=True)
class Dice:
    """`n` dice, thrown one by one; the height is the number of sixes so far."""

    n: int = 12

    def start(self, count: int, rng: np.random.Generator) -> np.ndarray:
        return rng.integers(1, 7, (count, self.n), np.int16)

    def again(self, particles: np.ndarray, moments: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return np.where(np.arange(self.n) < moments, particles, self.start(len(particles), rng))

    def heights(self, particles: np.ndarray) -> np.ndarray:
        return np.cumsum(particles == 6, axis=1)

    def rise(self, particles: np.ndarray, goal: int) -> tuple[np.ndarray, np.ndarray]:
        highest = np.maximum.accumulate(self.heights(particles), axis=1)
        return highest[:, -1], (highest < goal).sum(axis=1, keepdims=True) + 1

    def exact(self, sixes: int) -> float:
        from scipy.stats import binom

        return float(binom.sf(sixes - 1, self.n, 1 / 6))


@dataclass(frozen=True)
class AllSixes(Dice):
    """The height is the number of sixes before the first other throw: all others are lost."""

    def heights(self, particles: np.ndarray) -> np.ndarray:
        sixes = np.cumprod(particles == 6, axis=1).sum(axis=1, keepdims=True)
        return np.minimum(sixes, np.arange(1, self.n + 1))


@dataclass(frozen=True)
class Path(Dice):
    """The same dice as steps, up on 5 and 6, else down; the height is how far the walk ever is above its start."""

    def heights(self, particles: np.ndarray) -> np.ndarray:
        return np.cumsum(np.where(particles >= 5, 1, -1), axis=1)

    def exact(self, top: int) -> float:
        """By running through all numbers of steps and heights."""
        below = {0: 1.0}
        reached = 0.0
        for _ in range(self.n):
            after: dict[int, float] = {}
            for place, chance in below.items():
                for step, share in ((1, 1 / 3), (-1, 2 / 3)):
                    if place + step == top:
                        reached += chance * share
                    else:
                        after[place + step] = after.get(place + step, 0.0) + chance * share
            below = after
        return reached


def test_one_in_two_billion_is_found() -> None:
    exact = Dice().exact(12)
    assert exact < 5e-10
    found = split(AllSixes(), list(range(1, 13)), particles=1000, repetitions=20, seed=1, level=0.999)
    assert found.estimate.low < exact < found.estimate.high
    assert (found.estimate.high - found.estimate.low) / found.estimate.value < 0.8
    assert found.tries < 3e5


def test_heights_over_time() -> None:
    found = split(Path(20), [2, 4, 6, 8, 10, 12], particles=1000, repetitions=20, seed=1, level=0.999)
    assert found.estimate.low < Path(20).exact(12) < found.estimate.high


@pytest.mark.parametrize("particles", [5, 30])
def test_without_bias(particles: int) -> None:
    """The mean over many small runs is the probability, though each has few particles."""
    values = [split(Dice(6), [2, 3, 4, 5], particles=particles, repetitions=2, seed=seed).estimate.value for seed in range(3000)]
    error = np.std(values) / np.sqrt(len(values))
    assert abs(np.mean(values) - Dice(6).exact(5)) < 3.5 * error < Dice(6).exact(5)


def test_intervals_cover() -> None:
    exact = Dice(8).exact(6)
    found = [split(Dice(8), [2, 3, 4, 5, 6], particles=200, repetitions=20, seed=seed).estimate for seed in range(200)]
    assert 0.90 <= sum(e.low <= exact <= e.high for e in found) / 200 <= 0.99


def test_what_lies_above_the_last_level() -> None:
    found = split(Dice(8), [2, 3, 4], particles=2000, repetitions=20, seed=2, level=0.999)
    for sixes in (4, 5, 6):
        assert found.above(sixes, 0.999).low < Dice(8).exact(sixes) < found.above(sixes, 0.999).high


def test_a_pilot_finds_levels() -> None:
    levels = levels_by_pilot(Dice(), 11, particles=1000, share=0.2)
    assert levels[-1] == 11
    assert levels == sorted(set(levels))
    found = split(Dice(), levels, particles=1000, seed=3, level=0.999)
    assert found.estimate.low < Dice().exact(11) < found.estimate.high
    assert all(0.01 < share < 0.9 for share in found.climbed)


def test_a_pilot_that_finds_no_way_says_so() -> None:
    with pytest.raises(MjsimError, match="no particle rose"):
        levels_by_pilot(Dice(3), 4, particles=50)


def test_never_reached_is_said_and_gives_no_small_number() -> None:
    found = split(Dice(3), [4], particles=100, repetitions=3)
    assert (found.estimate.value, found.estimate.high, found.estimate.count) == (0, 1, 0)
    assert "never reached" in found.estimate.method


def test_too_few_particles_for_too_steep_a_climb_are_told() -> None:
    assert "differ too widely" in split(Dice(), [4, 8], particles=60, repetitions=20, seed=4).estimate.method
    assert "differ too widely" not in split(Dice(), [3, 4, 5], particles=500, seed=4).estimate.method


def test_the_same_seed_gives_the_same_number_with_any_number_of_workers() -> None:
    def value(seed: int, workers: int) -> float:
        return split(Dice(), [3, 5, 6], particles=100, seed=seed, workers=workers).estimate.value

    assert value(5, 1) == value(5, 3) != value(6, 1)


@pytest.mark.parametrize("levels", [[], [3, 3], [5, 4]])
def test_levels_that_do_not_rise_are_refused(levels: list[int]) -> None:
    with pytest.raises(MjsimError, match="each above the one before"):
        split(Dice(), levels)
