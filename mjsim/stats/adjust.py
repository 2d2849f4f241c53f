"""p-values of many tests at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import false_discovery_control


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's (1979) step-down adjustment: the chance of any false claim stays below the level.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, float)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(stepped, 1.0)
    return [float(value) for value in adjusted]


def discoveries(p_values: Sequence[float | None], *, dependent: bool = False) -> list[float | None]:
    """p-values adjusted so that the share of false claims among all claims stays below the level; None stays None.

    Benjamini and Hochberg (1995); with `dependent`, Benjamini and Yekutieli (2001), right for tests that hang together in any way.
    """
    known = [p for p in p_values if p is not None]
    if not known:
        return list(p_values)
    adjusted = iter(false_discovery_control(known, method="by" if dependent else "bh"))
    return [None if p is None else float(next(adjusted)) for p in p_values]
