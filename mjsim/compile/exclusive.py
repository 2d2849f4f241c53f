"""Rows that cannot all count: rows that share out the sets of a hand among them, and rows about its one winning group.

Known by their words: `count(x)` counts groups, `x and y` holds if there are such groups. Two sets of groups have nothing in common
if one asks for what the other denies, for other types, or for groups within other kinds.
"""

from __future__ import annotations

from dataclasses import dataclass

from mjsim.compile.gates import mask_of
from mjsim.kernels import layout as L
from mjsim.variant.expressions import Binary, Call, Expr, Name, Unary
from mjsim.variant.rules import Rules

ANY = (1 << 42) - 1
TYPES = frozenset({"chow", "pung", "pair", "knit"})
WAYS = frozenset({"self_draw", "discard"})
NAMED = frozenset({*TYPES, "kong", "own", "won", "open", "melded"})


@dataclass(frozen=True)
class Groups:
    """Groups that have some features and have not others, all their tiles within kinds. Ways of winning stand among the features.

    exact : these groups and no fewer; of melds on the table it is then known whether they are among them.
    """

    have: frozenset[str] = frozenset()
    lack: frozenset[str] = frozenset()
    kinds: int = ANY
    exact: bool = True

    def __and__(self, other: Groups) -> Groups:
        return Groups(self.have | other.have, self.lack | other.lack, self.kinds & other.kinds, self.exact and other.exact)

    def apart(self, other: Groups) -> bool:
        """Surely nothing in common?"""
        both = self & other
        return bool(both.have & both.lack or both.kinds == 0 or len(both.have & TYPES) > 1 or both.have >= WAYS)


OTHER = Groups(exact=False)
"""What is not understood."""


def groups_of(expr: Expr) -> Groups:
    """The groups that a set or truth asks for, or more."""
    if isinstance(expr, Name):
        if expr.name in ("middle", "edge"):
            return Groups(frozenset({"chow", "won"}), exact=False)
        if expr.name == "kong":
            return Groups(frozenset({"kong", "pung"}))
        if expr.name in NAMED | WAYS:
            return Groups(frozenset({expr.name}))
    if isinstance(expr, Unary) and expr.op == "~" and isinstance(expr.operand, Name) and expr.operand.name in NAMED:
        return Groups(lack=frozenset({expr.operand.name}))
    if isinstance(expr, Binary):
        left = groups_of(expr.left)
        if expr.op in ("&", "and"):
            return left & groups_of(expr.right)
        if expr.op == "or":
            right = groups_of(expr.right)
            return Groups(left.have & right.have, left.lack & right.lack, left.kinds | right.kinds, False)
        if expr.op == "in" and expr.left.type == "groups":
            kinds = mask_of(expr.right)
            return left & (OTHER if kinds is None else Groups(kinds=kinds))
    return OTHER


def row_shares(rules: Rules) -> list[int]:
    """Bits `layout.OF_SETS` and `OF_WON` of each row."""
    sets: list[Groups] = []
    won: list[Groups] = []
    shares = []
    for rule in rules.rows:
        counts = isinstance(rule.each, Call) and rule.each.func == "count"
        expr = rule.each.args[0] if isinstance(rule.each, Call) and counts else rule.when
        groups = groups_of(expr) if expr is not None and rule.row.of == "winner" and rule.row.at != "deal" else OTHER
        bits = 0
        if counts and groups.exact and groups.have & {"chow", "pung"} and all(groups.apart(other) for other in sets):
            sets.append(groups)
            bits |= L.OF_SETS
        if "won" in groups.have and all(groups.apart(other) for other in won):
            won.append(groups)
            bits |= L.OF_WON
        shares.append(bits)
    return shares
