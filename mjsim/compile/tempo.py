"""How hands of a variant go when four players of `speed` play it: how soon they end and what losers pay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.program import Program
from mjsim.kernels import goals as G
from mjsim.kernels import layout as L

if TYPE_CHECKING:
    from mjsim.kernels.engine import Columns

HANDS = 600
SMOOTH = np.array([1, 2, 3, 2, 1])
"""Weights of neighbouring rounds in the hazards."""
FEW = 30
"""Rounds that so few hands reach are like those before."""


@dataclass(frozen=True, eq=False)
class Tempo:
    """rounds : mean own draws until a win, of hands that are won. loss : mean points that the giver of a win pays, 0 without such wins.

    bystander : mean points that each loser pays. spared : those that a win spares, because then no other wins. won : share of hands that
    are won. exposed : share of the wins with an open hand. closed, open : mean points of wins with a closed and an open hand, those of all
    where there are few. given : wins that are given for each that is drawn. alike : do all wins of one way bring the same?
    hazard : float64 (HAZARDS,), by own draws that have gone, the chance that another wins before the next.
    """

    rounds: float
    loss: float
    bystander: float
    spared: float
    won: float
    exposed: float
    closed: float
    open: float
    given: float
    alike: bool
    hazard: NDArray[np.float64]

    @property
    def drawn(self) -> float:
        """Share of the wins that are drawn."""
        return 1 / (1 + self.given)


def tempo_of(program: Program) -> Tempo:
    """The tempo of a variant, from HANDS hands of a fixed seed."""
    from mjsim.kernels.engine import play_hands  # which needs the goals that need this

    players = program.players
    columns = play_hands(program, 1, 0, HANDS, ("speed",))
    hands, wins = columns.hands, columns.wins
    points = points_of(columns, players)
    rounds = np.minimum(hands["turns"] // players, G.HAZARDS - 1)
    won, given = hands["winners"] > 0, hands["giver"] >= 0
    loss = -points[given, hands["giver"][given]].mean() if given.any() else 0.0
    bystander = each_pays(points[won])
    ends = np.bincount(rounds[won], minlength=G.HAZARDS)
    alive = len(rounds) - np.concatenate([[0], np.cumsum(np.bincount(rounds, minlength=G.HAZARDS))[:-1]])
    smooth = np.convolve(ends, SMOOTH, "same") / np.maximum(np.convolve(alive, SMOOTH, "same"), 1)
    reached = int((alive >= FEW).sum())
    smooth[reached:] = smooth[reached - 1]
    exposed, points_won = wins["exposed"] > 0, wins["points"]
    if len(points_won) == 0:
        return Tempo(float(G.HAZARDS), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, False, np.zeros(G.HAZARDS))
    closed, open_ = (float((points_won[mask] if mask.sum() >= FEW else points_won).mean()) for mask in (~exposed, exposed))
    hazard = smooth * (players - 1) / players
    loss, rounds_won, opened = max(float(loss), 0.0), float(rounds[won].mean()), float(exposed.mean())
    drawn = (wins["by"] == L.BY_SELF).sum()
    alike = all(len(set(points_won[wins["by"] == by].tolist())) <= 1 for by in (L.BY_SELF, L.BY_DISCARD))
    per_draw = float((len(wins["by"]) - drawn) / max(drawn, 1))
    spared = spared_in(program, columns)
    return Tempo(rounds_won, loss, bystander, spared, float(won.mean()), opened, closed, open_, per_draw, alike, hazard)


def points_of(columns: Columns, players: int) -> NDArray[np.int64]:
    """Points of all seats, int64 (hands, players)."""
    return np.stack([columns.hands[f"points_{seat}"] for seat in range(players)], axis=1)


def each_pays(points: NDArray[np.int64]) -> float:
    """Mean points that each loser pays in hands that are won, from the points of all seats, int64 (hands, players)."""
    return float(points.max(axis=1).mean() / (points.shape[1] - 1)) if len(points) else 0.0


def spared_in(program: Program, columns: Columns) -> float:
    """Points that a win spares, because then no other wins."""
    if program.image[L.ENDS]:
        return 0.0
    won = columns.hands["winners"] > 0
    return each_pays(points_of(columns, program.players)[won]) * float(won.mean())
