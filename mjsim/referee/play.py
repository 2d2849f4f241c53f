"""A hand played by the rules, step by step as docs/protocol.md says, whoever decides.

`play` asks a chooser for every decision; `replay` takes them from a record and refuses what the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from mjsim.errors import IllegalAct
from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code, Decision
from mjsim.referee.arrange import Holding, completing_kinds, is_complete
from mjsim.referee.book import Kinds, book_of
from mjsim.referee.claims import meld_of, reactions, robbers
from mjsim.referee.draws import ready_seats, settle_draw
from mjsim.referee.end import Outcome, by_distance, next_dealer
from mjsim.referee.kongs import gold_tiles, winning_open_tiles
from mjsim.referee.options import declare, ready_with, turn_options
from mjsim.referee.pay import (
    Points,
    add,
    chickens,
    flower_sets,
    gods,
    pay_all_kongs,
    pay_first_discards,
    pay_flower_kong,
    pay_kong,
    pay_start,
    pay_win,
    spirits,
)
from mjsim.referee.ready import ready_kinds
from mjsim.referee.scene import Facts
from mjsim.referee.score import Verdict, judge, start_items
from mjsim.referee.table import Seat, Table
from mjsim.referee.wall import Wall
from mjsim.tiles import KIND_OF, KINDS, kinds_in
from mjsim.variant.model import Variant

Chooser = Callable[["Table", int, list[Act]], int | Act]
"""Given the table, a seat and its options: the number of the option taken, or the act itself (an exchange names tiles)."""


@dataclass(frozen=True, slots=True)
class WonTile:
    """One win of a hand. `value` in 1/scale of the unit; `points` is what this win brought."""

    seat: int
    by: str
    giver: int | None
    tile: int
    value: int
    items: tuple[str, ...]
    points: int
    turn: int
    shape: str


@dataclass(slots=True)
class Result:
    """How a hand went. `end`: "win", "wall" (exhausted) or "aborted"; points by seat."""

    end: str = ""
    wins: list[WonTile] = field(default_factory=list)
    points: tuple[int, ...] = ()
    kongs: tuple[int, ...] = ()
    turns: int = 0
    next_dealer: int = 0
    decisions: list[Decision] = field(default_factory=list)

    @property
    def winners(self) -> list[int]:
        """Seats that won at least once, in the order of their first win."""
        return list(dict.fromkeys(win.seat for win in self.wins))


class _Over(Exception):  # no error: the way out of a hand that has ended
    def __init__(self, end: str) -> None:
        self.end = end


def play(
    variant: Variant,
    wall: Sequence[int],
    chooser: Chooser,
    *,
    dice: Sequence[int] = (1, 1),
    round: int = KIND_OF["E"],
    repeats: int = 0,
    draws_before: int = 0,
    per_seat: bool = False,
    watch: Watch | None = None,
) -> Result:
    """Plays one hand.

    Parameters
    ----------
    wall : the kinds of all tiles in the order of the wall.
    chooser : decides for every seat.
    dice : dice in the order in which they are thrown (Tianjin's two, the die of the exchange).
    round, repeats, draws_before : prevailing wind as a kind, repeats of the deal, drawn hands in a row before.
    watch : is told of everything that happens, see transcript.py.
    """
    book = book_of(variant)
    facts = Facts(round=round, repeats=repeats, draws_before=draws_before)
    table = Table(book, Wall(book, wall, dice, per_seat), facts, dice)
    return _Hand(table, chooser, watch or Watch()).play()


def replay(variant: Variant, wall: Sequence[int], decisions: Iterable[Decision | Sequence[int]], **settings: object) -> Result:
    """Plays a recorded hand again: each act must be one of as many options as were recorded.

    `decisions`: rows of seat, code, argument, number of options. IllegalAct says which act is refused and why.
    """
    rows = iter([row if isinstance(row, Decision) else Decision(row[0], Act(Code(row[1]), row[2]), row[3]) for row in decisions])
    count = 0

    def recorded(table: Table, seat: int, options: list[Act]) -> Act:
        nonlocal count
        row = next(rows, None)
        place = f"act {count}"
        count += 1
        if row is None:
            raise IllegalAct(f"the record ends where seat {seat} has to decide", place, _names(options))
        if row.seat != seat:
            raise IllegalAct(f"seat {row.seat} acts where seat {seat} has to decide", place, _names(options))
        exchange = options[0].code == Code.EXCHANGE and row.act.code == Code.EXCHANGE
        if row.options != len(options):
            raise IllegalAct(f"seat {seat} had {row.options} options in the record, {len(options)} by the rules", place, _names(options))
        if row.act not in options and not exchange:
            raise IllegalAct(f"seat {seat} may not {row.act.code.name} {row.act.arg}", place, _names(options))
        return row.act

    result = play(variant, wall, recorded, **settings)  # type: ignore[arg-type]  # the settings of play
    if next(rows, None) is not None:
        raise IllegalAct("the record goes on after the end of the hand", f"act {count}")
    return result


def _names(options: list[Act]) -> str:
    return ", ".join(f"{act.code.name} {act.arg}" for act in options)


class Watch:
    """Somebody who looks on. Each method is called when the thing it names has happened."""

    def dealt(self, table: Table) -> None: ...
    def decided(self, table: Table, seat: int, act: Act, options: list[Act]) -> None: ...
    def drew(self, table: Table, seat: int, tile: int, why: str) -> None: ...
    def laid_out(self, table: Table, seat: int, tile: int) -> None: ...
    def melded(self, table: Table, seat: int, meld: Meld) -> None: ...
    def won(self, table: Table, win: WonTile, verdict: Verdict, paid: Points) -> None: ...
    def turned(self, table: Table, tiles: Sequence[int]) -> None: ...
    def paid(self, table: Table, what: str, points: Points) -> None: ...
    def ended(self, table: Table, result: Result) -> None: ...


class _Hand:
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

    # --- asking and paying --------------------------------------------------------------------------------------------

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

    # --- the hand -----------------------------------------------------------------------------------------------------

    def play(self) -> Result:
        table = self.table
        self.watch.dealt(table)
        try:
            self.before_play()
            self.own_turn()
            while True:
                self.draw_in_turn()
                self.own_turn()
        except _Over as over:
            self.finish(over.end)
        return self.result

    def before_play(self) -> None:
        """Exchange, void suits, bonus tiles, rows of the dealt tiles."""
        table = self.table
        if self.variant.before.exchange:
            self.exchange()
        if self.variant.before.void:
            suits = [Act(Code.VOID, "mps".index(suit)) for suit in self.variant.tiles.suits]
            for seat in table.seats:
                seat.void = self.ask(seat.seat, suits).arg
        if self.book.bonus:
            self.lay_out_dealt()
        if self.book.rules.start is not None:
            for seat in table.seats:
                self.start_rows(seat)
        table.flags = set()
        table.facts.wall = table.wall.drawable

    def exchange(self) -> None:
        """換三張: three tiles of one suit from each; the die says to whom they go."""
        table, players = self.table, len(self.table.seats)
        given: list[Kinds] = []
        for seat in table.seats:
            tiles = table.holds(seat)
            suits = [suit for suit in range(3) if sum(kind // 9 == suit for kind in tiles) >= 3]
            options = [Act(Code.EXCHANGE, _packed(sorted(k for k in tiles if k // 9 == suit)[:3])) for suit in suits]
            given.append(self.exchanged(seat, self.ask(seat.seat, options), tiles))
        step = (0, 1, 1, 2, 2, players - 1, players - 1)[table.dice[0]]
        drawn = table.drawn
        table.keep()
        for seat, gift in zip(table.seats, given, strict=True):
            table.take_from(seat, gift)
        for seat, gift in zip(table.seats, given, strict=True):
            table.seats[(seat.seat + step) % players].hand.extend(gift)
        dealer = table.seats[table.turn].hand
        table.drawn = drawn if drawn in dealer else max(dealer)
        dealer.remove(table.drawn)

    def exchanged(self, seat: Seat, act: Act, tiles: list[int]) -> Kinds:
        """The three tiles that an act names; they must be held and of one suit."""
        kinds = (act.arg & 63, act.arg >> 6 & 63, act.arg >> 12)
        rest = list(tiles)
        for kind in kinds:
            if kind not in rest:
                raise IllegalAct(f"seat {seat.seat} gives tiles that it does not hold", f"act {len(self.result.decisions) - 1}")
            rest.remove(kind)
        if len({kind // 9 for kind in kinds}) > 1 or kinds[0] >= 27 or list(kinds) != sorted(kinds):
            raise IllegalAct(
                f"seat {seat.seat} gives tiles of several suits",
                f"act {len(self.result.decisions) - 1}",
                "three tiles of one suit, ascending",
            )
        return kinds

    def lay_out_dealt(self) -> None:
        """Bonus tiles of the dealt hands, dealer first; replacements that are bonus again wait for the next round."""
        table = self.table
        again = True
        while again:
            again = False
            for seat in table.seats:
                bonus = sorted(kind for kind in table.holds(seat) if self.is_bonus(kind))
                for tile in bonus:
                    if tile in seat.hand:
                        seat.hand.remove(tile)
                    else:
                        table.drawn = None
                    self.lay_out(seat, tile)
                for _ in bonus:
                    tile = self.replace_flower(seat)
                    if seat.seat == table.turn and table.drawn is None and len(seat.hand) >= self.variant.deal.hand:
                        table.drawn = tile
                    else:
                        seat.hand.append(tile)
                    again = again or self.is_bonus(tile)

    def is_bonus(self, kind: int) -> bool:
        return bool(self.book.bonus >> kind & 1)

    def lay_out(self, seat: Seat, tile: int) -> None:
        """A bonus tile is laid out: payments for four of a row, wins with eight flowers."""
        table = self.table
        if self.variant.win.flower_win and tile >= KINDS:
            for other in table.others(seat.seat):
                if sum(kind >= KINDS for kind in other.laid) == 7 and table.may_win(other, tile, "rob", seat.seat):
                    self.win([other.seat], tile, "rob", seat.seat, frozenset())
                    raise _Over("win")
        before = flower_sets(seat.laid)
        seat.laid.append(tile)
        self.watch.laid_out(table, seat.seat, tile)
        if self.variant.payment.flower_kong and flower_sets(seat.laid) > before:
            self.pay("flower kong", pay_flower_kong(table.scene(), seat.seat))
        if self.variant.win.flower_win and tile >= KINDS and sum(kind >= KINDS for kind in seat.laid) == 8:
            seat.laid.remove(tile)
            if table.may_win(seat, tile, "self"):
                self.win([seat.seat], tile, "self", None, frozenset())
                raise _Over("win")
            seat.laid.append(tile)

    def replace_flower(self, seat: Seat) -> int:
        """The replacement of a bonus tile; without one the hand is exhausted."""
        table = self.table
        if not table.wall.drawable:
            raise _Over("wall")
        tile = table.wall.replacement()
        table.last_drawer, table.last_drawn = seat.seat, tile
        self.watch.drew(table, seat.seat, tile, "flower")
        return tile

    def start_rows(self, seat: Seat) -> None:
        """Rows that are judged on the dealt tiles, and paid at once."""
        table = self.table
        scene = table.scene()
        if seat.seat == table.turn and table.drawn is not None:
            scene.players[seat.seat] = replace(seat, tiles=table.holds(seat))
        scene.start = True
        value, items = start_items(scene, seat.seat)
        if items:
            self.pay("start: " + ", ".join(items), pay_start(scene, seat.seat, value))

    # --- draws --------------------------------------------------------------------------------------------------------

    def draw_in_turn(self) -> None:
        """The seat whose turn has come draws; the last tiles may be offered round or shared."""
        table, wall, rule = self.table, self.table.wall, self.variant.wall
        seat = table.seats[table.turn]
        if self.variant.end.stop_with and self.result.wins and wall.drawable <= self.variant.end.stop_with:
            raise _Over("wall")
        if self.variant.win.ready == "dealt":
            self.declare_dealt(seat)
        if rule.last == "offer" and wall.drawable == 1:
            self.offer_last()
            return
        if rule.last == "share" and wall.drawable <= rule.share:
            self.share_last()
        tile = wall.draw(seat.seat, seat.draws)
        if tile is None:
            raise _Over("wall")
        self.count_draw(seat)
        self.arrive(seat, tile, set(), "turn")

    def count_draw(self, seat: Seat) -> None:
        seat.draws += 1
        self.table.turns += 1
        self.table.kong_giver = None

    def arrive(self, seat: Seat, tile: int, flags: set[str], why: str) -> None:
        """A drawn tile comes to the seat whose turn it is; bonus tiles are laid out and replaced first."""
        table = self.table
        table.turn, table.drawn, table.flags = seat.seat, None, flags
        table.last_drawer, table.last_drawn = seat.seat, tile
        seat.barred_discards, seat.barred, seat.passed_pungs = False, set(), set()
        self.watch.drew(table, seat.seat, tile, why)
        while self.is_bonus(tile):
            self.lay_out(seat, tile)
            tile = self.replace_flower(seat)
            flags.add("flower_replacement")
        table.drawn = tile
        table.facts.wall = table.wall.drawable
        if not table.wall.drawable:
            flags.add("last_wall_tile")
        if table.visible_others(tile, 0):
            flags.add("last_of_kind")

    def declare_dealt(self, seat: Seat) -> None:
        """天聽: who is not the dealer and is ready with his dealt tiles may say so before his first draw."""
        if seat.seat == 0 or seat.draws or seat.melds or seat.ready:
            return
        if ready_with(self.table, seat, None, 1) and self.ask(seat.seat, [Act(Code.PASS), Act(Code.DECLARE)]).code == Code.DECLARE:
            declare(self.table, seat, 1)
            seat.first_ready, seat.lock = True, "ready"

    def offer_last(self) -> None:
        """海底漫遊: the last tile is offered round; who takes it wins with it or throws it."""
        table = self.table
        for seat in (table.seats[table.turn], *table.others(table.turn)):
            if self.ask(seat.seat, [Act(Code.PASS), Act(Code.TAKE_OFFER)]).code == Code.TAKE_OFFER:
                tile = table.wall.draw(seat.seat, seat.draws)
                assert tile is not None
                self.count_draw(seat)
                self.arrive(seat, tile, set(), "offer")
                table.taken = True
                return
        raise _Over("wall")

    def share_last(self) -> None:
        """海底: the last tiles are drawn one each; nobody discards, the first whose hand is complete may win."""
        table = self.table
        for seat in (table.seats[table.turn], *table.others(table.turn)):
            tile = table.wall.draw(seat.seat, seat.draws)
            if tile is None:
                break
            self.count_draw(seat)
            self.arrive(seat, tile, {"last_wall_tile"}, "share")
            if table.may_win(seat, tile, "self", None, frozenset(table.flags)):
                if self.ask(seat.seat, [Act(Code.PASS), Act(Code.WIN, tile)]).code == Code.WIN:
                    self.win([seat.seat], tile, "self", None, frozenset(table.flags))
                    raise _Over("win")
                table.pass_win(seat, tile)
            table.keep()
        raise _Over("wall")

    # --- a turn -------------------------------------------------------------------------------------------------------

    def own_turn(self) -> None:
        """Acts of the seat whose turn it is, until the turn has passed on and a draw is due."""
        table = self.table
        while True:
            seat = table.seats[table.turn]
            options = turn_options(table)
            if not options:
                raise _Over("wall")
            act = self.ask(seat.seat, options)
            if options[0].code == Code.WIN and act.code != Code.WIN:
                table.pass_win(seat, options[0].arg)
            match act.code:
                case Code.WIN:
                    self.win([seat.seat], act.arg, "self", None, frozenset(table.flags))
                    return
                case Code.PASS:
                    raise _Over("wall")
                case Code.CONCEALED_KONG | Code.GOLD_KONG | Code.ADDED_KONG | Code.OPEN_KONG:
                    goes_on = self.kong(seat, act)
                case Code.SHOW_WINDS | Code.SHOW_DRAGONS | Code.SHOW_TILE:
                    goes_on = self.show(seat, act)
                case _:
                    goes_on = self.throw(seat, act)
            if not goes_on:
                return

    def show(self, seat: Seat, act: Act) -> bool:
        """Four winds or three dragons, or a kong tile, are laid down."""
        table = self.table
        if act.code == Code.SHOW_TILE:
            table.keep()
            table.take_from(seat, (act.arg,))
            seat.laid.append(act.arg)
            table.visible[act.arg] += 1
            self.replacement(seat, {"flower_replacement"})
            return True
        winds = act.code == Code.SHOW_WINDS
        tiles = tuple(KIND_OF[letter] for letter in ("ESWN" if winds else "CFP"))
        drawn, flags = table.drawn, table.flags
        table.keep()
        table.take_from(seat, tiles)
        self.lay_meld(seat, Meld("show-winds" if winds else "show-dragons", tiles))
        if winds:
            self.replacement(seat, {"kong_replacement"})
        elif drawn is not None and drawn in seat.hand:
            seat.hand.remove(drawn)
            table.drawn, table.flags = drawn, flags
        return True

    def replacement(self, seat: Seat, flags: set[str]) -> None:
        self.arrive(seat, self.table.wall.replacement(), flags, "replacement")

    def kong(self, seat: Seat, act: Act) -> bool:
        """A kong of the own turn; False if the turn has passed on."""
        table = self.table
        opening = act.code == Code.OPEN_KONG
        flags = set(table.flags)
        giver = None
        if act.code == Code.ADDED_KONG or (opening and act.form):
            table.keep()
            table.take_from(seat, (act.kind,))
            table.visible[act.kind] += 1
            if self.robbed(seat, act.kind):
                return False
            meld = table.raise_pung(seat, table.face(act.kind), act.kind)
            self.watch.melded(table, seat.seat, meld)
        else:
            tiles = gold_tiles(table, seat) if act.code == Code.GOLD_KONG else (act.kind,) * 4
            table.keep()
            table.take_from(seat, tiles)
            meld = Meld("kong-gold" if act.code == Code.GOLD_KONG else "kong-concealed", tiles)
            self.lay_meld(seat, meld)
        return self.kong_stands(seat, meld, giver, opening, "kong_replacement" in flags)

    def robbed(self, seat: Seat, tile: int) -> bool:
        """Whether somebody wins on the tile that is being added to a pung; the pung stays one."""
        table = self.table
        flags = frozenset({"last_of_kind"} if table.visible_others(tile, 1) else ())
        winners = []
        for other in table.others(seat.seat):
            options = robbers(table, other, tile, seat.seat, flags)
            if len(options) > 1 or options[0].code == Code.WIN_ON:
                if self.ask(other.seat, options).code == Code.WIN_ON:
                    winners.append(other.seat)
                else:
                    table.pass_win(other, tile)
        if not winners:
            return False
        self.win(winners, tile, "rob", seat.seat, flags)
        return True

    def kong_stands(self, seat: Seat, meld: Meld, giver: int | None, opening: bool, again: bool) -> bool:
        """A kong that nobody can rob any more is paid and replaced; False if the turn has passed on."""
        table, rule = self.table, self.variant.payment.kongs
        table.settle_standing(seat)
        if rule is not None and rule.when == "at-once":
            paid = pay_kong(table.scene(), seat.seat, meld, self.out())
            self.earned.append((seat.seat, paid))
            self.pay(str(meld), paid)
        if self.variant.end.kong_limit and table.wall.kongs > self.variant.end.kong_limit:
            raise _Over("aborted")
        table.kong_giver = giver
        if opening:
            return self.open_kong(seat)
        flags = set() if self.variant.claims.two_ways else {"kong_replacement"} | ({"double_kong"} if again else set())
        if table.wall.open_tail and self.take_open(seat, flags):
            return False
        self.replacement(seat, flags)
        return True

    def take_open(self, seat: Seat, flags: set[str]) -> bool:
        """翻尾牌: an open tile that wins may be taken as the replacement; without another one it must be."""
        table = self.table
        kinds = winning_open_tiles(table, seat)
        if not kinds:
            return False
        options = [Act(Code.TAKE_OPEN, kind) for kind in kinds]
        act = self.ask(seat.seat, [Act(Code.PASS), *options] if table.wall.replaceable else options)
        if act.code == Code.PASS:
            table.pass_win(seat, kinds[0])
            return False
        table.wall.open_tail.remove(act.arg)
        table.turn, table.drawn, table.flags = seat.seat, act.arg, flags
        self.win([seat.seat], act.arg, "self", None, frozenset(flags))
        return True

    def open_kong(self, seat: Seat) -> bool:
        """開杠: tiles are turned from the end of the wall; either may win, else all are thrown, and the hand is closed."""
        table = self.table
        seat.lock = "open"
        count = min(self.variant.claims.two_ways_turn, table.wall.drawable)
        tiles = [table.wall.replacement() for _ in range(count)]
        table.visible.update(tiles)
        table.turn, table.drawn = seat.seat, None
        table.last_drawer, table.last_drawn = seat.seat, tiles[-1]
        table.facts.wall = table.wall.drawable
        self.watch.turned(table, tiles)
        table.flags = {"kong_replacement"} | (set() if table.wall.drawable else {"last_wall_tile"})
        flags = frozenset(table.flags)
        values = {}
        for kind in sorted(set(tiles)):
            if table.may_win(seat, kind, "self", None, flags):
                values[kind] = judge(table.scene(table.win(seat.seat, kind, "self", None, flags))).value
        for kind in sorted(values, key=lambda kind: -values[kind]):
            if self.ask(seat.seat, [Act(Code.WIN, kind), Act(Code.PASS)]).code == Code.WIN:
                self.win([seat.seat], kind, "self", None, flags)
                return False
            table.pass_win(seat, kind)
        wins = len(self.result.wins)
        for tile in tiles:
            if self.discard(seat, tile, {"after_kong_discard"}, seen=True):
                return True
            if len(self.result.wins) > wins:
                return False
        return False

    # --- discards -----------------------------------------------------------------------------------------------------

    def throw(self, seat: Seat, act: Act) -> bool:
        """A tile leaves the hand: as a kong of one tile, or as a discard; with it ready may be declared."""
        table, kind = self.table, act.kind
        if act.code == Code.READY:
            declare(table, seat, act.form)
        after_kong = "kong_replacement" in table.flags
        wild = table.is_joker(kind)
        if wild:
            table.throw_joker(seat, kind)
        if table.single_kongs >> kind & 1 and table.wall.replaceable:
            table.keep()
            table.take_from(seat, (kind,))
            seat.laid.append(kind)
            table.visible[kind] += 1
            self.replacement(seat, {"kong_replacement"} | ({"double_kong"} if after_kong else set()))
            return True
        seat.floats = seat.floats if wild else 0
        seat.forfeited = seat.forfeited or (wild and self.variant.jokers.thrown_forfeits)
        table.keep()
        table.take_from(seat, (kind,))
        table.taken = False
        if act.code == Code.READY:
            seat.lock = "ready"
            if self.variant.win.ready == "shown":
                seat.shown_waits = set(ready_kinds(table.scene(), seat.seat, self.variant.win.by))
                table.visible.update(seat.hand)
        if table.bars == seat.seat:
            table.bars = None
        if wild and self.variant.jokers.thrown_bars and self.waits_for_all(seat):
            table.bars = seat.seat
        return self.discard(seat, kind, {"after_kong_discard"} if after_kong else set())

    def waits_for_all(self, seat: Seat) -> bool:
        """Whether every tile would complete the hand."""
        tiles, melds, jokers = tuple(seat.hand), tuple(seat.sets_down), self.table.facts.jokers
        kinds = kinds_in(self.book.kinds)
        if completing_kinds(self.book, tiles, melds, jokers) != kinds:
            return False
        return all(is_complete(self.book, Holding(tiles, melds, kind, False, jokers)) for kind in kinds)

    def discard(self, seat: Seat, tile: int, flags: set[str], seen: bool = False) -> bool:
        """A tile is thrown, the others answer; True if somebody has claimed it and goes on with his turn."""
        table = self.table
        seat.discarded += 1
        seat.own_discards.add(table.face(tile))
        table.facts.discards += 1
        table.visible[tile] += not seen
        seat.river.append(tile)
        self.follow(seat, tile)
        if not table.wall.drawable:
            flags.add("last_discard")
        if table.visible_others(tile, 1):
            flags.add("last_of_kind")
        known = frozenset(flags)
        answers: list[tuple[Seat, Act]] = []
        for other in table.others(seat.seat):
            options = reactions(table, other, tile, seat.seat, known)
            if len(options) == 1 and options[0].code == Code.PASS:
                continue
            act = self.ask(other.seat, options)
            self.passed(other, tile, act, options)
            answers.append((other, act))
        winners = [other.seat for other, act in answers if act.code == Code.WIN_ON]
        if winners:
            seat.river.pop()
            self.win(winners, tile, "discard", seat.seat, known)
            return False
        for codes in ((Code.KONG_ON, Code.OPEN_KONG_ON, Code.PUNG_ON), (Code.FLOWER_PUNG_ON,), (Code.CHOW_ON,)):
            for other, act in answers:
                if act.code in codes:
                    seat.river.pop()
                    return self.claim(other, act, tile, seat.seat)
        if self.variant.end.four_discards and self.wind_run == len(table.seats):
            raise _Over("aborted")
        table.turn, table.drawn, table.flags = table.next_in(seat.seat), None, set()
        return False

    def follow(self, seat: Seat, tile: int) -> None:
        """Winds thrown in a row from the dealer on; rounds of equal first discards, which the dealer pays."""
        table, end, players = self.table, self.variant.end, len(self.table.seats)
        if end.four_discards:
            right = tile == KIND_OF[end.four_discards] and (seat.seat == 0 or self.wind_run == seat.seat)
            if end.four_discards_first and table.facts.discards > players:
                right = False
            self.wind_run = seat.seat + 1 if right else 0
        if self.variant.payment.first_discards and self.round_kinds is not None:
            if seat.seat != len(self.round_kinds) or tile != (self.round_kinds or [tile])[0]:
                self.round_kinds = None
                return
            self.round_kinds.append(tile)
            if len(self.round_kinds) == players:
                self.pay("first discards", pay_first_discards(table.scene()))
                self.round_kinds = [] if self.variant.payment.first_discards_rounds else None

    def passed(self, seat: Seat, tile: int, act: Act, options: list[Act]) -> None:
        """What an answer lets pass: a win, a pung."""
        table = self.table
        offered = {option.code for option in options}
        if Code.WIN_ON in offered and act.code != Code.WIN_ON:
            table.pass_win(seat, tile)
        taken = act.code in (Code.PUNG_ON, Code.KONG_ON, Code.OPEN_KONG_ON, Code.WIN_ON)
        if self.variant.claims.passed_pung and Code.PUNG_ON in offered and not taken:
            seat.passed_pungs.add(table.face(tile))

    def claim(self, seat: Seat, act: Act, tile: int, giver: int) -> bool:
        """A meld is made of a discard; its maker's turn begins."""
        table = self.table
        meld, own = meld_of(table, seat, act, tile, giver)
        self.wind_run, self.round_kinds = 0, None
        table.turn, table.drawn, table.flags = seat.seat, None, set()
        table.take_from(seat, own)
        table.visible[tile] -= 1
        self.lay_meld(seat, meld)
        if self.variant.win.passed == "same-kind":
            seat.barred = set()
        if meld.kong:
            return self.kong_stands(seat, meld, giver, act.code == Code.OPEN_KONG_ON, False)
        return True

    # --- wins and the end ---------------------------------------------------------------------------------------------

    def win(self, claimed: list[int], tile: int, by: str, giver: int | None, flags: frozenset[str]) -> None:
        """The winners of one tile are judged and paid; then the hand ends or goes on."""
        table, several = self.table, self.variant.win.several
        order = by_distance(claimed, giver, len(table.seats)) if giver is not None else tuple(claimed)
        seats = order[:1] if several == "nearest" else order
        self.turn_tiles(by)
        for seat in seats:
            win = table.win(seat, tile, by, giver, flags, len(seats))
            scene = table.scene(win)
            verdict = judge(scene)
            assert verdict.best is not None and verdict.best.arrangement is not None
            birds = tuple(self.turned) if self.variant.payment.birds else ()
            paid = pay_win(scene, verdict, table.debts, self.out(), seats, birds)
            record = WonTile(seat, by, giver, tile, verdict.value, verdict.items, paid[seat], table.turns, verdict.best.arrangement.shape)
            self.result.wins.append(record)
            table.points = add(table.points, paid)
            self.watch.won(table, record, verdict, paid)
            self.winning.setdefault(seat, []).append(tile)
            table.seats[seat].wins += 1
        self.first = self.first if self.first[0] else (seats, giver)
        table.facts.won_before += len(seats)
        ends = self.variant.end.ends
        if ends == "first-win":
            raise _Over("win")
        for seat in seats:
            if ends == "all-but-one":
                table.seats[seat].out = True
            else:
                table.seats[seat].lock = "won"
        if ends == "all-but-one" and len(table.seats) - len(self.out()) <= 1:
            raise _Over("win")
        table.drawn, table.flags = None, set()
        table.turn = table.next_in(seats[-1])

    def turn_tiles(self, by: str) -> None:
        """Birds, or the chicken's tile, are turned after a win."""
        table, payment = self.table, self.variant.payment
        count = payment.birds.count if payment.birds else 0
        chicken = payment.chickens
        if not count and chicken is not None and chicken.turned and (by == "self" or not chicken.self_only):
            count = 1
        if not count:
            return
        self.turned = table.wall.turn(count)
        if not self.turned and payment.birds:
            self.turned = [table.last_drawn]
        self.watch.turned(table, self.turned)

    def finish(self, end: str) -> None:
        """What is settled at the end, and who deals next."""
        table, payment = self.table, self.variant.payment
        won = set(self.winning)
        if not (self.result.wins and self.result.wins[-1].by == "self" and self.result.wins[-1].seat == table.turn):
            table.keep()
        scene = table.scene()
        kongs = payment.kongs
        asks_ready = (kongs is not None and kongs.owners == "ready") or payment.chickens is not None
        ready = ready_seats(scene, won) if asks_ready and won else set()
        self.pay("kongs", pay_all_kongs(scene, won, ready))
        if won:
            self.pay("chickens", chickens(scene, self.winning, ready, self.turned[0] if self.turned else None))
            self.pay("gods", gods(scene, self.winning))
        self.pay("spirits", spirits(scene, self.winning))
        if end == "wall":
            self.pay("settlement of the draw", settle_draw(scene, won, self.earned).points)
        result = self.result
        winners, giver = self.first
        with_kongs = frozenset(seat.seat for seat in table.seats if any(meld.kong for meld in seat.sets_down))
        result.end, result.points, result.turns = end, tuple(table.points), table.turns
        result.kongs = tuple(sum(meld.kong for meld in seat.sets_down) for seat in table.seats)
        result.next_dealer = next_dealer(self.book, Outcome(winners, giver, with_kongs, table.last_drawer))
        self.watch.ended(table, result)


def _packed(kinds: Sequence[int]) -> int:
    """Three kinds as the argument of an exchange."""
    a, b, c = kinds
    return a + 64 * b + 4096 * c
