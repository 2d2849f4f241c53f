"""A variant as data: the resolved form of a catalogue file.

Every field carries its documentation (`Meta(description=...)`), from which `docs/mechanisms.md` and the messages of
`mjsim check` are made. Expressions are kept as text here; `check.py` parses them. All structs are frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=False):
    """Common behaviour of all tables: frozen, keywords only, unknown keys refused."""


def D(text: str) -> Meta:
    """The documentation of a field."""
    return Meta(description=text)


Slug = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Kinds = Annotated[str, Meta(max_length=200)]
Expr = Annotated[str, Meta(max_length=2000)]
Small = Annotated[int, Meta(ge=0, le=200)]
Points = Annotated[int, Meta(ge=0, le=1_000_000)]


class Source(_Table, frozen=True):
    """Where the rules come from."""

    status: Annotated[Literal["full", "partial", "name-only", "own"], D("how much of the rules the source texts give")] = "own"
    seeds: Annotated[tuple[str, ...], D("source texts, by file and place")] = ()
    notes: Annotated[tuple[str, ...], D("what else is known")] = ()
    value: Annotated[str, D("what the scored value of a hand means")] = ""


class Tiles(_Table, frozen=True):
    """The set."""

    suits: Annotated[str, Meta(pattern="^m?p?s?$"), D("suits in the set, of mps")] = "mps"
    ranks: Annotated[str, Meta(pattern="^[1-9]+$"), D("ranks of each suit")] = "123456789"
    winds: Annotated[Literal[0, 1, 4], D("copies of each wind")] = 4
    dragons: Annotated[str, Meta(pattern="^C?F?P?$"), D("dragons in the set, four copies each")] = "CFP"
    flowers: Annotated[Literal[0, 4, 8], D("flowers f1..fn, one copy each unless flower_copies says otherwise")] = 0
    flower_copies: Annotated[Literal[1, 4], D("copies of each flower; with four of each of f1..f4 these are ordinary tiles, each a kind like an honour (Luoshu)")] = 1
    flower_names: Annotated[tuple[Name, ...], D("names of f1, f2 ... where they are not the usual seasons and plants, Chinese first")] = ()
    idle: Annotated[Literal[0, 4, 8], D("tiles besides that can be neither meld nor pair and that nobody claims; all are P, since nothing tells them apart (Luoshu: green and white)")] = 0
    bonus: Annotated[Kinds, D("kinds laid out when drawn and replaced from the end of the wall")] = ""
    flower_class: Annotated[Literal["", "C", "F", "P"], D("the flowers are ordinary tiles, one class, and take the place of this absent honour kind (Luoshu)")] = ""


class Deal(_Table, frozen=True):
    hand: Annotated[Literal[10, 12, 13, 16], D("tiles held between turns; the dealer starts with one more")] = 13
    standing: Annotated[Literal[0, 4], D("first tiles of the deal that stand apart: before the ready declaration they may not be discarded, and the declaring discard must be one of them (立四)")] = 0


class Wall(_Table, frozen=True):
    dead: Annotated[Small, D("tiles at the end never drawn in turn; a replacement is taken from the end and the reserve refilled")] = 0
    dead_by_kongs: Annotated[tuple[int, ...], D("tiles never drawn in turn after 0, 1, 2 ... kongs on the table; overrides dead")] = ()
    dead_dice: Annotated[bool, D("2 x two dice tiles are never drawn in turn, the stop is fixed; replacements use them first (Tianjin)")] = False
    dead_throw: Annotated[Literal["two", "one", "seven"], D("dice of dead_dice: two / one / none, always 7 stacks")] = "two"
    open_tail: Annotated[Literal[0, 2], D("face-up tail tiles, taken only as a winning kong replacement (翻尾牌)")] = 0
    last: Annotated[
        Literal["discard", "end", "offer", "share"],
        D("after the last drawable tile: it is discarded and may be won on but not melded / the hand ends undiscarded (its kong and replacement may still win) / "
          "it is offered round from the player whose draw it is, the taker wins or throws it (海底漫遊) / the last `share` tiles are drawn one each without discards (海底)"),
    ] = "discard"
    share: Annotated[Small, D("tiles of last = \"share\"")] = 4
    treasure: Annotated[bool, D("寶牌: with the first ready declaration the wall's last tile is laid aside, for ready players alone to see; when its three others lie open before a draw in turn, the last tile of then takes its place (換寶). One tile stays to be drawn. Expressions know its kind as `treasure`")] = False


class Jokers(_Table, frozen=True):
    """Wild tiles (百搭, 混兒, 財神, 精 ...)."""

    source: Annotated[Literal["none", "fixed", "turned", "next", "turned+next"], D("which kinds are wild: given / the turned tile's kind / the kind after it / both. The turned tile leaves play")] = "none"
    kinds: Annotated[Kinds, D("wild kinds of source = \"fixed\"")] = ""
    ring: Annotated[Literal["three", "seven", "past-red"], D("the kind after: 9 to 1 in a suit, and E S W N / C F P as two rings | E S W N C F P as one ring | E S W N F P as one ring, C gives F")] = "three"
    virtual: Annotated[Literal[0, 1], D("imagined jokers that every player always owns (心皇)")] = 0
    imagined: Annotated[Literal["free", "fixed"], D("what an imagined joker plays: any kind, at the win / one kind, which each player fixes for himself after the deal")] = "free"
    plays: Annotated[Kinds, D("kinds a joker may stand for besides its own (empty: every kind)")] = ""
    copies: Annotated[Literal[0, 4], D("most tiles of a kind in a winning hand, jokers counted as what they play (0: no limit)")] = 0
    stand_in: Annotated[Literal["", "C", "F", "P"], D("a tile that plays as the joker's own kind, not wild (empty: none; none either where it is itself wild)")] = ""
    stand_in_count: Annotated[Literal["one", "all"], D("how many of them in a hand do")] = "all"
    stand_in_melds: Annotated[bool, D("it plays so in claims and melds too, and as a claimed tile")] = False
    stand_in_not: Annotated[tuple[str, ...], D("shapes in which it is itself")] = ()
    thrown: Annotated[Literal["own-kind", "never", "kong"], D("a joker may be discarded, as its own kind / never / as a one-tile kong (single_kongs)")] = "own-kind"
    thrown_claim: Annotated[Literal["nobody", "win", "any"], D("who may take a discarded joker: nobody, not even to win / only to win, as its own kind / anybody, as its own kind")] = "any"
    thrown_forfeits: Annotated[bool, D("who discards a joker cannot win this hand (小相公)")] = False
    thrown_bars: Annotated[bool, D("a joker discarded while every tile would win bars chows, pungs and open kongs of all until the thrower's next discard (財飄, 抓打圈)")] = False
    melds: Annotated[Literal["never", "own-kind"], D("jokers held may be used in own pungs, kongs and chows as their own kind")] = "never"
    flower_pung: Annotated[Expr, D("kinds of which one natural tile, one joker and a discard make a pung (花碰); it ranks below a true pung and is never a kong")] = ""


class Before(_Table, frozen=True):
    """Before and beside ordinary play."""

    exchange: Annotated[bool, D("each passes three tiles of one suit; a die decides to whom (換三張)")] = False
    exchange_shortest: Annotated[bool, D("of the suits with three tiles or more the shortest must be given")] = False
    void: Annotated[bool, D("each declares a suit he will not keep: no win with it, no meld in it (定缺)")] = False
    void_first: Annotated[bool, D("tiles of the declared suit must be discarded first")] = True
    kong_tiles: Annotated[Expr, D("kinds that serve only to be shown singly and replaced; never claimed or discarded (杠牌)")] = ""
    single_kongs: Annotated[Expr, D("kinds whose discard is a kong of one tile with a replacement, never claimed (紅中杠, 賴子杠)")] = ""
    shows: Annotated[bool, D("E S W N (with a replacement, after an own draw) and C F P (any own turn) may be laid down as a set (亮牌)")] = False
    shows_draws: Annotated[Small, D("only with so many own turn draws or fewer (0: always)")] = 0
    stake: Annotated[Small, D("each names a stake of 0 to this before the deal, all at once; expressions read it as `named` (飄, 漂, 下嘴, 拉莊)")] = 0
    stake_by: Annotated[Literal["all", "others"], D("who names one: everybody / everybody but the dealer")] = "all"


class Claims(_Table, frozen=True):
    sets: Annotated[Literal["standard", "honor-runs", "sum15"], D("what a set is: chows, pungs, kongs / also three different winds and C F P / three suited tiles of one suit with rank sum 15, and three or four honours alike; pairs of honours only")] = "standard"
    different_ranks: Annotated[bool, D("the ranks of a set of sum 15 are all different: the eight lines of the Luoshu square")] = False
    chow: Annotated[Literal["none", "upper"], D("chow (also honour runs and sums of 15) from the upper player's discard")] = "upper"
    pung: Annotated[bool, D("pung from any discard")] = True
    kongs: Annotated[tuple[Literal["exposed", "added", "concealed", "gold"], ...], D("kinds of kong; gold: four joker tiles of any joker kinds")] = ("exposed", "added", "concealed")
    gold_mixed: Annotated[bool, D("a gold kong may mix joker kinds")] = True
    rob: Annotated[bool, D("an added kong may be robbed")] = True
    two_ways: Annotated[bool, D("a kong may also be declared open (開杠), when ready after it: two tiles are turned, either wins, both are thrown if not, and the hand is closed")] = False
    two_ways_turn: Annotated[Literal[2, 4], D("tiles turned by an open kong")] = 2
    fourth_meld: Annotated[bool, D("the last possible meld may be made, leaving one tile")] = True
    chow_after_pung: Annotated[bool, D("no chow before an own claimed pung or kong")] = False
    chow_own_discards: Annotated[bool, D("a kind that the player has discarded himself may be chowed")] = True
    pung_own_discards: Annotated[bool, D("a kind that the player has discarded himself may be punged")] = True
    passed_pung: Annotated[bool, D("a pung passed up bars that kind until the own next draw (棄先碰後)")] = False
    last_tiles: Annotated[Small, D("with this many wall tiles or fewer no pung and no exposed kong")] = 0
    never: Annotated[Kinds, D("kinds that are never claimed")] = ""


class Shape(_Table, frozen=True):
    """A form of complete hand besides the library's."""

    form: Annotated[Literal["sets", "pairs", "orphans", "apart", "knitted", "knit3", "free"], D(
        "sets and a pair / pairs / thirteen orphans / single tiles, suited ones of a suit `gap` apart, honours all different / "
        "single tiles of a 147 258 369 partition and honours / a knitted straight with a set and a pair / whatever meets `when`")]
    pairs: Annotated[Small, D("pairs of form = \"pairs\"; four alike are two")] = 7
    odd: Annotated[Small, D("tiles beside the pairs")] = 0
    gap: Annotated[Literal[3], D("least distance of two tiles of a suit in form = \"apart\"")] = 3
    when: Annotated[Expr, D("condition of form = \"free\", hand level")] = ""
    melds: Annotated[bool, D("melds may lie on the table")] = False
    self_only: Annotated[bool, D("only after an own draw")] = False


