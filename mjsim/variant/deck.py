"""The tiles of a variant's set."""

from __future__ import annotations

from mjsim.tiles import ALL_KINDS, HONORS, KIND_OF, KINDS, SUITS
from mjsim.variant.model import Variant


def copies_of(variant: Variant) -> list[int]:
    """Copies of each kind in the set, 42 long. A flower class counts in the place of its absent honour."""
    tiles = variant.tiles
    copies = [0] * ALL_KINDS
    for suit in tiles.suits:
        for rank in tiles.ranks:
            copies[SUITS.index(suit) * 9 + int(rank) - 1] = 4
    for wind in HONORS[:4]:
        copies[KIND_OF[wind]] = tiles.winds
    for dragon in tiles.dragons:
        copies[KIND_OF[dragon]] = 4
    if tiles.flower_class:
        copies[KIND_OF[tiles.flower_class]] = tiles.flowers
    else:
        for flower in range(tiles.flowers):
            copies[KINDS + flower] = 1
    return copies


def total_tiles(variant: Variant) -> int:
    """Tiles in the set."""
    return sum(copies_of(variant))
