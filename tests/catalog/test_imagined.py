"""心皇 whose kind each player fixes after the deal: hands worked out by hand, play by both engines, what policies see of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mjsim.cli import main
from mjsim.compile import compile_variant
from mjsim.compile.cases import program_of
from mjsim.errors import IllegalAct, MjsimError, NotationError
from mjsim.handcore import deficiency, useful_tiles
from mjsim.hands import Meld
from mjsim.kernels import layout as L
from mjsim.kernels import series
from mjsim.kernels import state as S
from mjsim.kernels.engine import Table as Arrays
from mjsim.kernels.engine import play_hands
from mjsim.referee.acts import Act, Code
from mjsim.referee.arrange import Holding, completing_kinds, is_complete
from mjsim.referee.book import book_of
from mjsim.referee.play import replay
from mjsim.referee.score import Verdict
from mjsim.referee.table import Table
from mjsim.referee.transcript import transcript
from mjsim.referee.watch import Watch, WonTile
from mjsim.run.plan import policies_for
from mjsim.scoring import score_frame
from mjsim.tiles import KIND_OF, KINDS, NAMES, parse_tiles
from mjsim.variant import load
from mjsim.variant.model import Variant
from tests.catalog.test_agreements import SCORE
from tests.kernels.hidden import decisions
from tests.kernels.random_hands import Dealer
from tests.referee.engines import Played, played_by

SLUG, FIXED = "jiangnan-xinhuang", {"imagined": "fixed"}
FIFTH = FIXED | {"fifth-copy": "allowed"}
PLAYERS = Path(__file__).parents[1] / "policies" / "players"


@cache
def rules_of(options: tuple[tuple[str, str], ...]) -> Variant:
    return load(SLUG, options=dict(options))


def scored(engine: str, options: dict[str, str], imagined: str, hand: str, win: str, by: str = "self", **more: Any) -> dict[str, Any]:
    """A hand of seat 0's, who wins by himself or on seat 1's tile."""
    case = {"id": "hand", "hand": hand, "win": win, "by": by, "seat": 0, "imagined": imagined, **more}
    return SCORE[engine](rules_of(tuple(options.items())), case | ({} if by == "self" else {"from": 1}))


# --- hands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("hand", "win", "kinds"),
    [
        ("1236m456p78955s", "8m", "7m"),  # between 6m and 8m
        ("123678m456p789s", "E", "E"),  # the pair of a single tile
        ("123m456p7899sCC", "9s", "C69s"),  # CCC and 99s, or CC with 999s or 678s
        ("19m19p19sESWNCF", "F", "P"),  # the last of thirteen orphans
        ("123456m456p45s9s", "9s", "36s"),  # either end of 45s
        ("123456m456p45s9s", "8s", ""),  # two tiles short
    ],
)
def test_it_completes_a_win_as_the_kind_that_was_fixed_and_no_other(engine: str, hand: str, win: str, kinds: str) -> None:
    won = [kind for kind in range(KINDS) if scored(engine, FIXED, NAMES[kind], hand, win)["win"]]
    assert won == sorted(parse_tiles(kinds))


@pytest.mark.parametrize("engine", SCORE)
def test_the_rows_are_those_of_the_kind(engine: str) -> None:
    """123m 456p 789s and CCC 99s, a pung of a dragon; or 999s CC, nothing."""
    dragons = scored(engine, FIXED, "C", "123m456p7899sCC", "9s")
    assert (dragons["value"], sorted(dragons["items"]), dragons["deltas"]) == (2, ["ji-hu", "san-yuan", "zi-mo"], [12, -4, -4, -4])
    nines = scored(engine, FIXED, "9s", "123m456p7899sCC", "9s")
    assert (nines["value"], sorted(nines["items"]), nines["deltas"]) == (1, ["ji-hu", "zi-mo"], [6, -2, -2, -2])


MELDED = ("123m789s46pE", "E")
HELD = ("123m789s5555p23s", "1s")


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("options", "hand", "meld", "value"),
    [
        (FIXED, MELDED, "pung 555p<1", 1),  # three real ones in a meld
        (FIXED, MELDED, "kong-exposed 5555p<1", None),
        (FIFTH, MELDED, "kong-exposed 5555p<1", 1),
        (FIXED, HELD, "", None),  # 555p and a pair of 5p with the fifth
        (FIFTH, HELD, "", 1),
    ],
)
def test_four_real_tiles_leave_it_nothing_unless_it_may_be_the_fifth(
    engine: str, options: dict[str, str], hand: tuple[str, str], meld: str, value: int | None
) -> None:
    found = scored(engine, options, "5p", *hand, melds=[meld] if meld else [])
    assert (found["win"], found["value"]) == (value is not None, value)


@pytest.mark.parametrize("engine", SCORE)
def test_twelve_tiles_out_and_the_imagined_one_waits_for_its_own_kind_at_the_feeders_cost(engine: str) -> None:
    melds = ["chow 123m<3", "chow 456p<3", "chow 789s<3", "pung EEE<2"]
    # chicken hand 0, own wind 1, round wind 1, self-draw 1: three shares of 8, all from who gave the fourth meld
    found = scored(engine, FIXED, "5m", "", "5m", melds=melds)
    assert (found["value"], found["deltas"]) == (3, [24, 0, -24, 0])
    assert not scored(engine, FIXED, "5m", "", "4m", melds=melds)["win"]


@pytest.mark.parametrize("engine", SCORE)
@pytest.mark.parametrize(
    ("options", "more", "said"),
    [
        (FIXED, {}, 'seat 0 has imagined nothing; allowed: the kind it has fixed, for example "imagined": "5m"'),
        (FIXED, {"imagined": "f1"}, 'imagined is "f1"; allowed: no flower'),
        (FIXED, {"imagined": "0m"}, "tile '0m'"),
        ({}, {"imagined": "5m"}, "imagined is 5m; allowed: none: jiangnan-xinhuang fixes no imagined joker"),
    ],
)
def test_what_was_imagined_must_be_said_just_where_it_is_fixed(
    engine: str, options: dict[str, str], more: dict[str, str], said: str
) -> None:
    case = {"id": "hand", "hand": "1236m456p78955s", "win": "8m", "by": "self", "seat": 0, **more}
    with pytest.raises(NotationError) as caught:
        SCORE[engine](load(SLUG, options=options), case)
    assert said.replace("'", "").replace('"', "") in str(caught.value).replace("'", "").replace('"', "")


def test_a_hand_is_scored_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["score", SLUG, "1236m456p78955s", "8m", "--set", "option.imagined=fixed"]
    assert main([*command, "--imagined", "7m"]) == 0
    assert "1236m456p78955s (imagined 7m 心皇) + 8m" in capsys.readouterr().out
    assert main([*command, "--imagined", "6m"]) == 1
    assert main(command) == 2
    assert "seat 0 has imagined nothing" in capsys.readouterr().err


def test_many_hands_are_scored_at_once_with_what_each_has_imagined() -> None:
    hands = {"hand": ["1236m456p78955s"] * 3, "win": ["8m"] * 3, "imagined": ["7m", "6m", "7m"], "by": ["self", "self", "discard"]}
    found = score_frame(load(SLUG, options=FIXED), hands)
    assert (found["win"].to_list(), found["value"].to_list()) == ([True, False, True], [2, None, 1])
    for options, imagined in ((FIXED, {}), ({}, {"imagined": ["7m"] * 3})):
        with pytest.raises(MjsimError, match="imagined is impossible"):
            score_frame(load(SLUG, options=options), {"hand": hands["hand"], "win": hands["win"], **imagined})


@pytest.mark.parametrize("options", [FIXED, FIFTH])
def test_random_hands_with_every_kind_are_the_same_by_both_engines(options: dict[str, str]) -> None:
    variant = load(SLUG, options=options)
    dealer, wins = Dealer(program_of(variant), 3), 0
    for _ in range(60):
        case = dealer.case()
        found = [SCORE["kernels"](variant, case | {"imagined": NAMES[kind]}) for kind in range(KINDS)]
        won = [kind for kind in range(KINDS) if found[kind]["win"]]
        wins += len(won)
        for kind in {*won[:4], dealer.rng.randrange(KINDS)}:
            again = SCORE["referee"](variant, case | {"imagined": NAMES[kind]})
            assert all(again[key] == found[kind][key] for key in ("win", "value", "items", "deltas")), (case, NAMES[kind])
    assert wins > 30


# --- play -------------------------------------------------------------------------------------------------------------


class Imagined(Watch):
    """What was imagined, what it played in wins, and whether a claim or discard ever needed it."""

    def __init__(self) -> None:
        self.kinds: dict[int, int] = {}
        self.wins = 0

    def decided(self, table: Table, seat: int, act: Act, options: Sequence[Act]) -> None:
        real = Counter(table.holds(table.seats[seat]))
        for option in options:
            if option.code == Code.DISCARD:
                assert real[option.kind]
            if option.code == Code.CONCEALED_KONG:
                assert real[option.kind] == 4
        if act.code == Code.IMAGINE:
            assert not any(player.own_discards for player in table.seats) and seat not in self.kinds and len(options) == 34
            self.kinds[seat] = act.arg

    def won(self, table: Table, win: WonTile, verdict: Verdict, paid: Sequence[int]) -> None:
        assert verdict.best is not None and verdict.best.arrangement is not None
        arrangement = verdict.best.arrangement
        played = [kind for group in arrangement.groups for kind, fill in zip(group.kinds, group.fill, strict=True) if fill]
        if arrangement.shape == "standard":
            assert played == [self.kinds[win.seat]]
            owned = Counter(kind for group in arrangement.groups for kind in group.kinds)
            assert owned[played[0]] <= 4 + (table.variant.jokers.copies == 0)
        self.wins += 1


def replayed(hand: Played) -> Imagined:
    watch = Imagined()
    assert not hand.fault(watch=watch)
    assert len(watch.kinds) == 4
    return watch


@pytest.mark.parametrize("options", [FIXED, FIFTH])
@pytest.mark.parametrize(
    ("policies", "hands", "settings"),
    [
        (["random"], 60, {}),
        (["speed"], 60, {}),
        (["speed", "random"], 40, {"per_seat": True}),
        (["speed"], 2, {"matches": True}),
        pytest.param(["value", "careful", "speed", "random"], 60, {}, marks=pytest.mark.verify),
    ],
)
def test_both_engines_play_it(options: dict[str, str], policies: list[str], hands: int, settings: dict[str, bool]) -> None:
    rules = compile_variant(load(SLUG, options=options))
    wins = sum(replayed(hand).wins for hand in played_by(rules, 31, 0, hands, policies, **settings))
    assert wins >= (0 if policies == ["random"] else hands // 2)


@pytest.mark.verify
@pytest.mark.parametrize("options", [FIXED, FIFTH, FIXED | {"own-discards": "pung-too", "chow": "none"}])
@pytest.mark.parametrize(("policies", "hands"), [(["random"], 3000), (["speed"], 3000), (["value", "careful"], 400)])
def test_both_engines_play_thousands_of_hands_of_it(options: dict[str, str], policies: list[str], hands: int) -> None:
    rules = compile_variant(load(SLUG, options=options))
    assert sum(replayed(hand).wins for hand in played_by(rules, 32, 0, hands, policies))


OTHERS = [
    ("mcr", 4),  # a minimum, knitted straights
    ("xiangyang-kawuxing", 4),  # hands shown, three players
    ("changsha", 4),  # open kongs
    ("chengdu-xuezhan", 0),  # void suits, exchange, many winners
    pytest.param("tuidaohu", 0, marks=pytest.mark.verify),  # ready declared, misfits
    pytest.param("taiyuan-lisi", 4, marks=pytest.mark.verify),  # standing tiles
]


@pytest.mark.parametrize(("slug", "copies"), OTHERS)
def test_other_variants_may_have_it(slug: str, copies: int) -> None:
    changes = {"deal.hand": 12, "jokers.virtual": 1, "jokers.imagined": "fixed", "jokers.copies": copies}
    rules = compile_variant(load(slug, sets=changes))
    for policies in (["random"], ["speed", "random"]):
        assert [fault for hand in played_by(rules, 33, 0, 25, policies) if (fault := hand.fault())] == []


SORTS = ("", "chow", "pung", "kong-exposed", "kong-added", "kong-concealed")


def test_waits_are_those_of_the_kind() -> None:
    """What the kernels take for waits when a hand ends, against readings of the referee."""
    for options in (FIXED, FIFTH):
        variant = load(SLUG, options=options)
        program, book, ready, fifths, useless = program_of(variant), book_of(variant), 0, 0, 0
        arrays = Arrays(program, policies_for("speed", 4), per_seat=False, log=False)
        out = np.zeros((1, series.HAND_WORDS), np.int64)
        for number in range(250):
            series.play_independent(arrays.image, arrays.table, arrays.state, 8, number, arrays.policies, out)
            arrays.empty()
            for seat in range(4):
                t, s = L.T_SIZE + seat * L.S_SIZE, S.SEATS + seat * S.SEAT_SIZE
                held = arrays.table[t + L.S_HELD : t + L.S_HELD + KINDS]
                words = arrays.table[t + L.S_MELD : t + L.S_MELD + arrays.table[t + L.S_MELDS]].tolist()
                if held.sum() + 3 * len(words) != 12 or arrays.table[L.T_SEAT] == seat:
                    continue  # the winner has the tile that he drew
                tiles, imagined = tuple(np.repeat(np.arange(KINDS), held).tolist()), int(arrays.table[t + L.S_IMAGINED]) // 8 - 1
                melds = tuple(Meld(SORTS[word & 255], tuple(k for i in (8, 16, 24, 32) if (k := word >> i & 63) < 63)) for word in words)
                kinds = completing_kinds(book, tiles, melds, (), imagined)
                waits = sum(1 << kind for kind in kinds if is_complete(book, Holding(tiles, melds, kind, False, (), imagined)))
                found = int(arrays.state[s + S.WAITS])
                if options == FIXED or held[imagined] < 3:
                    assert found == waits, (number, seat)
                else:
                    assert waits & ~found == 0  # the scorer judges what may be a fifth
                    fifths += 1
                ready += waits != 0
                owned = held[imagined] + sum(meld.tiles.count(imagined) for meld in melds)
                useless += owned == 3 and bool(melds)
        assert ready > 150
        assert fifths if options == FIFTH else useless


def test_speed_imagines_what_leaves_fewest_tiles_missing_and_most_live_useful_ones() -> None:
    rules = compile_variant(load(SLUG, options=FIXED))
    chosen = set()
    for hand in played_by(rules, 34, 0, 60, ["speed"]):
        wall = hand.settings()["wall"]
        for seat, code, kind, options in hand.acts[1:4]:  # seat 0 has a tile more
            assert (code, options) == (Code.IMAGINE, 34)
            dealt = np.bincount(wall[12 * seat : 12 * seat + 12], minlength=KINDS)
            kinds = [other for other in range(KINDS) if dealt[other] < 4]
            hands = np.array([dealt + np.eye(KINDS, dtype=int)[other] for other in kinds])
            missing = deficiency(hands, forms=("standard", "orphans")).tolist()
            live = useful_tiles(hands, forms=("standard", "orphans"), unseen=np.tile(4 - dealt, (len(kinds), 1)))[1].tolist()
            assert kind == max(zip(kinds, missing, live, strict=True), key=lambda entry: (-entry[1], entry[2], -entry[0]))[0]
            chosen.add(kind)
    assert len(chosen) > 20


# --- records ----------------------------------------------------------------------------------------------------------


def test_the_referee_refuses_a_kind_that_is_none_a_second_choice_and_none_at_all() -> None:
    rules = compile_variant(load(SLUG, options=FIXED))
    (hand,) = played_by(rules, 35, 0, 1, ["speed"])
    assert [code for _, code, _, _ in hand.acts].count(Code.IMAGINE) == 4
    first, *rest = hand.acts
    for acts, said in (
        ([(0, Code.IMAGINE, 34, 34), *rest], "may not IMAGINE 34"),
        ([(0, Code.IMAGINE, first[2], 33), *rest], "had 33 options in the record, 34 by the rules"),
        (rest, "seat 1 acts where seat 0 has to decide"),
        ([*hand.acts[:4], (0, Code.IMAGINE, 5, 34), *hand.acts[4:]], "options in the record"),
        ([*hand.acts[:4], (0, Code.IMAGINE, 5, hand.acts[4][3]), *hand.acts[4:]], "may not IMAGINE 5"),
    ):
        with pytest.raises(IllegalAct, match=said):
            replay(rules.variant, decisions=acts, **hand.settings())


def test_another_kind_would_not_have_won() -> None:
    """The winner's record with another kind imagined: the win is refused."""
    rules = compile_variant(load(SLUG, options=FIXED))
    for hand in played_by(rules, 36, 0, 5, ["speed"]):
        winner = hand.wins[0]["seat"]
        other = [(s, c, (a + 9) % 27 if (s, c) == (winner, Code.IMAGINE) else a, n) for s, c, a, n in hand.acts]
        with pytest.raises(IllegalAct):
            replay(rules.variant, decisions=other, **hand.settings())


