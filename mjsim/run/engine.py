"""What the run layer asks of an engine, and the one that mjsim ships.

The run layer knows nothing of kernels: it opens a game from the resolved variant document and gets column arrays back. Tests put
a small deterministic engine in the place of the real one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Protocol

import numpy as np

from mjsim.errors import DataError
from mjsim.policies.files import Source, know
from mjsim.run.compiling import compiled_once
from mjsim.run.plan import KERNEL_VERSION


class Columns(Protocol):
    """Outcome of a range of hands; column names and codes as in `mjsim.store.schemas`."""

    @property
    def hands(self) -> Mapping[str, np.ndarray]: ...

    @property
    def wins(self) -> Mapping[str, np.ndarray]: ...

    @property
    def faults(self) -> Sequence[tuple[int, str]]:
        """(hand number, message) of hands that could not be played; they are absent from `hands`."""

    @property
    def log(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Offsets int64 (hands + 1,) and acts int32 (acts, 4): seat, code, arg, options."""

    @property
    def carried(self) -> np.ndarray | None:
        """Stakes carried into linked hands, int64 (hands, 5): to which player, and by each; None where rules know none."""


class Game(Protocol):
    """A compiled variant, ready to play."""

    @property
    def players(self) -> int: ...

    @property
    def rows(self) -> tuple[str, ...]: ...

    def play(self, seed: int, first: int, count: int, policies: tuple[str, ...], *, matches: bool, wall: str, log: bool) -> Columns: ...


class Engine(Protocol):
    """Makes games. An engine is sent to worker processes, so it must be picklable; `version` is part of a run's identity."""

    @property
    def version(self) -> str: ...

    def open(self, document: bytes) -> Game: ...


@dataclass(frozen=True)
class KernelEngine:
    """The numba engine. Programs are compiled once per process. `sources`: policies of one's own that play, for processes elsewhere."""

    sources: tuple[Source, ...] = ()
    version: ClassVar[str] = KERNEL_VERSION

    def open(self, document: bytes) -> Game:
        know(self.sources)
        return _open(document)


class _KernelGame:
    def __init__(self, document: bytes) -> None:
        import msgspec

        from mjsim.compile import compile_variant
        from mjsim.kernels.engine import play_hands
        from mjsim.kernels.jit import KERNELS_DIGEST
        from mjsim.variant.model import Variant

        try:
            variant = msgspec.json.decode(document, type=Variant)
        except msgspec.ValidationError as error:
            raise DataError(f"the variant of this data set cannot be played ({error})") from None
        self.players: int = variant.players
        self.rows = tuple(variant.rows)
        with compiled_once(KERNELS_DIGEST):
            self._program = compile_variant(variant)
            play_hands(self._program, 0, 0, 1, ("random",))

    def play(self, seed: int, first: int, count: int, policies: tuple[str, ...], *, matches: bool, wall: str, log: bool) -> Columns:
        from mjsim.kernels.engine import play_hands

        columns: Columns = play_hands(self._program, seed, first, count, policies, matches=matches, wall=wall, log=log)
        return columns


@lru_cache(maxsize=8)
def _open(document: bytes) -> _KernelGame:
    return _KernelGame(document)
