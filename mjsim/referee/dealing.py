"""Before the first turn: exchange, void suits, bonus tiles of the dealt hands, rows of the dealt tiles, imagined tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mjsim.errors import IllegalAct
from mjsim.referee.acts import Act, Code
from mjsim.referee.book import Kinds
from mjsim.referee.drawing import lay_out, replace_flower
from mjsim.referee.hand import Hand, Over
from mjsim.referee.pay import pay_start, spirits_before
from mjsim.referee.scene import Scene
from mjsim.referee.score import start_items
from mjsim.referee.table import Seat
from mjsim.tiles import kinds_in


def before_play(hand: Hand) -> None:
    """Exchange, void suits, bonus tiles, rows of the dealt tiles, imagined tiles."""
    table, chickens = hand.table, hand.variant.payment.chickens
    name_stakes(hand)
    if chickens is not None and chickens.open != "none":
        for stack in range(3):
            hand.open_stack(chickens.open == "three" or stack == 2)
    spirits = hand.variant.payment.spirits
    if spirits is not None and spirits.previous and hand.previous is not None:
        scene = table.scene()
        scene.players[table.turn] = replace(table.seats[table.turn], tiles=table.holds(table.seats[table.turn]))
        hand.pay("spirits of the hand before", spirits_before(scene, hand.previous))
    if hand.variant.before.exchange:
        exchange(hand)
    if hand.variant.before.void:
        suits = [Act(Code.VOID, "mps".index(suit)) for suit in hand.variant.tiles.suits]
        for seat in table.seats:
            seat.void = hand.ask(seat.seat, suits).arg
    if hand.book.bonus:
        lay_out_dealt(hand)
    if hand.book.rules.start is not None:
        birds = birds_at_start(hand)
        found = [start_rows(hand, seat, birds) for seat in table.seats]
        if any(found) and hand.variant.end.start_ends:
            raise Over("aborted")
    if hand.variant.jokers.imagined == "fixed":
        kinds = [Act(Code.IMAGINE, kind) for kind in kinds_in(hand.book.plays)]
        for seat in table.seats:
            seat.imagined = hand.ask(seat.seat, kinds).arg
    table.flags = set()
    table.facts.wall = table.wall.drawable


def name_stakes(hand: Hand) -> None:
    """Each names a stake before he has seen his tiles, and without knowing the others'."""
    rule = hand.variant.before
    if rule.stake:
        options = [Act(Code.STAKE, amount) for amount in range(rule.stake + 1)]
        for seat in hand.table.seats[1 if rule.stake_by == "others" else 0 :]:
            seat.named = hand.ask(seat.seat, options).arg


def birds_at_start(hand: Hand) -> Kinds:
    """Tiles turned because somebody shows rows of his dealt tiles."""
    rule, table = hand.variant.payment.birds, hand.table
    if rule is None or not rule.start or not any(start_items(dealt_scene(hand, seat), seat.seat)[1] for seat in table.seats):
        return ()
    birds = table.wall.turn(rule.count)
    table.aside += birds
    hand.watch.turned(table, birds, "birds")
    return tuple(birds)


def exchange(hand: Hand) -> None:
    """換三張: three tiles of one suit from each; the die says to whom they go."""
    table, players = hand.table, len(hand.table.seats)
    given: list[Kinds] = []
    for seat in table.seats:
        tiles = table.holds(seat)
        suits = suits_to_give(hand.variant.before.exchange_shortest, tiles)
        options = [Act(Code.EXCHANGE, packed(sorted(k for k in tiles if k // 9 == suit)[:3])) for suit in suits]
        given.append(exchanged(hand, seat, hand.ask(seat.seat, options), tiles))
    step = (0, 1, 1, min(2, players - 1), min(2, players - 1), players - 1, players - 1)[table.dice[0]]
    drawn = table.drawn
    table.keep()
    for seat, gift in zip(table.seats, given, strict=True):
        table.take_from(seat, gift)
    for seat, gift in zip(table.seats, given, strict=True):
        table.seats[(seat.seat + step) % players].hand.extend(gift)
    dealer = table.seats[table.turn].hand
    table.drawn = drawn if drawn in dealer else max(dealer)
    dealer.remove(table.drawn)
    hand.watch.exchanged(table, step)


def suits_to_give(shortest: bool, tiles: list[int]) -> list[int]:
    """Suits of which three tiles may be passed on: any with so many, or the shortest of them."""
    sizes = {suit: sum(kind // 9 == suit for kind in tiles) for suit in range(3)}
    long = {suit: size for suit, size in sizes.items() if size >= 3}
    return [suit for suit, size in long.items() if not shortest or size == min(long.values())]


def exchanged(hand: Hand, seat: Seat, act: Act, tiles: list[int]) -> Kinds:
    """The three tiles that an act names; they must be held and of one suit."""
    kinds = (act.arg & 63, act.arg >> 6 & 63, act.arg >> 12)
    rest = list(tiles)
    if hand.variant.before.exchange_shortest and kinds[0] // 9 not in suits_to_give(True, tiles):
        raise IllegalAct(
            f"seat {seat.seat} keeps its shortest suit", f"act {len(hand.result.decisions) - 1}", "three tiles of the shortest suit"
        )
    for kind in kinds:
        if kind not in rest:
            raise IllegalAct(f"seat {seat.seat} gives tiles that it does not hold", f"act {len(hand.result.decisions) - 1}")
        rest.remove(kind)
    if len({kind // 9 for kind in kinds}) > 1 or kinds[0] >= 27 or list(kinds) != sorted(kinds):
        raise IllegalAct(
            f"seat {seat.seat} gives tiles of several suits",
            f"act {len(hand.result.decisions) - 1}",
            "three tiles of one suit, ascending",
        )
    return kinds


def lay_out_dealt(hand: Hand) -> None:
    """Bonus tiles of the dealt hands, dealer first; replacements that are bonus again wait for the next round."""
    table = hand.table
    again = True
    while again:
        again = False
        for seat in table.seats:
            bonus = sorted(kind for kind in table.holds(seat) if hand.is_bonus(kind))
            for tile in bonus:
                if tile in seat.hand:
                    seat.hand.remove(tile)
                else:
                    table.drawn = None
                lay_out(hand, seat, tile)
            for _ in bonus:
                tile = replace_flower(hand, seat)
                if seat.seat == table.turn and table.drawn is None and len(seat.hand) >= hand.variant.deal.hand:
                    table.drawn = tile
                else:
                    seat.hand.append(tile)
                again = again or hand.is_bonus(tile)


def dealt_scene(hand: Hand, seat: Seat) -> Scene:
    """The dealt tiles of a seat, to be judged."""
    table = hand.table
    scene = table.scene()
    if seat.seat == table.turn and table.drawn is not None:
        scene.players[seat.seat] = replace(seat, tiles=table.holds(seat))
    scene.start = True
    return scene


def start_rows(hand: Hand, seat: Seat, birds: Kinds) -> bool:
    """Rows that are judged on the dealt tiles, and paid at once; whether there are any."""
    scene = dealt_scene(hand, seat)
    value, items = start_items(scene, seat.seat)
    if items:
        hand.pay("start: " + ", ".join(items), pay_start(scene, seat.seat, value, birds))
    return bool(items)


def packed(kinds: Sequence[int]) -> int:
    """Three kinds as the argument of an exchange."""
    a, b, c = kinds
    return a + 64 * b + 4096 * c
