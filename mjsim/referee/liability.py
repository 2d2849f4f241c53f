"""Who pays for others (包): what feeding has made whom answer for whom, and what that means at a win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mjsim.hands import Meld
from mjsim.referee.book import DRAGONS, WINDS, Book
from mjsim.referee.scene import Scene
from mjsim.variant.model import Liability

FEEDING = ("chow", "pung", "pung-flower", "kong-exposed", "kong-added")
"""Melds that took another player's tile.

A pung that becomes an added kong in play makes no new debt; in a case its kong is all there is.
"""


@dataclass(frozen=True, slots=True)
class Debt:
    """`feeder` answers for wins of `player` under a rule; `stamp` orders debts by when they arose."""

    rule: Liability
    player: int
    feeder: int
    stamp: int


@dataclass(slots=True)
class Debts:
    """All debts of a hand, kept meld by meld in the order in which they are laid down."""

    book: Book
    owed: list[Debt] = field(default_factory=list)
    stamp: int = 0

    def melded(self, player: int, before: list[Meld], meld: Meld) -> None:
        """A player lays down a meld, having these already."""
        self.stamp += 1
        if meld.giver is None or meld.sort not in FEEDING:
            return
        for rule in self.book.variant.payment.liability:
            if not self._arises(rule, before, meld):
                continue
            if rule.first_only and any(d.rule.first_only and d.feeder == meld.giver and d.player != player for d in self.owed):
                continue
            self.owed.append(Debt(rule, player, meld.giver, self.stamp))

    def _arises(self, rule: Liability, before: list[Meld], meld: Meld) -> bool:
        match rule.rule:
            case "last-meld":
                return len(before) + 1 == self.book.sets and all(other.open for other in before)
            case "dragons-winds":
                kind = meld.tiles[0]
                if meld.sort == "chow":
                    return False
                dragons, winds = _alike_in(before, DRAGONS), _alike_in(before, WINDS)
                return (kind in DRAGONS and dragons == 2) or (kind in WINDS and winds == 3)
            case "three-melds":
                return sum(other.giver == meld.giver for other in before) == 2
            case "third-meld":
                return sum(other.open for other in before) == 2
        return False

    def payers(self, scene: Scene, holds: Sequence[bool]) -> dict[int, int]:
        """Who pays the total of a win, and how many times; empty where everybody pays for himself.

        `holds`: of each liability, whether the won hand is one for which somebody answers.
        """
        win = scene.win
        assert win is not None
        found: list[tuple[int, int]] = []
        for rule, applies in zip(self.book.variant.payment.liability, holds, strict=True):
            way = "self" if win.by == "self" else "discard"
            if way not in rule.on or not applies:
                continue
            if rule.rule == "three-chows":
                if chows := _three_chows(scene):
                    return chows
            elif rule.rule == "kong":
                if win.kong_giver is not None:
                    return {win.kong_giver: 1}
            elif way == "self":
                found += [(debt.stamp, debt.feeder) for debt in self.owed if debt.rule == rule and debt.player == win.seat]
            else:
                assert win.giver is not None
                pair = {(win.seat, win.giver), (win.giver, win.seat)}
                found += [(debt.stamp, win.giver) for debt in self.owed if debt.rule == rule and (debt.player, debt.feeder) in pair]
        first = min if self.book.variant.payment.liable == "earlier" else max
        return {first(found)[1]: 1} if found else {}


def _alike_in(melds: list[Meld], kinds: tuple[int, ...]) -> int:
    """Pungs and kongs of these kinds."""
    return sum(meld.tiles[0] in kinds and meld.sort != "chow" and not meld.sort.startswith("show-") for meld in melds)


def _three_chows(scene: Scene) -> dict[int, int]:
    """The upper player who fed three chows pays the total; the lower player who chowed three from the winner twice the total."""
    assert scene.win is not None
    seat, players = scene.win.seat, len(scene.players)
    liable = {}
    upper, lower = (seat - 1) % players, (seat + 1) % players
    if _chows_from(scene.players[seat].melds or [], upper) >= 3:
        liable[upper] = 1
    if _chows_from(scene.players[lower].melds or [], seat) >= 3:
        liable[lower] = liable.get(lower, 0) + 2  # of two players the other is both
    return liable


def _chows_from(melds: list[Meld], giver: int) -> int:
    return sum(meld.sort == "chow" and meld.giver == giver for meld in melds)