class Gate(_Table, frozen=True):
    when: Annotated[Expr, D("must be true of every winning arrangement")]
    why: Annotated[str, D("what is said when it refuses")]
    why_zh: Annotated[str, D("the same in Chinese")] = ""
    source: Annotated[str, D("where the rule stands")] = ""


class Win(_Table, frozen=True):
    by: Annotated[tuple[Literal["self", "discard", "rob"], ...], D("ways to win")] = ("self", "discard", "rob")
    several: Annotated[Literal["all", "nearest"], D("several winners of one tile: all, or the nearest in turn order from the giver whose hand is legal")] = "nearest"
    first: Annotated[Expr, D("truth about a won hand: where only the nearest of several wins, such hands come before nearer ones (empty: none does)")] = ""
    shapes: Annotated[tuple[Slug, ...], D("forms of a complete hand, library names (standard pairs orphans apart knitted knit3) or own [shapes]")] = ("standard",)
    rob_as: Annotated[Literal["discard", "self"], D("what a robbed kong counts as, for rows and gates")] = "discard"
    passed: Annotated[Literal["none", "until-draw", "same-kind", "hand"], D("a declined win bars: nothing / every discard until the own next draw / the same kind until the own next draw or meld / the whole hand, self-draw too")] = "none"
    compulsory: Annotated[Small, D("with this many wall tiles or fewer a possible win must be taken (0: never)")] = 0
    wait_needs_tile: Annotated[bool, D("a kind that the player holds four times is no wait to rows that ask about waits (a hand that waits for nothing else is not ready in any case)")] = True
    any_last: Annotated[bool, D("a heavenly win may read any of its tiles as the last one")] = False
    flower_win: Annotated[bool, D("eight flowers win at once, and a holder of seven takes the eighth from who lays it out (八仙過海, 七搶一)")] = False
    thrown_honors: Annotated[Small, D("十風: who has thrown so many honours as his first discards and made no meld wins with the last of them, as by an own draw, before anybody may take it; a free shape with `thrown_honors` says of what shape that is (0: never)")] = 0
    minimum: Annotated[Expr, D("least value of a win, extra rows left out")] = "0"
    ready: Annotated[Literal["none", "optional", "compulsory", "shown", "first", "dealt"], D("declaring ready with a discard: none / optional, concealed hands / needed to win / hand shown, others may not feed it while they hold another tile (亮倒) / only with the first discard, nothing claimed before (天聽) / without a discard: who is not the dealer and is ready with his dealt tiles, before his own first draw (Tianjin)")] = "none"
    ready_forms: Annotated[Literal[1, 2], D("2: declared with draws shown (flag ready, self-draw only by a gate) or with the hand open (flag ready_open)")] = 1
    ready_concealed: Annotated[bool, D("only a hand without open melds may declare")] = False
    ready_stake: Annotated[Small, D("chips staked with the declaration, 1 to this (0: none)")] = 0
    ready_kongs: Annotated[bool, D("after declaring a concealed kong that keeps the waits is allowed")] = False
    ready_drawn: Annotated[bool, D("declared only on a turn with a drawn tile, not with the discard after a chow or pung")] = False
    wild_draw: Annotated[Expr, D("truth about a tile just drawn, known before the hand is divided: it may be read as any kind of jokers.plays that completes the hand, `imagined` then (empty: never)")] = ""


