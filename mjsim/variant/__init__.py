"""Variants as data: load, check, digest. `mjsim.variant(...)` is `mjsim.api.variant`."""

from mjsim.variant.check import check
from mjsim.variant.deck import copies_of, total_tiles
from mjsim.variant.digest import digest, document
from mjsim.variant.load import catalog, load
from mjsim.variant.model import Variant
from mjsim.variant.rules import Rules, rules_of
from mjsim.variant.shapes import sets_of, shapes_of
from mjsim.verb import make_callable

__all__ = [
    "Rules",
    "Variant",
    "catalog",
    "check",
    "copies_of",
    "digest",
    "document",
    "load",
    "rules_of",
    "sets_of",
    "shapes_of",
    "total_tiles",
]

make_callable(__name__)
