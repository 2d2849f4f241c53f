"""Heavenly, earthly and human hands 天和 地和 人和: laws under which a hand is complete at once, for weighted hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.shapes import columns_of, free_shapes
from mjsim.compile.targets import YAO
from mjsim.stats.laws import Complete, Law, Tilted
from mjsim.stats.splitting import Particles
from mjsim.stats.weighted import Part, Places
from mjsim.tiles import ALL_KINDS, kind_set
from mjsim.variant.deck import flower_heads, placed_copies
from mjsim.variant.model import Variant
from mjsim.variant.shapes import sets_of, shapes_of


def parts_of(variant: Variant, dealer: bool) -> list[Part]:
    """Complete hands of the dealer, or of another seat with its first draw or with a tile that somebody else might throw; none where those
    are not all that matter (`covered`).
    """
    if not covered(variant):
        return []
    copies = np.array(placed_copies(variant))
    players, hand, wall = variant.players, variant.deal.hand, int(copies.sum())
    bonus = bonus_of(variant)
    playing = np.where(bonus, 0, copies)

    def held(particles: Particles) -> NDArray[np.int64]:
        return places_held(particles[:, :wall], bonus, players, hand)

    def dealers(particles: Particles) -> NDArray[np.int64]:
        return held(particles)[:, :1]

    def own_draw(particles: Particles) -> NDArray[np.int64]:
        return held(particles)[:, 1:]

    def thrown(givers: slice) -> Places:
        def places(particles: Particles) -> NDArray[np.int64]:
            found = held(particles)
            ways = []
            for seat in range(1, players):
                others = np.delete(found, seat, axis=1)[:, givers].reshape(len(found), -1)
                own = np.repeat(found[:, seat, None, :-1], others.shape[1], axis=1)
                ways.append(np.concatenate([own, others[:, :, None]], axis=2))
            return np.concatenate(ways, axis=1)

        return places

    wheres: list[Places] = [dealers] if dealer else [own_draw, thrown(slice(0, 1)), thrown(slice(1, None))]
    return [Part(law, playing, where, wall) for law in complete_laws(variant, playing) for where in wheres]


COVERED = {"sets", "pairs", "orphans", "apart", "knitted"}
"""Forms of which all hands are among those of `complete_laws`."""


def covered(variant: Variant) -> bool:
    """Is a hand complete at once only if the tiles dealt are one of `complete_laws`? Not with jokers, tiles that are passed on or
    replaced, or freer shapes."""
    shapes = shapes_of(variant).values()
    forms_known = all(shape.form in COVERED | {"free"} and not shape.odd for shape in shapes) and not free_shapes(variant)
    before = variant.before
    stay = not (before.exchange or before.kong_tiles or before.single_kongs)
    return forms_known and stay and variant.jokers.source == "none" and not variant.jokers.virtual


def complete_laws(variant: Variant, copies: NDArray[np.int64]) -> list[Law]:
    """Laws of hands among which are all that are complete in shapes of the forms COVERED, and few others."""
    tiles = variant.deal.hand + 1
    laws: list[Complete | Tilted] = [Complete(copies, columns_of(variant), sets_of(variant))]
    forms = {shape.form for shape in shapes_of(variant).values()}
    numbers = np.arange(copies.max() + 1)
    factors = np.ones((ALL_KINDS, len(numbers)))
    if "pairs" in forms:
        laws.append(Tilted(copies, factors * (numbers % 2 == 0), tiles))
    if forms & {"apart", "knitted"}:
        laws.append(Tilted(copies, factors * (numbers <= 1), tiles))
    if "orphans" in forms:
        yao = np.array([YAO >> kind & 1 for kind in range(ALL_KINDS)], np.bool_)
        laws.append(Tilted(copies, np.where(yao[:, None], numbers > 0, numbers == 0).astype(np.float64), tiles))
    return [law for law in laws if law.possible]


def bonus_of(variant: Variant) -> NDArray[np.bool_]:
    """Kinds that are laid out and replaced."""
    mask = kind_set(variant.tiles.bonus) if variant.tiles.bonus else 0
    return np.array([(kind >= 34 and not flower_heads(variant)) or bool(mask >> kind & 1) for kind in range(ALL_KINDS)])


def places_held(walls: Particles, bonus: NDArray[np.bool_], players: int, hand: int) -> NDArray[np.int64]:
    """Where the tiles lie that each seat holds after its first draw if nobody claims any, (walls, seats, hand + 1); the draw is the last.
    Bonus tiles are replaced from the end: from the dealer on each replaces all its dealt ones, again until nobody holds one.
    """
    rows = np.arange(len(walls))[:, None]
    found = np.concatenate([np.arange(players * hand).reshape(players, hand), players * hand + np.arange(players)[:, None]], axis=1)
    found = np.repeat(found[None], len(walls), axis=0)
    back = np.full((len(walls), 1), walls.shape[1])

    def replaced(places: NDArray[np.int64]) -> bool:
        nonlocal back
        out = bonus[walls[rows, places]]
        places[:] = np.where(out, back - np.cumsum(out, axis=1), places)
        back = back - out.sum(axis=1, keepdims=True)
        return bool(out.any())

    while any([replaced(found[:, seat, : hand + (seat == 0)]) for seat in range(players)]):
        pass
    for seat in range(1, players):
        while replaced(found[:, seat, hand:]):
            pass
    return found
