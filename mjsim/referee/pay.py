"""What is paid: a win, kongs, and what is settled beside the hand. Every function gives points by seat that sum to zero."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mjsim.hands import Meld
from mjsim.referee.book import Book, Kinds
from mjsim.referee.features import evaluator, is_unknown
from mjsim.referee.jokers import next_kind
from mjsim.referee.liability import Debts
from mjsim.referee.scene import Facts, FirstChicken, Player, Scene, View, Win
from mjsim.referee.score import Verdict
from mjsim.tiles import KIND_OF, parse_tiles, rank_of
from mjsim.variant.model import Birds, Spirits

Points = list[int]


def zero(scene: Scene) -> Points:
    return [0] * len(scene.players)


def transfer(points: Points, payer: int, to: int, amount: int) -> None:
    points[payer] -= amount
    points[to] += amount


def pay_win(
    scene: Scene,
    verdict: Verdict,
    debts: Debts,
    out: Iterable[int] = (),
    winners: Iterable[int] = (),
    birds: Kinds = (),
    unready: bool = False,
) -> Points:
    """Payments of one win.

    `out`: seats that take no part any more; `winners`: all winners of this tile, who do not pay one another;
    `birds`: tiles turned after the win; `unready`: the giver answers for all because his hand is not ready.
    """
    win, book = scene.win, scene.book
    assert win is not None and verdict.best is not None
    payment = book.variant.payment
    points = zero(scene)
    several = len({win.seat, *winners}) > 1
    others = [player for player in scene.players if player.seat not in {win.seat, *out}]
    payers = [player for player in others if payment.winners_pay or player.seat not in winners]
    shares = {player.seat: share_of(scene, verdict, player) for player in others}
    paying = [player.seat for player in payers]
    won = verdict.best.view
    holds = [when is None or bool(evaluator(when)(won)) for when in book.rules.liability]
    liable = {seat: times for seat, times in debts.payers(scene, holds).items() if seat in paying}
    if win.giver is not None:
        giver = _payer_view(scene, verdict, scene.players[win.giver])
        if not liable and (unready or evaluator(book.rules.giver_pays)(giver)):
            # He answers for every share, those of other winners of the tile too.
            liable, paying = {win.giver: 1}, list(shares)
        elif not liable and not evaluator(book.rules.everybody)(giver):
            paying = [win.giver]
    if payment.top_reach and len(paying) == len(scene.players) - 1 and all(shares[seat] >= payment.top_reach for seat in paying):
        shares = dict.fromkeys(paying, payment.top_pays)
    rule = payment.birds
    if rule is not None and rule.count and birds and (win.by == "self" or not rule.self_only):
        origin = bird_origin(rule, win, several)
        hit = {seat: (win.seat,) if rule.hits == "winner" else (win.seat, seat) for seat in shares}
        shares = {
            seat: _with_birds(rule, share, _hits(birds, origin, hit[seat], len(scene.players)), birds) for seat, share in shares.items()
        }
    if payment.named_adds:
        shares = {seat: share + scene.players[seat].named + scene.players[win.seat].named for seat, share in shares.items()}
    if liable:
        total = sum(shares[seat] for seat in paying)
        for seat, times in liable.items():
            transfer(points, seat, win.seat, total * times)
    else:
        for seat in paying:
            transfer(points, seat, win.seat, shares[seat])
    winner = scene.players[win.seat]
    thrown = payment.thrown_at_once * winner.thrown.at_once + payment.thrown_later * winner.thrown.later
    thrown = 0 if payment.thrown_paid == "at-once" else thrown
    for player in payers:
        transfer(points, player.seat, win.seat, thrown)
        if payment.stakes and (player.ready or player.ready_open):
            transfer(points, player.seat, win.seat, player.stake)
    return points


def comes_first(scene: Scene, verdict: Verdict) -> bool:
    """Whether a won hand comes before nearer ones (win.first)."""
    rule = scene.book.rules.first
    return rule is not None and verdict.best is not None and bool(evaluator(rule)(verdict.best.view))


def _payer_view(scene: Scene, verdict: Verdict, player: Player) -> View:
    assert verdict.best is not None
    winner = verdict.best.view
    winner.value = verdict.value
    view = View(scene, player, winner=winner)
    view.value = verdict.value
    view.payer_rows = sum(count * worth for _, count, worth in payer_rows(view))
    return view


def payer_rows(view: View) -> list[tuple[str, int, int]]:
    """Rows judged for a payer: slug, how often, value of each."""
    found = []
    for rule in view.book.rules.rows:
        condition = rule.when if rule.when is not None else rule.each
        if rule.row.of != "payer" or condition is None or is_unknown(view.player, condition):
            continue
        count = int(evaluator(condition)(view))
        count = int(bool(count)) if rule.when is not None else max(0, count)
        if count:
            found.append((rule.slug, count, int(evaluator(rule.value)(view))))
    return found


def share_of(scene: Scene, verdict: Verdict, player: Player) -> int:
    """What one payer owes for the win."""
    return int(evaluator(scene.book.rules.amount)(_payer_view(scene, verdict, player)))


def bird_origin(rule: Birds, win: Win, several: bool) -> int:
    """The seat that ranks of turned tiles are counted from."""
    if rule.origin == "dealer":
        return 0
    return win.giver if several and win.giver is not None else win.seat


def _hits(birds: Kinds, origin: int, seats: tuple[int, ...], players: int) -> int:
    """Birds that land on one of the seats, counted from `origin`: ranks 1 5 9 on itself, 2 6 on the next, and so on."""
    return sum((origin + (rank_of(kind) - 1) % 4) % players in seats for kind in birds)


def _with_birds(rule: Birds, share: int, hits: int, birds: Kinds) -> int:
    match rule.effect:
        case "ranks":
            return share + sum(rank_of(kind) if kind < 27 else 10 for kind in birds)
        case "add-times":
            return share * (1 + hits)
        case "double":
            return share << hits
    return share + hits


# --- kongs ------------------------------------------------------------------------------------------------------------


def pay_kong(scene: Scene, owner: int, meld: Meld, out: Iterable[int] = ()) -> Points:
    """One kong, by the amounts of its sort."""
    rule = scene.book.variant.payment.kongs
    points = zero(scene)
    if rule is None or not meld.kong:
        return points
    to_giver, to_each = {
        "kong-exposed": (rule.exposed_giver, rule.exposed_each),
        "kong-added": (rule.added_giver, rule.added_each),
        "kong-concealed": (0, rule.concealed_each),
        "kong-gold": (0, rule.gold_each),
    }[meld.sort]
    receiver = View(scene, scene.players[owner])
    for player in scene.players:
        if player.seat == owner or (rule.payers == "still-in" and player.seat in out):
            continue
        amount = to_each + (to_giver if player.seat == meld.giver else 0)
        if amount:
            transfer(
                points, player.seat, owner, amount * int(evaluator(scene.book.rules.kong_factor)(View(scene, player, winner=receiver)))
            )
    return points


def pay_all_kongs(scene: Scene, winners: Iterable[int], ready: Iterable[int], dead: Iterable[int] = ()) -> Points:
    """Kongs that are settled with a won hand or at the end of every hand. `dead`: seats that are not paid."""
    rule = scene.book.variant.payment.kongs
    points = zero(scene)
    won, able, unpaid = set(winners), set(ready) | set(winners), set(dead)
    if rule is None or rule.when == "at-once" or (rule.when == "with-win" and not won):
        return points
    everybody = {player.seat for player in scene.players}
    owners = {"all": everybody, "ready": able, "winner": won, "losers": everybody - won}[rule.owners] - unpaid
    for player in scene.players:
        if player.seat in owners:
            for meld in player.melds or ():
                points = add(points, pay_kong(scene, player.seat, meld))
    return points


def add(left: Sequence[int], right: Sequence[int]) -> Points:
    return [a + b for a, b in zip(left, right, strict=True)]


# --- beside the hand --------------------------------------------------------------------------------------------------


def pay_each(scene: Scene, payer: int | None, to: int | None, amount: int, out: Iterable[int] = ()) -> Points:
    """Everybody pays `to`, or `payer` pays everybody."""
    points = zero(scene)
    for player in scene.players:
        if payer is None and to is not None and player.seat != to and player.seat not in out:
            transfer(points, player.seat, to, amount)
        elif payer is not None and player.seat != payer:
            transfer(points, payer, player.seat, amount)
    return points


def pay_start(scene: Scene, seat: int, value: int, birds: Kinds = ()) -> Points:
    """Rows of the dealt tiles, paid at once by each; `value` is the sum of their values, `birds` are the tiles turned for them."""
    rule = scene.book.rules.start
    points = zero(scene)
    if rule is None or not value:
        return points
    scene = replace(scene, win=None, start=True)
    winner = View(scene, scene.players[seat])
    winner.value = value
    for player in scene.players:
        if player.seat != seat:
            view = View(scene, player, winner=winner)
            view.value = value
            share = int(evaluator(rule)(view))
            if birds and (how := scene.book.variant.payment.birds) is not None and how.start:
                origin = 0 if how.origin == "dealer" else seat
                hit = (seat,) if how.hits == "winner" else (seat, player.seat)
                share = _with_birds(how, share, _hits(birds, origin, hit, len(scene.players)), birds)
            if scene.book.variant.payment.named_adds:
                share += player.named + scene.players[seat].named
            transfer(points, player.seat, seat, share)
    return points


def turned_chicken(scene: Scene, turned: Sequence[int], by: str) -> int | None:
    """The tile whose following kind is a chicken: the first one turned, if a tile is turned after a win in this manner."""
    rule = scene.book.variant.payment.chickens
    return turned[0] if turned and not (rule is not None and rule.self_only and by != "self") else None


def chickens(scene: Scene, winning: dict[int, list[int]], ready: Iterable[int], turned: int | None) -> Points:
    """雞: between every two players the one with fewer chickens pays the difference. `winning`: tiles won, by winner."""
    rule = scene.book.variant.payment.chickens
    points = zero(scene)
    if rule is None:
        return points
    worth: dict[int, int] = dict.fromkeys(parse_tiles(rule.always), 1)
    if rule.turned and turned is not None:
        chicken = next_kind(turned, "three")
        worth[chicken] = worth.get(chicken, 0) + 1
    for kind in scene.facts.open:
        worth[next_kind(kind, "three")] = worth.get(next_kind(kind, "three"), 0) + 1
    able = set(ready) | set(winning)
    held = []
    for player in scene.players:
        tiles = [*(player.tiles or ()), *(kind for meld in player.melds or () for kind in meld.tiles), *winning.get(player.seat, ())]
        held.append(sum(worth.get(kind, 0) for kind in tiles) if player.seat in able or not rule.ready_only else 0)
    for a in range(len(held)):
        for b in range(a):
            transfer(points, a, b, held[b] - held[a])
    return points


def first_chicken(scene: Scene, winning: dict[int, list[int]], ready: Iterable[int]) -> Points:
    """衝鋒雞, 責任雞, 包雞: what the first chicken thrown brings to its thrower, or to who melded it; who is not ready pays it instead."""
    rule, first = scene.book.variant.payment.chickens, scene.facts.first_chicken
    points = zero(scene)
    if rule is None or not rule.first or first is None or first.won:
        return points
    able = set(ready) | set(winning) if rule.ready_only else {player.seat for player in scene.players}
    if first.taker is not None:
        transfer(points, first.thrower, first.taker, rule.first if first.taker in able else -rule.first)
        return points
    for player in scene.players:
        if player.seat != first.thrower:
            if first.thrower in able:
                transfer(points, player.seat, first.thrower, rule.first)
            elif player.seat in able:
                transfer(points, first.thrower, player.seat, rule.first)
    return points


def thrown(scene: Scene, player: Player, kind: int) -> None:
    """A tile is thrown: it lies among the player's discards, and may be the first chicken."""
    player.river.append(kind)
    rule = scene.book.variant.payment.chickens
    if rule is not None and kind in parse_tiles(rule.always) and scene.facts.first_chicken is None:
        scene.facts.first_chicken = FirstChicken(player.seat, kind, scene.facts.discards)


