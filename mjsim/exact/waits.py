"""On how much a ready hand (13 tiles, or 16 for five sets) waits.

Colours of a ready hand are complete (3 k tiles) but for one with 3 k + 1 tiles that a tile completes together with the pair, or for two
with 3 k + 2, each complete with a pair or completed by a tile without one: a tile that completes one of them wins if the other is complete
with its pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mjsim.exact.states import SUIT_KINDS, Deck, cells, counts_of_states, exact_cells, weights_of
from mjsim.tables.goals import HONORS, SUIT

PAIR_COUNTS = {"+7pd": (0, 2), "+7pq": (0, 2, 4)}
"""Counts of a colour of pairs only, by what seven pairs may be."""


@dataclass(frozen=True)
class Item:
    """What matters of a colour's state: tiles, is it complete, on how many kinds (tiles) it waits; odd kinds if it is pairs else, and
    whether the odd kind is among those waits.
    """

    tiles: int
    complete: bool
    waits: int
    odd: int
    odd_waits: bool


@cache
def colour_items(kinds: int, tiles: int, physical: bool, pairs: str, distinct: bool) -> dict[Item, int]:
    """States of a colour with at most so many tiles by what matters; `odd` is 2 where it cannot be part of six pairs and a tile."""
    counts = counts_of_states(kinds, tiles)
    counts = counts[counts.sum(axis=1) <= tiles]
    whole = exact_cells(SUIT if kinds == SUIT_KINDS else HONORS, kinds, tiles // 3)
    codes = cells(counts)
    waits = np.zeros(len(counts), dtype=np.int64)
    odd_waits = np.zeros(len(counts), dtype=np.bool_)
    for rank in range(kinds):
        completes = (counts[:, rank] < 4) & whole[np.minimum(codes + 5**rank, len(whole) - 1)]
        waits += completes * (4 - counts[:, rank] if physical else 1)
        odd_waits |= completes & (counts[:, rank] % 2 == 1)
    odd = np.minimum(odd_kinds(counts, pairs), 2)
    items: dict[Item, int] = {}
    rows = zip(
        counts.sum(axis=1).tolist(), whole[codes].tolist(), waits.tolist(), odd.tolist(), (odd_waits & (odd == 1)).tolist(), strict=True
    )
    for row, weight in zip(rows, weights_of(counts, distinct).tolist(), strict=True):
        item = Item(*row)
        if item.complete or item.waits or item.odd < 2:
            items[item] = items.get(item, 0) + weight
    return items


def odd_kinds(counts: NDArray[np.int8], pairs: str) -> NDArray[np.int64]:
    """Kinds with a single tile beside pairs; 2 or more where the colour cannot be part of six pairs and a tile."""
    if not pairs:
        return np.full(len(counts), 2)
    legal = PAIR_COUNTS[pairs]
    off = ~np.isin(counts, legal)
    single = np.isin(counts, [n - 1 for n in legal if n])
    result: NDArray[np.int64] = off.sum(axis=1) + 2 * (off & ~single).any(axis=1)
    return result


@cache
def standard_waits(honors: int, tiles: int, physical: bool, distinct: bool) -> dict[int, int]:
    """Hands of so many tiles by the number of kinds (or tiles) that complete the standard form; the entry for 0 is not complete."""
    colours = Deck(honors).colours
    items = [colour_items(kinds, tiles, physical, "", distinct) for kinds in colours]
    result: dict[int, int] = {}

    def add(special: tuple[int, ...]) -> None:
        others = [colour for colour in range(len(colours)) if colour not in special]
        rest = {0: 1}
        for colour in others:
            whole = [(item.tiles, number) for item, number in items[colour].items() if item.complete and item.tiles % 3 == 0]
            rest = _sums(rest, whole, tiles)
        residue = 1 if len(special) == 1 else 2
        chosen = [[(item, number) for item, number in items[colour].items() if item.tiles % 3 == residue] for colour in special]
        for item, number in chosen[0]:
            if residue == 1:
                _count(result, item.waits, number * rest.get(tiles - item.tiles, 0))
                continue
            for other, more in chosen[1]:
                waits = item.waits * other.complete + other.waits * item.complete
                _count(result, waits, number * more * rest.get(tiles - item.tiles - other.tiles, 0))

    for size in (1, 2):
        for special in combinations(range(len(colours)), size):
            add(special)
    return result


@cache
def waits_with_pairs(honors: int, pairs: str, distinct: bool) -> dict[int, int]:
    """The same for the standard form or seven pairs ("+7pd" of different kinds, "+7pq" four alike being two).

    Six pairs and a tile are few: each such hand moves from its standard number of waits to that with the odd kind.
    """
    result = dict(standard_waits(honors, 13, False, distinct))
    colours = Deck(honors).colours
    items = [
        [(item, number) for item, number in colour_items(kinds, 13, False, pairs, distinct).items() if item.odd < 2] for kinds in colours
    ]

    def walk(colour: int, chosen: tuple[Item, ...], tiles: int, number: int) -> None:
        if colour == len(colours):
            if tiles == 13 and sum(item.odd for item in chosen) == 1:
                waits, included = _waits(chosen)
                _count(result, waits, -number)
                _count(result, waits + (not included), number)
            return
        for item, ways in items[colour]:
            if tiles + item.tiles <= 13 and item.odd + sum(other.odd for other in chosen) <= 1:
                walk(colour + 1, (*chosen, item), tiles + item.tiles, number * ways)

    walk(0, (), 0, 1)
    return result


def _waits(chosen: tuple[Item, ...]) -> tuple[int, bool]:
    """(standard waits of a hand, is the odd kind among them)."""
    special = [item for item in chosen if item.tiles % 3]
    if any(not item.complete for item in chosen if item.tiles % 3 == 0):
        return 0, False
    if len(special) == 1 and special[0].tiles % 3 == 1:
        return special[0].waits, special[0].odd_waits
    if len(special) == 2 and all(item.tiles % 3 == 2 for item in special):
        one, two = special
        return one.waits * two.complete + two.waits * one.complete, (one.odd_waits and two.complete) or (two.odd_waits and one.complete)
    return 0, False


@cache
def one_suit_waits() -> dict[int, int]:
    """Distinct 13-tile hands of one suit by the number of kinds that complete the standard form or seven pairs of different kinds."""
    counts = counts_of_states(SUIT_KINDS, 14)
    counts = counts[counts.sum(axis=1) == 13]
    whole = exact_cells(SUIT, SUIT_KINDS, 4)
    waits = np.zeros(len(counts), dtype=np.int64)
    for rank in range(9):
        after = counts.copy()
        after[:, rank] += 1
        legal = after[:, rank] <= 4
        complete = np.zeros(len(counts), dtype=np.bool_)
        complete[legal] = whole[cells(after[legal])]
        waits += legal & (complete | np.isin(after, (0, 2)).all(axis=1))
    return {int(n): int((waits == n).sum()) for n in np.unique(waits) if n}


def _sums(ways: dict[int, int], more: list[tuple[int, int]], most: int) -> dict[int, int]:
    """Numbers of tiles, at most `most`, of two parts together."""
    result: dict[int, int] = {}
    for tiles, number in ways.items():
        for size, weight in more:
            if tiles + size <= most:
                _count(result, tiles + size, number * weight)
    return result


def _count(result: dict[int, int], key: int, number: int) -> None:
    result[key] = result.get(key, 0) + number
