"""Walls as particles: the deal alone, one player who draws alone, a hand at the table. Heights are explained in mjsim/kernels/walls.py."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.aims import aims_of
from mjsim.compile.program import Program
from mjsim.compile.shapes import forms_of
from mjsim.compile.targets import Aim
from mjsim.kernels import aims as A
from mjsim.kernels import state as S
from mjsim.kernels import walls as W
from mjsim.kernels.engine import Table
from mjsim.kernels.policy import AIM
from mjsim.policies import seats
from mjsim.stats.splitting import Particles
from mjsim.variant.deck import copies_of
from mjsim.variant.model import Variant

GOAL = W.WON // 2
"""Every height from here on is a success."""
SWAPS = np.array([1, 1, 1, 2, 3])
"""Numbers of exchanges of two tiles that a variation makes, on average, all equally likely."""
NUMBERS = 1 << 15
ANEW = 0.5
"""Share of variations that draw the rest of the hand anew."""
RENUMBERED = 0.1
"""Share of variations that change what else is decided by chance: seats, round, dice, choices."""


def shuffled(tiles: NDArray[np.int16], count: int, rng: np.random.Generator) -> Particles:
    """Shuffled copies of the tiles, (count, tiles)."""
    return rng.permuted(np.broadcast_to(tiles, (count, len(tiles))), axis=1)


def exchanged(walls: Particles, dealt: int, size: int, useful: NDArray[np.bool_], rng: np.random.Generator) -> Particles:
    """Walls in which some tiles are exchanged: one of the first `dealt` places and one of the first `size`, where one of the two is useful.

    Each exchange is as likely as the one that undoes it, because what it asks for does not depend on the order of the two.
    """
    varied = walls.copy()
    rows = np.arange(len(walls))
    share = float(useful[walls[0, :size]].mean()) if len(walls) else 1.0
    tries = np.ceil(SWAPS / max(1 - (1 - share) ** 2, 0.05)).astype(np.int64)
    times = rng.choice(tries, len(walls))
    for i in range(int(tries.max())):
        going = rows[times > i]
        one, other = rng.integers(0, dealt, len(going)), rng.integers(0, size, len(going))
        a, b = varied[going, one], varied[going, other]
        wanted = (useful[a] | useful[b]) & (a != b)
        going, one, other, a, b = going[wanted], one[wanted], other[wanted], a[wanted], b[wanted]
        varied[going, one], varied[going, other] = b, a
    return varied


def drawn_anew(walls: Particles, first: int, last: int, size: int, rng: np.random.Generator) -> Particles:
    """Walls that are shuffled again from a place on that is chosen blindly, from `first` to `last`; what comes before it stays."""
    places = np.arange(size)
    keys = rng.random((len(walls), size))
    before = places < rng.integers(first, last + 1, len(walls))[:, None]
    order = np.argsort(np.where(before, places - size, keys), axis=1)
    return np.take_along_axis(walls[:, :size], order, axis=1)


def varied_walls(
    walls: Particles, dealt: int, size: int, useful: NDArray[np.bool_], rng: np.random.Generator, first_draw: bool = False
) -> Particles:
    """Half of the walls with some tiles exchanged, half with the rest of the hand drawn anew (`first_draw`: all of it after the dealt
    tiles); further columns stay.
    """
    found = exchanged(walls, dealt, size, useful, rng)
    anew = np.flatnonzero(rng.random(len(walls)) < ANEW)
    found[anew, :size] = drawn_anew(walls[anew], dealt, dealt if first_draw else size - 1, size, rng)
    return found


@dataclass(frozen=True)
class Alone:
    """A player who draws `draws` times from the wall by himself and aims for a row; bonus tiles are left out, as they are replaced."""

    variant: Variant
    aim: Aim
    draws: int = 18

    @property
    def tiles(self) -> NDArray[np.int16]:
        """The kinds of the wall."""
        copies = np.array(copies_of(self.variant)[:34])
        return np.repeat(np.arange(34, dtype=np.int16), copies)

    @property
    def hand(self) -> int:
        """Tiles of a hand between turns."""
        return self.variant.deal.hand

    def start(self, count: int, rng: np.random.Generator) -> Particles:
        """Shuffled walls, (count, tiles)."""
        return shuffled(self.tiles, count, rng)

    def vary(self, particles: Particles, rng: np.random.Generator) -> Particles:
        """With some tiles exchanged."""
        return varied_walls(particles, self.hand, particles.shape[1], self.aim.useful, rng)

    def height(self, particles: Particles) -> NDArray[np.int64]:
        """WON less draws, or less the tiles that are missing."""
        aims = aims_of(self.variant)
        first, last = aims.array[A.SHAPE_WAYS : A.SHAPE_WAYS + 2]
        heights = np.empty(len(particles), np.int64)
        tables = aims.tables
        W.deal_alone(
            tables.head, tables.t16, tables.rec, int(first), int(last), forms_of(self.variant)[0], self.aim.array, len(self.aim.targets),
            particles, self.hand, self.draws, heights,
        )  # fmt: skip
        return heights


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
        copies = np.array(copies_of(self.program.variant))
        return np.repeat(np.arange(len(copies), dtype=np.int16), copies)

    def start(self, count: int, rng: np.random.Generator) -> Particles:
        """Shuffled walls, and two columns for the number of the hand."""
        walls = shuffled(self.tiles, count, rng)
        return np.concatenate([walls, rng.integers(0, NUMBERS, (count, 2), np.int16)], axis=1)

    def vary(self, particles: Particles, rng: np.random.Generator) -> Particles:
        """With some tiles exchanged, sometimes another number."""
        size = particles.shape[1] - 2
        useful = self.aim.useful if self.aim else np.ones(42, np.bool_)
        dealt = self.program.players * self.program.variant.deal.hand
        varied = varied_walls(particles, dealt, size, useful, rng, self.aim is not None and self.aim.deal != "")
        fresh = rng.random(len(particles)) < RENUMBERED
        varied[fresh, size:] = rng.integers(0, NUMBERS, (int(fresh.sum()), 2), np.int16)
        return varied

    def height(self, particles: Particles) -> NDArray[np.int64]:
        """WON less own draws, or less the tiles that are missing."""
        table = self._table()
        heights = np.empty(len(particles), np.int64)
        dealt = {"": 0, "dealer": W.DEALT_DEALER, "others": W.DEALT_OTHERS}[self.aim.deal if self.aim else ""]
        row = list(self.program.variant.rows).index(self.row)
        player = 0 if self.aiming else W.ANYBODY
        W.play_walls(table.image, table.table, table.state, self.seed, particles, table.policies, row, player, dealt, heights)
        return heights

    def _table(self) -> Table:
        """The arrays of this thread."""
        if not hasattr(self._own, "table"):
            table = Table(self.program, seats(self.policies, self.program.players), per_seat=False, log=False)
            if self.aim is not None and len(self.aim.targets):
                table.state[S.TARGETS_AT], table.state[S.TARGETS] = self.aim.array.ctypes.data, len(self.aim.targets)
            if self.aiming:
                table.policies[0] = AIM
            self._own.table = table
        found: Table = self._own.table
        return found
