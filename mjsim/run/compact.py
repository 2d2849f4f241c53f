"""Small neighbouring parts become one, so that the number of files stays small however long a run is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pyarrow as pa

from mjsim.errors import DataError
from mjsim.run.ledger import Manifest, Shard
from mjsim.run.plan import Range
from mjsim.store.parts import Part, part_name, read_part, write_part

BLOCK = {"hand": 500_000, "match": 25_000}
"""Hands (matches) of one compacted part: some megabytes, some seconds of play if it must be played again."""


def whole_block(manifest: Manifest, done: Range, size: int) -> list[Shard]:
    """The parts that begin in the block of `done`, if there are several, no number is missing between them, and they fill the block.

    Blocks are cut at multiples of `size`; a part that reaches over the edge belongs to the block in which it begins.
    """
    start = done[0] // size * size
    inside = [shard for shard in manifest.shards if start <= shard.first < start + size]
    reach = max((sum(shard.range) for shard in manifest.shards if shard.first < start), default=0)
    gapless = all(sum(one.range) == other.first for one, other in pairwise(inside))
    alike = len({frozenset(shard.parts) for shard in inside}) == 1
    full = inside[0].first == max(start, reach) and sum(inside[-1].range) >= start + size
    return inside if len(inside) > 1 and gapless and alike and full else []


def compacted(folder: Path, shards: list[Shard]) -> Shard:
    """Write the parts of neighbouring shards as one part a table; the old files stay until the manifest names the new ones.

    Raises
    ------
    DataError
        if a part is not what the manifest says.
    """
    first, count = shards[0].first, sum(shard.count for shard in shards)
    faults = tuple(fault for shard in shards for fault in shard.faults)
    parts: dict[str, Part] = {}
    for table in shards[0].parts:
        pieces, said = [], dict[str, str]()
        for shard in shards:
            piece, said = _read(folder, shard.parts[table])
            pieces.append(piece)
        said |= {"first": str(first), "count": str(count), "faults": msgspec.json.encode(faults).decode()}
        parts[table] = write_part(folder, part_name(table, first, count), pa.concat_tables(pieces).unify_dictionaries(), said)
    return Shard(first=first, count=count, parts=parts, faults=faults)


def _read(folder: Path, part: Part) -> tuple[pa.Table, dict[str, str]]:
    try:
        piece, said = read_part((folder / part.name).read_bytes())
    except (OSError, pa.ArrowException) as error:
        raise DataError(f"is damaged ({error})", str(folder / part.name), "run the same command again, it plays the part anew") from None
    if piece.num_rows != part.rows:
        raise DataError("is damaged", str(folder / part.name), "run the same command again, it plays the part anew")
    return piece, said
