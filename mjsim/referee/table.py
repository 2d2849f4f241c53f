"""The table while a hand is played: players, wall, whose turn it is, what has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mjsim.hands import Meld, Thrown
from mjsim.referee.arrange import stand_in_kind
from mjsim.referee.book import Book, Kinds
from mjsim.referee.features import evaluator
from mjsim.referee.jokers import jokers_of
from mjsim.referee.liability import Debts
from mjsim.referee.scene import Facts, Player, Scene, View, Win
from mjsim.referee.score import is_legal
from mjsim.referee.wall import Wall


@dataclass(slots=True)
class Seat(Player):
    """A player at the table. `tiles` are his concealed tiles without the one he has drawn this turn."""

    lock: str = ""
    """Why only the drawn tile may be discarded: "ready", "open" (an open kong) or "won"; "" if it is not so."""
    out: bool = False
    """Has won and takes no part any more."""
    forfeited: bool = False
    """Has discarded a joker and cannot win."""
    barred: set[int] = field(default_factory=set)
    """Kinds on which he may not win, having passed them (`win.passed` same-kind)."""
    barred_discards: bool = False
    """May win on nobody's tile until his next draw."""
    barred_all: bool = False
    """May not win at all."""
    passed_pungs: set[int] = field(default_factory=set)
    standing: list[int] = field(default_factory=list)
    shown_waits: set[int] = field(default_factory=set)
    """What his shown hand waits for."""
    discarded: int = 0
    """How often he has discarded."""
    wins: int = 0

    @property
    def hand(self) -> list[int]:
        """Concealed tiles (a player at the table knows his own)."""
        assert self.tiles is not None
        return self.tiles

    @property
    def sets_down(self) -> list[Meld]:
        assert self.melds is not None
        return self.melds

    @property
    def opened(self) -> bool:
        """Has a meld made with another player's tile."""
        return any(meld.open for meld in self.sets_down)


