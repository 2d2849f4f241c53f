"""How soon `speed` is ready when it draws alone: python -m benchmarks.readiness [--deals N].

136 tiles; four sets and a pair, seven pairs or thirteen orphans; nobody claims, one's own discards are seen. After each of some turns: the
share of deals that are one tile from a win once the tile of the turn is thrown, with its Wilson interval.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.aims import aims_of
from mjsim.kernels import aims as A
from mjsim.kernels import special
from mjsim.kernels import state as S
from mjsim.kernels.discards import pick_discard
from mjsim.kernels.words import add, remove
from mjsim.stats.estimate import wilson
from mjsim.variant import load

TURNS = (1, 3, 6, 9, 12, 15, 18)
SHAPES = ("standard", "pairs", "orphans")
TILES = np.repeat(np.arange(34), 4)
HAND, SEED = 13, 2026
Ready = NDArray[np.int64]


def ready_after(deals: int, seed: int) -> Ready:
    """Number of deals that are ready after each of 1 .. 18 turns, int64 (19,); index 0 stays 0."""
    aims = aims_of(load("simplest", {"win.shapes": list(SHAPES)}))
    first, last = (int(way) for way in aims.array[A.SHAPE_WAYS : A.SHAPE_WAYS + 2])
    state = np.zeros(S.STATE_SIZE, np.int64)
    for at, size, array in (
        (S.HEAD_AT, S.HEAD_ROWS, aims.tables.head),
        (S.T16_AT, S.T16_SIZE, aims.tables.t16),
        (S.REC_AT, S.REC_SIZE, aims.tables.rec),
    ):
        state[at], state[size] = array.ctypes.data, len(array)
    full = np.zeros(4, np.int64)
    for kind in TILES:
        full[kind // 9] = add(full[kind // 9], kind % 9)
    random = np.random.default_rng(seed)
    hand, unseen = S.SEATS + S.WORDS, S.SEATS + S.UNSEEN
    state[S.SEATS + S.SETS] = 4
    found = np.zeros(max(TURNS) + 1, np.int64)
    for _ in range(deals):
        wall = random.choice(TILES, HAND + max(TURNS), replace=False).tolist()
        state[hand : hand + 4], state[unseen : unseen + 4] = 0, full
        for number, kind in enumerate(wall):
            colour, rank = divmod(kind, 9)
            state[hand + colour] = add(state[hand + colour], rank)
            state[unseen + colour] = remove(state[unseen + colour], rank)
            turn = number - HAND + 1
            if turn < 1:
                continue
            face = pick_discard(state, 0, special.ALL34, first, last, special.PAIRS | special.ORPHANS)
            if state[S.PICK_MISSING] <= 1:
                found[turn:] += 1  # it stays ready
                break
            state[hand + face // 9] = remove(state[hand + face // 9], face % 9)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readiness", description="How soon speed is ready, drawing alone.")
    parser.add_argument("--deals", type=int, default=20_000)
    deals = parser.parse_args().deals
    found = ready_after(deals, SEED)
    print("| turn | ready | 95% interval |\n| --- | --- | --- |")
    for turn in TURNS:
        low, high = wilson(int(found[turn]), deals)
        print(f"| {turn} | {found[turn] / deals:.3%} | {low:.3%} - {high:.3%} |")


if __name__ == "__main__":
    main()
