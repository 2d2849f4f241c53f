"""The tables of a list of goals as three flat arrays, as the kernels take them, cached on disk.

`head` int64 (ways, WIDTH), one row a way (`FIELDS` says what stands where); `t16` uint16: classes of states, merge tables, deficiencies
and optimal entries; `rec` uint64: records of states, four words each: the state's class and its class after throwing each rank (5 of 12
bits a word), and for each entry the 9-bit mask of ranks that bring it nearer (7 a word).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mjsim.cache import cache_dir
from mjsim.kernels.ways import CLASSES, FACTOR, FINAL, OPTIMAL, OTHERS, PAIR, PLANE, RECORDS, ROW, TRIPLE, WIDE, WIDTH
from mjsim.kernels.words import WIDE_BASE
from mjsim.tables.columns import RECORD, column_tables
from mjsim.tables.goals import Column, Goal, Way
from mjsim.tables.merging import Part, final_table, merge_table


@dataclass(frozen=True)
class Tables:
    """Arrays for the kernels, and the half-open range of ways of each goal."""

    head: NDArray[np.int64]
    t16: NDArray[np.uint16]
    rec: NDArray[np.uint64]
    ways: tuple[tuple[int, int], ...]


@cache
def tables_of(goals: tuple[Goal, ...]) -> Tables:
    """Tables of goals, from the cache folder if they were built before (memory-mapped, so processes share them)."""
    ends = np.cumsum([len(goal.ways) for goal in goals]).tolist()
    ways = tuple(zip([0, *ends[:-1]], ends, strict=True))
    folder = cache_dir() / "tables" / digest(goals)
    if not folder.is_dir():
        store(build(goals), folder)
    head, t16, rec = (np.load(folder / f"{name}.npy", mmap_mode="c").view(np.ndarray) for name in NAMES)
    return Tables(head, t16, rec, ways)


NAMES = ("head", "t16", "rec")
Arrays = tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.uint64]]


def digest(goals: tuple[Goal, ...]) -> str:
    """Identity of the tables: the goals and the sources that build them."""
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), here.parent / "kernels" / "words.py", here.parent / "kernels" / "ways.py"]
    result = hashlib.sha256(repr(goals).encode())
    for path in sources:
        result.update(path.read_bytes())
    return result.hexdigest()[:24]


def store(arrays: Arrays, folder: Path) -> None:
    """Write, then rename: other processes see all files or none."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix="draft-"))
    try:
        for place, name in enumerate(NAMES):
            np.save(draft / f"{name}.npy", arrays[place])
        os.rename(draft, folder)
    except OSError:
        if not folder.is_dir():  # another process was not first: a real fault
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def ranks_of(column: Column, colour: int) -> int:
    """Ranks that the tables of a colour are for."""
    return 9 if colour < 3 or column.nine else 7


class Arena:
    """A growing flat array in which equal blocks are kept once."""

    def __init__(self, first: NDArray[np.generic]) -> None:
        self.blocks = [first.reshape(-1)]
        self.size = first.size
        self.offsets: dict[object, int] = {}

    def place(self, key: object, block: NDArray[np.generic]) -> int:
        """Offset of a block, which is appended when the key is new."""
        if key not in self.offsets:
            self.offsets[key] = self.size
            self.blocks.append(block.reshape(-1))
            self.size += block.size
        return self.offsets[key]


def build(goals: tuple[Goal, ...]) -> Arrays:
    """Lay out all tables of the goals. Cell 0 of t16 and record 0 belong to barred colours: class 0, nothing useful."""
    t16, rec = Arena(np.zeros(1, dtype=np.uint16)), Arena(np.zeros(RECORD, dtype=np.uint64))
    rows = [row_of(way, goal, t16, rec) for goal in goals for way in goal.ways]
    return np.array(rows, dtype=np.int64), np.concatenate(t16.blocks).astype(np.uint16), np.concatenate(rec.blocks).astype(np.uint64)


def row_of(way: Way, goal: Goal, t16: Arena, rec: Arena) -> NDArray[np.int64]:
    """The row of `head` for a way."""
    rule = (goal.melds, goal.capped)
    row = np.zeros(WIDTH, dtype=np.int64)
    row[WIDE] = WIDE_BASE if goal.melds > 4 else 0
    parts: list[Part] = [((column, ranks_of(column, colour)),) for colour, column in enumerate(way)]
    for colour, part in enumerate(parts):
        column: Column = part[0][0]
        if column.groups or column.root:
            tables = column_tables(*part[0], *rule)
            row[CLASSES + colour] = t16.place(("classes", part, rule), tables.classes)
            row[RECORDS + colour] = rec.place((part, rule), tables.records)
            row[FACTOR + colour] = 1
        x, y, z = (parts[other] for other in OTHERS[colour])
        pair = tuple(sorted(x + y))
        three = tuple(sorted(pair + z))
        final = final_table(three, part, *rule)
        row[PAIR + 2 * colour] = t16.place(("merge", x, y, rule), merge_table(x, y, *rule)[0])
        row[PAIR + 2 * colour + 1] = merge_table(x, y, *rule)[0].shape[1]
        row[TRIPLE + 2 * colour] = t16.place(("merge", pair, z, rule), merge_table(pair, z, *rule)[0])
        row[TRIPLE + 2 * colour + 1] = merge_table(pair, z, *rule)[0].shape[1]
        row[FINAL + colour] = t16.place(("final", three, part, rule), final.deficiency)
        row[OPTIMAL + colour] = t16.place(("optimal", three, part, rule), final.optimal)
        row[ROW + colour] = final.deficiency.shape[2]
        row[PLANE + colour] = final.deficiency[0].size
    return row
