"""Alternatives of the cards that need a mechanism of their own: each by both engines, with amounts worked out from what its source says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mjsim.compile import compile_variant
from mjsim.errors import VariantError
from mjsim.hands import Meld
from mjsim.referee.acts import Act, Code
from mjsim.referee.score import Verdict
from mjsim.referee.table import Table
from mjsim.referee.watch import Watch, WonTile
from mjsim.run.record import MASK, wall_of
from mjsim.tiles import KIND_OF
from mjsim.variant import load
from mjsim.variant.deck import total_tiles
from tests.catalog.test_agreements import SCORE, SETTLE
from tests.referee.engines import Played, played_by


def played(slug: str, options: dict[str, str], hands: int, who: str = "speed", **settings: Any) -> list[Played]:
    return list(played_by(compile_variant(load(slug, options=options)), 22, 0, hands, [who], **settings))


def scored(engine: str, slug: str, options: dict[str, str], hand: str, win: str, by: str = "self", **more: Any) -> dict[str, Any]:
    """A hand of seat 0's, who wins by himself or on seat 1's tile."""
    case = {"id": "hand", "hand": hand, "win": win, "by": by, "seat": 0, **more}
    return SCORE[engine](load(slug, options=options), case | ({} if by == "self" else {"from": 1}))


def worth(found: dict[str, Any]) -> tuple[int, list[str]]:
    assert found["win"], found["why"]
    return found["value"], sorted(found["items"])


# --- 推倒和 2024 -------------------------------------------------------------------------------------------------------

TABLE = {"table": "push-down-2024"}
HONOURS = ["pung SSS<1", "pung WWW<2", "pung NNN<3", "pung CCC<1"]


def test_its_table_has_the_twenty_three_rows_and_no_others() -> None:
    rows = load("tuidaohu", options=TABLE).rows
    assert sorted(int(row.value) for row in rows.values()) == [2] * 4 + [6] * 4 + [8] * 5 + [16] * 3 + [24] + [32] * 6


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("hand", "win", "by", "more", "value", "items", "paid"),
    [
        # 混老頭 has no row: all pungs and outside hand stand beside one another; the discarder pays twice (2 + 12)
        ("111m111p99p99s", "9s", "discard", {"melds": ["pung 999m<1"]}, 12, ["peng-peng-he", "quan-dai-yao"], [28, -28, 0, 0]),
        # four concealed pungs take the concealed hand and the all pungs with them; 38 ends at 32
        ("111m333m555mEE99m", "E", "self", {}, 32, ["hun-yi-se", "si-an-ke"], [102, -34, -34, -34]),
        # won on a discard the fourth pung is not concealed: all pungs, half flush, concealed hand
        ("111m333m555mEE99m", "E", "discard", {}, 14, ["hun-yi-se", "men-qing", "peng-peng-he"], [32, -32, 0, 0]),
        # seven pairs are no concealed hand besides, with four alike no seven pairs besides
        ("1122m3344p5566sE", "E", "self", {}, 16, ["qi-dui"], [54, -18, -18, -18]),
        ("1111m3344p5566sE", "E", "self", {}, 24, ["hao-hua-qi-dui"], [78, -26, -26, -26]),
        # the last discard is worth 8, the last tile drawn nothing
        ("123m456p789p23s11s", "4s", "discard", {"flags": ["last_discard"]}, 12, ["hai-di", "men-qing", "ping-he"], [28, -28, 0, 0]),
        ("123m456p789p23s11s", "4s", "self", {"flags": ["last_wall_tile"]}, 4, ["men-qing", "ping-he"], [18, -6, -6, -6]),
        # heaven is no concealed hand besides
        ("123m456p789p23s11s", "4s", "self", {"flags": ["heavenly"]}, 32, ["ping-he", "tian-he"], [102, -34, -34, -34]),
        # honours only are no outside hand; four melds and a tile
        ("E", "E", "discard", {"melds": HONOURS}, 32, ["da-diao-che", "peng-peng-he", "zi-yi-se"], [68, -68, 0, 0]),
        # any fourteen of the sixteen, with fewer than seven honours too
        ("147m258p369sESWN", "C", "self", {}, 8, ["quan-bu-kao"], [30, -10, -10, -10]),
        ("147m258p369sESWN", "1m", "self", {}, None, [], []),
    ],
)  # fmt: skip
def test_the_push_down_table(
    engine: str, hand: str, win: str, by: str, more: dict[str, Any], value: int | None, items: list[str], paid: list[int]
) -> None:
    found = scored(engine, "tuidaohu", TABLE, hand, win, by, **more)
    assert found["win"] == (value is not None)
    if found["win"]:
        assert (*worth(found), found["deltas"]) == (value, items, paid)


class Kongs(Watch):
    """Added kongs, whether their tile had been drawn on that turn; and turns without a drawn tile on which ready was declared."""

    def __init__(self) -> None:
        self.late: list[bool] = []
        self.claimed_and_ready = 0

    def decided(self, table: Table, seat: int, act: Act, options: Sequence[Act]) -> None:
        if act.code == Code.ADDED_KONG:
            self.late.append(act.kind != table.drawn)
        self.claimed_and_ready += act.code == Code.READY and table.drawn is None


def test_an_added_kong_is_paid_only_with_the_tile_just_drawn_and_ready_declared_only_after_a_draw() -> None:
    late, at_once, ready_after_claim = 0, 0, {}
    for name, options in (("competition", TABLE), ("loose", TABLE)):
        changes = {} if name == "competition" else {"win.ready_drawn": False, "payment.kongs.added_drawn": False}
        rules = compile_variant(load("tuidaohu", options=options, sets=changes))
        ready_after_claim[name] = 0
        for hand in played_by(rules, 22, 0, 60, ["random"]):
            kongs = Kongs()
            result = hand.replayed(watch=kongs)
            ready_after_claim[name] += kongs.claimed_and_ready
            if name == "competition" and len(kongs.late) == 1 and not result.wins and sum(result.kongs) == 1:
                late, at_once = late + kongs.late[0], at_once + (not kongs.late[0])
                assert sorted(result.points) == ([0, 0, 0, 0] if kongs.late[0] else [-1, -1, -1, 3])
    assert late and at_once
    assert ready_after_claim["competition"] == 0 < ready_after_claim["loose"]


# --- 天津 section 7 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("hand", "win", "flags", "points"),
    [
        # bare with a joker: 2 as a bloom. Exposed line 2 + 1, the concealed kong adds 2; concealed line twice 3, the exposed kong adds 1
        ("12s7p45mEE", "6m", ["kong_replacement"], {"section-10": 5, "section-7": 5, "section-7-each": 5}),
        ("12s7p45mEE", "6m", ["kong_replacement", "concealed_bloom"], {"section-10": 5, "section-7": 5, "section-7-each": 7}),
        # 杠開混吊 is 4 for the kong that bloomed, of either sort
        ("123s456m7p", "E", ["kong_replacement"], {"section-10": 7, "section-7": 7, "section-7-each": 6}),
        ("123s456m7p", "E", ["kong_replacement", "concealed_bloom"], {"section-10": 7, "section-7": 7, "section-7-each": 5}),
    ],
)
def test_section_seven_reads_the_line_of_the_kong_that_bloomed(
    engine: str, hand: str, win: str, flags: list[str], points: dict[str, int]
) -> None:
    deal = {"jokers": ["7p", "8p"], "turned": ["7p"], "melds": ["kong-concealed 1111m", "kong-exposed 2222p<1"], "flags": flags}
    for value, expected in points.items():
        assert (value, worth(scored(engine, "tianjin", {"concealed-bloom": value}, hand, win, **deal))[0]) == (value, expected)


# --- 南昌 spirits -------------------------------------------------------------------------------------------------------

SPIRITS = {"id": "song", "variant": "nanchang", "kind": "draw", "turned": ["E", "6m"], "events": []}


@pytest.mark.parametrize("engine", SETTLE)
def test_spirits_of_the_same_ranks_in_other_suits_sing_along(engine: str) -> None:
    """Lower pair 6m 7m: seat 0 alone, 2 + 1, doubled. 6s 7s: seat 1 alone, 2, doubled. 6p 7p: seat 2 has 5, counting 10, seat 3 has 1."""
    hands = ("67m1234p2345sWWN", "1234m1234p236sWN", "1234m667p123sWNP", "1234m7p12345sWNP")
    case = SPIRITS | {"seats": [{"hand": hand} for hand in hands]}
    for value, deltas in (("on", [18, -6, -6, -6]), ("same-song", [18 - 15, -6 + 12 - 11, -6 - 4 + 29, -6 - 4 - 10 + 3])):
        assert SETTLE[engine](load("nanchang", options={"lower-spirits": value}), case)["deltas"] == deltas
    honours = case | {"turned": ["E", "S"]}
    paid = [SETTLE[engine](load("nanchang", options={"lower-spirits": value}), honours)["deltas"] for value in ("on", "same-song")]
    assert paid[0] == paid[1] != [0, 0, 0, 0]


class Paid(Watch):
    """What was paid, by its name."""

    def __init__(self) -> None:
        self.points: dict[str, Sequence[int]] = {}

    def paid(self, table: Table, what: str, points: Sequence[int]) -> None:
        self.points[what] = points


def test_the_pair_of_the_hand_before_is_paid_for_the_dealt_tiles_in_linked_hands_alone() -> None:
    hands = list(played_by(compile_variant(load("nanchang", options={"smile-back": "on"})), 22, 1, 1, ["speed"], matches=True))[:12]
    smiles = 0
    for before, hand in zip([None, *hands], hands, strict=False):
        assert not hand.fault()
        watch, settings = Paid(), hand.settings()
        hand.replayed(watch=watch)
        if before is None:
            assert settings["previous"] is None
            continue
        turned = before.settings()["wall"][-1]
        assert settings["previous"] == turned
        dealt = [settings["wall"][seat * 13 : seat * 13 + 13] for seat in range(4)]
        dealt[0].append(settings["wall"][52])
        after = turned - 8 if turned < 27 and turned % 9 == 8 else {30: 27, 33: 31}.get(turned, turned + 1)
        if any(turned in tiles or after in tiles for tiles in dealt):
            counts = [2 * tiles.count(turned) + tiles.count(after) for tiles in dealt]
            worths = [count * (count - 3) if count >= 5 else count for count in counts]
            worths = [2 * worth if sum(count > 0 for count in counts) == 1 else worth for worth in worths]
            assert list(watch.points["spirits of the hand before"]) == [4 * worth - sum(worths) for worth in worths]
            smiles += 1
    assert smiles > 3
    assert all(hand.settings()["previous"] is None for hand in played("nanchang", {"smile-back": "on"}, 3))


# --- 杭州 ten winds ------------------------------------------------------------------------------------------------------


class Thrown(Watch):
    """What each seat has thrown, and the tiles of the winner with the payments of his win."""

    def __init__(self) -> None:
        self.kinds: dict[int, list[int]] = {seat: [] for seat in range(4)}
        self.held: tuple[int, ...] = ()
        self.paid_for: Sequence[int] = ()

    def decided(self, table: Table, seat: int, act: Act, options: Sequence[Act]) -> None:
        if act.code == Code.DISCARD:
            self.kinds[seat].append(act.kind)

    def won(self, table: Table, win: WonTile, verdict: Verdict, paid: Sequence[int]) -> None:
        self.held, self.paid_for = tuple(table.seats[win.seat].hand), paid


@pytest.mark.parametrize("needed", [2, 3])
def test_honours_thrown_first_win_with_the_last_of_them(needed: int) -> None:
    """With fewer honours than ten it is seen in play: 3 fan, 4 with a white among them, and 1 without a white in the hand."""
    sets = {"win.thrown_honors": needed, "shapes.tenwinds.when": f"thrown_honors == {needed}"}
    rules = compile_variant(load("hangzhou", sets=sets, options={"ten-winds": "wins"}))
    seen = set()
    for hand in played_by(rules, 22, 0, 60, ["speed"]):
        watch = Thrown()
        result = hand.replayed(watch=watch)
        assert not hand.fault()
        by_honours = [win for win in result.wins if "shi-feng" in win.items]
        for win in by_honours:
            kinds = watch.kinds[win.seat]
            assert len(kinds) == needed and all(kind >= 27 for kind in kinds) and win.tile == kinds[-1]
            fan = min(4, 3 + (33 in kinds) + (33 not in watch.held))
            assert (win.value, win.by) == (fan, "self")
            assert len(watch.held) == 13
            dealer = 2 ** min(hand.hand["repeats"] + 1, 3)
            owed = [2**fan * (dealer if 0 in (seat, win.seat) else 1) for seat in range(4)]
            assert list(watch.paid_for) == [sum(owed) - owed[seat] if seat == win.seat else -owed[seat] for seat in range(4)]
            seen.add((33 in kinds, 33 in watch.held))
    assert {(False, False), (False, True)} <= seen


# --- 洛書 with green and white -------------------------------------------------------------------------------------------

GREEN = {"green-and-white": "140-tiles"}
IDLE = KIND_OF["P"]


class Idle(Watch):
    """Idle tiles thrown while another seat held two or three of them, and melds with one."""

    def __init__(self) -> None:
        self.tempting = 0

    def decided(self, table: Table, seat: int, act: Act, options: Sequence[Act]) -> None:
        assert not any(option.code == Code.CONCEALED_KONG and option.arg == IDLE for option in options)
        others = [other.hand.count(IDLE) for other in table.seats if other.seat != seat]
        self.tempting += act.code in (Code.DISCARD, Code.READY) and act.kind == IDLE and max(others) >= 2

    def melded(self, table: Table, seat: int, meld: Meld) -> None:
        assert IDLE not in meld.tiles


def test_idle_tiles_are_neither_melded_nor_claimed() -> None:
    assert total_tiles(load("luoshu", options=GREEN)) == 140
    watch = Idle()
    for hand in played("luoshu", GREEN, 60, "random"):
        hand.replayed(watch=watch)
    assert watch.tempting > 5


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(("win", "won"), [("C", True), ("P", False)])
def test_idle_tiles_are_no_pair(engine: str, win: str, won: bool) -> None:
    found = scored(engine, "luoshu", GREEN, f"159m168p249s267s{win}", win, flags=["ready"], stake=3)
    assert found["win"] == won and found["value"] == (3 if won else None)


def test_hands_with_more_than_four_idle_tiles_are_the_same_by_both_engines() -> None:
    rules = compile_variant(load("luoshu", options=GREEN))
    many = [
        number
        for number in range(2500)
        for wall in [wall_of(rules.variant, 22, MASK, number)]
        if any(wall[seat * 13 : seat * 13 + 13].count(IDLE) > 4 for seat in range(4))
    ]
    assert len(many) >= 2
    for number in many[:4]:
        for who in ("speed", "random"):
            (hand,) = played_by(rules, 22, number, 1, [who])
            assert not hand.fault()


# --- tiles that are wild as they are drawn -------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("hand", "win", "flags", "items"),
    [
        # the last tile as the 5m of a closed wait, as the 3m of an edge wait; the drawn tile is the joker, so the hand is no 素胡
        ("111m46p789p234sEE", "N", ["last_wall_tile"], ["jia", "zimo"]),
        ("111m12p789p234sEE", "N", ["last_wall_tile"], ["bian", "zimo"]),
        # before the last it is what it is
        ("111m46p789p234sEE", "N", [], None),
        # never a 1 or 9: the pair would be 9m; as itself it may be one
        ("111p234p789s234s9m", "N", ["last_wall_tile"], None),
        ("111p234p789s234s9m", "9m", ["last_wall_tile"], ["dandiao", "zimo"]),
        ("111m46p789p234sEE", "5p", [], ["jia", "suhu", "zimo"]),
    ],
)
def test_yingkous_last_tile_is_wild_when_it_is_drawn_last(
    engine: str, hand: str, win: str, flags: list[str], items: list[str] | None
) -> None:
    found = scored(engine, "yingkou", {"joker": "last-drawn"}, hand, win, flags=flags)
    assert found["win"] == (items is not None)
    if items is not None:
        assert worth(found) == (len(items), items)


@pytest.mark.parametrize("engine", SCORE)
def test_a_wild_tile_is_never_the_fifth_of_its_kind(engine: str) -> None:
    """46m waits for 5m alone: with all four in a kong there is nothing left to be."""
    for kong, win in (("5555m", False), ("6666p", True)):
        hand = {"flags": ["last_wall_tile"], "melds": [f"kong-concealed {kong}"]}
        assert scored(engine, "yingkou", {"joker": "last-drawn"}, "46m111p234sEE", "N", **hand)["win"] == win


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("value", "hand", "win", "treasure", "flags", "items"),
    [
        # 4p closes 35p: the treasure drawn stands for it, or is it
        ("treasure", "35p789p234s99s", "2m", "2m", ["ready"], ["jia", "mobao", "zimo"]),
        ("treasure", "35p789p234s99s", "4p", "4p", ["ready"], ["baozhongbao", "jia", "mobao", "zimo"]),
        ("treasure", "35p789p234s99s", "4p", "2m", ["ready"], ["jia", "zimo"]),
        # an open wait: the treasure waited for is a treasure drawn and no more; read as 9s it is the pair's third, of no worth
        ("treasure", "34p789p234s99s", "5p", "5p", ["ready"], ["mobao", "zimo"]),
        # not ready, no win at all; another tile than the treasure, none either
        ("treasure", "35p789p234s99s", "4p", "4p", [], None),
        ("treasure", "35p789p234s99s", "2m", "3m", ["ready"], None),
        # the fourth tile of the open triplet of 1m, and of a concealed one; a C
        ("treasure", "35p789p234s99s", "1m", "3m", ["ready"], None),
        ("with-wind", "35p789p234s99s", "1m", "3m", ["ready"], ["jia", "mobao", "zimo"]),
        ("with-wind", "35p888p234s99s", "8p", "3m", ["ready"], ["jia", "mobao", "zimo"]),
        ("with-wind", "35p789p234s99s", "C", "3m", ["ready"], None),
        ("with-wind-and-red", "35p789p234s99s", "C", "3m", ["ready"], ["jia", "mobao", "zimo"]),
    ],
)
def test_harbins_treasure(
    engine: str, value: str, hand: str, win: str, treasure: str, flags: list[str], items: list[str] | None
) -> None:
    found = scored(engine, "harbin", {"treasure": value}, hand, win, melds=["pung 111m<2"], treasure=treasure, flags=flags)
    assert found["win"] == (items is not None)
    if items is not None:
        assert worth(found) == (len(items), items)


@pytest.mark.parametrize("engine", SCORE)
def test_a_treasure_counts_for_who_draws_it_alone(engine: str) -> None:
    deal = {"melds": ["pung 111m<2"], "treasure": "4p", "flags": ["ready"]}
    assert worth(scored(engine, "harbin", {"treasure": "treasure"}, "35p789p234s99s", "4p", "discard", **deal)) == (1, ["jia"])
    deal["treasure"] = "2m"
    assert not scored(engine, "harbin", {"treasure": "treasure"}, "35p789p234s99s", "2m", "discard", **deal)["win"]


class Treasures(Watch):
    """Treasures laid aside, with the tiles of their kind that lay open then; and who had declared ready before the first."""

    def __init__(self) -> None:
        self.laid: list[tuple[int, int]] = []
        self.declared = 0
        self.before = 0

    def decided(self, table: Table, seat: int, act: Act, options: Sequence[Act]) -> None:
        self.declared += act.code == Code.READY

    def turned(self, table: Table, tiles: Sequence[int], why: str) -> None:
        if why == "treasure":
            assert self.declared
            if self.laid:
                assert table.visible[self.laid[-1][0]] == 3
            self.laid.append((tiles[0], table.visible[tiles[0]]))


def test_the_treasure_is_the_walls_last_tile_at_the_first_declaration_and_changes_when_its_others_lie_open() -> None:
    changed, taken = 0, 0
    for hand in played("harbin", {"treasure": "treasure"}, 120, "random"):
        watch = Treasures()
        result = hand.replayed(watch=watch)
        wall = hand.settings()["wall"]
        assert bool(watch.laid) <= bool(watch.declared)
        if watch.laid and not any(result.kongs):
            assert [kind for kind, _ in watch.laid] == wall[::-1][: len(watch.laid)]
        changed += len(watch.laid) > 1
        taken += len(watch.laid)
    assert changed and taken > changed


@pytest.mark.parametrize(
    ("sets", "what"),
    [
        ({"win.wild_draw": "won & pair"}, "asks how the hand is divided: pair, won;"),
        ({"win.wild_draw": "standard and last_wall_tile"}, "asks how the hand is divided: standard;"),
        ({"tiles.idle": 8}, "tiles.idle, which are written P, beside a kind P"),
        ({"win.thrown_honors": 10}, "win.thrown_honors without a shape for such a hand"),
        ({"win.ready_drawn": True}, "win.ready_... without win.ready"),
        ({"rows!": 3}, "'rows!' replaces no table of named entries"),
        ({"tiles!": {"suits": "m"}}, "'tiles!' replaces no table of named entries"),
    ],
)
def test_what_these_mechanisms_need(sets: dict[str, Any], what: str) -> None:
    with pytest.raises(VariantError, match="(?s)" + what.replace("...", "[.]{3}")):
        load("simplest", sets=sets)
