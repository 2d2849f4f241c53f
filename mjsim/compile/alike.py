"""Kinds and sets that no rule of a variant tells apart: of those that jokers alone can play, one of each class is enough to look at."""

from __future__ import annotations

from mjsim.compile.code import Coder
from mjsim.compile.placed import placed_rules
from mjsim.compile.rules import judging
from mjsim.compile.sets import sets_in_play
from mjsim.kernels import layout as L
from mjsim.variant.deck import kinds_in_play
from mjsim.variant.expressions import CONSTANTS, Binary, Call, Expr, walk
from mjsim.variant.model import Variant

PART_OF = {L.G_CHOW: "C", L.G_PUNG: "P"}


def alike_classes(variant: Variant, coder: Coder) -> list[int]:
    """Class of each of MOST_PLACES kinds as a pair, then of each set of the variant.

    Kinds are alike if they lie in the same constant sets of kinds that the rules name. Where templates name pairs, pungs or
    chows, rank and suit count, and no two of them are alike.
    """
    masks = set(coder.masks)
    if coder.used & {"void", "joker_suit"}:
        masks |= {CONSTANTS[suit] for suit in "mps"}
    ordered = sorted(masks)
    kinds = [tuple(mask >> kind & 1 for mask in ordered) for kind in range(L.MOST_PLACES)]
    named = {part.kind for template in coder.templates for part in template.parts}
    pairs: list[object] = [kind if "D" in named else kinds[kind] for kind in range(L.MOST_PLACES)]
    sets: list[object] = []
    for number, (type, tiles) in enumerate(sets_in_play(variant, kinds_in_play(variant))):
        sets.append(number if PART_OF.get(type) in named else (type, tuple(sorted(kinds[kind] for kind in tiles))))
    return _numbered(pairs) + _numbered(sets)


def _numbered(classes: list[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(entry, len(numbers)) for entry in classes]


def alike_tells(variant: Variant, coder: Coder) -> int:
    """What else tells kinds apart: 1 kinds that the player has discarded, 2 the winning tile, 4 how many different kinds there are."""
    counted = any(_counts_kinds(node) for expr in judging(placed_rules(variant)) for node in walk(expr))
    return ("own_discards" in coder.used) + 2 * ("drawn" in coder.used) + 4 * counted


def _counts_kinds(node: Expr) -> bool:
    """kinds(...) of anything but kinds that are owned several times, which jokers alone do not change."""
    return isinstance(node, Call) and node.func == "kinds" and not _of_held(node.args[0])


def _of_held(node: Expr) -> bool:
    if isinstance(node, Call):
        return node.func == "held"
    return isinstance(node, Binary) and node.op == "&" and (_of_held(node.left) or _of_held(node.right))
