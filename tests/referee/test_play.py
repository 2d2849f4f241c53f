"""Whole hands of every variant by plain Python players: nothing gets lost, nothing is stuck, a record replays to the same."""

from __future__ import annotations

import random
from functools import cache

import pytest

from mjsim.referee.acts import Code
from mjsim.referee.play import Watch, play, replay
from mjsim.tiles import KIND_OF
from mjsim.variant import load
from mjsim.variant.load import catalog
from mjsim.variant.model import Variant
from tests.referee.players import Inventory, anyhow, eager, shuffled

HANDS = 8


@cache
def variant(slug: str) -> Variant:
    return load(slug)


def settings(rng: random.Random, number: int) -> dict[str, object]:
    dice = [rng.randint(1, 6) for _ in range(3)]
    return {"dice": dice, "round": KIND_OF["E"] + number % 4, "repeats": number % 3, "draws_before": number % 2}


@pytest.mark.parametrize("slug", catalog())
def test_hands_by_anyhow_and_by_eager_players(slug: str) -> None:
    rules = variant(slug)
    for number in range(HANDS):
        rng = random.Random(f"{slug} {number}")
        wall, given = shuffled(rules, rng), settings(rng, number)
        player = anyhow(rng) if number % 4 == 0 else eager(rng)
        result = play(rules, wall, player, watch=Inventory(rules), **given)
        assert sum(result.points) == 0
        assert result.end in ("win", "wall", "aborted")
        assert result.next_dealer in range(rules.players)
        again = replay(rules, wall, [(d.seat, d.act.code, d.act.arg, d.options) for d in result.decisions], **given)
        assert (again.points, again.wins, again.end, again.next_dealer) == (result.points, result.wins, result.end, result.next_dealer)


@pytest.mark.parametrize("slug", ["simplest", "taiwan16", "luoshu", "tianjin"])
def test_options_come_in_their_order(slug: str) -> None:
    """By code, and by argument among equal codes; passing first, but last on an own turn."""

    class Ordered(Watch):
        def decided(self, table, seat, act, options):  # type: ignore[no-untyped-def]
            keys = [(option.code, option.arg) for option in options if option.code not in (Code.PASS, Code.OPEN_KONG)]
            assert keys == sorted(keys) and len(set(keys)) == len(keys)

    for number in range(4):
        rng = random.Random(f"order {number}")
        wall, given = shuffled(variant(slug), rng), settings(rng, number)
        play(variant(slug), wall, eager(rng), watch=Ordered(), **given)


def test_per_seat_walls_do_not_shift_the_draws_of_others() -> None:
    """A claim lets a seat draw out of turn, but each seat's i-th draw stays the same tile."""
    rules = variant("beijing")

    class Draws(Watch):
        def __init__(self) -> None:
            self.drawn: dict[int, list[int]] = {seat: [] for seat in range(4)}

        def drew(self, table, seat, tile, why):  # type: ignore[no-untyped-def]
            if why == "turn":
                self.drawn[seat].append(tile)

    wall = shuffled(rules, random.Random(5))
    first, second = Draws(), Draws()
    play(rules, wall, anyhow(random.Random(1)), watch=first, per_seat=True)
    play(rules, wall, anyhow(random.Random(2)), watch=second, per_seat=True)
    for seat in range(4):
        shared = min(len(first.drawn[seat]), len(second.drawn[seat]))
        assert shared > 5
        assert first.drawn[seat][:shared] == second.drawn[seat][:shared]
