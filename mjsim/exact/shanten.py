"""How many hands have each shanten: classes and other features of the colours, convolved."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mjsim.exact.convolve import Distribution, convolve, grouped
from mjsim.exact.states import SUIT_KINDS, Deck, classes_of_states, counts_of_states, standard_column, weights_of
from mjsim.kernels.convolve import add_two_suits
from mjsim.tables.columns import IMPOSSIBLE
from mjsim.tables.merging import Part, final_table, merge_table

FORMS: dict[str, tuple[str, ...]] = {
    "std": ("class",),
    "seven": ("doubles", "kinds"),
    "orphans": ("orphans", "orphan_pair"),
    "min_std_seven": ("class", "doubles", "kinds"),
    "min_all": ("class", "doubles", "kinds", "orphans", "orphan_pair"),
    "std+7pq": ("class", "pairs"),
    "std+7pd": ("class", "doubles", "kinds"),
    "7pq": ("pairs",),
}
"""The features that decide each form; the number of tiles is always the last."""
CAPS = {"class": 0, "doubles": 7, "kinds": 7, "pairs": 7, "odd": 14, "orphans": 13, "orphan_pair": 1}


def feature(name: str, counts: NDArray[np.int8], melds: int, capped: bool) -> NDArray[np.int64]:
    """A feature of each state of a colour, int64 (states,)."""
    kinds = counts.shape[1]
    yao = counts[:, [0, 8]] if kinds == SUIT_KINDS else counts
    measures: dict[str, Callable[[], NDArray[np.integer]]] = {
        "class": lambda: classes_of_states(kinds, melds, capped),
        "doubles": lambda: (counts >= 2).sum(axis=1),
        "kinds": lambda: (counts >= 1).sum(axis=1),
        "pairs": lambda: (counts // 2).sum(axis=1),
        "odd": lambda: (counts % 2).sum(axis=1),
        "orphans": lambda: (yao >= 1).sum(axis=1),
        "orphan_pair": lambda: (yao >= 2).sum(axis=1),
    }
    return np.minimum(measures[name]().astype(np.int64), CAPS[name] or 1 << 20)


@cache
def colour_distribution(kinds: int, features: tuple[str, ...], melds: int, capped: bool, distinct: bool) -> Distribution:
    """Distribution of features and the number of tiles over the states of one colour."""
    counts = counts_of_states(kinds, 3 * melds + 2)
    columns = [feature(name, counts, melds, capped) for name in features]
    return grouped(np.stack([*columns, counts.sum(axis=1, dtype=np.int64)], axis=1), weights_of(counts, distinct))


@cache
def hand_distribution(
    honors: int, tiles: int, features: tuple[str, ...], melds: int, capped: bool = True, distinct: bool = False
) -> dict[tuple[int, ...], int]:
    """Number of hands of at most `tiles` tiles with each vector of features and number of tiles; "class" has become the standard
    deficiency.
    """
    colours = Deck(honors).colours
    caps = tuple(CAPS[name] for name in features) + (tiles,)
    parts: list[Part] = [(standard_column(kinds),) for kinds in colours]
    merged, part = colour_distribution(colours[0], features, melds, capped, distinct), parts[0]
    for place, kinds in enumerate(colours[1:], start=1):
        table = None
        if features[0] == "class":
            last = place == len(colours) - 1
            args = (part, parts[place], melds, capped)
            table = final_table(*args).deficiency[melds] if last else merge_table(*args)[0]
        merged = convolve(merged, colour_distribution(kinds, features, melds, capped, distinct), caps, table)
        part = tuple(sorted(part + parts[place]))
    return merged.exact()


def deficiency(form: str, tiles: int, values: dict[str, int]) -> int:
    """Tiles missing to a form, from the features of a hand of 13 or 14 tiles (any number for the standard form)."""
    options = []
    if "class" in values:
        options.append(values["class"])
    if "doubles" in values:
        options.append(7 - values["doubles"] + max(0, 7 - values["kinds"]))
    if "orphans" in values:
        options.append(14 - values["orphans"] - values["orphan_pair"])
    if "pairs" in values:
        options.append(14 - 2 * values["pairs"] - min(tiles - 2 * values["pairs"], 7 - values["pairs"]))
    return min(options)


@cache
def shanten_counts(honors: int, tiles: int, form: str, distinct: bool = False) -> dict[int, int]:
    """Number of hands of so many tiles with each shanten."""
    features = FORMS[form]
    result: dict[int, int] = {}
    for key, number in hand_distribution(honors, tiles, features, melds_of(tiles), True, distinct).items():
        if key[-1] == tiles:
            value = deficiency(form, tiles, dict(zip(features, key, strict=False))) - 1
            result[value] = result.get(value, 0) + number
    return result


def melds_of(tiles: int) -> int:
    """Sets of a hand of 3 m + 1 or 3 m + 2 tiles."""
    if tiles % 3 == 0:
        raise ValueError(f"{tiles} tiles are no hand of 3 m + 1 or 3 m + 2 tiles")
    return tiles // 3


@cache
def two_suit_counts(tiles: int, form: str, distinct: bool = False) -> dict[int, int]:
    """Number of hands of three suits with each shanten when the complete hand may have at most two of them."""
    melds = melds_of(tiles)
    suit = colour_distribution(SUIT_KINDS, ("class", "pairs"), melds, True, distinct)
    part: Part = (standard_column(SUIT_KINDS),)
    standard = final_table(part, part, melds, True).deficiency[melds].astype(np.int64)
    low, high = np.zeros(IMPOSSIBLE + 1, dtype=np.uint64), np.zeros(IMPOSSIBLE + 1)
    add_two_suits(suit.features, suit.low, suit.high, standard, tiles, form == "std+7pq", low, high)
    exact = Distribution(np.arange(IMPOSSIBLE + 1)[:, None] - 1, low, high).exact()
    return {shanten: number for (shanten,), number in exact.items() if number}
