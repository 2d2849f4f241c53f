"""Does it pay to declare ready where one need not? Found by playing: the same walls with a player who does and with one who never does.

A declared hand throws what it draws, others see it coming, and who has shown his tiles is given none; what rows pay for it does not say
whether that is worth it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.program import Program
from mjsim.kernels import layout as L

if TYPE_CHECKING:
    from mjsim.compile.goals import Goals

WALLS = 400
FREE_TO_DECLARE = (1, 3, 4)
"""Ways of `layout.READY`: optional, shown, first."""
SURE = 2.0
"""He declares unless the other earns more by so many standard errors."""


def pays_to_declare(program: Program, goals: Goals) -> bool:
    """Is ready declared? Of one player of `value` among players of `speed`, in every place on WALLS walls of a fixed seed."""
    if program.image[L.READY] not in FREE_TO_DECLARE:
        return True
    more = earned(program, replace(goals, declares=False)) - earned(program, goals)
    return bool(more.mean() < SURE * more.std(ddof=1) / np.sqrt(len(more)))


def earned(program: Program, goals: Goals) -> NDArray[np.float64]:
    """Points per wall, float64 (WALLS,): mean over his places."""
    from mjsim.kernels.engine import Table, columns_of, play_blocks  # which needs the goals that need this

    players, total = program.players, np.zeros(WALLS)
    for place in range(players):
        policies = tuple("value" if player == place else "speed" for player in range(players))
        table = Table(program, policies, per_seat=False, log=False, goals=goals)
        hands = columns_of(program, play_blocks(table, 1, 0, WALLS)).hands
        points = np.stack([hands[f"points_{seat}"] for seat in range(players)], axis=1)
        total += points[np.arange(WALLS), (place - hands["dealer"]) % players]
    return total / players
