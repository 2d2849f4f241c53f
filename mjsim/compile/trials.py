"""What is found by playing: which goals pay, whether it pays to declare ready where one need not, and what a win spares.

For the first two one player of `value` sits among players of `speed`, in every place on the same walls. Worth and chances say how goals
compare, not whether aiming at them costs more wins than it brings points; and a declared hand throws what it draws, others see it coming,
and who has shown his tiles is given none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.program import Program
from mjsim.compile.tempo import HANDS, points_of, spared_in
from mjsim.kernels import layout as L

if TYPE_CHECKING:
    from mjsim.compile.goals import Goals
    from mjsim.kernels.engine import Columns

WALLS = 500
ROUNDS = 8
"""Goals that cannot be told apart on WALLS walls are played again on so many others, and so on."""
FREE_TO_DECLARE = (1, 3, 4)
"""Ways of `layout.READY`: optional, shown, first."""
SURE = 2.0
"""Standard errors by which something must be better than what is usual, or than all that is dropped."""


def best_played(program: Program, choices: Sequence[Goals]) -> Goals:
    """Those goals that earn most."""
    points, left = [np.zeros(0)] * len(choices), list(range(len(choices)))
    best = 0
    for turn in range(ROUNDS):
        for i in left:
            points[i] = np.append(points[i], earned(program, choices[i], turn * WALLS))
        best = max(left, key=lambda i: points[i].mean())
        left = [i for i in left if i == best or not clearly(points[best] - points[i])]
        if len(left) == 1:
            break
    return choices[best]


def clearly(more: NDArray[np.float64]) -> bool:
    """Is the mean of a sample clearly above 0?"""
    return bool(more.mean() > SURE * more.std(ddof=1) / np.sqrt(len(more)))


def pays_to_declare(program: Program, goals: Goals) -> bool:
    """Is ready declared?"""
    if program.image[L.READY] not in FREE_TO_DECLARE:
        return True
    return not clearly(earned(program, replace(goals, declares=False), 0) - earned(program, goals, 0))


def earned(program: Program, goals: Goals, first: int) -> NDArray[np.float64]:
    """Points on each of WALLS walls of a fixed seed from the first on, float64 (WALLS,): mean over his places."""
    players, total = program.players, np.zeros(WALLS)
    for place in range(players):
        columns = played(program, tuple("value" if player == place else "speed" for player in range(players)), goals, first, WALLS)
        total += points_of(columns, players)[np.arange(WALLS), (place - columns.hands["dealer"]) % players]
    return total / players


def spared_among(program: Program, goals: Goals) -> float:
    """Points that a win spares among players of `value` with these goals, whose wins are dearer than those of `speed`."""
    return spared_in(program, played(program, ("value",) * program.players, goals, 0, HANDS))


def played(program: Program, policies: tuple[str, ...], goals: Goals, first: int, hands: int) -> Columns:
    """So many hands of a fixed seed from the first on, in which `value` has these goals."""
    from mjsim.kernels.engine import Table, columns_of, play_blocks  # which needs the goals that need this

    table = Table(program, policies, per_seat=False, log=False, goals=goals)
    return columns_of(program, play_blocks(table, 1, first, hands))
