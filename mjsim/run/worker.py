"""What a worker process does: play one shard, write its parts, hand back a small record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from mjsim.run.engine import Columns, Engine
from mjsim.run.ledger import Fault, Shard
from mjsim.run.plan import MATCH_ROOM, Plan, Range
from mjsim.store.parts import part_name, to_arrow, write_part
from mjsim.store.schemas import FORMAT

CHUNK = {"hand": 2_000, "match": 50}
"""Units played between two looks at the world outside (an interrupt, a timer)."""


@dataclass(frozen=True)
class Task:
    """All that a worker needs besides the range: picklable, the same for every shard of a run."""

    engine: Engine
    folder: Path
    plan: Plan
    log: bool


def play_shard(task: Task, range_: Range) -> Shard:
    """Play the units of `range_` and write their parts.

    Raises
    ------
    DataError
        if a part cannot be written.
    """
    first, count = range_
    plan = task.plan
    game = task.engine.open(msgspec.json.encode(plan.variant))
    matches = plan.unit == "match"
    step = CHUNK[plan.unit]
    chunks = [
        game.play(plan.seed, start, min(step, first + count - start), plan.policies, matches=matches, wall=plan.wall, log=task.log)
        for start in range(first, first + count, step)
    ]
    if matches:
        for chunk in chunks:
            for columns in (chunk.hands, chunk.wins):
                columns["hand"][:] = columns["match"] * MATCH_ROOM + columns["in_match"]
    faults = tuple(Fault(number, message) for chunk in chunks for number, message in chunk.faults)
    constants = {"variant": plan.slug, "run": plan.identity}
    metadata = {
        "format": str(FORMAT),
        "identity": plan.identity,
        "variant": plan.slug,
        "seed": str(plan.seed),
        "unit": plan.unit,
        "first": str(first),
        "count": str(count),
        "kernel": plan.kernel,
        "faults": msgspec.json.encode(faults).decode(),
    }
    tables = {
        "hands": _join("hands", [chunk.hands for chunk in chunks], constants, game.rows, plan.players),
        "wins": _join("wins", [chunk.wins for chunk in chunks], constants, game.rows, plan.players),
    }
    if task.log:
        tables["log"] = _join("log", [_log_columns(chunk) for chunk in chunks], constants, game.rows, plan.players)
    parts = {
        table: write_part(task.folder, part_name(table, first, count), data, {**metadata, "table": table}) for table, data in tables.items()
    }
    return Shard(first=first, count=count, parts=parts, faults=faults)


def _join(table: str, chunks: list[Any], constants: dict[str, str], rows: tuple[str, ...], players: int) -> pa.Table:
    joined = pa.concat_tables([to_arrow(table, chunk, constants, rows, players) for chunk in chunks])
    return joined.combine_chunks()


def _log_columns(chunk: Columns) -> dict[str, np.ndarray]:
    assert chunk.log is not None  # asked for by log=True
    offsets, acts = chunk.log
    lengths = np.diff(offsets)
    return {
        "hand": np.repeat(chunk.hands["hand"], lengths),
        "step": np.arange(len(acts)) - np.repeat(offsets[:-1], lengths),
        "seat": acts[:, 0],
        "code": acts[:, 1],
        "arg": acts[:, 2],
        "options": acts[:, 3],
    }
