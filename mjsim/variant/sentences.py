"""Switches of a variant as sentences that a player can check at the table."""

from __future__ import annotations

from mjsim.tiles import CHINESE, NAMES, kinds_in, parse_tiles
from mjsim.variant.deck import total_tiles
from mjsim.variant.model import Birds, Chickens, Kongs, Shape, Variant
from mjsim.variant.shapes import sets_of, shapes_of

Lines = list[str]


def tile_names(literal: str) -> str:
    """A tile literal with Chinese names: "5m (五萬), C (中)"."""
    kinds = kinds_in(sum(1 << k for k in set(parse_tiles(literal))))
    return ", ".join(f"{NAMES[k]} ({CHINESE[k]})" for k in kinds)


def _pick(value: object, texts: dict[object, str]) -> Lines:
    text = texts.get(value, "")
    return [text] if text else []


def tiles(v: Variant) -> Lines:
    t = v.tiles
    suits = {"m": "characters 萬", "p": "dots 筒", "s": "bamboo 條"}
    parts = [f"{suits[s]}" for s in t.suits]
    ranks = "" if t.ranks == "123456789" else f" (ranks {' '.join(t.ranks)} only)"
    lines = [f"{total_tiles(v)} tiles: {', '.join(parts)}{ranks}, four of each."]
    if t.winds:
        lines.append(f"Winds 東南西北, {'four' if t.winds == 4 else 'one'} of each.")
    if t.dragons:
        lines.append(f"Dragons {tile_names(t.dragons)}, four of each.")
    if t.flowers:
        names = ", ".join(f"f{i + 1} ({name})" for i, name in enumerate(t.flower_names))
        names = names or tile_names("".join(f"f{i}" for i in range(1, t.flowers + 1)))
        lines.append(f"{t.flowers} flowers{', four of each' if t.flower_copies == 4 else ''}: {names}.")
    if t.idle:
        lines.append(f"{t.idle} tiles that can be neither meld nor pair and that nobody claims, all written P: nothing tells them apart.")
    if t.flower_class:
        lines.append("The flowers are ordinary tiles of one class: any two are a pair, any three or four a set.")
    elif t.flower_copies == 4:
        lines.append("The flowers are ordinary tiles: two of one flower are a pair, three or four a set.")
    elif t.bonus:
        lines.append(f"Laid out and replaced from the end of the wall: {tile_names(t.bonus)}.")
    return lines


def deal(v: Variant) -> Lines:
    w = v.wall
    lines = [f"Each player holds {v.deal.hand} tiles, the dealer starts with one more."]
    if v.deal.standing:
        lines.append(
            f"The first {v.deal.standing} tiles of each player stand apart (立四): before the ready declaration they may not be discarded, and the declaring discard must be one of them."
        )
    if w.dead_by_kongs:
        lines.append(
            f"Tiles at the end that are never drawn in turn, with 0, 1, 2 ... kongs on the table: {', '.join(map(str, w.dead_by_kongs))}."
        )
    elif w.dead_dice:
        throw = {"two": "Two dice: twice their sum of", "one": "One die: twice its number of", "seven": "14"}[w.dead_throw]
        are = "are" if w.dead_throw == "seven" else "is"
        lines.append(
            f"{throw} tiles at the end {are} never drawn in turn. Replacements come from the very end and leave the stop where it is."
        )
    elif w.dead:
        lines.append(f"The last {w.dead} tiles are never drawn in turn; a replacement is taken from the end and the reserve refilled.")
    else:
        lines.append("The whole wall is drawn; replacements come from its end.")
    if w.treasure:
        lines.append(
            "寶牌 treasure: with the first ready declaration the wall's last tile is laid aside, and ready players look at it; when its three others lie open before a draw, the last tile of then takes its place (換寶). One tile stays to be drawn."
        )
    if w.open_tail:
        lines.append("The last two tiles lie face up (翻尾牌) and are taken only as a kong replacement that wins.")
    lines += _pick(
        w.last,
        {
            "discard": "The last drawable tile is followed by a discard, which may be won on but not melded.",
            "end": "If the last drawable tile does not win, the hand ends without a discard.",
            "offer": "The last tile is offered round (海底漫遊): who takes it wins with it or throws it, and others may win on it.",
            "share": f"The last {w.share} tiles are drawn one each, nobody discards, the first whose hand is complete wins (海底).",
        },
    )
    return lines


