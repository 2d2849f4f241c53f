"""What sets and pairs a variant's hands are made of, as lists for the search of readings."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from mjsim.kernels import layout as L
from mjsim.variant.model import Variant

WINDS, DRAGONS = range(27, 31), range(31, 34)
Triple = tuple[int, int, int]


def sets_in_play(variant: Variant, kinds: int) -> list[tuple[int, Triple]]:
    """All sets of the variant's meld system made of these kinds (a mask): type (G_...) and tiles, ascending."""
    system = variant.claims.sets
    found: list[tuple[int, Triple]] = []
    for first in range(0, 27, 9):
        if system == "sum15":
            triples = combinations_with_replacement(range(1, 10), 3)
            fitting = [t for t in triples if sum(t) == 15 and (len(set(t)) == 3 or not variant.claims.different_ranks)]
            found += [(L.G_SET, (first + a - 1, first + b - 1, first + c - 1)) for a, b, c in fitting]
        else:
            found += [(L.G_CHOW, (first + a, first + a + 1, first + a + 2)) for a in range(7)]
    found += [(L.G_PUNG, (kind, kind, kind)) for kind in alike(variant)]
    if system == "honor-runs":
        found += [(L.G_SET, (a, b, c)) for a, b, c in (*combinations(WINDS, 3), tuple(DRAGONS))]
    return [(type, tiles) for type, tiles in found if all(kinds >> kind & 1 for kind in tiles)]


def alike(variant: Variant) -> range:
    """Kinds of which three alike are a set and two a pair: honours only with sums of 15."""
    return range(27, L.MOST_PLACES) if variant.claims.sets == "sum15" else range(L.MOST_PLACES)


def pair_kinds(variant: Variant, kinds: int) -> int:
    """Kinds of which two are a pair, as a mask."""
    return kinds & sum(1 << kind for kind in alike(variant))


def by_member(sets: list[tuple[int, Triple]]) -> tuple[list[int], list[int], list[int]]:
    """For each kind the sets it is in: where its entries begin (37 numbers), how many options (four a set, see
    `readings.try_options`) at the head of its list need a lower kind, and the entries (other two tiles and type).
    """
    starts: list[int] = []
    skips: list[int] = []
    entries: list[int] = []
    for kind in range(L.MOST_PLACES):
        starts.append(len(entries))
        own = [(type, tiles) for type, tiles in sets if kind in tiles]
        skips.append(4 * [*(min(tiles) < kind for _, tiles in own), False].index(False))
        for type, tiles in own:
            others = list(tiles)
            others.remove(kind)
            entries.append(others[0] | others[1] << 6 | type << 12)
    return [*starts, len(entries)], skips, entries
