"""The search for the best discard against the rating of all of them."""

from __future__ import annotations

import numpy as np
import pytest

from mjsim.compile import compile_variant
from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.discards import pick_discard
from mjsim.kernels.distance import decide
from mjsim.kernels.engine import Table
from mjsim.kernels.special import IMPOSSIBLE, ORPHANS, PAIRS
from mjsim.kernels.words import from_counts
from mjsim.tables.goals import HONORS, STANDARD, SUIT, Goal, providing, two_suits
from mjsim.tables.program import tables_of
from mjsim.variant import load

GOALS = (STANDARD, Goal(two_suits(SUIT, HONORS)), Goal(providing(STANDARD.ways[0], ((SUIT.groups[7:16], HONORS.groups[:7]),))))
"""Any sets and a pair; one suit missing (three ways); a pung in it (four ways)."""


@pytest.fixture(scope="module")
def tables():
    return tables_of(GOALS)


@pytest.fixture(scope="module")
def state(tables):
    table = Table(compile_variant(load("simplest")), ("speed",) * 4, per_seat=False, log=False)
    table.state[S.HEAD_AT], table.state[S.HEAD_ROWS] = tables.head.ctypes.data, len(tables.head)
    table.state[S.T16_AT], table.state[S.T16_SIZE] = tables.t16.ctypes.data, len(tables.t16)
    table.state[S.REC_AT], table.state[S.REC_SIZE] = tables.rec.ctypes.data, len(tables.rec)
    return table.state


def random_hand(rng, tiles, kinds):
    wall = rng.permutation(np.repeat(rng.permutation(34)[:kinds], 4))
    counts = np.bincount(wall[:tiles], minlength=34)
    return counts, 4 - counts - np.bincount(rng.choice(34, 30), minlength=34).clip(0, 1) * (counts < 4)


@pytest.mark.parametrize("goal", range(len(GOALS)))
@pytest.mark.parametrize("forms", [0, PAIRS, PAIRS | ORPHANS])
def test_same_distance_and_live_tiles_as_the_rating_of_all_discards(goal, forms, tables, state):
    rng = np.random.default_rng(100 * goal + forms)
    first, last = tables.ways[goal]
    seat = S.SEATS
    out = np.zeros((34, 3), np.int64)
    for trial in range(600):
        melds = 0 if forms else int(rng.integers(0, 4))
        jokers = int(rng.integers(0, 3)) if trial % 3 == 0 else 0
        counts, unseen = random_hand(rng, 14 - 3 * melds - jokers, int(rng.choice([5, 9, 16, 34])))
        allowed = (1 << 34) - 1 if trial % 2 else int(rng.integers(1, 1 << 34))
        words, others = ([int(from_counts(c, colour)) for colour in range(4)] for c in (counts, unseen))
        state[seat + S.WORDS : seat + S.WORDS + 4] = words
        state[seat + S.UNSEEN : seat + S.UNSEEN + 4] = others
        state[seat + S.JOKERS], state[seat + S.SETS] = jokers, 4 - melds
        best = decide(tables.head, tables.t16, tables.rec, first, last, 4 - melds, forms, jokers, allowed, *words, *others, out)
        kinds = [kind for kind in range(34) if counts[kind] and allowed >> kind & 1]
        face = pick_discard(state, 0, allowed, first, last, forms)
        if not kinds or best >= IMPOSSIBLE:
            assert face == -1
            continue
        assert face in kinds
        assert max(0, state[S.PICK_MISSING] - jokers) == best
        live = max(out[kind, 1] for kind in kinds)
        assert out[face, 1] == live
        if state[S.PICK_LIVE] >= 0:
            assert (state[S.PICK_LIVE], state[S.PICK_USEFUL]) == (live, out[face, 2])
        else:
            assert best > 1 and sum(out[kind, 0] == best for kind in kinds) == 1


def test_layout_constants_do_not_overlap():
    """The state's blocks follow each other: a block that grew into the next would be a silent fault."""
    assert S.FACE + 42 <= S.FULL and S.IDLE_PLACE < S.FACE and S.FULL + 4 <= S.PICK_MISSING < S.O_WIN
    assert S.O_COUNT < S.REACT and S.REACT + 4 * S.REACT_SIZE <= S.SEATS and S.SEATS + 4 * S.SEAT_SIZE <= S.VIEW
    assert S.VISIBLE + 42 <= S.CLEARED_TO <= S.TARGETS and S.BASE < S.WALL and S.WALL + S.MOST_TILES <= S.STATE_SIZE
    assert A.FACT + 2 * 12 <= A.HEADER and L.TABLE_SIZE == L.T_SIZE + 4 * L.S_SIZE
