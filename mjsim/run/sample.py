"""Hands of a data set through the referee: two engines, one truth."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from mjsim.errors import MjsimError
from mjsim.referee.play import Result, replay
from mjsim.run import ledger
from mjsim.run.plan import Plan
from mjsim.run.record import Record, record_of
from mjsim.store.dataset import Dataset
from mjsim.store.schemas import BYS, ENDS
from mjsim.tiles import KIND_OF

END_NAMES = dict(zip(("win", "wall", "aborted"), ENDS, strict=True))
"""The referee's words for the ways in which a hand ends, and the tables'."""


def replayed(folder: Path, count: int) -> list[tuple[int, str]]:
    """`count` hands of the data set, spread over it at random but always the same: number and fault ("" for none) of each."""
    import polars as pl

    data = Dataset(folder)
    manifest = ledger.load(folder)
    total = manifest.rows("hands")
    places = sorted(random.Random(manifest.identity).sample(range(total), min(count, total)))
    hands, wins = data.scan("hands"), data.scan("wins")
    numbers = hands.select("hand").collect().to_series().gather(places).to_list()
    stored = {row["hand"]: row for row in hands.filter(pl.col("hand").is_in(numbers)).collect().iter_rows(named=True)}
    won: dict[int, list[dict[str, Any]]] = {number: [] for number in numbers}
    for win in wins.filter(pl.col("hand").is_in(numbers)).collect().iter_rows(named=True):
        won[win["hand"]].append(win)
    return [(number, fault_of(data.plan, number, stored[number], won[number])) for number in numbers]


def fault_of(plan: Plan, number: int, stored: dict[str, Any] | None = None, won: list[dict[str, Any]] | None = None) -> str:
    """What is wrong with a hand: with the kernels' record by the referee's rules, or with the stored row; "" if nothing is."""
    try:
        record = record_of(plan, number)
        result = replay(record.variant, record.wall, record.acts, **record.settings)
    except MjsimError as error:
        return str(error)
    fault = differences(kernel_view(record), referee_view(result), "by the referee")
    if not fault and stored is not None:
        fault = differences(stored_view(stored, won or [], plan.players), kernel_view(record), "played again")
    return fault


View = dict[str, Any]


def differences(one: View, other: View, whose: str) -> str:
    """In what two views of a hand differ, with both values."""
    return "; ".join(f"{name} {one[name]}, {whose} {other[name]}" for name in one if one[name] != other[name])


def kernel_view(record: Record) -> View:
    """A hand as the kernels have it, in the words of the tables."""
    hand, seats = record.hand, range(record.variant.players)
    return {
        "end": ENDS[hand["end"]],
        "turns": hand["turns"],
        "points": [hand[f"points_{seat}"] for seat in seats],
        "kongs": [hand[f"kongs_{seat}"] for seat in seats],
        "wins": [
            _win(win["seat"], BYS[win["by"]], win["giver"], win["tile"], win["value"], win["points"], win["turn"], win["rows"])
            for win in record.wins
        ],
    }


def referee_view(result: Result) -> View:
    """The same as the referee has it."""
    return {
        "end": END_NAMES[result.end],
        "turns": result.turns,
        "points": list(result.points),
        "kongs": list(result.kongs),
        "wins": [_win(win.seat, win.by, _giver(win.giver), win.tile, win.value, win.points, win.turn, win.items) for win in result.wins],
    }


def stored_view(hand: dict[str, Any], wins: list[dict[str, Any]], players: int) -> View:
    """The same as it stands in the data set."""
    seats = range(players)
    return {
        "end": hand["end"],
        "turns": hand["turns"],
        "points": [hand[f"points_{seat}"] for seat in seats],
        "kongs": [hand[f"kongs_{seat}"] for seat in seats],
        "wins": [
            _win(win["seat"], win["by"], _giver(win["giver"]), KIND_OF[win["tile"]], win["value"], win["points"], win["turn"], win["rows"])
            for win in wins
        ],
    }


def _giver(giver: int | None) -> int:
    return -1 if giver is None else giver


def _win(seat: int, by: str, giver: int, tile: int, value: int, points: int, turn: int, rows: Any) -> tuple[Any, ...]:
    return seat, by, giver, tile, value, points, turn, tuple(sorted(Counter(rows).items()))