class Score(_Table, frozen=True):
    unit: Annotated[str, D("unit of the value, English")] = "point"
    unit_zh: Annotated[str, D("unit of the value, Chinese")] = ""
    values: Annotated[tuple[Value, ...], D("formulas; the highest counts and only its tags' rows are listed")] = ()
    final: Annotated[Expr, D("from `value` to the value of the hand, after the best formula")] = "value"
    final_tags: Annotated[tuple[Slug, ...], D("rows listed whenever `final` changes the value")] = ()
    scale: Annotated[Literal[1, 2], D("the value is counted in 1/scale units (2: halves)")] = 1
    table: Annotated[dict[str, int], D("look-up of share(value), keys are values; below the first 0, above the last the last")] = {}
    flags: Annotated[dict[str, Expr], D("definitions of heavenly, earthly, human, first_ready that differ from the usual ones")] = {}


class Value(_Table, frozen=True):
    value: Annotated[Expr, D("sum() sum(\"tag\") product(\"tag\") best(\"tag\") rows(\"tag\") and arithmetic")] = "sum()"
    tags: Annotated[tuple[Slug, ...], D("rows it uses and lists (empty: all)")] = ()


class Row(_Table, frozen=True):
    """A scoring entry (番種)."""

    zh: Name
    en: Name
    when: Annotated[Expr, D("truth: counts once")] = ""
    each: Annotated[Expr, D("number: counts so often")] = ""
    value: Annotated[int | Expr, D("points, fan or factor")] = 0
    tags: Annotated[tuple[Slug, ...], D("groups of rows, for rows(tag), sum(tag) ...")] = ()
    excludes: Annotated[tuple[str, ...], D("rows it drops; \"*\" drops all but `keep`")] = ()
    keep: Annotated[tuple[Slug, ...], D("rows that \"*\" spares")] = ()
    other: Annotated[bool, D("counts only if no other row does")] = False
    of: Annotated[Literal["winner", "payer"], D("judged for each payer, names are the payer's")] = "winner"
    extra: Annotated[bool, D("outside the minimum")] = False
    family: Annotated[str, D("rows of one family combine sets by the principles of MCR")] = ""
    at: Annotated[Literal["win", "deal"], D("deal: judged on the dealt tiles and paid at once")] = "win"
    listed: Annotated[bool, D("named in the items of a hand")] = True
    goal: Annotated[Expr, D("truth: what policies aim at for this row, where its condition gives no goal by itself (docs/policies.md)")] = ""
    source: Annotated[str, D("where the row stands")] = ""
    note: Annotated[str, D("for the page of rules")] = ""


