"""Who and what a rule looks at: the players, the hand as a whole, the win that is judged, and one player's view of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from mjsim.hands import Meld, Thrown
from mjsim.referee.arrange import Arrangement, Group, meld_groups
from mjsim.referee.book import Book, Kinds
from mjsim.tiles import ALL_KINDS, KIND_OF

if TYPE_CHECKING:
    from mjsim.referee.score import Tally


@dataclass(slots=True)
class Player:
    """What rules may ask of one player. `tiles`: concealed, without a winning tile; None where nothing is known."""

    seat: int
    tiles: list[int] | None = field(default_factory=list)
    melds: list[Meld] | None = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    void: int | None = None
    imagined: int | None = None
    """What the imagined joker plays, where that is fixed."""
    ready: bool = False
    ready_open: bool = False
    first_ready: bool = False
    stake: int = 0
    named: int = 0
    draws: int = 0
    thrown: Thrown = field(default_factory=Thrown)
    floats: int = 0
    own_discards: set[int] = field(default_factory=set)
    river: list[int] = field(default_factory=list)
    """His discards that nobody took."""
    thrown_honors: int = 0
    """Honours that he threw before any other tile."""


@dataclass(slots=True)
class FirstChicken:
    """The first chicken thrown in a hand: by whom, its kind, as which discard, who melded it, whether it was won on."""

    thrower: int
    kind: int
    number: int
    taker: int | None = None
    won: bool = False


@dataclass(slots=True)
class Facts:
    """What holds for the whole hand at this moment."""

    round: int = KIND_OF["E"]
    jokers: Kinds = ()
    repeats: int = 0
    draws_before: int = 0
    calls: int = 0
    discards: int = 0
    wall: int = 0
    won_before: int = 0
    lower: int | None = None
    """The tile below the turned one (spirits)."""
    treasure: int | None = None
    """The tile laid aside for ready players (寶牌)."""
    open: list[int] = field(default_factory=list)
    """Tiles turned at the end of the wall (打明雞)."""
    first_chicken: FirstChicken | None = None
    waits: dict[tuple[Kinds, int, int | None], list[int]] = field(default_factory=dict, repr=False)
    """What hands of this deal might wait for, by concealed tiles, number of melds and imagined tile: remembered, see ready.py."""


@dataclass(slots=True)
class Win:
    """A win that is judged. `flags`: what is known of the winning tile and winner, by name.

    `given`: heavenly, earthly, human and first_ready are what `flags` says; else they are worked out as the variant
    defines them. `kong_giver`: who gave the tile of the exposed kong whose replacement this is.
    """

    seat: int
    tile: int
    by: str
    giver: int | None = None
    flags: frozenset[str] = frozenset()
    winners: int = 1
    given: bool = False
    kong_giver: int | None = None
    drawn: int | None = None
    """The kind that the drawn tile is where it is read as `tile`, another one (`win.wild_draw`)."""


@dataclass(slots=True)
class Scene:
    """A hand at the moment when a rule is judged."""

    book: Book
    facts: Facts
    players: list[Player]
    win: Win | None = None
    start: bool = False
    """The dealt tiles are judged, not a win."""
    leave_out: frozenset[str] = frozenset()
    """Rows that do not count now (draw checks)."""

    @property
    def given(self) -> bool:
        """The winning tile is another player's."""
        return self.win is not None and self.win.by != "self"


class View:
    """The scene as seen for one player; for the winner with one reading of his hand.

    Attributes worked out when first asked: `groups`, `played` (tiles by kind as played), `owned` (as they physically are).
    """

    def __init__(self, scene: Scene, player: Player, arrangement: Arrangement | None = None, winner: View | None = None) -> None:
        self.scene, self.player, self.arrangement = scene, player, arrangement
        self.book = scene.book
        self.winner = winner or self
        self.readings: list[View] = [self]
        """Views of all readings of this hand, for possible(...)."""
        self.value = self.payer_rows = 0
        self.tally: Tally | None = None
        self.row_counts: dict[str, int] = {}
        self.memo: dict[object, int] = {}

    @property
    def winning(self) -> bool:
        """Whether the names speak of the winner."""
        return self.scene.win is not None and self.player.seat == self.scene.win.seat

    @cached_property
    def melds(self) -> list[Meld]:
        return self.player.melds or []

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        if self.arrangement is not None:
            return self.arrangement.groups
        return meld_groups(self.book, self.melds, self.scene.facts.jokers)

    @cached_property
    def masks(self) -> list[int]:
        """Kinds of each group."""
        return [group.mask for group in self.groups]

    @cached_property
    def concealed(self) -> list[int]:
        """Concealed tiles as they physically are, the winner's winning tile among them."""
        tiles = list(self.player.tiles or ())
        win = self.scene.win
        if win is not None and self.winning and win.tile < self.book.width:
            tiles.append(win.tile)
        return tiles

    @cached_property
    def owned(self) -> Counter[int]:
        """Tiles as they physically are, melds included."""
        own = self.book.own_kind
        return Counter(own(kind) for kind in self.concealed) + Counter(own(kind) for meld in self.melds for kind in meld.tiles)

    @cached_property
    def played(self) -> list[int]:
        """Tiles by kind as played: in groups and as singles; for a player without a reading as they are."""
        counts = [0] * ALL_KINDS
        for group in self.groups:
            for kind in group.kinds:
                counts[kind] += 1
        if self.arrangement is not None:
            for kind in self.arrangement.singles:
                counts[kind] += 1
        else:
            for kind in self.concealed:
                counts[self.book.own_kind(kind)] += 1
        return counts

    @cached_property
    def present(self) -> list[tuple[int, int]]:
        """Kinds that are played, each with its number of tiles."""
        return [(kind, count) for kind, count in enumerate(self.played) if count]

    @cached_property
    def present_mask(self) -> int:
        return sum(1 << kind for kind, _ in self.present)

    @cached_property
    def loose(self) -> int:
        """Joker tiles of a free shape that lie in every set of kinds they may play."""
        return self.arrangement.loose if self.arrangement is not None else 0

    @cached_property
    def laid(self) -> Counter[int]:
        """Tiles laid out, the flower won on among them."""
        tiles = Counter(self.player.laid)
        win = self.scene.win
        if win is not None and self.winning and win.tile >= self.book.width:
            tiles[win.tile] += 1
        return tiles

    @cached_property
    def others(self) -> list[View]:
        """The other players, who look at this one as the winner."""
        return [View(self.scene, player, winner=self) for player in self.scene.players if player.seat != self.player.seat]
