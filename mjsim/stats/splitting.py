"""Multilevel splitting: probabilities far too small for plain simulation, reached level by level.

A process climbs towards a rare event. Particles that reach a level are the starting points for the next one; the product of the shares
that climbed is the probability, without bias. Source: fixed-effort splitting, Garvels (2000); Rubino and Tuffin, Rare Event Simulation
(2009), chapter 3. The interval comes from independent repetitions of the whole: particles of one repetition share ancestors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, TypeVar

import numpy as np
from scipy.special import stdtrit

from mjsim.errors import MjsimError
from mjsim.stats.estimate import LEVEL, Estimate

State = TypeVar("State")

MOST_SPREAD = 1.0
"""Repetitions that spread farther than their mean make no honest interval."""


class Process(Protocol[State]):
    """What splitting needs of a process. `State` holds a batch of particles; the process must be Markov in it, chance included."""

    def start(self, count: int, rng: np.random.Generator) -> State:
        """`count` particles at the beginning."""

    def step(self, state: State, rng: np.random.Generator) -> State:
        """All particles one step on; ended ones stay as they are."""

    def level(self, state: State) -> np.ndarray:
        """Height of each particle, (count,) int64 or float64."""

    def ended(self, state: State) -> np.ndarray:
        """Whether each particle can climb no further, (count,) bool."""

    def take(self, state: State, index: np.ndarray) -> State:
        """Copies of the particles at `index`, (n,) int64."""

    def join(self, states: Sequence[State]) -> State:
        """Several batches as one."""


@dataclass(frozen=True)
class Splitting:
    """`estimate` of the probability; `spread` is the standard deviation of repetitions over their mean; `climbed` the mean share that
    climbed from level to level; `steps` counts particle steps.

    Where the height says little about the chance of going on, a few lucky repetitions make the whole estimate, and the interval is too
    short: with a spread above MOST_SPREAD, or a repetition that reached nothing, the method says so.
    """

    estimate: Estimate
    spread: float
    levels: tuple[float, ...]
    climbed: tuple[float, ...]
    steps: int


def split(
    process: Process[Any],
    levels: Sequence[float],
    *,
    particles: int = 1000,
    repetitions: int = 20,
    seed: int = 1,
    level: float = LEVEL,
    most_steps: int = 100_000,
) -> Splitting:
    """Probability that the process reaches the last of `levels` (ascending) before it ends.

    Parameters
    ----------
    particles : tried at each level, in each repetition.
    repetitions : independent ones, at least 2; their spread gives the interval (Student's t).
    most_steps : after so many steps from a level a particle must have ended or climbed.

    Raises
    ------
    MjsimError
        if the levels do not rise, or particles neither end nor climb.
    """
    if not levels or any(b <= a for a, b in pairwise(levels)):
        raise MjsimError(f"levels {list(levels)}", "splitting", "at least one, each above the one before")
    if particles < 2 or repetitions < 2:
        raise MjsimError(f"{particles} particles, {repetitions} repetitions", "splitting", "at least 2 of each")
    streams = np.random.SeedSequence(seed).spawn(repetitions)
    runs = [_repetition(process, levels, particles, np.random.default_rng(stream), most_steps) for stream in streams]
    products = np.array([math.prod(shares) for shares, _ in runs])
    value = float(products.mean())
    half = float(stdtrit(repetitions - 1, 0.5 + level / 2)) * float(products.std(ddof=1)) / math.sqrt(repetitions)
    hits = int((products > 0).sum())
    method = f"splitting, {len(levels)} levels, {repetitions} × {particles} particles"
    spread = float(products.std(ddof=1)) / value if value else math.nan
    if 0 < hits < repetitions or spread > MOST_SPREAD:
        method += ": repetitions differ too widely, more particles or a better height are needed"
    if hits == 0:
        found = Estimate(0.0, 0.0, 1.0, 0, repetitions, f"{method}: never reached, no bound")
    else:
        found = Estimate(value, max(0.0, value - half), min(1.0, value + half), None, repetitions, method)
    climbed = tuple(float(share) for share in np.array([shares for shares, _ in runs]).mean(axis=0))
    return Splitting(found, spread, tuple(levels), climbed, sum(steps for _, steps in runs))


def _repetition(
    process: Process[Any], levels: Sequence[float], particles: int, rng: np.random.Generator, most_steps: int
) -> tuple[list[float], int]:
    """Shares that climbed, level by level, and particle steps made."""
    shares, steps = [], 0
    state = process.start(particles, rng)
    for goal in levels:
        reached, made = _climb(process, state, goal, rng, most_steps)
        steps += made
        count = len(process.level(reached)) if reached is not None else 0
        shares.append(count / particles)
        if count == 0:
            return shares + [0.0] * (len(levels) - len(shares)), steps
        state = process.take(reached, rng.integers(0, count, particles))
    return shares, steps


def _climb(process: Process[Any], state: Any, goal: float, rng: np.random.Generator, most_steps: int) -> tuple[Any, int]:
    """Particles at their first moment at `goal` or above, and the steps made; None if none came there."""
    arrived, steps = [], 0
    for _ in range(most_steps):
        height = process.level(state)
        there = height >= goal
        if there.any():
            arrived.append(process.take(state, np.flatnonzero(there)))
        going = np.flatnonzero(~there & ~process.ended(state))
        if not len(going):
            return (process.join(arrived) if arrived else None), steps
        state = process.step(process.take(state, going), rng)
        steps += len(going)
    raise MjsimError(f"particles neither ended nor climbed to {goal} in {most_steps} steps", "splitting", "a process that ends")


def levels_by_pilot(
    process: Process[Any], goal: float, *, particles: int = 1000, share: float = 0.2, seed: int = 0, most_steps: int = 100_000
) -> list[float]:
    """Levels between which about `share` of particles climb, found by a pilot; the last one is `goal`.

    The pilot is thrown away: levels chosen from the particles that are counted would bias the product.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    state = process.start(particles, rng)
    found: list[float] = []
    while True:
        best = _highest(process, state, rng, most_steps)
        place = float(np.quantile(best, 1 - share, method="inverted_cdf"))
        floor = found[-1] if found else -math.inf
        if place <= floor:  # nobody in the upper share rose: take the lowest height that is a rise at all
            above = best[best > floor]
            if not len(above):
                raise MjsimError(f"no particle rose above {floor} towards {goal}", "splitting", "more particles, or other levels")
            place = float(above.min())
        if place >= goal:
            return [*found, goal]
        found.append(place)
        reached, _ = _climb(process, state, place, rng, most_steps)
        if reached is None:
            raise MjsimError(f"no particle rose to {place}", "splitting", "more particles")
        state = process.take(reached, rng.integers(0, len(process.level(reached)), particles))


def _highest(process: Process[Any], state: Any, rng: np.random.Generator, most_steps: int) -> np.ndarray:
    """The greatest height of each particle until it ends."""
    best = process.level(state).astype(float)
    alive = np.flatnonzero(~process.ended(state))
    current = process.take(state, alive)
    for _ in range(most_steps):
        if not len(alive):
            return best
        current = process.step(current, rng)
        best[alive] = np.maximum(best[alive], process.level(current))
        going = np.flatnonzero(~process.ended(current))
        alive, current = alive[going], process.take(current, going)
    raise MjsimError(f"particles did not end in {most_steps} steps", "splitting", "a process that ends")
