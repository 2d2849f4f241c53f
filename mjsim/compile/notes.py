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
from mjsim.kernels.lineup import CLOSED, SCALE
from mjsim.policies.chances import DRAWS, LIVE, MISSING, basis, calibrated, chances, logit, own_basis
from mjsim.variant.rules import rules_of

if TYPE_CHECKING:
    from mjsim.compile.goals import Goals
    from mjsim.kernels.engine import Columns

HANDS = 800
"""Hands that are played each time."""
ENOUGH = 0.5
"""A goal was reached if the win brought this share of what the goal is worth."""
ELSE = 0.3
"""What a hand brings that is won with something else than the goal of its discard counts so much for that goal."""
DRAWN = 6.0
"""How strongly the terms of a variant are drawn to nothing."""
Floats = NDArray[np.float64]
Wins = NDArray[np.int64]


def noted(program: Program, goals: Goals, seed: int, hands: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(goal, missing, draws, live, won, place, points, hope, made) and (cell, won on) of the discards of `value`, int64 (n, 9) and
    (n opponents, 2).

    place : of the worth of what was aimed at, 0 and 1 for any win. points : that the seat won in the end. hope : in 1/SCALE points,
    -1 if any win led. made : was the hand won with what was aimed at?
    """
    from mjsim.kernels.engine import Table, columns_of, play_blocks  # which needs the goals that need this
    from mjsim.kernels.policy_value import TRACE_WORDS

    players = program.players
    table = Table(program, ("value",) * players, per_seat=False, log=False, goals=goals)
    trace = np.zeros((hands * 120, TRACE_WORDS), np.int64)
    table.state[S.TRACE_AT], table.state[S.TRACE_SIZE] = trace.ctypes.data, len(trace)
    columns = columns_of(program, play_blocks(table, seed, 0, hands))
    hand, seat, tile, missing, draws, live, turn, place = trace[: table.state[S.TRACE_USED]].T[:8]
    cells, hope = trace[: table.state[S.TRACE_USED], 8 : 7 + players], trace[: table.state[S.TRACE_USED], 11]
    wins = columns.wins
    paid, won = np.zeros((hands, 4), np.int64), np.zeros((hands, 4), bool)
    np.add.at(paid, (wins["hand"], wins["seat"]), wins["points"])
    won[wins["hand"], wins["seat"]] = True
    worth = next(iter(table.books.values())).worth
    wanted = np.where(place < 2, 0.0, ENOUGH * worth[place])
    by_discard = wins["by"] == L.BY_DISCARD
    places = zip(*(wins[name][by_discard].tolist() for name in ("hand", "giver", "tile", "turn")), strict=True)
    given: dict[tuple[int, ...], int] = dict(zip(places, wins["seat"][by_discard].tolist(), strict=True))
    winner = np.array([given.get(key, -1) for key in zip(*(axis.tolist() for axis in (hand, seat, tile, turn)), strict=True)])
    opponents = (seat[:, None] + np.arange(1, players)) % players
    fed = np.column_stack([cells.reshape(-1), (winner[:, None] == opponents).reshape(-1)])
    got = paid[hand, seat]
    reached = won[hand, seat] & (got >= wanted)
    done = made(program, goals, columns)[hand, seat, goals.families[place >> 1]]
    return np.column_stack([place >= 2, missing, draws, live, reached, place, got, hope, done]), fed


def made(program: Program, goals: Goals, columns: Columns) -> NDArray[np.bool_]:
    """Has a win of a seat in a hand the rows of a family of goals, or rows that drop them? bool (hands, 4, families)."""
    wins, rules = columns.wins, rules_of(program.variant).rows
    has = np.zeros((len(wins["hand"]), len(rules)), bool)
    has[np.repeat(np.arange(len(has)), np.diff(wins["rows_offsets"])), wins["rows_values"]] = True
    found = np.zeros((len(columns.hands["winners"]), 4, goals.families.max() + 1), bool)
    for family, first in zip(*np.unique(goals.families, return_index=True), strict=True):
        target = goals.targets[first]
        with_it = np.ones(len(has), bool)
        if target.form:
            with_it = wins["shape"] == program.shapes.index(target.rows[0])
        for row in () if target.form else target.rows:
            with_it &= has[:, [rule.slug == row or row in rule.row.excludes for rule in rules]].any(axis=1)
        found[wins["hand"][with_it], wins["seat"][with_it], family] = True
    return found


def logistic(features: Floats, n: Floats, hits: Floats, offset: Floats | float = 0.0, drawn: float = 0.2) -> Floats:
    """Coefficients of a logistic fit of counts, drawn to zero."""

    def loss(beta: Floats) -> tuple[float, Floats]:
        z = features @ beta + offset
        gradient = features.T @ (n / (1 + np.exp(-z)) - hits) + drawn * beta
        return float((n * np.logaddexp(0, z) - hits * z).sum() + drawn / 2 * beta @ beta), gradient

    beta: Floats = minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 2000}).x
    return beta


def own_terms(program: Program, goals: Goals, seed: int = 1) -> tuple[Floats, float, Wins]:
    """What is added to the log odds of the common tables in a variant: float64 (2, terms) by `own_basis`, and for dangers; and the
    discards that they were found from, as `noted` gives them.

    Of goals, the chance is that which times their worth makes the points that came of them, beside those of ready hands.
    """
    wins, dangers = noted(program, goals, seed, HANDS)
    common = calibrated()
    terms = np.zeros((2, 3))
    worth, points = worths(goals, wins), brought_points(goals, wins)
    ready = ready_hands(wins)
    promised = wins[ready, 7].sum() / SCALE
    again = points[ready].sum() / promised if promised > 0 else 1.0  # where hands are won again and again, more than one win brings
    for goal in (0, 1):
        some = (wins[:, 0] == goal) & (wins[:, 1] >= 1) & (wins[:, 1] < MISSING) & (wins[:, 3] > 0)
        if some.any():
            rows = wins[some].astype(float)
            missing, draws, live = rows[:, 1], rows[:, 2], np.minimum(rows[:, 3], LIVE - 1)
            offset = basis(missing, draws, live) @ common["fit"][goal]
            hits = points[some] / np.maximum(again * worth[some], 1e-9) if goal else rows[:, 4]
            # discards of one hand share its end: they count for less than their number
            weight = np.full(len(rows), 0.2)
            terms[goal] = logistic(own_basis(missing, draws), weight, weight * hits, offset, DRAWN)
    weight = np.ones(len(dangers))
    offset = logit(common["danger"][dangers[:, 0]])
    own_danger = float(logistic(np.ones((len(dangers), 1)), weight, dangers[:, 1].astype(float), offset, DRAWN)[0])
    return terms, own_danger, wins


def ready_hands(wins: Wins) -> NDArray[np.bool_]:
    """The discards that left a ready hand, whose hope was scored."""
    mask: NDArray[np.bool_] = (wins[:, 5] < 2) & (wins[:, 1] == 1) & (wins[:, 7] > 0)
    return mask


def brought_points(goals: Goals, wins: Wins) -> Floats:
    """Points that came after each discard, what a win spares among them."""
    points: Floats = wins[:, 6] + goals.tempo.spared * (wins[:, 6] > 0)
    return points


def worths(goals: Goals, wins: Wins) -> Floats:
    """What was aimed at was worth at those discards (mjsim/kernels/lineup.py, `worth_of`)."""
    place, missing = wins[:, 5], wins[:, 1]
    target = place >> 1
    closed, open_ = goals.closed[target], goals.open[target]
    stays = np.where((open_ > 0) & ~goals.forms[target], CLOSED[missing], 1.0)
    worth: Floats = np.where(place & 1, open_, np.where(open_ > 0, open_ + stays * (closed - open_), closed))
    return worth


def brought(goals: Goals, own: Floats, wins: Wins) -> tuple[Floats, Floats]:
    """What the tables promised, and what came of it, in points, over the discards that aimed at a place of the worths (closed and open of
    each target): float64 (2 * targets,) each. Places 0 and 1 are ready hands, whose promise was scored.

    Among goals of sets, what came of a hand that was won with something else counts for little, and the rest for more, so that all of them
    together are credited with what they brought: chows that may turn out as one row or another are no better goals by that, for what else a
    hand may become counts apart (mjsim/kernels/hopes.py).
    """
    points, ready = brought_points(goals, wins), ready_hands(wins)
    aimed = (wins[:, 5] >= 2) & (wins[:, 1] >= 1) & (wins[:, 1] < MISSING)
    table = chances(own)
    missing, draws, live = np.minimum(wins[:, 1], MISSING - 1), np.minimum(wins[:, 2], DRAWS - 1), np.minimum(wins[:, 3], LIVE - 1)
    chance = np.where(live > 0, table.win[1, missing, draws, live], table.mean[1, missing, draws])
    promised = np.where(ready, wins[:, 7] / SCALE, worths(goals, wins) * chance)
    some, n = ready | aimed, 2 * len(goals.targets)
    sets = aimed & ~goals.forms[wins[:, 5] >> 1]
    credited = np.where(wins[sets, 8] == 1, 1.0, ELSE) * points[sets]
    points[sets] = credited * points[sets].sum() / max(credited.sum(), 1.0)
    hoped, got = (np.bincount(wins[some, 5], values[some], n).astype(np.float64) for values in (promised, points))
    return hoped, got
