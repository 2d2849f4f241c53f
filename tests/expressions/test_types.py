"""Types, grouping and meaning of trees; the messages for wrong ones."""

from __future__ import annotations

import pytest

from mjsim.errors import VariantError
from mjsim.tiles import kind_set
from mjsim.variant.expressions import (
    CONSTANTS,
    FEATURES,
    FUNCTIONS,
    LIMIT,
    Binary,
    Call,
    Compare,
    Conditional,
    Context,
    Expr,
    KindSet,
    Name,
    Number,
    Scope,
    Shape,
    Subject,
    Tag,
    Unary,
    Winner,
    parse,
    power,
    round_up,
    tags,
    templates,
    times,
    unparse,
    uses,
)
from mjsim.variant.expressions.features import COUNTED, MONEY

SCOPE = Scope(shapes=frozenset({"standard", "pairs"}), tags=frozenset({"big"}), rows=frozenset({"ping-hu"}))
PUNG, OPEN, PAIR, WON = (Name(name, "groups") for name in ("pung", "open", "pair", "won"))


def kinds(text: str) -> KindSet:
    return KindSet(kind_set(text))


@pytest.mark.parametrize(
    ("text", "tree", "kind"),
    [
        ('won & pair in "5m"', Binary("in", Binary("&", WON, PAIR), kinds("5m")), "groups"),
        ('"19m" in terminals', Binary("in", kinds("19m"), KindSet(CONSTANTS["terminals"])), "number"),
        ("pung & ~open | won", Binary("|", Binary("&", PUNG, Unary("~", OPEN)), WON), "groups"),
        ("not pung & open", Unary("not", Binary("&", PUNG, OPEN)), "number"),
        ("1 - 2 - 3", Binary("-", Binary("-", Number(1), Number(2)), Number(3)), "number"),
        ("1 - (2 - 3)", Binary("-", Number(1), Binary("-", Number(2), Number(3))), "number"),
        ("-2**3", Unary("-", Binary("**", Number(2), Number(3))), "number"),
        ("2 if pung else 1", Conditional(PUNG, Number(2), Number(1)), "number"),
        ("joker if joker in dragons else all", Conditional(Binary("in", Name("joker", "kinds"), KindSet(CONSTANTS["dragons"])),
                                                           Name("joker", "kinds"), KindSet((1 << 42) - 1)), "kinds"),
        ("count(pung) >= 2", Compare(">=", Call("count", (PUNG,)), Number(2)), "number"),
        ("standard and ready", Binary("and", Shape("standard"), Name("ready", "number")), "number"),
        ('rows("ping-hu") + rows(big)', Binary("+", Call("rows", (Tag("ping-hu"),)), Call("rows", (Tag("big"),))), "number"),
        ("others(pung in winner.last)", Call("others", (Binary("in", PUNG, Winner(Name("last", "kinds"))),)), "number"),
        ("others(winner.dealer)", Call("others", (Winner(Name("dealer", "number")),)), "number"),
        ("sum(1, 2, 3)", Binary("+", Binary("+", Number(1), Number(2)), Number(3)), "number"),
        ("max(tiles(k) for k in each_suit)", Call("max", tuple(Call("tiles", (kinds(f"123456789{suit}"),)) for suit in "mps")), "number"),
        ("touch(k)", None, ""),
    ],
)  # fmt: skip
def test_trees(text: str, tree: Expr | None, kind: str) -> None:
    if tree is None:
        with pytest.raises(VariantError, match="unknown name 'k'"):
            parse(text, SCOPE, "truth")
        return
    assert parse(text, SCOPE, "truth") == tree
    assert tree.type == kind
    assert parse(unparse(tree), SCOPE, "truth") == tree


