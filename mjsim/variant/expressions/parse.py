"""Text to tree. `ast.parse` reads the text, a white list turns it into our own nodes; nothing is ever evaluated.

The language is documented in `docs/features.md`; every fault is a VariantError with column, expression and remedy.
"""

from __future__ import annotations

import ast
import difflib
import re
import warnings
from collections.abc import Callable, Iterable
from typing import NoReturn, TypeVar

from mjsim.errors import VariantError, one_of, quote
from mjsim.variant.expressions import literals, template
from mjsim.variant.expressions.features import CONSTANTS, FEATURES, FUNCTIONS, UNROLLED
from mjsim.variant.expressions.nodes import (
    Binary,
    Call,
    Compare,
    Conditional,
    Expr,
    KindSet,
    Name,
    Number,
    Shape,
    Tag,
    Unary,
    Winner,
    children,
)
from mjsim.variant.expressions.scope import Place, Scope
from mjsim.variant.expressions.types import MEETS, TRUTH_HELP, Want, answers, meet

T = TypeVar("T")

LONGEST = 2000
"""Characters of an expression."""
DEEPEST = 40
"""Nesting as written."""
TREE_DEPTH = 120
"""Nesting with definitions filled in."""
TREE_SIZE = 3000
"""Nodes with definitions filled in and loops written out."""
LARGEST = 1_000_000
"""Literal numbers."""
NEAR = 0.7
"""How alike a name must be to be suggested (difflib)."""
EXAMPLE = 'an expression such as "all_pungs and tiles(honors) == 0"'
STRANGE = re.compile(r"""[^A-Za-z0-9_ ()'",.+\-*/&|~<>=!]""")

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|",
}  # fmt: skip
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def parse(text: str, scope: Scope, want: Want, where: str = "") -> Expr:
    """The tree of an expression, checked against its scope.

    Parameters
    ----------
    text : the expression, at most 2,000 characters.
    want : "number", "truth" (any type: not 0, not empty), "kinds" or "groups".
    where : path of the expression for messages.

    Raises VariantError for whatever is wrong with it.

    >>> parse("count(open) == sets", Scope(), "truth").type
    'number'
    """
    reader = _Reader(text, scope, scope.place, where)
    tree = reader.whole()
    if not answers(want, tree.type):
        reader.fail(None, f"gives {tree.type} where {want} is wanted", TRUTH_HELP[want])
    return tree


def check_names(scope: Scope) -> None:
    """Read every own definition of the variant, used or not: each must make sense in some place of it."""
    for name in scope.names.own():
        faults = []
        for context in type(scope.context):
            try:
                _Reader(name, scope.at(context), scope.at(context).place, "").whole()
                break
            except VariantError as error:
                faults.append(error)
        else:
            raise faults[0]