def jokers(v: Variant) -> Lines:
    j = v.jokers
    lines: Lines = []
    if j.virtual:
        lines.append(
            "Every player always owns one imagined tile (心皇) that may complete a win as any kind."
            if j.imagined == "free"
            else "Every player always owns one imagined tile (心皇). After the deal he fixes its kind, which nobody else learns; it may complete a win as that kind."
        )
    if j.source == "none":
        return lines or ["None."]
    lines += _pick(
        j.source,
        {
            "fixed": f"Wild (百搭): {tile_names(j.kinds)}.",
            "turned": "After the deal a tile is turned up and leaves play; the other tiles of its kind are wild.",
            "next": "After the deal a tile is turned up and leaves play; the kind after it is wild.",
            "turned+next": "After the deal a tile is turned up and leaves play; its kind and the kind after it are wild.",
        },
    )
    if "next" in j.source:
        lines += _pick(
            j.ring,
            {
                "three": "The kind after: 1 to 9 and back to 1 in a suit, E S W N and back to E, C F P and back to C.",
                "seven": "The kind after: 1 to 9 and back to 1 in a suit, E S W N C F P and back to E.",
                "past-red": "The kind after: 1 to 9 and back to 1 in a suit, E S W N F P and back to E; a turned C makes F wild.",
            },
        )
    if j.plays:
        lines.append(f"A joker stands for its own kind or one of: {tile_names(j.plays)}.")
    if j.copies:
        lines.append(f"No kind may occur more than {j.copies} times, jokers counted as what they play.")
    if j.stand_in:
        lines.append(
            f"{tile_names(j.stand_in)} plays as the joker's own kind, not wild ({'one in a hand' if j.stand_in_count == 'one' else 'all of them'}{', in claims and melds too' if j.stand_in_melds else ''})."
        )
    lines += _pick(
        j.thrown,
        {
            "never": "A joker is never discarded.",
            "kong": "A discarded joker is a kong of one tile with a replacement.",
            "own-kind": "A joker may be discarded as its own kind.",
        },
    )
    if j.thrown == "own-kind":
        lines += _pick(
            j.thrown_claim,
            {
                "nobody": "Nobody may take a discarded joker, not even to win.",
                "win": "A discarded joker may be taken only to win, as its own kind.",
                "any": "A discarded joker may be claimed as its own kind.",
            },
        )
    if j.thrown_forfeits:
        lines.append("Who discards a joker cannot win this hand (小相公).")
    if j.thrown_bars:
        lines.append(
            "A joker discarded while every tile would win (財飄) bars chows, pungs and open kongs until the thrower's next discard."
        )
    if j.flower_pung:
        lines.append(f"花碰: one natural tile, one joker and a discard make a pung of: {j.flower_pung}.")
    lines.append("In melds on the table jokers " + ("count as their own kind only." if j.melds == "own-kind" else "may not be used."))
    return lines


def before(v: Variant) -> Lines:
    b = v.before
    lines = []
    if b.stake:
        who = "each player" if b.stake_by == "all" else "each player but the dealer"
        lines.append(f"Before the deal {who} names a stake of 0 to {b.stake}, all at once; `named` below.")
    if b.exchange:
        lines.append(
            "換三張: each passes three tiles of one suit; a die decides: 1-2 to the next player, 3-4 opposite, 5-6 to the previous."
            + (" Of the suits with three tiles or more the shortest must be given." if b.exchange_shortest else "")
        )
    if b.void:
        lines.append(
            "定缺: each names a suit he will not keep; he may neither win nor meld with it"
            + (" and discards its tiles first." if b.void_first else ".")
        )
    if b.kong_tiles:
        lines.append(f"杠牌 ({b.kong_tiles}): shown singly and replaced, never claimed or discarded.")
    if b.single_kongs:
        lines.append(f"Discarding one of ({b.single_kongs}) is a kong of one tile: nobody may claim it, a replacement is drawn.")
    if b.shows:
        lines.append(
            "亮牌: E S W N may be laid down as a set after an own draw, with a replacement; C F P on any own turn, without."
            + (f" Only with {b.shows_draws} own draws or fewer." if b.shows_draws else "")
        )
    return lines or ["Nothing."]


