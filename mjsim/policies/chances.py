"""Chances of a win, calibrated by `python -m experiments.calibrate` from hands that the policies themselves played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MISSING, DRAWS, LIVE = 10, 32, 64
"""Tiles missing 0-9, draws of one's own that are left 0-31, live useful tiles 0-63."""
DANGER_SHAPE = (6, 8, 5, 4)
"""Threat, phase, sort of tile, unseen copies (mjsim/kernels/danger.py)."""
DANGERS = 6 * 8 * 5 * 4
FILE = Path(__file__).parent / "chances.npz"


@dataclass(frozen=True, eq=False)
class Chances:
    """win : float64 (2, MISSING, DRAWS, LIVE), chance of any win, and of reaching a goal, after a discard. mean : (2, MISSING, DRAWS), the
    same whatever is live.

    danger : float64 (DANGERS,), chance that a discard is won on, by the cells of mjsim/kernels/danger.py.
    """

    win: NDArray[np.float64]
    mean: NDArray[np.float64]
    danger: NDArray[np.float64]

    def array(self) -> NDArray[np.float64]:
        """As the kernels take them (mjsim/kernels/lineup.py), with room for scratch."""
        return np.concatenate([self.win.reshape(-1), self.mean.reshape(-1), self.danger, np.zeros(3 * 34)])


@cache
def chances() -> Chances:
    """The calibrated table."""
    data = np.load(FILE)
    return Chances(*(data[name].astype(np.float64) for name in ("win", "mean", "danger")))
