"""The rules of play one by one, on walls stacked for them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from mjsim.errors import IllegalAct
from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code
from mjsim.referee.pay import Points
from mjsim.referee.play import Watch, play, replay
from mjsim.referee.table import Table
from mjsim.tiles import parse_kind
from mjsim.variant import load
from mjsim.variant.model import Variant
from tests.referee.players import Script, follow, stacked

C = Code
WAITING = "12m456m789p22s777s"
"""Thirteen tiles that win on 3m only."""
TWO_SUITS = "12m456m789m22p777p"
"""The same in two suits."""


@cache
def variant(slug: str) -> Variant:
    return load(slug)


def tile(name: str) -> int:
    return parse_kind(name)


class Notes(Watch):
    """What happened, as lists."""

    def __init__(self) -> None:
        self.draws: list[tuple[int, int, str]] = []
        self.melds: list[tuple[int, Meld]] = []
        self.payments: list[tuple[str, Points]] = []
        self.hands: list[list[int]] = []
        """Sizes of the concealed hands after each meld."""

    def drew(self, table: Table, seat: int, tile: int, why: str) -> None:
        self.draws.append((seat, tile, why))

    def melded(self, table: Table, seat: int, meld: Meld) -> None:
        self.melds.append((seat, meld))
        self.hands.append([len(player.hand) for player in table.seats])

    def paid(self, table: Table, what: str, points: Points) -> None:
        self.payments.append((what, points))


# --- wins passed and wins that must be taken ------------------------------------------------------------------------------


def test_a_declined_win_bars_discards_until_the_own_next_draw() -> None:
    rules = variant("zhuanzhuan")
    wall = stacked(rules, ["3m", "3m", "3m", WAITING], draws="9p9p9p")
    # Seat 3 lets the dealer's 3m go and may not win on the 3m of seat 1; after its own draw it may on the 3m of seat 2.
    result, script = follow(
        rules, wall, (C.DISCARD, "3m"), C.PASS, (C.DISCARD, "3m"), (C.DISCARD, "9p"), (C.DISCARD, "9p"), (C.DISCARD, "3m"), C.WIN_ON
    )
    assert script.offers(C.WIN_ON, seat=3) == 2
    assert [(win.seat, win.giver) for win in result.wins] == [(3, 2)]


def test_same_kind_bars_only_that_kind_until_a_draw() -> None:
    rules = variant("guangdong-jiping")
    wall = stacked(rules, ["1m", "1m", "4m", "23m456m789p22s777s"])
    _, script = follow(rules, wall, (C.DISCARD, "1m"), C.PASS, (C.DISCARD, "1m"), (C.DISCARD, "4m"), C.WIN_ON)
    # Offered on the dealer's 1m and on the 4m of seat 2, not on the 1m of seat 1 in between.
    assert script.offers(C.WIN_ON, seat=3) == 2


def test_taiyuan_a_win_passed_bars_the_whole_hand() -> None:
    rules = variant("taiyuan-lisi")
    wall = stacked(rules, ["E123m456m789p22s77s", "1s9s1p9p2s", "1s9s1p9p7s"], draws="8p8p8p2s")
    acts = [(C.READY, tile("E") + 64), (C.DISCARD, "2s", 1), (C.PASS, None, 0), (C.DISCARD, "7s", 2), (C.DISCARD, "2s", 0)]
    _, script = follow(rules, wall, *acts)
    assert script.offers(C.WIN_ON, seat=0) == 1
    assert script.offers(C.WIN, seat=0) == 0
    assert script.seen[-1] == (0, [Act(C.DISCARD, tile("2s"))])


def test_sichuan_with_four_tiles_left_a_possible_win_is_the_only_option() -> None:
    rules = variant("sichuan")
    # Nobody claims anything, so seat 1 draws the third tile from the end: 55 are left after the deal.
    wall = stacked(rules, ["", TWO_SUITS], end="3m9s9s")
    result, _ = follow(rules, wall, (C.VOID, 0), (C.VOID, 2))
    win = result.wins[-1]
    assert (win.seat, win.by, win.tile) == (1, "self", tile("3m"))
    assert [d.options for d in result.decisions if d.act.code == C.WIN] == [1]


def test_only_the_nearest_of_several_winners_gets_the_tile_or_all_do() -> None:
    hands = ["3m", "", WAITING, "12m678m678p33p999s"]
    for slug, winners, dealer in (("simplest", [2], 1), ("zhuanzhuan", [2, 3], 0)):
        rules = variant(slug)
        result, _ = follow(rules, stacked(rules, hands), (C.DISCARD, "3m"), C.WIN_ON, C.WIN_ON)
        assert (result.winners, result.next_dealer) == (winners, dealer)


# --- kongs ------------------------------------------------------------------------------------------------------------------


def test_a_robbed_kong_is_a_pung_again_and_unpaid() -> None:
    rules = variant("guangdong-tuidaohu")
    wall = stacked(rules, ["3m", "33m9m", "", WAITING], draws="9p8m8m3m")
    acts = [(C.DISCARD, "3m"), C.PUNG_ON, (C.DISCARD, "9m"), (C.ADDED_KONG, "3m"), C.WIN_ON]
    result, _ = follow(rules, wall, *acts)
    assert [(win.seat, win.by, win.giver) for win in result.wins] == [(3, "rob", 1)]
    assert result.kongs == (0, 0, 0, 0)
    assert result.points == (0, -6, 0, 6)


def test_an_added_kong_keeps_the_giver_of_its_pung() -> None:
    notes = Notes()
    wall = stacked(variant("simplest"), ["9m", "99m"], draws="1s4s7s9m")
    follow(variant("simplest"), wall, (C.DISCARD, "9m"), C.PUNG_ON, (C.ADDED_KONG, "9m"), watch=notes)
    assert [(seat, meld.sort, meld.giver) for seat, meld in notes.melds] == [(1, "pung", 0), (1, "kong-added", 0)]


def test_the_fifth_kong_breaks_the_hand_off() -> None:
    rules = variant("hongkong")
    wall = stacked(rules, ["1111m2222m3333m44m", "5555m"], end="9p9p4m4m")
    kongs = [(C.CONCEALED_KONG, f"{rank}m") for rank in (1, 2, 3, 4)]
    result, _ = follow(rules, wall, *kongs, C.DISCARD, (C.CONCEALED_KONG, "5m"))
    assert (result.end, result.kongs, result.points) == ("aborted", (4, 1, 0, 0), (0, 0, 0, 0))


def test_guangdong_feeder_of_a_kong_pays_for_all() -> None:
    rules = variant("guangdong-jiping")
    wall = stacked(rules, ["7p19m19s13s246sESWC", "777p123m456s99s23p"], end="4p")
    result, _ = follow(rules, wall, (C.DISCARD, "7p"), C.KONG_ON, C.WIN)
    assert result.points == (-24, 24, 0, 0)


def test_yunnan_takes_an_open_tail_tile_only_to_win() -> None:
    rules = variant("yunnan")
    hand = "1111m234p567p88s45s"
    result, _ = follow(rules, stacked(rules, [hand], end="6s9p"), (C.CONCEALED_KONG, "1m"), (C.TAKE_OPEN, "6s"))
    assert [(win.tile, win.by) for win in result.wins] == [(tile("6s"), "self")]
    assert "gang-shang-hua" in result.wins[0].items
    notes = Notes()
    _, script = follow(rules, stacked(rules, [hand], end="2p9s9p"), (C.CONCEALED_KONG, "1m"), C.DISCARD, watch=notes)
    assert script.offers(C.TAKE_OPEN) == 0
    # The replacement is the last tile that is still face down.
    assert notes.draws[0] == (0, tile("2p"), "replacement")


def test_changsha_open_kong_turns_two_tiles_and_closes_the_hand() -> None:
    rules = variant("changsha")
    hand = "1111m234p567p88s45s"
    result, _ = follow(rules, stacked(rules, [hand], end="9p6s"), (C.OPEN_KONG, "1m"), C.WIN)
    assert (result.wins[0].by, result.wins[0].tile) == ("self", tile("6s"))
    assert "gang-shang-hua" in result.wins[0].items
    # A plain kong of the same tiles (補張) takes one tile and is no kong win.
    result, _ = follow(rules, stacked(rules, [hand], end="9p6s"), (C.CONCEALED_KONG, "1m"), C.WIN)
    assert "gang-shang-hua" not in result.wins[0].items
    # Not won, both turned tiles are thrown; from then on the seat throws what it draws.
    wall = stacked(rules, [hand], draws="2m3m6m7m", end="1p1p")
    _, script = follow(rules, wall, (C.OPEN_KONG, "1m"), (C.DISCARD, "7m", 0))
    seat, last = script.seen[-1]
    assert (seat, [act for act in last if act.code != C.WIN]) == (0, [Act(C.DISCARD, tile("7m"))])


# --- claims -----------------------------------------------------------------------------------------------------------------


def test_luoshan_flower_pung_gives_way_to_a_true_pung() -> None:
    rules = variant("luoshan")
    # The last tile 1p is turned, so 2p is wild. Seat 1 holds one red dragon and a joker, seat 2 two red dragons.
    wall = stacked(rules, ["C", "C2p", "CC"], end="1p")
    notes = Notes()
    follow(rules, wall, (C.DISCARD, "C"), C.FLOWER_PUNG_ON, C.PUNG_ON, watch=notes)
    assert [(seat, meld.sort) for seat, meld in notes.melds] == [(2, "pung")]
    notes = Notes()
    follow(rules, wall, (C.DISCARD, "C"), C.FLOWER_PUNG_ON, C.PASS, watch=notes)
    assert notes.melds[0] == (1, Meld("pung-flower", (tile("C"), tile("C"), tile("2p")), 0))


def test_harbin_never_makes_the_fourth_meld() -> None:
    hands = ["1234m", "11m22m33m44m1p4p7p2s5s"]
    acts: list[Any] = []
    for rank, thrown in ((1, "1p"), (2, "4p"), (3, "7p")):
        acts += [(C.DISCARD, f"{rank}m", 0), (C.PUNG_ON, None, 1), (C.DISCARD, thrown, 1)]
    wall = stacked(variant("harbin"), hands)
    _, free = follow(variant("beijing"), stacked(variant("beijing"), hands), *acts, (C.DISCARD, "4m", 0), (C.PUNG_ON, None, 1))
    assert free.seen[-1][0] == 1
    _, script = follow(variant("harbin"), wall, *acts, (C.DISCARD, "4m", 0), C.DISCARD)
    place = max(i for i, (seat, options) in enumerate(script.seen) if seat == 0 and Act(C.DISCARD, tile("4m")) in options)
    assert not any(option.code == C.PUNG_ON for seat, options in script.seen[place:] if seat == 1 for option in options)


def test_jiangnan_may_not_chow_what_it_has_discarded() -> None:
    rules = variant("jiangnan-xinhuang")
    wall = stacked(rules, ["5m9mE", "46m5m"], draws="1m8s8s8p")
    # Seat 1 throws its 5m; when the dealer throws his, it may not chow it. Without that it may.
    _, script = follow(rules, wall, (C.DISCARD, "9m"), (C.DISCARD, "5m"), (C.DISCARD, "5m"), (C.DISCARD, "1m"))
    assert script.offers(C.CHOW_ON, seat=1) == 0
    _, script = follow(rules, wall, (C.DISCARD, "9m"), (C.DISCARD, "E"), (C.DISCARD, "5m"), C.CHOW_ON)
    assert script.offers(C.CHOW_ON, seat=1) == 1


def test_hangzhou_floating_god_bars_melds_until_the_next_discard() -> None:
    rules = variant("hangzhou")
    hands = ["123m456p789p111sPP", "", "55m"]
    acts = [(C.DISCARD, "P"), (C.DISCARD, "5m"), C.DISCARD]
    _, script = follow(rules, stacked(rules, hands, draws="5m"), *acts)
    assert script.offers(C.PUNG_ON, seat=2) == 0
    hands[0] = "123m456p789p119sPP"
    _, script = follow(rules, stacked(rules, hands, draws="5m"), *acts)
    assert script.offers(C.PUNG_ON, seat=2) == 1


def test_tianjin_thrown_joker_is_claimed_as_its_own_kind_and_forfeits_the_win() -> None:
    rules = variant("tianjin")
    # Dice 1 and 1: the fourth tile from the end is turned. 4s makes 4s and 5s wild.
    wall = stacked(rules, ["5s123m456m789p22s3sE", "55s"], draws="1s1s3s9s9s9s3s", end="4s9m9m9m")
    notes = Notes()
    acts = [(C.DISCARD, "5s", 0), C.PUNG_ON, (C.DISCARD, "E", 0), (C.DISCARD, "3s", 0)]
    _, script = follow(rules, wall, *acts, dice=[1, 1], watch=notes)
    assert notes.melds[0] == (1, Meld("pung", (tile("5s"),) * 3, 0))
    # Seat 0 draws the 3s that completes 123m 456m 789p 22s 333s, but has thrown a joker.
    assert script.offers(C.WIN, seat=0) == 0


# --- the end of the wall ------------------------------------------------------------------------------------------------------


def test_changsha_offers_the_last_tile_round() -> None:
    rules = variant("changsha")
    wall = stacked(rules, [""], seed=4)
    result, script = follow(rules, wall)
    assert [d.act.code for d in result.decisions[-4:]] == [C.PASS] * 4 and result.end == "wall"
    result, script = follow(rules, wall, C.TAKE_OFFER, C.DISCARD)
    seat, options = script.seen[-1]
    # Whoever takes it wins with it or throws it, nothing else.
    assert [act.code for act in options] == [C.DISCARD]
    assert result.decisions[-1].seat != seat or result.decisions[-1].act.code == C.DISCARD


def test_wuhan_shares_the_last_four_tiles() -> None:
    notes = Notes()
    result, _ = follow(variant("wuhan"), stacked(variant("wuhan"), [""], seed=3), watch=notes)
    shared = [seat for seat, _, why in notes.draws if why == "share"]
    assert result.end == "wall"
    assert [(seat - shared[0]) % 4 for seat in shared] == [0, 1, 2, 3]


def test_hangzhou_ends_without_a_discard_after_the_last_tile() -> None:
    result, _ = follow(variant("hangzhou"), stacked(variant("hangzhou"), [""], seed=1))
    discards = [d for d in result.decisions if d.act.code == C.DISCARD]
    # 136 - 53 dealt - 20 never drawn = 63 draws; the dealer's first discard, and one after each draw but the last.
    assert (result.turns, len(discards)) == (63, 63)


# --- before play, and sets and tiles laid down --------------------------------------------------------------------------------


def test_yichang_exchange_goes_where_the_die_says() -> None:
    rules = variant("yichang-xueliu")
    hands = ["111m", "111s", "222s", "333s"]
    gives = [(C.EXCHANGE, kind + 64 * kind + 4096 * kind) for kind in (tile("1m"), tile("1s"), tile("2s"), tile("3s"))]

    class After(Watch):
        hands: list[list[int]] | None = None

        def decided(self, table: Table, seat: int, act: Act, options: list[Act]) -> None:
            if act.code == C.VOID and self.hands is None:
                self.hands = [table.holds(player) for player in table.seats]

    for die, step in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)):
        watch = After()
        play(rules, stacked(rules, hands), _Giver(gives), dice=[die], watch=watch)
        assert watch.hands is not None
        assert watch.hands[step].count(tile("1m")) >= 3, die
        assert watch.hands[0].count(tile("1m")) == 0


class _Giver(Script):
    """Names the tiles of each exchange itself."""

    def __init__(self, gives: list[tuple[Code, int]]) -> None:
        super().__init__()
        self.gives = list(gives)

    def __call__(self, table: Table, seat: int, options: list[Act]) -> Any:
        if options[0].code == C.EXCHANGE:
            code, arg = self.gives.pop(0)
            return Act(code, arg)
        return super().__call__(table, seat, options)


def test_yichang_exchange_of_tiles_not_held_is_refused() -> None:
    rules = variant("yichang-xueliu")
    wall = stacked(rules, ["111m222p333p444p5p5s"])
    good = play(rules, wall, Script(), dice=[1])
    rows = [(d.seat, d.act.code, d.act.arg, d.options) for d in good.decisions]
    for arg, why in ((8 + 64 * 8 + 4096 * 8, "does not hold"), (0 + 64 * 0 + 4096 * 10, "several suits")):
        with pytest.raises(IllegalAct, match=why):
            replay(rules, wall, [(0, C.EXCHANGE, arg, rows[0][3]), *rows[1:]], dice=[1])


def test_taiwan_eight_flowers_win_at_once_and_seven_take_the_eighth() -> None:
    rules = variant("taiwan16")
    dealt = "f1f2f3f4f5f6f7123m456p11s"
    result, _ = follow(rules, stacked(rules, [dealt + "2sf8"], seed=1))
    assert [(win.seat, win.by, win.items) for win in result.wins] == [(0, "self", ("zhuang", "ba-xian"))]
    result, _ = follow(rules, stacked(rules, [dealt + "2s3s", "", "", "f8"], seed=1))
    assert [(win.seat, win.by, win.giver) for win in result.wins] == [(0, "rob", 3)]
    assert "qi-qiang-yi" in result.wins[0].items and result.points[3] == -12


def test_dealt_flowers_are_replaced_in_rounds_from_the_dealer_on() -> None:
    notes = Notes()
    rules = variant("mcr")
    hands = ["f1f2123m456p789s19m9s", "f3"]
    # The dealer takes 9p and f4 from the end, seat 1 takes 8p; then the dealer replaces f4 by 7p.
    follow(rules, stacked(rules, hands, end="7p8pf49p"), watch=notes)
    flowers = [(seat, drawn) for seat, drawn, why in notes.draws if why == "flower"][:4]
    assert flowers == [(0, tile("9p")), (0, tile("f4")), (1, tile("8p")), (0, tile("7p"))]


def test_nanjing_pays_four_flowers_of_a_row_at_once() -> None:
    notes = Notes()
    rules = variant("nanjing")
    follow(rules, stacked(rules, ["CCC123m456p78p19m"], end="9sC9s9s"), watch=notes)
    assert ("flower kong", [30, -10, -10, -10]) in notes.payments


def test_changsha_start_rows_are_paid_and_play_goes_on() -> None:
    notes = Notes()
    rules = variant("changsha")
    hands = ["1134679m134679p9m"]
    result, _ = follow(rules, stacked(rules, hands), watch=notes)
    assert notes.payments[0] == ("start: ban-ban-hu, que-yi-se", [18, -6, -6, -6])
    assert result.turns > 0 and result.end in ("win", "wall")


def test_nanchang_dealer_pays_for_equal_first_discards() -> None:
    notes = Notes()
    rules = variant("nanchang")
    hands = ["E", "E", "E", "E"]
    follow(rules, stacked(rules, hands, end="8p"), *[(C.DISCARD, "E")] * 4, watch=notes)
    assert ("first discards", [-15, 5, 5, 5]) in notes.payments


def test_hongkong_four_wests_draw_the_hand_and_the_dealer_stays() -> None:
    rules = variant("hongkong")
    hands = ["WS", "W", "W", "W"]
    result, _ = follow(rules, stacked(rules, hands), *[(C.DISCARD, "W")] * 4)
    assert (result.end, result.points, result.next_dealer) == ("aborted", (0, 0, 0, 0), 0)
    result, _ = follow(rules, stacked(rules, hands), (C.DISCARD, "S"), *[(C.DISCARD, "W")] * 3)
    assert result.end != "aborted"


def test_shenyang_shows_winds_with_a_replacement_and_dragons_without() -> None:
    notes = Notes()
    rules = variant("shenyang")
    follow(rules, stacked(rules, ["ESWN123mCFP11p9s9s"], end="5p"), C.SHOW_WINDS, C.SHOW_DRAGONS, watch=notes)
    # 14 - 4 before the replacement; 11 - 3 with it.
    assert [(meld.sort, hands[0]) for (_, meld), hands in zip(notes.melds, notes.hands, strict=True)] == [
        ("show-winds", 10),
        ("show-dragons", 8),
    ]
    assert notes.draws[0] == (0, tile("5p"), "replacement")


def test_anqing_shows_kong_tiles_and_never_discards_them() -> None:
    rules = variant("anqing")
    # 5m is turned, 6m is wild: green and white dragons are kong tiles.
    notes = Notes()
    _, script = follow(rules, stacked(rules, ["F19m19p19s1357p24s"], end="8s5m"), (C.SHOW_TILE, "F"), C.DISCARD, watch=notes)
    assert Act(C.DISCARD, tile("F")) not in script.seen[0][1]
    assert notes.draws[0] == (0, tile("8s"), "replacement")


def test_wuhan_discarded_red_dragon_is_a_kong_of_one_tile() -> None:
    rules = variant("wuhan")
    notes = Notes()
    # The last tile is turned for the joker, so the one before it replaces the red dragon; the turn goes on.
    result, _ = follow(rules, stacked(rules, ["C123m456p789s19m15s"], end="8p2p"), (C.DISCARD, "C"), (C.DISCARD, "8p"), watch=notes)
    assert notes.draws[0] == (0, tile("8p"), "replacement")
    assert [d.seat for d in result.decisions[:2]] == [0, 0]


# --- ready ------------------------------------------------------------------------------------------------------------------


def test_tianjin_declares_before_the_first_draw_and_is_locked() -> None:
    rules = variant("tianjin")
    wall = stacked(rules, ["", "123m456m789m12p99s"], draws="7s9p9p9p6p", end="E8m8m8m")
    _, script = follow(rules, wall, C.DECLARE, (C.DISCARD, "7s", 1), (C.DISCARD, "6p", 1), dice=[1, 1])
    asked = [[act.code for act in options] for seat, options in script.seen if seat == 1]
    place = asked.index([C.PASS, C.DECLARE])
    assert asked[place + 1 :] == [[C.DISCARD], [C.DISCARD]]


def test_taiyuan_declares_ready_with_a_standing_tile_only() -> None:
    rules = variant("taiyuan-lisi")
    wall = stacked(rules, ["E9s1s9p" + "123456m78p9p5s"])
    _, script = follow(rules, wall, C.DISCARD)
    options = script.seen[0][1]
    assert not {act.arg for act in options if act.code == C.DISCARD} & {tile("E"), tile("9s"), tile("1s")}
    # The second 9p does not stand and may go.
    assert Act(C.DISCARD, tile("9p")) in options


def test_luoshu_stakes_one_to_five_and_locks_the_hand() -> None:
    rules = variant("luoshu")
    wall = stacked(rules, ["14589m267p357sEE8s"], draws="2s2s2s9p")
    _, script = follow(rules, wall, (C.READY, tile("8s") + 64 * 3), (C.DISCARD, "9p", 0))
    ready = [act for act in script.seen[0][1] if act.code == C.READY]
    assert [act.form for act in ready] == [1, 2, 3, 4, 5]
    seat, options = script.seen[-1]
    assert (seat, options) == (0, [Act(C.DISCARD, tile("9p"))])


def test_xiangyang_others_may_not_feed_a_shown_hand() -> None:
    rules = variant("xiangyang-kawuxing")
    wall = stacked(rules, ["123p456p789p22s45s9s", "6s3s19p19s7sCCFFP8p"], draws="4p")
    _, script = follow(rules, wall, (C.READY, tile("9s") + 64), (C.DISCARD, "4p"))
    seat, options = script.seen[-1]
    kinds = {act.arg for act in options if act.code == C.DISCARD}
    assert seat == 1 and tile("7s") in kinds and not kinds & {tile("3s"), tile("6s")}


# --- hands that go on after a win -----------------------------------------------------------------------------------------------


def test_chengdu_goes_on_without_the_winner() -> None:
    rules = variant("chengdu-xuezhan")
    notes = Notes()
    hands = ["3m456m1122p56788p9p", TWO_SUITS]
    acts = [(C.VOID, 2), (C.VOID, 2), (C.VOID, 0), (C.VOID, 0), (C.DISCARD, "3m"), C.WIN_ON]
    result, _ = follow(rules, stacked(rules, hands), *acts, watch=notes)
    assert result.wins[0].seat == 1
    drawing = [seat for seat, _, why in notes.draws if why == "turn"]
    assert drawing[0] == 2 and 1 not in drawing


def test_yichang_winner_plays_on_with_a_locked_hand() -> None:
    rules = variant("yichang-xueliu")
    wall = stacked(rules, ["444p", TWO_SUITS, "333m", "333p"], draws="9s9s")
    # The die passes everything to the next seat but one: seat 1 gives and gets three dots, seat 2 keeps three 3m.
    gives = [tile("4p") * 4161, tile("7p") * 4161, tile("3m") * 4161, tile("3p") * 4161]
    chooser = _Giver([(C.EXCHANGE, arg) for arg in gives])
    # Seat 0 gets 333m, gives up characters and must throw them: seat 1 wins on the first and on the next.
    chooser.acts = [(C.VOID, 0, 0), (C.VOID, 2, 1), *[(C.DISCARD, tile("3m"), 0), (C.WIN_ON, None, 1)] * 2, (C.DISCARD, None, 1)]
    result = play(rules, wall, chooser, dice=[3])
    assert [(win.seat, win.tile) for win in result.wins[:2]] == [(1, tile("3m"))] * 2
    assert result.end == "wall" and sum(result.points) == 0
    for seat, options in chooser.seen:
        if seat == 1 and options[0].code == C.DISCARD:
            assert len(options) == 1
