"""Rows about kinds of tiles: what is counted against all hands of those kinds, scored one by one."""

from __future__ import annotations

from itertools import product
from math import comb, prod

import numpy as np
import pytest

from mjsim.compile.cases import program_of
from mjsim.exact.rows import dealt
from mjsim.scoring import read_hands, score_arrays
from mjsim.tiles import kind_set
from mjsim.variant import load


@pytest.mark.parametrize(("slug", "row", "tiles"), [("mcr", "all-green", "23468sF"), ("mcr", "all-honors", "ESWNCFP")])
def test_every_hand_of_few_kinds(slug: str, row: str, tiles: str) -> None:
    """Sets and a pair, and seven pairs with four alike, which sets and a pair alone would miss by a third."""
    variant, kinds = load(slug), kind_set(tiles)
    places = [kind for kind in range(34) if kinds >> kind & 1]
    hands = [counts for counts in product(range(5), repeat=len(places)) if sum(counts) == 14]
    columns = np.zeros((len(hands), 34), np.uint8)
    columns[:, places] = hands
    last = (columns > 0).argmax(axis=1)
    columns[np.arange(len(hands)), last] -= 1
    found = score_arrays(program_of(variant), read_hands(variant, {"tiles": columns, "win": last}))
    has = found.counts[:, program_of(variant).rows.index(row)] > 0
    ways = sum(prod(comb(4, n) for n in counts) for counts, yes in zip(hands, has, strict=True) if yes)
    counted = dealt(variant, row)
    assert counted is not None
    assert counted[1] == (ways, comb(136, 14))
