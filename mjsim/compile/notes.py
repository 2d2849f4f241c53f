"""What `value` does in a variant and what becomes of it: the chances of winning there, and how dangerous its discards are.

The tables of chances (mjsim/policies/chances.py) are those of many variants together. A variant in which hands are won more or less often
than that, or more slowly, has terms of its own, found from hands that `value` plays with the common tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from mjsim.compile.program import Program
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.policies.chances import LIVE, MISSING, basis, calibrated, logit, own_basis

if TYPE_CHECKING:
    from mjsim.compile.goals import Goals

HANDS = 400
"""Hands that are played for the terms of a variant."""
ENOUGH = 0.5
"""A goal was reached if the win brought this share of what the goal is worth."""
DRAWN = 6.0
"""How strongly the terms of a variant are drawn to nothing."""
Floats = NDArray[np.float64]


def noted(program: Program, goals: Goals, seed: int, hands: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(goal, missing, draws, live, won) and (cell, won on) of the discards of `value`, int64 (n, 5) and (n opponents, 2)."""
    from mjsim.kernels.engine import Table, columns_of, play_blocks  # which needs the goals that need this
    from mjsim.kernels.policy_value import TRACE_WORDS

    players = program.players
    table = Table(program, ("value",) * players, per_seat=False, log=False, goals=goals)
    trace = np.zeros((hands * 120, TRACE_WORDS), np.int64)
    table.state[S.TRACE_AT], table.state[S.TRACE_SIZE] = trace.ctypes.data, len(trace)
    columns = columns_of(program, play_blocks(table, seed, 0, hands))
    hand, seat, tile, missing, draws, live, turn, place = trace[: table.state[S.TRACE_USED]].T[:8]
    cells = trace[: table.state[S.TRACE_USED], 8 : 7 + players]
    wins = columns.wins
    paid = np.full((hands, 4), -1)
    np.maximum.at(paid, (wins["hand"], wins["seat"]), wins["points"])
    worth = next(iter(table.books.values())).worth
    wanted = np.where(place < 2, 0.0, ENOUGH * worth[place])
    by_discard = wins["by"] == L.BY_DISCARD
    places = zip(*(wins[name][by_discard].tolist() for name in ("hand", "giver", "tile", "turn")), strict=True)
    given: dict[tuple[int, ...], int] = dict(zip(places, wins["seat"][by_discard].tolist(), strict=True))
    winner = np.array([given.get(key, -1) for key in zip(*(axis.tolist() for axis in (hand, seat, tile, turn)), strict=True)])
    opponents = (seat[:, None] + np.arange(1, players)) % players
    fed = np.column_stack([cells.reshape(-1), (winner[:, None] == opponents).reshape(-1)])
    return np.column_stack([place >= 2, missing, draws, live, paid[hand, seat] >= wanted]), fed


def logistic(features: Floats, n: Floats, hits: Floats, offset: Floats | float = 0.0, drawn: float = 0.2) -> Floats:
    """Coefficients of a logistic fit of counts, drawn to zero."""

    def loss(beta: Floats) -> tuple[float, Floats]:
        z = features @ beta + offset
        gradient = features.T @ (n / (1 + np.exp(-z)) - hits) + drawn * beta
        return float((n * np.logaddexp(0, z) - hits * z).sum() + drawn / 2 * beta @ beta), gradient

    beta: Floats = minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 2000}).x
    return beta


def own_terms(program: Program, goals: Goals) -> tuple[Floats, float]:
    """What is added to the log odds of the common tables in a variant: float64 (2, terms) by `own_basis`, and for dangers."""
    wins, dangers = noted(program, goals, 1, HANDS)
    common = calibrated()
    terms = np.zeros((2, 3))
    for goal in (0, 1):
        rows = wins[(wins[:, 0] == goal) & (wins[:, 1] >= 1) & (wins[:, 1] < MISSING)].astype(float)
        if len(rows):
            missing, draws, live = rows[:, 1], rows[:, 2], np.minimum(rows[:, 3], LIVE - 1)
            offset = basis(missing, draws, live) @ common["fit"][goal]
            # discards of one hand share its end: they count for less than their number
            weight = np.full(len(rows), 0.2)
            terms[goal] = logistic(own_basis(missing, draws), weight, weight * rows[:, 4], offset, DRAWN)
    weight = np.ones(len(dangers))
    offset = logit(common["danger"][dangers[:, 0]])
    return terms, float(logistic(np.ones((len(dangers), 1)), weight, dangers[:, 1].astype(float), offset, DRAWN)[0])