def test_transcripts_and_pages_tell_it() -> None:
    variant = load(SLUG, options=FIXED)
    (hand,) = played_by(compile_variant(variant), 37, 0, 1, ["speed"])
    text = transcript(variant, decisions=hand.acts, **hand.settings())
    kind = hand.acts[2][2]
    assert f"  西 West imagines {NAMES[kind]} " in text and "心皇" in text


def test_the_page_of_the_rules_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", SLUG, "--set", "option.imagined=fixed"]) == 0
    assert "After the deal he fixes its kind, which nobody else learns" in capsys.readouterr().out


# --- policies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["speed", str(PLAYERS / "anything.py"), pytest.param("value", marks=pytest.mark.verify)])
def test_what_others_imagine_and_hold_does_not_matter(policy: str) -> None:
    seen, again = (decisions(SLUG, policy, 5, shuffled, imagined="fixed") for shuffled in (False, True))
    assert len(seen) > 60
    assert seen == again


CHOOSES = """
from mjsim.policies.own import IMAGINE, SPEED, deficiency

def choose(view, options, kind=31):
    if view.asked == IMAGINE:
        if view.imagined != -1 or len(options) != 34 or options[int(kind)].arg != kind:
            raise ValueError("asked something else")
        return int(kind)
    if view.imagined != kind or view.jokers:
        raise ValueError("something else was imagined")
    if view.missing != deficiency(view, view.hand, view.sets):
        raise ValueError("deficiency is another than that of the hand")
    return SPEED
"""


def test_a_policy_of_ones_own_chooses_and_sees_its_own(tmp_path: Path) -> None:
    (tmp_path / "chooses.py").write_text(CHOOSES, "utf-8")
    rules = compile_variant(load(SLUG, options=FIXED))
    names = policies_for(f"{tmp_path / 'chooses.py'},{tmp_path / 'chooses.py'}:kind=4,speed,random", 4)
    for hand in played_by(rules, 38, 0, 30, names):
        assert not hand.fault()
        kinds = {(hand.hand["dealer"] + seat) % 4: kind for seat, code, kind, _ in hand.acts[:4] if code == Code.IMAGINE}
        assert (kinds[0], kinds[1]) == (KIND_OF["C"], KIND_OF["5m"])


def test_who_leaves_everything_to_speed_imagines_as_speed_does() -> None:
    program = program_of(load(SLUG, options=FIXED))
    one, other = (play_hands(program, 39, 0, 100, policies_for(name, 4)) for name in (str(PLAYERS / "mirror.py"), "speed"))
    assert one.faults == other.faults == []
    assert all(np.array_equal(one.hands[name], other.hands[name]) for name in one.hands)
