"""A curve that never falls, with a bootstrap band.

Source: pool adjacent violators (Ayer et al. 1955), by scipy; between the points of the fit the curve is straight, beyond them level.
Resampling pairs is known to be rough for isotonic curves (Sen, Banerjee and Woodroofe 2010): the band shows how much the curve hangs on
single points, its level is nominal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import isotonic_regression

RESAMPLES = 2000
CLOSE = 0.25
"""A deviation up to this is no outlier: for log2 of points, a fifth more or less."""
ROUNDS = 10


@dataclass(frozen=True)
class Curve:
    """A fitted curve: `x` ascending, `y` never falling."""

    x: np.ndarray
    y: np.ndarray

    def at(self, x: np.ndarray | float) -> np.ndarray:
        """Height of the curve."""
        return np.asarray(np.interp(x, self.x, self.y))


def fit(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> Curve:
    """Least squares among curves that never fall; points with equal x count as their mean."""
    weights = np.ones(len(x)) if weights is None else weights
    place, where = np.unique(x, return_inverse=True)
    mass = np.bincount(where, weights)
    kept = mass > 0
    height = np.bincount(where, weights * y)[kept] / mass[kept]
    return Curve(place[kept], np.asarray(isotonic_regression(height, weights=mass[kept]).x))


def robust_fit(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> Curve:
    """The same with deviations beyond CLOSE counted by their size, not their square, so that single outliers do not bend the curve.

    Least squares with weights made from the last deviations, again and again (Huber, Robust Statistics, 1981, 7.8).
    """
    weights = np.ones(len(x)) if weights is None else weights
    curve = fit(x, y, weights)
    for _ in range(ROUNDS):
        off = np.abs(y - curve.at(x))
        curve = fit(x, y, weights * CLOSE / np.maximum(off, CLOSE))
    return curve


@dataclass(frozen=True)
class Bootstrap:
    """Heights of refitted curves: `at_grid` (resamples, grid), and `at_points` (resamples, points), where a point that was itself drawn is
    nan, so that every point is compared with curves made without it.
    """

    at_grid: np.ndarray
    at_points: np.ndarray


def bootstrap(x: np.ndarray, y: np.ndarray, noise: np.ndarray, grid: np.ndarray, resamples: int = RESAMPLES, seed: int = 1) -> Bootstrap:
    """Refit the curve to resampled points, each x shaken by normal noise with standard deviation `noise` (n,)."""
    rng = np.random.default_rng(seed)
    n = len(x)
    grids, points = np.empty((resamples, len(grid))), np.full((resamples, n), np.nan)
    for i in range(resamples):
        weights = np.bincount(rng.integers(0, n, n), minlength=n).astype(float)
        shaken = x + noise * rng.standard_normal(n)
        drawn = weights > 0
        curve = robust_fit(shaken[drawn], y[drawn], weights[drawn])
        grids[i] = curve.at(grid)
        points[i, ~drawn] = curve.at(shaken[~drawn])
    return Bootstrap(grids, points)


def without_each(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Height at each point of the curve fitted to all others, (n,)."""
    every = np.arange(len(x))
    return np.array([float(robust_fit(x[every != i], y[every != i]).at(x[i])) for i in every])