class Kongs(_Table, frozen=True):
    """Kongs paid beside the value of a hand; each amount is per payer."""

    when: Annotated[Literal["at-once", "with-win", "at-end"], D("paid at once and kept / all players' kongs, only when the hand is won / all players' kongs, also on a draw")] = "at-once"
    exposed_giver: Annotated[Points, D("from the discarder of an exposed kong's tile")] = 0
    exposed_each: Annotated[Points, D("exposed kong, from each other player")] = 0
    added_giver: Annotated[Points, D("added kong, from the giver of the pung")] = 0
    added_each: Annotated[Points, D("added kong, from each other player")] = 0
    concealed_each: Annotated[Points, D("concealed kong, from each other player")] = 0
    gold_each: Annotated[Points, D("gold kong, from each other player")] = 0
    added_drawn: Annotated[bool, D("an added kong is paid only if its tile was drawn on that turn")] = False
    owners: Annotated[Literal["all", "ready", "winner", "losers"], D("whose kongs are paid: everybody's / of players ready at the end (winners are) / the winner's / everybody's but the winner's")] = "all"
    payers: Annotated[Literal["all", "still-in"], D("who has won already pays too, or not")] = "all"
    transfer: Annotated[bool, D("who gives a winning tile after a kong gives what that kong earned to the winner, the nearest of several (呼叫轉移)")] = False
    factor: Annotated[Expr, D("factor of each payment; names are the payer's, winner.x the owner's")] = "1"


