"""The wall: what may be drawn, draws in turn and replacements."""

from __future__ import annotations

from collections.abc import Sequence

from mjsim.referee.book import Book
from mjsim.variant.model import Wall as WallRules


def stacks_thrown(rule: WallRules, dice: Sequence[int]) -> int:
    """Stacks behind the stop of `dead_dice`."""
    return {"two": sum(dice[:2]), "one": dice[0], "seven": 7}[rule.dead_throw]


class Wall:
    """The tiles of a hand in their order, and what of them is left.

    `head` is the next tile in turn, `tail` one past the last tile of the live wall; `deep` holds the dead tiles of Tianjin,
    which replace kongs before the live wall does; `open_tail` are tiles that lie face up at the end.
    """

    def __init__(self, book: Book, tiles: Sequence[int], dice: Sequence[int], per_seat: bool = False) -> None:
        rule = book.variant.wall
        self.book, self.tiles, self.per_seat = book, list(tiles), per_seat
        self.players, self.hand = book.variant.players, book.variant.deal.hand
        self.head = self.first = self.players * self.hand + 1
        self.tail = len(self.tiles)
        self.deep: list[int] = []
        self.open_tail: list[int] = []
        self.turned: int | None = None
        self.lower: int | None = None
        """The tile below the turned one; it stays in the wall."""
        self.stacks: list[int] = []
        """Tiles of stacks that have left the wall (打明雞)."""
        self.turned_aside: list[int] = []
        """Bonus tiles that were turned up for the joker: they belong to nobody."""
        self.kongs = 0
        """Kongs on the table."""
        if rule.dead_dice:
            indicator = len(self.tiles) - 2 * stacks_thrown(book.variant.wall, dice)
            self.turned, self.deep, self.tail = self.tiles[indicator], self.tiles[indicator + 1 :], indicator
        elif book.variant.jokers.source in ("turned", "next", "turned+next"):
            self.turned = self._take_last()
            while book.bonus >> self.turned & 1:
                self.turned_aside.append(self.turned)
                self.turned = self._take_last()
            self.lower = self.tiles[self.tail - 1]
        if rule.open_tail:
            self.tail -= rule.open_tail
            self.open_tail = self.tiles[self.tail :]

    def _take_last(self) -> int:
        self.tail -= 1
        return self.tiles[self.tail]

    def open_stack(self) -> int | None:
        """The last stack leaves the wall: its first tile; None if no tile would be left besides."""
        if self.drawable < 3:
            return None
        self.tail -= 2
        self.stacks += self.tiles[self.tail : self.tail + 2]
        return self.tiles[self.tail]

    def dealt(self, seat: int) -> list[int]:
        """The tiles a seat is dealt; the dealer's fourteenth is `dealers_last`."""
        return self.tiles[seat * self.hand : (seat + 1) * self.hand]

    @property
    def dealers_last(self) -> int:
        return self.tiles[self.players * self.hand]

    @property
    def reserve(self) -> int:
        """Tiles at the end that are never drawn in turn."""
        rule = self.book.variant.wall
        if rule.dead_by_kongs:
            return rule.dead_by_kongs[min(self.kongs, len(rule.dead_by_kongs) - 1)]
        return rule.dead

    @property
    def drawable(self) -> int:
        """Tiles that can still be drawn in turn."""
        return max(0, self.tail - self.head - self.reserve)

    @property
    def replaceable(self) -> bool:
        """Whether a kong can be replaced."""
        return bool(self.deep) or self.drawable > 0

    def draw(self, seat: int, number: int) -> int | None:
        """The tile a seat draws in turn, its `number`-th (from 0); None if the wall is exhausted."""
        place = self.head
        if self.per_seat:
            place = self.first + number * self.players + seat
            if place >= self.tail - self.reserve:
                return None
        elif not self.drawable:
            return None
        self.head = max(self.head, place + 1)
        return self.tiles[place]

    def replacement(self) -> int:
        """The next replacement tile, from the end."""
        return self.deep.pop() if self.deep else self._take_last()

    def turn(self, count: int) -> list[int]:
        """Tiles turned up after a win, from where the next draw would come; fewer if fewer are left."""
        turned = self.tiles[self.head : self.head + min(count, self.drawable)]
        self.head += len(turned)
        return turned

    def rest(self) -> list[int]:
        """All tiles that nobody has taken, those that are out of play too."""
        turned = [] if self.turned is None else [self.turned]
        return [*self.tiles[self.head : self.tail], *self.deep, *self.open_tail, *self.stacks, *turned, *self.turned_aside]
