"""Playing hands: a pure function of seed and number, whatever else is asked for; every hand balances; policies sit where they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjsim.compile import Program, compile_variant
from mjsim.errors import MjsimError
from mjsim.kernels import engine
from mjsim.kernels import state as S
from mjsim.kernels.engine import Columns, play_hands
from mjsim.policies import POLICIES, seats
from mjsim.variant import load
from tests.catalog.coverage import CARDS

_PROGRAMS: dict[str, Program] = {}


def program(slug: str) -> Program:
    if slug not in _PROGRAMS:
        _PROGRAMS[slug] = compile_variant(load(slug))
    return _PROGRAMS[slug]


def rows_of(columns: Columns) -> list[tuple[Any, ...]]:
    """Everything that columns say, one entry a hand: its columns, its wins with their rows, its acts."""
    hands, wins = columns.hands, columns.wins
    names = [name for name in wins if not name.startswith("rows_")]
    found: dict[tuple[int, int], list[Any]] = {}
    for i in range(len(wins["hand"])):
        items = wins["rows_values"][wins["rows_offsets"][i] : wins["rows_offsets"][i + 1]]
        key = int(wins["match"][i]), int(wins["hand"][i])
        found.setdefault(key, []).append((*(int(wins[name][i]) for name in names), tuple(items.tolist())))
    result = []
    for i in range(len(hands["hand"])):
        acts = columns.log[1][columns.log[0][i] : columns.log[0][i + 1]].tolist() if columns.log else []
        key = int(hands["match"][i]), int(hands["hand"][i])
        result.append((*(int(column[i]) for column in hands.values()), tuple(found.get(key, [])), tuple(map(tuple, acts))))
    return result


@pytest.mark.parametrize("slug", ["simplest", "yichang-xueliu", "tianjin", "taiwan16"])
def test_hands_do_not_depend_on_how_they_are_asked_for(slug: str) -> None:
    game = program(slug)
    whole = rows_of(play_hands(game, 5, 100, 40, ("speed",), log=True))
    parts = [rows_of(play_hands(game, 5, first, count, ("speed",), log=True)) for first, count in ((100, 1), (101, 30), (131, 9))]
    assert [row for part in parts for row in part] == whole
    assert [row[:-1] for row in rows_of(play_hands(game, 5, 100, 40, ("speed",)))] == [row[:-1] for row in whole]


def test_buffers_grow_when_a_block_holds_more_wins_than_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Yichang's hands have eight wins each: the first buffers are too small for a block, and nothing is lost when they grow."""
    game = program("yichang-xueliu")
    columns = play_hands(game, 1, 0, 3000, ("speed",), log=True)
    assert len(columns.wins["hand"]) > 8 * engine.ROOM_WINS
    assert columns.hands["hand"].tolist() == list(range(3000))
    monkeypatch.setattr(engine, "BLOCK", 7)
    assert rows_of(play_hands(game, 1, 2900, 100, ("speed",), log=True)) == rows_of(columns)[2900:]


@pytest.mark.parametrize("slug", CARDS)
def test_hands_balance_and_end(slug: str) -> None:
    """Both policies: no faulty hand, points that sum to zero, winners that fit the wins, columns within their range."""
    game = program(slug)
    for policies in (("speed",), ("random",), ("speed", "random", "speed", "random")[: game.players]):
        columns = play_hands(game, 3, 0, 120, policies)
        hands, wins = columns.hands, columns.wins
        assert columns.faults == []
        points = np.stack([hands[f"points_{seat}"] for seat in range(4)])
        assert (points.sum(axis=0) == 0).all()
        winners = {(hand, seat) for hand in range(120) for seat in range(4) if hands["winners"][hand] >> seat & 1}
        assert winners == set(zip(wins["hand"].tolist(), wins["seat"].tolist(), strict=True))
        assert ((wins["by"] == 0) == (wins["giver"] == -1)).all() and (wins["giver"] != wins["seat"]).all()
        assert ((hands["end"] >= 0) & (hands["end"] <= 2)).all() and (hands["dealer"] == hands["hand"] % game.players).all()
        assert (hands["turns"][hands["winners"] == 0] > 0).all()
        for seat in range(game.players):
            assert ((hands[f"deficiency_{seat}"] >= 0) & (hands[f"deficiency_{seat}"] <= 8)).all()
            assert (hands[f"ready_{seat}"] >= -1).all()
        for seat in range(game.players, 4):
            assert not hands[f"points_{seat}"].any() and (hands[f"ready_{seat}"] == -1).all()