class Draw(_Table, frozen=True):
    """Settlement of a hand that ends with the wall."""

    pig: Annotated[Points, D("who holds his void suit or three suits pays this to each other who does not (查花豬)")] = 0
    pig_pays_winners: Annotated[bool, D("winners of the hand are paid by pigs too")] = False
    ready_check: Annotated[bool, D("who is not ready pays each ready player his best hand as a discard win (查叫); only players who have not won")] = False
    check_as: Annotated[Literal["discard", "self"], D("way of winning by which that check judges a hand: gates, rows and amount")] = "discard"
    leave_out: Annotated[tuple[Slug, ...], D("rows that do not count in that check")] = ()
    refund: Annotated[bool, D("pigs and unready players give back what their kongs earned (退稅)")] = False
    refund_all: Annotated[bool, D("a hand that nobody wins gives back what all kongs earned")] = False


class Liability(_Table, frozen=True):
    """Who pays for others (包)."""

    rule: Annotated[Literal["last-meld", "dragons-winds", "kong", "three-melds", "three-chows", "third-meld"], D(
        "the giver of the last open meld that leaves one tile (十二張落地) / of the third dragon or fourth wind pung, two or three being melded / of an exposed kong whose replacement wins / "
        "of three melds to one player / the upper player that fed three chows, and the lower player who chowed three from the winner at twice the total (Hangzhou) / "
        "the giver of a player's third open meld")]
    when: Annotated[Expr, D("truth about the won hand without which nobody answers (empty: always)")] = ""
    on: Annotated[tuple[Literal["self", "discard"], ...], D("wins he answers for; on a discard: both ways, feeder or fed gives the tile")] = ("self",)
    first_only: Annotated[bool, D("who is liable for one player is not for another (包先不包後)")] = False


class Chickens(_Table, frozen=True):
    """雞: chicken tiles settled between every two players after a win (Guizhou)."""

    always: Annotated[Kinds, D("kinds that are always chickens")] = "1s"
    turned: Annotated[bool, D("after a win the next wall tile is turned, the kind after it is a chicken; a kind that is one already counts twice; an empty wall turns nothing")] = True
    ready_only: Annotated[bool, D("players who are not ready have none")] = True
    self_only: Annotated[bool, D("a tile is turned after a self-draw only")] = False
    open: Annotated[Literal["none", "three", "third"], D("打明雞: at the deal the three last stacks of two leave the wall, and of each / of the third from the end alone the first tile is turned; the kind after it is a chicken for the hand, and counts once more where it is one. Each kong turns one more stack, as long as a tile is left to replace it")] = "none"
    first: Annotated[Points, D("the first chicken thrown in a won hand: its thrower gets this from each (衝鋒雞), or pays it to who melds it (責任雞); who would get it and is not ready pays it instead, to those who are (包雞); won on it pays nothing")] = 0


