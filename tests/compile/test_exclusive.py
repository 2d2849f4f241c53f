"""Rows that share out sets or the winning group, and what an answer about a hand depends on."""

from __future__ import annotations

import pytest

from mjsim.compile.asked import asked_places
from mjsim.compile.exclusive import groups_of, row_shares
from mjsim.compile.rules import compile_rules
from mjsim.kernels import layout as L
from mjsim.variant import load
from mjsim.variant.expressions import parse
from mjsim.variant.rules import rules_of, scope_of

SIMPLEST = scope_of(load("simplest"))


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [
        ("pung & own & won", "pung & own & ~won", True),
        ("pung in dragons", "pung in winds", True),
        ("pung in honors", "pung in winds", False),
        ("chow", "kong", True),
        ("pung", "kong", False),
        ("won & pair", "edge or middle", True),
        ("self_draw and won & pair", "discard and won & pair", True),
        ("self_draw and won & pair", "won & pair", False),
        ("touch(terminals) & pung", "pung in 258mps", False),
    ],
)
def test_groups_in_common(left: str, right: str, apart: bool) -> None:
    one, other = (groups_of(parse(text.replace("258mps", '"258mps"'), SIMPLEST, "truth", text)) for text in (left, right))
    assert one.apart(other) == other.apart(one) == apart


def test_a_call_says_nothing_of_melds() -> None:
    assert not groups_of(parse("touch(terminals) & pung", SIMPLEST, "truth", "")).exact
    assert groups_of(parse("pung & ~kong & own in winds", SIMPLEST, "truth", "")).exact


def test_rows_of_luoshan() -> None:
    rules = rules_of(load("luoshan"))
    shares = dict(zip((rule.slug for rule in rules.rows), row_shares(rules), strict=True))
    assert shares["anke_low"] == shares["minggang_high"] == L.OF_SETS
    assert shares["zimo_ke_low"] == L.OF_SETS | L.OF_WON
    assert shares["diaotou_self_low"] == shares["bianqian_discard"] == L.OF_WON
    assert shares["tai_ke"] == shares["dui"] == shares["pinghe"] == 0  # dragons and the seat wind are no constant kinds


@pytest.mark.parametrize(
    ("slug", "asked"),
    [("luoshan", {L.B_SELF_DRAW, L.B_DISCARD}), ("tianjin", {L.B_JOKER, L.B_JOKER_SUIT}), ("luoshu", {L.B_READY, L.B_STAKE})],
)
def test_answers_depend_on_what_rules_name(slug: str, asked: set[int]) -> None:
    places, _ = asked_places(compile_rules(load(slug)))
    assert places is not None
    assert {place - L.W_BANK for place in places if place < L.W_VIEW} == asked


def test_answers_about_others_are_not_remembered() -> None:
    assert asked_places(compile_rules(load("nanjing")))[0] is None
    assert asked_places(compile_rules(load("mcr")))[1] & 3 == 3  # flowers laid out, kinds held four times