def test_ranks_are_written_out_nine_times() -> None:
    tree = parse("any(all(touch(k)) for k in each_rank)", SCOPE, "number")
    found = []
    while isinstance(tree, Binary):
        found.append(tree.right)
        tree = tree.left
    ranks = [tree, *reversed(found)]
    assert ranks == [Call("all", (Call("touch", (kinds(f"{rank}m{rank}p{rank}s"),)),)) for rank in range(1, 10)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pung + 1", "'+' of groups and number at column 1 of 'pung + 1'; allowed: two numbers"),
        ("  count(pung in 3)", "'in' of groups and number at column 9 of 'count(pung in 3)'; allowed: groups in kinds, or kinds in kinds"),
        ("dragons & pung", "'&' of kinds and groups at column 1 of 'dragons & pung'; "
                           "allowed: two groups or two kinds; for truths write 'and', 'or'"),
        ("count(dragons)", "count takes groups, not kinds, at column 7 of 'count(dragons)'; "
                           "allowed: groups, e.g. pung, pair & won, chow in terminals"),
        ("tiles(pung)", "tiles takes kinds, not groups, at column 7 of 'tiles(pung)'; allowed: kinds, e.g. \"258mps\", dragons, seat_wind"),
        ("~ready", "'~' of number at column 1 of '~ready'; allowed: groups or kinds; 'not' for truths"),
        ("pung if ready else 1", "branches of different types, groups and number, at column 1 of 'pung if ready else 1'; "
                                 "allowed: two numbers, two groups or two kinds"),
        ("1 < waits < 3", "a chain of comparisons at column 1 of '1 < waits < 3'; allowed: two comparisons joined by 'and'"),
        ("all_pung", "unknown name 'all_pung' at column 1 of 'all_pung'; allowed: perhaps all_pungs"),
        ("cuont(pung)", "unknown function 'cuont' at column 1 of 'cuont(pung)'; allowed: perhaps count"),
        ('rows("bgi")', "no row has the tag or slug 'bgi' at column 6 of 'rows(\"bgi\")'; allowed: perhaps big"),
        ("orphans", "unknown name 'orphans' at column 1 of 'orphans'; "
                    "allowed: a shape of the variant (pairs, standard), or a name of docs/features.md"),
        ("waits / 2", "operator Div is not part of the language at column 1 of 'waits / 2'; allowed: + - * // ** & |"),
        ("waits // dealer", "the divisor of '//' is no whole number from 1 to 1000000 at column 10 of 'waits // dealer'; "
                            "allowed: literal digits, 1 to 1000000; 1 and 0 for true and false"),
        ("count", "'count' is a function at column 1 of 'count'; allowed: count(groups)"),
        ("pung(3)", "'pung' is no function at column 1 of 'pung(3)'; allowed: pung without brackets"),
        ('tiles("5x")', "'5x' of the literal '5x' names no tile at column 7 of 'tiles(\"5x\")'; "
                        'allowed: digits with one or more of m p s, honours E S W N C F P, flowers f1-f8, e.g. "19mps", "5mF", "f1f2"'),
        ("value", "'value' is a word of payments, not known in a row or gate at column 1 of 'value'; "
                  "allowed: what docs/features.md lists for this place"),
        ("share(3)", "the variant has no table of shares at column 1 of 'share(3)'; allowed: score.table"),
        ("", "an empty expression; allowed: an expression such as \"all_pungs and tiles(honors) == 0\""),
    ],
)  # fmt: skip
def test_messages(text: str, message: str) -> None:
    with pytest.raises(VariantError) as caught:
        parse(text, SCOPE, "truth", "rows.x.when")
    assert str(caught.value) == f"rows.x.when: {message}"


@pytest.mark.parametrize(("text", "want"), [("pung", "number"), ("dragons", "groups"), ("waits", "kinds"), ("pung", "kinds")])
def test_a_wrong_result_is_refused(text: str, want: str) -> None:
    with pytest.raises(VariantError, match=f"where {want} is wanted"):
        parse(text, SCOPE, want)


def test_helpers_find_what_an_expression_needs() -> None:
    tree = parse('fit("C1a C4a C7a") and waits == 1 and rows("big") and standard or fit(pung, "P+0a P+0b")', SCOPE, "truth")
    assert uses(tree) == {"fit", "waits", "rows", "standard", "pung"}
    assert [template.text for template in templates(tree)] == ["C1a C4a C7a", "P+0a P+0b"]
    assert tags(tree) == {"big"}


def test_the_registry_has_76_features_each_told_in_two_languages() -> None:
    assert len(FEATURES) - len(MONEY) + len(COUNTED) == 76
    for entry in (*FEATURES.values(), *FUNCTIONS.values()):
        assert entry.en and entry.zh and entry.example, entry.name
        assert entry.name in entry.example


@pytest.mark.parametrize("entry", [*FEATURES.values(), *FUNCTIONS.values()], ids=lambda entry: entry.name)
def test_examples_are_right_somewhere(entry: object) -> None:
    example = entry.example  # type: ignore[attr-defined]  # both records have one
    scope = Scope(shapes=SCOPE.shapes, tags=frozenset({"big", "limit"}), share=True)
    places = []
    for context in Context:
        try:
            parse(example, scope.at(context), "truth")
            places.append(context)
        except VariantError:
            continue
    assert places


def test_a_feature_is_known_of_the_winner_or_of_a_payer() -> None:
    for entry in FEATURES.values():
        assert entry.of & {Subject.WINNER, Subject.PLAYER}, entry.name


@pytest.mark.parametrize(
    ("base", "exponent", "result"), [(2, 0, 1), (2, 10, 1024), (2, -5, 1), (2, 40, LIMIT), (2, 41, LIMIT), (3, 10**6, LIMIT)]
)
def test_powers_end(base: int, exponent: int, result: int) -> None:
    assert power(base, exponent) == result


@pytest.mark.parametrize(("left", "right", "result"), [(3, 4, 12), (-3, 4, -12), (LIMIT, 2, LIMIT), (-LIMIT, LIMIT, -LIMIT), (LIMIT, 0, 0)])
def test_products_end(left: int, right: int, result: int) -> None:
    assert times(left, right) == result


@pytest.mark.parametrize(("number", "step", "result"), [(0, 10, 0), (1, 10, 10), (10, 10, 10), (11, 10, 20), (-1, 10, 0)])
def test_rounding_up(number: int, step: int, result: int) -> None:
    assert round_up(number, step) == result
