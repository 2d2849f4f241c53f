"""Stopping when the estimate is good enough, and still telling the truth: intervals that hold at every look at once.

Sources: for shares of independent hands the mixture of likelihood ratios over a Beta distribution (Robbins 1970; Howard, Ramdas, McAuliffe
and Sekhon 2021), exact at any number of hands; for linked matches, whose hits are not independent, the asymptotic sequence of
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024) on the matches.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy.optimize import brentq
from scipy.special import betaln, xlog1py, xlogy

from mjsim.stats.estimate import LEVEL, Estimate, ratio_variance
from mjsim.stats.tally import Tally

PRIOR = 0.5
"""Both parameters of the mixing Beta distribution (Jeffreys'): nearly as tight for rare things as for common ones."""
TIGHTEST = 1_000
"""Clusters at which the asymptotic sequence is tightest."""


def share_sequence(count: int, n: int, level: float = LEVEL) -> Estimate:
    """Share of hits, with an interval that covers the true share at all n at once with probability `level`.

    >>> share_sequence(0, 1000).value, share_sequence(0, 1000).high < 0.01
    (0.0, True)
    """
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, 0, "no data")
    value = count / n
    bound = -math.log1p(-level)

    def excess(p: float) -> float:
        return float(evidence(count, n, p)) - bound

    tiny = 1e-300
    low = 0.0 if count == 0 else float(brentq(excess, tiny, value, xtol=1e-300, rtol=1e-12))
    high = 1.0 if count == n else _upper(excess, value)
    return Estimate(value, min(low, value), max(high, value), count, n, "confidence sequence (beta mixture)")


def evidence(count: int, n: int, p: float) -> float:
    """Logarithm of the mixture's likelihood over that of the share p: a martingale with mean 1 if p is true."""
    return float(betaln(PRIOR + count, PRIOR + n - count) - betaln(PRIOR, PRIOR) - xlogy(count, p) - xlog1py(n - count, -p))


def ratio_sequence(tally: Tally, level: float = LEVEL) -> Estimate:
    """Hits x a trial y in linked matches, covered at all numbers of matches at once, once these are many."""
    if tally.y == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, 0, "no data")
    value = tally.x / tally.y
    variance = ratio_variance(tally.clusters, tally.x, tally.y, tally.xx, tally.xy, tally.yy)
    if tally.x == 0 or math.isnan(variance) or variance == 0:
        bound = share_sequence(tally.x, tally.clusters, level)
        return Estimate(value, 0.0, max(value, bound.high), tally.x, tally.y, f"confidence sequence by {tally.clusters} matches")
    t, rho2 = tally.clusters, _rho2(1 - level)
    width = math.sqrt(variance * t) * math.sqrt((t * rho2 + 1) / (t * t * rho2) * math.log((t * rho2 + 1) / (1 - level) ** 2))
    low, high = max(0.0, value - width), min(1.0, value + width)
    return Estimate(value, min(low, value), max(high, value), tally.x, tally.y, f"asymptotic confidence sequence by {t} matches")


def _rho2(alpha: float) -> float:
    """The parameter that makes the sequence tightest at TIGHTEST clusters."""
    log = -2 * math.log(alpha)
    return (log + math.log(log + 1)) / TIGHTEST


def _upper(excess: Callable[[float], float], value: float) -> float:
    start = max(value, 1e-300)
    step = max(value, 1e-12)
    end = start
    while end < 1 and excess(min(end, 1 - 1e-16)) < 0:
        end, step = end + step, step * 2
    end = min(end, 1 - 1e-16)
    return 1.0 if excess(end) < 0 else float(brentq(excess, start, end, xtol=1e-300, rtol=1e-12))
