"""What a complete hand of a variant looks like to the distance tables: columns of groups, special forms, shapes without sets."""

from __future__ import annotations

from dataclasses import replace

from mjsim.compile.placed import placed_rules
from mjsim.kernels import special
from mjsim.kernels.layout import ALL_PLACES, MOST_PLACES
from mjsim.tables.goals import BARRED, HONORS, LUOSHU_SUIT, NANCHANG_HONORS, NINE_HONORS, SUIT, Column, Group, Way
from mjsim.tiles import SUITS
from mjsim.variant.deck import flower_heads, kinds_in_play, placed_copies
from mjsim.variant.expressions import Binary, Call, Compare, Expr, KindSet, Name, Number, uses
from mjsim.variant.model import Shape, Variant
from mjsim.variant.rules import rules_of
from mjsim.variant.shapes import shapes_of

SET_SYSTEMS = {"standard": (SUIT, HONORS), "honor-runs": (SUIT, NANCHANG_HONORS), "sum15": (LUOSHU_SUIT, HONORS)}


def columns_of(variant: Variant) -> Way:
    """What each colour may contribute: groups of which the set has enough tiles that stay in hands."""
    copies = placed_copies(variant)
    suit, honors = SET_SYSTEMS[variant.claims.sets]
    if flower_heads(variant):
        honors = NINE_HONORS
    playable = kinds_in_play(variant)

    def apart(group: Group) -> bool:
        return not variant.claims.different_ranks or len(set(group)) == len(group)

    left = [copies[place] if playable >> place & 1 else 0 for place in range(27, MOST_PLACES)]
    columns = [
        Column(tuple(group for group in suit.groups if all(group.count(r) <= copies[9 * i + r] for r in group) and apart(group)))
        if SUITS[i] in variant.tiles.suits
        else BARRED
        for i in range(3)
    ]
    columns.append(replace(honors, groups=tuple(group for group in honors.groups if all(group.count(r) <= left[r] for r in group))))
    return columns[0], columns[1], columns[2], columns[3]


def form_of(shape: Shape) -> int:
    """Bit of a special form, 0 for sets and free shapes."""
    if shape.form == "pairs":
        if shape.odd:
            return special.PAIRS_EIGHT
        return special.PAIRS
    return {"orphans": special.ORPHANS, "apart": special.APART, "knitted": special.KNITTED, "knit3": special.KNIT3}.get(shape.form, 0)


def forms_of(variant: Variant) -> tuple[int, int]:
    """Bits of the special forms, and of those among them in which the stand-in is itself."""
    shapes = shapes_of(variant)
    late = sum({form_of(shapes[name]) for name in variant.jokers.stand_in_not if name in shapes}) if variant.jokers.stand_in else 0
    return sum({form_of(shape) for shape in shapes.values()}) & ~late, late


def free_shapes(variant: Variant) -> list[tuple[int, int, int]]:
    """For each free shape the kinds that it may consist of (0: any), the jokers it needs, and whether melds may lie down.

    The condition is taken as a whole of "only these kinds" and "so many jokers"; what else it says is left to the scorer. Flowers are
    judged when they are laid out, thrown honours when they are thrown.
    """
    found = []
    for name, shape in shapes_of(variant).items():
        if shape.form != "free":
            continue
        mask, jokers = 0, 0
        elsewhere = False
        for part in conjuncts(placed_rules(variant).free[name]):
            if isinstance(part, Call) and part.func == "only" and isinstance(part.args[0], KindSet):
                mask = part.args[0].mask & ALL_PLACES
            elif isinstance(part, Compare) and part.op == ">=" and part.left == Name("jokers", "number") and isinstance(part.right, Number):
                jokers = part.right.value
            elif {"laid", "thrown_honors"} & uses(part):
                elsewhere = True
        if not elsewhere:
            found.append((mask, jokers, int(shape.melds)))
    return found


def conjuncts(expr: Expr) -> list[Expr]:
    """The parts of a chain of `and`."""
    if isinstance(expr, Binary) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


def is_exact(variant: Variant) -> bool:
    """Is every complete hand a legal win, by any way of winning?"""
    shapes = shapes_of(variant).values()
    return (
        not variant.gates
        and rules_of(variant).minimum == Number(0)
        and variant.jokers.source == "none"
        and not variant.jokers.virtual
        and all(shape.form not in ("free", "knit3") and not shape.self_only for shape in shapes)
    )
