"""Every row and gate that the variants are known to need parses, has its type, and survives writing."""

from __future__ import annotations

import pytest

from mjsim.errors import VariantError
from mjsim.variant.expressions import Context, Scope, check_names, children, parse, shared_names, unparse, uses
from tests.expressions.rows import Item, items, shared

ITEMS = items()
SCOPE = Scope(
    shapes=frozenset({"standard", "pairs"}),
    tags=frozenset({"he", "tai", "A", "B", "big", "bonus", "limit", "base", "double", "kong", "win", "start", "raise", "points"}),
    rows=frozenset({"pinghe", "zimo"}),
    share=True,
)


def test_the_file_is_read_whole() -> None:
    assert len(ITEMS) == 682
    assert len({item.where.split(".")[0] for item in ITEMS}) == 42


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.where)
def test_row(item: Item) -> None:
    tree = parse(item.text, item.scope, item.want, item.where)
    assert tree.type in ("number", "kinds", "groups")
    assert parse(unparse(tree), item.scope, item.want) == tree
    assert unparse(parse(unparse(tree), item.scope, item.want)) == unparse(tree)


def test_definitions_of_every_variant_make_sense() -> None:
    for scope in {id(item.scope): item.scope for item in ITEMS}.values():
        check_names(scope)


def test_shared_definitions_are_those_of_the_file() -> None:
    names = shared_names()
    for name, text in shared().items():
        definition = names.get(name)
        assert definition is not None
        assert parse(name, SCOPE, "truth") == parse(text, SCOPE, "truth"), name
        assert definition.zh and definition.en
    assert set(names) - set(shared()) == {"chows", "pungs", "kongs"}


@pytest.mark.parametrize(
    "text",
    [
        "sum()", 'sum("he")', "product()", 'min(product("double"), 16)', 'best("limit")', "best(win)", "min(sum(), 13)",
        "best() * (2 if self_draw else 1)", 'round_up((30 if rows("pinghe") else sum(he) + 10) * 2**sum(tai), 10)',
        "max(sum(base), 1) * product(double) + sum(kong)", "6 * min(sum(big), 4) if rows(big) else (2 if self_draw else 1)",
        "sum() // 2 if jokers else sum()", "stake", "200 if discard else 100", '2 * rows("start")',
    ],
)  # fmt: skip
def test_value_formulas(text: str) -> None:
    tree = parse(text, SCOPE.at(Context.VALUE), "number")
    assert parse(unparse(tree), SCOPE.at(Context.VALUE), "number") == tree


def test_the_final_value_knows_the_formula() -> None:
    tree = parse('max(value, 3) if rows("raise") else value', SCOPE.at(Context.FINAL), "number")
    assert "value" in uses(tree)


@pytest.mark.parametrize(
    "text",
    [
        "value + 1 + 4*draws_before*pd", "2**value", "(value + pd*max(1, min(rows(big), 4))) * 2", "2**min(value, 4)",
        "2**(value + payer_rows)", "share(value) * (1 if self_draw else 2)", "value*(1 + repeats*pd) + gave",
        "8 + value*(self_draw or gave)",
        "value + (2 if self_draw else 1)*dealer + (gave and not ready)", "value * (2*(1 + repeats) if pd else 1)",
        "min(30, 2**(value + payer_rows))", "value * (6 if self_draw else 4 if gave else 2)", "20 if winner.heavenly else value",
        "value * (winner.wild == 0)",
    ],
)  # fmt: skip
def test_payments(text: str) -> None:
    tree = parse(text, SCOPE.at(Context.PAYMENT), "number")
    assert parse(unparse(tree), SCOPE.at(Context.PAYMENT), "number") == tree


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("not (pung & open)", "truth"), ("winner.all_closed", "truth"), ("dealer or winner.dealer", "truth"),
        ("gave and not ready", "truth"),
        ("gave and winner.big", "truth"), ("2 * laid(joker)", "number"), ("open_kongs + 2 * dark_kongs", "number"),
        ("repeats if dealer or winner.dealer else 0", "number"), ("ready and not winner.ready", "truth"), ("count(open) >= 1", "truth"),
    ],
)  # fmt: skip
def test_payer_rows(text: str, want: str) -> None:
    names = shared_names().extended({"all_closed": "others(not (pung & open)) == 3", "big": 'rows("big") >= 1'})
    scope = Scope(tags=frozenset({"big"}), names=names).at(Context.PAYER)
    tree = parse(text, scope, want)
    assert parse(unparse(tree), scope, want) == tree


@pytest.mark.parametrize(
    "text", ["dealer and draws == 0 and calls == 0 and self_draw", "discard and discards == 1", "won_before == 0 and wall > 10"]
)
def test_flags(text: str) -> None:
    assert parse(text, SCOPE.at(Context.FLAG), "truth").type == "number"


@pytest.mark.parametrize("text", ['only("258mps")', "jokers >= 3 and self_draw", "laid(flowers) == 8", "one_suit"])
def test_free_shapes(text: str) -> None:
    assert parse(text, SCOPE.at(Context.SHAPE), "truth").type == "number"


@pytest.mark.parametrize("text", ['"FP"', '(dragons & ~joker) if joker in dragons else "FP"', 'joker | "C"', "dragons | seat_wind"])
def test_kinds_before_the_deal(text: str) -> None:
    assert parse(text, SCOPE.at(Context.SETUP), "kinds").type == "kinds"


@pytest.mark.parametrize(
    ("context", "text"),
    [
        (Context.ROW, "value"), (Context.ROW, "gave"), (Context.ROW, "winner.dealer"), (Context.ROW, "sum()"), (Context.ROW, 'best("big")'),
        (Context.PAYER, "middle"), (Context.PAYER, "standard"), (Context.PAYER, "waits == 1"), (Context.PAYER, "value"),
        (Context.FLAG, "heavenly"), (Context.FLAG, "tiles(all)"), (Context.FLAG, 'rows("big")'), (Context.SHAPE, "pung"),
        (Context.SHAPE, "waits"),
        (Context.SETUP, "self_draw"), (Context.KONG, "value"), (Context.KONG, 'rows("big")'), (Context.VALUE, "value"),
        (Context.PAYMENT, "sum()"),
        (Context.ROW, "others(others(ready))"), (Context.ROW, "others(possible(standard))"), (Context.ROW, 'possible(rows("big"))'),
        (Context.ROW, "others(middle)"), (Context.ROW, "others(standard)"), (Context.ROW, "others(winner.others(ready))"),
        (Context.PAYER, "others(ready)"), (Context.PAYMENT, "winner.winner.dealer"), (Context.ROW, "possible(winner.dealer)"),
    ],
)  # fmt: skip
def test_what_is_not_known_in_a_place_is_refused(context: Context, text: str) -> None:
    with pytest.raises(VariantError, match=r"known|cannot be|value formulas|winner|a dot"):
        parse(text, SCOPE.at(context), "truth")


def test_common_definitions_are_equal_trees() -> None:
    first = parse("one_suit and all_pungs", SCOPE, "truth")
    second = parse("pairs and one_suit", SCOPE, "truth")
    assert children(first)[0] == children(second)[1]
    assert hash(children(first)[0]) == hash(children(second)[1])
