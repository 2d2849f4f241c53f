"""Is a data set what its manifest says? Every part is read; every damage is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq

from mjsim.run import ledger
from mjsim.run.ledger import Manifest, Shard
from mjsim.run.runner import is_intact
from mjsim.store.parts import Part
from mjsim.store.schemas import arrow_schema


def faults_of(folder: Path) -> Iterator[str]:
    """One sentence for each fault of the data set in `folder`, none if it is sound.

    Raises
    ------
    DataError
        if the manifest cannot be read.
    """
    manifest = ledger.load(folder)
    for path in ledger.strangers(folder, manifest):
        yield f"{path}: is not in the manifest (left by a run that was killed; the next run removes it)"
    for shard in manifest.shards:
        sound = True
        for table, part in shard.parts.items():
            for fault in _part_faults(folder, manifest, shard, table, part):
                sound = False
                yield f"{folder / part.name}: {fault}"
        if sound:
            for fault in _row_faults(folder, manifest, shard):
                yield f"{folder / shard.parts['hands'].name}: {fault}"


def _part_faults(folder: Path, manifest: Manifest, shard: Shard, table: str, part: Part) -> Iterator[str]:
    path = folder / part.name
    if not path.is_file():
        yield "is missing; run the same command again, it plays the part anew"
        return
    if not is_intact(path, part.bytes, part.sha256):
        yield "is damaged (its SHA-256 is not the manifest's); run the same command again, it plays the part anew"
        return
    file = pq.ParquetFile(path)
    if file.schema_arrow.remove_metadata() != arrow_schema(table):
        yield "has other columns than data/README.md says"
    if file.metadata.num_rows != part.rows:
        yield f"has {file.metadata.num_rows} rows, the manifest says {part.rows}"
    own = {key.decode(): value.decode() for key, value in (file.schema_arrow.metadata or {}).items()}
    expected = {"identity": manifest.identity, "table": table, "first": str(shard.first), "count": str(shard.count)}
    for key, value in expected.items():
        if own.get(f"mjsim.{key}") != value:
            yield f"says {key} {own.get(f'mjsim.{key}')} of itself, the manifest {value}"


def _row_faults(folder: Path, manifest: Manifest, shard: Shard) -> Iterator[str]:
    plan = manifest.described
    hands = pl.read_parquet(folder / shard.parts["hands"].name)
    wins = pl.read_parquet(folder / shard.parts["wins"].name)
    unit = pl.col("hand" if plan.unit == "hand" else "match")
    numbers = hands.select(unit.unique().sort()).to_series()
    lost = {fault.number for fault in shard.faults}
    if plan.unit == "hand":
        expected = [number for number in range(shard.first, shard.first + shard.count) if number not in lost]
        if hands.get_column("hand").to_list() != expected:
            yield f"holds other hands than {ledger.span(shard.range)}"
    elif not lost and numbers.to_list() != list(range(shard.first, shard.first + shard.count)):
        yield f"holds other matches than {ledger.span(shard.range)}"
    seats = range(plan.players)
    total = hands.select(pl.sum_horizontal(pl.col(f"points_{seat}") for seat in seats)).to_series()
    unbalanced = hands.filter(total != 0)
    if unbalanced.height:
        yield f"has {unbalanced.height} hands whose points do not sum to zero, the first is hand {unbalanced['hand'][0]}"
    masks = wins.group_by("hand").agg((pl.lit(1, pl.Int64) * 2 ** pl.col("seat").unique().cast(pl.Int64)).sum().alias("mask"))
    told = hands.select("hand", pl.col("winners").cast(pl.Int64)).join(masks, on="hand", how="full", coalesce=True)
    unlike = told.filter(pl.col("winners").fill_null(-1) != pl.col("mask").fill_null(0))
    if unlike.height:
        yield f"and its wins do not agree on the winners of {unlike.height} hands, the first is hand {unlike['hand'].sort()[0]}"
    if wins.height and not wins["hand"].is_sorted():
        yield "has wins that are not in the order of hands"
