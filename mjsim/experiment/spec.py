"""What an experiment file says: rule sets and changes, players, how much to play, what to measure; read and checked."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mjsim.errors import MjsimError, one_of, quote
from mjsim.experiment.measures import check_measure
from mjsim.run.plan import MOST
from mjsim.stats.estimate import LEVEL
from mjsim.stats.luck import MATCH_HANDS
from mjsim.toml import read_toml

MAX_CELLS = 1_000
RESERVED = (
    "variant",
    "policy",
    "cell",
    "zh",
    "en",
    "measure",
    "value",
    "low",
    "high",
    "count",
    "n",
    "method",
    "p_adjusted",
    "hands_needed",
)
"""Columns of results that are no axes."""
DEFAULT_MEASURES = ("win", "self_draw", "deal_in", "draw", "turns")

Value = bool | int | float | str
Line = Annotated[str, Meta(min_length=1, max_length=200)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]


def D(text: str) -> Meta:
    """A documented field."""
    return Meta(description=text)


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on the seats, as `mjsim fairness` gives it."""

    margin: (
        Annotated[
            float, Meta(gt=0, le=1e9), D("points a hand that a seat may be off the mean and the game still be fair; no verdict without it")
        ]
        | None
    ) = None
    match_hands: Annotated[Positive, D("independent hands that make a match, for the measures of luck and skill")] = MATCH_HANDS


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An experiment file."""

    title: Annotated[Line, D("title of the page")]
    zh: Annotated[str, Meta(max_length=200), D("Chinese title")] = ""
    question: Annotated[str, Meta(min_length=1), D("what is asked, in Markdown")]
    method: Annotated[str, D("what a reader must know about how it is done, in Markdown")] = ""
    found: Annotated[str, D("what was found, in Markdown; numbers are filled in, see below")] = ""
    variants: Annotated[
        tuple[str, ...] | Literal["all"], D("slugs, or paths of variant files from the folder of the experiment; 'all' is the catalogue")
    ]
    rules: Annotated[dict[str, Any], D("changes of every cell, dotted path = value, as `--set` takes them")] = {}
    grid: Annotated[
        dict[str, tuple[Value, ...] | dict[str, dict[str, Any]]],
        D("axes: a dotted path with a list of values, or a name with a table of label = changes; every combination is a cell"),
    ] = {}
    base: Annotated[dict[str, Value], D("axis = label; every other cell is compared with the one that has these, hand by hand")] = {}
    policies: Annotated[
        tuple[str, ...], Meta(min_length=1), D("players: each text is a table, one policy for all or one a seat separated by commas")
    ] = ("speed",)
    hands: Annotated[Positive, D("independent hands of each cell; either this or matches")] | None = None
    matches: Annotated[Positive, D("linked matches of each cell")] | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1), D("seed of all cells, which therefore share their walls where their tiles agree")] = 1
    wall: Annotated[Literal["shared", "per-seat"], D("one wall, or a sub-wall a seat")] = "shared"
    level: Annotated[float, Meta(gt=0, lt=1), D("level of the intervals")] = LEVEL
    measures: Annotated[tuple[str, ...], Meta(min_length=1), D("what is measured of each cell, see below")] = DEFAULT_MEASURES
    fairness: Annotated[Seats, D("a table of the seats of each cell: wins, points, compensation, and the verdict")] | None = None
    balance: Annotated[bool, D("a table of points against rarity of each cell")] = False
    charts: Annotated[
        tuple[Literal["measures", "changes", "seats", "rarity"], ...],
        D("PNG files: all measures of all cells; each cell against the base; seats, with [fairness]; points against rarity, with balance"),
    ] = ()

    @property
    def unit(self) -> str:
        return "hand" if self.matches is None else "match"

    @property
    def count(self) -> int:
        """Hands, or matches, of each cell."""
        return self.hands or self.matches or 0


def read(path: Path, hands: int | None = None, matches: int | None = None) -> Experiment:
    """The experiment of a file, checked in itself; `hands` or `matches` take the place of what the file says.

    Raises
    ------
    MjsimError
        with the file, the place, the value and what is allowed.
    """
    where = path.name
    data = read_toml(path, "the path of an experiment, a .toml file")
    if hands is not None or matches is not None:
        data = {key: value for key, value in data.items() if key not in ("hands", "matches")}
        data |= {key: value for key, value in (("hands", hands), ("matches", matches)) if value is not None}
    for key in data:
        if key not in Experiment.__struct_fields__:
            near = difflib.get_close_matches(key, Experiment.__struct_fields__, n=1)
            hint = f"{near[0]} (did you mean it?), or one of " if near else ""
            raise MjsimError(f"unknown key {quote(key)}", where, hint + one_of(Experiment.__struct_fields__))
    try:
        found = msgspec.convert(data, Experiment)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$.")
        key = place.rstrip("`")
        shown = f"{key} is {quote(_at(data, key))}: " if key else ""
        raise MjsimError(f"{shown}{what[0].lower()}{what[1:]}", where) from None
    _check(found, where)
    return found


def _check(found: Experiment, where: str) -> None:
    if (found.hands is None) == (found.matches is None):
        raise MjsimError("how much is to be played?", where, "either hands or matches")
    if not found.variants:
        raise MjsimError("variants is empty", where, 'slugs of `mjsim variants`, or "all"')
    for name in ("variants", "policies", "measures", "charts"):
        entries = getattr(found, name)
        if isinstance(entries, tuple) and len(set(entries)) < len(entries):
            raise MjsimError(f"{name} has {quote(next(e for e in entries if entries.count(e) > 1))} twice", where)
    for name in found.measures:
        check_measure(name, where)
    for axis, values in found.grid.items():
        if axis in RESERVED:
            raise MjsimError(f"an axis of the grid is called {quote(axis)}", where, f"any name but {one_of(RESERVED)}")
        if not values:
            raise MjsimError(f"the axis {quote(axis)} of the grid has no values", where)
        if isinstance(values, tuple) and len(set(map(label, values))) < len(values):
            raise MjsimError(f"the axis {quote(axis)} of the grid has a value twice", where)
    for axis, value in found.base.items():
        if axis not in found.grid:
            raise MjsimError(f"base has {quote(axis)}, which is no axis of the grid", where, one_of(found.grid) or "an axis of [grid]")
        if label(value) not in map(label, found.grid[axis]):
            raise MjsimError(f"base has {axis} = {quote(value)}", where, one_of(map(label, found.grid[axis])))
    for chart, needed in (("changes", found.base), ("seats", found.fairness), ("rarity", found.balance)):
        if chart in found.charts and not needed:
            name = {"changes": "[base]", "seats": "[fairness]", "rarity": "balance = true"}[chart]
            raise MjsimError(f"the chart {quote(chart)} has nothing to show", where, f"{name}, or no such chart")


def label(value: Value) -> str:
    """A value of an axis as it is shown and referred to.

    >>> label(True), label(8)
    ('true', '8')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _at(data: Any, place: str) -> Any:
    for key in re.findall(r"[^.\[\]]+", place):
        if isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, dict) and key in data:
            data = data[key]
        else:
            break
    return data
