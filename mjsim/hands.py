"""Hands as people write them: melds, scored hands (cases) and endings of whole hands (settlement cases).

The formats are those of the case files: one JSON object a line. Reading checks every field and says what is wrong, where,
and what would be right; nothing is guessed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mjsim.errors import NotationError, one_of, quote
from mjsim.tiles import KIND_OF, KINDS, NAMES, SUITS, format_tiles, parse_kind, parse_tiles
from mjsim.variant.deck import kinds_jokers_play
from mjsim.variant.model import Variant

SIZES = {
    "chow": 3, "pung": 3, "pung-flower": 3, "kong-exposed": 4, "kong-added": 4, "kong-concealed": 4, "kong-gold": 4,
    "show-winds": 4, "show-dragons": 3,
}  # fmt: skip
"""Tiles of each sort of meld."""
CLAIMED = ("chow", "pung", "pung-flower", "kong-exposed", "kong-added")
"""Sorts made with another player's tile."""
FLAGS = tuple(
    [
        "kong_replacement",
        "flower_replacement",
        "last_wall_tile",
        "last_discard",
        "heavenly",
        "earthly",
        "human",
        "after_kong_discard",
        "ready",
        "ready_open",
        "first_ready",
        "last_of_kind",
        "double_kong",
        "concealed_bloom",
    ]
)
"""What a case may say about the winning tile and the winner."""
WINDS = "ESWN"
DEAL_KEYS = ["round", "jokers", "turned", "opened", "treasure", "draws_before", "dealer_repeats", "dealer_count"]
DEAL_KEYS += ["variant", "options", "expect", "source"]
CASE_KEYS = [
    "id",
    "hand",
    "melds",
    "win",
    "by",
    "from",
    "seat",
    "flags",
    "flowers",
    "void",
    "imagined",
    "others",
    "stake",
    "named",
    "da",
    "cai_piao",
    "own_discards",
] + DEAL_KEYS
OTHER_KEYS = ["seat", "hand", "melds", "ready", "ready_open", "void", "imagined", "won", "wins", "stake", "named", "flowers"]
SEAT_KEYS = [
    "hand",
    "melds",
    "void",
    "imagined",
    "won",
    "ready",
    "ready_open",
    "flowers",
    "stake",
    "named",
    "dead",
    "discarded_joker",
    "da",
    "own_discards",
    "cai_piao",
]
WIN_KEYS = ["seat", "win", "by", "from", "flags", "turned", "da", "own_discards", "cai_piao", "stake"]
SETTLEMENT_KEYS = ["id", "kind", "seats", "events", "wins"] + DEAL_KEYS


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: its sort (a key of `SIZES`), the tiles as they physically are, who gave one of them.

    `late`: made after another player had shown a set (Shenyang).
    """

    sort: str
    tiles: tuple[int, ...]
    giver: int | None = None
    late: bool = False

    @property
    def open(self) -> bool:
        """Made with another player's tile."""
        return self.sort in CLAIMED

    @property
    def kong(self) -> bool:
        return self.sort.startswith("kong")

    def __str__(self) -> str:
        return f"{self.sort} {format_tiles(self.tiles)}" + ("" if self.giver is None else f"<{self.giver}")


@dataclass(frozen=True, slots=True)
class Thrown:
    """Jokers (搭) that a player has discarded on the turn he drew them, and later."""

    at_once: int = 0
    later: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """What is known of a player. `tiles` and `melds` are None where nothing is said about them."""

    seat: int
    tiles: tuple[int, ...] | None = None
    melds: tuple[Meld, ...] | None = None
    flowers: tuple[int, ...] = ()
    void: int | None = None
    imagined: int | None = None
    """What the imagined joker is fixed to."""
    ready: bool = False
    ready_open: bool = False
    won: bool = False
    wins: bool = False
    stake: int = 0
    named: int = 0
    dead: str = ""
    thrown: Thrown = Thrown()
    own_discards: tuple[int, ...] = ()
    floats: int = 0


