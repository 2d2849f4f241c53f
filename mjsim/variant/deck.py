"""The tiles of a variant's set, and their places in what the kernels keep of hands.

A hand's words and tables have nine places in each of four colours. Kinds are their own places, with two exceptions. Flowers that are one
class stand where an absent honour would. Flowers that are heads, each a kind of its own, follow the red dragon: their places are 32 to 35.
F and P, which are no heads then, change with them: idle tiles, written P, are at place 37, beyond the words.
"""

from __future__ import annotations

from mjsim.tiles import ALL_KINDS, HONORS, KIND_OF, KINDS, SUITS, kind_set
from mjsim.variant.model import Variant

IDLE = KIND_OF["P"]
"""The kind of tiles that can be neither meld nor pair, of a variant that has such."""
HEADS = {KIND_OF["F"]: 36, KIND_OF["P"]: 37} | {KINDS + i: KIND_OF["F"] + i for i in range(4)}
"""Places of the kinds that have another than their own where flowers are heads."""


def kinds_in_play(variant: Variant) -> int:
    """Places of the kinds that hands are made of, as a mask: in the set, not laid out as bonus, not idle."""
    there = sum(1 << place for place, copies in enumerate(placed_copies(variant)[: places_of(variant)]) if copies)
    there &= ~placed(variant, kind_set(variant.tiles.bonus))
    return there & ~(1 << place_of(variant, IDLE)) if variant.tiles.idle else there


def kinds_jokers_play(variant: Variant) -> int:
    """Kinds that a joker may play besides its own (34 bits)."""
    playable = kinds_in_play(variant)
    return placed(variant, kind_set(variant.jokers.plays)) & playable if variant.jokers.plays else playable


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
            copies[KINDS + flower] = tiles.flower_copies
    return copies


def total_tiles(variant: Variant) -> int:
    """Tiles in the set."""
    return sum(copies_of(variant))


def flower_heads(variant: Variant) -> bool:
    """Are the flowers ordinary tiles, each a kind of its own?"""
    return variant.tiles.flower_copies > 1


def places_of(variant: Variant) -> int:
    """Number of places of the tiles that hands are made of: 34, or 36 with flowers that are heads."""
    return KINDS + 2 if flower_heads(variant) else KINDS


def place_of(variant: Variant, kind: int) -> int:
    """The place of a kind."""
    if variant.tiles.flower_class and kind >= KINDS:
        return KIND_OF[variant.tiles.flower_class]
    return HEADS.get(kind, kind) if flower_heads(variant) else kind


def kinds_by_place(variant: Variant, number: int = ALL_KINDS) -> list[int]:
    """The kind of each place, `number` long; places that no kind has are numbers of their own."""
    there = {place: kind for kind, place in HEADS.items()} if flower_heads(variant) else {}
    return [there.get(place, place) for place in range(number)]


def placed(variant: Variant, kinds: int) -> int:
    """A mask of kinds as a mask of places."""
    if not flower_heads(variant):
        return kinds
    return sum(1 << HEADS.get(kind, kind) for kind in range(ALL_KINDS) if kinds >> kind & 1)


def placed_copies(variant: Variant) -> list[int]:
    """`copies_of` by place."""
    copies = copies_of(variant)
    return [copies[kind] for kind in kinds_by_place(variant)]