def taken(facts: Facts, giver: Player, kind: int, taker: int | None) -> None:
    """The tile thrown last is melded by a seat, or won on (None)."""
    if kind in giver.river:
        giver.river.reverse()
        giver.river.remove(kind)
        giver.river.reverse()
    first = facts.first_chicken
    if first is not None and (first.thrower, first.kind, first.number) == (giver.seat, kind, facts.discards):
        first.taker, first.won = taker, taker is None


def spirits(scene: Scene, winning: dict[int, list[int]]) -> Points:
    """精: tiles of the turned and the next kind, paid by each other player at the end of every hand; the lower pair likewise,
    and where it sings (同一首歌) the pairs of its ranks in the other suits.
    """
    rule = scene.book.variant.payment.spirits
    points = zero(scene)
    if rule is None or len(scene.facts.jokers) < 2:
        return points
    points = _spirits(scene, rule, winning, *scene.facts.jokers[:2])
    if rule.lower and scene.facts.lower is not None:
        first = scene.facts.lower
        singing = [first % 9 + 9 * suit for suit in range(3)] if rule.same_song and first < 27 else [first]
        for kind in singing:
            points = add(points, _spirits(scene, rule, winning, kind, next_kind(kind, scene.book.variant.jokers.ring)))
    return points


def spirits_before(scene: Scene, turned: int) -> Points:
    """回頭一笑: the pair of the hand before, of which this kind was turned, for the dealt tiles."""
    rule = scene.book.variant.payment.spirits
    assert rule is not None
    return _spirits(scene, rule, {}, turned, next_kind(turned, scene.book.variant.jokers.ring))


