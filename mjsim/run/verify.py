"""Is a data set what its manifest says? Every part is read; every damage is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa

from mjsim.run import ledger
from mjsim.run.ledger import Fault, Manifest, Shard
from mjsim.run.plan import Plan, Range
from mjsim.store.parts import Part, is_intact, read_part
from mjsim.store.schemas import arrow_schema


def faults_of(folder: Path, checked: Callable[[int], None] = lambda units: None) -> Iterator[str]:
    """One sentence for each fault of the data set in `folder`, none if it is sound. `checked` is told how many hands (matches) were read.

    Raises
    ------
    DataError
        if the manifest cannot be read.
    """
    manifest = ledger.load(folder)
    for path in ledger.strangers(folder, manifest):
        yield f"{path}: is not in the manifest (left by a run that was killed; the same command takes it in or removes it)"
    for shard in manifest.shards:
        sound = True
        for table, part in shard.parts.items():
            for fault in _part_faults(folder, manifest, shard, table, part):
                sound = False
                yield f"{folder / part.name}: {fault}"
        if sound:
            hands, wins = (pl.read_parquet((folder / shard.parts[table].name).read_bytes()) for table in ("hands", "wins"))
            for fault in row_faults(manifest.described, shard.range, shard.faults, hands, wins):
                yield f"{folder / shard.parts['hands'].name}: {fault}"
        checked(shard.count)


def _part_faults(folder: Path, manifest: Manifest, shard: Shard, table: str, part: Part) -> Iterator[str]:
    path = folder / part.name
    if not path.is_file():
        yield "is missing; run the same command again, it plays the part anew"
        return
    if not is_intact(path, part):
        yield "is damaged (its SHA-256 is not the manifest's); run the same command again, it plays the part anew"
        return
    try:
        data, own = read_part(path.read_bytes())
    except (OSError, ValueError, pa.ArrowException) as error:
        yield f"cannot be read ({str(error).splitlines()[0][:200]})"
        return
    if data.schema != arrow_schema(table):
        yield "has other columns than data/README.md says"
    if data.num_rows != part.rows:
        yield f"has {data.num_rows} rows, the manifest says {part.rows}"
    expected = {"identity": manifest.identity, "table": table, "first": str(shard.first), "count": str(shard.count)}
    for key, value in expected.items():
        if own.get(key) != value:
            yield f"says {key} {own.get(key)} of itself, the manifest {value}"


def row_faults(plan: Plan, range_: Range, faults: tuple[Fault, ...], hands: pl.DataFrame, wins: pl.DataFrame) -> Iterator[str]:
    """One sentence for each way in which the rows of a shard cannot be true."""
    first, count = range_
    numbers = hands.select(pl.col("hand" if plan.unit == "hand" else "match").unique().sort()).to_series()
    lost = {fault.number for fault in faults}
    if plan.unit == "hand":
        expected = [number for number in range(first, first + count) if number not in lost]
        if hands.get_column("hand").to_list() != expected:
            yield f"holds other hands than {ledger.span(range_)}"
    elif not lost and numbers.to_list() != list(range(first, first + count)):
        yield f"holds other matches than {ledger.span(range_)}"
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
