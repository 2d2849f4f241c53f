"""Cases scored and settled by the kernels: the same JSON in and out as the referee's."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from mjsim.compile.program import Program, compile_variant
from mjsim.compile.records import Record, check_seats
from mjsim.errors import NotationError
from mjsim.hands import Case, Event, Meld, Seat, Settlement, WinClaim, check_imagined, read_case, read_settlement
from mjsim.kernels import layout as L
from mjsim.kernels.pay import comes_first, pay_each, pay_false_win, pay_first_discards, pay_kong, pay_start, pay_win
from mjsim.kernels.record import seat_block
from mjsim.kernels.river import tile_taken, tile_thrown
from mjsim.kernels.score import FIRST_GATE, NO_WAY, score_win
from mjsim.kernels.settle import pay_end
from mjsim.tiles import KIND_OF, format_tiles
from mjsim.variant.deck import places_of
from mjsim.variant.model import Variant


@lru_cache(maxsize=64)
def _program(key: _Key) -> Program:
    return compile_variant(key.variant)


class _Key:
    """A variant as a dictionary key: by identity."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __hash__(self) -> int:
        return id(self.variant)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.variant is self.variant


def program_of(variant: Variant | Program) -> Program:
    """The program of a variant, made once for each variant object."""
    return variant if isinstance(variant, Program) else _program(_Key(variant))


def score_case(variant: Variant | Program, case: Any, where: str = "") -> dict[str, Any]:
    """A case scored by the kernels: `{"id", "win", "why", "value", "items", "deltas"}`, deltas by seat.

    `case`: a JSON object of the case format, or a `Case`. NotationError for one that cannot be read.
    """
    program = program_of(variant)
    if not isinstance(case, Case):
        case = read_case(case, where, program.players)
    place = f"{where}: {case.id}" if where and case.id not in where else where or case.id
    check_seats(program, [(case.winner, (case.win.tile,)), *((other, ()) for other in case.others)], place)
    for seat in (case.winner, *case.others):
        check_imagined(program.variant, seat, seat is case.winner, place)
    known = {seat.seat: seat for seat in case.others} | {case.winner.seat: case.winner}
    record = Record(program, case.deal, [known.get(seat, Seat(seat)) for seat in _stamped(case, program.players)])
    winners = [case.winner.seat, *(other.seat for other in case.others if other.wins)]
    record.claim(case.win, winners)
    points = np.zeros(4, np.int64)
    if score_win(program.image, record.table, record.work):
        value, items = _result(record)
        _pay_all(record, case, winners, points)
        return _answer(case.id, True, "", value, items, points[: program.players].tolist())
    why = _why(record, case)
    if "heavenly" in case.win.flags and program.image[L.START_PAY]:
        record.put_tiles(case.winner.seat, [*(case.winner.tiles or ()), case.win.tile])
        if pay_start(program.image, record.table, record.work, case.winner.seat, points):
            value, items = _result(record)
            return _answer(case.id, True, "", value, items, points[: program.players].tolist())
    return _answer(case.id, False, why, None, [], points[: program.players].tolist())


def _stamped(case: Case, players: int) -> list[int]:
    """Seats in the order in which debts are taken to have arisen: winners first."""
    winners = [case.winner.seat, *(other.seat for other in case.others if other.wins)]
    return winners + [seat for seat in range(players) if seat not in winners]


def _answer(name: str, win: bool, why: str, value: int | float | None, items: list[str], deltas: list[int]) -> dict[str, Any]:
    return {"id": name, "win": win, "why": why, "value": value, "items": items, "deltas": deltas}


def _result(record: Record) -> tuple[int | float, list[str]]:
    """Value in the variant's unit and the rows listed, as the last scoring left them."""
    work, rows, scale = record.work, record.program.rows, int(record.image[L.SCALE])
    value = int(work[L.R_VALUE])
    items = [rows[row] for row in work[L.R_ITEMS + 1 : L.R_ITEMS + 1 + int(work[L.R_ITEMS])]]
    return value // scale if value % scale == 0 else value / scale, items


def _pay_all(record: Record, case: Case, winners: list[int], points: Any) -> None:
    """Payments of all winners of the tile, and what is settled with the hand."""
    program, table = record.program, record.table
    if program.variant.end.ends == "all-but-one":
        table[L.T_OUT] = sum(1 << other.seat for other in case.others if other.won)
    pay_win(program.image, table, record.work, points)
    for seat in winners[1:]:
        record.claim(WinClaim(seat, case.win.tile, case.win.by, case.win.giver), winners)
        if score_win(program.image, table, record.work):
            pay_win(program.image, table, record.work, points)
    _settle(
        record, sum(1 << seat for seat in winners), 0, points, {case.winner.seat, *(o.seat for o in case.others if o.tiles is not None)}
    )


