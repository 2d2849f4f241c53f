"""Tiles coming into a hand: draws in turn, replacements, bonus tiles laid out, the last tiles of the wall."""

from __future__ import annotations

from mjsim.referee.acts import Act, Code
from mjsim.referee.hand import Hand, Over
from mjsim.referee.options import declare, ready_with
from mjsim.referee.pay import flower_sets, pay_flower_kong
from mjsim.referee.table import Seat
from mjsim.tiles import KINDS


def draw_in_turn(hand: Hand) -> None:
    """The seat whose turn has come draws; the last tiles may be offered round or shared."""
    table, wall, rule = hand.table, hand.table.wall, hand.variant.wall
    seat = table.seats[table.turn]
    if table.facts.treasure is not None:
        lay_treasure(hand)
    if hand.variant.end.stop_with and hand.result.wins and wall.drawable <= hand.variant.end.stop_with:
        raise Over("wall")
    if hand.variant.win.ready == "dealt":
        declare_dealt(hand, seat)
    if rule.last == "offer" and wall.drawable == 1:
        offer_last(hand)
        return
    if rule.last == "share" and wall.drawable <= rule.share:
        share_last(hand)
    tile = wall.draw(seat.seat, seat.draws)
    if tile is None:
        raise Over("wall")
    count_draw(hand, seat)
    arrive(hand, seat, tile, set(), "turn")


def lay_treasure(hand: Hand) -> None:
    """寶牌: the last tile of the wall is laid aside, and again as long as the others of its kind lie open; one tile stays to be drawn."""
    table = hand.table
    while (table.facts.treasure is None or table.visible[table.facts.treasure] == 3) and table.wall.drawable > 1:
        table.facts.treasure = table.wall.replacement()
        table.aside.append(table.facts.treasure)
        hand.watch.turned(table, [table.facts.treasure], "treasure")


def count_draw(hand: Hand, seat: Seat) -> None:
    seat.draws += 1
    hand.table.turns += 1
    hand.table.kong_giver = None


def arrive(hand: Hand, seat: Seat, tile: int, flags: set[str], why: str) -> None:
    """A drawn tile comes to the seat whose turn it is; bonus tiles are laid out and replaced first."""
    table = hand.table
    table.turn, table.drawn, table.flags = seat.seat, None, flags
    table.last_drawer, table.last_drawn = seat.seat, tile
    seat.barred_discards, seat.barred, seat.passed_pungs = False, set(), set()
    hand.watch.drew(table, seat.seat, tile, why)
    while hand.is_bonus(tile):
        lay_out(hand, seat, tile)
        tile = replace_flower(hand, seat)
        flags.add("flower_replacement")
    table.drawn = tile
    table.facts.wall = table.wall.drawable
    if not table.wall.drawable:
        flags.add("last_wall_tile")
    if table.visible_others(tile, 0):
        flags.add("last_of_kind")


def replacement(hand: Hand, seat: Seat, flags: set[str]) -> None:
    arrive(hand, seat, hand.table.wall.replacement(), flags, "replacement")


def lay_out(hand: Hand, seat: Seat, tile: int) -> None:
    """A bonus tile is laid out: payments for four of a row, wins with eight flowers."""
    table = hand.table
    if hand.variant.win.flower_win and tile >= KINDS:
        for other in table.others(seat.seat):
            if sum(kind >= KINDS for kind in other.laid) == 7 and table.may_win(other, tile, "rob", seat.seat):
                hand.win([other.seat], tile, "rob", seat.seat, frozenset())
                raise Over("win")
    before = flower_sets(seat.laid)
    seat.laid.append(tile)
    hand.watch.laid_out(table, seat.seat, tile)
    if hand.variant.payment.flower_kong and flower_sets(seat.laid) > before:
        hand.pay("flower kong", pay_flower_kong(table.scene(), seat.seat))
    if hand.variant.win.flower_win and tile >= KINDS and sum(kind >= KINDS for kind in seat.laid) == 8:
        seat.laid.remove(tile)
        if table.may_win(seat, tile, "self"):
            hand.win([seat.seat], tile, "self", None, frozenset())
            raise Over("win")
        seat.laid.append(tile)


def replace_flower(hand: Hand, seat: Seat) -> int:
    """The replacement of a bonus tile; without one the hand is exhausted."""
    table = hand.table
    if not table.wall.drawable:
        raise Over("wall")
    tile = table.wall.replacement()
    table.last_drawer, table.last_drawn = seat.seat, tile
    hand.watch.drew(table, seat.seat, tile, "flower")
    return tile


def declare_dealt(hand: Hand, seat: Seat) -> None:
    """天聽: who is not the dealer and is ready with his dealt tiles may say so before his first draw."""
    if seat.seat == 0 or seat.draws or seat.melds or seat.ready:
        return
    if ready_with(hand.table, seat, None, 1) and hand.ask(seat.seat, [Act(Code.PASS), Act(Code.DECLARE)]).code == Code.DECLARE:
        declare(hand.table, seat, 1)
        seat.first_ready, seat.lock = True, "ready"


def offer_last(hand: Hand) -> None:
    """海底漫遊: the last tile is offered round; who takes it wins with it or throws it."""
    table = hand.table
    for seat in (table.seats[table.turn], *table.others(table.turn)):
        if hand.ask(seat.seat, [Act(Code.PASS), Act(Code.TAKE_OFFER)]).code == Code.TAKE_OFFER:
            tile = table.wall.draw(seat.seat, seat.draws)
            if tile is None:
                break
            count_draw(hand, seat)
            arrive(hand, seat, tile, set(), "offer")
            table.taken = True
            return
    raise Over("wall")


def share_last(hand: Hand) -> None:
    """海底: the last tiles are drawn one each; nobody discards, the first whose hand is complete may win."""
    table = hand.table
    for seat in (table.seats[table.turn], *table.others(table.turn)):
        tile = table.wall.draw(seat.seat, seat.draws)
        if tile is None:
            break
        count_draw(hand, seat)
        arrive(hand, seat, tile, {"last_wall_tile"}, "share")
        if table.may_win(seat, tile, "self", None, frozenset(table.flags)):
            if hand.ask(seat.seat, [Act(Code.PASS), Act(Code.WIN, tile)]).code == Code.WIN:
                hand.win([seat.seat], tile, "self", None, frozenset(table.flags))
                raise Over("win")
            table.pass_win(seat, tile)
        table.keep()
    raise Over("wall")
