"""Goals from gates: what is understood of the catalogue's gates, and that no goal excludes a hand that may be won."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mjsim.compile.aims import facts_of
from mjsim.compile.cases import program_of
from mjsim.compile.gates import plans_of
from mjsim.compile.plans import ANYTHING, Fact, Need, Plan, entry, ways_of
from mjsim.compile.records import Record
from mjsim.compile.shapes import columns_of, free_shapes, is_exact
from mjsim.hands import Seat, read_case
from mjsim.kernels import aims as A
from mjsim.kernels import layout as L
from mjsim.kernels import state as S
from mjsim.kernels.engine import Table
from mjsim.kernels.goal import find_goal
from mjsim.kernels.nearness import forms_missing, sets_missing
from mjsim.kernels.words import from_counts
from mjsim.tables.goals import BARRED
from mjsim.tiles import kind_set
from mjsim.variant import Variant, load

CASES = Path(__file__).parents[1] / "data" / "cases"
ALL = L.ALL_PLACES
TERMINALS = kind_set("19m19p19s")


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("simplest", [Plan()]),
        ("quemen-baoting", [Plan(suits=frozenset(range(7)))]),
        ("chengdu-xuezhan", [Plan(suits=frozenset(range(7)), void=True)]),
        ("jinan", [Plan(pairs=kind_set("258m258p258s"))]),
        ("hefei", [Plan(heavy=8)]),
        ("dongbei", [Plan(suits=frozenset({7}), needs=frozenset({Need(TERMINALS, False)}), opens="any")]),
        ("shenyang", [Plan(suits=frozenset({7}), needs=frozenset({Need(TERMINALS, False)}), opens="pung")]),
        ("yingkou", [Plan(suits=frozenset({7}), pairs=ALL & ~kind_set("28m28p28s"), needs=frozenset({Need(ALL, True)}))]),
        (
            "inner-mongolia",
            [
                Plan(needs=frozenset({Need(ALL, True), Need(TERMINALS, False)}), opens="any"),
                Plan(needs=frozenset({Need(ALL, True), Need(kind_set("CFP"), True)}), opens="any"),
            ],
        ),
        ("guangdong-jiping", [Plan()]),
        ("xuzhou", [Plan()]),
    ],
)
def test_what_is_understood(slug: str, expected: list[Plan]) -> None:
    """Yingkou's terminal is left to the legality check: three requirements of groups would take tables of hundreds of megabytes."""
    assert sorted(plans_of(load(slug), "standard"), key=repr) == sorted(expected, key=repr)


def gated(when: str) -> Variant:
    """The simplest variant with a gate."""
    return load("simplest").with_rules({"gates.odd": {"when": when, "why": "it is odd"}})


def test_a_gate_that_is_not_understood_restricts_nothing() -> None:
    assert plans_of(gated("waits == 1 and suits <= 2"), "standard") == (Plan(suits=frozenset(range(7))),)
    assert plans_of(gated("waits == 1 or suits <= 2"), "standard") == ANYTHING


def test_a_shape_that_a_gate_bars_is_no_goal() -> None:
    variant = gated("not pairs")
    assert plans_of(variant, "pairs") == ()
    assert plans_of(variant, "standard") == ANYTHING


def ways(plan: Plan, **facts: bool) -> tuple:
    """Ways of a plan in the simplest variant; named facts hold, all others do not."""
    known = {fact: False for fact in plan.facts_used()}
    names = {f"laid_{suit}": Fact(A.TOUCHES, 511 << 9 * i) for i, suit in enumerate("mps")} | {
        "void_m": Fact(A.VOID_IS, 0),
        "pung": Fact(A.HAS_PUNG, ALL),
    }
    known |= {names[name]: truth for name, truth in facts.items()}
    return ways_of(plan, columns_of(load("simplest")), known)


def test_ways_of_suit_rules() -> None:
    two, three = Plan(suits=frozenset(range(7))), Plan(suits=frozenset({7}))
    assert [[column is BARRED or column == BARRED for column in way] for way in ways(two)] == [
        [False, False, True, False],
        [False, True, False, False],
        [True, False, False, False],
    ]
    assert len(ways(two, laid_m=True)) == 2, "a suit that is laid down is no longer left out"
    assert len(ways(two, laid_m=True, laid_p=True)) == 1
    assert ways(two, laid_m=True, laid_p=True, laid_s=True) == ()
    assert [[column.least for column in way] for way in ways(three)] == [[1, 1, 1, 0]]
    assert [[column.least for column in way] for way in ways(three, laid_p=True)] == [[1, 0, 1, 0]]
    void = Plan(suits=frozenset(range(7)), void=True)
    assert [[column == BARRED for column in way] for way in ways(void, void_m=True)] == [[True, False, False, False]]


def test_ways_of_needs() -> None:
    plan = Plan(needs=frozenset({Need(ALL, True)}))
    found = ways(plan)
    assert [[bool(column.gives) for column in way] for way in found] == [[i == j for j in range(4)] for i in range(4)]
    assert all(len(set(group)) == 1 and len(group) == 3 for way in found for column in way for given in column.gives for group in given)
    assert ways(plan, pung=True) == ((columns_of(load("simplest"))),), "a pung on the table is enough"


