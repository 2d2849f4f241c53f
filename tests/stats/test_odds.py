"""Odds: exact values, splitting against them, and simulation against splitting."""

from __future__ import annotations

import json

import numba
import numpy as np
import pytest

import mjsim as mj
from mjsim.cli import main
from mjsim.compile import compile_variant
from mjsim.compile.targets import Aim, aim_of
from mjsim.errors import MjsimError
from mjsim.exact.rows import dealt
from mjsim.kernels import likeness as K
from mjsim.kernels.memory import int64_at
from mjsim.stats.estimate import Estimate
from mjsim.stats.odds import QUESTIONS, Effort, odds
from mjsim.stats.scenes import GOAL, Alone, AtTable
from mjsim.stats.splitting import levels_by_pilot, split
from mjsim.tiles import counts_of, format_tiles, parse_tiles
from mjsim.variant.load import load


def missing(aim: Aim, hand: str) -> int:
    """Tiles that a hand misses of its nearest target, counted once more in plain Python."""
    have = counts_of(parse_tiles(hand))
    best = 99
    for row in aim.targets.tolist():
        needs = [(need & 255, need >> 8) for need in row[K.NEED : K.NEED + row[K.NEEDS]]]
        used = [min(have[kind], count) for kind, count in needs]
        spare = sum(have[k] for k in range(34) if row[K.MASK] >> k & 1)
        spare -= sum(n for (kind, _), n in zip(needs, used, strict=True) if row[K.MASK] >> kind & 1)
        common = sorted((min(have[k], row[K.TOP_C]) for k in range(34) if row[K.TOP_MASK] >> k & 1), reverse=True)
        best = min(best, row[K.SIZE] - sum(used) - min(row[K.FREE], spare) - sum(common[: row[K.TOP_N]]))
    return max(best, 0)


@pytest.mark.parametrize(
    ("row", "hand", "expected"),
    [
        ("big-four-winds", "EEESSSWWWNN55m7s", 1),
        ("nine-gates", "1112345678999m1p", 0),
        ("nine-gates", "1112345678899m1p", 1),
        ("all-green", "22334466888sFF1m", 1),
        ("four-kongs", "1111m2222p3333s44s", 2),
        ("thirteen-orphans", "19m19p19sESWNCF55m", 2),
        ("pure-straight", "123456m789p11235s", 3),
        ("seven-pairs", "1122334455667m8p", 1),
        ("little-four-winds", "EEESSSWWWN1234m", 1),
        ("four-concealed-pungs", "111222333m45678p", 2),
        ("mixed-straight", "123m456p789s1234s", 0),
        ("full-flush", "12345678m123456p", 6),
    ],
)
def test_what_is_missing_to_a_row(row: str, hand: str, expected: int) -> None:
    aim = aim_of(load("mcr"), row)
    assert aim is not None
    assert missing(aim, hand) == expected


def test_kernels_count_the_same() -> None:
    @numba.njit
    def counted(array, count, hands, out):  # type: ignore[no-untyped-def]  # compiled
        for i in range(len(hands)):
            out[i] = K.nearest(int64_at(array.ctypes.data), count, hands[i], 0, 0)[0]

    rng = np.random.default_rng(3)
    for row in ("nine-gates", "all-green", "four-kongs", "little-four-winds", "mixed-triple-chow", "all-even-pungs", "seven-shifted-pairs"):
        aim = aim_of(load("mcr"), row)
        assert aim is not None
        hands = rng.multivariate_hypergeometric([4] * 34, 14, size=100)
        hands[::2] = rng.multivariate_hypergeometric([4] * 9 + [0] * 18 + [1] * 7, 14, size=50)
        out = np.empty(len(hands), np.int64)
        counted(aim.array(0.02), len(aim.targets), np.pad(hands.astype(np.int64), ((0, 0), (0, 2))), out)  # 36 places
        assert out.tolist() == [missing(aim, format_tiles(k for k, n in enumerate(hand) for _ in range(n))) for hand in hands.tolist()]


