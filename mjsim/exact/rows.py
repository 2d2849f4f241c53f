"""Rows whose chance in random tiles can be counted: by what their expression says, whatever they are called."""

from __future__ import annotations

from math import comb

from mjsim.exact.deals import Fraction
from mjsim.exact.ids import exact_value
from mjsim.exact.states import HONOR_KINDS
from mjsim.exact.wins import complete_hands, pairs_of_kinds
from mjsim.variant.deck import copies_of
from mjsim.variant.expressions import Binary, Call, Expr, KindSet, Name, parse, walk
from mjsim.variant.model import Variant
from mjsim.variant.rules import rules_of, scope_of

COUNTED = {
    "all_honors": "pattern.all_honours",
    "one_suit": "pattern.full_flush",
    "half_flush": "pattern.half_flush",
    "big4": "pattern.big_four_winds",
    "little4": "pattern.little_four_winds",
    "big3": "pattern.big_three_dragons",
    "little3": "pattern.little_three_dragons",
    "all_pungs": "pattern.all_pungs",
    "only(simples)": "pattern.all_simples",
    "all_pungs and only(terminals)": "pattern.all_terminals",
    'all_pungs and only("2468mps")': "pattern.all_even_pungs",
    'only("23468sF")': "pattern.all_green",
    'only("1234589p245689sP")': "pattern.reversible_tiles",
    'only("123mps")': "pattern.lower_tiles",
    'only("456mps")': "pattern.middle_tiles",
    'only("789mps")': "pattern.upper_tiles",
    'only("1234mps")': "pattern.lower_four",
    'only("6789mps")': "pattern.upper_four",
    "nine_gates": "pattern.nine_gates_shape",
    "straight": "pattern.pure_straight",
    'fit("C1a C4b C7c")': "pattern.mixed_straight",
    'fit("C+0a C+0a C+0a")': "pattern.pure_triple_chow",
    'fit("C+0a C+0a C+0a C+0a")': "pattern.quadruple_chow",
    'fit("C+0a C+0b C+0c")': "pattern.mixed_triple_chow",
    'fit("C+0a C+1b C+2c")': "pattern.mixed_shifted_chows",
    'fit("C+0a C+1a C+2a") or fit("C+0a C+2a C+4a")': "pattern.pure_shifted_chows",
    'fit("C+0a C+1a C+2a C+3a") or fit("C+0a C+2a C+4a C+6a")': "pattern.four_pure_shifted_chows",
    'fit("P+0a P+1a P+2a")': "pattern.pure_shifted_pungs",
    'fit("P+0a P+1a P+2a P+3a")': "pattern.four_pure_shifted_pungs",
    'fit("P+0a P+0b P+0c")': "pattern.mixed_triple_pung",
    'fit("C1a C1a C7a C7a D5a")': "pattern.pure_terminal_chows",
    "orphans": "win.mcr.thirteen_orphans",
    "pairs": "win.mcr.seven_pairs",
}
"""Expressions of rows, and the ids of what they mean of 14 tiles out of 136; of sets and a pair, but for the last two."""
ALL_HONORS = 127 << 27
SUITS = (511, 511 << 9, 511 << 18)


def dealt(variant: Variant, row: str) -> tuple[str, Fraction] | None:
    """(id, chance) that 14 random tiles are a complete hand with the row; None where that is not counted: other decks, jokers, luck.

    Rows that ask about kinds of tiles alone count seven pairs too, where those win. Flowers are replaced, so they do not matter. A heavenly
    hand is any complete one.
    """
    copies = copies_of(variant)
    rule = next(rule for rule in rules_of(variant).rows if rule.slug == row)
    if variant.deal.hand != 13 or variant.jokers.source != "none" or variant.jokers.virtual or rule.when is None:
        return None
    if "heavenly" in named(rule.when):
        return complete(variant)
    if copies[:34] != [4] * 34:
        return None
    scope = scope_of(variant)
    for text, name in COUNTED.items():
        if text in ("orphans", "pairs") and text not in variant.win.shapes:
            continue
        meaning = parse(text, scope, "truth", row)
        if meaning in (rule.when, without_wait(rule.when)):
            ways, total = exact_value(name)
            return name, (ways + (in_pairs(text, meaning) if "pairs" in variant.win.shapes else 0), total)
    return None


def in_pairs(text: str, meaning: Expr) -> int:
    """Hands of seven pairs, no sets and a pair as well, that have a row about kinds of tiles; 0 for other rows."""
    if text == "all_honors":
        return pairs_of_kinds(ALL_HONORS)
    if text == "one_suit":
        return sum(map(pairs_of_kinds, SUITS))
    if text == "half_flush":  # suit and honours, both there
        return sum(pairs_of_kinds(suit | ALL_HONORS) - pairs_of_kinds(suit) - pairs_of_kinds(ALL_HONORS) for suit in SUITS)
    if isinstance(meaning, Call) and meaning.func == "only":
        (kinds,) = meaning.args
        assert isinstance(kinds, KindSet)
        return pairs_of_kinds(kinds.mask)
    return 0


def complete(variant: Variant) -> tuple[str, Fraction] | None:
    """Chance that the dealer's 14 tiles are complete, where nothing but the shapes decides."""
    shapes, copies = set(variant.win.shapes), copies_of(variant)
    honors = {0: 0, 28: HONOR_KINDS}.get(sum(copies[27:34]))
    plain = not (rules_of(variant).gates or variant.before.void or variant.before.exchange)
    if not plain or honors is None or sum(copies[:27]) != 108 or not {"standard"} <= shapes <= {"standard", "pairs", "orphans"}:
        return None
    form = "std+7pq" if "pairs" in shapes else "std"
    hands = complete_hands(honors, 14, form, False)
    if "orphans" in shapes and honors:
        hands += complete_hands(honors, 14, "orphans", False)
    deck = 108 + 4 * honors
    return f"win.{deck}.{form}" + (" and thirteen orphans" if "orphans" in shapes else ""), (hands, comb(deck, 14))


def without_wait(expr: Expr) -> Expr:
    """The first of two conditions: nine gates may ask for its wait too, which 14 tiles do not tell."""
    return expr.left if isinstance(expr, Binary) and expr.op == "and" and "waits" in named(expr.right) else expr


def named(expr: Expr) -> set[str]:
    """Features that an expression names."""
    return {node.name for node in walk(expr) if isinstance(node, Name)}
