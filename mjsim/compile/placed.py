"""The rules of a variant as the kernels judge them: sets of kinds that expressions name are sets of places (mjsim/variant/deck.py)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from mjsim.variant.deck import flower_heads, placed
from mjsim.variant.expressions import KindSet
from mjsim.variant.model import Variant
from mjsim.variant.rules import Rules, rules_of


def placed_rules(variant: Variant) -> Rules:
    """`rules_of`, with places for kinds."""
    rules = rules_of(variant)
    if not flower_heads(variant):
        return rules
    moved: Rules = _moved(variant, rules)
    return moved


def _moved(variant: Variant, part: Any) -> Any:
    """A part of the rules with every constant set of kinds moved."""
    if isinstance(part, KindSet):
        return KindSet(placed(variant, part.mask))
    if isinstance(part, tuple):
        return tuple(_moved(variant, each) for each in part)
    if isinstance(part, dict):
        return {name: _moved(variant, each) for name, each in part.items()}
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{field.name: _moved(variant, getattr(part, field.name)) for field in fields(part) if field.init})
    return part
