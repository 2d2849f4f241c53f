"""How soon `speed` is ready when it draws alone, beside the best greedy player that is published (riichi shapes, 136 tiles)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.readiness import ready_after
from mjsim.stats.estimate import wilson

DEALS = 4000
PUBLISHED = {3: 0.0089, 6: 0.0636, 9: 0.185, 12: 0.348, 15: 0.509, 18: 0.643}


def test_it_is_ready_as_soon_as_the_best_greedy_player_and_not_sooner_than_tiles_allow() -> None:
    found = ready_after(DEALS, seed=7)
    for turn, share in PUBLISHED.items():
        assert wilson(int(found[turn]), DEALS)[1] >= share
    assert found[9] / DEALS > 0.2
    assert found[18] / DEALS < 0.8  # a hand two tiles away needs luck still
    assert (found[1:] >= found[:-1]).all()


@pytest.mark.verify
def test_ready_at_the_first_turn_are_all_that_can_be() -> None:
    """Fourteen tiles of which one can be thrown to be ready are as many as counted: no player can have more."""
    deals = 300_000
    found = ready_after(deals, seed=8)
    values = json.loads((Path(__file__).parents[1] / "data" / "exact.json").read_text(encoding="utf-8"))["values"]
    exact = {entry["id"]: entry["value"] for entry in values}
    low, high = wilson(int(found[1]), deals)
    assert low <= exact["shanten.136.14.min_all.0"] + exact["shanten.136.14.min_all.-1"] <= high
