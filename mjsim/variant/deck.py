"""The tiles of a variant's set."""

from __future__ import annotations

from mjsim.tiles import ALL_KINDS, HONORS, KIND_OF, KINDS, SUITS, kind_set
from mjsim.variant.model import Variant

IDLE = KIND_OF["P"]
"""The kind of tiles that can be neither meld nor pair, of a variant that has such."""


def kinds_in_play(variant: Variant) -> int:
    """Kinds that hands are made of (34 bits): in the set, not laid out as bonus, not idle."""
    there = sum(1 << kind for kind, copies in enumerate(copies_of(variant)[:KINDS]) if copies) & ~kind_set(variant.tiles.bonus)
    return there & ~(1 << IDLE) if variant.tiles.idle else there


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
    if tiles.idle:
        copies[IDLE] = tiles.idle
    if tiles.flower_class:
        copies[KIND_OF[tiles.flower_class]] = tiles.flowers
    else:
        for flower in range(tiles.flowers):
            copies[KINDS + flower] = 1
    return copies


def total_tiles(variant: Variant) -> int:
    """Tiles in the set."""
    return sum(copies_of(variant))
