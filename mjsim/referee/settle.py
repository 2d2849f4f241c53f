"""Settlement cases: what a whole hand pays, from its events, its wins and its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mjsim.errors import NotationError
from mjsim.hands import Event, Meld, Settlement, WinClaim, check_imagined, read_settlement
from mjsim.referee.book import Book, book_of
from mjsim.referee.cases import check_sizes, facts_of, player_of, win_of
from mjsim.referee.draws import ready_seats, settle_draw
from mjsim.referee.end import Outcome, by_distance, next_dealer
from mjsim.referee.jokers import jokers_of
from mjsim.referee.liability import Debts
from mjsim.referee.pay import (
    Points,
    add,
    chickens,
    comes_first,
    first_chicken,
    flower_sets,
    gods,
    hand_over,
    pay_all_kongs,
    pay_each,
    pay_false_win,
    pay_first_discards,
    pay_kong,
    pay_start,
    pay_win,
    refund_all,
    spirits,
    taken,
    thrown,
    turned_chicken,
    zero,
)  # fmt: skip
from mjsim.referee.ready import is_unready
from mjsim.referee.scene import Player, Scene
from mjsim.referee.score import judge, start_items
from mjsim.variant.model import Variant


def settle_case(variant: Variant, case: Any, where: str = "") -> dict[str, Any]:
    """A settlement case: `{"id", "deltas", "winners", "next_dealer"}`.

    `case`: a JSON object of the settlement format, or a `Settlement`. NotationError for one that cannot be read.
    """
    book = book_of(variant)
    if not isinstance(case, Settlement):
        case = read_settlement(case, where, variant.players)
    check_sizes(book, case.seats, f"{where}: {case.id}" if where and case.id not in where else where or case.id)
    for seat in case.seats:
        check_imagined(variant, seat, False, case.id)
    hand = _Hand(book, case)
    for event in case.events:
        hand.happen(event)
    if case.wins:
        hand.wins(case.wins)
    hand.finish(case.kind)
    return {"id": case.id, "deltas": hand.points, "winners": list(hand.winners), "next_dealer": hand.next_dealer()}


class _Hand:
    def __init__(self, book: Book, case: Settlement) -> None:
        self.book, self.case = book, case
        self.players = [player_of(seat) for seat in case.seats]
        jokers = case.deal.jokers or jokers_of(book, case.deal.turned[0] if case.deal.turned else None)
        self.facts = facts_of(case.deal, jokers)
        self.points = [0] * len(self.players)
        won = [claim.seat for event in case.events for claim in event.wins]
        self.won: set[int] = {seat.seat for seat in case.seats if seat.won and seat.seat not in won}
        self.winners: list[int] = []
        """Of the last win, nearest to the giver first."""
        self.first: tuple[tuple[int, ...], int | None] | None = None
        """Winners of the first win, and who gave their tile."""
        self.winning: dict[int, list[int]] = {}
        self.birds = case.deal.turned
        self.by = ""
        """Manner of the last win."""
        self.earned: list[tuple[int, Points]] = []
        self.debts = self._debts()

    def scene(self) -> Scene:
        return Scene(self.book, self.facts, self.players)

    def _debts(self) -> Debts:
        """Liabilities from melds that no event mentions; those of events follow in order."""
        debts = Debts(self.book)
        later = [(event.seat, event.meld) for event in self.case.events if event.meld is not None]
        for player in self.players:
            melds = [meld for meld in player.melds or () if (player.seat, meld) not in later]
            for i, meld in enumerate(melds):
                debts.melded(player.seat, melds[:i], meld)
        return debts

    def out(self) -> set[int]:
        """Seats that take no part any more."""
        return self.won if self.book.variant.end.ends == "all-but-one" else set()

    def happen(self, event: Event) -> None:
        scene, seat = self.scene(), event.seat
        paid = zero(scene)
        match event.sort:
            case "wins":
                self.wins(event.wins)
                return
            case "kong" | "meld":
                assert seat is not None and event.meld is not None
                self.debts.melded(seat, self._before(seat, event.meld), event.meld)
                if event.meld.giver is not None:
                    taken(self.facts, self.players[event.meld.giver], event.meld.tiles[0], seat)
                if event.sort == "kong" and self._stands(seat, event.meld):
                    paid = self._kong(scene, seat, event.meld)
            case "start":
                assert seat is not None
                paid = self._start(seat, event)
            case "discard":
                assert seat is not None
                for kind in event.kinds:
                    self.facts.discards += 1
                    thrown(scene, self.players[seat], kind)
            case "follow_dealer":
                paid = pay_first_discards(scene)
            case "flower_kong":
                assert seat is not None
                paid = pay_each(scene, None, seat, self.book.variant.payment.flower_kong * max(1, flower_sets(event.kinds)))
            case "false_win":
                assert seat is not None
                paid = pay_false_win(scene, seat)
        self.points = add(self.points, paid)

    def _before(self, seat: int, meld: Meld) -> list[Meld]:
        melds = self.players[seat].melds or []
        return melds[: melds.index(meld)] if meld in melds else melds

    def _stands(self, seat: int, meld: Meld) -> bool:
        """A robbed kong stands in the events, but its meld stays a pung."""
        return meld in (self.players[seat].melds or [])

    def _kong(self, scene: Scene, seat: int, meld: Meld) -> Points:
        rule = self.book.variant.payment.kongs
        if rule is None or rule.when != "at-once":
            return zero(scene)
        paid = pay_kong(scene, seat, meld, self.out())
        self.earned.append((seat, paid))
        return paid

    def _start(self, seat: int, event: Event) -> Points:
        players = list(self.players)
        players[seat] = Player(seat, list(event.tiles) or list(players[seat].tiles or ()), named=players[seat].named)
        scene = replace(self.scene(), players=players, start=True)
        return pay_start(scene, seat, start_items(scene, seat)[0], event.kinds)

    def wins(self, claims: Iterable[WinClaim]) -> None:
        """One tile, won by those of the claims that the rules let win."""
        claims = list(claims)
        order = by_distance([claim.seat for claim in claims], claims[0].giver, len(self.players))
        claims.sort(key=lambda claim: order.index(claim.seat))
        judged = []
        for claim in claims:
            wins = win_of(claim, self.players, len(claims))
            scene = replace(self.scene(), win=wins)
            verdict = judge(scene)
            if verdict.win:
                judged.append((claim, scene, verdict))
            elif self.book.variant.win.several == "all" or len(claims) == 1:
                what = f"seat {claim.seat} cannot win on this tile: {verdict.why}"
                raise NotationError(what, self.case.id)
        if self.book.variant.win.several == "nearest":
            judged = ([entry for entry in judged if comes_first(entry[1], entry[2])] or judged)[:1]
        seats = [claim.seat for claim, _, _ in judged]
        for claim, scene, verdict in judged:
            assert scene.win is not None
            scene.win.winners = len(judged)
            birds = claim.turned if claim.turned is not None else self.birds
            birds = birds if self.book.variant.payment.birds else ()
            unready = is_unready(scene, claim.giver)
            self.points = add(self.points, pay_win(scene, verdict, self.debts, self.out(), seats, birds, unready))
            if claim.giver is not None and claim.by == "discard":
                taken(self.facts, self.players[claim.giver], claim.tile, None)
            self.points = add(self.points, hand_over(scene, self.earned, seats))
            self.winning.setdefault(claim.seat, []).append(claim.tile)
            if claim.turned is not None:
                self.birds = claim.turned
        if seats:
            self.winners = seats
            self.by = claims[0].by
            self.first = self.first or (tuple(seats), judged[0][0].giver)
            self.won |= set(seats)
            self.facts = replace(self.facts, won_before=self.facts.won_before + len(seats))

    def ended_by_wins(self) -> bool:
        ends = self.book.variant.end.ends
        return (ends == "first-win" and bool(self.won)) or (ends == "all-but-one" and len(self.won) >= len(self.players) - 1)

    def finish(self, kind: str) -> None:
        """The end: with the wall where nobody wins or the hand goes on to it, else with the last win."""
        scene, won = self.scene(), set(self.winning)
        exhausted = kind == "draw" or (kind == "sequence" and not self.ended_by_wins())
        dead = [seat.seat for seat in self.case.seats if seat.dead == "many"]
        kongs = self.book.variant.payment.kongs
        ready = ready_seats(scene, won) if (kongs is not None and kongs.owners == "ready") or self.book.variant.payment.chickens else set()
        self.points = add(self.points, pay_all_kongs(scene, won, ready, dead))
        if won:
            turned = turned_chicken(scene, self.birds, self.by)
            self.points = add(self.points, chickens(scene, self.winning, ready, turned))
            self.points = add(self.points, first_chicken(scene, self.winning, ready))
            self.points = add(self.points, gods(scene, self.winning))
        self.points = add(self.points, spirits(scene, self.winning))
        if exhausted:
            self.points = add(self.points, settle_draw(scene, self.won, self.earned).points)
        self.points = add(self.points, refund_all(scene, won, self.earned))

    def next_dealer(self) -> int:
        with_kongs = frozenset(player.seat for player in self.players if any(meld.kong for meld in player.melds or ()))
        winners, giver = self.first or ((), None)
        return next_dealer(self.book, Outcome(winners, giver, with_kongs))
