"""What the others do with a tile that is thrown or added to a pung, and what comes of it: wins, melds, kongs that stand."""

from __future__ import annotations

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code
from mjsim.referee.claims import meld_of, reactions, robbers
from mjsim.referee.drawing import replacement
from mjsim.referee.hand import Hand, Over
from mjsim.referee.kongs import winning_open_tiles
from mjsim.referee.pay import pay_first_discards, pay_kong, taken, thrown
from mjsim.referee.score import judge
from mjsim.referee.table import Seat
from mjsim.tiles import ALL_KINDS, KIND_OF

BY_THROWN_TILES = ALL_KINDS
"""The kind of the "winning tile" of who wins by what he has thrown: none at all."""


def discard(hand: Hand, seat: Seat, tile: int, flags: set[str], seen: bool = False) -> bool:
    """A tile is thrown, the others answer; True if somebody has claimed it and goes on with his turn."""
    table = hand.table
    if tile >= KIND_OF["E"] and seat.thrown_honors == seat.discarded:
        seat.thrown_honors += 1
    seat.discarded += 1
    seat.own_discards.add(table.face(tile))
    table.facts.discards += 1
    table.visible[tile] += not seen
    thrown(table.scene(), seat, tile)
    follow(hand, seat, tile)
    if not table.wall.drawable:
        flags.add("last_discard")
    if table.visible_others(tile, 1):
        flags.add("last_of_kind")
    known = frozenset(flags)
    honors = hand.variant.win.thrown_honors
    if honors and seat.thrown_honors == seat.discarded == honors and not seat.sets_down and table.may_win(seat, BY_THROWN_TILES, "self"):
        hand.win([seat.seat], BY_THROWN_TILES, "self", None, frozenset(), thrown=tile)
        return False
    answers: list[tuple[Seat, Act]] = []
    for other in table.others(seat.seat):
        options = reactions(table, other, tile, seat.seat, known)
        if len(options) == 1 and options[0].code == Code.PASS:
            continue
        act = hand.ask(other.seat, options)
        passed(hand, other, tile, act, options)
        answers.append((other, act))
    winners = [other.seat for other, act in answers if act.code == Code.WIN_ON]
    if winners:
        taken(table.facts, seat, tile, None)
        hand.win(winners, tile, "discard", seat.seat, known)
        return False
    for codes in ((Code.KONG_ON, Code.OPEN_KONG_ON, Code.PUNG_ON), (Code.FLOWER_PUNG_ON,), (Code.CHOW_ON,)):
        for other, act in answers:
            if act.code in codes:
                taken(table.facts, seat, tile, other.seat)
                return claim(hand, other, act, tile, seat.seat)
    if hand.variant.end.four_discards and hand.wind_run == len(table.seats):
        raise Over("aborted")
    table.turn, table.drawn, table.flags = table.next_in(seat.seat), None, set()
    return False


def follow(hand: Hand, seat: Seat, tile: int) -> None:
    """Winds thrown in a row from the dealer on; rounds of equal first discards, which the dealer pays."""
    table, end, players = hand.table, hand.variant.end, len(hand.table.seats)
    if end.four_discards:
        right = tile == KIND_OF[end.four_discards] and (seat.seat == 0 or hand.wind_run == seat.seat)
        if end.four_discards_first and table.facts.discards > players:
            right = False
        hand.wind_run = seat.seat + 1 if right else 0
    if hand.variant.payment.first_discards and hand.round_kinds is not None:
        if seat.seat != len(hand.round_kinds) or tile != (hand.round_kinds or [tile])[0]:
            hand.round_kinds = None
            return
        hand.round_kinds.append(tile)
        if len(hand.round_kinds) == players:
            hand.pay("first discards", pay_first_discards(table.scene()))
            hand.round_kinds = [] if hand.variant.payment.first_discards_rounds else None


def passed(hand: Hand, seat: Seat, tile: int, act: Act, options: list[Act]) -> None:
    """What an answer lets pass: a win, a pung."""
    table = hand.table
    offered = {option.code for option in options}
    if Code.WIN_ON in offered and act.code != Code.WIN_ON:
        table.pass_win(seat, tile)
    taken = act.code in (Code.PUNG_ON, Code.KONG_ON, Code.OPEN_KONG_ON, Code.WIN_ON)
    if hand.variant.claims.passed_pung and Code.PUNG_ON in offered and not taken:
        seat.passed_pungs.add(table.face(tile))


def claim(hand: Hand, seat: Seat, act: Act, tile: int, giver: int) -> bool:
    """A meld is made of a discard; its maker's turn begins."""
    table = hand.table
    meld, own = meld_of(table, seat, act, tile, giver)
    hand.wind_run, hand.round_kinds = 0, None
    table.turn, table.drawn, table.flags = seat.seat, None, set()
    table.take_from(seat, own)
    table.visible[tile] -= 1
    hand.lay_meld(seat, meld)
    if hand.variant.win.passed == "same-kind":
        seat.barred = set()
    if meld.kong:
        return kong_stands(hand, seat, meld, giver, act.code == Code.OPEN_KONG_ON, False)
    return True


