"""洛書 with four of each flower: nine classes of heads, by both engines, with amounts worked out from what the source says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import mjsim as mj
from mjsim.api import run
from mjsim.compile import compile_variant
from mjsim.compile.targets import aim_of
from mjsim.errors import NotationError
from mjsim.hands import Meld
from mjsim.kernels import likeness as K
from mjsim.referee.acts import Act
from mjsim.referee.table import Table
from mjsim.referee.transcript import transcript
from mjsim.referee.watch import Watch
from mjsim.run.sample import replayed
from mjsim.store.dataset import scan
from mjsim.tiles import KIND_OF, parse_tiles
from mjsim.variant import Variant, copies_of, load, total_tiles
from tests.catalog.test_agreements import SCORE
from tests.referee.engines import played_by

FOUR = {"flowers": "four-each"}
ALL = FOUR | {"green-and-white": "140-tiles"}
OTHERS = FOUR | {"sets": "eight-lines", "stakes": "giver-only"}
HEADS = ["E", "S", "W", "N", "C", "f1", "f2", "f3", "f4"]

each_engine = pytest.mark.parametrize("engine", SCORE)


def scored(engine: str, rules: Variant, hand: str, win: str, **more: Any) -> dict[str, Any]:
    """A hand of seat 0's, who has declared ready with three chips; by himself, or `on` whose discard."""
    giver = more.pop("on", None)
    case = {"id": "hand", "hand": hand, "win": win, "by": "self", "seat": 0, "flags": ["ready"], "stake": 3, **more}
    return SCORE[engine](rules, case if giver is None else case | {"by": "discard", "from": giver})


@pytest.mark.parametrize(("options", "tiles"), [({}, 132), (FOUR, 144), (ALL, 152), ({"green-and-white": "140-tiles"}, 140)])
def test_the_set(options: dict[str, str], tiles: int) -> None:
    rules = load("luoshu", options=options)
    assert total_tiles(rules) == tiles
    assert options == {} or "flowers" not in options or [copies_of(rules)[KIND_OF[head]] for head in HEADS] == [4] * 9


@each_engine
@pytest.mark.parametrize("options", [FOUR, ALL], ids=["144", "152"])
@pytest.mark.parametrize(
    ("hand", "win", "won"),
    [
        ("159m168p249s267sf1", "f1", True),
        ("159m168p249s267sf1", "f2", False),  # any two flowers are a pair where all are one class
        ("159m168p249s267sf4", "f4", True),
        ("159m16sf1f1f2f2f2f3f3f3", "8s", True),
        ("159m16sf1f1f2f2f3f3f3f4", "8s", False),
        ("f1f1f1f2f2f2f3f3f3f4f4f4E", "E", True),
        ("EEESSSWWWNNNf3", "f3", True),
        ("159m168p249sf1f2f2f2", "f1", True),
        ("159m168p249sf1f2f3f4", "f1", False),
        ("159m168p249sCCCf2", "C", False),  # four of a head without a kong are no pair and set
        ("159m168p249s16sf2f2", "8s", True),
    ],
)
def test_each_flower_is_a_class_of_heads(engine: str, options: dict[str, str], hand: str, win: str, won: bool) -> None:
    found = scored(engine, load("luoshu", options=options), hand, win)
    assert (found["win"], found["value"], found["deltas"]) == ((True, 3, [9, -3, -3, -3]) if won else (False, None, [0, 0, 0, 0]))


@each_engine
def test_flowers_make_melds_and_ready_losers_pay_their_stakes(engine: str) -> None:
    rules = load("luoshu", options=FOUR)
    melds = ["pung f2f2f2<3", "kong-concealed f4f4f4f4", "kong-exposed f3f3f3f3<2"]
    loser = {"seat": 2, "hand": "159m168p249s267sf1", "ready": True, "stake": 4}
    assert scored(engine, rules, "16sf1f1", "8s", melds=melds, on=1)["deltas"] == [3, -3, 0, 0]
    assert scored(engine, rules, "16sf1f1", "8s", melds=melds, on=1, others=[loser])["deltas"] == [7, -3, -4, 0]
    assert scored(engine, rules, "16sf1f1", "8s", melds=melds, on=2, others=[loser])["deltas"] == [7, 0, -7, 0]
    rules = load("luoshu", options=OTHERS)
    assert scored(engine, rules, "16sf1f1", "8s", melds=melds, on=1, others=[loser])["deltas"] == [3, -3, 0, 0]
    assert scored(engine, rules, "16sf1f1", "8s", melds=melds, on=2, others=[loser])["deltas"] == [7, 0, -7, 0]


