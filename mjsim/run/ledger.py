"""The manifest of a data set: what was played, and which parts hold it. Replaced as a whole, never edited in place."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from mjsim.errors import DataError, MjsimError, quote
from mjsim.run.plan import Plan, Range, overlap
from mjsim.store.parts import Part, part_name, write_atomically
from mjsim.store.schemas import FORMAT, TABLES

MANIFEST = "manifest.json"


class Fault(msgspec.Struct, frozen=True, array_like=True):
    """A hand that could not be played; where hands are linked, the match that broke off there."""

    number: int
    message: str


class Shard(msgspec.Struct, frozen=True):
    """What a worker reports: a range of units and the parts that hold it."""

    first: int
    count: int
    parts: dict[str, Part]
    faults: tuple[Fault, ...] = ()

    @property
    def range(self) -> Range:
        return self.first, self.count


class Manifest(msgspec.Struct, frozen=True, dict=True):
    """`manifest.json`."""

    format: int
    made_by: str
    identity: str
    plan: dict[str, Any]
    """The document whose digest is the identity."""
    variant: dict[str, Any]
    """The resolved variant, with names and sources."""
    shards: tuple[Shard, ...] = ()

    @cached_property
    def described(self) -> Plan:
        """The plan that the manifest describes."""
        document = self.plan
        return Plan(
            variant=self.variant,
            rules=document["rules"],
            policies=tuple(document["policies"]),
            seed=document["seed"],
            unit=document["unit"],
            wall=document["wall"],
            kernel=document["kernel"],
        )

    @property
    def ranges(self) -> list[Range]:
        return [shard.range for shard in self.shards]

    @property
    def units(self) -> int:
        """Hands (matches) played, faults among them."""
        return sum(shard.count for shard in self.shards)

    @property
    def faults(self) -> list[Fault]:
        return [fault for shard in self.shards for fault in shard.faults]

    def rows(self, table: str) -> int:
        return sum(shard.parts[table].rows for shard in self.shards if table in shard.parts)

    def parts(self, table: str) -> list[Part]:
        """Parts of a table in order of their ranges."""
        return [shard.parts[table] for shard in self.shards if table in shard.parts]

    def with_shards(self, shards: list[Shard]) -> Manifest:
        """The same with more shards; a range that is there already is refused."""
        every = tuple(sorted(self.shards + tuple(shards), key=lambda shard: shard.range))
        clash = overlap(shard.range for shard in every)
        if clash:
            raise DataError(f"ranges {span(clash[0])} and {span(clash[1])} overlap", "", "each hand number once")
        return msgspec.structs.replace(self, shards=every)


def span(range_: Range) -> str:
    """A range for people: first-last."""
    return f"{range_[0]:,}-{range_[0] + range_[1] - 1:,}"


def fresh(plan: Plan) -> Manifest:
    """The manifest of a run in which nothing has been played."""
    from mjsim import __version__

    return Manifest(format=FORMAT, made_by=f"mjsim {__version__}", identity=plan.identity, plan=plan.document(), variant=plan.variant)


def save(folder: Path, manifest: Manifest) -> None:
    """Write the manifest; a reader sees the old one or the new one."""
    write_atomically(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def load(folder: Path) -> Manifest:
    """Read and check a manifest.

    Raises
    ------
    DataError
        if there is none, it cannot be read, or it names files outside the folder.
    """
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise DataError("is not a data set of mjsim (no manifest.json)", str(folder), "a folder written by mjsim run") from None
    except OSError as error:
        raise DataError(f"cannot be read ({error.strerror})", str(path)) from error
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
        identity = manifest.described.identity
    except (msgspec.DecodeError, MjsimError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"is damaged ({error})", str(path), "the file as mjsim run wrote it") from None
    if manifest.format != FORMAT:
        raise DataError(
            f"has format {manifest.format}, made by {quote(manifest.made_by)}",
            str(path),
            f"format {FORMAT}: read it with the mjsim that made it",
        )
    if identity != manifest.identity:
        raise DataError(
            f"says identity {manifest.identity}, but what it describes has {identity}", str(path), "the file as mjsim run wrote it"
        )
    for shard in manifest.shards:
        _check_shard(path, shard)
    clash = overlap(manifest.ranges)
    if clash:
        raise DataError(f"ranges {span(clash[0])} and {span(clash[1])} overlap", str(path), "each hand number once")
    return manifest


def _check_shard(path: Path, shard: Shard) -> None:
    for table, part in shard.parts.items():
        if table not in TABLES or part.name != part_name(table, shard.first, shard.count):
            raise DataError(
                f"names a part {quote(part.name)} for hands {span(shard.range)}", str(path), "hands/, wins/ or log/FIRST_COUNT.parquet"
            )
    if shard.first < 0 or shard.count < 1 or not {"hands", "wins"} <= shard.parts.keys():
        raise DataError(f"holds a damaged entry for hands {span(shard.range)}", str(path), "the file as mjsim run wrote it")


def exists(folder: Path) -> bool:
    return (folder / MANIFEST).exists()


def strangers(folder: Path, manifest: Manifest) -> list[Path]:
    """Parts and temporary files that the manifest does not name: what a killed run left behind."""
    named = {part.name for shard in manifest.shards for part in shard.parts.values()}
    found = [path for table in TABLES for path in sorted((folder / table).glob("*")) if path.suffix in {".parquet", ".tmp"}]
    found += sorted(folder.glob(f".{MANIFEST}.*.tmp"))
    return [path for path in found if path.relative_to(folder).as_posix() not in named]


def check_writable(folder: Path) -> None:
    """Make the folder if need be; raise a clear error where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise DataError("is not a folder", str(folder), "a folder, or a path where one can be made") from None
    except OSError as error:
        raise DataError(f"cannot be made ({error.strerror})", str(folder), "a folder that can be written") from error
    probe = folder / f".probe.{os.getpid()}"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise DataError(f"cannot be written ({error.strerror})", str(folder), "a folder that can be written") from error