def _spirits(scene: Scene, rule: Spirits, winning: dict[int, list[int]], turned: int, following: int) -> Points:
    points = zero(scene)
    totals, extra = [], []
    for player in scene.players:
        tiles = [*(player.tiles or ()), *(kind for meld in player.melds or () for kind in meld.tiles), *winning.get(player.seat, ())]
        tiles += player.river if rule.discards else []
        total = rule.turned * tiles.count(turned) + rule.next * tiles.count(following)
        totals.append(total * (total - 3) if rule.charge and total >= rule.charge else total)
        extra.append(rule.kong * sum(meld.kong and meld.tiles[0] == following for meld in player.melds or ()))
    alone = sum(total > 0 for total in totals) == 1
    for seat, total in enumerate(totals):
        amount = total + (extra[seat] if rule.kong_first else 0)
        if alone and total:
            amount = 2 * amount if rule.alone == "double" else amount + 10
        amount += 0 if rule.kong_first else extra[seat]
        points = add(points, pay_each(scene, None, seat, amount))
    return points


def gods(scene: Scene, winning: dict[int, list[int]]) -> Points:
    """With a won hand each gets 4n - t: n jokers of his concealed hand, t those of all players."""
    points = zero(scene)
    if not scene.book.variant.payment.gods:
        return points
    for player in scene.players:
        tiles = [*(player.tiles or ()), *winning.get(player.seat, ())]
        points = add(points, pay_each(scene, None, player.seat, sum(kind in scene.facts.jokers for kind in tiles)))
    return points


