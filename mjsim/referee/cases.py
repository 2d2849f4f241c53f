"""Cases: one hand scored, as people write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mjsim.errors import NotationError
from mjsim.hands import SIZES, Case, Deal, Meld, Seat, WinClaim, check_imagined, read_case
from mjsim.referee.book import Book, Kinds, book_of
from mjsim.referee.jokers import jokers_of
from mjsim.referee.liability import Debts
from mjsim.referee.pay import Points, add, chickens, gods, pay_all_kongs, pay_start, pay_win, spirits, turned_chicken, zero
from mjsim.referee.ready import is_unready
from mjsim.referee.scene import Facts, Player, Scene, Win
from mjsim.referee.score import Verdict, judge, start_items
from mjsim.tiles import KINDS, NAMES
from mjsim.variant.model import Variant

MOST_WILD = 7
"""Jokers in one hand of a case; each more takes four times as long, and this many a second or two."""


def score_case(variant: Variant, case: Any, where: str = "") -> dict[str, Any]:
    """A case scored: `{"id", "win", "why", "value", "items", "deltas"}`, deltas by seat.

    `case`: a JSON object of the case format, or a `Case`. NotationError for one that cannot be read.
    """
    book = book_of(variant)
    if not isinstance(case, Case):
        case = read_case(case, where, variant.players)
    check_case(book, case, where)
    scene = scene_of(book, case)
    verdict = judge(scene)
    if verdict.win:
        deltas = _deltas(scene, verdict, case)
        return _answer(case.id, True, "", shown_value(variant, verdict.value), verdict.items, deltas)
    if start := _start(scene):
        value, items = start_items(start, case.winner.seat)
        if items:
            paid = pay_start(start, case.winner.seat, value, case.deal.turned)
            return _answer(case.id, True, "", shown_value(variant, value), items, paid)
    return _answer(case.id, False, verdict.why, None, (), zero(scene))


def _answer(name: str, win: bool, why: str, value: int | float | None, items: Sequence[str], deltas: Points) -> dict[str, Any]:
    return {"id": name, "win": win, "why": why, "value": value, "items": list(items), "deltas": deltas}


def shown_value(variant: Variant, value: int) -> int | float:
    """A value in the variant's unit (halves where it counts in halves)."""
    scale = variant.score.scale
    return value // scale if value % scale == 0 else value / scale


def scene_of(book: Book, case: Case) -> Scene:
    """The table of a case; of players who are not described nothing is known."""
    known = {seat.seat: seat for seat in case.others}
    seats = [known.get(seat, Seat(seat)) for seat in range(book.variant.players)]
    seats[case.winner.seat] = case.winner
    jokers = case.deal.jokers or jokers_of(book, None)
    facts = facts_of(case.deal, jokers)
    players = [player_of(seat) for seat in seats]
    return Scene(book, facts, players, win_of(case.win, players, 1 + sum(seat.wins for seat in case.others)))


def facts_of(deal: Deal, jokers: Kinds) -> Facts:
    """What a case says of the whole hand."""
    return Facts(
        round=deal.round,
        jokers=jokers,
        repeats=deal.repeats,
        draws_before=deal.draws_before,
        lower=deal.turned[1] if len(deal.turned) > 1 else None,
        open=list(deal.opened),
        treasure=deal.treasure,
    )


def player_of(seat: Seat) -> Player:
    return Player(
        seat=seat.seat,
        tiles=None if seat.tiles is None else list(seat.tiles),
        melds=None if seat.melds is None else list(seat.melds),
        laid=list(seat.flowers),
        void=seat.void,
        imagined=seat.imagined,
        ready=seat.ready,
        ready_open=seat.ready_open,
        stake=seat.stake,
        named=seat.named,
        river=list(seat.own_discards),
        thrown=seat.thrown,
        floats=seat.floats,
        own_discards=set(seat.own_discards),
    )


def win_of(claim: WinClaim, players: list[Player], winners: int) -> Win:
    """The win of a claim; what its flags say of the winner goes into his record."""
    winner = players[claim.seat]
    winner.ready = winner.ready or bool(claim.flags & {"ready", "first_ready"})
    winner.ready_open = winner.ready_open or "ready_open" in claim.flags
    winner.first_ready = "first_ready" in claim.flags
    for name, value in claim.changes.items():
        setattr(winner, name, set(value) if name == "own_discards" else value)
    return Win(
        seat=claim.seat,
        tile=claim.tile,
        by=claim.by,
        giver=claim.giver,
        flags=claim.flags,
        winners=winners,
        given=True,
        kong_giver=kong_giver(winner.melds or []) if "kong_replacement" in claim.flags else None,
    )


def kong_giver(melds: Sequence[Meld]) -> int | None:
    """Who gave the tile of the last kong, if it is an exposed one."""
    kongs = [meld for meld in melds if meld.kong]
    return kongs[-1].giver if kongs and kongs[-1].sort == "kong-exposed" else None