@pytest.mark.parametrize("row", ["self-drawn", "last-tile", "edge-wait", "flower-tiles", "chicken-hand"])
def test_rows_that_say_nothing_of_tiles_have_no_targets(row: str) -> None:
    assert aim_of(load("mcr"), row) is None


def test_rows_of_the_deal() -> None:
    found = [aim_of(load("hongkong"), row) for row in ("tian-hu", "di-hu")]
    assert [aim.deal for aim in found if aim is not None] == ["dealer", "others"]


def test_heavenly_hands_are_counted() -> None:
    """All complete hands of sets or pairs, and thirteen orphans."""
    found = dealt(load("hongkong"), "tian-hu")
    assert found is not None
    ways, total = found[1]
    assert total == 4250305029168216000
    assert 3.0e-6 < ways / total < 3.1e-6  # about one in 330,000
    assert dealt(load("chengdu-xuezhan"), "tian-hu") is None  # a suit is void


def test_heavenly_hands_are_found_by_weighted_hands() -> None:
    """As often as counted; the dealer has no reason to pass one."""
    found = odds(load("hongkong"), "tian-hu", ["dealt", "table"], effort=Effort(hands=20_000, level=0.999))
    exact, table = found["dealt"].estimate, found["table"].estimate
    assert exact is not None and table is not None
    assert table.low < exact.value < table.high < 1.2 * table.low
    assert table.method.startswith("weighted hands")


def split_deal(row: str, particles: int) -> tuple[Estimate, float]:
    """The chance that 14 tiles are a complete hand with the row, by splitting as they come one by one, and as counted."""
    variant = load("mcr")
    aim = aim_of(variant, row)
    counted = dealt(variant, row)
    assert aim is not None and counted is not None
    scene = Alone(variant, aim, draws=1)  # his first draw is the fourteenth tile
    levels = levels_by_pilot(scene, GOAL, particles=2000)
    ways, total = counted[1]
    return split(scene, levels, particles=particles, repetitions=20, level=0.999).estimate, ways / total


@pytest.mark.parametrize("row", ["mixed-straight", "thirteen-orphans"])
def test_splitting_against_counted_deals(row: str) -> None:
    """One in twenty million, and in three billion."""
    found, exact = split_deal(row, 1000)
    assert found.low < exact < found.high < 4 * exact


@pytest.mark.verify
@pytest.mark.parametrize("row", ["pure-straight", "nine-gates", "quadruple-chow", "full-flush", "all-green", "big-four-winds"])
def test_splitting_against_rare_counted_deals(row: str) -> None:
    """Down to one in 300 million million."""
    found, exact = split_deal(row, 20_000)
    assert found.low < exact < found.high < 4 * exact


@pytest.mark.verify
def test_splitting_against_plain_simulation_at_a_table() -> None:
    """All green for who aims for it, seven in ten thousand."""
    variant = load("mcr")
    scene = AtTable(compile_variant(variant), aim_of(variant, "all-green"), "all-green", aiming=True)
    heights, _ = scene.rise(scene.start(150_000, np.random.default_rng(8)), GOAL)
    plain = (heights >= GOAL).mean()
    found = split(scene, levels_by_pilot(scene, GOAL), particles=1000, repetitions=20, level=0.95)
    error = np.hypot(found.spread * found.estimate.value / np.sqrt(20), np.sqrt(plain / 150_000))
    assert abs(found.estimate.value - plain) < 3.5 * error < 0.5 * plain


def test_who_aims_gets_it_more_often_and_sooner_with_more_draws() -> None:
    effort = Effort(hands=12_000, workers=2)
    found = odds(load("mcr"), "full-flush", ["alone", "aimed", "table"], effort=effort)
    alone, aimed, table = (found[question].estimate for question in ("alone", "aimed", "table"))
    assert alone is not None and aimed is not None and table is not None
    assert aimed.low > alone.high  # claims help
    assert aimed.low > table.high / 4  # four players might have it by chance
    curve = [estimate.value for estimate in found["alone"].by_draw.values()]
    assert curve == sorted(curve) and 0 < curve[-1] == alone.value


