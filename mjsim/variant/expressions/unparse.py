"""Tree to text, in one normal form: what digests and rule pages show. `parse(unparse(tree)) == tree`."""

from __future__ import annotations

from mjsim.variant.expressions import literals
from mjsim.variant.expressions.nodes import Binary, Call, Compare, Conditional, Expr, KindSet, Name, Number, Shape, Tag, Unary, Winner

BINDS = {"or": 1, "and": 2, "in": 4, "|": 5, "&": 6, "+": 8, "-": 8, "*": 9, "//": 9, "**": 11}
"""How tightly operators bind, as in the language that the syntax is taken from."""
IF, NOT, COMPARE, SIGN, ATOM = 0, 3, 4, 10, 12


def unparse(tree: Expr) -> str:
    """The expression in normal form, definitions filled in.

    >>> unparse(Binary("in", Binary("&", Name("won", "groups"), Name("pair", "groups")), KindSet(1 << 4)))
    'won & pair in "5m"'
    """
    return _write(tree)[0]


def _write(node: Expr) -> tuple[str, int]:
    """Text and how tightly its outermost operator binds."""
    if isinstance(node, Number):
        return str(node.value), ATOM
    if isinstance(node, KindSet):
        return literals.write(node.mask), ATOM
    if isinstance(node, Name | Shape):
        return node.name, ATOM
    if isinstance(node, Tag):
        return f'"{node.name}"', ATOM
    if isinstance(node, Call):
        return f"{node.func}({', '.join(unparse(argument) for argument in node.args)})", ATOM
    if isinstance(node, Winner):
        return (f"winner.{node.body.name}" if isinstance(node.body, Name | Shape) else f"winner({unparse(node.body)})"), ATOM
    if isinstance(node, Unary):
        level, space = (NOT, " ") if node.op == "not" else (SIGN, "")
        return node.op + space + _inside(node.operand, level), level
    if isinstance(node, Binary):
        level = BINDS[node.op]
        tighter = level + 1
        left, right = (tighter, tighter) if node.op == "in" else (tighter, SIGN) if node.op == "**" else (level, tighter)
        return f"{_inside(node.left, left)} {node.op} {_inside(node.right, right)}", level
    if isinstance(node, Compare):
        return f"{_inside(node.left, COMPARE + 1)} {node.op} {_inside(node.right, COMPARE + 1)}", COMPARE
    if isinstance(node, Conditional):
        return f"{_inside(node.then, IF + 1)} if {_inside(node.test, IF + 1)} else {_inside(node.other, IF)}", IF
    return f'"{node.text}"', ATOM


def _inside(node: Expr, level: int) -> str:
    text, binds = _write(node)
    return text if binds >= level else f"({text})"
