"""Do points match rarity? Surprise of each row beside its points, the curve through all rows, and the rows off the curve.

The curve is fitted to log2 of the face values over surprise, never falling: rarer rows should not be worth less; it does not bend to
single rows far off. A row is judged by
the curve made without it: "overpaid" means that the variant pays more for it than for other rows of such rarity, by more than its rows
scatter around the curve anyway and than the curve is uncertain; p-values are adjusted by Benjamini and Hochberg. Rarity depends on how
the policies play: rows that nobody aims for look rarer than they are for those who do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtri, stdtr

from mjsim.errors import MjsimError
from mjsim.stats.adjust import discoveries
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.isotonic import RESAMPLES, bootstrap, robust_fit, without_each
from mjsim.stats.rows import win_values
from mjsim.stats.summary import Summary, summary
from mjsim.store.dataset import Dataset

LEAST_ROWS = 8
"""Fewer rated rows than this make no curve."""


@dataclass(frozen=True)
class RowBalance:
    """One row. `surprise` is -log2 of the share of hands, in bits (a lower bound where the row was never seen); `points` its face value,
    None where the variant gives a formula; `win_value` the mean value of the wins that have it; `fair_points` the height of the curve,
    made without this row; `ratio` = points / fair_points.
    """

    row: str
    zh: str
    en: str
    rate: Estimate
    surprise: Estimate
    points: int | None
    win_value: Estimate
    fair_points: Estimate | None = None
    ratio: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    verdict: str = "not rated"

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {key: value.as_dict() if isinstance(value, Estimate) else value for key, value in vars(self).items()}


@dataclass(frozen=True)
class Balance:
    """Rows in the order of the variant, and the curve as columns surprise, value, low, high (points)."""

    identity: str
    variant: str
    policies: tuple[str, ...]
    hands: int
    level: float
    rows: tuple[RowBalance, ...]
    curve: pl.DataFrame

    def as_dict(self) -> dict[str, Any]:
        """The document that `mjsim balance --json` prints."""
        head = {key: getattr(self, key) for key in ("identity", "variant", "hands", "level")}
        return {**head, "policies": list(self.policies), "rows": [row.as_dict() for row in self.rows], "curve": self.curve.to_dicts()}


def balance(folder: str | Path | Dataset, level: float = LEVEL, resamples: int = RESAMPLES, found: Summary | None = None) -> Balance:
    """Points against rarity of a data set; `found` is its summary at that level, if there is one already.

    Raises
    ------
    DataError
        if the folder is no data set or holds no hands.
    """
    data = folder if isinstance(folder, Dataset) else Dataset(Path(folder))
    if not 0 < level < 1:
        raise MjsimError(f"level {level} is out of range", "--level", "between 0 and 1, for example 0.95")
    found = found or summary(data, level)
    values = win_values(data, level)
    faces = face_values(data.plan.variant["rows"])
    rows = [
        RowBalance(slug, zh, en, found.rows[slug], surprise(found.rows[slug]), faces[slug], values[slug].scaled(1 / data.scale))
        for slug, (zh, en) in data.rows.items()
    ]
    judged, curve = judge(rows, level, resamples)
    return Balance(found.identity, found.variant, found.policies, found.hands, level, tuple(judged), curve)


def surprise(rate: Estimate) -> Estimate:
    """-log2 of a rate; a row never seen has a lower bound and no value."""
    low = -math.log2(rate.high) if rate.high > 0 else math.inf
    low = max(0.0, low)
    if not rate.count:
        return Estimate(math.nan, low, math.inf, rate.count, rate.n, rate.method)
    high = -math.log2(rate.low) if rate.low > 0 else math.inf
    return Estimate(max(0.0, -math.log2(rate.value)), low, max(0.0, high), rate.count, rate.n, rate.method)


def face_values(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, int | None]:
    """Whole numbers above 0 as they stand in the variant; formulas and rows that cost points have none.

    >>> face_values({"a": {"value": 8}, "b": {"value": "6"}, "c": {"value": "2 * kongs"}, "d": {"value": 0}})
    {'a': 8, 'b': 6, 'c': None, 'd': None}
    """
    texts = {slug: str(row.get("value", 0)).strip() for slug, row in rows.items()}
    return {slug: int(text) if text.isdecimal() and int(text) > 0 else None for slug, text in texts.items()}


def judge(rows: list[RowBalance], level: float, resamples: int) -> tuple[list[RowBalance], pl.DataFrame]:
    """Fit the curve to the rows that were seen and have a face value, and judge each of them."""
    schema = {"surprise": pl.Float64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    rated = [i for i, row in enumerate(rows) if row.points is not None and row.rate.count]
    if len(rated) < LEAST_ROWS:
        return [_unrated(row) for row in rows], pl.DataFrame(schema=schema)
    x = np.array([rows[i].surprise.value for i in rated])
    y = np.log2(np.array([rows[i].points for i in rated], float))
    noise = np.array([_noise(rows[i].rate, level) for i in rated])
    grid = np.linspace(x.min(), x.max(), 101)
    resampled = bootstrap(x, y, noise, grid, resamples)
    tails = [(1 - level) / 2, 0.5 + level / 2]
    middle = robust_fit(x, y).at(grid)
    low, high = np.quantile(resampled.at_grid, tails, axis=0)
    band = {"surprise": grid, "value": middle, "low": np.minimum(low, middle), "high": np.maximum(high, middle)}
    curve = pl.DataFrame({name: column if name == "surprise" else 2**column for name, column in band.items()}, schema=schema)

    heights = [column[~np.isnan(column)] for column in resampled.at_points.T]
    expected = without_each(x, y)
    p_values = off_curve(x, y, expected, np.array([column.std() for column in heights]))
    adjusted = discoveries(p_values)
    judged = [_unrated(row) for row in rows]
    for k, i in enumerate(rated):
        value = float(2 ** expected[k])
        low, high = (float(2 ** np.quantile(heights[k], tail)) for tail in tails)
        side = _side(x, k)
        low, high = (0.0 if side < 0 else min(value, low)), (math.inf if side > 0 else max(value, high))
        method = "bound: beyond all other rows" if side else "isotonic without the row, bootstrap"
        ratio, q = float(2 ** (y[k] - expected[k])), adjusted[k]
        words = ("overpaid" if ratio > 1 else "underpaid") if q is not None and q <= 1 - level else "in line"
        fair = Estimate(value, low, high, None, len(rated) - 1, method)
        fields = {"fair_points": fair, "ratio": None if side else ratio, "p": p_values[k], "p_adjusted": q, "verdict": words}
        judged[i] = RowBalance(**{**vars(rows[i]), **fields})
    return judged, curve


def off_curve(x: np.ndarray, y: np.ndarray, expected: np.ndarray, error: np.ndarray) -> list[float]:
    """p-values, two-sided, of points being off the curve by more than the rows scatter around it anyway.

    Parameters
    ----------
    x, y : points, (n,); `expected` : the curve at each, made without it; `error` : standard error of that.

    The scatter is the median absolute deviation, which single outliers do not move, times 1.4826 as for normal errors. Beyond all
    other points the curve is only a bound, and a point on the allowed side of it is not off.
    """
    off = y - expected
    scatter = 1.4826 * float(np.median(np.abs(off)))
    spread = np.sqrt(scatter**2 + error**2)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(off == 0, 0.0, np.abs(off) / spread)
    p_values = 2 * stdtr(len(x) - 2, -z)
    return [1.0 if _side(x, k) * off[k] > 0 else float(p) for k, p in enumerate(p_values)]


def _side(x: np.ndarray, k: int) -> int:
    """-1 (+1) if a point lies before (after) all others."""
    others = np.delete(x, k)
    return -1 if x[k] < others.min() else 1 if x[k] > others.max() else 0


def _unrated(row: RowBalance) -> RowBalance:
    words = "never seen" if not row.rate.count else "no face value" if row.points is None else "too few rows for a curve"
    return RowBalance(**{**vars(row), "verdict": words})


def _noise(rate: Estimate, level: float) -> float:
    """Standard error of the surprise, in bits, from the interval of the rate."""
    low = rate.low if rate.low > 0 else rate.value / 10
    return math.log2(rate.high / low) / 2 / float(ndtri(0.5 + level / 2))
