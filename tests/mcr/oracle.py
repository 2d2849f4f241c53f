"""PyMahjongGB, an independent fan calculator, asked about a drawn hand."""

from __future__ import annotations

from typing import Any

import MahjongGB

from tests.mcr.hands import Hand

TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
"""Its name of each kind."""
OTHER_NAMES = {
    "Two Dragons Pungs": "two-dragon-pungs",
    "All Five": "all-fives",
    "Concealed Kong and Melded Kong": "mixed-kong",
    "Greater Honors and Knitted Tiles": "greater-honors-and-knitted",
    "Lesser Honors and Knitted Tiles": "lesser-honors-and-knitted",
}
"""Its fan whose names are not those of our rows."""


def slug_of(name: str) -> str:
    return OTHER_NAMES.get(name) or name.lower().replace(" ", "-")


def count(hand: Hand) -> dict[str, int]:
    """Its list of fan: row and how often."""
    found = MahjongGB.MahjongFanCalculator(*arguments(hand), True)
    return {slug_of(name): often for _, often, _, name in found}


def total(hand: Hand) -> int:
    return sum(points for points, _ in MahjongGB.MahjongFanCalculator(*arguments(hand)))


def arguments(hand: Hand) -> tuple[Any, ...]:
    """Its parameters: packs, hand, winTile, flowerCount, isSelfDrawn, is4thTile, isAboutKong, isWallLast, seatWind, prevalentWind."""
    return (
        tuple(pack(*meld) for meld in hand.melds),
        tuple(TILES[kind] for kind in hand.tiles),
        TILES[hand.win],
        hand.flowers,
        hand.by == "self",
        "last_of_kind" in hand.flags,
        "kong_replacement" in hand.flags or hand.by == "rob",
        bool(hand.flags & {"last_wall_tile", "last_discard"}),
        hand.seat,
        hand.round - 27,
    )


def pack(sort: str, lowest: int, giver: int) -> tuple[str, str, int]:
    """A meld: of a chow it names the middle tile; offer 0 is a concealed kong, 1 to 3 something claimed."""
    if sort == "chow":
        return "CHI", TILES[lowest + 1], 1
    return ("PENG" if sort == "pung" else "GANG"), TILES[lowest], max(giver, 0)
