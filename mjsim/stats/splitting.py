"""Multilevel splitting: probabilities far too small for plain simulation, reached level by level.

A *scene* turns a particle (here: a shuffled wall) into a story whose height is followed as it unfolds. Particles that come to a level go
on from that moment several times, with what had not yet been seen drawn anew; the product of the shares that climbed from level to level
is the probability, without bias, whatever the height. Source: fixed effort splitting, Garvels (The splitting method in rare event
simulation, thesis, Twente 2000); L'Ecuyer, Le Gland, Lezaud and Tuffin (Splitting techniques, in Rubino and Tuffin, Rare event simulation
using Monte Carlo methods, 2009). The interval comes from independent repetitions of the whole: particles of one repetition share
ancestors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from mjsim.errors import MjsimError
from mjsim.stats.estimate import LEVEL, Estimate

MOST_SPREAD = 1.0
"""Repetitions that spread farther than their mean make no honest interval."""

Particles = NDArray[np.int16]
Moments = NDArray[np.int64]


class Scene(Protocol):
    """What splitting needs to know. Particles are the rows of an array. Methods may be called by several threads at once."""

    def start(self, count: int, rng: np.random.Generator) -> Particles:
        """Independent particles from the law under which the probability is asked."""

    def rise(self, particles: Particles, goal: int) -> tuple[NDArray[np.int64], Moments]:
        """How high each particle comes, and the moment (particles, any) when it first comes to `goal`; anything where it does not. Both
        depend on the particle alone.
        """

    def again(self, particles: Particles, moments: Moments, rng: np.random.Generator) -> Particles:
        """Particles that are the same up to a moment and drawn anew from there, by the law of what follows."""


@dataclass(frozen=True)
class Splitting:
    """`estimate` of the probability; `spread` is the standard deviation of repetitions over their mean; `climbed` the mean share that
    climbed from level to level; `tries` counts particles followed. `products` (repetitions,) and `summits`, the heights above the last
    level in each repetition, say how the probability is divided above it (`above`).

    Where the height says little about the chance of going on, a few lucky repetitions make the whole estimate, and the interval is too
    short: with a spread above MOST_SPREAD, or a repetition that reached nothing, the method says so.
    """

    estimate: Estimate
    spread: float
    levels: tuple[int, ...]
    climbed: tuple[float, ...]
    tries: int
    products: NDArray[np.float64]
    summits: tuple[NDArray[np.int64], ...]

    def above(self, height: int, level: float = LEVEL) -> Estimate:
        """Probability of a height beyond the last level."""
        shares = [float((found >= height).mean()) if len(found) else 0.0 for found in self.summits]
        return _estimate(self.products * np.array(shares), self.estimate.method, level)


def split(
    scene: Scene,
    levels: Sequence[int],
    *,
    particles: int = 1000,
    repetitions: int = 20,
    seed: int = 1,
    level: float = LEVEL,
    workers: int = 1,
    told: Callable[[int], None] = lambda tries: None,
) -> Splitting:
    """Probability that a particle reaches the last of `levels` (ascending).

    Parameters
    ----------
    particles : at each level, in each repetition.
    repetitions : independent ones, at least 2; their spread gives the interval (Student's t).
    workers : threads; the answer does not depend on them.
    told : is called with the number of particles followed, again and again, for a progress bar.

    Raises
    ------
    MjsimError
        if the levels do not rise.
    """
    if not levels or any(b <= a for a, b in pairwise(levels)):
        raise MjsimError(f"levels {list(levels)}", "splitting", "at least one, each above the one before")
    if particles < 2 or repetitions < 2:
        raise MjsimError(f"{particles} particles, {repetitions} repetitions", "splitting", "at least 2 of each")

    def repetition(stream: np.random.SeedSequence) -> tuple[list[float], NDArray[np.int64], int]:
        return _repetition(scene, levels, particles, np.random.default_rng(stream), told)

    with ThreadPoolExecutor(max(1, workers)) as pool:
        runs = list(pool.map(repetition, np.random.SeedSequence(seed).spawn(repetitions)))
    products = np.array([math.prod(shares) for shares, _, _ in runs])
    method = f"splitting, {len(levels)} levels, {repetitions} × {particles} particles"
    found = _estimate(products, method, level)
    climbed = tuple(float(share) for share in np.array([shares for shares, _, _ in runs]).mean(axis=0))
    spread = float(products.std(ddof=1)) / found.value if found.value else math.nan
    summits = tuple(heights for _, heights, _ in runs)
    return Splitting(found, spread, tuple(levels), climbed, sum(tries for _, _, tries in runs), products, summits)


def _estimate(products: NDArray[np.float64], method: str, level: float) -> Estimate:
    """Mean of independent repetitions; no bound is claimed where none reached anything."""
    n = len(products)
    value, error = float(products.mean()), float(products.std(ddof=1))
    half = float(stdtrit(n - 1, 0.5 + level / 2)) * error / math.sqrt(n)
    hits = int((products > 0).sum())
    if hits == 0:
        return Estimate(0.0, 0.0, 1.0, 0, n, f"{method}: never reached, no bound")
    if hits < n or error > MOST_SPREAD * value:
        method += ": repetitions differ too widely, more particles or a better height are needed"
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), None, n, method)


def _repetition(
    scene: Scene, levels: Sequence[int], particles: int, rng: np.random.Generator, told: Callable[[int], None]
) -> tuple[list[float], NDArray[np.int64], int]:
    """Shares that climbed, level by level; the heights of those that reached the last; particles followed."""
    shares: list[float] = []
    state = scene.start(particles, rng)
    for goal in levels:
        heights, moments = scene.rise(state, goal)
        told(particles)
        there = heights >= goal
        shares.append(float(there.mean()))
        if goal == levels[-1] or not there.any():
            break
        state = _onward(scene, state, moments, there, particles, rng)
    return shares + [0.0] * (len(levels) - len(shares)), heights[heights >= levels[-1]], particles * len(shares)


def _onward(
    scene: Scene, state: Particles, moments: Moments, there: NDArray[np.bool_], particles: int, rng: np.random.Generator
) -> Particles:
    """So many particles that go on from where some came."""
    chosen = chosen_again(np.flatnonzero(there), particles, rng)
    return scene.again(state[chosen], moments[chosen], rng)


def chosen_again(index: NDArray[np.int64], count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """`count` of the entries of `index`, each as often as the others to within one (systematic resampling).

    >>> sorted(chosen_again(np.array([3, 5]), 4, np.random.default_rng(1)).tolist())
    [3, 3, 5, 5]
    """
    places = (np.arange(count) + rng.random()) / count * len(index)
    return rng.permutation(index)[places.astype(np.int64)]


def levels_by_pilot(scene: Scene, goal: int, *, particles: int = 1000, share: float = 0.2, seed: int = 0) -> list[int]:
    """Levels between which about `share` of particles climb, found by a pilot; the last one is `goal`.

    The pilot is thrown away: levels chosen from the particles that are counted would bias the product.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    state = scene.start(particles, rng)
    found: list[int] = []
    stuck = 0
    while True:
        floor = found[-1] if found else -(1 << 40)
        heights = scene.rise(state, goal)[0]
        place = int(np.quantile(heights, 1 - share, method="inverted_cdf"))
        if place <= floor:  # nobody in the upper share rose: take the lowest height that is a rise at all
            above = heights[heights > floor]
            place = int(above.min()) if len(above) else floor
        if place >= goal:
            return [*found, goal]
        if place > floor:
            found.append(place)
            stuck = 0
        else:
            stuck += 1
            if stuck > MOST_STUCK:
                raise MjsimError(f"no particle rose above {floor} towards {goal}", "splitting", "more particles, or another height")
        heights, moments = scene.rise(state, place)
        state = _onward(scene, state, moments, heights >= place, particles, rng)


MOST_STUCK = 10
"""Rounds in which no particle of a pilot rises, before it gives up."""
