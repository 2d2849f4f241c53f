"""Acts: what a player decides, as it is recorded (docs/protocol.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Code(IntEnum):
    """What is done; the argument is said in docs/protocol.md."""

    PASS = 0
    WIN = 1
    CONCEALED_KONG = 2
    ADDED_KONG = 3
    GOLD_KONG = 4
    OPEN_KONG = 5
    SHOW_WINDS = 6
    SHOW_DRAGONS = 7
    SHOW_TILE = 8
    DISCARD = 9
    READY = 10
    WIN_ON = 11
    KONG_ON = 12
    PUNG_ON = 13
    FLOWER_PUNG_ON = 14
    CHOW_ON = 15
    OPEN_KONG_ON = 16
    TAKE_OFFER = 17
    TAKE_OPEN = 18
    DECLARE = 19
    EXCHANGE = 20
    VOID = 21
    STAKE = 22
    IMAGINE = 23


@dataclass(frozen=True, slots=True)
class Act:
    """One option, or one decision."""

    code: Code
    arg: int = 0

    @property
    def kind(self) -> int:
        """The kind of an argument that has one in its lowest six bits."""
        return self.arg & 63

    @property
    def form(self) -> int:
        """What an argument says beside the kind: the form or stake of a ready declaration, 1 for a kong added to a pung."""
        return self.arg >> 6


@dataclass(frozen=True, slots=True)
class Decision:
    """An act as it is recorded: who, what, out of how many options."""

    seat: int
    act: Act
    options: int