class Spirits(_Table, frozen=True):
    """精: jokers held, settled at the end of every hand (Nanchang)."""

    turned: Annotated[Points, D("points of a tile of the turned kind")] = 2
    next: Annotated[Points, D("points of a tile of the next kind")] = 1
    charge: Annotated[Points, D("from this total T on it counts T x (T - 3) (沖關)")] = 5
    alone: Annotated[Literal["double", "add"], D("only one player has any: doubled, or 10 more (霸王精)")] = "double"
    kong: Annotated[Points, D("more for a kong of the next kind (杠精)")] = 10
    kong_first: Annotated[bool, D("added before the doubling")] = False
    discards: Annotated[bool, D("tiles among a player's discards that nobody has taken count too")] = False
    lower: Annotated[bool, D("the wall's tile below the turned one and the kind after it are paid likewise, by themselves; they are not wild, and the tile stays in the wall (下精, 埋地雷)")] = False
    same_song: Annotated[bool, D("with the lower pair the kinds of its ranks in the two other suits are paid likewise, each suit by itself; honours have none (同一首歌)")] = False
    previous: Annotated[bool, D("in linked hands the pair of the hand before is paid once more, for the dealt tiles and at once (回頭一笑); an independent hand has none before it")] = False


class Birds(_Table, frozen=True):
    """扎鳥: tiles turned after a win; each hits a seat and adds to the payments of that seat (Changsha)."""

    count: Annotated[Literal[0, 1, 2, 4, 6, 8], D("tiles turned from the wall; fewer if fewer are left, the last drawn tile alone if none is")] = 2
    effect: Annotated[Literal["add-times", "double", "plus-one", "ranks"], D("hits h: factor 1 + h / 2**h / h more points / whatever they hit, so many more points as their ranks, 10 for an honour (買馬)")] = "add-times"
    hits: Annotated[Literal["both", "winner"], D("hits that count: on the winner and on that payer / on the winner alone")] = "both"
    origin: Annotated[Literal["winner", "dealer"], D("seat that ranks are counted from: the winner's, the discarder's if several won / the dealer's")] = "winner"
    self_only: Annotated[bool, D("tiles are turned after a self-draw only")] = False
    start: Annotated[bool, D("tiles are turned for rows of the dealt tiles too, once, as soon as they are shown; hits are counted from who shows them")] = False


class Payment(_Table, frozen=True):
    amount: Annotated[Expr, D("what one payer owes for a win; names are the payer's, winner.x the winner's; value, payer_rows, gave, pd")] = "value"
    everybody: Annotated[Expr, D("on a discard or robbed kong: truth if all pay, else the giver alone")] = "0"
    giver_pays: Annotated[Expr, D("truth if the giver pays the shares of all players; names are the giver's")] = "0"
    top_reach: Annotated[Points, D("if every payer's amount is at least this ...")] = 0
    top_pays: Annotated[Points, D("... each pays this instead (金頂)")] = 0
    kongs: Annotated[Kongs | None, D("kongs beside the value")] = None
    start: Annotated[Expr, D("what each payer owes at once for rows with at = \"deal\"")] = ""
    flower_kong: Annotated[Points, D("four of a dragon laid out, f1-f4 or f5-f8: from each at once")] = 0
    first_discards: Annotated[Points, D("the dealer pays each this if the first discards of all are one kind with no claim between (抄莊, 跟莊)")] = 0
    first_discards_rounds: Annotated[bool, D("and again each further round that does the same")] = False
    chickens: Annotated[Chickens | None, D("chickens")] = None
    spirits: Annotated[Spirits | None, D("spirits")] = None
    gods: Annotated[bool, D("with a won hand each gets 4n - t, n his concealed jokers, t all players' (Wenzhou)")] = False
    birds: Annotated[Birds | None, D("birds")] = None
    thrown_at_once: Annotated[Points, D("with a win each pays this for each joker the winner threw on the turn he drew it (搭)")] = 0
    thrown_later: Annotated[Points, D("... and this for each that he threw later")] = 0
    thrown_paid: Annotated[Literal["with-win", "at-once"], D("these are paid with a win / by everybody as soon as the joker is thrown")] = "with-win"
    stakes: Annotated[bool, D("every ready loser pays his own stake to the winner besides")] = False
    liability: Annotated[tuple[Liability, ...], D("liabilities; kong before three-melds")] = ()
    unready_pays: Annotated[bool, D("who gives a winning tile while his own hand is not ready pays the shares of all (包莊)")] = False
    winners_pay: Annotated[bool, D("other winners of the same tile pay like the rest")] = False
    named_adds: Annotated[bool, D("what payer and winner have named before the deal is added to each payment for a win, after birds")] = False
    carried: Annotated[Literal[0, 3], D("拉莊, in linked hands: of what each owes the dealer for a win the third, rounded down, is not paid but carried to the next hand: twice if that dealer wins it, nothing if the carrier does, else once. The last hand of a match carries nothing, nor does an independent hand (0: none)")] = 0
    liable: Annotated[Literal["later", "earlier"], D("of two feeders who answer for one win the later pays, or the earlier")] = "later"
    false_win: Annotated[Expr, D("what a false win owes each other player (settlement cases only)")] = ""


