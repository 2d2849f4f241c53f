"""Splitting against exact probabilities of processes that can be solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from mjsim.errors import MjsimError
from mjsim.stats.splitting import levels_by_pilot, split


@dataclass(frozen=True)
class Ruin:
    """A gambler with 1 who wins each game with chance `up`; he ends at 0. Reaching `n` first has a textbook probability."""

    up: float

    def start(self, count: int, rng: np.random.Generator) -> np.ndarray:
        return np.ones(count, np.int64)

    def step(self, state: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return state + np.where(rng.random(len(state)) < self.up, 1, -1)

    def level(self, state: np.ndarray) -> np.ndarray:
        return state

    def ended(self, state: np.ndarray) -> np.ndarray:
        return state == 0

    def take(self, state: np.ndarray, index: np.ndarray) -> np.ndarray:
        return state[index]

    def join(self, states: Sequence[np.ndarray]) -> np.ndarray:
        return np.concatenate(states)

    def exact(self, n: int) -> float:
        ratio = (1 - self.up) / self.up
        return (ratio - 1) / (ratio**n - 1)


@dataclass(frozen=True)
class Dice(Ruin):
    """Ten throws of `up`-coins; the height is the number of heads. State: (particles, 2) throws left and heads."""

    def start(self, count: int, rng: np.random.Generator) -> np.ndarray:
        return np.tile(np.array([[10, 0]]), (count, 1))

    def step(self, state: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        going = state[:, 0] > 0
        heads = (rng.random(len(state)) < self.up) & going
        return np.stack([state[:, 0] - going, state[:, 1] + heads], axis=1)

    def level(self, state: np.ndarray) -> np.ndarray:
        return state[:, 1]

    def ended(self, state: np.ndarray) -> np.ndarray:
        return state[:, 0] == 0


def test_one_in_five_billion_is_found() -> None:
    process = Ruin(0.25)
    exact = process.exact(20)
    assert exact < 1e-9
    found = split(process, list(range(3, 21)), particles=2000, repetitions=20, seed=1, level=0.999)
    assert found.estimate.low < exact < found.estimate.high
    assert (found.estimate.high - found.estimate.low) / found.estimate.value < 0.5
    assert found.steps < 2e7  # by plain simulation one hit alone takes 10^9 tries


def test_a_process_with_an_end_of_its_own() -> None:
    found = split(Dice(0.1), [2, 4, 6, 8, 10], particles=4000, repetitions=20, seed=2)
    assert found.estimate.low < 1e-10 < found.estimate.high


def test_without_bias() -> None:
    """The mean over many small runs is the probability, though each has few particles."""
    process = Ruin(0.35)
    values = [split(process, [3, 5, 7, 9], particles=40, repetitions=2, seed=seed).estimate.value for seed in range(1000)]
    error = np.std(values) / np.sqrt(len(values))
    assert abs(np.mean(values) - process.exact(9)) < 3.5 * error


def test_intervals_cover() -> None:
    process = Ruin(0.4)
    exact = process.exact(8)
    found = [split(process, [3, 5, 8], particles=200, repetitions=20, seed=seed).estimate for seed in range(200)]
    assert 0.90 <= sum(e.low <= exact <= e.high for e in found) / 200 <= 0.99


def test_a_pilot_finds_levels() -> None:
    levels = levels_by_pilot(Ruin(0.25), 20, particles=1000, share=0.2)
    assert levels[-1] == 20
    assert levels == sorted(set(levels))
    found = split(Ruin(0.25), levels, particles=2000, seed=3)
    assert found.estimate.low < Ruin(0.25).exact(20) < found.estimate.high
    assert all(0.01 < share < 0.9 for share in found.climbed)


def test_never_reached_is_said_and_gives_no_small_number() -> None:
    found = split(Dice(0.5), [11], particles=100, repetitions=3)
    assert (found.estimate.value, found.estimate.high, found.estimate.count) == (0, 1, 0)
    assert "never reached" in found.estimate.method


def test_too_few_particles_for_too_steep_a_climb_are_told() -> None:
    found = split(Ruin(0.25), [5, 9], particles=60, repetitions=20, seed=4)
    assert "differ too widely" in found.estimate.method
    assert "differ too widely" not in split(Ruin(0.4), [3, 5, 8], particles=500, seed=4).estimate.method


def test_the_same_seed_gives_the_same_number() -> None:
    assert split(Ruin(0.3), [3, 6], particles=100, seed=5) == split(Ruin(0.3), [3, 6], particles=100, seed=5)
    assert split(Ruin(0.3), [3, 6], particles=100, seed=5) != split(Ruin(0.3), [3, 6], particles=100, seed=6)


@pytest.mark.parametrize("levels", [[], [3, 3], [5, 4]])
def test_levels_that_do_not_rise_are_refused(levels: list[float]) -> None:
    with pytest.raises(MjsimError, match="each above the one before"):
        split(Ruin(0.3), levels)


def test_a_process_without_end_is_noticed() -> None:
    with pytest.raises(MjsimError, match="neither ended nor climbed"):
        split(Ruin(0.5), [10**6], particles=10, most_steps=50)