@dataclass(frozen=True, slots=True)
class WinClaim:
    """Somebody wins, or claims to: the tile, the manner (self, discard, rob), who gave it, flags, tiles turned afterwards."""

    seat: int
    tile: int
    by: str
    giver: int | None = None
    flags: frozenset[str] = frozenset()
    turned: tuple[int, ...] | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the winner's `Seat` that this claim states (thrown, own_discards, floats, stake)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What holds for the whole hand."""

    round: int = KIND_OF["E"]
    jokers: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    """Tiles turned at the end of the wall while the hand was played (打明雞)."""
    draws_before: int = 0
    repeats: int = 0
    treasure: int | None = None
    """Kind of the treasure tile (寶牌)."""


@dataclass(frozen=True, slots=True)
class Case:
    """One hand to be scored: the winner (his concealed tiles without the winning tile), the win, the others if given."""

    id: str
    deal: Deal
    winner: Seat
    win: WinClaim
    others: tuple[Seat, ...]
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """Something paid, or that decides who pays, before the end: `sort` is the key of the event."""

    sort: str
    seat: int | None = None
    meld: Meld | None = None
    kinds: tuple[int, ...] = ()
    wins: tuple[WinClaim, ...] = ()
    tiles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a hand: all seats, what happened before in order, the wins claimed together at the end."""

    id: str
    variant: str
    kind: str
    options: Mapping[str, Any]
    deal: Deal
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    wins: tuple[WinClaim, ...]
    expect: Mapping[str, Any]


def read_meld(text: Any, where: str = "", players: int = 4) -> Meld:
    """A meld from its notation.

    >>> read_meld("kong-exposed 1111p<2")
    Meld(sort='kong-exposed', tiles=(9, 9, 9, 9), giver=2, late=False)
    """
    if not isinstance(text, str):
        raise NotationError(f"meld {quote(text)} is no text", where, 'for example "pung EEE<2"')
    body, mark, from_seat = text.partition("<")
    words = body.split()
    if len(words) != 2 or words[0] not in SIZES:
        raise NotationError(f"meld {quote(text)} is not a sort and its tiles", where, f'sorts: {one_of(SIZES)}; for example "pung EEE<2"')
    sort, tiles = words[0], tuple(parse_tiles(words[1], where))
    giver = None
    if mark:
        if not (from_seat.isascii() and from_seat.isdigit() and int(from_seat) < players):
            raise NotationError(f"meld {quote(text)}: giver {quote(from_seat)}", where, f"a seat 0 to {players - 1}")
        if sort not in CLAIMED:
            raise NotationError(f"meld {quote(text)}: a {sort} takes no tile from another player", where, "no <SEAT")
        giver = int(from_seat)
    if len(tiles) != SIZES[sort]:
        raise NotationError(f"meld {quote(text)} has {len(tiles)} tiles", where, f"{SIZES[sort]} tiles for a {sort}")
    return Meld(sort, tiles, giver)


def read_case(document: Any, where: str = "", players: int = 4, default_jokers: tuple[int, ...] = ()) -> Case:
    """A case from its JSON object; NotationError names the first field that is wrong."""
    form = _Form(document, where, CASE_KEYS, players)
    form.need("id", "hand", "win", "by", "seat")
    seat = form.seat("seat")
    winner = Seat(
        seat=seat,
        tiles=form.tiles("hand"),
        melds=form.melds("melds"),
        flowers=form.kinds("flowers"),
        void=form.suit("void"),
        imagined=form.imagined(),
        ready=False,
        stake=form.count("stake", 0, 200),
        named=form.count("named", 0, 200),
        thrown=form.thrown("da"),
        own_discards=form.kinds("own_discards"),
        floats=form.count("cai_piao", 0, 20),
    )
    win = _read_win(form, seat)
    others = tuple(_read_other(entry, f"{form.where}: others[{i}]", players) for i, entry in enumerate(form.list("others")))
    seats = [other.seat for other in others]
    if seat in seats or len(set(seats)) < len(seats):
        raise NotationError(f"others names the seats {seats}, the winner is {seat}", form.where, "each other seat once")
    return Case(form.text("id"), form.deal(default_jokers), winner, win, others, form.mapping("expect"))


def read_settlement(document: Any, where: str = "", players: int = 4) -> Settlement:
    """A settlement case from its JSON object; NotationError names the first field that is wrong."""
    form = _Form(document, where, SETTLEMENT_KEYS, players)
    form.need("id", "variant", "kind", "seats")
    kind = form.choice("kind", ("draw", "wins", "sequence"))
    entries = form.list("seats")
    if len(entries) != players:
        raise NotationError(f"seats has {len(entries)} entries", form.where, f"one for each of {players} players")
    return Settlement(
        id=form.text("id"),
        variant=form.text("variant"),
        kind=kind,
        options=form.mapping("options"),
        deal=form.deal(()),
        seats=tuple(_read_seat(entry, f"{form.where}: seats[{i}]", i, players) for i, entry in enumerate(entries)),
        events=tuple(_read_event(entry, f"{form.where}: events[{i}]", players) for i, entry in enumerate(form.list("events"))),
        wins=tuple(_read_claim(entry, f"{form.where}: wins[{i}]", players) for i, entry in enumerate(form.list("wins"))),
        expect=form.mapping("expect"),
    )


def check_imagined(variant: Variant, seat: Seat, needed: bool, place: str) -> None:
    """NotationError unless a kind is said for the imagined joker of a seat just where the variant fixes one. `needed`: it must be."""
    if variant.jokers.imagined != "fixed":
        if seat.imagined is not None:
            raise NotationError(f"imagined is {NAMES[seat.imagined]}", place, f"none: {variant.slug} fixes no imagined joker")
    elif seat.imagined is None:
        if needed:
            raise NotationError(f"seat {seat.seat} has imagined nothing", place, 'the kind it has fixed, for example "imagined": "5m"')
    elif not kinds_jokers_play(variant) >> seat.imagined & 1:
        raise NotationError(f"imagined is {NAMES[seat.imagined]}", place, "a kind that the imagined joker may play")


def read_line(line: str, where: str = "") -> Any:
    """The JSON value of one line of a case file."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else type(error).__name__
        raise NotationError(f"no JSON: {reason}", where, "one JSON object a line") from None