def claims(v: Variant) -> Lines:
    c = v.claims
    lines = _pick(
        c.sets,
        {
            "standard": "Sets: chows, pungs, kongs.",
            "honor-runs": "Sets: chows, pungs, kongs; also any three different winds, and C F P.",
            "sum15": "Sets: three tiles of one suit whose ranks add up to 15, or three or four honours (or flowers) alike. The pair is of honours or flowers.",
        },
    )
    if c.different_ranks:
        lines.append("The three ranks must be different: the eight lines of the Luoshu square.")
    after = ", once a pung or kong has been claimed" if c.chow_after_pung else ""
    lines.append(f"Chow from the player before{after}." if c.chow == "upper" else "No chow.")
    lines.append("Pung from any player." if c.pung else "No pung.")
    lines.append(
        f"Kongs: {', '.join(c.kongs) or 'none'}."
        + (" An added kong may be robbed (搶杠)." if c.rob and "added" in c.kongs else "")
        + (" A gold kong is of one joker kind." if "gold" in c.kongs and not c.gold_mixed else "")
    )
    if c.two_ways:
        lines.append(
            f"補張 draws one tile; 開杠 (only when ready after it) turns {c.two_ways_turn} tiles: either wins, both are thrown if not, and the hand is closed."
        )
    if not c.fourth_meld:
        lines.append("The last possible meld may not be made: no single tile may be left.")
    if not c.chow_own_discards:
        lines.append("A kind that the player has discarded himself may not be chowed.")
    if not c.pung_own_discards:
        lines.append("Nor may it be punged.")
    if c.passed_pung:
        lines.append("A pung passed up bars that kind until the player's next draw (棄先碰後).")
    if c.last_tiles:
        lines.append(f"With {c.last_tiles} wall tiles or fewer no pung and no exposed kong.")
    if c.never:
        lines.append(f"Never claimed: {tile_names(c.never)}.")
    return lines


def _shape(name: str, shape: Shape, v: Variant) -> str:
    match shape.form:
        case "sets":
            text = f"{sets_of(v)} sets and a pair"
        case "pairs":
            text = f"{shape.pairs} pairs" + (f" and {shape.odd} odd tile" if shape.odd else "") + ", no melds; four alike are two pairs"
        case "orphans":
            text = "thirteen orphans 十三幺"
        case "apart":
            text = "misfits 十三爛: single tiles, tiles of one suit at least three ranks apart, honours all different"
        case "knitted":
            text = "honours and knitted tiles 不靠: single tiles of 147, 258, 369, one of them a suit, and different honours"
        case "knit3":
            text = "knitted straight 組合龍 (147 258 369 over three suits) with a set and a pair"
        case _:
            text = f"{name}: `{shape.when}`"
    return text + (", only after an own draw" if shape.self_only else "")