def debts_of(book: Book, players: Sequence[Player]) -> Debts:
    """Liabilities from the melds as they lie, seat by seat."""
    debts = Debts(book)
    for player in players:
        for i, meld in enumerate(player.melds or ()):
            debts.melded(player.seat, (player.melds or [])[:i], meld)
    return debts


def _deltas(scene: Scene, verdict: Verdict, case: Case) -> Points:
    """Payments of the winner and of others who win on the same tile, and what is settled with the hand."""
    assert scene.win is not None
    winners = [scene.win.seat, *(other.seat for other in case.others if other.wins)]
    birds = case.deal.turned if scene.book.variant.payment.birds else ()
    debts = debts_of(scene.book, [scene.players[seat] for seat in winners] + [p for p in scene.players if p.seat not in winners])
    out = [other.seat for other in case.others if other.won] if scene.book.variant.end.ends == "all-but-one" else []
    points = zero(scene)
    for seat in winners:
        win = (
            scene.win
            if seat == scene.win.seat
            else Win(seat, scene.win.tile, scene.win.by, scene.win.giver, frozenset(), len(winners), True)
        )
        judged = verdict if seat == scene.win.seat else judge(Scene(scene.book, scene.facts, scene.players, win))
        if judged.win:
            unready = is_unready(scene, win.giver)
            points = add(points, pay_win(Scene(scene.book, scene.facts, scene.players, win), judged, debts, out, winners, birds, unready))
    winning = {seat: [scene.win.tile] for seat in winners}
    ready = [player.seat for player in scene.players if player.ready]
    points = add(points, pay_all_kongs(scene, winners, ready))
    turned = turned_chicken(scene, case.deal.turned, scene.win.by)
    points = add(points, chickens(scene, winning, ready, turned))
    points = add(points, gods(scene, winning))
    if all(player.tiles is not None for player in scene.players):
        points = add(points, spirits(scene, winning))
    return points


def _start(scene: Scene) -> Scene | None:
    """The dealt tiles, where rows are judged on them and the dealer shows fourteen (flag heavenly)."""
    win = scene.win
    assert win is not None
    if "heavenly" not in win.flags or scene.book.rules.start is None:
        return None
    players = list(scene.players)
    seat = players[win.seat]
    players[win.seat] = Player(win.seat, [*(seat.tiles or ()), win.tile], named=seat.named)
    return Scene(scene.book, scene.facts, players, start=True)


# --- checks -----------------------------------------------------------------------------------------------------------


def check_case(book: Book, case: Case, where: str = "") -> None:
    """A case must be possible with this variant's set: kinds, copies, number of tiles."""
    place = f"{where}: {case.id}" if where and case.id not in where else where or case.id
    held = [(case.winner, (case.win.tile,))] + [(other, ()) for other in case.others]
    check_sizes(book, [seat for seat, _ in held], place)
    for seat, _ in held:
        for kind in seat.tiles or ():
            if kind >= book.width and not book.variant.tiles.flower_class:
                raise NotationError(f"{NAMES[kind]} among the concealed tiles", place, "flowers are laid out: `flowers`")
    for seat, extra in held:
        check_imagined(book.variant, seat, seat is case.winner, place)
        for kind in (*(seat.tiles or ()), *(k for meld in seat.melds or () for k in meld.tiles), *seat.flowers, *extra):
            if not (book.copies[kind] or (kind >= KINDS and book.variant.tiles.flower_class)):
                raise NotationError(f"{NAMES[kind]} is not in the set of {book.variant.slug}", place)
    tiles = Counter(
        kind
        for seat, extra in held
        for kind in (*(seat.tiles or ()), *(k for meld in seat.melds or () for k in meld.tiles), *seat.flowers, *extra)
    )
    for kind, count in tiles.items():
        most = 1 if kind >= KINDS and book.variant.tiles.flower_class else book.copies[kind]
        if count > most:
            raise NotationError(f"{count} tiles {NAMES[kind]}, the set has {most}", place)
    _check_jokers(book, case, place)


def _check_jokers(book: Book, case: Case, place: str) -> None:
    named, slug = case.deal.jokers, book.variant.slug
    if named and book.variant.jokers.source == "none":
        raise NotationError(f"{NAMES[min(named)]} is named as a joker", place, f"none, {slug} has no jokers")
    wild = named or jokers_of(book, None)
    count = sum(kind in wild for kind in (*(case.winner.tiles or ()), case.win.tile))
    if count > MOST_WILD:
        raise NotationError(f"{count} jokers in one hand", place, f"at most {MOST_WILD}: the ways to use more are too many to be tried")


def check_sizes(book: Book, seats: Sequence[Seat], place: str) -> None:
    """Every hand that is given must have the tiles that are held between turns."""
    for seat in seats:
        held = len(seat.tiles or ()) + sum(min(SIZES[meld.sort], 3) for meld in seat.melds or ())
        if seat.tiles is not None and held != book.variant.deal.hand and not seat.dead:
            what = f"seat {seat.seat} has {len(seat.tiles)} concealed tiles and {len(seat.melds or ())} melds"
            raise NotationError(what, place, f"{book.variant.deal.hand} tiles, a meld counted as three, without the winning tile")
