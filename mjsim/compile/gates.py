"""From gates to plans: what a gate says of hands with sets and a pair (or of a special form), as far as distance tables can know it.

A gate is read as a choice of plans. What is not understood restricts nothing in a gate (the legality check remains), and promises nothing
in a row. What happens by itself (self-draw, declaring ready) is taken as true, lucky events (a kong's replacement, the last tile) as false.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from mjsim.compile.placed import placed_rules
from mjsim.compile.plans import ANYTHING, NOTHING, Fact, Need, Plan, Plans, both, either
from mjsim.kernels import aims as A
from mjsim.kernels.layout import ALL_PLACES
from mjsim.variant.deck import places_of
from mjsim.variant.expressions import Binary, Call, Compare, Expr, KindSet, Name, Number, Shape, Tag, Unary, parse
from mjsim.variant.model import Variant
from mjsim.variant.rules import scope_of

HAPPENS = ("self_draw", "ready", "ready_open")
MOST_PLANS = 40


def only(**changes: object) -> Plans:
    """One plan with these restrictions."""
    return (Plan(**changes),)  # type: ignore[arg-type]  # fields of Plan


class Reader:
    """Reads expressions of a variant for one of its shapes."""

    def __init__(self, variant: Variant, shape: str) -> None:
        self.variant, self.shape = variant, shape
        self.rules = placed_rules(variant)

    @cached_property
    def numbers(self) -> dict[Expr, str]:
        """Numbers that comparisons are understood of."""
        scope = scope_of(self.variant)
        words = ("suits", "pungs", "chows", "top_suit", "dragon_pungs", "wind_pungs", "count(open)", "count(melded)")
        return {parse(word, scope, "number", word): word for word in words}

    def plans(self, expr: Expr, unknown: Plans) -> Plans:
        """Hands for which a truth holds; `unknown` where that cannot be said."""
        if isinstance(expr, Number):
            return ANYTHING if expr.value else NOTHING
        if isinstance(expr, Shape):
            return ANYTHING if expr.name == self.shape else NOTHING
        if isinstance(expr, Name):
            return self.named(expr.name, unknown)
        if isinstance(expr, Unary) and expr.op == "not":
            return self.denied(expr.operand, unknown)
        if isinstance(expr, Compare):
            return self.compared(expr, unknown)
        if isinstance(expr, Call):
            return self.called(expr, unknown)
        if isinstance(expr, Binary):
            return self.joined(expr, unknown)
        return unknown

    def named(self, name: str, unknown: Plans) -> Plans:
        """A feature that is true by itself, of melds, or of luck."""
        if name in HAPPENS:
            return ANYTHING
        if name == "open":
            return only(opens="any")
        if name == "pair" and self.shape == "standard":
            return ANYTHING
        if name == "pung":
            return only(needs=frozenset({Need(ALL_PLACES, True)}))
        if name in self.variant.win.shapes:
            return ANYTHING if name == self.shape else NOTHING
        return unknown

    def denied(self, expr: Expr, unknown: Plans) -> Plans:
        """`not x`."""
        if isinstance(expr, Shape):
            return NOTHING if expr.name == self.shape else ANYTHING
        if isinstance(expr, Name):
            if expr.name == "open":
                return only(facts=frozenset({(Fact(A.OPEN_MELD), False)}))
            if expr.name == "melded":
                return only(facts=frozenset({(Fact(A.ANY_MELD), False)}))
            return ANYTHING
        if isinstance(expr, Binary) and expr.op == "or":
            return both(self.denied(expr.left, unknown), self.denied(expr.right, unknown))
        return unknown

    def joined(self, expr: Binary, unknown: Plans) -> Plans:
        """and, or, sets of groups within kinds, open pungs."""
        if expr.op == "and":
            return both(self.plans(expr.left, unknown), self.plans(expr.right, unknown))[:MOST_PLANS]
        if expr.op == "or":
            return either((*self.plans(expr.left, unknown), *self.plans(expr.right, unknown)))[:MOST_PLANS]
        if expr.op == "&" and {getattr(expr.left, "name", ""), getattr(expr.right, "name", "")} == {"pung", "open"}:
            return only(opens="pung")
        kinds = mask_of(expr.right) if expr.op == "in" else None
        if kinds is not None and isinstance(expr.left, Name):
            if expr.left.name == "pair":
                return only(pairs=kinds)
            if expr.left.name == "pung":
                return only(needs=frozenset({Need(kinds, True)}))
        return unknown

    def called(self, expr: Call, unknown: Plans) -> Plans:
        """rows(...), only(...), all(touch(...)), counts as truths."""
        first = expr.args[0] if expr.args else None
        if expr.func == "rows" and isinstance(first, Tag):
            rows = [rule for rule in self.rules.rows if first.name in (rule.slug, *rule.row.tags)]
            return either(plan for rule in rows for plan in self.plans(rule.when or rule.each or Number(0), NOTHING))[:MOST_PLANS]
        if expr.func == "only" and first is not None and (kinds := mask_of(first)) is not None:
            return only(kinds=among(self.variant, kinds))
        if expr.func == "all" and isinstance(first, Call) and first.func == "touch" and (kinds := mask_of(first.args[0])) is not None:
            return only(each=among(self.variant, kinds))
        if expr.func == "count" and first is not None:
            return self.plans(first, unknown)
        return unknown

    def compared(self, expr: Compare, unknown: Plans) -> Plans:
        """Comparisons of a known number with a literal."""
        bound = expr.right.value if isinstance(expr.right, Number) else None
        left = expr.left
        if isinstance(left, Call) and bound is not None:
            if left.func in ("tiles", "real", "laid"):
                return self.tiles_compared(left, expr.op, bound, unknown)
            if left.func == "rows" and (expr.op, bound) in ((">=", 1), (">", 0)):
                return self.plans(left, unknown)
        word = self.numbers.get(left)
        if word is None:
            if isinstance(left, Call) and left.func == "count" and (expr.op, bound) in ((">=", 1), (">", 0), ("==", 1)):
                return self.plans(left.args[0], unknown)
            return unknown
        return self.number_compared(word, expr, bound, unknown)

    def number_compared(self, word: str, expr: Compare, bound: int | None, unknown: Plans) -> Plans:
        """Numbers with a name."""
        whole = expr.right == Name("sets", "number")
        if word in ("pungs", "chows") and whole and expr.op == "==":
            return only(sets=word)
        if word in ("count(open)", "count(melded)") and whole:
            met = expr.op == "=="
            return only(facts=frozenset({(Fact(A.ALL_OPEN), True)})) if met else ANYTHING
        if bound is None:
            return unknown
        holds = COMPARED[expr.op]
        if word == "suits":
            return only(suits=frozenset(mask for mask in range(8) if holds(mask.bit_count(), bound)))
        at_least = bound if expr.op == ">=" else bound + 1 if expr.op == ">" else 0
        if word == "top_suit" and at_least:
            return only(heavy=at_least)
        if word == "pungs" and at_least == 1:
            return only(needs=frozenset({Need(ALL_PLACES, True)}))
        if word == "count(open)" and at_least == 1:
            return only(opens="any")
        return unknown

    def tiles_compared(self, call: Call, op: str, bound: int, unknown: Plans) -> Plans:
        """tiles(K) > 0, tiles(K) == 0, real(void) == 0, laid(all) >= n."""
        if call.func == "laid":
            if mask_of(call.args[0]) == (1 << 42) - 1 and op == ">=":
                return only(facts=frozenset({(Fact(A.LAID_OUT, bound), True)}))
            return unknown
        if call.args[0] == Name("void", "kinds") and (op, bound) == ("==", 0):
            return only(void=True)
        kinds = mask_of(call.args[0])
        if kinds is None:
            return unknown
        if (op, bound) == ("==", 0):
            return only(kinds=among(self.variant, ~kinds))
        if (op, bound) in ((">", 0), (">=", 1)):
            return only(needs=frozenset({Need(kinds & (1 << places_of(self.variant)) - 1, False)}))
        return unknown


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def among(variant: Variant, kinds: int) -> int:
    """Places of a mask, and those that no hand of the variant has: they restrict nothing."""
    return (kinds | -1 << places_of(variant)) & ALL_PLACES


def mask_of(expr: Expr) -> int | None:
    """A set of kinds that is the same in every hand."""
    if isinstance(expr, KindSet):
        return expr.mask
    if isinstance(expr, Unary) and expr.op == "~":
        inner = mask_of(expr.operand)
        return None if inner is None else ~inner & (1 << 42) - 1
    if isinstance(expr, Binary) and expr.op in ("&", "|"):
        left, right = mask_of(expr.left), mask_of(expr.right)
        if left is not None and right is not None:
            return left & right if expr.op == "&" else left | right
    return None


def plans_of(variant: Variant, shape: str) -> Plans:
    """The plans that all gates of a variant leave to hands of a shape; none if a gate bars the shape."""
    reader = Reader(variant, shape)
    plans: Plans = ANYTHING
    for _, gate in reader.rules.gates:
        plans = both(plans, reader.plans(gate, ANYTHING))[:MOST_PLANS]
    return either(plan.lighter() for plan in plans)
