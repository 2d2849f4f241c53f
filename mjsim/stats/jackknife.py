"""Errors of anything that can be computed from totals: leave out one group of hands at a time.

Source: the delete-a-group jackknife (Kott 2001; Shao and Tu, The Jackknife and Bootstrap, 1995, 2.3).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import stdtrit

from mjsim.stats.estimate import LEVEL, Estimate

GROUPS = 40


def jackknife(
    groups: np.ndarray, statistic: Callable[[np.ndarray], float], n: int, level: float = LEVEL, bounds: tuple[float, float] | None = None
) -> Estimate:
    """Estimate of a smooth statistic of totals.

    Parameters
    ----------
    groups : (g, ...) additive totals of g groups of independent units, dealt out evenly.
    statistic : totals (...) → number.
    n : how many units there are.
    bounds : range to which the interval is cut.
    """
    whole = groups.sum(axis=0)
    value = statistic(whole)
    if len(groups) < 2:
        return Estimate(value, -math.inf, math.inf, None, n, "one group")
    left_out = np.array([statistic(whole - group) for group in groups])
    count = len(groups)
    spread = float(((left_out - left_out.mean()) ** 2).sum()) * (count - 1) / count
    half = float(stdtrit(count - 1, 0.5 + level / 2)) * math.sqrt(spread)
    if math.isnan(value) or math.isnan(half):
        return Estimate(value, -math.inf, math.inf, None, n, "too few")
    low, high = value - half, value + half
    if bounds is not None:
        low, high = min(value, max(low, bounds[0])), max(value, min(high, bounds[1]))
    return Estimate(value, low, high, None, n, f"jackknife by {count} groups")