def _settle(record: Record, winners: int, exhausted: int, points: Any, known: set[int]) -> None:
    """The end of the hand. Hands that are not known are taken as they are written; spirits need all of them."""
    image = record.image
    if image[L.SPIRITS] and len(known) < record.program.players:
        image = image.copy()
        image[L.SPIRITS] = 0
    pay_end(image, record.table, record.work, winners, exhausted, points)


def _why(record: Record, case: Case) -> str:
    """What refuses a win, in words."""
    variant, code = record.program.variant, int(record.work[L.R_REFUSED])
    if code == NO_WAY:
        return (
            f"no win by {case.win.by} here, only by {', '.join(variant.win.by)}"
            if case.win.by not in variant.win.by
            else "this player may not win"
        )
    gate = code - FIRST_GATE
    if gate < 0:
        return f"{format_tiles([*(case.winner.tiles or ()), case.win.tile])} is no complete hand: {', '.join(record.program.shapes)}"
    if gate < len(record.program.gates):
        return variant.gates[record.program.gates[gate]].why
    return f"worth less than the least, {variant.win.minimum} ({variant.score.unit})"


# ---- whole hands ----


def settle_case(variant: Variant | Program, case: Any, where: str = "") -> dict[str, Any]:
    """A settlement case: `{"id", "deltas", "winners", "next_dealer"}`.

    `case`: a JSON object of the settlement format, or a `Settlement`. NotationError for one that cannot be read.
    """
    program = program_of(variant)
    if not isinstance(case, Settlement):
        case = read_settlement(case, where, program.players)
    check_seats(
        program,
        [(seat, ()) for seat in case.seats],
        f"{where}: {case.id}" if where and case.id not in where else where or case.id,
        counted=False,
    )
    for seat in case.seats:
        check_imagined(program.variant, seat, False, case.id)
    hand = _Hand(program, case)
    for event in case.events:
        hand.happen(event)
    if case.wins:
        hand.wins(case.wins)
    hand.finish(case.kind)
    return {"id": case.id, "deltas": hand.points[: program.players].tolist(), "winners": hand.winners, "next_dealer": hand.next_dealer()}


