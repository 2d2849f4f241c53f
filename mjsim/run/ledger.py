"""The manifest of a data set: what was played, and which parts hold it. Replaced as a whole, never edited in place."""

from __future__ import annotations

import hashlib
import secrets
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from mjsim.errors import DataError, MjsimError, quote
from mjsim.run.plan import Plan, Range, overlap
from mjsim.store.parts import Part, part_name, write_atomically
from mjsim.store.place import is_remote
from mjsim.store.schemas import FORMAT, TABLES
from mjsim.text import steering

MANIFEST = "manifest.json"
MEND = "run the same command again, it makes the file anew from the parts"


class Damaged(DataError):
    """A manifest that cannot be true."""


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
    checksum: str = ""
    """SHA-256 of the document without this; empty in manifests that older versions wrote."""

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
    sealed = msgspec.structs.replace(manifest, checksum=_checksum(manifest))
    write_atomically(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(sealed), indent=1))


def _checksum(manifest: Manifest) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(manifest, checksum=""), order="sorted")).hexdigest()


def load(folder: Path) -> Manifest:
    """Read and check a manifest.

    Raises
    ------
    Damaged
        if it is not whole, contradicts itself, or names files outside the folder.
    DataError
        if there is none, it cannot be read, or another version of mjsim must read it.
    """
    path = folder / MANIFEST
    try:
        if not is_remote(path) and path.exists() and not path.is_file():
            raise DataError("is no ordinary file", str(path), "a folder written by mjsim run")
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise DataError("is not a data set of mjsim (no manifest.json)", str(folder), "a folder written by mjsim run") from None
    except Exception as error:  # stores have errors of their own
        if not isinstance(error, OSError) and not is_remote(path):
            raise
        raise DataError(f"cannot be read ({getattr(error, 'strerror', None) or error})", str(path)) from error
    _check_format(path, data)
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
        msgspec.convert(manifest.plan, _Plan)
        msgspec.convert(manifest.variant, _Variant)
        identity = manifest.described.identity
    except (msgspec.DecodeError, MjsimError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise Damaged(f"is damaged ({error})", str(path), MEND) from None
    if identity != manifest.identity:
        raise Damaged(f"is damaged: it says identity {manifest.identity}, but what it describes has {identity}", str(path), MEND)
    if text := steering([manifest.variant, manifest.plan, manifest.made_by, [fault.message for fault in manifest.faults]]):
        raise Damaged(f"is damaged: control characters in {text}", str(path), MEND)
    for shard in manifest.shards:
        _check_shard(path, shard)
    clash = overlap(manifest.ranges)
    if clash:
        raise Damaged(f"is damaged: ranges {span(clash[0])} and {span(clash[1])} overlap", str(path), MEND)
    if manifest.checksum and manifest.checksum != _checksum(manifest):
        raise Damaged("is damaged: its checksum is not that of its content", str(path), MEND)
    return msgspec.structs.replace(manifest, checksum="")


class _Plan(msgspec.Struct):
    """What a plan's document must hold."""

    variant: str
    rules: str
    policies: list[str]
    seed: int
    unit: str
    wall: str
    kernel: str


class _Row(msgspec.Struct):
    zh: str
    en: str
    value: int | str = 0


class _Score(msgspec.Struct):
    scale: Annotated[int, msgspec.Meta(ge=1)] = 1


class _Variant(msgspec.Struct):
    """What readers need of a variant; the kernels check the rest when they play it."""

    slug: str
    players: Literal[2, 3, 4]
    rows: dict[str, _Row]
    zh: str = ""
    en: str = ""
    score: _Score = msgspec.field(default_factory=_Score)


class _Head(msgspec.Struct):
    format: int
    made_by: str


def _check_format(path: Path, data: bytes) -> None:
    """Say who can read a manifest of another format, before its fields are looked at."""
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return  # damaged: what is wrong with it is said later
    if head.format != FORMAT:
        raise DataError(
            f"has format {head.format}, made by {quote(head.made_by)}",
            str(path),
            f"format {FORMAT}: read it with the version that made it, or play it again in an empty folder",
        )


def _check_shard(path: Path, shard: Shard) -> None:
    for table, part in shard.parts.items():
        if table not in TABLES or part.name != part_name(table, shard.first, shard.count):
            named = f"names a part {quote(part.name)} for hands {span(shard.range)}"
            raise Damaged(f"is damaged: {named}", str(path), f"hands/, wins/ or log/FIRST_COUNT.parquet; {MEND}")
    if shard.first < 0 or shard.count < 1 or not {"hands", "wins"} <= shard.parts.keys():
        raise Damaged(f"is damaged: it holds an impossible entry for hands {span(shard.range)}", str(path), MEND)


def exists(folder: Path) -> bool:
    return (folder / MANIFEST).exists()


def strangers(folder: Path, manifest: Manifest) -> list[Path]:
    """Parts and temporary files that the manifest does not name: what a killed run left behind."""
    named = {part.name for shard in manifest.shards for part in shard.parts.values()}
    found = [path for table in TABLES for path in listed(folder / table) if path.suffix in {".parquet", ".tmp"}]
    found += [path for path in listed(folder) if path.name.startswith(f".{MANIFEST}.") and path.suffix == ".tmp"]
    return [path for path in found if f"{path.parent.name}/{path.name}" not in named]


def listed(folder: Path) -> list[Path]:
    """What is in a folder, by name; nothing if it is not there."""
    try:
        return sorted(folder.iterdir(), key=lambda path: path.name)
    except (FileNotFoundError, NotADirectoryError):
        return []


def check_writable(folder: Path) -> None:
    """Make the folder if need be; raise a clear error where it cannot be written."""
    probe = folder / f".probe.{secrets.token_hex(4)}"
    if is_remote(folder):
        write_atomically(probe, b"")
        probe.unlink()
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise DataError("is not a folder", str(folder), "a folder, or a path where one can be made") from None
    except OSError as error:
        raise DataError(f"cannot be made ({error.strerror})", str(folder), "a folder that can be written") from error
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise DataError(f"cannot be written ({error.strerror})", str(folder), "a folder that can be written") from error