def test_a_waiting_hand_draws_as_counted() -> None:
    """Alone with 18 draws on thirteen orphans dealt: the chance of one of so many live tiles is known (solo.136.k39.dD)."""
    from mjsim.exact.ids import exact_value

    variant = load("mcr")
    aim = aim_of(variant, "thirteen-orphans")
    assert aim is not None
    hand = parse_tiles("19m19p19sESWNCFP")
    scene = Alone(variant, aim, draws=5)
    rest = scene.tiles.tolist()
    for kind in hand:
        rest.remove(kind)
    rng = np.random.default_rng(7)
    walls = np.concatenate([np.tile(np.array(hand, np.int16), (20_000, 1)), rng.permuted(np.tile(rest, (20_000, 1)), axis=1)], axis=1)
    heights, _ = scene.rise(walls.astype(np.int16), GOAL)
    ways, total = exact_value("solo.136.k39.d5")
    assert abs((heights >= GOAL).mean() - ways / total) < 4 * 0.5 / np.sqrt(20_000)


def test_given_walls_play_the_hands_that_seeds_play() -> None:
    """Walls in the order of a seed's shuffle, and its numbers of hands, lead to the wins of a run."""
    from mjsim.kernels.engine import play_hands
    from mjsim.kernels.rng import WALL, shuffle, stream_key

    program = compile_variant(load("simplest"))
    row = next(iter(program.variant.rows))
    columns = play_hands(program, 1, 0, 300, ("speed",))
    scene = AtTable(program, None, row, ("speed",), seed=1)
    walls = np.zeros((300, len(scene.tiles) + 2), np.int16)
    for hand in range(300):
        tiles = scene.tiles.astype(np.int64)
        shuffle(stream_key(1, -1, hand, WALL), tiles, len(tiles))
        walls[hand, :-2], walls[hand, -2] = tiles, hand
    number = list(program.variant.rows).index(row)
    ends = columns.wins["rows_offsets"]
    with_row = {
        int(hand)
        for i, hand in enumerate(columns.wins["hand"])
        if number in columns.wins["rows_values"][ends[i] : ends[i + 1]]
    }
    assert set(np.flatnonzero(scene.rise(walls, GOAL)[0] >= GOAL).tolist()) == with_row
    assert with_row


def test_the_same_answer_for_any_number_of_workers() -> None:
    answers = [odds(load("mcr"), "all-types", ["table"], effort=Effort(hands=12_000, workers=w)).as_dict() for w in (1, 2)]
    assert answers[0] == answers[1]


def test_the_document_and_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "mcr", "big-four-winds", "--question", "dealt", "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)["rows"]
    [chance] = row["chances"]
    assert chance["estimate"]["method"] == "exact count (pattern.big_four_winds)"
    assert chance["estimate"]["count"] == 46080  # four pungs of four winds, and one of 30 pairs
    assert main(["odds", "mcr", "big-four-winds", "--question", "dealt"]) == 0
    assert "大四喜" in capsys.readouterr().out


def test_a_pattern_is_asked_for_as_a_row_would_be() -> None:
    effort = Effort(hands=12_000)
    pattern = odds(load("mcr"), "one_suit", ["dealt", "table"], effort=effort)
    row = odds(load("mcr"), "full-flush", ["dealt", "table"], effort=effort)
    assert [chance.estimate for chance in pattern.chances] == [chance.estimate for chance in row.chances]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mcr", "no-such-row"], "no row"),
        (["mcr", "suits =="], "no pattern"),
        (["mcr", "all-green", "--question", "often"], ", ".join(QUESTIONS)),
        (["mcr", "all-green", "--draws", "0"], "1 to 60"),
        (["mcr", "all-green", "--rel", "2"], "between 0 and 1"),
        (["mcr", "all-green", "--policy", "nobody"], "unknown policy"),
    ],
)
def test_what_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and err.count("\n") == 1


def test_the_api_refuses_too() -> None:
    with pytest.raises(MjsimError, match="no row"):
        mj.odds("mcr", "no-such-row", questions=["table"])