@each_engine
def test_idle_tiles_stay_idle_beside_nine_classes(engine: str) -> None:
    rules = load("luoshu", options=ALL)
    assert not scored(engine, rules, "159m168p249s267sP", "P")["win"]
    assert not scored(engine, rules, "159m168p249sf1f1PP", "P")["win"]
    with pytest.raises(NotationError, match="P is not in the set"):
        scored(engine, load("luoshu", options=FOUR), "159m168p249s267sP", "P")
    with pytest.raises(NotationError, match="5 tiles f3, the set has 4"):
        scored(engine, rules, "159m168p249sf3f3f3f3", "f3")


@each_engine
def test_flowers_that_are_laid_out_are_not_held(engine: str) -> None:
    with pytest.raises(NotationError, match="f1 among the concealed tiles"):
        scored(engine, load("mcr"), "123m456p789sEE6mf1", "8m")


class Flowers(Watch):
    """Melds of flowers, and whether a concealed hand ever had an idle tile at a win."""

    def __init__(self) -> None:
        self.melds: Counter[str] = Counter()

    def melded(self, table: Table, seat: int, meld: Meld) -> None:
        if meld.tiles[0] >= KIND_OF["f1"]:
            assert len(set(meld.tiles)) == 1
            self.melds[meld.sort] += 1

    def decided(self, table: Table, seat: int, act: Act, options: Sequence[Act]) -> None:
        assert not any(option.code.name == "CONCEALED_KONG" and option.arg == KIND_OF["P"] for option in options)


def alike(options: dict[str, str], who: Sequence[str], hands: int, seed: int = 22) -> tuple[Flowers, Counter[int]]:
    """Hands by both engines: melds of flowers, and kinds won on."""
    watch, won = Flowers(), Counter[int]()
    for hand in played_by(compile_variant(load("luoshu", options=options)), seed, 0, hands, who):
        assert not hand.fault(watch=watch)
        won.update(win["tile"] for win in hand.wins)
    return watch, won


@pytest.mark.parametrize("options", [FOUR, ALL], ids=["144", "152"])
def test_both_engines_play_it_alike(options: dict[str, str]) -> None:
    watch, _ = alike(options, ["random"], 25)
    assert watch.melds["pung"] > 1
    watch, won = alike(options, ["speed", "value", "careful", "speed"], 30)
    assert watch.melds["pung"] > 0
    assert any(kind >= KIND_OF["f1"] for kind in won) and KIND_OF["P"] not in won


@pytest.mark.verify
@pytest.mark.parametrize("options", [FOUR, ALL, OTHERS], ids=["144", "152", "lines"])
@pytest.mark.parametrize("who", ["random", "speed", "value", "careful"])
def test_both_engines_play_thousands_of_hands_alike(options: dict[str, str], who: str) -> None:
    watch, won = alike(options, [who], 3000, seed=31)
    assert {"pung", "kong-exposed", "kong-added", "kong-concealed"} <= set(watch.melds)
    flowers = {KIND_OF[f"f{i}"] for i in range(1, 5)}
    assert flowers & set(won) and (who == "random" or flowers <= set(won))  # random players win few hands