def _read_other(entry: Any, where: str, players: int) -> Seat:
    form = _Form(entry, where, OTHER_KEYS, players)
    form.need("seat")
    return Seat(
        seat=form.seat("seat"),
        tiles=form.tiles("hand") if "hand" in form.data else None,
        melds=form.melds("melds") if "melds" in form.data else None,
        flowers=form.kinds("flowers"),
        void=form.suit("void"),
        imagined=form.imagined(),
        ready=form.truth("ready"),
        ready_open=form.truth("ready_open"),
        won=form.truth("won"),
        wins=form.truth("wins"),
        stake=form.count("stake", 0, 200),
        named=form.count("named", 0, 200),
    )


def _read_seat(entry: Any, where: str, seat: int, players: int) -> Seat:
    form = _Form(entry, where, SEAT_KEYS, players)
    form.need("hand")
    dead = form.choice("dead", ("few", "many"), "")
    return Seat(
        seat=seat,
        tiles=form.tiles("hand"),
        melds=form.melds("melds"),
        flowers=form.kinds("flowers"),
        void=form.suit("void"),
        imagined=form.imagined(),
        ready=form.truth("ready"),
        ready_open=form.truth("ready_open"),
        won=form.truth("won"),
        stake=form.count("stake", 0, 200),
        named=form.count("named", 0, 200),
        dead=dead or ("few" if form.truth("discarded_joker") else ""),
        thrown=form.thrown("da"),
        own_discards=form.kinds("own_discards"),
        floats=form.count("cai_piao", 0, 20),
    )