def win(v: Variant) -> Lines:
    w = v.win
    names = {"self": "an own draw 自摸", "discard": "a discard", "rob": "a robbed kong 搶杠"}
    lines = [f"A hand is won by {', '.join(names[x] for x in w.by)}."]
    lines += [f"Shape: {_shape(name, shape, v)}." for name, shape in shapes_of(v).items()]
    if w.minimum != "0":
        lines.append(f"Least value: `{w.minimum}`.")
    lines.append(
        "Several winners of one tile all win (一炮多響)."
        if w.several == "all"
        else "Of several winners the nearest after the giver wins (截胡)."
    )
    if w.first:
        lines.append(f"A hand with `{w.first}` comes before nearer ones.")
    if "rob" in w.by and w.rob_as == "self":
        lines.append("A robbed kong counts as a self-draw.")
    lines += _pick(
        w.passed,
        {
            "until-draw": "Who declines a win may not win on a discard until his next own draw (過水).",
            "same-kind": "Who declines a win may not win on that kind until he draws or melds (漏和).",
            "hand": "Who declines a win may not win this hand any more.",
        },
    )
    if w.compulsory:
        lines.append(f"With {w.compulsory} or fewer tiles left a possible win must be taken.")
    if w.wild_draw:
        plays = f", one of {tile_names(v.jokers.plays)}" if v.jokers.plays else ""
        lines.append(
            f"A drawn tile with `{w.wild_draw}` may be read as any kind that completes the hand{plays}, but not as the fifth of a kind; expressions then say `imagined`."
            if w.wait_needs_tile
            else f"A drawn tile with `{w.wild_draw}` may be read as any kind that completes the hand{plays}; expressions then say `imagined`."
        )
    if w.thrown_honors:
        lines.append(
            f"十風: who has thrown {w.thrown_honors} honours as his first discards and made no meld wins with the last of them, as by an own draw, before anybody may take it."
        )
    if w.flower_win:
        lines.append(
            "Eight flowers win at once as a self-draw; a holder of seven takes the eighth from the player who lays it out (七搶一)."
        )
    lines += _pick(
        w.ready,
        {
            "optional": "Declaring ready (報聽) with a discard is optional"
            + (", for concealed hands" if w.ready_concealed else "")
            + "; the hand is then locked.",
            "compulsory": "Ready must be declared with a discard before winning; the hand is then locked.",
            "shown": "亮倒: with a discard that leaves him ready a player may show his hand; others may not discard what it waits for while they hold another tile.",
            "first": "天聽: ready may be declared with the first discard only, nothing claimed before; the hand is then locked.",
            "dealt": "天聽: who is not the dealer and is ready with his dealt tiles may declare before his own first draw; he then changes no tile.",
        },
    )
    if w.ready_drawn:
        lines.append("It is declared on a turn with a drawn tile, not with the discard after a chow or pung.")
    if w.ready_forms == 2:
        lines.append("Two forms: draws shown, or the whole hand open.")
    if w.ready_stake:
        lines.append(f"With the declaration 1 to {w.ready_stake} chips are staked.")
    return lines


def kongs(k: Kongs | None) -> Lines:
    if k is None:
        return ["Kongs are not paid by themselves."]
    amounts = {
        "exposed kong, its discarder": k.exposed_giver,
        "exposed kong, each": k.exposed_each,
        "added kong, the giver of the pung": k.added_giver,
        "added kong, each": k.added_each,
        "concealed kong, each": k.concealed_each,
        "gold kong, each": k.gold_each,
    }
    when = {"at-once": "at once, kept whatever happens", "with-win": "only with a won hand", "at-end": "at the end, also of a drawn hand"}[
        k.when
    ]
    owners = {
        "all": "",
        "ready": "; only of players ready at the end",
        "winner": "; only the winner's",
        "losers": "; the winner's are in the value already",
    }[k.owners]
    out = "; who has won already does not pay" if k.payers == "still-in" else ""
    factor = f"; times `{k.factor}`" if k.factor != "1" else ""
    return [
        f"Kongs are paid {when}: {', '.join(f'{name} {n}' for name, n in amounts.items() if n)}{owners}{out}{factor}. A robbed kong is not paid."
        + (" An added kong is paid only if its tile was drawn on that turn." if k.added_drawn else "")
        + (" 呼叫轉移: who gives a winning tile after a kong gives the winner what that kong earned." if k.transfer else "")
    ]