def pay_thrown(scene: Scene, seat: int, at_once: bool) -> Points:
    """A joker is thrown: everybody pays the thrower."""
    payment = scene.book.variant.payment
    return pay_each(scene, None, seat, payment.thrown_at_once if at_once else payment.thrown_later)


def hand_over(scene: Scene, earned: list[tuple[int, Points]], winners: Iterable[int]) -> Points:
    """呼叫轉移: what the kong before the winning discard earned goes to the first winner after its maker, and is no longer his.

    `earned`: kongs paid so far, maker and points, in order; the last one is changed.
    """
    win, rule = scene.win, scene.book.variant.payment.kongs
    points = zero(scene)
    if rule is None or not rule.transfer or win is None or win.giver is None or "after_kong_discard" not in win.flags:
        return points
    if earned and earned[-1][0] == win.giver:
        first = min(winners, key=lambda seat: (seat - (win.giver or 0) - 1) % len(scene.players))
        transfer(points, win.giver, first, earned[-1][1][win.giver])
        earned[-1] = (win.giver, zero(scene))
    return points


def refund_all(scene: Scene, winners: Iterable[int], earned: list[tuple[int, Points]]) -> Points:
    """What kongs earned goes back where nobody has won."""
    points = zero(scene)
    if scene.book.variant.draw.refund_all and not set(winners):
        for _, paid in earned:
            points = [amount - back for amount, back in zip(points, paid, strict=True)]
    return points


def pay_flower_kong(scene: Scene, seat: int) -> Points:
    """Four of a dragon, f1-f4 or f5-f8 laid out."""
    return pay_each(scene, None, seat, scene.book.variant.payment.flower_kong)


def pay_first_discards(scene: Scene) -> Points:
    """The dealer pays each other player."""
    return pay_each(scene, 0, None, scene.book.variant.payment.first_discards)


def pay_false_win(scene: Scene, seat: int) -> Points:
    """Who has declared a win that is none pays each other player as if that player had won from him."""
    rule = scene.book.rules.false_win
    points = zero(scene)
    if rule is None:
        return points
    for player in scene.players:
        if player.seat != seat:
            view = View(scene, scene.players[seat], winner=View(scene, player))
            transfer(points, seat, player.seat, int(evaluator(rule)(view)))
    return points


def flower_sets(laid: Sequence[int]) -> int:
    """Sets of four among the tiles laid out: four of a dragon, f1-f4, f5-f8."""
    seasons = [all(KIND_OF[f"f{i}"] in laid for i in part) for part in (range(1, 5), range(5, 9))]
    return sum(laid.count(KIND_OF[dragon]) == 4 for dragon in "CFP") + sum(seasons)


def suits_and_void(book: Book, player: Player) -> bool:
    """花豬: a tile of the void suit, or three suits, in hand and melds."""
    tiles = [*(player.tiles or ()), *(kind for meld in player.melds or () for kind in meld.tiles)]
    suits = {kind // 9 for kind in tiles if kind < 27}
    return len(suits) == 3 or (player.void is not None and player.void in suits)