@pytest.mark.parametrize("slug", CARDS)
def test_speed_wins_more_hands_than_random(slug: str) -> None:
    game = program(slug)
    won = {name: int((play_hands(game, 8, 0, 150, (name,)).hands["winners"] != 0).sum()) for name in ("speed", "random")}
    assert won["speed"] > won["random"]
    strict = {"luoshan": 0.1, "guangdong-laozhang": 0.1}
    assert won["speed"] >= 150 * strict.get(slug, 0.6)


def test_players_change_seats_with_the_deal() -> None:
    """Only player 2 plays well: in hand h he sits at seat (2 - dealer) mod 4, and nearly all wins are his."""
    columns = play_hands(program("simplest"), 2, 0, 200, ("random", "random", "speed", "random"))
    wins = columns.wins
    players = (wins["seat"] + columns.hands["dealer"][wins["hand"]]) % 4
    assert (players == 2).mean() > 0.95 and len(players) > 150


def test_seeds_and_hands_differ_late_in_a_run_too() -> None:
    game = program("simplest")
    late = 10**12
    one, other = (play_hands(game, seed, late, 50, ("speed",)) for seed in (1, 2))
    assert rows_of(one) != rows_of(other)
    assert len({tuple(row[6:]) for row in rows_of(one)}) == 50
    assert rows_of(play_hands(game, 1 + 2**64, late, 50, ("speed",))) == rows_of(one), "seeds are taken modulo 2 ** 64"
    assert rows_of(play_hands(game, -1, 0, 5, ("speed",))) == rows_of(play_hands(game, 2**64 - 1, 0, 5, ("speed",)))


def test_matches_are_pure_and_linked() -> None:
    game = program("guangdong-jiping")
    several = rows_of(play_hands(game, 4, 0, 3, ("speed",), matches=True, log=True))
    alone = rows_of(play_hands(game, 4, 2, 1, ("speed",), matches=True, log=True))
    assert alone == [row for row in several if row[1] == 2]
    hands = play_hands(game, 4, 2, 1, ("speed",), matches=True).hands
    assert hands["hand"].tolist() == hands["in_match"].tolist() == list(range(len(hands["hand"])))
    assert hands["dealer"][0] == 0 and hands["round"].tolist() == sorted(hands["round"].tolist()) and hands["round"][-1] == 3
    for i in range(1, len(hands["hand"])):
        stays = hands["winners"][i - 1] & 1 or hands["winners"][i - 1] == 0
        assert hands["dealer"][i] == (hands["dealer"][i - 1] + (not stays)) % 4
        assert hands["repeats"][i] == (hands["repeats"][i - 1] + 1 if stays else 0)


def test_a_wall_for_each_seat_changes_draws_not_deals() -> None:
    game = program("simplest")
    one = play_hands(game, 6, 0, 40, ("speed",), wall="per-seat")
    assert one.faults == []
    shared = play_hands(game, 6, 0, 40, ("speed",))
    for seat in range(4):
        assert one.hands[f"deficiency_{seat}"].tolist() == shared.hands[f"deficiency_{seat}"].tolist()
    assert rows_of(one) != rows_of(shared)


def test_a_faulty_hand_is_told_and_leaves_no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    game = program("simplest")
    good = rows_of(play_hands(game, 1, 0, 5, ("speed",), log=True))
    played = engine.series.play_independent

    def spoil(*arguments: Any) -> int:
        done = played(*arguments)
        out = arguments[-1]
        out[2, engine.series.H_FAULT] = S.FAULT_STEPS
        return int(done)

    monkeypatch.setattr(engine.series, "play_independent", spoil)
    columns = play_hands(game, 1, 0, 5, ("speed",), log=True)
    assert columns.faults == [(2, S.FAULTS[S.FAULT_STEPS])]
    assert columns.hands["hand"].tolist() == [0, 1, 3, 4]
    assert good[0][:-1] == rows_of(columns)[0][:-1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"policies": ("fast",)}, "unknown policy 'fast'; allowed: random, speed, value, careful, or the path of a .py file"),
        ({"policies": ("speed", "random")}, "2 policies for 4 players; allowed: one, or 4 separated by commas"),
        ({"policies": ()}, "0 policies for 4 players; allowed: one, or 4 separated by commas"),
        ({"wall": "own"}, "unknown wall 'own'; allowed: shared, per-seat"),
    ],
)
def test_wrong_settings(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(MjsimError) as error:
        play_hands(program("simplest"), 1, 0, 1, **({"policies": ("speed",)} | arguments))
    assert str(error.value) == says


def test_policies_are_described() -> None:
    assert [policy.code for policy in POLICIES.values()] == list(range(len(POLICIES)))
    assert all(policy.summary and policy.details.endswith(".") for policy in POLICIES.values())
    assert seats(("random", "speed", "speed"), 3) == ("random", "speed", "speed")
