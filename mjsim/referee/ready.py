"""Is a hand ready: would some kind complete a legal win?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mjsim.referee.arrange import Holding
from mjsim.referee.complete import may_be_complete
from mjsim.referee.scene import Scene, View, Win
from mjsim.referee.score import Verdict, is_legal, judge
from mjsim.tiles import kinds_in


def completing_kinds(scene: Scene, seat: int, given: bool = False) -> list[int]:
    """Kinds that may complete the tiles of a seat, whatever the gates say.

    A kind that the player owns four times is none where the variant says so.
    """
    book, player = scene.book, scene.players[seat]
    owned = View(replace(scene, win=None), player).owned
    melds, tiles = tuple(player.melds or ()), tuple(player.tiles or ())
    return [
        kind
        for kind in kinds_in(book.kinds)
        if not (book.variant.win.wait_needs_tile and owned[kind] >= 4)
        and may_be_complete(book, Holding(tiles, melds, kind, given, scene.facts.jokers))
    ]


def _as_win(scene: Scene, seat: int, kind: int, by: str, giver: int | None = None) -> Scene:
    if giver is None and by != "self":
        giver = (seat + 1) % len(scene.players)
    return replace(scene, win=Win(seat, kind, by, None if by == "self" else giver, given=True))


def ready_kinds(scene: Scene, seat: int, ways: Sequence[str]) -> Iterator[int]:
    """Kinds that would complete a legal win, if they came in one of these ways (self, discard, rob), without any flag."""
    for kind in completing_kinds(scene, seat):
        if any(is_legal(_as_win(scene, seat, kind, by)) for by in ways):
            yield kind


def is_ready(scene: Scene, seat: int, ways: Sequence[str]) -> bool:
    """Whether there is such a kind."""
    return next(ready_kinds(scene, seat, ways), None) is not None


def best_hand(scene: Scene, seat: int, by: str, giver: int) -> tuple[Scene, Verdict] | None:
    """The dearest win that a seat is waiting for, as a scene and its verdict; None if it is not ready."""
    best: tuple[Scene, Verdict] | None = None
    for kind in completing_kinds(scene, seat):
        candidate = _as_win(scene, seat, kind, by, giver)
        verdict = judge(candidate)
        if verdict.win and (best is None or verdict.value > best[1].value):
            best = candidate, verdict
    return best
