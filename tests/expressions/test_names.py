"""`let` names: filled in, never in a circle, never hiding a word."""

from __future__ import annotations

import pytest

from mjsim.errors import VariantError
from mjsim.variant.expressions import Context, Scope, check_names, parse, shared_names, unparse


def scope(**texts: str) -> Scope:
    return Scope(names=shared_names().extended(texts))


def test_a_name_is_what_it_stands_for() -> None:
    here = scope(low='"2345678mps"', low_pungs="count(pung in low)")
    assert unparse(parse("low_pungs >= 2", here, "truth")) == "count(pung in simples) >= 2"


def test_a_name_may_be_of_any_type() -> None:
    here = scope(luck="dragons | seat_wind", laid3="pung & ~kong", four="4")
    assert parse("luck", here, "kinds").type == "kinds"
    assert parse("laid3 in luck", here, "groups").type == "groups"
    assert parse("four", here, "number").type == "number"


def test_circles_are_found() -> None:
    here = scope(a="b + 1", b="c", c="a")
    with pytest.raises(VariantError, match="circle, a -> b -> c -> a"):
        parse("a", here, "number")
    with pytest.raises(VariantError, match="circle, a -> a"):
        parse("a", scope(a="a"), "number")


def test_a_fault_is_told_where_the_name_is_defined() -> None:
    with pytest.raises(VariantError, match=r"names\.low: unknown name 'dragon' at column 1 .* perhaps dragons"):
        parse("pung in low", scope(low="dragon"), "truth")


@pytest.mark.parametrize(
    "name", ["pung", "dragons", "count", "winner", "one_suit", "each_suit", "if", "Big", "2x", "a-b", "", "a" * 41, "größe"]
)
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(VariantError):
        shared_names().extended({name: "1"})


def test_unused_names_are_checked_too() -> None:
    check_names(scope(good="gave and pd", better="one_suit"))
    with pytest.raises(VariantError, match="unknown name 'pongs'"):
        check_names(scope(bad="pongs == 2"))


def test_a_name_is_judged_where_it_is_used() -> None:
    here = scope(fed="gave and not ready")
    assert parse("fed", here.at(Context.PAYER), "truth").type == "number"
    assert parse("others(fed) == 0", here, "truth").type == "number"
    with pytest.raises(VariantError, match="'gave' is known of player only, not in a row or gate"):
        parse("fed", here, "truth")


def test_the_winners_definition_inside_others() -> None:
    here = scope(rich="dragon_pungs >= 2 and middle")
    tree = parse("others(ready and winner.rich)", here, "number")
    assert "winner(" in unparse(tree)
    assert parse(unparse(tree), here, "number") == tree


def test_definitions_cannot_grow_without_end() -> None:
    texts = {"a0": "waits + waits"} | {f"a{i}": f"a{i - 1} + a{i - 1}" for i in range(1, 40)}
    with pytest.raises(VariantError, match="too large"):
        parse("a39", scope(**texts), "number")


@pytest.mark.parametrize("text", ["-a{0}", "-" * 20 + "a{0}", "a{0}"])
def test_definitions_cannot_nest_without_end(text: str) -> None:
    texts = {"a0": "waits"} | {f"a{i}": text.format(i - 1) for i in range(1, 400)}
    with pytest.raises(VariantError, match="too deeply nested"):
        parse("a399", scope(**texts), "number")
