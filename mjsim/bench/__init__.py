"""Speed on this machine: our own figures, and peers' in the same process run, so that their ratios mean something."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Speed:
    """`rate` things a second; `what` says which, `who` did them."""

    what: str
    who: str
    rate: float


def rate_of(work: Callable[[], int], seconds: float) -> float:
    """Things a second of `work`, which does some and returns how many. Called once to warm up, then for about `seconds`."""
    work()
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not done:
        done += work()
    return done / spent


def random_hands(count: int, seed: int = 1, tiles: int = 14) -> list[list[int]]:
    """Hands of so many tiles from 136, as counts by kind."""
    import numpy as np

    wall = np.repeat(np.arange(34), 4)
    rng = np.random.default_rng(seed)
    return [np.bincount(rng.permutation(wall)[:tiles], minlength=34).tolist() for _ in range(count)]


def random_wins(count: int, seed: int = 1) -> list[tuple[list[int], int]]:
    """Concealed winning hands of four sets and a pair: thirteen kinds, and the kind that completes them."""
    import random

    rng = random.Random(seed)
    hands: list[tuple[list[int], int]] = []
    while len(hands) < count:
        tiles = [rng.randrange(34)] * 2
        for _ in range(4):
            kind = rng.randrange(34)
            run = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
            tiles += [kind, kind + 1, kind + 2] if run else [kind] * 3
        if max(map(tiles.count, tiles)) <= 4:
            last = tiles.pop(rng.randrange(14))
            hands.append((tiles, last))
    return hands
