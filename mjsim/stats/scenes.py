"""Walls as particles: the deal alone, one player who draws alone, a hand at the table. Heights are explained in mjsim/kernels/walls.py."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.aims import aims_of
from mjsim.compile.program import Program
from mjsim.compile.shapes import forms_of
from mjsim.compile.targets import Aim
from mjsim.kernels import aims as A
from mjsim.kernels import likeness as K
from mjsim.kernels import state as S
from mjsim.kernels import walls as W
from mjsim.kernels.engine import Table
from mjsim.kernels.policy import AIM
from mjsim.policies import seats
from mjsim.stats.splitting import Moments, Particles
from mjsim.variant.deck import flower_heads, placed_copies
from mjsim.variant.model import Variant

GOAL = W.WON // 2
"""Every height from here on is a success."""
NUMBERS = 1 << 15
OWN_PACE, TABLE_PACE, CLOSED_PACE = 0.009, 0.02, 0.006
"""Chance that a certain unseen tile comes with an own draw, roughly (see `heights`): alone; at a table, where others throw it too; where
that does not help, and they may win before.
"""


def shuffled(tiles: NDArray[np.int16], count: int, rng: np.random.Generator) -> Particles:
    """Shuffled copies of the tiles, (count, tiles)."""
    return rng.permuted(np.broadcast_to(tiles, (count, len(tiles))), axis=1)


def shuffled_again(walls: Particles, unseen: Moments, size: int, rng: np.random.Generator) -> Particles:
    """Walls in which the tiles of places `unseen` (walls, from .. to) are shuffled among these places; other columns stay."""
    places = np.arange(size)
    open_places = (places >= unseen[:, :1]) & (places < unseen[:, 1:])
    order = np.argsort(np.where(open_places, rng.random((len(walls), size)), 2.0), axis=1)
    found = walls.copy()
    found[:, :size][open_places] = np.take_along_axis(walls, order, axis=1)[places < open_places.sum(axis=1, keepdims=True)]
    return found


@dataclass(frozen=True, eq=False)
class Alone:
    """A player who draws `draws` times from the wall by himself and aims for a row; bonus tiles are left out, as they are replaced."""

    variant: Variant
    aim: Aim
    draws: int = 18

    @property
    def tiles(self) -> NDArray[np.int16]:
        """The kinds of the wall."""
        copies = np.array(placed_copies(self.variant))
        if not flower_heads(self.variant):
            copies[34:] = 0
        return np.repeat(np.arange(len(copies), dtype=np.int16), copies)

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """What kernels read about the targets."""
        return self.aim.array(OWN_PACE)

    @property
    def hand(self) -> int:
        """Tiles of a hand between turns."""
        return self.variant.deal.hand

    def start(self, count: int, rng: np.random.Generator) -> Particles:
        """Shuffled walls, (count, tiles)."""
        return shuffled(self.tiles, count, rng)

    def again(self, particles: Particles, moments: Moments, rng: np.random.Generator) -> Particles:
        """With what was unseen shuffled again."""
        return shuffled_again(particles, moments, len(self.tiles), rng)

    def rise(self, particles: Particles, goal: int) -> tuple[NDArray[np.int64], Moments]:
        """WON less draws where the row is reached, else at most 0; a moment is the places (from, to) not seen then."""
        aims = aims_of(self.variant)
        first, last = aims.array[A.SHAPE_WAYS : A.SHAPE_WAYS + 2]
        heights, rose = np.empty(len(particles), np.int64), np.empty((len(particles), 2), np.int64)
        tables = aims.tables
        W.deal_alone(
            tables.head, tables.t16, tables.rec, int(first), int(last), forms_of(self.variant)[0], self.array, len(self.aim.targets),
            particles, self.hand, self.draws, goal, heights, rose,
        )  # fmt: skip
        return heights, rose


@dataclass(frozen=True, eq=False)
class AtTable:
    """Hands at the table: does anybody (player 0 only, where he aims) win with the row?

    aiming : player 0 goes for the row; the others, or all, play `policies`.
    """

    program: Program
    aim: Aim | None
    row: str
    policies: tuple[str, ...] = ("speed",)
    aiming: bool = False
    seed: int = 1
    _own: threading.local = field(default_factory=threading.local, init=False, repr=False)

    @property
    def tiles(self) -> NDArray[np.int16]:
        """The kinds of the wall."""
        copies = np.array(placed_copies(self.program.variant))
        return np.repeat(np.arange(len(copies), dtype=np.int16), copies)

    def start(self, count: int, rng: np.random.Generator) -> Particles:
        """Shuffled walls, and two columns for the number of the hand."""
        walls = shuffled(self.tiles, count, rng)
        return np.concatenate([walls, rng.integers(0, NUMBERS, (count, 2), np.int16)], axis=1)

    def again(self, particles: Particles, moments: Moments, rng: np.random.Generator) -> Particles:
        """With what was unseen shuffled again; the number of the hand stays."""
        return shuffled_again(particles, moments, len(self.tiles), rng)

    def rise(self, particles: Particles, goal: int) -> tuple[NDArray[np.int64], Moments]:
        """WON less own draws where the row is reached, else at most 0; a moment is the places (from, to) not seen then."""
        table = self._table()
        heights, rose = np.empty(len(particles), np.int64), np.empty((len(particles), 2), np.int64)
        row = list(self.program.variant.rows).index(self.row)
        player = 0 if self.aiming else W.ANYBODY
        W.play_walls(table.image, table.table, table.state, self.seed, particles, table.policies, row, player, goal, heights, rose)
        return heights, rose

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """What kernels read about the targets."""
        if self.aim is None:
            return np.empty(0, np.int64)
        return self.aim.array(CLOSED_PACE if self.aim.targets[:, K.CLOSED].all() else TABLE_PACE)

    def _table(self) -> Table:
        """The arrays of this thread."""
        if not hasattr(self._own, "table"):
            table = Table(self.program, seats(self.policies, self.program.players), per_seat=False, log=False)
            if self.aim is not None and len(self.aim.targets):
                table.state[S.TARGETS_AT], table.state[S.TARGETS] = self.array.ctypes.data, len(self.aim.targets)
            if self.aiming:
                table.policies[0] = AIM
            self._own.table = table
        found: Table = self._own.table
        return found
