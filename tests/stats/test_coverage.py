"""Coverage of the intervals that have no test beside their own: rows together, differences of independent samples."""

from __future__ import annotations

import numpy as np
import pytest

from mjsim.stats.moments import Pair
from mjsim.stats.paired import unpaired
from mjsim.stats.rows import _lift
from mjsim.stats.tally import Tally

pytestmark = pytest.mark.verify


@pytest.mark.parametrize(("a", "b", "lift"), [(0.2, 0.1, 1.0), (0.1, 0.1, 3.0), (0.3, 0.02, 0.5)])
def test_lifts_are_covered_within_one_point(a: float, b: float, lift: float) -> None:
    rng = np.random.default_rng(1)
    both = a * b * lift
    n = 20_000
    tables = rng.multinomial(n, [both, a - both, b - both, 1 - a - b + both], size=10_000)
    found = [_lift(int(x), int(x + y), int(x + z), n, 0.95) for x, y, z, _ in tables]
    assert abs(np.mean([e.low <= lift <= e.high for e in found]) - 0.95) < 0.01


def tally(values: np.ndarray) -> Tally:
    """Each value in a cluster of its own."""
    n, x = len(values), int(values.sum())
    return Tally(n, x, n, int((values**2).sum()), x, n)


def test_differences_of_independent_samples_are_covered_within_one_point() -> None:
    rng = np.random.default_rng(2)
    covered = []
    for _ in range(10_000):
        one, other = rng.geometric(0.3, 400) - 1, rng.geometric(0.25, 300) - 1
        change, _p = unpaired(Pair("hand", False, (1, 1), tally(one), tally(other)))
        covered.append(change.low <= 3 - 7 / 3 <= change.high)
    assert abs(np.mean(covered) - 0.95) < 0.01
