"""An own turn: acts of the seat until it has discarded, won or ended the hand."""

from __future__ import annotations

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code
from mjsim.referee.arrange import Holding, completing_kinds, is_complete
from mjsim.referee.drawing import lay_treasure, replacement
from mjsim.referee.hand import Hand, Over
from mjsim.referee.kongs import gold_tiles
from mjsim.referee.options import declare, turn_options
from mjsim.referee.pay import pay_thrown
from mjsim.referee.reactions import discard, kong_stands, robbed
from mjsim.referee.ready import ready_kinds
from mjsim.referee.table import Seat
from mjsim.tiles import KIND_OF, kinds_in


def own_turn(hand: Hand) -> None:
    """Acts of the seat whose turn it is, until the turn has passed on and a draw is due."""
    table = hand.table
    while True:
        seat = table.seats[table.turn]
        options = turn_options(table)
        if not options:
            raise Over("wall")
        act = hand.ask(seat.seat, options)
        if options[0].code == Code.WIN and act.code != Code.WIN:
            table.pass_win(seat, options[0].arg)
        match act.code:
            case Code.WIN:
                hand.win([seat.seat], act.arg, "self", None, frozenset(table.flags))
                return
            case Code.PASS:
                raise Over("wall")
            case Code.CONCEALED_KONG | Code.GOLD_KONG | Code.ADDED_KONG | Code.OPEN_KONG:
                goes_on = kong(hand, seat, act)
            case Code.SHOW_WINDS | Code.SHOW_DRAGONS | Code.SHOW_TILE:
                goes_on = show(hand, seat, act)
            case _:
                goes_on = throw(hand, seat, act)
        if not goes_on:
            return


def show(hand: Hand, seat: Seat, act: Act) -> bool:
    """Four winds or three dragons, or a kong tile, are laid down."""
    table = hand.table
    if act.code == Code.SHOW_TILE:
        table.keep()
        table.take_from(seat, (act.arg,))
        seat.laid.append(act.arg)
        table.visible[act.arg] += 1
        replacement(hand, seat, {"flower_replacement"})
        return True
    winds = act.code == Code.SHOW_WINDS
    tiles = tuple(KIND_OF[letter] for letter in ("ESWN" if winds else "CFP"))
    drawn, flags = table.drawn, table.flags
    table.keep()
    table.take_from(seat, tiles)
    hand.lay_meld(seat, Meld("show-winds" if winds else "show-dragons", tiles))
    if winds:
        replacement(hand, seat, {"kong_replacement"})
    elif drawn is not None and drawn in seat.hand:
        seat.hand.remove(drawn)
        table.drawn, table.flags = drawn, flags
    return True


def kong(hand: Hand, seat: Seat, act: Act) -> bool:
    """A kong of the own turn; False if the turn has passed on."""
    table = hand.table
    opening = act.code == Code.OPEN_KONG
    flags = set(table.flags)
    giver = None
    late = False
    if act.code == Code.ADDED_KONG or (opening and act.form):
        late = act.kind != table.drawn
        table.keep()
        table.take_from(seat, (act.kind,))
        table.visible[act.kind] += 1
        if robbed(hand, seat, act.kind):
            return False
        meld = table.raise_pung(seat, table.face(act.kind), act.kind)
        hand.watch.melded(table, seat.seat, meld)
    else:
        tiles = gold_tiles(table, seat) if act.code == Code.GOLD_KONG else (act.kind,) * 4
        table.keep()
        table.take_from(seat, tiles)
        meld = Meld("kong-gold" if act.code == Code.GOLD_KONG else "kong-concealed", tiles)
        hand.lay_meld(seat, meld)
    return kong_stands(hand, seat, meld, giver, opening, "kong_replacement" in flags, late)


def throw(hand: Hand, seat: Seat, act: Act) -> bool:
    """A tile leaves the hand: as a kong of one tile, or as a discard; with it ready may be declared."""
    table, kind = hand.table, act.kind
    if act.code == Code.READY:
        declare(table, seat, act.form)
        if hand.variant.wall.treasure and table.facts.treasure is None:
            lay_treasure(hand)
    after_kong = "kong_replacement" in table.flags
    wild = table.is_joker(kind)
    if wild:
        at_once = table.throw_joker(seat, kind)
        if hand.variant.payment.thrown_paid == "at-once":
            hand.pay("joker thrown", pay_thrown(table.scene(), seat.seat, at_once))
    if table.single_kongs >> kind & 1 and table.wall.replaceable:
        table.keep()
        table.take_from(seat, (kind,))
        seat.laid.append(kind)
        table.visible[kind] += 1
        replacement(hand, seat, {"kong_replacement"} | ({"double_kong"} if after_kong else set()))
        return True
    seat.floats = seat.floats if wild else 0
    seat.forfeited = seat.forfeited or (wild and hand.variant.jokers.thrown_forfeits)
    table.keep()
    table.take_from(seat, (kind,))
    table.taken = False
    if act.code == Code.READY:
        seat.lock = "ready"
        if hand.variant.win.ready == "shown":
            seat.shown_waits = set(ready_kinds(table.scene(), seat.seat, hand.variant.win.by))
            table.visible.update(seat.hand)
    if table.bars == seat.seat:
        table.bars = None
    if wild and hand.variant.jokers.thrown_bars and waits_for_all(hand, seat):
        table.bars = seat.seat
    return discard(hand, seat, kind, {"after_kong_discard"} if after_kong else set())


def waits_for_all(hand: Hand, seat: Seat) -> bool:
    """Whether every tile would complete the hand."""
    tiles, melds, jokers = tuple(seat.hand), tuple(seat.sets_down), hand.table.facts.jokers
    kinds = kinds_in(hand.book.kinds)
    if completing_kinds(hand.book, tiles, melds, jokers, seat.imagined) != kinds:
        return False
    return all(is_complete(hand.book, Holding(tiles, melds, kind, False, jokers, seat.imagined)) for kind in kinds)
