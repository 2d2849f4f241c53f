"""What a folder holds already: sound parts are kept, a lost or damaged manifest is made anew from them, leftovers are removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import polars as pl
import pyarrow as pa

from mjsim.errors import DataError
from mjsim.run import ledger
from mjsim.run.ledger import Fault, Manifest, Shard
from mjsim.run.plan import Plan, missing
from mjsim.run.verify import row_faults
from mjsim.store.parts import is_intact, part_name, read_part, write_part
from mjsim.store.place import is_remote
from mjsim.store.schemas import FORMAT, TABLES, arrow_schema
from mjsim.variant.digest import NOT_RULES

NAME = re.compile(r"(\d{12})_(\d{12})\.parquet")
OURS = re.compile(rf"{NAME.pattern}|\.({NAME.pattern}|manifest\.json)\.\w+\.tmp")
"""What a run may leave in a folder without naming it in the manifest; it is taken in or removed."""
NAMES = (*NOT_RULES, "note", "why", "why_zh")
SAME = "an empty folder, or one of the same run"


def resume(out: Path, plan: Plan, log: bool) -> tuple[Manifest, list[str]]:
    """The manifest to go on from, and sentences on what had to be mended.

    Parts that are missing or damaged are left out, and those without a log if `log` is wanted: they will be played again. Whole parts
    that the manifest does not name (the run was killed before it was written) are taken in.

    Raises
    ------
    DataError
        if the folder holds another run or files of somebody else. Nothing has been changed then.
    """
    notes = []
    manifest = ledger.fresh(plan)
    if ledger.exists(out):
        try:
            manifest = ledger.load(out)
        except ledger.Damaged as error:
            notes.append(f"{error.where} {error.what}; it is made anew from the parts")
        if manifest.identity != plan.identity:
            raise DataError(f"holds another run ({difference(manifest.described, plan)})", str(out), SAME)
    else:
        others = [path.name for path in ledger.listed(out) if not path.name.startswith(".")]
        if others and not set(others) <= set(TABLES):
            raise DataError(f"holds other files ({', '.join(sorted(others)[:3])})", str(out), SAME)
    strangers = ledger.strangers(out, manifest)
    _check_ours(out, strangers)
    named = manifest.shards
    sound = tuple(shard for shard in named if _is_sound(out, shard) and (not log or "log" in shard.parts))
    unsound = [shard for shard in named if shard not in sound and not _is_sound(out, shard)]
    notes += [f"hands {ledger.span(shard.range)}: a part is missing or damaged; they are played again" for shard in unsound]
    manifest = msgspec.structs.replace(manifest, shards=sound)
    found = list(_found(out, plan, strangers, log))
    for shard in found:
        if missing(shard.range, manifest.ranges) == [shard.range]:
            manifest = manifest.with_shards([shard])
    ledger.save(out, manifest)
    for path in ledger.strangers(out, manifest):
        path.unlink(missing_ok=True)
    return manifest, notes


def _check_ours(out: Path, strangers: list[Path]) -> None:
    """Refuse a folder in which a run could change or remove what is not its own."""
    for table in TABLES:
        if not is_remote(out) and (out / table).is_symlink():
            raise DataError("is a link", str(out / table), "a folder without links in it")
    for path in strangers:
        if not OURS.fullmatch(path.name):
            raise DataError(f"holds other files ({path.parent.name}/{path.name})", str(out), SAME)


def _is_sound(out: Path, shard: Shard) -> bool:
    return all(is_intact(out / part.name, part) for part in shard.parts.values())


def _found(out: Path, plan: Plan, strangers: list[Path], log: bool) -> Iterator[Shard]:
    """Shards among files that no manifest names."""
    contents: dict[tuple[str, str], tuple[pa.Table, dict[str, str]]] = {}
    for path in strangers:
        try:
            table, said = read_part(path.read_bytes())
        except (OSError, ValueError, pa.ArrowException):
            continue  # half a file
        if said.get("identity", plan.identity) != plan.identity:
            raise DataError(f"is a part of another run ({said['identity']}, not {plan.identity})", str(path), SAME)
        contents[path.parent.name, path.name] = table, said
    for name in sorted({name for table, name in contents if table == "hands"}):
        tables = {table: contents[table, name] for table in TABLES if (table, name) in contents}
        shard = _shard(out, plan, name, tables)
        if shard and (not log or "log" in shard.parts):
            yield shard


def _shard(out: Path, plan: Plan, name: str, tables: dict[str, tuple[pa.Table, dict[str, str]]]) -> Shard | None:
    """The shard of a name, its parts written once more so that nothing of a damaged file's foot is kept; None if they are not sound."""
    numbers = NAME.fullmatch(name)
    if numbers is None or not {"hands", "wins"} <= tables.keys():
        return None
    first, count = int(numbers[1]), int(numbers[2])
    for table, (data, said) in tables.items():
        expected = {"identity": plan.identity, "table": table, "first": str(first), "count": str(count), "format": str(FORMAT)}
        if data.schema != arrow_schema(table) or any(said.get(key) != value for key, value in expected.items()):
            return None
    try:
        faults = msgspec.json.decode(tables["hands"][1].get("faults", ""), type=tuple[Fault, ...])
    except msgspec.DecodeError:
        return None
    hands, wins = (pl.DataFrame(pl.from_arrow(tables[table][0])) for table in ("hands", "wins"))
    if count < 1 or any(row_faults(plan, (first, count), faults, hands, wins)):
        return None
    parts = {table: write_part(out, part_name(table, first, count), data, said) for table, (data, said) in tables.items()}
    return Shard(first=first, count=count, parts=parts, faults=faults)


def difference(there: Plan, here: Plan) -> str:
    """In what another run differs, with both values."""
    if there.slug != here.slug:
        return f"variant {there.slug}, not {here.slug}"
    a, b = there.document(), here.document()
    told = [f"{key} {_short(a[key])}, not {_short(b[key])}" for key in b if a[key] != b[key] and key not in ("rules", "policies")]
    changed = dict.fromkeys((one, other) for one, other in zip(there.policies, here.policies, strict=False) if one != other)
    told += [f"policy {_short(one, 100)}, not {_short(other, 100)}" for one, other in changed]
    if there.rules != here.rules:
        told = [f"other rules of {here.slug}: {'; '.join(_changed(there.variant, here.variant)[:5]) or 'in how they are read'}", *told]
    return "; ".join(told)


def _changed(there: object, here: object, path: str = "") -> list[str]:
    """Paths in a variant at which two documents differ, with both values; names and sources are not rules."""
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [key for key in {**here, **there} if key not in NAMES]
        return [line for key in keys for line in _changed(there.get(key), here.get(key), f"{path}.{key}".strip("."))]
    return [] if there == here else [f"{path} {_short(there)}, not {_short(here)}"]


def _short(value: object, limit: int = 40) -> str:
    text = str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
