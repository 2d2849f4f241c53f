"""The language of score rows, gates and payments: expressions over named features.

`parse(text, scope, want, where)` gives a tree of frozen nodes, each with the `type` of its result:

- `Number(value)`, `KindSet(mask)`: constants. Tile literals, `winds`, `all` ... and the `k` of a loop are KindSets.
- `Name(name, type)`: a feature of `FEATURES`. `Shape(name)`: 1 if the arrangement has this shape.
- `Winner(body)`: the body is about the winner, while the names around are another player's.
- `Unary(op, operand)`: not - ~. `Binary(op, left, right)`: + - * // ** & | and or in. `Compare(op, left, right)`.
- `Conditional(test, then, other)`. `Call(func, args)`: a function of `FUNCTIONS`; `Tag` and `Template` are arguments.

`*`, `**` and round_up mean `times`, `power` and `round_up`, `//` floors.

Definitions (`let` names) are filled in and loops written out, so an evaluator needs no environment but the features.
Equal trees are equal values: whoever evaluates many rows can share the common ones in a dictionary keyed by node.
"""

from __future__ import annotations

from mjsim.variant.expressions.arithmetic import LIMIT, power, round_up, times
from mjsim.variant.expressions.features import CONSTANTS, FEATURES, FLAGS, FUNCTIONS, Feature, Function, Level, Subject, Type
from mjsim.variant.expressions.names import Names, shared_names
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
    tags,
    templates,
    uses,
    walk,
)
from mjsim.variant.expressions.parse import check_names, parse
from mjsim.variant.expressions.scope import Context, Scope
from mjsim.variant.expressions.template import Part, Template
from mjsim.variant.expressions.types import Want
from mjsim.variant.expressions.unparse import unparse

__all__ = [
    "CONSTANTS",
    "FEATURES",
    "FLAGS",
    "FUNCTIONS",
    "LIMIT",
    "Binary",
    "Call",
    "Compare",
    "Conditional",
    "Context",
    "Expr",
    "Feature",
    "Function",
    "KindSet",
    "Level",
    "Name",
    "Names",
    "Number",
    "Part",
    "Scope",
    "Shape",
    "Subject",
    "Tag",
    "Template",
    "Type",
    "Unary",
    "Want",
    "Winner",
    "check_names",
    "children",
    "parse",
    "power",
    "round_up",
    "shared_names",
    "tags",
    "templates",
    "times",
    "unparse",
    "uses",
    "walk",
]