class End(_Table, frozen=True):
    ends: Annotated[Literal["first-win", "all-but-one", "wall"], D("the hand ends with the first win / when all but one have won / with the wall")] = "first-win"
    stop_with: Annotated[Small, D("hands that go on after a win stop with this many tiles left")] = 0
    four_discards: Annotated[Literal["", "E", "S", "W", "N"], D("abortive draw: the dealer and the next three discard this wind in a row, no claim between")] = ""
    four_discards_first: Annotated[bool, D("only in the first go-round")] = False
    kong_limit: Annotated[Small, D("abortive draw: more kongs than this on the table, once the last can no longer be robbed (0: none)")] = 0
    kong_limit_shared: Annotated[bool, D("not while one player has made all of them")] = False
    start_ends: Annotated[bool, D("rows of the dealt tiles end the hand, which counts as drawn")] = False
    own_win: Annotated[Literal["stay", "next"], D("the dealer wins: he stays, or the deal passes")] = "stay"
    other_win: Annotated[Literal["next", "winner"], D("another wins: the next seat deals, or the winner")] = "next"
    several: Annotated[Literal["as-win", "discarder", "first", "below"], D("several winners: stays if the dealer is among them, else as other_win / their discarder deals / the first of them below the discarder / the seat below the discarder, winner or not")] = "as-win"
    draw: Annotated[Literal["stay", "next", "last-drawer", "kong-next", "dealer-without-kong"], D("nobody wins: the dealer stays / next / who drew last / next if anybody has a kong / next if the dealer has none and another has one")] = "stay"
    repeats: Annotated[Literal["win-or-draw", "win"], D("what raises the count of repeats (a draw keeps it in the second form)")] = "win-or-draw"
    repeats_limit: Annotated[Small, D("won hands in a row after which places are redrawn and the count starts again (0: none)")] = 0
    match: Annotated[Literal["hands", "rounds", "chips"], D("a match is so many hands / rounds of the prevailing wind / lasts until a player's chips are gone")] = "hands"
    length: Annotated[Points, D("hands, rounds, or chips of each player")] = 16


class Choice(_Table, frozen=True):
    """What the sources leave open, and the decision taken."""

    topic: str
    taken: str
    seed: str = ""
    why: str = ""
    source: str = ""
    option: Annotated[str, D("name of the option that switches it")] = ""
    not_offered: Annotated[tuple[str, ...], D("alternatives of real tables that are described but cannot be switched, and why")] = ()


class Option(_Table, frozen=True):
    """A named switch: `--set option.NAME=VALUE`."""

    topic: str
    default: str
    values: Annotated[dict[str, dict[str, Any]], D("for each value the changes it makes, dotted path = value; `path+` adds to a list, `rows!` gives other rows altogether")]


class Variant(_Table, frozen=True):
    slug: Slug
    zh: Name
    en: Name
    aka: tuple[str, ...] = ()
    players: Literal[2, 3, 4] = 4
    source: Source = Source()
    tiles: Tiles = Tiles()
    deal: Deal = Deal()
    wall: Wall = Wall()
    jokers: Jokers = Jokers()
    before: Before = Before()
    claims: Claims = Claims()
    shapes: dict[Slug, Shape] = {}
    win: Win = Win()
    gates: dict[Slug, Gate] = {}
    names: Annotated[dict[str, Expr], D("local definitions for expressions")] = {}
    score: Score = Score(values=(Value(),))
    rows: dict[Slug, Row] = {}
    payment: Payment = Payment()
    draw: Draw = Draw()
    end: End = End()
    choices: tuple[Choice, ...] = ()
    options: dict[Slug, Option] = {}
    chosen: Annotated[dict[str, str], D("options as they are set")] = {}

    def with_rules(self, rules: Mapping[str, Any]) -> Variant:
        """This variant with changed rules, checked: dotted paths and values as `--set` takes them; `option.NAME` chooses an option."""
        from mjsim.variant.load import changed

        return changed(self, rules)
