"""A hand printed move by move, so that a player can follow it: every draw, discard and claim, what a win is worth, who pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code, Decision
from mjsim.referee.arrange import Group
from mjsim.referee.book import Book, book_of
from mjsim.referee.cases import shown_value
from mjsim.referee.pay import Points, bird_origin, payer_rows
from mjsim.referee.play import Result, Watch, WonTile, replay
from mjsim.referee.scene import Scene, View
from mjsim.referee.score import Verdict, tally_of
from mjsim.referee.table import Seat, Table
from mjsim.referee.wall import stacks_thrown
from mjsim.tiles import CHINESE, KIND_OF, KINDS, NAMES, format_tiles, rank_of
from mjsim.variant.expressions import Call, Tag
from mjsim.variant.expressions.nodes import walk
from mjsim.variant.model import Variant

SEATS = ("東 East", "南 South", "西 West", "北 North")
MELDS = {
    "chow": "吃 chow",
    "pung": "碰 pung",
    "pung-flower": "花碰 pung with a joker",
    "kong-exposed": "明槓 exposed kong",
    "kong-added": "加槓 added kong",
    "kong-concealed": "暗槓 concealed kong",
    "kong-gold": "金槓 gold kong",
    "show-winds": "亮牌 shows the winds",
    "show-dragons": "亮牌 shows the dragons",
}
WINS = {"self": "自摸 by self-draw", "discard": "on a discard 點炮", "rob": "by robbing 搶"}
DRAWS = {
    "turn": "draws",
    "replacement": "takes the replacement",
    "flower": "replaces it by",
    "offer": "takes the last tile",
    "share": "draws",
}
ENDS = {"win": "", "wall": "流局 The wall is exhausted.", "aborted": "The hand is broken off and drawn."}
TURNED = {
    "birds": "扎鳥 birds turned",
    "chicken": "翻雞 turned, the kind after it is a chicken",
    "stack": "打明雞 turned at the end of the wall, the kind after it is a chicken",
    "kong": "開杠 turned",
    "treasure": "寶牌 laid aside, for ready players alone to see",
}
PASSED = {Code.TAKE_OFFER: "declines the last tile", Code.DECLARE: "does not declare ready", Code.TAKE_OPEN: "leaves the open tile"}


def transcript(variant: Variant, wall: Sequence[int], decisions: Iterable[Decision | Sequence[int]], **settings: object) -> str:
    """The text of a recorded hand; arguments as in `replay`."""
    watch = Transcript(variant)
    replay(variant, wall, decisions, watch=watch, **settings)
    return "\n".join(watch.lines) + "\n"


def counted(book: Book, slug: str) -> bool:
    """Whether some formula of the variant's value uses the worth of a row."""
    rules, names = book.rules, {slug, *book.variant.rows[slug].tags}
    for formula in (*(rule.value for rule in rules.values), rules.final):
        for node in walk(formula):
            if isinstance(node, Call) and node.func in ("sum", "product", "best", "rows"):
                tags = {arg.name for arg in node.args if isinstance(arg, Tag)}
                if not tags or tags & names:
                    return True
    return False


def tile_name(kind: int) -> str:
    """A tile for readers of either language: "5m 五萬"."""
    return f"{NAMES[kind]} {CHINESE[kind]}"