def birds(b: Birds) -> str:
    after = ("a self-draw" if b.self_only else "a win") + (" and, once, after start patterns" if b.start else "")
    if b.effect == "ranks":
        return f"買馬: after {after} {b.count} tiles are turned; each payer owes as many more points as their ranks, 10 for an honour."
    origin = "the dealer" if b.origin == "dealer" else "the winner (the discarder if several won)"
    counted = "the winner" if b.hits == "winner" else "winner or payer"
    return (
        f"扎鳥: after {after} {b.count} tiles are turned; 1 5 9 hit {origin}, 2 6 the next, 3 7 the opposite, 4 8 the previous player; "
        f"hits on {counted}: {b.effect}."
    )


def chickens(c: Chickens) -> Lines:
    lines = []
    if c.open != "none":
        turned = "the first tile of each is turned" if c.open == "three" else "the first tile of the third from the end is turned"
        lines.append(
            f"打明雞: at the deal the three last stacks leave the wall and {turned}; with each kong one more, turned. "
            "The kind after a turned tile is a chicken for the whole hand."
        )
    if c.first:
        lines.append(
            f"The first chicken thrown in a won hand: nobody melds it, and each pays its thrower {c.first} (衝鋒雞); or he pays who melds it "
            f"{c.first} (責任雞). Who is not ready pays instead (包雞). Won on, it pays nothing."
        )
    return lines


def payment(v: Variant) -> Lines:
    p = v.payment
    lines = [f"One payer owes `{p.amount}`."]
    if {"discard", "rob"} & set(v.win.by):
        who = {"0": "the giver alone pays", "1": "all pay"}.get(p.everybody, f"all pay if `{p.everybody}`, else the giver alone")
        lines.append(f"On a discard {who}; on a self-draw all pay.")
    if p.giver_pays != "0":
        lines.append(f"The giver pays the shares of all if `{p.giver_pays}` (包).")
    if p.unready_pays:
        lines.append("包莊: a giver whose own hand is not ready pays the shares of all.")
    if p.winners_pay:
        lines.append("Other winners of the same tile pay like the rest.")
    if p.named_adds:
        lines.append("What payer and winner have named is added to each payment for a win, after birds.")
    if p.carried:
        lines.append(
            "拉莊: in linked hands a third, rounded down, of what each owes the dealer for a win is carried to the next hand: "
            "paid twice if that dealer wins it, not at all if who carries it wins, else once. The last hand of a match carries nothing."
        )
    if p.top_reach:
        lines.append(f"If every payer owes {p.top_reach} or more, each pays {p.top_pays} (金頂).")
    lines += kongs(p.kongs)
    if p.start:
        lines.append(f"Start patterns are paid at once: `{p.start}`.")
    if p.flower_kong:
        lines.append(f"Four of one dragon, f1-f4 or f5-f8 laid out: {p.flower_kong} from each at once.")
    if p.first_discards:
        lines.append(
            f"If the first discards of all are one kind with no claim between, the dealer pays each {p.first_discards}"
            + (", and so for every further round." if p.first_discards_rounds else ".")
        )
    if p.chickens:
        lines.append(
            f"雞 chickens: {tile_names(p.chickens.always)}"
            + (" and the kind after a tile turned after the win" if p.chickens.turned else "")
            + "; between every two players the one with fewer pays the difference."
        )
        lines += chickens(p.chickens)
    if p.spirits:
        s = p.spirits
        lines.append(
            f"精 spirits after every hand: turned kind {s.turned}, next kind {s.next} each; from {s.charge} on T x (T - 3) 沖關; alone {s.alone} 霸王精; kong of the next kind {s.kong} more 杠精; from each other player."
        )
        if s.discards:
            lines.append("精 among a player's discards that nobody has taken count too.")
        if s.lower:
            lines.append("下精: the tile below the turned one and the kind after it are paid likewise, by themselves; they are not wild.")
        if s.same_song:
            lines.append("同一首歌: so are the kinds of its ranks in the two other suits, each suit by itself.")
        if s.previous:
            lines.append("回頭一笑: in linked hands the pair of the hand before is paid once more, for the dealt tiles and at once.")
    if p.gods:
        lines.append("財神: with a won hand each gets 4n - t, n jokers of his own concealed hand, t of all hands.")
    if p.birds:
        lines.append(birds(p.birds))
    if p.thrown_at_once or p.thrown_later:
        lines.append(
            f"搭: with a win each pays {p.thrown_at_once} more for every joker the winner threw on the turn he drew it, {p.thrown_later} for every other he threw."
            if p.thrown_paid == "with-win"
            else f"搭: each pays who throws a joker, {p.thrown_at_once} on the turn he drew it, {p.thrown_later} later."
        )
    if p.stakes:
        lines.append("Every ready loser pays his own stake to the winner besides.")
    for rule in p.liability:
        lines.append(
            "包 "
            + {
                "last-meld": "who feeds the last open meld pays all of a later self-draw",
                "dragons-winds": "who feeds the third dragon or fourth wind pung pays all",
                "kong": "who feeds an exposed kong whose replacement wins pays all",
                "three-melds": "three melds taken from one player: he pays all"
                + (" (on a discard both ways)" if "discard" in rule.on else ""),
                "three-chows": "three chows from the upper player: he pays the total; a lower player who chowed three from the winner pays twice the total",
                "third-meld": "who gives a player his third open meld pays all of a later self-draw",
            }[rule.rule]
            + (f", if `{rule.when}`" if rule.when else "")
            + ("; the first such liability only." if rule.first_only else ".")
        )
    if p.liable == "earlier":
        lines.append("Of two feeders who answer for one win the earlier pays.")
    return lines


