"""A record that the rules do not allow is refused, with the act, the seat and what was allowed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from mjsim.errors import IllegalAct
from mjsim.referee.acts import Act, Code, Decision
from mjsim.referee.end import Match, after, over
from mjsim.referee.play import Result, play, replay
from mjsim.tiles import KIND_OF
from mjsim.variant import load
from tests.referee.players import eager, shuffled

SLUGS = ("simplest", "chengdu-xuezhan", "tianjin", "changsha", "yichang-xueliu")


def recorded(slug: str, seed: int = 1) -> tuple[list[int], Result]:
    rng = random.Random(seed)
    wall = shuffled(load(slug), rng)
    return wall, play(load(slug), wall, eager(rng))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_comes_to_the_same(slug: str) -> None:
    wall, result = recorded(slug)
    assert replay(load(slug), wall, result.decisions) == result
    rows = [(row.seat, int(row.act.code), row.act.arg, row.options) for row in result.decisions]
    assert replay(load(slug), wall, rows) == result


@pytest.mark.parametrize("slug", SLUGS)
def test_every_forged_act_is_refused_where_it_stands(slug: str) -> None:
    wall, result = recorded(slug)
    rows = result.decisions
    for place in range(0, len(rows), 7):
        row = rows[place]
        forged = [
            replace(row, seat=(row.seat + 1) % 4),
            replace(row, options=row.options + 1),
            replace(row, act=Act(row.act.code, 99)),
            replace(row, act=Act(Code.GOLD_KONG, 3)),
        ]
        if row.act.code == Code.EXCHANGE:  # three tiles: the list of options does not name them all
            forged = forged[:2]
        for other in forged:
            with pytest.raises(IllegalAct, match=rf"act {place}\b") as error:
                replay(load(slug), wall, [*rows[:place], other, *rows[place + 1 :]])
            assert f"seat {row.seat}" in str(error.value)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_too_short_or_too_long(slug: str) -> None:
    wall, result = recorded(slug)
    for length in (0, 1, len(result.decisions) // 2, len(result.decisions) - 1):
        with pytest.raises(IllegalAct, match="the record ends"):
            replay(load(slug), wall, result.decisions[:length])
    with pytest.raises(IllegalAct, match="goes on after the end"):
        replay(load(slug), wall, [*result.decisions, Decision(0, Act(Code.PASS), 2)])


def test_another_wall_is_another_hand() -> None:
    wall, result = recorded("simplest")
    with pytest.raises(IllegalAct):
        replay(load("simplest"), wall[::-1], result.decisions)


def test_exchanged_tiles_must_be_held_and_of_one_suit() -> None:
    variant = load("yichang-xueliu")
    wall, result = recorded("yichang-xueliu")
    assert result.decisions[0].act.code == Code.EXCHANGE
    first = result.decisions[0]
    arg = first.act.arg
    low, middle, high = arg % 64, arg // 64 % 64, arg // 4096
    assert low <= middle <= high
    assert low // 9 == high // 9
    other = (low + 9) % 27
    for wrong in (other + 64 * middle + 4096 * high, other * (1 + 64 + 4096), 5000, -1, 2**40):
        with pytest.raises(IllegalAct, match="act 0"):
            replay(variant, wall, [replace(first, act=Act(Code.EXCHANGE, wrong)), *result.decisions[1:]])


# ---- linked hands ----


def test_the_deal_passes_and_the_wind_changes() -> None:
    variant = load("hongkong")
    match = Match()
    winds = []
    for _ in range(16):
        winds.append(match.round(4))
        assert not over(variant, match)
        match = after(variant, match, 1, False, (3, -1, -1, -1))
    assert winds == [KIND_OF[wind] for wind in "ESWN" for _ in range(4)]
    assert over(variant, match)
    assert (match.dealer, match.hands, match.points) == (0, 16, (0, 0, 0, 0))


def test_repeats_and_draws() -> None:
    taiwan, wenzhou = load("taiwan16"), load("wenzhou")
    drawn = (0, 0, 0, 0)
    match = after(taiwan, after(taiwan, Match(), 0, True, drawn), 0, False, drawn)
    assert (match.repeats, match.draws_before) == (2, 0)
    match = after(wenzhou, after(wenzhou, Match(), 0, True, drawn), 0, True, drawn)
    assert (match.repeats, match.draws_before) == (0, 2)
    for _ in range(3):
        match = after(wenzhou, match, 0, False, drawn)
    assert (match.dealer, match.repeats) == (0, 3)
    match = after(wenzhou, match, 0, False, drawn)  # the fourth: the places are drawn anew
    assert (match.dealer, match.repeats, match.hands) == (1, 0, 6)


def test_points_are_the_players_not_the_seats() -> None:
    match = after(load("simplest"), Match(dealer=3), 1, False, (3, 1, -2, -2))
    assert match.points == (1, -2, -2, 3)
    assert match.dealer == 0