def test_flags_say_that_a_hand_must_be_opened() -> None:
    variant = load("shenyang")
    plans = plans_of(variant, "standard")
    known = {fact: False for fact in facts_of(plans)}
    assert entry(plans, columns_of(variant), known)[1] == A.FLAG_OPEN_PUNG
    known[Fact(A.OPEN_PUNG)] = True
    assert entry(plans, columns_of(variant), known)[1] == 0


def test_free_shapes_and_exact_variants() -> None:
    assert free_shapes(load("changsha")) == [(kind_set("258m258p258s"), 0, 1)]
    assert free_shapes(load("fujian")) == [(0, 3, 1)] or free_shapes(load("fujian")) == [(0, 3, 0)]
    assert free_shapes(load("taiwan16")) == [], "flowers are judged when they are laid out"
    assert is_exact(load("simplest")) and is_exact(load("guangdong-jiping"))
    assert not any(is_exact(load(slug)) for slug in ("mcr", "hongkong", "nanchang", "chengdu-xuezhan", "jiangnan-xinhuang", "changsha"))


def missing_to_the_goal(program: object, record: Record, seat: int, win: int) -> int:
    """Tiles missing to what `speed` aims at, of the tiles and melds of a record and the tile it wins with."""
    table = Table(program, ("speed",) * program.players, per_seat=False, log=False)  # type: ignore[attr-defined]  # a Program
    block, own = L.T_SIZE + seat * L.S_SIZE, S.SEATS + seat * S.SEAT_SIZE
    table.state[S.FACE : S.FACE + 34] = range(34)
    melds = record.table[block + L.S_MELD : block + L.S_MELD + record.table[block + L.S_MELDS]]
    table.state[own + S.CALLED] = sum(int(word) & 255 in (1, 2, 3, 4) for word in melds)
    find_goal(record.table, table.state, seat)
    held = record.table[block + L.S_HELD : block + L.S_HELD + 34].copy()
    held[win] += 1
    words = [int(from_counts(held, colour)) for colour in range(4)]
    first, last = table.state[own + S.GOAL], table.state[own + S.GOAL + 1]
    sets, forms = int(table.state[own + S.SETS]), int(table.state[own + S.GOAL_FORMS])
    missing = sets_missing(table.state, int(first), int(last), sets, *words)
    return min(missing, forms_missing(table.state, int(first), int(last), sets, forms, *words)) if forms else missing


UNPLANNED = {"jiang-jiang-hu", "ya-jue"}
"""Rows that open the way to a win and that nobody aims at: a free shape, the last tile of a kind."""
GATED = ("dongbei", "inner-mongolia", "shenyang", "quemen-baoting", "changsha", "hefei", "jinan", "er-wu-ba")
SICHUAN = ("chengdu-xuezhan", "sichuan", "yichang-xueliu")


@pytest.mark.parametrize("slug", [*GATED, *SICHUAN, "nanjing", "harbin", "simplest", "guannan", "qingyuan"])
def test_no_goal_excludes_a_hand_that_wins(slug: str) -> None:
    """Cases that win are at their goal, but for free shapes and for hands that only luck lets win."""
    program, seen = program_of(load(slug)), 0
    for line in (CASES / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        case = read_case(data, slug, program.players)
        record = Record(program, case.deal, [case.winner if seat == case.winner.seat else Seat(seat) for seat in range(program.players)])
        if record.table[L.T_JOKERS] or case.win.tile >= 34 or not data["expect"]["win"]:
            continue
        if UNPLANNED & set(data["expect"]["items"]) or case.win.flags - {"ready"}:
            continue
        seen += 1
        assert missing_to_the_goal(program, record, case.winner.seat, case.win.tile) == 0, case.id
    assert seen


@pytest.mark.parametrize(
    ("slug", "case"),
    [
        ("chengdu-xuezhan", {"hand": "123m456m789m123p4s", "win": "4s"}),
        ("jinan", {"hand": "123m456m789m123p4s", "win": "4s"}),
        ("hefei", {"hand": "234m567m234p567s8p", "win": "8p"}),
        ("dongbei", {"hand": "123m456m789m123pE", "melds": [], "win": "E"}),
        ("inner-mongolia", {"hand": "234m456m567m234p5s", "win": "5s"}),
    ],
)
def test_a_complete_hand_that_a_gate_refuses_is_not_at_its_goal(slug: str, case: dict[str, object]) -> None:
    program = program_of(load(slug))
    usual = {"id": "x", "melds": [], "by": "self", "seat": 1, "round": "E", "jokers": [], "flags": []}
    full = read_case(usual | case, slug, program.players)
    record = Record(program, full.deal, [full.winner if seat == 1 else Seat(seat) for seat in range(program.players)])
    assert missing_to_the_goal(program, record, 1, full.win.tile) > 0
