"""What tables agree on besides the usual rules, each by both engines and with its amounts worked out from the card."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from mjsim import referee
from mjsim.api import run
from mjsim.compile import cases as kernels
from mjsim.compile import compile_variant
from mjsim.kernels.engine import play_hands
from mjsim.run.sample import replayed
from mjsim.run.verify import faults_of
from mjsim.variant import load
from tests.catalog.test_cases import SETTLEMENTS, lines
from tests.referee.engines import played_by

SCORE = {"referee": referee.score_case, "kernels": kernels.score_case}
SETTLE = {"referee": referee.settle_case, "kernels": kernels.settle_case}

NEW = [
    ("changsha", "float", "0-to-3"),
    ("changsha", "start-birds", "on"),
    ("chengdu-xuezhan", "players", "2"),
    ("guangdong-xinzhang", "reading", "pung"),
    ("guannan", "winners", "last-tile-pairs-first"),
    ("guizhou", "first-chicken", "3"),
    ("guizhou", "open-chickens", "third-alone"),
    ("guizhou", "open-chickens", "three"),
    ("hangzhou", "ten-winds", "wins"),
    ("harbin", "treasure", "treasure"),
    ("harbin", "treasure", "with-wind-and-red"),
    ("harbin", "unready-giver", "pays-all"),
    ("luoshu", "green-and-white", "140-tiles"),
    ("luoshu", "sets", "eight-lines"),
    ("nanchang", "lower-spirits", "on"),
    ("nanchang", "lower-spirits", "same-song"),
    ("nanchang", "several-winners", "all-pay-one-another"),
    ("nanchang", "thrown-spirits", "count"),
    ("nanjing", "next-hand", "draw"),
    ("tianjin", "concealed-bloom", "section-7-each"),
    ("tianjin", "stakes", "sit-pull-each"),
    ("tuidaohu", "table", "push-down-2024"),
    ("wuhan", "third-meld", "on"),
    ("xiangyang-kawuxing", "float", "0-to-3"),
    ("xuzhou", "mouths", "named"),
    ("yingkou", "joker", "last-drawn"),
    ("yunnan", "kong-money", "at-once"),
]
"""Variant, option, value."""


@pytest.mark.parametrize(("slug", "option", "value"), NEW)
@pytest.mark.parametrize("who", ["speed", "random"])
def test_both_engines_play_it_alike(slug: str, option: str, value: str, who: str) -> None:
    rules = compile_variant(load(slug, options={option: value}))
    for hand in played_by(rules, 22, 0, 25, [who]):
        assert not hand.fault()
        assert sum(hand.view()["points"]) == 0


def case_of(slug: str, name: str, **changes: Any) -> dict[str, Any]:
    """A copy of a case, changed."""
    return copy.deepcopy(next(case for case in lines(f"{slug}.jsonl") if case["id"] == name)) | changes


def settlement_of(name: str, **changes: Any) -> dict[str, Any]:
    """A copy of a settlement case, changed."""
    return copy.deepcopy(next(case for case in SETTLEMENTS if case["id"] == name)) | changes


def scored(engine: str, slug: str, case: dict[str, Any], **options: str) -> Any:
    return SCORE[engine](load(slug, options=options), case)


def settled(engine: str, slug: str, case: dict[str, Any], **options: str) -> Any:
    return SETTLE[engine](load(slug, options=options), case)["deltas"]


def difference(engine: str, slug: str, case: dict[str, Any], **options: str) -> list[int]:
    """What options change in the payments of a settlement."""
    return [on - off for on, off in zip(settled(engine, slug, case, **options), settled(engine, slug, case), strict=True)]


each_engine = pytest.mark.parametrize("engine", SCORE)


# --- stakes that seats name before the deal ---


def named(*stakes: tuple[int, int]) -> list[dict[str, Any]]:
    """Other players who are known for their stakes only."""
    return [{"seat": seat, "named": stake} for seat, stake in stakes]


@each_engine
def test_floats_of_payer_and_winner_are_added(engine: str) -> None:
    case = case_of("changsha", "changsha-small-self", named=2, others=named((0, 1), (3, 3)))
    # 2 each and 1 more from the dealer; then 2 + 1, 2 + 0 and 2 + 3
    assert scored(engine, "changsha", case, float="0-to-3")["deltas"] == [-6, -4, 17, -7]
    # both birds hit the winner: three times as much, the floats once
    assert scored(engine, "changsha", case | {"turned": ["1m", "9p"]}, float="0-to-3")["deltas"] == [-12, -8, 31, -11]
    assert scored(engine, "changsha", case)["deltas"] == [-3, -2, 7, -2]


@each_engine
def test_floats_count_for_start_wins(engine: str) -> None:
    case = case_of("changsha", "changsha-start-no-258", named=1, others=named((1, 2)))
    assert scored(engine, "changsha", case, float="0-to-3")["deltas"] == [23, -9, -7, -7]


@each_engine
def test_floats_stand_above_the_cap(engine: str) -> None:
    case = case_of("xiangyang-kawuxing", "xiangyang-kawuxing-middle-five-self", named=3, others=named((0, 1), (2, 2)))
    assert scored(engine, "xiangyang-kawuxing", case, float="0-to-3")["deltas"] == [-6, 13, -7]


@each_engine
def test_mouths_differ_from_player_to_player(engine: str) -> None:
    case = case_of("xuzhou", "xuzhou-closed-five", named=1, others=named((2, 3)))
    assert scored(engine, "xuzhou", case, mouths="named")["deltas"] == [0, 5, -5, 0]


@each_engine
def test_who_pulls_pays_and_gets_the_dealers_payment_doubled_again(engine: str) -> None:
    case = case_of("tianjin", "tianjin-lone-su")  # 2 from each
    assert scored(engine, "tianjin", case, stakes="sit-pull-each")["deltas"] == [-4, 8, -2, -2]
    assert scored(engine, "tianjin", case | {"named": 1}, stakes="sit-pull-each")["deltas"] == [-8, 12, -2, -2]
    case |= {"seat": 0, "others": named((2, 1))}
    assert scored(engine, "tianjin", case, stakes="sit-pull-each")["deltas"] == [16, -4, -8, -4]


def test_the_middle_stake_is_named_and_at_random_every_one() -> None:
    for who, expected in (("speed", {2}), ("random", {0, 1, 2, 3})):
        found, rules = set(), compile_variant(load("changsha", options={"float": "0-to-3"}))
        for hand in played_by(rules, 5, 0, 20, [who]):
            assert [(seat, code, options) for seat, code, _, options in hand.acts[:4]] == [(seat, 22, 4) for seat in range(4)]
            found |= {arg for _, _, arg, _ in hand.acts[:4]}
        assert found == expected
    (hand,) = played_by(compile_variant(load("tianjin", options={"stakes": "sit-pull-each"})), 5, 0, 1, ["speed"])
    assert [act[:3] for act in hand.acts[:3]] == [(1, 22, 1), (2, 22, 1), (3, 22, 1)]


# --- who answers, who pays, who comes first ---


@each_engine
def test_the_giver_of_the_third_meld_answers_for_a_hand_of_one_suit(engine: str) -> None:
    case = {
        "id": "third", "hand": "678m9m", "melds": ["pung 111m<0", "chow 234m<0", "pung 555m<3"], "win": "9m", "by": "self", "seat": 1,
        "jokers": ["5p"], "turned": ["4p"],
    }  # fmt: skip
    options = {"third-meld": "on"}
    # 硬胡 1 and 清一色 2: 8 from each
    assert scored(engine, "wuhan", case)["deltas"] == [-8, 24, -8, -8]
    assert scored(engine, "wuhan", case, **options)["deltas"] == [0, 24, 0, -24]
    mixed = case | {"hand": "678p22s", "melds": ["pung 111m<0", "chow 234m<0", "pung 555m<3"], "win": "2s"}
    mixed |= {"hand": "78p22s", "win": "6p"}
    plain = scored(engine, "wuhan", mixed)["deltas"]
    assert plain[1] > 0
    assert scored(engine, "wuhan", mixed, **options)["deltas"] == plain


@each_engine
def test_a_giver_who_is_not_ready_pays_for_all(engine: str) -> None:
    options = {"unready-giver": "pays-all"}
    case = case_of("harbin", "harbin-red-dragon-as-terminal")
    giver = {"seat": 3, "hand": "1479m1479p14s", "melds": ["pung 999s<0"]}
    assert scored(engine, "harbin", case | {"others": [giver]}, **options)["deltas"] == [0, 5, 0, -5]
    giver |= {"hand": "234567m45p88p"}  # waits for 3p and 6p
    assert scored(engine, "harbin", case | {"others": [giver]}, **options)["deltas"] == [-2, 5, -1, -2]
    assert scored(engine, "harbin", case, **options)["deltas"] == [-2, 5, -1, -2]  # nothing is known of the giver


@each_engine
def test_winners_pay_one_another_with_factor_one(engine: str) -> None:
    case = settlement_of("nanchang-two-winners-spirits")
    case["seats"][0]["hand"] = "79m99p678p3s45p"  # a wild spirit: value 1, no 德國
    # the dealer gets 1 x 2 from seat 1, who gets 2 x 2 + 5 from him
    assert difference(engine, "nanchang", case, **{"several-winners": "all-pay-one-another"}) == [-7, 7, 0, 0]


@each_engine
def test_seven_pairs_on_a_last_tile_come_before_a_nearer_winner(engine: str) -> None:
    seats = ["1479m1479p14s234s", "123m456p78955s57m", "1133m5577p99s44s6m", "2468m2468p2468s1s"]
    case: dict[str, Any] = {"id": "first", "variant": "guannan", "kind": "wins", "seats": [{"hand": hand} for hand in seats]}
    wins = [{"seat": seat, "win": "6m", "by": "discard", "from": 0, "flags": ["last_of_kind"]} for seat in (1, 2)]
    options = {"winners": "last-tile-pairs-first"}
    # seven pairs 2, plain 1; twice from the dealer
    assert settled(engine, "guannan", case | {"wins": wins}) == [-2, 2, 0, 0]
    assert settled(engine, "guannan", case | {"wins": wins}, **options) == [-4, 0, 4, 0]
    for win in wins:
        win["flags"] = []
    assert settled(engine, "guannan", case | {"wins": wins}, **options) == [-2, 2, 0, 0]


# --- readings and sets ---


@each_engine
def test_the_winning_tile_completes_a_pung_where_it_can(engine: str) -> None:
    case = {"id": "pung", "hand": "33444555m55p678s", "melds": [], "win": "3m", "by": "discard", "from": 2, "seat": 1}
    assert scored(engine, "guangdong-xinzhang", case)["items"] == ["men-qing", "ping-hu", "duan-yao", "jiang", "ban-gao"]
    assert scored(engine, "guangdong-xinzhang", case, reading="pung")["items"] == ["men-qing", "duan-yao", "jiang", "san-lian-ke"]


@each_engine
def test_only_the_eight_lines_of_the_square_are_sets(engine: str) -> None:
    for hand, win, alike in (("14589m267p357sEE", "3m", True), ("55348m267p357sEE", "5m", False), ("77348m267p357sEE", "1m", False)):
        hand = hand.replace("55348m", "34558m").replace("77348m", "34778m")
        case = {"id": "lines", "hand": hand, "melds": [], "win": win, "by": "discard", "from": 2, "seat": 1, "flags": ["ready"], "stake": 3}
        assert scored(engine, "luoshu", case)["win"]
        assert scored(engine, "luoshu", case, sets="eight-lines")["win"] == alike


# --- tiles that are turned ---


@each_engine
def test_birds_for_start_wins(engine: str) -> None:
    case = case_of("changsha", "changsha-start-no-258", turned=["1m", "2p"])
    # 1m is on the dealer, who wins: 6 x 2 from each; 2p is on seat 1: 6 x 3 from him
    assert scored(engine, "changsha", case, **{"start-birds": "on"})["deltas"] == [42, -18, -12, -12]
    assert scored(engine, "changsha", case)["deltas"] == [18, -6, -6, -6]


@each_engine
def test_kinds_after_tiles_turned_at_the_end_of_the_wall_are_chickens(engine: str) -> None:
    case = settlement_of("guizhou-two-winners-chickens")

    def more(*opened: str) -> list[int]:
        found = settled(engine, "guizhou", case | {"opened": list(opened)}, **{"open-chickens": "three"})
        return [on - off for on, off in zip(found, settled(engine, "guizhou", case), strict=True)]

    assert more("8m") == [3, -1, -1, -1]  # seat 0 has a 9m
    assert more("9s") == [6, -2, -2, -2]  # and two 1s, which count twice now
    # 8p, of which seat 1 has one; 2p, of which seat 2 has a pung; 6s once more, which seat 2 has twice and both winners win on
    assert more("7p", "1p", "5s") == [4 * 1 - 8, 4 * 1 - 8, 4 * 6 - 8, 4 * 0 - 8]


@each_engine
def test_the_first_chicken_thrown_is_paid_for(engine: str) -> None:
    case, options = settlement_of("guizhou-two-winners-chickens"), {"first-chicken": "3"}
    case["seats"][0]["hand"] = "123m456m789m99m45s"
    kongs = case["events"]

    def paid(*events: dict[str, Any], **changes: Any) -> list[int]:
        return difference(engine, "guizhou", case | {"events": [*kongs, *events]} | changes, **options)

    assert paid() == [0, 0, 0, 0]
    assert paid({"discard": "1s", "seat": 1}, {"discard": "1s", "seat": 2}) == [-3, 9, -3, -3]  # 衝鋒雞, of a ready player
    assert paid({"discard": "1s", "seat": 3}) == [3, 3, 3, -9]  # 包雞: seat 3 is not ready
    case["seats"][2]["melds"] = ["pung 111s<3", "pung 777p<3"]
    assert paid({"discard": "1s", "seat": 3}, {"meld": "pung 111s<3", "seat": 2}) == [0, 0, 3, -3]  # 責任雞
    assert paid({"discard": "9p", "seat": 3}, {"meld": "pung 777p<3", "seat": 2}) == [0, 0, 0, 0]
    case["seats"][0]["hand"] = "123m456m789m99m23s"
    won = [{"seat": 0, "win": "1s", "by": "discard", "from": 3, "flags": []}]
    assert paid({"discard": "1s", "seat": 3}, wins=won) == [0, 0, 0, 0]


@each_engine
def test_spirits_among_the_discards(engine: str) -> None:
    case = settlement_of("nanchang-draw-spirits")
    case["seats"][2]["hand"] = "44789p258mSSNNC"
    case["seats"][3]["own_discards"] = ["2p"]
    # seat 3 has 1 of its 3p, and 2 more
    assert difference(engine, "nanchang", case, **{"thrown-spirits": "count"}) == [-2, -2, -2, 6]


@each_engine
def test_the_lower_spirits_are_paid_by_themselves(engine: str) -> None:
    case = settlement_of("nanchang-draw-spirits", turned=["2p", "6m"])
    # 6m 2 and 7m 1: seats 0 and 3 have one of each, and get 3 from each other player
    assert difference(engine, "nanchang", case, **{"lower-spirits": "on"}) == [6, -6, -6, 6]


# --- kongs, and the next hand ---


@each_engine
def test_kong_money_goes_back_when_nobody_wins(engine: str) -> None:
    options = {"kong-money": "at-once"}
    assert settled(engine, "yunnan", settlement_of("yunnan-draw-big-check"), **options) == [4, 2, -3, -3]
    assert settled(engine, "yunnan", settlement_of("yunnan-two-winners-kongs"), **options) == [7, 1, -7, -1]


@each_engine
def test_the_hand_after_a_draw_is_paid_twice(engine: str) -> None:
    case = case_of("nanjing", "nanjing-concealed", draws_before=1)
    assert scored(engine, "nanjing", case)["deltas"] == [0, 42, -42, 0]
    assert scored(engine, "nanjing", case, **{"next-hand": "draw"})["deltas"] == [0, 84, -84, 0]
    assert scored(engine, "nanjing", case | {"draws_before": 0}, **{"next-hand": "draw"})["deltas"] == [0, 42, -42, 0]


@pytest.mark.parametrize("slug", ["taiwan13", "taiwan16"])
def test_a_third_is_carried_to_the_next_hand(slug: str) -> None:
    """Payments change no play: the points of linked hands with the option follow from those without."""
    plain = play_hands(compile_variant(load(slug)), 3, 0, 2, ("speed",), matches=True)
    rules = compile_variant(load(slug, options={"pulling": "on"}))
    carried: dict[int, int] = {}
    creditor, seen, hands = 0, {0: 0, 1: 0, 2: 0}, list(played_by(rules, 3, 0, 2, ["speed"], matches=True))
    assert len(hands) == len(plain.hands["hand"])
    for at, hand in enumerate(hands):
        dealer, winners = hand.hand["dealer"], hand.hand["winners"]
        expected = [int(plain.hands[f"points_{seat}"][at]) for seat in range(4)]
        owed = [-min(points, 0) if winners == 1 else 0 for points in expected]  # all that the others lose goes to the dealer
        if winners & 1 and winners != 1:
            giver, amount = next((win["giver"], win["points"]) for win in hand.wins if win["seat"] == 0)
            owed = [amount * (seat == giver) for seat in range(4)]
        to = (creditor - dealer) % 4
        for player, amount in carried.items():
            seat = (player - dealer) % 4
            times = 0 if winners >> seat & 1 else 2 if winners >> to & 1 else 1
            seen[times] += amount > 0
            expected[seat] -= times * amount
            expected[to] += times * amount
        goes_on = at + 1 < len(hands) and hands[at + 1].hand["match"] == hand.hand["match"]
        carried, creditor = {(dealer + seat) % 4: owed[seat] // 3 for seat in range(1, 4)} if goes_on else {}, dealer
        for player, amount in carried.items():
            expected[(player - dealer) % 4] += amount
            expected[0] -= amount
        assert hand.view()["points"] == expected
        assert not hand.fault()
    assert min(seen.values()) > 0


# --- a table of two ---


def test_two_players() -> None:
    rules = compile_variant(load("chengdu-xuezhan", options={"players": "2"}))
    hands = list(played_by(rules, 7, 0, 200, ["speed"]))
    assert {hand.hand["dealer"] for hand in hands} == {0, 1}
    for hand in hands:
        assert not hand.fault()
        assert len(hand.wins) <= 1  # one of two has won: the hand ends
        assert hand.hand["points_0"] == -hand.hand["points_1"]
        assert hand.hand["points_2"] == hand.hand["points_3"] == 0
    assert sum(bool(hand.wins) for hand in hands) > 150


@pytest.mark.parametrize("slug", ["hangzhou", "mcr", "yichang-xueliu", "xiangyang-kawuxing"])
def test_a_table_of_two_in_other_variants(slug: str) -> None:
    rules = compile_variant(load(slug, sets=["players=2"]))
    for who in ("speed", "random"):
        assert not [fault for hand in played_by(rules, 31, 0, 12, [who]) if (fault := hand.fault())]


@pytest.mark.parametrize(("slug", "option", "length"), [("chengdu-xuezhan", {"players": "2"}, 16), ("taiwan13", {"pulling": "on"}, 0)])
def test_a_data_set_of_linked_hands_is_read_and_replayed(slug: str, option: dict[str, str], length: int, tmp_path: Path) -> None:
    run(load(slug, options=option), matches=2, seed=4, out=tmp_path / "run", workers=1, progress=False)
    assert list(faults_of(tmp_path / "run")) == []
    found = replayed(tmp_path / "run", 12)
    assert len(found) == 12
    assert [fault for _, fault in found if fault] == []
    if length:
        assert len(replayed(tmp_path / "run", 10**6)) == 2 * length
