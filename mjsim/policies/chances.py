"""Chances of a win, calibrated by `python -m experiments.calibrate` from hands that the policies themselves played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from mjsim.kernels.layout import MOST_PLACES

MISSING, DRAWS, LIVE = 10, 32, 64
"""Tiles missing 0-9, draws of one's own that are left 0-31, live useful tiles 0-63."""
DANGER_SHAPE = (6, 8, 5, 4, 4)
"""Threat, phase, sort of tile, unseen copies, thrown before (mjsim/kernels/danger.py)."""
FILE = Path(__file__).parent / "chances.npz"
SCRATCH = 4 * MOST_PLACES
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Chances:
    """win : float64 (2, MISSING, DRAWS, LIVE), chance of any win, and of reaching a goal, after a discard. mean : (2, MISSING, DRAWS), the
    same whatever is live.

    danger : float64, chance that an opponent wins on a discard, by the cells of mjsim/kernels/danger.py.
    """

    win: Floats
    mean: Floats
    danger: Floats

    def array(self) -> Floats:
        """As the kernels take them (mjsim/kernels/lineup.py), with room for scratch."""
        return np.concatenate([self.win.reshape(-1), self.mean.reshape(-1), self.danger, np.zeros(SCRATCH)])


def basis(missing: Floats, draws: Floats, live: Floats) -> Floats:
    """What the log odds of a win are linear in."""
    m, x, y = missing, np.log(draws + 1), np.log(live + 1)
    return np.column_stack([np.ones_like(x), m, x, y, x * y, m * x, m * y, draws / 10, m * draws / 10])


def own_basis(missing: Floats, draws: Floats) -> Floats:
    """What the terms of a variant of its own are linear in."""
    return np.column_stack([np.ones_like(missing), missing - 3, np.log(draws + 1) - 2])


def logit(chance: Floats) -> Floats:
    """Log odds."""
    return np.log(np.maximum(chance, 1e-12)) - np.log1p(-chance)


def tables(fit: Floats, usual: Floats, own: Floats) -> tuple[Floats, Floats]:
    """(win, mean) of one sort. fit : coefficients of `basis`. usual : (MISSING, LIVE), how often so many tiles are live. own : terms of the
    variant.

    More missing tiles never help; live tiles beyond what is seen with so many missing count no more.
    """
    win, mean = np.zeros((MISSING, DRAWS, LIVE)), np.zeros((MISSING, DRAWS))
    draws, live = (axis.reshape(-1).astype(float) for axis in np.meshgrid(np.arange(DRAWS), np.arange(LIVE), indexing="ij"))
    for m in range(1, MISSING):
        most = int(np.searchsorted(np.cumsum(usual[m]), 0.99))
        missing = np.full(len(live), float(m))
        z = basis(missing, draws, np.minimum(live, most)) @ fit + own_basis(missing, draws) @ own
        win[m] = expit(z).reshape(DRAWS, LIVE)
        mean[m] = win[m] @ usual[m]
    win[1, :, 0] = 0
    win[0] = win[1].max(axis=1)[:, None]
    mean[0] = win[0, :, 0]
    return np.minimum.accumulate(win, axis=0), np.minimum.accumulate(mean, axis=0)


@cache
def calibrated() -> dict[str, Floats]:
    """The fits: `fit` (2, coefficients), `usual` (2, MISSING, LIVE), `danger`."""
    with np.load(FILE) as data:
        return {name: data[name].astype(np.float64) for name in ("fit", "usual", "danger")}


def chances(own: Floats | None = None, own_danger: float = 0.0) -> Chances:
    """The tables of a variant with its own terms (mjsim/compile/notes.py), or the common ones. A tile from a goal is a tile from a win."""
    found = calibrated()
    own = np.zeros((2, 3)) if own is None else own
    win, mean = (np.stack(pair) for pair in zip(*(tables(found["fit"][i], found["usual"][i], own[i]) for i in (0, 1)), strict=True))
    win[1, :2], mean[1, :2] = win[0, :2], mean[0, :2]
    return Chances(win, mean, 1 / (1 + np.exp(-logit(found["danger"]) - own_danger)))