class Table:
    """The state of a hand; methods change it by small steps that the rules are made of."""

    def __init__(self, book: Book, wall: Wall, facts: Facts, dice: Sequence[int]) -> None:
        self.book, self.variant, self.wall, self.dice = book, book.variant, wall, tuple(dice)
        self.facts = facts
        facts.jokers = jokers_of(book, wall.turned)
        facts.lower = wall.lower
        self.seats = [Seat(seat, wall.dealt(seat)) for seat in range(book.variant.players)]
        for seat in self.seats:
            seat.standing = seat.hand[: book.variant.deal.standing]
        self.turn = 0
        self.drawn: int | None = wall.dealers_last
        self.flags: set[str] = set()
        """Of the drawn tile."""
        self.kong_giver: int | None = None
        self.taken = False
        """The drawn tile was taken when the last tile was offered round: it wins or is thrown."""
        self.last_drawer, self.last_drawn = 0, wall.dealers_last
        self.bars: int | None = None
        """The seat whose discarded joker bars melds until its next discard."""
        self.shown = False
        """Somebody has laid down a set by showing it."""
        self.debts = Debts(book)
        self.points = [0] * len(self.seats)
        self.aside: list[int] = []
        """Tiles that are out of play: won on, or turned over."""
        self.visible: Counter[int] = Counter()
        """Tiles that lie open: discards, melds but concealed kongs, shown hands."""
        self.turns = 0
        self.setup()

    def setup(self) -> None:
        """Kinds with a part of their own in this hand, fixed once jokers are known."""
        rules = self.book.rules
        view = View(self.scene(), self.seats[0])
        self.kong_tiles = evaluator(rules.kong_tiles)(view) if rules.kong_tiles is not None else 0
        self.single_kongs = evaluator(rules.single_kongs)(view) if rules.single_kongs is not None else 0
        self.stand_in = stand_in_kind(self.book, self.facts.jokers) if self.variant.jokers.stand_in_melds else None
        if self.stand_in is not None and self.kong_tiles >> self.stand_in & 1:
            self.stand_in = None
        self.facts.wall = self.wall.drawable

    def flower_pung_kinds(self, seat: int) -> int:
        """Kinds of which this seat may make a pung with a joker."""
        rule = self.book.rules.flower_pung
        return evaluator(rule)(View(self.scene(), self.seats[seat])) if rule is not None else 0

    def inventory(self) -> Counter[int]:
        """Every tile of the table, by kind: what the wall was made of, at any time between two acts."""
        tiles = Counter([*self.wall.rest(), *self.aside])
        for seat in self.seats:
            tiles.update([*self.holds(seat), *seat.laid, *seat.river])
            tiles.update(kind for meld in seat.sets_down for kind in meld.tiles)
        return tiles

    # --- looking ------------------------------------------------------------------------------------------------------

    def scene(self, win: Win | None = None) -> Scene:
        return Scene(self.book, self.facts, list(self.seats), win)

    def is_joker(self, kind: int) -> bool:
        return kind in self.facts.jokers

    def face(self, kind: int) -> int:
        """What a tile counts as in melds: a stand-in as the jokers' own kind."""
        return self.facts.jokers[0] if kind == self.stand_in else kind

    def melding(self, seat: Seat, face: int) -> list[int]:
        """Concealed tiles of a seat, without the drawn one, that may be laid down as this kind."""
        own_kind = self.variant.jokers.melds == "own-kind"
        return [kind for kind in seat.hand if self.face(kind) == face and (own_kind or not self.is_joker(kind))]

    def holds(self, seat: Seat) -> list[int]:
        """All concealed tiles, the drawn one among them on the seat's turn."""
        return [*seat.hand, self.drawn] if self.drawn is not None and seat.seat == self.turn else list(seat.hand)

    def others(self, seat: int) -> list[Seat]:
        """The other seats still in, in turn order."""
        players = len(self.seats)
        order = [self.seats[(seat + step) % players] for step in range(1, players)]
        return [other for other in order if not other.out]

    def next_in(self, seat: int) -> int:
        """The next seat in turn order that is still in."""
        return self.others(seat)[0].seat

    def may_win(self, seat: Seat, tile: int, by: str, giver: int | None = None, flags: frozenset[str] = frozenset()) -> bool:
        """Whether a seat may win with this tile now."""
        if by not in self.variant.win.by or seat.forfeited or seat.barred_all or seat.out:
            return False
        if by != "self" and (seat.barred_discards or self.face(tile) in seat.barred):
            return False
        if by == "discard" and self.is_joker(tile) and self.variant.jokers.thrown_claim == "nobody":
            return False
        return is_legal(self.scene(self.win(seat.seat, tile, by, giver, flags)))

    def win(self, seat: int, tile: int, by: str, giver: int | None, flags: frozenset[str], winners: int = 1) -> Win:
        kong_giver = self.kong_giver if by == "self" and "kong_replacement" in flags else None
        return Win(seat, tile, by, giver, flags, winners, kong_giver=kong_giver)

    # --- changing -----------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """The drawn tile goes among the others of the seat whose turn it is."""
        if self.drawn is not None:
            self.seats[self.turn].hand.append(self.drawn)
        self.drawn, self.flags = None, set()

    def take_from(self, seat: Seat, kinds: Kinds) -> None:
        """Tiles leave the concealed hand; standing tiles go last."""
        for kind in kinds:
            seat.hand.remove(kind)
        self.settle_standing(seat)

    def settle_standing(self, seat: Seat) -> None:
        """Standing tiles that the hand no longer holds stand no more: others of their kind went first."""
        held = Counter(self.holds(seat))
        standing: list[int] = []
        for kind in seat.standing:
            if standing.count(kind) < held[kind]:
                standing.append(kind)
        seat.standing = standing

    def lay_meld(self, seat: Seat, meld: Meld) -> None:
        """A new meld on the table; its tiles have left the hand."""
        if self.shown:
            meld = replace(meld, late=True)
        self.debts.melded(seat.seat, list(seat.sets_down), meld)
        seat.sets_down.append(meld)
        self.facts.calls += 1
        self.wall.kongs += meld.kong
        if meld.sort.startswith("show-"):
            self.shown = True
        if meld.sort != "kong-concealed":
            self.visible.update(kind for kind in meld.tiles)

    def raise_pung(self, seat: Seat, face: int, tile: int) -> Meld:
        """The own pung of a kind becomes an added kong."""
        place = self.pung_of(seat, face)
        assert place is not None
        old = seat.sets_down[place]
        meld = Meld("kong-added", (*old.tiles, tile), old.giver, old.late)
        seat.sets_down[place] = meld
        self.facts.calls += 1
        self.wall.kongs += 1
        return meld

    def pung_of(self, seat: Seat, face: int) -> int | None:
        """Place of the own pung of a kind."""
        for place, meld in enumerate(seat.sets_down):
            if meld.sort == "pung" and self.face(meld.tiles[0]) == face:
                return place
        return None

    def pass_win(self, seat: Seat, tile: int) -> None:
        """A win that was offered and not taken."""
        match self.variant.win.passed:
            case "until-draw":
                seat.barred_discards = True
            case "same-kind":
                seat.barred.add(self.face(tile))
            case "hand":
                seat.barred_all = True

    def throw_joker(self, seat: Seat, kind: int) -> bool:
        """Count a joker that a seat throws; whether on the turn he drew it."""
        at_once = kind == self.drawn
        seat.thrown = Thrown(seat.thrown.at_once + at_once, seat.thrown.later + (not at_once))
        seat.floats += 1
        return at_once

    def visible_others(self, kind: int, included: int) -> bool:
        """Whether the three other tiles of a kind lie open; `included`: 1 if the tile itself lies open already."""
        return kind < self.book.width and self.visible[kind] == 3 + included
