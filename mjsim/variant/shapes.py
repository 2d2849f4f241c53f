"""The library of hand shapes that a variant names in `win.shapes`."""

from __future__ import annotations

from mjsim.variant.model import Shape, Variant


def library(variant: Variant) -> dict[str, Shape]:
    """Shapes that need no entry in [shapes]; pairs has an odd tile where an even number of tiles is held."""
    size = variant.deal.hand + variant.jokers.virtual + 1
    return {
        "standard": Shape(form="sets", melds=True),
        "pairs": Shape(form="pairs", pairs=size // 2, odd=size % 2),
        "orphans": Shape(form="orphans"),
        "apart": Shape(form="apart"),
        "knitted": Shape(form="knitted"),
        "knit3": Shape(form="knit3", melds=True),
    }


def shapes_of(variant: Variant) -> dict[str, Shape]:
    """The shapes of a variant in the order of `win.shapes` (KeyError for an unknown one)."""
    known = library(variant) | variant.shapes
    return {name: known[name] for name in variant.win.shapes}


def sets_of(variant: Variant) -> int:
    """Sets in a standard hand: 3, 4 or 5."""
    return (variant.deal.hand + variant.jokers.virtual) // 3
