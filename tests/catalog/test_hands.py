"""Hands worked out from the rule cards: both engines score them as the cards do, and between these hands and the cases
every score row of every variant is shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mjsim.compile import cases as kernels
from mjsim.referee import score_case
from tests.catalog.coverage import CARDS, DATA, hands, lines, report, shown, variant_of

ENGINES = {"referee": score_case, "kernels": kernels.score_case}
HANDS = {slug: lines(DATA / "hands" / f"{slug}.jsonl") for slug in CARDS}


def test_every_variant_has_hands_of_its_own_and_no_id_stands_twice() -> None:
    assert {path.stem for path in DATA.glob("hands/*.jsonl")} == set(CARDS)
    assert min(map(len, HANDS.values())) >= 3
    ids = Counter(case["id"] for slug in CARDS for case in hands(slug))
    assert [name for name, count in ids.items() if count > 1] == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("slug", CARDS)
def test_hands(slug: str, engine: str) -> None:
    wrong = [found for case in HANDS[slug] if (found := fault(slug, case, ENGINES[engine](variant_of(slug, case), case)))]
    assert not wrong


def fault(slug: str, case: dict[str, Any], got: dict[str, Any]) -> tuple[Any, ...]:
    """What is wrong with an answer, with the expectation and the card's section; empty if nothing is."""
    expect = case["expect"]
    assert got["id"] == case["id"]
    right = got["win"] == expect["win"] and bool(got["why"]) == (not expect["win"])
    if expect["win"]:
        right = right and (got["value"], got["deltas"]) == (expect["value"], expect["deltas"])
        right = right and Counter(got["items"]) == Counter(expect["items"])
    return () if right else (slug, got, expect, case["source"])


@pytest.mark.parametrize("slug", CARDS)
def test_every_row_is_shown(slug: str) -> None:
    assert [row for row, ids in shown(slug).items() if not ids] == [], report(slug)
