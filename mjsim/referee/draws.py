"""Settlement of a hand that ends with the wall: pigs, the ready check, kong money given back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mjsim.referee.pay import Points, add, share_of, suits_and_void, transfer, zero
from mjsim.referee.ready import best_hand, is_ready
from mjsim.referee.scene import Scene


@dataclass(frozen=True, slots=True)
class Drawn:
    """The checks of a drawn hand: points, and what they found."""

    points: Points
    pigs: frozenset[int]
    ready: frozenset[int]


def check_scene(scene: Scene) -> Scene:
    """The hand as draw checks see it: nobody wins, event rows are left out."""
    return replace(scene, win=None, leave_out=frozenset(scene.book.variant.draw.leave_out))


def ready_seats(scene: Scene, won: set[int]) -> set[int]:
    """Seats that are ready at the end, judged as the draw check judges; winners are."""
    by = scene.book.variant.draw.check_as
    checked = check_scene(scene)
    return won | {player.seat for player in scene.players if player.seat not in won and is_ready(checked, player.seat, (by,))}


def settle_draw(scene: Scene, won: set[int], earned: list[tuple[int, Points]]) -> Drawn:
    """Pigs pay, then who is not ready pays who is, then kong money goes back.

    `won`: seats that have won before; they neither pay nor are paid (but by pigs, where the variant says so).
    `earned`: owner and points of every kong that was paid at once.
    """
    rule, book = scene.book.variant.draw, scene.book
    points = zero(scene)
    still_in = [player.seat for player in scene.players if player.seat not in won]
    pigs = {seat for seat in still_in if rule.pig and suits_and_void(book, scene.players[seat])}
    for pig in pigs:
        for player in scene.players:
            if player.seat not in pigs and (player.seat not in won or rule.pig_pays_winners):
                transfer(points, pig, player.seat, rule.pig)
    if not (rule.ready_check or rule.refund):
        return Drawn(points, frozenset(pigs), frozenset())
    ready = ready_seats(scene, won)
    unready = [seat for seat in still_in if seat not in ready and seat not in pigs]
    if rule.ready_check:
        checked = check_scene(scene)
        for to in still_in:
            if to not in ready or to in pigs:
                continue
            for payer in unready:
                best = best_hand(checked, to, rule.check_as, payer)
                if best is not None:
                    transfer(points, payer, to, share_of(*best, scene.players[payer]))
    if rule.refund:
        for owner, paid in earned:
            if owner in pigs or owner in unready:
                points = add(points, [-amount for amount in paid])
    return Drawn(points, frozenset(pigs), frozenset(ready))
