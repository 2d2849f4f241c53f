"""Weighted hands: walls in which what is asked for is likelier than in the deal, each counting as much less as it is likelier.

Importance sampling from a mixture of laws (Owen and Zhou, Safe and effective importance sampling, Journal of the American Statistical
Association 95, 2000): one of the parts is the deal itself, so that no wall counts more than 1 / PLAIN_SHARE times. The shares of the
others are those under which the hits of a pilot would vary least, by the multiplicative algorithm for optimal designs (Silvey, Titterington
and Torsney 1978). The mean of the weights is the chance, without bias, whatever laws are mixed; poor ones cost precision only. Interval:
Fay and Feuer (Statistics in Medicine 16, 1997) for a weighted sum of counts, with the greatest weight met.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincinv

from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.laws import Law
from mjsim.stats.splitting import Particles, Scene
from mjsim.tiles import ALL_KINDS

PLAIN_SHARE = 0.1
"""Least share of the deal itself."""
EVEN_SHARE = 0.1
"""Share that is divided evenly, because a pilot does not see everything."""
ROUNDS = 300
FEW_HITS = 20
"""With fewer hits of equal weight, or one that makes more than HEAVY of the sum, the method says so."""
HEAVY = 0.1

Weights = NDArray[np.float64]
Places = Callable[[Particles], NDArray[np.int64]]
"""Where in each wall the tiles lie that a law is about, (walls, ways, tiles): in one of several ways, each as likely as the others. A
function of what no law changes."""


@dataclass(frozen=True, eq=False)
class Part:
    """A law, the set (42,) that its tiles come from, and where they lie in the `wall` first columns of a particle. Tiles that are not of
    the set stay where they are."""

    law: Law
    copies: NDArray[np.int64]
    places: Places
    wall: int

    def deal(self, particles: Particles, rng: np.random.Generator) -> None:
        """Deal walls anew by the law, in place."""
        walls = particles[:, : self.wall]
        kinds = np.tile(np.arange(ALL_KINDS, dtype=walls.dtype), len(walls))

        def shuffled(counts: NDArray[np.int64]) -> Particles:
            return rng.permuted(np.repeat(kinds, counts.ravel()).reshape(len(walls), -1), axis=1)

        counts = self.law.draw(len(walls), rng)
        ways = self.places(particles)
        places = ways[np.arange(len(walls)), rng.integers(0, ways.shape[1], len(walls))]
        others = self.copies[walls] > 0
        np.put_along_axis(others, places, False, axis=1)
        np.put_along_axis(walls, places, shuffled(counts), axis=1)
        walls[others] = shuffled(self.copies - counts).ravel()

    def ratio(self, particles: Particles) -> Weights:
        """How many times likelier each wall is than in the deal."""
        ways = self.places(particles)
        n, number, tiles = ways.shape
        kinds = np.take_along_axis(particles, ways.reshape(n, -1), axis=1).reshape(n * number, tiles)
        counts = np.bincount((np.arange(len(kinds))[:, None] * ALL_KINDS + kinds).ravel(), minlength=len(kinds) * ALL_KINDS)
        ratios = self.law.ratio(counts.reshape(-1, ALL_KINDS)).reshape(n, number)
        return np.asarray(ratios.mean(axis=1))


@dataclass(frozen=True, eq=False)
class Mixture:
    """Laws and their shares; the first share is that of the deal itself."""

    scene: Scene
    parts: Sequence[Part]
    shares: Weights

    def start(self, count: int, rng: np.random.Generator) -> tuple[Particles, Weights]:
        """Walls, and how many times likelier than in the deal each part makes them, (walls, parts + 1)."""
        particles = self.scene.start(count, rng)
        ends = np.searchsorted((np.arange(count) + rng.random()) / count, np.cumsum(self.shares))
        for part, first, last in zip(self.parts, ends[:-1], [*ends[1:-1], count], strict=True):
            if last > first:
                part.deal(particles[first:last], rng)
        ratios = np.stack([np.ones(count), *(part.ratio(particles) for part in self.parts)], axis=1)
        return particles, ratios

    def weights(self, ratios: Weights) -> Weights:
        """What walls with these ratios count."""
        return np.asarray(1 / (ratios @ self.shares))


def even(scene: Scene, parts: Sequence[Part]) -> Mixture:
    """The deal itself and all parts alike."""
    return Mixture(scene, parts, _with_floors(np.full(len(parts) + 1, 1 / (len(parts) + 1))))


def tuned(mixture: Mixture, ratios: Weights, values: Weights) -> Mixture:
    """The mixture under which hits with these ratios (hits, parts + 1) and weights would vary least."""
    shares = np.full(ratios.shape[1], 1 / ratios.shape[1])
    for _ in range(ROUNDS):
        gain = (values / (ratios @ shares) ** 2) @ ratios
        shares = shares * np.sqrt(gain)
        shares /= shares.sum()
    return Mixture(mixture.scene, mixture.parts, _with_floors(shares))


def _with_floors(shares: Weights) -> Weights:
    """With the least shares, those of the deal and of every part."""
    found = (1 - PLAIN_SHARE - EVEN_SHARE) * shares + EVEN_SHARE / len(shares)
    found[0] += PLAIN_SHARE
    return found


def weighted_mean(weights: Weights, n: int, level: float = LEVEL) -> Estimate:
    """Chance from the weights of the hits among `n` walls; without a hit a bound, as if one of the greatest weight had been missed."""
    total, squares = float(weights.sum()) / n, float((weights**2).sum()) / n**2
    if not total:
        bound = -math.log((1 - level) / 2) / PLAIN_SHARE / n
        return Estimate(0.0, 0.0, min(1.0, bound), 0, n, "weighted hands")
    most = float(weights.max()) / n
    tail = (1 - level) / 2
    low = squares / total * float(gammaincinv(total**2 / squares, tail))
    above, spread = total + most, squares + most**2
    high = spread / above * float(gammaincinv(above**2 / spread, 1 - tail))
    alike = total**2 / squares
    method = f"weighted hands, worth {alike:,.0f} alike hits"
    if alike < FEW_HITS or most > HEAVY * total:
        method += ": few hands carry it, more are needed"
    return Estimate(total, low, min(1.0, high), None, n, method)