def draw(v: Variant) -> Lines:
    d = v.draw
    lines = []
    if d.pig:
        lines.append(f"查花豬: who holds a tile of his void suit or three suits pays {d.pig} to each who does not.")
    if d.ready_check:
        lines.append(
            "查叫: who is not ready pays each ready player what his best hand would win "
            + ("on a discard" if d.check_as == "discard" else "by self-draw")
            + (f", without {', '.join(d.leave_out)}" if d.leave_out else "")
            + "."
        )
    if d.refund:
        lines.append("退稅: pigs and unready players give back what their kongs earned.")
    if d.refund_all:
        lines.append("Where nobody has won everybody gives back what his kongs earned.")
    return lines or ["Nothing is paid."]


def end(v: Variant) -> Lines:
    e = v.end
    lines = _pick(
        e.ends,
        {
            "first-win": "The hand ends with the first win.",
            "all-but-one": "The hand goes on until all but one have won.",
            "wall": "The hand goes on to the last wall tile; a player may win many times.",
        },
    )
    if e.four_discards:
        lines.append(f"The hand is drawn if the dealer and the next three discard {e.four_discards} one after the other.")
    if e.kong_limit:
        shared = ", unless one player has made all" if e.kong_limit_shared else ""
        lines.append(f"The hand is drawn with kong number {e.kong_limit + 1} on the table{shared}.")
    if e.start_ends:
        lines.append("Rows of the dealt tiles are paid and end the hand, which counts as drawn.")
    own = "stays" if e.own_win == "stay" else "passes the deal even"
    other = "the winner deals next" if e.other_win == "winner" else "the next seat deals"
    several = {
        "as-win": "",
        "discarder": "; if several won, their discarder deals",
        "first": "; if several won, the first below the discarder",
        "below": "; if several won, the seat below the discarder",
    }[e.several]
    drawn = {
        "stay": "the dealer stays",
        "next": "the next seat deals",
        "last-drawer": "who drew last deals",
        "kong-next": "the dealer stays unless somebody has a kong",
        "dealer-without-kong": "the dealer stays unless he has no kong and another has",
    }[e.draw]
    lines.append(f"The dealer {own} on his own win; otherwise {other}{several}; after a draw {drawn}.")
    lines.append(
        {
            "hands": f"A match has {e.length} hands.",
            "rounds": f"A match has {e.length} rounds of the prevailing wind.",
            "chips": f"A match ends when somebody's {e.length} chips are gone.",
        }[e.match]
    )
    return lines