class _Hand:
    """A hand from its events to its end."""

    def __init__(self, program: Program, case: Settlement) -> None:
        self.program, self.case, self.image = program, case, program.image
        self.points = np.zeros(4, np.int64)
        self.record = Record(program, case.deal, [self._before(seat) for seat in case.seats])
        won = {claim.seat for event in case.events for claim in event.wins}
        self.won = {seat.seat for seat in case.seats if seat.won and seat.seat not in won}
        self.winners: list[int] = []
        self.first: tuple[list[int], int | None] | None = None
        self.ever: set[int] = set()
        for event in case.events:  # melds that events lay down lie there from the start, stamped in the order of the events
            if event.meld is not None and event.seat is not None and event.meld in (case.seats[event.seat].melds or ()):
                self.record.put_meld(event.seat, event.meld)

    def _before(self, seat: Seat) -> Seat:
        later = [event.meld for event in self.case.events if event.seat == seat.seat and event.meld is not None]
        melds: tuple[Meld, ...] = tuple(meld for meld in seat.melds or () if meld not in later)
        return Seat(**{name: getattr(seat, name) for name in Seat.__slots__} | {"melds": melds})

    def happen(self, event: Event) -> None:
        image, table, work, seat = self.image, self.record.table, self.record.work, event.seat
        table[L.T_OUT] = self.out()
        if event.sort == "wins":
            self.wins(event.wins)
        elif event.sort == "kong" and event.meld is not None and seat is not None:
            self._taken(seat, event.meld)
            slot = self._slot(seat, event.meld)
            if slot >= 0:
                pay_kong(image, table, work, seat, slot, self.points)
        elif event.sort == "meld" and event.meld is not None and seat is not None:
            self._taken(seat, event.meld)
        elif event.sort == "discard" and seat is not None:
            for kind in event.kinds:
                table[L.T_DISCARDS] += 1
                tile_thrown(image, table, seat, self.record.own_kind(kind))
        elif event.sort == "start" and seat is not None:
            self._start(seat, event)
        elif event.sort == "follow_dealer":
            pay_first_discards(image, table, self.points)
        elif event.sort == "flower_kong" and seat is not None:
            sets = max(1, _flower_sets(event.kinds))
            pay_each(image, table, seat, int(image[L.FLOWER_KONG]) * sets, self.points)
        elif event.sort == "false_win" and seat is not None:
            pay_false_win(image, table, work, seat, self.points)

    def _taken(self, seat: int, meld: Meld) -> None:
        """A meld takes the tile that was discarded last."""
        if meld.giver is not None:
            tile_taken(self.image, self.record.table, meld.giver, self.record.own_kind(meld.tiles[0]), seat)

    def _slot(self, seat: int, meld: Meld) -> int:
        """Where a meld lies; -1 for a robbed kong, which stands in the events while its meld stays a pung."""
        if meld not in (self.case.seats[seat].melds or ()):
            return -1
        s = seat_block(seat)
        words = self.record.table[s + L.S_MELD : s + L.S_MELD + self.record.table[s + L.S_MELDS]]
        first = min(self.record.own_kind(kind) for kind in meld.tiles)
        kong = len(meld.tiles) == 4
        return next(i for i, word in enumerate(words) if word >> 8 & 63 == first and (word >> 32 & 63 != L.NO_TILE) == kong)

    def _start(self, seat: int, event: Event) -> None:
        """The dealt tiles of a seat, judged before anything lies on the table."""
        table, s = self.record.table, seat_block(seat)
        kept = table[s : s + L.S_SIZE].copy()
        table[s + L.S_LAID : s + L.S_MELD] = 0
        if event.tiles:
            self.record.put_tiles(seat, event.tiles)
        if self.image[L.BIRDS_START]:
            self.record.turn(event.kinds)
        pay_start(self.image, table, self.record.work, seat, self.points)
        table[s : s + L.S_SIZE] = kept

    def out(self) -> int:
        return sum(1 << seat for seat in self.won) if self.program.variant.end.ends == "all-but-one" else 0

    def wins(self, claims: tuple[WinClaim, ...]) -> None:
        """One tile, won by those of the claims that the rules let win."""
        several = self.program.variant.win.several
        players, giver = self.program.players, claims[0].giver or 0
        legal: list[WinClaim] = []
        first: list[WinClaim] = []
        for claim in sorted(claims, key=lambda claim: (claim.seat - giver - 1) % players):
            if self._scored(claim, [c.seat for c in claims]):
                legal.append(claim)
                if self.image[L.FIRST_REGISTER] >= 0 and comes_first(self.image, self.record.table, self.record.work, giver):
                    first.append(claim)
            elif several == "all" or len(claims) == 1:
                raise NotationError(f"seat {claim.seat} cannot win on this tile", self.case.id)
            self._take_back(claim)
        if several == "nearest":
            legal = (first or legal)[:1]
        seats = [claim.seat for claim in legal]
        table = self.record.table
        table[L.T_OUT] = self.out()
        for claim in legal:
            self._scored(claim, seats)
            if claim.turned is not None:
                self.record.turn(claim.turned)
            if claim.giver is not None and claim.by == "discard":
                tile_taken(self.image, self.record.table, claim.giver, self.record.own_kind(claim.tile), -1)
            pay_win(self.image, table, self.record.work, self.points)
            if self.program.variant.end.ends != "first-win":
                self._take_back(claim)
        if seats:
            self.winners, self.first = seats, self.first or (seats, legal[0].giver)
            self.won |= set(seats)
            self.ever |= set(seats)
            table[L.T_WON_BEFORE] += len(seats)

    def _scored(self, claim: WinClaim, seats: list[int]) -> int:
        self.record.claim(claim, seats)
        return int(score_win(self.image, self.record.table, self.record.work))

    def _take_back(self, claim: WinClaim) -> None:
        """A self-drawn tile leaves the hand again."""
        if claim.by == "self" and self.record.own_kind(claim.tile) < places_of(self.program.variant):
            self.record.table[seat_block(claim.seat) + L.S_HELD + self.record.own_kind(claim.tile)] -= 1

    def finish(self, kind: str) -> None:
        """The end: with the wall where nobody wins or the hand goes on to it, else with the last win."""
        ends, players = self.program.variant.end.ends, self.program.players
        ended = (ends == "first-win" and bool(self.won)) or (ends == "all-but-one" and len(self.won) >= players - 1)
        exhausted = kind == "draw" or (kind == "sequence" and not ended)
        winners = sum(1 << seat for seat in (self.won if exhausted else self.ever))
        _settle(self.record, winners, int(exhausted), self.points, set(range(players)))

    def next_dealer(self) -> int:
        """The seat that deals the next hand (0: the dealer stays)."""
        rule, players = self.program.variant.end, self.program.players
        winners, giver = self.first or ([], None)
        if not winners:
            kongs = {seat.seat for seat in self.case.seats if any(meld.kong for meld in seat.melds or ())}
            passes = {
                "stay": False,
                "next": True,
                "last-drawer": False,
                "kong-next": bool(kongs),
                "dealer-without-kong": bool(kongs) and 0 not in kongs,
            }
            return int(passes[rule.draw]) % players
        if len(winners) > 1 and rule.several == "discarder" and giver is not None:
            return giver
        if len(winners) > 1 and rule.several == "first":
            return winners[0]
        if len(winners) > 1 and rule.several == "below" and giver is not None:
            return (giver + 1) % players
        if 0 in winners:
            return 0 if rule.own_win == "stay" else 1
        return winners[0] if rule.other_win == "winner" else 1


def _flower_sets(laid: tuple[int, ...]) -> int:
    """Sets of four among tiles laid out: four of a dragon, f1-f4, f5-f8."""
    seasons = [all(KIND_OF[f"f{i}"] in laid for i in part) for part in (range(1, 5), range(5, 9))]
    return sum(laid.count(KIND_OF[dragon]) == 4 for dragon in "CFP") + sum(seasons)
