"""Whatever the text, the answer is a tree or a VariantError, and soon."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjsim.errors import VariantError
from mjsim.variant.expressions import CONSTANTS, FEATURES, FUNCTIONS, Context, Scope, parse, unparse

SCOPE = Scope(shapes=frozenset({"standard"}), tags=frozenset({"big"}), share=True)
BAD = [
    "__import__('os').system('true')", "().__class__.__bases__", "pung.__class__", "winner.__class__", "winner.x.y", "lambda: 1",
    "(lambda: 1)()",
    "[1]", "[k for k in each_suit]", "{1}", "{1: 2}", "{k for k in each_suit}", "(1, 2)", "1, 2", "(x := 1)", "f'{1}'", "f'19m'",
    "b'19m'", "r'19m'", "u'19m'",
    "'1' '9m'", "'''19m'''", "'19\\x6d'", "1e5", "1.5", ".5", "1j", "0x10", "0b1", "0o7", "1_000", "00", "1000001", "9" * 1500, "True",
    "False", "None", "...",
    "nan", "inf", "NaN", "await pung", "yield", "yield 1", "print(1)", "eval('1')", "exec", "open('x')", "count(pung)(1)", "count(*pung)",
    "count(groups=pung)",
    "count(**pung)", "count()", "count(pung, pung)", "pung[0]", "pung[1:2]", "pung @ open", "1 % 2", "1 / 2", "1 << 2", "8 >> 1", "1 ^ 2",
    "1 is 1", "pung is not open",
    "pung not in dragons", "+1", "1 <> 2", "1 = 1", "pung == open", "dragons == winds", "'19m' < '28m'", "a = 1", "import os",
    "pung; open", "pung\nopen", "# pung", "pung # x",
    "sum(1 for k in each_suit for j in each_rank)", "sum(1 for k in each_suit if 1)", "sum(1 for k in range(9))",
    "sum(1 for k, j in each_suit)", "sum(1 for pung in each_suit)",
    "sum(sum(1 for k in each_suit) for k in each_suit)", "sum(1 for winner in each_suit)", "any([1, 2])", "max(1)", "max()",
    "min(pung, open)", "max(1, key=2)",
    "sum(k for k in each_suit)", "each_suit", "fit()", "fit(pung)", "fit('C1a', pung)", "fit(pung, open, 'C1a')", "fit('C1a' 'C4a')",
    "held(0)", "held(9)", "held(waits)",
    "rows(1)", "rows()", "rows('big', 'big')", "11**2", "1**2", "waits**2", "10**-1.5", "1//0", "1//-1", "round_up(1)", "round_up(1, 0)",
    "share()", "others()",
    "possible(1, 2)", "tiles('')", "tiles('0m')", "tiles('19')", "tiles('mps')", "tiles('f9')", "tiles('1z')", "tiles('m1')", "winner",
    "winner()", "winner(1, 2)", "winner.1",
    "ｐｕｎｇ", "рung", "pung\u200b", "pu\u0301ng", "“19m”", "pung\x00", "pung\u2028open", "１", "٣", "²", "𝓹ung", "\ud800", "\\", "$",
    "`1`", "?", "!", "(", ")", "'", '"', "((", "1 +",
    "not", "if", "1 if 2", "else", "and", "(" * 300 + "1" + ")" * 300, "-" * 50 + "1", "-" * 1999 + "1", "not " * 400 + "1",
    "~" * 1900 + "pung", "1+" * 999 + "1",
    "1 or " * 390 + "1", "1 if 1 else " * 150 + "1", "2**" * 600 + "1", "count(" * 300, "winner." * 280 + "x", "a." * 900 + "a",
    "x" * 2001, " " * 2001,
    "sum(sum(sum(sum(tiles(a&b&c&d) for a in each_rank) for b in each_rank) for c in each_rank) for d in each_rank)",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=lambda text: ascii(text[:40]))
@pytest.mark.parametrize("context", [Context.ROW, Context.PAYMENT])
def test_refused_with_a_sentence(text: str, context: Context) -> None:
    begin = time.perf_counter()
    with pytest.raises(VariantError) as caught:
        parse(text, SCOPE.at(context), "number", "rows.x.when")
    assert time.perf_counter() - begin < 1
    assert str(caught.value).startswith("rows.x.when: ")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("thing", [None, 3, 1.5, b"pung", ["pung"], {"a": 1}])
def test_what_is_no_text(thing: object) -> None:
    with pytest.raises(VariantError, match="is no text"):
        parse(thing, SCOPE, "truth")  # type: ignore[arg-type]  # that is the point


def attempt(text: str, context: Context = Context.ROW) -> None:
    """A tree that can be written and read again, or a VariantError, within a second."""
    begin = time.perf_counter()
    try:
        tree = parse(text, SCOPE.at(context), "truth")
    except VariantError:
        tree = None
    assert time.perf_counter() - begin < 1
    if tree is not None and len(unparse(tree)) <= 2000:
        assert parse(unparse(tree), SCOPE.at(context), "truth") == tree


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_text(text: str) -> None:
    attempt(text)


WORDS = [
    *FEATURES, *FUNCTIONS, *CONSTANTS, "one_suit", "standard", "winner", "each_suit", "each_rank", "k", "for", "in", "if", "else", "not",
    "and", "or", "lambda",
    "(", ")", ",", ".", "+", "-", "*", "//", "**", "&", "|", "~", "<", ">=", "==", "0", "1", "2", "77", '"19mps"', "'C1a C4a'", '"big"',
    "is", "1.5", "f'x'", ":=",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.sampled_from(list(Context)))
@settings(max_examples=1000, deadline=None)
def test_words_of_the_language_in_any_order(text: str, context: Context) -> None:
    attempt(text, context)


def _join(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    functions = st.sampled_from([name for name in FUNCTIONS if name not in ("fit", "rows")])
    operators = st.sampled_from(["+", "-", "*", "&", "|", "and", "or", "in", "==", "<", "if ready else"])
    return (
        st.tuples(inner, operators, inner).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})")
        | st.tuples(functions, inner).map(lambda parts: f"{parts[0]}({parts[1]})")
        | st.tuples(st.sampled_from(["not ", "-", "~"]), inner).map(lambda parts: f"({parts[0]}{parts[1]})")
        | inner.map(lambda text: f"sum({text} for k in each_suit)")
    )


@given(
    st.recursive(
        st.sampled_from([*FEATURES, *CONSTANTS, "k", "3", '"258mps"', "one_suit", 'fit("C+0a C+0b")', 'rows("big")']), _join, max_leaves=12
    )
)
@settings(max_examples=600, deadline=None)
def test_nested_calls(text: str) -> None:
    attempt(text)
