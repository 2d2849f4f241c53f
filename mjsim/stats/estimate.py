"""An estimate is a value with its interval, its counts and the method that made it; never a bare number.

Sources: Wilson (1927) for proportions; Clopper and Pearson (1934) where hits or misses are few; Cochran, Sampling Techniques (1977),
6.3 for ratios of cluster totals; Korn and Graubard (1998) for proportions of clustered hands by their effective number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import betaincinv, ndtri, stdtrit

LEVEL = 0.95
FEW = 10
"""With fewer hits (or misses) than this the exact interval is used."""


@dataclass(frozen=True)
class Estimate:
    """`value` lies in [`low`, `high`] with the level asked for; `count` hits among `n` (None for means).

    With no hit at all `high` is an upper bound and `value`, 0, says nothing by itself: `str` shows the bound.
    """

    value: float
    low: float
    high: float
    count: int | None
    n: int
    method: str

    def __post_init__(self) -> None:
        if not math.isnan(self.value) and not self.low <= self.value <= self.high:
            raise ValueError(f"value {self.value} outside [{self.low}, {self.high}]")

    def as_dict(self) -> dict[str, float | int | str | None]:
        """The JSON form: no `count` for means, null for what is not known."""
        entries: dict[str, float | int | str | None] = {"value": _finite(self.value), "low": _finite(self.low), "high": _finite(self.high)}
        if self.count is not None:
            entries["count"] = self.count
        return entries | {"n": self.n, "method": self.method}

    def scaled(self, factor: float) -> Estimate:
        """The estimate of `factor` (> 0) times the quantity."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.count, self.n, self.method)

    def __str__(self) -> str:
        if self.count == 0:
            return f"< {self.high:.3g}"
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"


def proportion(count: int, n: int, level: float = LEVEL) -> Estimate:
    """Share of `count` hits in `n` independent trials.

    >>> proportion(0, 1000).high < 0.0037
    True
    >>> proportion(512, 1000).method
    'wilson'
    """
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, 0, "no data")
    low, high, method = _binomial(count, n, level)
    return Estimate(count / n, low, high, count, n, method)


def _binomial(count: float, n: float, level: float) -> tuple[float, float, str]:
    if count < FEW or n - count < FEW:
        return *clopper_pearson(count, n, level), "clopper-pearson"
    return *wilson(count, n, level), "wilson"


def wilson(count: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Score interval of a proportion."""
    z = float(ndtri(0.5 + level / 2))
    share = count / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def clopper_pearson(count: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Exact (never too short) interval of a proportion, equal tails."""
    tail = (1 - level) / 2
    low = 0.0 if count <= 0 else float(betaincinv(count, n - count + 1, tail))
    high = 1.0 if count >= n else float(betaincinv(count + 1, n - count, 1 - tail))
    return low, high


def mean(n: int, total: int, squares: int, level: float = LEVEL) -> Estimate:
    """Mean of n independent integers from their sum and sum of squares (Student's t)."""
    return ratio(n, total, n, squares, total, n, level)


def ratio(clusters: int, x: int, y: int, xx: int, xy: int, yy: int, level: float = LEVEL) -> Estimate:
    """Mean of x per y, from integer totals over independent clusters (hands, or matches where hands are linked).

    `x`, `y` are sums over clusters of the cluster totals, `xx`, `xy`, `yy` sums of their products. With y = 1 in each cluster this is
    the mean with Student's t interval.
    """
    if y == 0:
        return Estimate(math.nan, -math.inf, math.inf, None, 0, "no data")
    value = x / y
    variance = ratio_variance(clusters, x, y, xx, xy, yy)
    if math.isnan(variance):
        return Estimate(value, -math.inf, math.inf, None, y, "one cluster")
    half = float(stdtrit(clusters - 1, 0.5 + level / 2)) * math.sqrt(variance)
    plain = clusters == y == yy
    return Estimate(value, value - half, value + half, None, y, "student" if plain else f"ratio by {clusters} clusters")


def ratio_variance(clusters: int, x: int, y: int, xx: int, xy: int, yy: int) -> float:
    """Linearised variance of x / y (nan for one cluster); exact in integers up to the last division."""
    if clusters < 2:
        return math.nan
    squares = xx * y * y - 2 * x * y * xy + x * x * yy  # y² times the sum of squared residuals x - (x/y) y
    return max(0.0, clusters / (clusters - 1) * (squares / y**4))


def clustered_proportion(clusters: int, x: int, y: int, xx: int, xy: int, yy: int, level: float = LEVEL) -> Estimate:
    """Share of hits x among y trials that come in independent clusters.

    The binomial interval at the effective number of trials: that many independent trials would have the same variance. Clusters never
    make an interval shorter than independent trials would.
    """
    if clusters == y == yy and xx == x:
        return proportion(x, y, level)
    if y == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, 0, "no data")
    value = x / y
    effective = float(y)
    variance = ratio_variance(clusters, x, y, xx, xy, yy)
    if 0 < x < y and variance > 0:
        student = float(ndtri(0.5 + level / 2)) / float(stdtrit(clusters - 1, 0.5 + level / 2))
        effective = min(effective, value * (1 - value) / variance * student**2)
    low, high, method = _binomial(value * effective, effective, level)
    return Estimate(value, min(low, value), max(high, value), x, y, f"{method} by {clusters} clusters")


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
