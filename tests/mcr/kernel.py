"""Drawn hands as columns for the batch scorer, and what it counts in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mjsim.compile.cases import program_of
from mjsim.compile.records import WAYS
from mjsim.scoring import FLAGS, SORTS, read_hands, score_arrays
from mjsim.variant.model import Variant
from tests.mcr.hands import Hand


def columns(hands: Sequence[Hand]) -> dict[str, Any]:
    """The hands as arrays, in the columns of `mjsim.scoring`."""
    tiles = np.zeros((len(hands), 34), np.uint8)
    melds = np.zeros((len(hands), 4, 2), np.int64)
    for row, hand in enumerate(hands):
        for kind in hand.tiles:
            tiles[row, kind] += 1
        for place, (sort, lowest, _) in enumerate(hand.melds):
            melds[row, place] = SORTS.index(sort), lowest
    return {
        "tiles": tiles,
        "melds": melds,
        "win": np.array([hand.win for hand in hands]),
        "by": np.array([WAYS.index(hand.by) for hand in hands]),
        "seat": np.array([hand.seat for hand in hands]),
        "round": np.array([hand.round - 27 for hand in hands]),
        "flags": np.array([sum(FLAGS[flag] for flag in hand.flags) for hand in hands]),
        "flowers": np.array([((1 << hand.flowers) - 1) << 34 for hand in hands]),
    }


def by_kernel(variant: Variant, hands: Sequence[Hand]) -> list[dict[str, int]]:
    """Rows of each hand as the kernels count them; every hand must win."""
    program = program_of(variant)
    found = score_arrays(program, read_hands(variant, columns(hands)))
    assert not found.refused.any(), hands[int(np.argmax(found.refused != 0))]
    values = np.array([int(row.value) for row in variant.rows.values()])
    assert (found.counts @ values == found.value).all()
    hand, row = np.nonzero(found.counts)
    answers: list[dict[str, int]] = [{} for _ in hands]
    for i, number, count in zip(hand.tolist(), row.tolist(), found.counts[hand, row].tolist(), strict=True):
        answers[i][program.rows[number]] = count
    return answers
