"""Data sets with known probabilities, made by numpy: what the statistics must find again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mjsim.run import ledger
from mjsim.run.ledger import Shard
from mjsim.run.plan import Plan
from mjsim.store.parts import part_name, to_arrow, write_part

VALUES: dict[str, Any] = {f"bits_{i}": 2**i for i in range(1, 11)} | {"bargain": 256, "alms": 1, "never": 88, "formula": "2 * kongs"}
ROWS = tuple(VALUES)
CHANCES = np.array([2.0**-i for i in range(1, 11)] + [0.2, 0.005, 0.0, 0.1])
"""Chance of each row in a win, independent of each other: i bits are worth 2^i, one common row 256 and one rare row 1."""


def plan(unit: str = "hand", policies: tuple[str, ...] = ("speed",) * 4, seed: int = 1) -> Plan:
    rows = {slug: {"zh": f"番{i}", "en": slug.title(), "value": VALUES[slug]} for i, slug in enumerate(ROWS)}
    variant = {"slug": "synthetic", "zh": "合成", "en": "Synthetic", "players": 4, "rows": rows, "tiles": {"suits": "mps"}}
    return Plan(variant, "synthetic-rules", policies, seed, unit, "shared", "synthetic-1")


def columns(
    rng: np.random.Generator, first: int, count: int, linked: bool, win: np.ndarray, shift: float
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Hands first .. first + count - 1 (16 a match if linked). `win` (5,): chance of each seat and of nobody; winners take 1 to 8 points
    from the giver, or half of them from each after an own draw; with chance `shift` the dealer gets 4 more points from seat 2.
    """
    hand = np.arange(first, first + count)
    winner = rng.choice(5, count, p=win)
    won = winner < 4
    own = rng.random(count) < 0.3
    worth = rng.integers(1, 9, count) * 2
    giver = (winner + rng.integers(1, 4, count)) % 4
    points = np.zeros((count, 4), np.int64)
    index = np.arange(count)
    for seat in range(4):
        points[:, seat] -= np.where(won & own, worth // 2, np.where(won & (giver == seat), worth, 0))
    points[index[won], winner[won]] = np.where(own[won], worth[won] // 2 * 3, worth[won])
    more = rng.random(count) < shift
    points[more, 0] += 4
    points[more, 2] -= 4
    match = hand // 16 if linked else np.full(count, -1)
    place = hand % 16 if linked else np.zeros(count, np.int64)
    hands: dict[str, np.ndarray] = {
        "hand": hand,
        "match": match,
        "in_match": place,
        "dealer": hand % 4,
        "round": hand // 4 % 4,
        "repeats": np.zeros(count, np.int64),
        "end": np.where(won, 0, 1),
        "turns": rng.integers(10, 70, count),
        "winners": np.where(won, 1 << winner, 0),
        "giver": np.where(won & ~own, giver, -1),
    }
    for seat in range(4):
        hands |= {f"points_{seat}": points[:, seat], f"kongs_{seat}": np.zeros(count, np.int64)}
        hands |= {f"deficiency_{seat}": rng.integers(1, 7, count), f"ready_{seat}": rng.integers(-1, 15, count)}
    number = int(won.sum())
    scored = rng.random((number, len(ROWS))) < CHANCES
    zeros = np.zeros(number, np.int64)
    wins = {
        "hand": hand[won],
        "match": match[won],
        "in_match": place[won],
        "seat": winner[won],
        "by": np.where(own[won], 0, 1),
        "giver": np.where(own[won], -1, giver[won]),
        "tile": zeros,
        "turn": hands["turns"][won],
        "value": worth[won],
        "points": points[index[won], winner[won]],
        "exposed": zeros,
        "wait": zeros - 1,
        "jokers": zeros,
        "shape": zeros,
        "rows_offsets": np.concatenate([[0], np.cumsum(scored.sum(axis=1))]),
        "rows_values": np.nonzero(scored)[1],
    }
    return hands, wins


FAIR = np.array([0.2, 0.2, 0.2, 0.2, 0.2])


def write(
    folder: Path,
    hands: int,
    *,
    seed: int = 1,
    unit: str = "hand",
    win: np.ndarray = FAIR,
    shift: float = 0.0,
    shard: int = 50_000,
    **other: Any,
) -> Path:
    """A data set of `hands` hands in `folder`, as a run would leave it."""
    run = plan(unit, seed=seed, **other)
    manifest = ledger.fresh(run)
    shards = []
    constants = {"variant": run.slug, "run": run.identity}
    for first in range(0, hands, shard):
        count = min(shard, hands - first)
        rng = np.random.default_rng((seed, first))
        tables = dict(zip(("hands", "wins"), columns(rng, first, count, unit == "match", win, shift), strict=True))
        size = 16 if unit == "match" else 1
        range_ = (first // size, count // size)
        parts = {
            name: write_part(folder, part_name(name, *range_), to_arrow(name, table, constants, ROWS, 4), {})
            for name, table in tables.items()
        }
        shards.append(Shard(*range_, parts))
    ledger.save(folder, manifest.with_shards(shards))
    return folder