def robbed(hand: Hand, seat: Seat, tile: int) -> bool:
    """Whether somebody wins on the tile that is being added to a pung; the pung stays one."""
    table = hand.table
    flags = frozenset({"last_of_kind"} if table.visible_others(tile, 1) else ())
    winners = []
    for other in table.others(seat.seat):
        options = robbers(table, other, tile, seat.seat, flags)
        if len(options) > 1 or options[0].code == Code.WIN_ON:
            if hand.ask(other.seat, options).code == Code.WIN_ON:
                winners.append(other.seat)
            else:
                table.pass_win(other, tile)
    if not winners:
        return False
    hand.watch.robbed(table, seat.seat, tile)
    hand.win(winners, tile, "rob", seat.seat, flags)
    return True


def kong_stands(hand: Hand, seat: Seat, meld: Meld, giver: int | None, opening: bool, again: bool, late: bool = False) -> bool:
    """A kong that nobody can rob any more is paid and replaced; False if the turn has passed on.

    late : the tile added to a pung was not drawn on this turn.
    """
    table, rule = hand.table, hand.variant.payment.kongs
    table.settle_standing(seat)
    if rule is not None and rule.when == "at-once" and not (late and rule.added_drawn):
        paid = pay_kong(table.scene(), seat.seat, meld, hand.out())
        hand.earned.append((seat.seat, paid))
        hand.pay(str(meld), paid)
    own = sum(other.kong for other in seat.sets_down)
    alone = hand.variant.end.kong_limit_shared and own == table.wall.kongs
    if hand.variant.end.kong_limit and table.wall.kongs > hand.variant.end.kong_limit and not alone:
        raise Over("aborted")
    if hand.variant.payment.chickens is not None and hand.variant.payment.chickens.open != "none":
        hand.open_stack(True)
    table.kong_giver = giver
    if opening:
        return open_kong(hand, seat)
    flags = set() if hand.variant.claims.two_ways else {"kong_replacement"} | ({"double_kong"} if again else set())
    flags |= {"concealed_bloom"} if meld.sort == "kong-concealed" else set()
    if table.wall.open_tail and take_open(hand, seat, flags):
        return False
    replacement(hand, seat, flags)
    return True


def take_open(hand: Hand, seat: Seat, flags: set[str]) -> bool:
    """翻尾牌: an open tile that wins may be taken as the replacement; without another one it must be."""
    table = hand.table
    kinds = winning_open_tiles(table, seat)
    if not kinds:
        return False
    options = [Act(Code.TAKE_OPEN, kind) for kind in kinds]
    act = hand.ask(seat.seat, [Act(Code.PASS), *options] if table.wall.replaceable else options)
    if act.code == Code.PASS:
        table.pass_win(seat, kinds[0])
        return False
    table.wall.open_tail.remove(act.arg)
    table.turn, table.drawn, table.flags = seat.seat, act.arg, flags
    hand.win([seat.seat], act.arg, "self", None, frozenset(flags))
    return True


def open_kong(hand: Hand, seat: Seat) -> bool:
    """開杠: tiles are turned from the end of the wall; either may win, else all are thrown, and the hand is closed."""
    table = hand.table
    seat.lock = "open"
    count = min(hand.variant.claims.two_ways_turn, table.wall.drawable)
    tiles = [table.wall.replacement() for _ in range(count)]
    table.visible.update(tiles)
    table.aside += tiles
    table.turn, table.drawn = seat.seat, None
    table.last_drawer, table.last_drawn = seat.seat, tiles[-1]
    table.facts.wall = table.wall.drawable
    hand.watch.turned(table, tiles, "kong")
    table.flags = {"kong_replacement"} | (set() if table.wall.drawable else {"last_wall_tile"})
    flags = frozenset(table.flags)
    values = {}
    for kind in sorted(set(tiles)):
        if table.may_win(seat, kind, "self", None, flags):
            values[kind] = judge(table.scene(table.win(seat.seat, kind, "self", None, flags))).value
    for kind in sorted(values, key=lambda kind: -values[kind]):
        if hand.ask(seat.seat, [Act(Code.WIN, kind), Act(Code.PASS)]).code == Code.WIN:
            table.aside.remove(kind)
            hand.win([seat.seat], kind, "self", None, flags)
            return False
        table.pass_win(seat, kind)
    for tile in tiles:
        table.aside.remove(tile)
        before = claimed(hand)
        goes_on = discard(hand, seat, tile, {"after_kong_discard"}, seen=True)
        if claimed(hand) > before:
            return goes_on  # the other tiles stay where they lie
    return False


def claimed(hand: Hand) -> int:
    """Wins and melds so far: how often a tile was taken."""
    return len(hand.result.wins) + sum(len(seat.melds or ()) for seat in hand.table.seats)
