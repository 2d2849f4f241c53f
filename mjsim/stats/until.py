"""Play until a share is known well enough.

Looks are at fixed numbers of hands, each over the complete range from hand 0, and the interval is a confidence sequence: neither the
number of workers nor the luck of the stopping moves the answer. A share of which nothing was seen never counts as known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.errors import MjsimError, one_of, quote
from mjsim.run.engine import Engine
from mjsim.run.plan import Plan
from mjsim.run.runner import play
from mjsim.stats.estimate import LEVEL, Estimate
from mjsim.stats.sequences import ratio_sequence, share_sequence
from mjsim.stats.summary import RATES, totals_of
from mjsim.stats.tally import Tally
from mjsim.store.dataset import Dataset

FIRST, GROWTH = {"hand": 10_000, "match": 500}, 1.5
MOST = {"hand": 100_000_000, "match": 5_000_000}
"""Where a run without a limit of its own gives up."""

PATTERN = re.compile(r"^\s*(\S+)\s+(rel|abs)\s+([0-9.eE+-]+)\s*(%?)\s*$")
FORM = "NAME rel 5% or NAME abs 0.001, where NAME is a row or a rate (" + ", ".join(RATES) + "; rate.win where a row has that name)"


@dataclass(frozen=True)
class Goal:
    """How well the share `name` ("row.SLUG" or a rate) is to be known: half its interval at most `size`, relative to it or absolute."""

    name: str
    kind: str
    size: float

    def met(self, estimate: Estimate) -> bool:
        """Whether an estimate is good enough; never without a hit."""
        if not estimate.count:
            return False
        half = (estimate.high - estimate.low) / 2
        return half <= self.size * (estimate.value if self.kind == "rel" else 1.0)


def goal_from(text: str, rows: list[str]) -> Goal:
    """Read a goal.

    >>> goal_from("pure_flush rel 5%", ["pure_flush"])
    Goal(name='row.pure_flush', kind='rel', size=0.05)
    """
    found = PATTERN.match(text)
    try:
        size = float(found[3]) / (100 if found[4] else 1) if found else 0.0
    except ValueError:
        size = 0.0
    if found is None or not 0 < size < 1:
        raise MjsimError(f"cannot read {quote(text)}", "--until", FORM)
    name = found[1]
    if name in rows:
        return Goal(f"row.{name}", found[2], size)
    rate = name.removeprefix("rate.")
    if rate not in RATES:
        raise MjsimError(f"no row or rate {quote(name)}", "--until", one_of([*RATES, *rows]))
    return Goal(rate, found[2], size)


@dataclass(frozen=True)
class Look:
    """What was seen after the first `units` hands (matches)."""

    units: int
    estimate: Estimate
    met: bool

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"units": self.units, "met": self.met, **self.estimate.as_dict()}


def looks(most: int, unit: str) -> list[int]:
    """The fixed numbers of hands (matches) at which a decision is made; the last one is `most`.

    >>> looks(40_000, "hand")
    [10000, 15000, 22500, 33750, 40000]
    """
    points, place = [], float(FIRST[unit])
    while place < most:
        points.append(int(place))
        place *= GROWTH
    return [*points, most]


def play_until(
    plan: Plan, goal: Goal, out: Path, *, most: int | None = None, level: float = LEVEL, engine: Engine | None = None, **options: Any
) -> list[Look]:
    """Play on, look by look, until the goal is met or `most` hands (matches) are there; the last look has the answer.

    `options` are those of `mjsim.run.runner.play`. A folder that holds more hands already gives the same answer as an empty one.
    """
    most = MOST[plan.unit] if most is None else most
    if most < 1:
        raise MjsimError(f"{most} {plan.unit}s", "--hands", "1 or more")
    seen, tally = 0, Tally()
    found: list[Look] = []
    for units in looks(most, plan.unit):
        play(plan, units, out, engine=engine, **options)
        tally = tally + tally_between(Dataset(out), goal.name, seen, units)
        estimate = share_sequence(tally.x, tally.y, level) if plan.unit == "hand" else ratio_sequence(tally, level)
        seen = units
        found.append(Look(units, estimate, goal.met(estimate)))
        if found[-1].met:
            break
    return found


def tally_between(data: Dataset, name: str, first: int, end: int) -> Tally:
    """Tally of a share over the hands (matches) first .. end - 1, part by part."""
    unit, rows = data.plan.unit, list(data.rows)
    inside = (pl.col(unit) >= first) & (pl.col(unit) < end)
    total = Tally()
    for shard in data.manifest.shards:
        if shard.first < end and sum(shard.range) > first:
            hands, wins = (pl.read_parquet(data.folder / shard.parts[table].name).filter(inside) for table in ("hands", "wins"))
            totals = totals_of(hands, wins, rows, data.plan.players, unit == "match", data.manifest.identity)
            total = total + totals.tallies[name]
    return total
