"""The manifest of a run in progress: written now and then and at the end, parts compacted as blocks fill up."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType

import msgspec

from mjsim.run import ledger
from mjsim.run.compact import BLOCK, compacted, whole_block
from mjsim.run.ledger import Manifest, Shard
from mjsim.store.place import is_remote

PAUSE = 1.0
"""Seconds between two writes of the manifest. Parts that it does not name yet are found again after a crash."""


class Keeper:
    """Adds shards to a manifest on disk; leaving the context writes it, whatever the reason.

    Parameters
    ----------
    block : hands (matches) that are put together in one part; as in `compact.BLOCK` if None. Parts in a store are left as they are.
    """

    def __init__(self, folder: Path, manifest: Manifest, block: int | None = None) -> None:
        self.folder, self.manifest = folder, manifest
        self.block = block or BLOCK[manifest.described.unit]
        self._saved, self._when = manifest, time.monotonic()

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self.save()

    def add(self, shard: Shard) -> None:
        """Note a shard whose parts are on disk."""
        self.manifest = self.manifest.with_shards([shard])
        old = [] if is_remote(self.folder) else whole_block(self.manifest, shard.range, self.block)
        if old:
            self._replace(old)
        elif time.monotonic() - self._when >= PAUSE:
            self.save()

    def save(self) -> None:
        """Write the manifest if it has changed."""
        if self.manifest is not self._saved:
            ledger.save(self.folder, self.manifest)
            self._saved = self.manifest
        self._when = time.monotonic()

    def _replace(self, old: list[Shard]) -> None:
        new = compacted(self.folder, old)
        rest = tuple(shard for shard in self.manifest.shards if shard not in old)
        self.manifest = msgspec.structs.replace(self.manifest, shards=rest).with_shards([new])
        self.save()
        for shard in old:
            for part in shard.parts.values():
                (self.folder / part.name).unlink(missing_ok=True)
