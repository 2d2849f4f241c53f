"""One part: column arrays of a shard → a Parquet file that is either complete or not there.

A part is made in memory, hashed, written under a temporary name, flushed to disk and renamed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mjsim.errors import WriteError
from mjsim.store.place import is_remote
from mjsim.store.schemas import TABLES, Column, arrow_schema

ROW_GROUP = 50_000
"""Rows of a part that are read together."""


class Part(msgspec.Struct, frozen=True):
    """A file of a data set as the manifest knows it. `name` is relative to the data set's folder."""

    name: str
    rows: int
    bytes: int
    sha256: str


def part_name(table: str, first: int, count: int) -> str:
    """Relative path of a part; zero-padded so that names sort as numbers do.

    >>> part_name("hands", 200, 50)
    'hands/000000000200_000000000050.parquet'
    """
    return f"{table}/{first:012d}_{count:012d}.parquet"


def to_arrow(table: str, columns: Mapping[str, np.ndarray], constants: Mapping[str, str], rows: Sequence[str], players: int) -> pa.Table:
    """Arrow table of one shard.

    Parameters
    ----------
    columns : integer arrays by column name, (n,) each; `rows` of the wins table is the pair `rows_offsets` int64 (n + 1,), `rows_values`
        int16 (m,), indices into `rows`.
    constants : texts that are the same in every row (`variant`, `run`).
    rows : slugs of the variant's scoring rows.
    players : 2 to 4; columns of seats beyond are null.
    """
    length = len(columns["hand"])
    arrays = [_array(column, columns, constants, rows, players, length) for column in TABLES[table]]
    return pa.Table.from_arrays(arrays, schema=arrow_schema(table))


def _array(
    column: Column, columns: Mapping[str, np.ndarray], constants: Mapping[str, str], rows: Sequence[str], players: int, length: int
) -> pa.Array:
    if column.seat >= players:
        return pa.nulls(length, column.arrow())
    if column.name in constants:
        return pa.DictionaryArray.from_arrays(pa.array(np.zeros(length, np.int8)), pa.array([constants[column.name]]))
    if column.type == "rows":
        values = pa.DictionaryArray.from_arrays(pa.array(columns["rows_values"].astype(np.int16)), pa.array(list(rows), pa.string()))
        return pa.ListArray.from_arrays(pa.array(columns["rows_offsets"].astype(np.int32)), values)
    data = columns[column.name]
    missing = data < 0 if column.negative else None
    if column.labels:
        return pa.DictionaryArray.from_arrays(pa.array(data.astype(np.int8), mask=missing), pa.array(column.labels))
    return pa.array(data, type=column.arrow(), mask=missing)


def write_part(folder: Path, name: str, table: pa.Table, metadata: Mapping[str, str]) -> Part:
    """Write `table` as `folder/name`; after a crash at any moment the file is complete or absent.

    `metadata` (identity, range, faults ...) goes into the file's own key-value metadata, so that a part found alone can be told.
    """
    table = table.replace_schema_metadata({f"mjsim.{key}": value for key, value in metadata.items()})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_statistics=["hand", "match"], row_group_size=ROW_GROUP, write_page_checksum=True)
    data = sink.getvalue()
    write_atomically(folder / name, memoryview(data))
    return Part(name=name, rows=table.num_rows, bytes=data.size, sha256=hashlib.sha256(data).hexdigest())


def read_part(data: bytes) -> tuple[pa.Table, dict[str, str]]:
    """A part's table, without metadata, and what it says of itself; the checksums of its pages are compared.

    Raises
    ------
    pyarrow.ArrowException, OSError
        if it cannot be read or a page is damaged.
    """
    table = pq.read_table(pa.BufferReader(data), page_checksum_verification=True)
    said = {key.decode().removeprefix("mjsim."): value.decode() for key, value in (table.schema.metadata or {}).items()}
    return table.replace_schema_metadata(None), said


def write_atomically(path: Path, data: Any) -> None:
    """Replace a file by `data` (bytes-like): temporary name, fsync, rename, fsync of the folder. In a store: one upload.

    Raises
    ------
    WriteError
        if that fails; the old file is still there then.
    """
    try:
        if is_remote(path):
            path.write_bytes(bytes(data))
        else:
            _replace(path, data)
    except Exception as error:
        if not isinstance(error, OSError) and not is_remote(path):
            raise
        why = getattr(error, "strerror", None) or error  # stores have errors of their own
        raise WriteError(f"cannot be written ({why})", str(path), "a folder that can be written, with room on its disk") from error


def _replace(path: Path, data: Any) -> None:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def is_intact(path: Path, part: Part) -> bool:
    """Whether a part's file is there with the size and digest that the manifest has."""
    return path.is_file() and path.stat().st_size == part.bytes and sha256_of(path) == part.sha256


def sha256_of(path: Path) -> str:
    """Hex digest of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
