"""The sets and pairs of a goal as arrays for the arrangement kernel."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mjsim.kernels.arrange import CHOW, OTHER, PAIR, PUNG
from mjsim.tables.goals import Goal, Group


@cache
def groups_of(goal: Goal) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Groups that some way of the goal allows, int64 (n, 4): three kinds (-1 as third of a pair) and the type; sets before pairs.

    Second, int64 (34, width): numbers of the groups that contain each kind, ascending, -1 after the last.
    """
    rows = [
        [*(9 * colour + rank for rank in group), *([-1] * (3 - len(group))), kind_of(group, colour)]
        for size in (3, 2)
        for colour in range(4)
        for group in dict.fromkeys(group for way in goal.ways for group in way[colour].groups)
        if len(group) == size
    ]
    holding = [[number for number, row in enumerate(rows) if kind in row[:3]] for kind in range(34)]
    at = np.full((34, max(len(numbers) for numbers in holding) + 1), -1, dtype=np.int64)
    for kind, numbers in enumerate(holding):
        at[kind, : len(numbers)] = numbers
    return np.array(rows, dtype=np.int64), at


def kind_of(group: Group, colour: int) -> int:
    """Type of a group."""
    if len(group) == 2:
        return PAIR
    if len(set(group)) == 1:
        return PUNG
    return CHOW if colour < 3 and group[2] - group[0] == 2 and group[1] - group[0] == 1 else OTHER
