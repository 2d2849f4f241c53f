"""A small engine with the outcome of a hand made by arithmetic from (seed, hand): no rules, only the form of the tables."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
import numpy as np

MASK = (1 << 64) - 1


def mix(*words: int) -> int:
    """A 64-bit hash of integers (splitmix64's finisher, chained)."""
    state = 0x9E3779B97F4A7C15
    for word in words:
        state = (state ^ word) * 0xBF58476D1CE4E5B9 & MASK
        state ^= state >> 27
        state = state * 0x94D049BB133111EB & MASK
        state ^= state >> 31
    return state


@dataclass
class FakeColumns:
    hands: dict[str, np.ndarray]
    wins: dict[str, np.ndarray]
    faults: list[tuple[int, str]] = field(default_factory=list)
    log: tuple[np.ndarray, np.ndarray] | None = None
    carried: np.ndarray | None = None


@dataclass(frozen=True)
class FakeGame:
    players: int
    rows: tuple[str, ...]
    faulty: int

    def play(self, seed, first, count, policies, *, matches, wall, log):
        numbers = (
            [(i, m, i) for m in range(first, first + count) for i in range(2 + mix(seed, m) % 3)]
            if matches
            else [(h, -1, 0) for h in range(first, first + count)]
        )
        hands, wins, offsets, values, faults, acts, lengths = [], [], [0], [], [], [], []
        for hand, match, in_match in numbers:
            if self.faulty and hand % self.faulty == self.faulty - 1:
                faults.append((hand, "no such tile"))
                continue
            bits = mix(seed, match & MASK, hand, *map(ord, "".join(policies)))
            winner = bits % 5  # 4: nobody
            points = [0] * 4
            giver = -1
            if winner < self.players:
                by = bits >> 8 & 1
                worth = 1 + (bits >> 16) % 7
                if by == 1:
                    giver = (winner + 1) % self.players
                    points[winner], points[giver] = worth, -worth
                else:
                    points = [-worth if s < self.players else 0 for s in range(4)]
                    points[winner] = worth * (self.players - 1)
                listed = [0] + [1] * (bits >> 24 & 3 == 3) * 2
                values += listed
                offsets.append(len(values))
                wins.append(
                    (hand, match, in_match, winner, by, giver, bits >> 32 & 31, 40, worth, points[winner], bits >> 40 & 3, -1, 0, 0)
                )
            turns = 30 + (bits >> 20) % 40
            ready = [(bits >> 4 * s) % 12 - 2 for s in range(4)]
            hands.append(
                (hand, match, in_match, hand % self.players, 0, 0, 0 if winner < self.players else 1, turns)
                + (
                    1 << winner if winner < self.players else 0,
                    giver,
                    *points,
                    *(0,) * 4,
                    *((bits >> 3 * s & 3) + 2 for s in range(4)),
                    *(max(r, -1) for r in ready),
                )
            )
            lengths.append(2)
            acts += [(0, 9, bits & 31, 14), (1, 0, 0, 2)]
        names = ["hand", "match", "in_match", "dealer", "round", "repeats", "end", "turns", "winners", "giver"]
        names += [f"{name}_{s}" for name in ("points", "kongs", "deficiency", "ready") for s in range(4)]
        win_names = [
            "hand",
            "match",
            "in_match",
            "seat",
            "by",
            "giver",
            "tile",
            "turn",
            "value",
            "points",
            "exposed",
            "wait",
            "jokers",
            "shape",
        ]
        columns = FakeColumns(_columns(names, hands), _columns(win_names, wins), faults)
        columns.wins["rows_offsets"] = np.array(offsets, np.int64)
        columns.wins["rows_values"] = np.array(values, np.int16)
        if log:
            columns.log = (np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]), np.array(acts, np.int32).reshape(-1, 4))
        return columns


@dataclass(frozen=True)
class FakeEngine:
    """`faulty` = n makes every n-th hand fail; 0 none."""

    version: str = "fake-1"
    faulty: int = 0

    def open(self, document: bytes) -> FakeGame:
        variant = msgspec.json.decode(document)
        return FakeGame(variant["players"], tuple(variant["rows"]), self.faulty)


def _columns(names: list[str], rows: list[tuple[int, ...]]) -> dict[str, np.ndarray]:
    table = np.array(rows, np.int64).reshape(-1, len(names))
    return {name: table[:, i] for i, name in enumerate(names)}