def _read_claim(entry: Any, where: str, players: int) -> WinClaim:
    form = _Form(entry, where, WIN_KEYS, players)
    form.need("seat", "win", "by")
    return _read_win(form, form.seat("seat"))


def _read_win(form: _Form, seat: int) -> WinClaim:
    by = form.choice("by", ("self", "discard", "rob"))
    giver = form.seat("from") if by != "self" else None
    if by == "self" and "from" in form.data:
        raise NotationError('"from" with a self-draw', form.where, '"from" only where by is discard or rob')
    if giver == seat:
        raise NotationError(f"from is the winner's own seat {seat}", form.where, "another seat")
    changes: dict[str, Any] = {}
    if "da" in form.data:
        changes["thrown"] = form.thrown("da")
    if "own_discards" in form.data:
        changes["own_discards"] = form.kinds("own_discards")
    if "cai_piao" in form.data:
        changes["floats"] = form.count("cai_piao", 0, 20)
    if "stake" in form.data:
        changes["stake"] = form.count("stake", 0, 200)
    turned = form.kinds("turned") if "turned" in form.data else None
    return WinClaim(seat, form.kind("win"), by, giver, form.flags("flags"), turned, changes)


def _read_event(entry: Any, where: str, players: int) -> Event:
    if not isinstance(entry, dict):
        raise NotationError(f"event {quote(entry)} is no object", where, '{"kong": ..., "seat": ...}')
    sorts = [
        key for key in ("kong", "meld", "win", "wins", "start", "follow_dealer", "false_win", "flower_kong", "discard") if key in entry
    ]
    if len(sorts) != 1:
        allowed = "one of kong, meld, win, wins, start, follow_dealer, false_win, flower_kong, discard"
        raise NotationError(f"event {quote(entry)} is of no known sort", where, allowed)
    sort = sorts[0]
    if sort == "win":
        claim = _read_claim(entry, where, players)
        return Event("wins", claim.seat, wins=(claim,))
    form = _Form(entry, where, (sort, "seat", "round", "hand", "turned"), players)
    if sort == "wins":
        return Event("wins", None, wins=tuple(_read_claim(e, f"{where}: wins[{i}]", players) for i, e in enumerate(form.list("wins"))))
    if sort == "follow_dealer":
        return Event(sort, 0, kinds=form.kinds(sort))
    if sort == "false_win":
        return Event(sort, form.seat("seat") if "seat" in entry else form.seat(sort))
    seat = form.seat("seat")
    if sort in ("kong", "meld"):
        return Event(sort, seat, meld=read_meld(entry[sort], where, players))
    if sort == "start":
        return Event(sort, seat, kinds=form.kinds("turned"), tiles=form.tiles("hand") if "hand" in entry else ())
    return Event(sort, seat, kinds=form.kinds(sort))