class _Reader:
    """One text being read. `open` are the definitions under way, to find cycles; `base` is how deep they are already."""

    def __init__(self, text: str, scope: Scope, place: Place, where: str, open: tuple[str, ...] = (), base: int = 0) -> None:
        if not isinstance(text, str):
            raise VariantError(f"{quote(text)} is no text", where, EXAMPLE)
        self.flat = re.sub(r"[\t\r\n]", " ", text)
        self.lead = len(self.flat) - len(self.flat.lstrip(" "))
        self.text = self.flat.strip(" ")
        self.scope, self.place, self.where, self.open, self.base = scope, place, where, open, base
        self.bound: dict[str, int] = {}
        self.size = 0

    def fail(self, node: ast.AST | int | None, what: str, allowed: str = "") -> NoReturn:
        """Raise the error; `node` or a position in the text says where it is."""
        column = getattr(node, "col_offset", node)
        at = f" at column {column + self.lead + 1}" if isinstance(column, int) else ""
        raise VariantError(f"{what}{at} of {quote(self.text, 120)}", self.where, allowed)

    def whole(self) -> Expr:
        """Read the whole text."""
        if len(self.flat) > LONGEST:
            self.fail(None, f"an expression of {len(self.flat)} characters", f"at most {LONGEST}")
        if not self.text:
            raise VariantError("an empty expression", self.where, EXAMPLE)
        if (strange := STRANGE.search(self.text)) is not None:
            self.fail(strange.start(), f"character {strange.group()!r} is not part of the language", EXAMPLE)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                body = ast.parse(self.text, mode="eval").body
        except SyntaxError as error:
            self.fail(max((error.offset or 1) - 1, 0), f"cannot be read ({error.msg})", EXAMPLE)
        except (RecursionError, MemoryError, ValueError):
            self.fail(None, "too deeply nested", f"at most {DEEPEST} levels")
        tree = self.read(body, 0)
        self.measure(tree)
        return tree

    def measure(self, tree: Expr) -> None:
        """Refuse trees that an evaluator would choke on."""
        layer, depth = [tree], 0
        while layer:
            depth += 1
            layer = [child for node in layer for child in children(node)]
            if depth > TREE_DEPTH:
                self.fail(None, "too deeply nested, definitions filled in", f"at most {TREE_DEPTH} levels")

    def grow(self, node: ast.AST, by: int = 1) -> None:
        self.size += by
        if self.size > TREE_SIZE:
            self.fail(node, "too large, definitions filled in and loops written out", f"at most {TREE_SIZE} parts")

    def read(self, node: ast.expr, depth: int) -> Expr:
        """One node and what is below it."""
        if depth > DEEPEST:
            self.fail(node, "too deeply nested", f"at most {DEEPEST} levels")
        if self.base + depth > TREE_DEPTH:
            self.fail(node, "too deeply nested, definitions filled in", f"at most {TREE_DEPTH} levels")
        self.grow(node)
        reader: Callable[[ast.expr, int], Expr] | None = getattr(self, f"_{type(node).__name__}", None)
        if reader is None:
            self.fail(node, f"{type(node).__name__} is not part of the language", EXAMPLE)
        return reader(node, depth + 1)

    def numbers(self, node: ast.expr, depth: int, what: str) -> Expr:
        return self.typed(node, depth, "number", what)

    def typed(self, node: ast.expr, depth: int, want: Want, what: str) -> Expr:
        """Read a node that must have this type."""
        tree = self.read(node, depth)
        if not answers(want, tree.type):
            self.fail(node, f"{what} takes {want}, not {tree.type},", TRUTH_HELP[want])
        return tree

    # --- atoms

    def _Constant(self, node: ast.Constant, depth: int) -> Expr:
        source = self.text[node.col_offset : node.end_col_offset]
        if isinstance(node.value, str):
            return KindSet(self.helped(node, literals.read, self.string(node)))
        return Number(self.literal(node, 0, LARGEST, f"{quote(source)}"))

    def literal(self, node: ast.expr, low: int, high: int, what: str) -> int:
        """A literal number within bounds."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
            source = self.text[node.col_offset : node.end_col_offset]
            if source == str(node.value) and low <= node.value <= high:
                return node.value
        self.fail(node, f"{what} is no whole number from {low} to {high}", f"literal digits, {low} to {high}; 1 and 0 for true and false")

    def string(self, node: ast.expr) -> str:
        """A plain literal string: one pair of quotes, no prefix."""
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            self.fail(node, "no text in quotes", 'a literal, e.g. "258mps"')
        value = str(node.value)
        if (node.end_col_offset or 0) - node.col_offset != len(value) + 2:
            self.fail(node, "prefixed, joined or tripled quotes", 'one literal in plain quotes, e.g. "258mps"')
        return value

    def helped(self, node: ast.expr, read: Callable[[str], T], text: str) -> T:
        """A literal read by a function that does not know where it stands."""
        try:
            return read(text)
        except VariantError as error:
            self.fail(node, error.what, error.allowed)

    def _Name(self, node: ast.Name, depth: int) -> Expr:
        name = node.id
        if name in self.bound:
            return KindSet(self.bound[name])
        if name in CONSTANTS:
            return KindSet(CONSTANTS[name])
        if name in FEATURES:
            if refusal := self.place.refusal(FEATURES[name]):
                self.fail(node, refusal, self.remedy())
            return Name(name, FEATURES[name].type)
        if name in self.scope.shapes:
            if "winner" not in self.place.subject:
                self.fail(node, f"the shape {name!r} is known of the winner only, not {self.place.label}", self.remedy())
            return Shape(name)
        if name in self.scope.names:
            return self.definition(node, name, depth)
        if name in FUNCTIONS:
            self.fail(node, f"{name!r} is a function", f"{name}({FUNCTIONS[name].parameters})")
        self.unknown(node, "name", name, [*CONSTANTS, *FEATURES, *self.scope.shapes, *self.scope.names, *self.bound])

    def remedy(self) -> str:
        return "winner.NAME for the winner's" if self.place.winner else "what docs/features.md lists for this place"

    def unknown(self, node: ast.AST, what: str, name: str, candidates: Iterable[str]) -> NoReturn:
        near = difflib.get_close_matches(name, list(candidates), 3, NEAR)
        shapes = f"a shape of the variant ({one_of(sorted(self.scope.shapes))}), or a name" if what == "name" else "a function"
        self.fail(node, f"unknown {what} {quote(name)}", f"perhaps {one_of(near)}" if near else f"{shapes} of docs/features.md")

    def definition(self, node: ast.AST, name: str, depth: int) -> Expr:
        """What a `let` name stands for, here."""
        if name in self.open:
            circle = " -> ".join((*self.open[self.open.index(name) :], name))
            self.fail(node, f"definition in a circle, {circle},", "definitions that end in features")
        key = (name, self.place)
        if key not in self.scope.memo:
            found = self.scope.names[name]
            inner = _Reader(found.text, self.scope, self.place, found.where, (*self.open, name), self.base + depth)
            self.scope.memo[key] = (inner.whole(), inner.size)
        tree, size = self.scope.memo[key]
        self.grow(node, size)
        return tree  # type: ignore[no-any-return]  # the memo holds trees only

    def _Attribute(self, node: ast.Attribute, depth: int) -> Expr:
        if not (isinstance(node.value, ast.Name) and node.value.id == "winner"):
            self.fail(node, "a dot", "winner.NAME is the only one")
        name = ast.copy_location(ast.Name(node.attr), node)
        return self.winner(node, name, f"winner.{node.attr}", depth)

    def winner(self, node: ast.expr, body: ast.expr, source: str, depth: int) -> Expr:
        """winner.NAME or winner(expression), where the names around are another player's."""
        if not self.place.winner:
            self.fail(node, f"{source!r} {self.place.label}", "winner.NAME inside others(...), payer rows and payments")
        outside, self.place = self.place, self.place.at_winner()
        tree = self.typed(body, depth, "truth", "winner")
        self.place = outside
        return tree if isinstance(tree, KindSet | Number) else Winner(tree)

    # --- operators

    def _UnaryOp(self, node: ast.UnaryOp, depth: int) -> Expr:
        if isinstance(node.op, ast.Not):
            return Unary("not", self.typed(node.operand, depth, "truth", "'not'"))
        if isinstance(node.op, ast.USub):
            return Unary("-", self.numbers(node.operand, depth, "'-'"))
        if not isinstance(node.op, ast.Invert):
            self.fail(node, "a sign '+'", "no sign")
        operand = self.read(node.operand, depth)
        if operand.type not in ("groups", "kinds"):
            self.fail(node, f"'~' of {operand.type}", "groups or kinds; 'not' for truths")
        return Unary("~", operand)

    def _BoolOp(self, node: ast.BoolOp, depth: int) -> Expr:
        op = "and" if isinstance(node.op, ast.And) else "or"
        return _chain(op, [self.typed(value, depth, "truth", repr(op)) for value in node.values])

    def _BinOp(self, node: ast.BinOp, depth: int) -> Expr:
        op = BINARY.get(type(node.op))
        if op is None:
            self.fail(node, f"operator {type(node.op).__name__} is not part of the language", "+ - * // ** & |")
        if op == "**":
            return Binary(op, Number(self.literal(node.left, 2, 10, "the base of '**'")), self.numbers(node.right, depth, "'**'"))
        left = self.read(node.left, depth)
        right = Number(self.literal(node.right, 1, LARGEST, "the divisor of '//'")) if op == "//" else self.read(node.right, depth)
        self.meeting(node, op, left, right)
        return Binary(op, left, right)

    def meeting(self, node: ast.AST, op: str, left: Expr, right: Expr) -> None:
        if not meet(op, left.type, right.type):
            self.fail(node, f"{op!r} of {left.type} and {right.type}", MEETS[op])

    def _Compare(self, node: ast.Compare, depth: int) -> Expr:
        if len(node.ops) > 1:
            self.fail(node, "a chain of comparisons", "two comparisons joined by 'and'")
        op = "in" if isinstance(node.ops[0], ast.In) else COMPARE.get(type(node.ops[0]))
        if op is None:
            self.fail(node, f"comparison {type(node.ops[0]).__name__} is not part of the language", "== != < <= > >= in; not (a in b)")
        left, right = self.read(node.left, depth), self.read(node.comparators[0], depth)
        self.meeting(node, op, left, right)
        return Binary(op, left, right) if op == "in" else Compare(op, left, right)

    def _IfExp(self, node: ast.IfExp, depth: int) -> Expr:
        test = self.typed(node.test, depth, "truth", "'if'")
        then, other = self.read(node.body, depth), self.read(node.orelse, depth)
        if then.type != other.type or then.type == "text":
            self.fail(node, f"branches of different types, {then.type} and {other.type},", "two numbers, two groups or two kinds")
        return Conditional(test, then, other)

    # --- calls

    def _Call(self, node: ast.Call, depth: int) -> Expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "winner" and len(node.args) == 1 and not node.keywords:
            return self.winner(node, node.args[0], "winner(...)", depth)
        if name not in FUNCTIONS:
            if not name:
                self.fail(node, "only a function of the language can be called", one_of(FUNCTIONS))
            if name in FEATURES or name in CONSTANTS or name in self.scope.names or name in self.scope.shapes:
                self.fail(node, f"{name!r} is no function", f"{name} without brackets")
            self.unknown(node, "function", name, FUNCTIONS)
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            self.fail(node, f"named or starred arguments of {name!r}", f"{name}({FUNCTIONS[name].parameters})")
        if refusal := self.place.refusal(FUNCTIONS[name]) if name != "sum" else "":
            self.fail(node, refusal, self.remedy())
        if name in ("sum", "max", "min", "any"):
            return self.gather(node, name, depth)
        if name in ("product", "best"):
            return Call(name, self.tag(node, name, optional=True))
        if name == "rows":
            return Call(name, self.tag(node, name))
        if name == "fit":
            return self.fit(node, depth)
        if name == "round_up":
            self.count(node, name, 2)
            step = self.literal(node.args[1], 1, LARGEST, "the step of round_up")
            return Call(name, (self.numbers(node.args[0], depth, name), Number(step)))
        self.count(node, name, 1)
        if name == "held":
            return Call(name, (Number(self.literal(node.args[0], 1, 8, "the argument of held")),))
        if name == "share" and not self.scope.share:
            self.fail(node, "the variant has no table of shares", "score.table")
        if name in ("others", "possible"):
            outside, self.place = self.place, self.place.in_others() if name == "others" else self.place.in_possible()
            inside = self.typed(node.args[0], depth, "truth", name)
            self.place = outside
            return Call(name, (inside,))
        return Call(name, (self.typed(node.args[0], depth, FUNCTIONS[name].parameters, name),))

    def count(self, node: ast.Call, name: str, number: int) -> None:
        if len(node.args) != number:
            self.fail(node, f"{name!r} with {len(node.args)} arguments", f"{name}({FUNCTIONS[name].parameters})")

    def tag(self, node: ast.Call, name: str, optional: bool = False) -> tuple[Expr, ...]:
        """The tag or slug in rows(...), sum(...), product(...), best(...)."""
        if optional and not node.args:
            return ()
        self.count(node, name, 1)
        argument = node.args[0]
        tag = argument.id if isinstance(argument, ast.Name) else self.string(argument)
        known = self.scope.tags | self.scope.rows
        if tag not in known:
            near = difflib.get_close_matches(tag, sorted(known), 3)
            tags = f"tags are {one_of(sorted(self.scope.tags))}" if self.scope.tags else "no row has a tag"
            self.fail(argument, f"no row has the tag or slug {quote(tag)}", f"perhaps {one_of(near)}" if near else tags)
        return (Tag(tag),)

    def fit(self, node: ast.Call, depth: int) -> Expr:
        if len(node.args) not in (1, 2):
            self.count(node, "fit", 1)
        groups = [self.typed(argument, depth, "groups", "fit") for argument in node.args[:-1]]
        return Call("fit", (*groups, self.helped(node.args[-1], template.read, self.string(node.args[-1]))))

    def gather(self, node: ast.Call, name: str, depth: int) -> Expr:
        """sum, max, min, any: of arguments, of a loop, or (sum) of the rows that count."""
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            parts = self.unroll(node.args[0], name, depth)
        elif name == "sum" and len(node.args) < 2:
            if not self.place.totals:
                self.fail(node, f"sum over rows stands in value formulas only, not {self.place.label}", "sum(x for k in each_suit)")
            return Call("sum", self.tag(node, name, optional=True))
        else:
            if len(node.args) < 2:
                self.fail(node, f"{name!r} with {len(node.args)} arguments", f"two or more, or {name}(x for k in each_suit)")
            parts = [self.item(argument, name, depth) for argument in node.args]
        return Call(name, tuple(parts)) if name in ("min", "max") else _chain("+" if name == "sum" else "or", parts)

    def item(self, node: ast.expr, name: str, depth: int) -> Expr:
        return self.typed(node, depth, "truth" if name == "any" else "number", name)

    def unroll(self, loop: ast.GeneratorExp, name: str, depth: int) -> list[Expr]:
        """The body once for each set of kinds that k takes."""
        first = loop.generators[0]
        source = first.iter.id if isinstance(first.iter, ast.Name) else ""
        if len(loop.generators) > 1 or first.ifs or first.is_async or source not in UNROLLED or not isinstance(first.target, ast.Name):
            self.fail(loop, f"a loop of {name!r} that is not 'for k in each_suit' or 'for k in each_rank'", f"{name}(x for k in each_suit)")
        k = first.target.id
        taken = k in CONSTANTS or k in FEATURES or k in FUNCTIONS or k in self.scope.names or k in self.scope.shapes
        if taken or k in self.bound or k == "winner":
            self.fail(first.target, f"{k!r} has a meaning already", "a free name, e.g. k")
        parts = []
        for mask in UNROLLED[source]:
            self.bound[k] = mask
            parts.append(self.item(loop.elt, name, depth))
        del self.bound[k]
        return parts


def _chain(op: str, parts: list[Expr]) -> Expr:
    """a op b op c, grouped from the left."""
    tree = parts[0]
    for part in parts[1:]:
        tree = Binary(op, tree, part)
    return tree
