"""Which kongs a seat may make on its own turn, and whether one leaves the waits as they were."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code
from mjsim.referee.arrange import Holding, completing_kinds, is_complete
from mjsim.referee.ready import is_ready
from mjsim.referee.scene import View
from mjsim.referee.table import Seat, Table


def kong_options(table: Table, seat: Seat) -> list[Act]:
    """Concealed, added, gold and open kongs of a turn with a drawn tile, in order."""
    if table.drawn is None or table.taken or seat.lock == "open" or not (table.wall.replaceable or table.wall.open_tail):
        return []
    concealed = [kind for kind in concealed_kinds(table, seat) if _allowed(table, seat, kind, "kong-concealed")]
    added = [kind for kind in added_kinds(table, seat) if _allowed(table, seat, kind, "kong-added")]
    acts = [Act(Code.CONCEALED_KONG, kind) for kind in concealed]
    acts += [Act(Code.ADDED_KONG, kind) for kind in added]
    if gold_tiles(table, seat) and not seat.lock and table.wall.replaceable and _room(table, seat):
        acts.append(Act(Code.GOLD_KONG, min(table.facts.jokers)))
    if table.variant.claims.two_ways and not seat.lock and table.wall.replaceable:
        acts += [Act(Code.OPEN_KONG, kind) for kind in concealed if ready_after(table, seat, kind, "kong-concealed")]
        acts += [Act(Code.OPEN_KONG, kind + 64) for kind in added if ready_after(table, seat, kind, "kong-added")]
    return acts


def _room(table: Table, seat: Seat) -> bool:
    """Whether one more meld may be made."""
    limit = table.book.sets - (0 if table.variant.claims.fourth_meld else 1)
    return len(seat.sets_down) < limit


def concealed_kinds(table: Table, seat: Seat) -> list[int]:
    """Kinds of which the seat holds four tiles that may be laid down."""
    claims, jokers = table.variant.claims, table.variant.jokers
    if "concealed" not in claims.kongs or not _room(table, seat):
        return []
    held = Counter(table.holds(seat))
    found = []
    for kind in sorted(held):
        wild = table.is_joker(kind) and (jokers.melds == "never" or "gold" in claims.kongs)
        suited = claims.sets == "sum15" and kind < 27
        idle = not table.book.kinds >> kind & 1
        if held[kind] == 4 and not (idle or wild or suited or table.kong_tiles >> kind & 1 or _is_void(seat, kind)):
            found.append(kind)
    return found


def added_kinds(table: Table, seat: Seat) -> list[int]:
    """Kinds held whose pung lies on the table."""
    if "added" not in table.variant.claims.kongs:
        return []
    wild = table.variant.jokers.melds == "never"
    return [
        k for k in sorted(set(table.holds(seat))) if table.pung_of(seat, table.face(k)) is not None and not (wild and table.is_joker(k))
    ]


def gold_tiles(table: Table, seat: Seat) -> tuple[int, ...]:
    """Four joker tiles to be laid down as a gold kong, the lowest kinds first; nothing where that is not possible."""
    jokers = sorted(kind for kind in table.holds(seat) if table.is_joker(kind))
    if not table.variant.claims.gold_mixed:
        jokers = [kind for kind in jokers if jokers.count(kind) == 4]
    return tuple(jokers[:4]) if "gold" in table.variant.claims.kongs and len(jokers) >= 4 else ()


def _is_void(seat: Seat, kind: int) -> bool:
    return seat.void is not None and kind // 9 == seat.void


def _allowed(table: Table, seat: Seat, kind: int, sort: str) -> bool:
    """A locked hand may only make kongs that leave its waits unchanged, after ready only concealed ones of the drawn tile.

    Without a tile to replace it a kong must win with an open tile of the wall.
    """
    if seat.lock == "ready" and not (sort == "kong-concealed" and table.variant.win.ready_kongs and kind == table.drawn):
        return False
    if seat.lock and not keeps_waits(table, seat, kind, sort):
        return False
    return table.wall.replaceable or bool(winning_open_tiles(table, after_kong(table, seat, kind, sort)))


def after_kong(table: Table, seat: Seat, kind: int, sort: str, tile: int | None = None, giver: int | None = None) -> Seat:
    """The seat as it would be after a kong; `tile`: a discard that makes it an exposed one."""
    tiles = table.holds(seat)
    melds = list(seat.sets_down)
    if sort == "kong-added":
        place = table.pung_of(seat, table.face(kind))
        assert place is not None
        melds[place] = Meld(sort, (*melds[place].tiles, kind), melds[place].giver)
        tiles.remove(kind)
    elif sort == "kong-exposed":
        assert tile is not None
        own = table.melding(seat, table.face(tile))[:3]
        melds.append(Meld(sort, (*own, tile), giver))
        for used in own:
            tiles.remove(used)
    else:
        melds.append(Meld(sort, (kind,) * 4))
        tiles = [other for other in tiles if other != kind]
    return replace(seat, tiles=tiles, melds=melds)


def waits(table: Table, seat: Seat) -> set[int]:
    """Kinds that would complete the tiles of a seat, whatever the gates say; a kind of which it owns four never counts."""
    book, jokers = table.book, table.facts.jokers
    tiles, melds = tuple(seat.hand), tuple(seat.sets_down)
    owned = View(table.scene(), seat).owned
    kinds = [kind for kind in completing_kinds(book, tiles, melds, jokers, seat.imagined) if owned[kind] < 4]
    return {kind for kind in kinds if is_complete(book, Holding(tiles, melds, kind, False, jokers, seat.imagined))}


def keeps_waits(table: Table, seat: Seat, kind: int, sort: str, tile: int | None = None) -> bool:
    """Whether the hand waits for the same kinds after the kong as it did without the drawn tile.

    The kong's own kind, of which nobody else has a tile, is none of them before either.
    """
    later = after_kong(table, seat, kind, sort, tile)
    return waits(table, seat) - {kind} == waits(table, later) - {kind}


def ready_after(table: Table, seat: Seat, kind: int, sort: str, tile: int | None = None, giver: int | None = None) -> bool:
    """Whether the hand is ready after the kong (開杠 needs that)."""
    scene = table.scene()
    scene.players[seat.seat] = after_kong(table, seat, kind, sort, tile, giver)
    return is_ready(scene, seat.seat, table.variant.win.by)


def winning_open_tiles(table: Table, seat: Seat) -> list[int]:
    """Kinds of the open wall tiles that would win at once as the replacement of a kong, for a seat as it is after it."""
    found = []
    flags = frozenset({"kong_replacement"})
    place, now = seat.seat, table.seats[seat.seat]
    table.seats[place] = seat
    for kind in sorted(set(table.wall.open_tail)):
        if table.may_win(seat, kind, "self", None, flags):
            found.append(kind)
    table.seats[place] = now
    return found
