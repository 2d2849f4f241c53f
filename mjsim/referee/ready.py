"""Is a hand ready: would some kind complete a legal win?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mjsim.referee.arrange import completing_kinds
from mjsim.referee.scene import Scene, View, Win
from mjsim.referee.score import Verdict, is_legal, judge


def possible_kinds(scene: Scene, seat: int) -> list[int]:
    """Kinds that the hand of a seat might wait for.

    A kind that the player owns four times is none.
    """
    book, player = scene.book, scene.players[seat]
    key = (tuple(sorted(player.tiles or ())), len(player.melds or ()), player.imagined)
    kinds = scene.facts.waits.get(key)
    if kinds is None:
        kinds = scene.facts.waits[key] = completing_kinds(book, key[0], tuple(player.melds or ()), scene.facts.jokers, player.imagined)
    if not kinds:
        return kinds
    owned = View(replace(scene, win=None), player).owned
    return [kind for kind in kinds if owned[kind] < 4]


def _as_win(scene: Scene, seat: int, kind: int, by: str, giver: int | None = None) -> Scene:
    if giver is None and by != "self":
        giver = (seat + 1) % len(scene.players)
    return replace(scene, win=Win(seat, kind, by, None if by == "self" else giver, given=True))


def ready_kinds(scene: Scene, seat: int, ways: Sequence[str]) -> Iterator[int]:
    """Kinds that would complete a legal win, if they came in one of these ways (self, discard, rob), without any flag."""
    for kind in possible_kinds(scene, seat):
        if any(is_legal(_as_win(scene, seat, kind, by)) for by in ways):
            yield kind


def is_ready(scene: Scene, seat: int, ways: Sequence[str]) -> bool:
    """Whether there is such a kind."""
    return next(ready_kinds(scene, seat, ways), None) is not None


def is_unready(scene: Scene, giver: int | None) -> bool:
    """包莊: whether the giver of a winning tile answers for all because his hand, as far as it is known, is not ready."""
    if giver is None or not scene.book.variant.payment.unready_pays or scene.players[giver].tiles is None:
        return False
    return not is_ready(replace(scene, win=None), giver, scene.book.variant.win.by)


def best_hand(scene: Scene, seat: int, by: str, giver: int) -> tuple[Scene, Verdict] | None:
    """The dearest win that a seat is waiting for, as a scene and its verdict; None if it is not ready."""
    best: tuple[Scene, Verdict] | None = None
    for kind in possible_kinds(scene, seat):
        candidate = _as_win(scene, seat, kind, by, giver)
        verdict = judge(candidate)
        if verdict.win and (best is None or verdict.value > best[1].value):
            best = candidate, verdict
    return best