OWN = """
extends = "luoshu"
slug = "own"
zh = "自家洛書"
en = "own"
[chosen]
flowers = "four-each"
[rows]
god = { zh = "財神", en = "god", when = 'pung in "f1"', value = 5 }
cats = { zh = "貓", en = "cats", when = 'pair in "f3"', value = 10 }
red = { zh = "紅", en = "red", when = "tiles(dragons) == 3 and kinds(honors) == 1", value = 20 }
kinds = { zh = "花", en = "flowers", each = "kinds(flowers)", value = 100 }
own = { zh = "正花", en = "own flower", when = "pung in own_flowers", value = 1000 }
rest = { zh = "餘", en = "no heads", when = "only(~flowers & ~honors | dragons | \\"f1f3\\")", value = 10000 }
"""


@each_engine
def test_rows_of_ones_own_mean_the_flowers_that_they_name(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, "utf-8")
    rules = load(file)
    found = scored(engine, rules, "159m168pf1f1f1CCCf3", "f3")
    assert sorted(found["items"]) == ["cats", "god", "kinds", "kinds", "own", "red", "rest", "stake"]
    assert found["value"] == 3 + 5 + 10 + 20 + 2 * 100 + 1000 + 10000
    found = scored(engine, rules, "159m168pf1f1f1CCCf3", "f3", seat=1)
    assert sorted(found["items"]) == ["cats", "god", "kinds", "kinds", "red", "rest", "stake"]
    found = scored(engine, rules, "159m168pf4f4f4EEEf2", "f2")
    assert sorted(found["items"]) == ["kinds", "kinds", "stake"]


def test_who_aims_for_a_flower_aims_for_that_flower(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, "utf-8")
    rules = load(file)
    aim = aim_of(rules, "god")
    assert aim is not None
    (target,) = aim.targets
    assert target[K.NEEDS] == 1 and target[K.NEED] == 32 | 3 << 8  # the place behind the red dragon


def test_columns_and_transcripts_name_the_flowers(tmp_path: Path) -> None:
    data = run("luoshu", hands=150, seed=3, out=tmp_path / "run", rules={"option.flowers": "four-each"})
    won = set(scan(data.folder, "wins").select(pl.col("tile").cast(pl.String)).collect().to_series())
    assert {"f1", "f2", "f3", "f4"} & won and not {"F", "P"} & won
    assert all(not fault for _, fault in replayed(data.folder, 20))
    rules = compile_variant(load("luoshu", options=FOUR))
    told = "".join(transcript(rules.variant, decisions=hand.acts, **hand.settings()) for hand in played_by(rules, 3, 0, 3, ["speed"]))
    assert "f3 貓" in told and "f1 財神" in told


def test_many_hands_are_scored_at_once() -> None:
    hands = ["159m168p249s267sf1", "159m16sf1f1f2f2f2f3f3f3", "159m168p249s267sf1", "16sf1f1"]
    melds = [[], [], [], ["pung f2f2f2", "kong-concealed f4f4f4f4", "kong-exposed f3f3f3f3"]]
    columns: dict[str, Any] = {"hand": hands, "win": ["f1", "8s", "f2", "8s"], "melds": melds, "flags": [["ready"]] * 4}
    rules = load("luoshu", options=FOUR)
    assert mj.score(rules, columns)["win"].to_list() == [True, True, False, True]
    del columns["hand"]
    columns["tiles"] = np.array([np.bincount(parse_tiles(hand), minlength=38) for hand in hands])
    assert mj.score(rules, columns)["win"].to_list() == [True, True, False, True]


HEADS_OF = {"tiles.dragons": "C", "tiles.flowers": 4, "tiles.flower_copies": 4, "tiles.bonus": ""}
PLAIN = {"win.shapes": ["standard"]}


@pytest.mark.parametrize(
    ("slug", "sets", "tiles"),
    [("simplest", PLAIN, 144), ("simplest", PLAIN | {"tiles.idle": 8}, 152), ("taiwan16", {"win.flower_win": False}, 144)],
)
def test_other_variants_can_have_them(slug: str, sets: dict[str, Any], tiles: int) -> None:
    rules = load(slug, sets=HEADS_OF | sets)
    assert total_tiles(rules) == tiles
    for who in ("random", "speed"):
        for hand in played_by(compile_variant(rules), 6, 0, 12, [who]):
            assert not hand.fault()
