"""All catalogue entries and all cases, through one harness: a new variant adds data, no test code, and none is skipped.

`tests/data/cases` holds the cases by variant, and `settlement-*.jsonl` the endings of whole hands; `tests/data/cards.txt`
lists the rule cards that must have a catalogue entry and cases.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mjsim import referee
from mjsim.compile import cases as kernel
from mjsim.variant import load
from mjsim.variant.load import catalog
from mjsim.variant.model import Variant

DATA = Path(__file__).parents[1] / "data"
CARDS = (DATA / "cards.txt").read_text().split()
ENGINES = {"referee": (referee.score_case, referee.settle_case), "kernel": (kernel.score_case, kernel.settle_case)}
"""Each engine scores and settles the same JSON to the same JSON."""


@cache
def variant(slug: str, options: str = "{}") -> Variant:
    return load(slug, options=json.loads(options))


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / "cases" / name).read_text("utf-8").splitlines()]


SETTLEMENTS = [case for path in sorted(DATA.glob("cases/settlement-*.jsonl")) for case in lines(path.name)]


def test_every_card_has_an_entry_and_cases() -> None:
    assert len(CARDS) == 47
    assert set(catalog()) == set(CARDS)
    assert {path.stem for path in DATA.glob("cases/*.jsonl")} - {"settlement-a", "settlement-b"} == set(CARDS)


def test_every_variant_is_shown_winning_and_refused() -> None:
    for slug in CARDS:
        wins = Counter(case["expect"]["win"] for case in lines(f"{slug}.jsonl"))
        assert wins[True] >= 5, slug
    assert len(SETTLEMENTS) == 78


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("slug", CARDS)
def test_hands(slug: str, engine: str) -> None:
    score = ENGINES[engine][0]
    wrong = []
    for case in lines(f"{slug}.jsonl"):
        got, expect = score(variant(slug), case), case["expect"]
        assert got["id"] == case["id"]
        right = got["win"] == expect["win"] and bool(got["why"]) == (not expect["win"])
        if expect["win"]:
            right = right and got["value"] == expect["value"] and got["deltas"] == expect["deltas"]
            right = right and Counter(got["items"]) == Counter(expect["items"])
        if not right:
            wrong.append((got, expect, case["source"]))
    assert not wrong


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", SETTLEMENTS, ids=[case["id"] for case in SETTLEMENTS])
def test_settlements(case: dict[str, Any], engine: str) -> None:
    settle = ENGINES[engine][1]
    got, expect = settle(variant(case["variant"], json.dumps(case["options"])), case), case["expect"]
    assert got["deltas"] == expect["deltas"], case["source"]
    for key in ("winners", "next_dealer"):
        assert got[key] == expect.get(key, got[key]), case["source"]
    assert sum(got["deltas"]) == 0
