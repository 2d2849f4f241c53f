"""How a hand went, and who looks on while it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Decision
from mjsim.referee.pay import Points
from mjsim.referee.score import Verdict
from mjsim.referee.table import Table


@dataclass(frozen=True, slots=True)
class WonTile:
    """One win of a hand.

    `value` in 1/scale of the unit; `points` is what this win brought. `turn`: draws in turn of all seats so far. `exposed`: open melds,
    `jokers`: joker tiles owned.
    """

    seat: int
    by: str
    giver: int | None
    tile: int
    value: int
    items: tuple[str, ...]
    points: int
    turn: int
    shape: str
    exposed: int
    jokers: int


@dataclass(slots=True)
class Result:
    """How a hand went. `end`: "win", "wall" (exhausted) or "aborted"; points by seat."""

    end: str = ""
    wins: list[WonTile] = field(default_factory=list)
    points: tuple[int, ...] = ()
    kongs: tuple[int, ...] = ()
    turns: int = 0
    next_dealer: int = 0
    carried: tuple[int, ...] = ()
    """What each seat carries to the next hand, owed to seat 0."""
    decisions: list[Decision] = field(default_factory=list)

    @property
    def winners(self) -> list[int]:
        """Seats that won at least once, in the order of their first win."""
        return list(dict.fromkeys(win.seat for win in self.wins))


class Watch:
    """Somebody who looks on. Each method is called when the thing it names has happened."""

    def dealt(self, table: Table) -> None: ...
    def decided(self, table: Table, seat: int, act: Act, options: list[Act]) -> None: ...
    def drew(self, table: Table, seat: int, tile: int, why: str) -> None: ...
    def laid_out(self, table: Table, seat: int, tile: int) -> None: ...
    def melded(self, table: Table, seat: int, meld: Meld) -> None: ...
    def won(self, table: Table, win: WonTile, verdict: Verdict, paid: Points) -> None: ...
    def turned(self, table: Table, tiles: Sequence[int], why: str) -> None:
        """`why`: "birds", "chicken", "stack" (打明雞), "treasure" (寶牌) or "kong" (開杠)."""

    def exchanged(self, table: Table, step: int) -> None:
        """Everybody has passed three tiles to the seat `step` further on."""

    def robbed(self, table: Table, seat: int, tile: int) -> None:
        """A tile that was being added to a pung is won on."""
    def paid(self, table: Table, what: str, points: Points) -> None: ...
    def ended(self, table: Table, result: Result) -> None: ...
