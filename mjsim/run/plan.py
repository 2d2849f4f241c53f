"""What a run is: everything that decides its rows, the digest of that, and the ranges still to be played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from mjsim.errors import MjsimError, one_of, quote
from mjsim.policies import seats
from mjsim.policies.files import admit, compile_own, is_file

UNITS = ("hand", "match")
WALLS = ("shared", "per-seat")
SEED_SCHEME = 1
"""Number of the rule that makes a wall from (seed, match, hand); docs/protocol.md, Randomness."""
KERNEL_VERSION = "3"
"""Raised, with a line in CHANGELOG.md, whenever a seed would give other rows than before."""

Range = tuple[int, int]
"""(first, count) of hand numbers, or of match numbers where hands are linked."""

MOST = 10**12
"""Hand numbers stay below this."""
MATCH_ROOM = 10_000
"""Where hands are linked, hand number = match number × this + place in the match."""


def match_and_place(hand: int) -> Range:
    """Match and place in it of a hand number of linked hands.

    >>> match_and_place(70_003)
    (7, 3)
    """
    return divmod(hand, MATCH_ROOM)


@dataclass(frozen=True)
class Plan:
    """Everything that decides the rows of a run, and nothing that does not (workers, shard size, folder).

    Parameters
    ----------
    variant : the resolved variant document (plain dict, list, str, int), from which a worker compiles it.
    rules : digest of its rules (`mjsim.variant.digest`): names, sources and remarks are left out of it.
    policies : one name a player.
    seed : 0 .. 2**64 - 1.
    unit : "hand" (independent hands) or "match" (linked hands).
    wall : "shared" or "per-seat".
    kernel : version of the engine's rules and arithmetic.
    """

    variant: dict[str, Any]
    rules: str
    policies: tuple[str, ...]
    seed: int
    unit: str
    wall: str
    kernel: str

    def __post_init__(self) -> None:
        players = self.variant["players"]
        if not 0 <= self.seed < 2**64:
            raise MjsimError(f"seed {self.seed} is out of range", "--seed", "0 to 2^64 - 1")
        if len(self.policies) != players:
            raise MjsimError(
                f"{len(self.policies)} policies for {players} players", "--policy", f"one name, or {players} separated by commas"
            )
        if self.unit not in UNITS:
            raise MjsimError(f"unknown unit {quote(self.unit)}", "", one_of(UNITS))
        if self.wall not in WALLS:
            raise MjsimError(f"unknown wall {quote(self.wall)}", "--wall", one_of(WALLS))

    @property
    def slug(self) -> str:
        return str(self.variant["slug"])

    @property
    def players(self) -> int:
        return int(self.variant["players"])

    def document(self) -> dict[str, Any]:
        """What is hashed: a readable document."""
        return {
            "variant": self.slug,
            "rules": self.rules,
            "policies": list(self.policies),
            "seed": self.seed,
            "seed_scheme": SEED_SCHEME,
            "unit": self.unit,
            "wall": self.wall,
            "kernel": self.kernel,
        }

    @property
    def identity(self) -> str:
        """32 hex digits; equal for two runs exactly when the same hand number gives the same hand."""
        return hashlib.sha256(msgspec.json.encode(self.document(), order="sorted")).hexdigest()[:32]


def policies_for(names: str | Iterable[str], players: int) -> tuple[str, ...]:
    """One policy a player from "speed", "speed,random,..." or a sequence; files that are named are read (mjsim/policies/files.py).

    >>> policies_for("speed", 3)
    ('speed', 'speed', 'speed')
    """
    each = [part.strip() for part in names.split(",")] if isinstance(names, str) else list(names)
    names = seats(tuple(admit(name) if is_file(name) else name for name in each), players)
    compile_own(names)
    return names


def missing(wanted: Range, done: Iterable[Range]) -> list[Range]:
    """The parts of `wanted` that no range of `done` covers, ascending.

    >>> missing((0, 100), [(20, 30), (90, 50)])
    [(0, 20), (50, 40)]
    """
    place, end = wanted[0], wanted[0] + wanted[1]
    gaps = []
    for first, count in sorted(done):
        if first > place:
            gaps.append((place, min(first, end) - place))
        place = max(place, first + count)
        if place >= end:
            break
    if place < end:
        gaps.append((place, end - place))
    return [gap for gap in gaps if gap[1] > 0]


def joined(ranges: Iterable[Range]) -> list[Range]:
    """Disjoint ranges, neighbours joined.

    >>> joined([(10, 5), (0, 10), (20, 1)])
    [(0, 15), (20, 1)]
    """
    found: list[Range] = []
    for first, count in sorted(ranges):
        if found and sum(found[-1]) == first:
            found[-1] = (found[-1][0], found[-1][1] + count)
        else:
            found.append((first, count))
    return found


def overlap(ranges: Iterable[Range]) -> tuple[Range, Range] | None:
    """The first two ranges that share a number, or None."""
    last: Range | None = None
    for current in sorted(ranges):
        if last is not None and current[0] < last[0] + last[1]:
            return last, current
        last = current
    return None


def shards(ranges: Iterable[Range], size: int) -> list[Range]:
    """Ranges cut at multiples of `size`, so that an interrupted run goes on with the parts of an undisturbed one.

    >>> shards([(0, 25)], 10)
    [(0, 10), (10, 10), (20, 5)]
    >>> shards([(7, 5)], 10)
    [(7, 3), (10, 2)]
    """
    cut = []
    for first, count in ranges:
        end = first + count
        while first < end:
            stop = min(end, (first // size + 1) * size)
            cut.append((first, stop - first))
            first = stop
    return cut


def shard_size(count: int, unit: str, log: bool) -> int:
    """Hands (matches) a part when the user names none: few files, a few megabytes of arrays, some seconds of work."""
    largest = 50_000 if not log else 5_000
    if unit == "match":
        return min(largest // 16, max(10, count // 8))
    return min(largest, max(1_000, count // 8))
