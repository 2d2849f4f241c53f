"""A data set on disk as lazy polars frames."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from mjsim.errors import DataError, one_of, quote
from mjsim.run import ledger
from mjsim.run.ledger import Manifest
from mjsim.run.plan import Plan
from mjsim.store.place import need_local
from mjsim.store.schemas import TABLES, arrow_schema

AGAIN = "run the same command again, it plays what is missing"


@dataclass(frozen=True)
class Dataset:
    """A folder written by a run."""

    folder: Path

    @cached_property
    def manifest(self) -> Manifest:
        return ledger.load(self.folder)

    @property
    def plan(self) -> Plan:
        return self.manifest.described

    @property
    def scale(self) -> int:
        """Points and values are stored times this."""
        return int(self.plan.variant.get("score", {}).get("scale", 1))

    @property
    def rows(self) -> dict[str, tuple[str, str]]:
        """Scoring rows of the variant in its order: slug → (Chinese, English)."""
        return {slug: (row["zh"], row["en"]) for slug, row in self.plan.variant["rows"].items()}

    def files(self, table: str) -> list[Path]:
        """Files of a table in order of their hands, each there, of the size that the manifest says, and with the columns of the table.

        Raises
        ------
        DataError
            that names the first file that is missing or damaged.
        """
        if table not in TABLES:
            raise DataError(f"no table {quote(table)}", str(self.folder), one_of(TABLES))
        need_local(self.folder)
        found = []
        for part in self.manifest.parts(table):
            file = self.folder / part.name
            if not file.is_file():
                raise DataError("is missing", str(file), AGAIN)
            if file.stat().st_size != part.bytes or _columns(file) != [column.name for column in TABLES[table]]:
                raise DataError("is damaged", str(file), AGAIN)
            found.append(file)
        return found

    def scan(self, table: str = "hands") -> pl.LazyFrame:
        """Lazy frame over all parts of a table ("hands", "wins", "log"), ordered by hand."""
        files = self.files(table)
        if not files:
            empty = pl.from_arrow(arrow_schema(table).empty_table())
            assert isinstance(empty, pl.DataFrame)
            return empty.lazy()
        return pl.scan_parquet(files, glob=False)


def _columns(file: Path) -> list[str]:
    try:
        return list(pq.read_schema(file).names)
    except (OSError, pa.ArrowException):
        return []


def scan(folder: str | Path, table: str = "hands") -> pl.LazyFrame:
    """Lazy frame over a table of the data set in `folder`; columns as in `data/README.md`."""
    return Dataset(Path(folder)).scan(table)
