"""The tree of an expression: a handful of frozen nodes, each with the type of its result.

Nodes compare and hash by value, so that a definition used in many rows is found again as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mjsim.variant.expressions.features import FUNCTIONS, Type
from mjsim.variant.expressions.template import Template


@dataclass(frozen=True, slots=True)
class Number:
    """A literal, 0 to 1,000,000."""

    value: int
    type: ClassVar[Type] = "number"


@dataclass(frozen=True, slots=True)
class KindSet:
    """A constant set of kinds: bit k is kind k, 42 bits."""

    mask: int
    type: ClassVar[Type] = "kinds"


@dataclass(frozen=True, slots=True)
class Name:
    """A feature of `FEATURES`."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Shape:
    """1 if the arrangement has this shape of the variant."""

    name: str
    type: ClassVar[Type] = "number"


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag or the slug of a row, as argument."""

    name: str
    type: ClassVar[Type] = "text"


@dataclass(frozen=True, slots=True)
class Winner:
    """`winner.x`: the body is evaluated for the winner, while the names around it are another player's."""

    body: Expr

    @property
    def type(self) -> Type:
        return self.body.type


@dataclass(frozen=True, slots=True)
class Unary:
    """`not` (truth of any type), `-` (number), `~` (kinds: within all 42; groups: within those of the arrangement)."""

    op: str
    operand: Expr

    @property
    def type(self) -> Type:
        return self.operand.type if self.op == "~" else "number"


@dataclass(frozen=True, slots=True)
class Binary:
    """`+ - * // **` of numbers, `& |` of two sets of one type, `and or` of truths, `in` of a set and kinds.

    Kinds in kinds is a number, 1 if the left set lies in the right one; groups in kinds are the groups
    all of whose tiles lie there. `*` is `times`, `**` is `power`, `//` floors; the right side of `//` is a Number
    above 0, the left side of `**` a Number from 2 to 10.
    """

    op: str
    left: Expr
    right: Expr

    @property
    def type(self) -> Type:
        if self.op in ("&", "|") or (self.op == "in" and self.left.type == "groups"):
            return self.left.type
        return "number"


@dataclass(frozen=True, slots=True)
class Compare:
    """`== != < <= > >=` of two numbers, 0 or 1."""

    op: str
    left: Expr
    right: Expr
    type: ClassVar[Type] = "number"


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else other`; the branches have one type."""

    test: Expr
    then: Expr
    other: Expr

    @property
    def type(self) -> Type:
        return self.then.type


@dataclass(frozen=True, slots=True)
class Call:
    """A function of `FUNCTIONS`; arguments are expressions, a Tag or a Template."""

    func: str
    args: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return FUNCTIONS[self.func].type


Expr = Number | KindSet | Name | Shape | Tag | Template | Winner | Unary | Binary | Compare | Conditional | Call


PARTS: dict[type, tuple[str, ...]] = {
    Winner: ("body",),
    Unary: ("operand",),
    Binary: ("left", "right"),
    Compare: ("left", "right"),
    Conditional: ("test", "then", "other"),
}
"""Fields that hold expressions."""


def children(node: Expr) -> tuple[Expr, ...]:
    """The expressions a node is made of, in the order of its fields."""
    if isinstance(node, Call):
        return node.args
    return tuple(getattr(node, part) for part in PARTS.get(type(node), ()))


def walk(node: Expr) -> Iterator[Expr]:
    """The node and everything below it, each as often as it stands there, parents first."""
    yield node
    for child in children(node):
        yield from walk(child)


def uses(node: Expr) -> frozenset[str]:
    """Names of the features, shapes and functions that occur."""
    found = set()
    for part in walk(node):
        if isinstance(part, Name | Shape):
            found.add(part.name)
        elif isinstance(part, Call):
            found.add(part.func)
    return frozenset(found)


def templates(node: Expr) -> tuple[Template, ...]:
    """The templates of its `fit(...)`, left to right, repeats included."""
    return tuple(part for part in walk(node) if isinstance(part, Template))


def tags(node: Expr) -> frozenset[str]:
    """The tags and slugs that it asks for."""
    return frozenset(part.name for part in walk(node) if isinstance(part, Tag))