class Transcript(Watch):
    """Writes down what happens as lines of text."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.lines: list[str] = []
        self.drawn = ""
        """What the seat on turn has drawn, to be said together with what it discards."""
        self.drawer = self.drawn_kind = -1
        self.birds: tuple[int, ...] = ()
        """Tiles turned after the last win."""

    def say(self, text: str = "") -> None:
        self.lines.append(text)

    def flush(self) -> None:
        """Say a draw that no discard has followed."""
        if self.drawn:
            self.say("  " + self.drawn)
            self.drawn = ""

    def name(self, kind: int) -> str:
        """The tile's name; where the flowers are one class they are all called that."""
        klass = self.variant.tiles.flower_class
        if klass and kind == KIND_OF[klass]:
            return "f 花"
        names = self.variant.tiles.flower_names
        return f"{NAMES[kind]} {names[kind - KINDS].split()[0]}" if KINDS <= kind < KINDS + len(names) else tile_name(kind)

    # --- what is told -------------------------------------------------------------------------------------------------

    def dealt(self, table: Table) -> None:
        facts, wall = table.facts, table.wall
        self.say(f"{self.variant.zh}  {self.variant.en}")
        counts = f", repeats {facts.repeats}" if facts.repeats else ""
        counts += f", drawn hands before {facts.draws_before}" if facts.draws_before else ""
        self.say(f"Prevailing wind {tile_name(facts.round)}{counts}; {wall.drawable} tiles to draw.")
        if self.variant.wall.dead_dice:
            thrown = {"two": f"Dice {table.dice[0]} and {table.dice[1]}: ", "one": f"Die {table.dice[0]}: ", "seven": ""}
            stacks = stacks_thrown(self.variant.wall, table.dice)
            self.say(f"{thrown[self.variant.wall.dead_throw]}{2 * stacks} tiles stay at the end.")
        if wall.turned is not None:
            self.say(f"Turned up: {tile_name(wall.turned)}.")
        if facts.jokers:
            self.say("Wild: " + ", ".join(tile_name(kind) for kind in facts.jokers) + ".")
        if wall.open_tail:
            self.say("Open at the end of the wall: " + ", ".join(tile_name(kind) for kind in wall.open_tail) + ".")
        self.say()
        for seat in table.seats:
            stands = f"  (stands 立: {self.format(seat.standing)})" if seat.standing else ""
            self.say(f"  {SEATS[seat.seat]}: {self.hand(table, seat)}" + ("  (dealer)" if seat.seat == 0 else "") + stands)
        self.say()

    def drew(self, table: Table, seat: int, tile: int, why: str) -> None:
        self.flush()
        self.drawn, self.drawer, self.drawn_kind = f"{SEATS[seat]} {DRAWS[why]} {self.name(tile)}", seat, tile

    def laid_out(self, table: Table, seat: int, tile: int) -> None:
        if self.drawn and (self.drawer, self.drawn_kind) == (seat, tile):
            self.drawn += ", lays it out"
            self.flush()
        else:
            self.flush()
            self.say(f"  {SEATS[seat]} lays out {self.name(tile)}")

    def decided(self, table: Table, seat: int, act: Act, options: list[Act]) -> None:
        player, who = table.seats[seat], SEATS[seat]
        offered = {option.code for option in options}
        match act.code:
            case Code.DISCARD | Code.READY:
                rest = table.holds(player)
                rest.remove(act.kind)
                verb = "discards"
                if act.code == Code.READY:
                    verb = "declares ready 報聽" + (f" with {act.form} staked" if self.variant.win.ready_stake else "") + " and discards"
                    if self.variant.win.ready == "shown" or (self.variant.win.ready_forms == 2 and act.form == 2):
                        verb = "declares ready, shows the hand 亮倒 and discards"
                start = f"{self.drawn}, " if self.drawn else f"{who} "
                self.drawn = ""
                self.say(f"  {start}{verb} {self.name(act.kind)}    {self.tiles(rest, player.sets_down)}")
            case Code.STAKE:
                self.say(f"  {who} stakes {act.arg} before the deal")
            case Code.VOID:
                self.say(f"  {who} gives up the suit {'mps'[act.arg]} {'萬筒條'[act.arg]} 定缺")
            case Code.IMAGINE:
                self.say(f"  {who} imagines {self.name(act.arg)} 心皇")
            case Code.EXCHANGE:
                self.say(f"  {who} passes {format_tiles((act.arg & 63, act.arg >> 6 & 63, act.arg >> 12))} 換三張")
            case Code.DECLARE:
                self.say(f"  {who} declares ready with the dealt tiles 天聽")
            case Code.SHOW_TILE:
                self.flush()
                self.say(f"  {who} shows {self.name(act.arg)} 亮牌")
            case Code.TAKE_OPEN:
                self.flush()
                self.say(f"  {who} takes {self.name(act.arg)} from the open end of the wall 翻尾牌")
            case Code.PASS:
                for code in offered & set(PASSED):
                    self.say(f"  {who} {PASSED[code]}")
            case _:
                pass
        if offered & {Code.WIN, Code.WIN_ON} and act.code not in (Code.WIN, Code.WIN_ON):
            self.flush()
            self.say(f"  {who} could have won and does not 過胡")

    def melded(self, table: Table, seat: int, meld: Meld) -> None:
        self.flush()
        player = table.seats[seat]
        source = f" from {SEATS[meld.giver]}" if meld.giver is not None and meld.sort != "kong-added" else ""
        self.say(f"  {SEATS[seat]}: {MELDS[meld.sort]} {self.format(meld.tiles)}{source}    {self.tiles(player.hand, player.sets_down)}")

    def turned(self, table: Table, tiles: Sequence[int], why: str) -> None:
        self.flush()
        if why == "birds":
            self.birds = tuple(tiles)
        self.say(f"  {TURNED[why]}: " + (", ".join(self.name(kind) for kind in tiles) or "none, the wall is empty"))

    def exchanged(self, table: Table, step: int) -> None:
        players = len(table.seats)
        to = "the next seat" if step == 1 else "the seat before" if step == players - 1 else "the seat opposite"
        self.say(f"  Die {table.dice[0]}: everybody passes to {to}.")
        for seat in table.seats:
            self.say(f"  {SEATS[seat.seat]} now: {self.hand(table, seat)}")

    def robbed(self, table: Table, seat: int, tile: int) -> None:
        self.flush()
        self.say(f"  {SEATS[seat]} adds {self.name(tile)} to his pung and is robbed 搶槓")

    def won(self, table: Table, win: WonTile, verdict: Verdict, paid: Points) -> None:
        self.flush()
        best = verdict.best
        assert best is not None and best.arrangement is not None
        source = "" if win.giver is None else f" of {SEATS[win.giver]}"
        self.say()
        self.say(f"  和 {SEATS[win.seat]} wins with {self.name(win.tile)} {WINS[win.by]}{source}")
        groups = "  ".join(self.group(group) for group in best.arrangement.groups)
        singles = self.format(best.arrangement.singles)
        self.say(f"     {win.shape}: {'  '.join(filter(None, (groups, singles)))}")
        shown, worth = Counter(best.items), tally_of(best.view, best.counts).worth
        for slug in self.variant.rows:
            if shown[slug]:
                self.say(f"     {self.row(best.view.book, slug, shown[slug], worth[slug])}")
        unit = f"{self.variant.score.unit} {self.variant.score.unit_zh}".strip()
        self.say(f"     value {shown_value(self.variant, win.value)} ({unit})")
        for player in best.view.scene.players:
            if paid[player.seat] < 0:
                for slug, count, value in payer_rows(View(best.view.scene, player, winner=best.view)):
                    self.say(f"     of {SEATS[player.seat]}: {self.row(best.view.book, slug, count, value)}")
        rule = self.variant.payment.birds
        if rule is not None and self.birds and rule.effect != "ranks" and (win.by == "self" or not rule.self_only):
            self.say(f"     birds hit {self.hits(best.view.scene)}")
        self.say(f"     {self.amounts(paid)}")

    def paid(self, table: Table, what: str, points: Points) -> None:
        self.flush()
        self.say(f"  paid, {self.occasion(what)}: {self.amounts(points)}")

    def ended(self, table: Table, result: Result) -> None:
        self.flush()
        self.say()
        if ENDS[result.end]:
            self.say(f"  {ENDS[result.end]}")
        for seat in table.seats:
            laid = f"  laid out {self.format(seat.laid)}" if seat.laid else ""
            self.say(f"  {SEATS[seat.seat]}: {self.tiles(seat.hand, seat.sets_down)}{laid}    {result.points[seat.seat]:+d}")
        self.say(f"  Next dealer: {SEATS[result.next_dealer]}")

    def row(self, book: Book, slug: str, count: int, value: int) -> str:
        """A row with its value, if that goes into the value of the hand or into what a payer owes."""
        row = self.variant.rows[slug]
        often = f" x {count}" if count > 1 else ""
        if row.of == "winner" and not counted(book, slug):
            return f"{row.zh} {row.en}{often}"
        return f"{row.zh} {row.en}: {value}{often}"

    def hits(self, scene: Scene) -> str:
        """Where the birds of a win land."""
        rule, win = self.variant.payment.birds, scene.win
        assert rule is not None and win is not None
        origin = bird_origin(rule, win, win.winners > 1)
        landed = [(origin + (rank_of(kind) - 1) % 4) % len(scene.players) for kind in self.birds]
        return ", ".join(f"{SEATS[seat]} ({NAMES[kind]})" for seat, kind in zip(landed, self.birds, strict=True))

    # --- how things are written ---------------------------------------------------------------------------------------

    def occasion(self, what: str) -> str:
        """What a payment is for: rows of the deal by their names, a kong without its giver."""
        if what.startswith("start: "):
            rows = [self.variant.rows[slug] for slug in what.removeprefix("start: ").split(", ")]
            return ", ".join(f"{row.zh} {row.en}" for row in rows)
        sort, _, tiles = what.partition(" ")
        return f"{MELDS[sort]} {tiles.partition('<')[0]}" if sort in MELDS else what

    def format(self, kinds: Iterable[int]) -> str:
        klass = self.variant.tiles.flower_class
        text = format_tiles(kinds)
        return text.replace(klass, "f") if klass else text

    def hand(self, table: Table, seat: Seat) -> str:
        return self.tiles(table.holds(seat), seat.sets_down)

    def tiles(self, tiles: Iterable[int], melds: Sequence[Meld]) -> str:
        """Concealed tiles, melds in brackets."""
        return " ".join([self.format(tiles), *(f"[{self.format(meld.tiles)}]" for meld in melds)]).strip()

    def group(self, group: Group) -> str:
        """A group as it is played, an asterisk after each joker that plays another kind or its own."""
        if not any(group.fill):
            return self.format(group.kinds) if max(group.kinds) < book_of(self.variant).width else ""
        return "".join(NAMES[kind] + ("*" if filled else "") for kind, filled in zip(group.kinds, group.fill, strict=True))

    def amounts(self, points: Points) -> str:
        return ", ".join(f"{SEATS[seat]} {amount:+d}" for seat, amount in enumerate(points) if amount) or "nothing is paid"