class _Form:
    """A JSON object with known keys; the methods read one field each and complain about that field."""

    def __init__(self, data: Any, where: str, keys: Sequence[str], players: int) -> None:
        if not isinstance(data, dict):
            raise NotationError(f"{quote(data)} is no JSON object", where, "an object with " + one_of(keys))
        name = data.get("id")
        self.data, self.players = data, players
        self.where = f"{where}: {name}" if where and isinstance(name, str) else where or (name if isinstance(name, str) else "")
        for key in data:
            if key not in keys:
                raise NotationError(f"unknown field {quote(key)}", self.where, one_of(keys))

    def need(self, *keys: str) -> None:
        for key in keys:
            if key not in self.data:
                raise NotationError(f"field {quote(key)} is missing", self.where)

    def fail(self, key: str, allowed: str) -> NotationError:
        return NotationError(f"{key} is {quote(self.data.get(key))}", self.where, allowed)

    def text(self, key: str) -> str:
        value = self.data[key]
        if not isinstance(value, str):
            raise self.fail(key, "text")
        return value

    def mapping(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "an object")
        return value

    def list(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.fail(key, "a list")
        return value

    def truth(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, "true or false")
        return value

    def count(self, key: str, low: int, high: int) -> int:
        value = self.data.get(key, low)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(key, f"a whole number {low} to {high}")
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        value = self.data.get(key, default)
        if value == default and default is not None:
            return default
        if value not in allowed:
            raise self.fail(key, one_of(allowed))
        return str(value)

    def seat(self, key: str) -> int:
        self.need(key)
        value = self.data[key]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < self.players:
            raise self.fail(key, f"a seat 0 to {self.players - 1}")
        return value

    def suit(self, key: str) -> int | None:
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) != 1 or value not in SUITS:
            raise self.fail(key, "m, p or s")
        return SUITS.index(value)

    def imagined(self) -> int | None:
        """What the imagined joker is fixed to."""
        kind = self.kind("imagined") if "imagined" in self.data else None
        if kind is not None and kind >= KINDS:
            raise self.fail("imagined", "no flower")
        return kind

    def tiles(self, key: str) -> tuple[int, ...]:
        """Tiles written in one text."""
        value = self.data[key]
        if not isinstance(value, str):
            raise self.fail(key, 'tiles as one text, for example "123m55pE"')
        return tuple(parse_tiles(value, f"{self.where}: {key}" if self.where else key))

    def kind(self, key: str) -> int:
        value = self.data[key]
        if not isinstance(value, str):
            raise self.fail(key, 'one tile, for example "5m"')
        return parse_kind(value, f"{self.where}: {key}" if self.where else key)

    def kinds(self, key: str) -> tuple[int, ...]:
        """Tiles as a list of texts, or in one text."""
        value = self.data.get(key, [])
        parts = [value] if isinstance(value, str) else value
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise self.fail(key, 'tiles, for example ["C", "f1"]')
        place = f"{self.where}: {key}" if self.where else key
        return tuple(kind for part in parts for kind in parse_tiles(part, place))

    def melds(self, key: str) -> tuple[Meld, ...]:
        return tuple(
            read_meld(text, f"{self.where}: {key}[{i}]" if self.where else f"{key}[{i}]", self.players)
            for i, text in enumerate(self.list(key))
        )

    def flags(self, key: str) -> frozenset[str]:
        for flag in self.list(key):
            if flag not in FLAGS:
                raise NotationError(f"unknown flag {quote(flag)}", self.where, one_of(FLAGS))
        return frozenset(self.list(key))

    def thrown(self, key: str) -> Thrown:
        value = self.data.get(key, {})
        if not isinstance(value, dict) or not set(value) <= {"at_once", "later"}:
            raise self.fail(key, '{"at_once": n, "later": n}')
        form = _Form(value, f"{self.where}: {key}", ("at_once", "later"), self.players)
        return Thrown(form.count("at_once", 0, 8), form.count("later", 0, 8))

    def deal(self, default_jokers: tuple[int, ...]) -> Deal:
        wind = self.choice("round", tuple(WINDS), "E")
        repeats = self.count("dealer_repeats", 0, 200)
        if "dealer_count" in self.data:
            repeats = self.count("dealer_count", 1, 200) - 1
        jokers = self.kinds("jokers") or default_jokers
        if any(kind >= KINDS for kind in jokers) or len(jokers) > 4:
            raise self.fail("jokers", "up to four kinds, no flowers")
        opened = self.kinds("opened")
        if any(kind >= 27 for kind in opened) or len(opened) > 15:
            raise self.fail("opened", "up to 15 tiles of the suits")
        treasure = self.kinds("treasure")
        if any(kind >= KINDS for kind in treasure) or len(treasure) > 1:
            raise self.fail("treasure", "one kind, no flower")
        draws_before = self.count("draws_before", 0, 200)
        return Deal(KIND_OF[wind], jokers, self.kinds("turned"), opened, draws_before, repeats, treasure[0] if treasure else None)
