"""Parts of one run, made in several folders or on several machines, in one folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from mjsim.errors import DataError
from mjsim.run import ledger
from mjsim.run.ledger import Manifest, Shard, span
from mjsim.run.lock import locked
from mjsim.run.resume import difference
from mjsim.store.parts import is_intact, write_atomically
from mjsim.store.place import is_remote


def merge(sources: Sequence[Path], out: Path) -> Manifest:
    """Copy the parts of `sources` into `out`, a new or empty folder.

    Raises
    ------
    DataError
        if two sources share a hand, are not of one run (with the two values), or hold a damaged part. Nothing is written then.
    """
    manifests = [(folder, ledger.load(folder)) for folder in sources]
    first, base = manifests[0]
    for folder, manifest in manifests[1:]:
        if manifest.identity != base.identity:
            raise DataError(
                f"is not of the run in {first} ({difference(manifest.described, base.described)})", str(folder), "parts of one run"
            )
    owned = sorted((shard.range, folder) for folder, manifest in manifests for shard in manifest.shards)
    for (one, here), (other, there) in pairwise(owned):
        if other[0] < sum(one):
            raise DataError(f"hands {span(one)} of {here} and {span(other)} of {there} overlap", "", "each hand number once")
    for folder, manifest in manifests:
        _check_parts(folder, manifest)
    ledger.check_writable(out)
    if any(not path.name.startswith(".") for path in ledger.listed(out)):
        raise DataError("is not empty", str(out), "a new or empty folder")
    with locked(out):
        merged = Manifest(base.format, base.made_by, base.identity, base.plan, base.variant)
        shards: list[Shard] = []
        for folder, manifest in manifests:
            for shard in manifest.shards:
                for part in shard.parts.values():
                    _place(folder / part.name, out / part.name)
                shards.append(shard)
        merged = merged.with_shards(shards)
        ledger.save(out, merged)
    return merged


def _check_parts(folder: Path, manifest: Manifest) -> None:
    for shard in manifest.shards:
        for part in shard.parts.values():
            if not is_intact(folder / part.name, part):
                raise DataError("is missing or damaged", str(folder / part.name), "run the same command again, it plays the part anew")


def _place(source: Path, target: Path) -> None:
    """A hard link where the file system has them, else a copy: parts are never changed in place."""
    if not (is_remote(source) or is_remote(target)):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(source, target)
            return
        except OSError:
            pass  # another disk, or one without links
    write_atomically(target, source.read_bytes())
