"""Which types meet in which operator."""

from __future__ import annotations

from mjsim.variant.expressions.features import Type

Want = str
"""What a place asks for: "number", "truth" (any type), "kinds" or "groups"."""

NUMBERS = "two numbers"
MEETS = {
    **dict.fromkeys(("+", "-", "*", "==", "!=", "<", "<=", ">", ">="), NUMBERS),
    "//": "a number and a literal divisor of 1 or more",
    "**": "a literal base from 2 to 10 and a number",
    **dict.fromkeys(("&", "|"), "two groups or two kinds; for truths write 'and', 'or'"),
    "in": "groups in kinds, or kinds in kinds",
}
"""What each operator joins, in words."""


def meet(op: str, left: Type, right: Type) -> bool:
    """Whether the operator joins these types."""
    if op in ("&", "|"):
        return left == right and left in ("groups", "kinds")
    if op == "in":
        return left in ("groups", "kinds") and right == "kinds"
    return left == right == "number"


def answers(want: Want, got: Type) -> bool:
    """Whether a result of this type is what a place asks for."""
    return got != "text" if want == "truth" else got == want


TRUTH_HELP = {
    "number": "a number, e.g. count(...) of groups, kinds(...) of kinds",
    "kinds": 'kinds, e.g. "258mps", dragons, seat_wind',
    "groups": "groups, e.g. pung, pair & won, chow in terminals",
    "truth": "a number, groups or kinds",
}
"""How to make what is asked for, in words."""
