"""The course of one hand: who is asked, what is paid, what a win does, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Decision
from mjsim.referee.draws import ready_seats, settle_draw
from mjsim.referee.end import Carried, Outcome, by_distance, next_dealer
from mjsim.referee.pay import (
    Points,
    add,
    chickens,
    comes_first,
    first_chicken,
    gods,
    hand_over,
    pay_all_kongs,
    pay_win,
    refund_all,
    spirits,
    transfer,
    zero,
)
from mjsim.referee.ready import is_unready
from mjsim.referee.scene import Scene
from mjsim.referee.score import Verdict, judge
from mjsim.referee.table import Seat, Table
from mjsim.referee.watch import Result, Watch, WonTile

Chooser = Callable[["Table", int, list[Act]], int | Act]
"""Given the table, a seat and its options: the number of the option taken, or the act itself (an exchange names tiles)."""


class Over(Exception):  # no error: the way out of a hand that has ended
    """The hand has ended: "win", "wall" (exhausted) or "aborted"."""

    def __init__(self, end: str) -> None:
        self.end = end


class Hand:
    """The course of one hand."""

    def __init__(self, table: Table, chooser: Chooser, watch: Watch) -> None:
        self.table, self.chooser, self.watch = table, chooser, watch
        self.variant, self.book = table.variant, table.book
        self.result = Result()
        self.first: tuple[tuple[int, ...], int | None] = ((), None)
        """Winners of the first win, and who gave their tile."""
        self.winning: dict[int, list[int]] = {}
        self.turned: list[int] = []
        self.earned: list[tuple[int, Points]] = []
        self.wind_run = 0
        """Discards of the aborting wind in a row, from the dealer on."""
        self.round_kinds: list[int] | None = []
        """First discards alike so far in this round; None once a round has differed."""
        self.carried = Carried()
        self.previous: int | None = None
        """The kind turned in the hand of the match before this one."""
        self.goes_on = False
        """Another hand of the match follows."""
        self.to_dealer = [0] * len(table.seats)
        """What each seat has paid for wins of the dealer."""

    def ask(self, seat: int, options: list[Act]) -> Act:
        """The decision of a seat."""
        answer = self.chooser(self.table, seat, options)
        act = answer if isinstance(answer, Act) else options[answer]
        self.result.decisions.append(Decision(seat, act, len(options)))
        self.watch.decided(self.table, seat, act, options)
        return act

    def pay(self, what: str, points: Points) -> None:
        self.table.points = add(self.table.points, points)
        if any(points):
            self.watch.paid(self.table, what, points)

    def lay_meld(self, seat: Seat, meld: Meld) -> None:
        self.table.lay_meld(seat, meld)
        self.watch.melded(self.table, seat.seat, meld)

    def out(self) -> set[int]:
        return {seat.seat for seat in self.table.seats if seat.out}

    def is_bonus(self, kind: int) -> bool:
        return bool(self.book.bonus >> kind & 1)

    def win(
        self, claimed: list[int], tile: int, by: str, giver: int | None, flags: frozenset[str], thrown: int | None = None
    ) -> None:
        """The winners of one tile are judged and paid; then the hand ends or goes on. `thrown`: won by what was thrown, this tile last."""
        table, several = self.table, self.variant.win.several
        order = by_distance(claimed, giver, len(table.seats)) if giver is not None else tuple(claimed)
        if several == "nearest" and len(order) > 1 and self.book.rules.first is not None:
            scenes = {seat: table.scene(table.win(seat, tile, by, giver, flags)) for seat in order}
            order = tuple(seat for seat in order if comes_first(scenes[seat], judge(scenes[seat]))) or order
        seats = order[:1] if several == "nearest" else order
        self.turn_tiles(by)
        unready = is_unready(table.scene(), giver)
        for seat in seats:
            win = table.win(seat, tile, by, giver, flags, len(seats))
            scene = table.scene(win)
            verdict = judge(scene)
            assert verdict.best is not None and verdict.best.arrangement is not None
            birds = tuple(self.turned) if self.variant.payment.birds else ()
            paid = add(pay_win(scene, verdict, table.debts, self.out(), seats, birds, unready), hand_over(scene, self.earned, seats))
            if seat == 0:
                self.to_dealer = [total - amount for total, amount in zip(self.to_dealer, paid, strict=True)]
            record = self.record(scene, verdict, giver, paid[seat])
            record = record if thrown is None else replace(record, tile=thrown)
            self.result.wins.append(record)
            table.points = add(table.points, paid)
            self.watch.won(table, record, verdict, paid)
            self.winning.setdefault(seat, []).extend([tile] if thrown is None else [])
            table.seats[seat].wins += 1
        table.aside += [tile] if thrown is None else []
        if by == "self" and table.drawn == tile and table.turn == seats[0]:
            table.drawn = None
        table.flags = set()
        self.first = self.first if self.first[0] else (seats, giver)
        table.facts.won_before += len(seats)
        ends = self.variant.end.ends
        if ends == "first-win":
            raise Over("win")
        for seat in seats:
            if ends == "all-but-one":
                table.seats[seat].out = True
            else:
                table.seats[seat].lock = "won"
        if ends == "all-but-one" and len(table.seats) - len(self.out()) <= 1:
            raise Over("win")
        table.turn = table.next_in(seats[-1])

    def record(self, scene: Scene, verdict: Verdict, giver: int | None, points: int) -> WonTile:
        """What is written down of a win."""
        win, best = scene.win, verdict.best
        assert win is not None and best is not None and best.arrangement is not None
        jokers = sum(best.view.owned[kind] for kind in scene.facts.jokers)
        exposed = sum(meld.open for meld in self.table.seats[win.seat].sets_down)
        shape = best.arrangement.shape
        return WonTile(win.seat, win.by, giver, win.tile, verdict.value, verdict.items, points, self.table.turns, shape, exposed, jokers)

    def open_stack(self, turns: bool) -> None:
        """打明雞: the last stack leaves the wall; its first tile is turned, if asked."""
        tile = self.table.wall.open_stack()
        if tile is not None and turns:
            self.table.facts.open.append(tile)
            self.table.visible[tile] += 1
            self.watch.turned(self.table, [tile], "stack")

    def turn_tiles(self, by: str) -> None:
        """Birds, or the chicken's tile, are turned after a win."""
        table, payment = self.table, self.variant.payment
        count = payment.birds.count if payment.birds else 0
        chicken = payment.chickens
        if not count and chicken is not None and chicken.turned and (by == "self" or not chicken.self_only):
            count = 1
        if not count or (payment.birds and payment.birds.self_only and by != "self"):
            return
        self.turned = table.wall.turn(count)
        table.aside += self.turned
        if not self.turned and payment.birds:
            self.turned = [table.last_drawn]
        self.watch.turned(table, self.turned, "birds" if payment.birds and payment.birds.count else "chicken")

    def settle_carried(self, won: set[int]) -> Points:
        """拉莊: what was carried into the hand is paid, and part of what was paid the dealer goes back, to be carried out of it."""
        points, part = zero(self.table.scene()), self.variant.payment.carried
        for seat, amount in enumerate(self.carried.amounts):
            if seat not in won:
                transfer(points, seat, self.carried.to, amount * (2 if self.carried.to in won else 1))
        if part and self.goes_on:
            self.result.carried = (0, *(amount // part for amount in self.to_dealer[1:]))
            for seat, amount in enumerate(self.result.carried):
                transfer(points, 0, seat, amount)
        return points

    def finish(self, end: str) -> None:
        """What is settled at the end, and who deals next."""
        table, payment = self.table, self.variant.payment
        won = set(self.winning)
        table.keep()
        scene = table.scene()
        kongs = payment.kongs
        asks_ready = (kongs is not None and kongs.owners == "ready") or payment.chickens is not None
        ready = ready_seats(scene, won) if asks_ready and won else set()
        self.pay("kongs", pay_all_kongs(scene, won, ready))
        if won:
            self.pay("chickens", chickens(scene, self.winning, ready, self.turned[0] if self.turned else None))
            self.pay("first chicken", first_chicken(scene, self.winning, ready))
            self.pay("gods", gods(scene, self.winning))
        self.pay("spirits", spirits(scene, self.winning))
        if end == "wall":
            self.pay("settlement of the draw", settle_draw(scene, won, self.earned).points)
        self.pay("kongs given back", refund_all(scene, won, self.earned))
        self.pay("carried stakes 拉莊", self.settle_carried(won))
        result = self.result
        winners, giver = self.first
        with_kongs = frozenset(seat.seat for seat in table.seats if any(meld.kong for meld in seat.sets_down))
        result.end, result.points, result.turns = end, tuple(table.points), table.turns
        result.kongs = tuple(sum(meld.kong for meld in seat.sets_down) for seat in table.seats)
        result.next_dealer = next_dealer(self.book, Outcome(winners, giver, with_kongs, table.last_drawer))
        self.watch.ended(table, result)
