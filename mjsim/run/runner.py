"""The main job: play what is missing, keep what is there, say what happened."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mjsim.errors import DataError, MjsimError
from mjsim.run import ledger
from mjsim.run.engine import Engine, KernelEngine
from mjsim.run.ledger import Fault, Manifest, Shard
from mjsim.run.lock import locked
from mjsim.run.plan import MOST, Plan, Range, missing, policies_for, shard_size, shards
from mjsim.run.progress import progress_bar
from mjsim.run.worker import Task, play_elsewhere, play_shard
from mjsim.store.parts import sha256_of

if TYPE_CHECKING:
    from mjsim.variant.model import Variant

FAULT_LIMIT = 100


class Unfinished(MjsimError):
    """The run ended early; what is there is complete, and running it again goes on from there."""

    unfinished = True


@dataclass(frozen=True)
class Outcome:
    """What a call of `play` did. Counts are hands, or matches where hands are linked."""

    folder: Path
    unit: str
    played: int
    present: int
    seconds: float
    faults: tuple[Fault, ...]

    def sentence(self) -> str:
        """What happened, for people."""
        units = "hands" if self.unit == "hand" else "matches"
        there = f"{self.present:,} {units} are in {self.folder}"
        if not self.played:
            return f"nothing to play: {there}"
        broken = f", {len(self.faults)} of them faulty" if self.faults else ""
        return f"played {self.played:,} {units} in {self.seconds:.1f} s ({self.played / self.seconds:,.0f} a second){broken}; {there}"


def make_plan(
    variant: Variant,
    *,
    seed: int = 1,
    policies: str | Iterable[str] = "speed",
    unit: str = "hand",
    wall: str = "shared",
    engine: Engine | None = None,
) -> Plan:
    """The plan of a run of `variant`, checked."""
    from mjsim.variant.digest import digest

    return Plan(
        variant=msgspec.to_builtins(variant),
        rules=digest(variant),
        policies=policies_for(policies, variant.players),
        seed=seed,
        unit=unit,
        wall=wall,
        kernel=(engine or KernelEngine()).version,
    )


def play(
    plan: Plan,
    count: int,
    out: Path,
    *,
    first: int = 0,
    workers: int | None = None,
    shard: int | None = None,
    log: bool = False,
    fault_limit: int = FAULT_LIMIT,
    progress: bool = True,
    engine: Engine | None = None,
) -> Outcome:
    """Play the hands (matches) first .. first + count - 1 that the folder does not hold yet.

    Parameters
    ----------
    out : folder of the data set; made if need be. It may hold an earlier part of the same run, nothing else.
    workers : processes (all cores if None); 1 plays in this process.
    shard : hands (matches) a part; the rows are the same whatever it is.
    log : keep every act; parts without a log are played again.
    fault_limit : stop after more faulty hands than this.

    Raises
    ------
    DataError
        if the folder cannot be written, is in use, or holds another run.
    Unfinished
        if the run was interrupted, a worker died, or there were too many faults. Complete parts stay.
    """
    if count < 1 or first < 0 or first + count > MOST:
        raise MjsimError(f"{count} {plan.unit}s from {first} cannot be played", "", f"at least 1, numbers from 0 to {MOST:,}")
    workers = workers if workers is not None else _cores()
    if workers < 1:
        raise MjsimError(f"{workers} workers", "--workers", "1 or more")
    size = shard if shard is not None else shard_size(count, plan.unit, log)
    if size < 1:
        raise MjsimError(f"{size} {plan.unit}s a part", "--shard", "1 or more")
    ledger.check_writable(out)
    with locked(out):
        manifest = _resume(out, plan, log)
        todo = shards(missing((first, count), manifest.ranges), size)
        started = time.perf_counter()
        played, faults = 0, list[Fault]()
        task = Task(engine=engine or KernelEngine(), folder=out, plan=plan, log=log)
        units = "hands" if plan.unit == "hand" else "matches"
        with progress_bar(plan.slug, sum(n for _, n in todo), units, progress) as advance, _explained(out, lambda: played, units):
            for done in _shards(task, todo, workers):
                manifest = manifest.with_shards([done])
                ledger.save(out, manifest)
                played += done.count
                faults += done.faults
                advance(done.count)
                if len(faults) > fault_limit:
                    raise Unfinished(
                        f"stopped after {len(faults)} faulty hands (first: {plan.unit} {faults[0].number}: {faults[0].message})",
                        str(out),
                        f"at most {fault_limit}; the complete parts stay",
                    )
    return Outcome(out, plan.unit, played, manifest.units, time.perf_counter() - started, tuple(faults))


def _shards(task: Task, todo: list[Range], workers: int) -> Iterator[Shard]:
    """Play shards in this process or in others; results come in any order and only small records travel."""
    if workers == 1 or len(todo) < 2:
        for range_ in todo:
            yield play_shard(task, range_)
        return
    import joblib

    with joblib.parallel_config(backend="loky", inner_max_num_threads=1):
        parallel = joblib.Parallel(n_jobs=min(workers, len(todo)), return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        results = parallel(joblib.delayed(play_elsewhere)(task, range_) for range_ in todo)
        try:
            yield from results
        except BaseException:
            _stop_workers()
            raise
        finally:
            with contextlib.suppress(Exception):
                results.close()


def _stop_workers() -> None:
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)


@contextlib.contextmanager
def _explained(out: Path, played: Callable[[], int], units: str) -> Iterator[None]:
    """Turns an interrupt and a dead worker into a sentence that says how to go on."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        yield
    except KeyboardInterrupt:
        raise Unfinished(f"interrupted after {played():,} {units}; they are kept, the same command goes on", str(out)) from None
    except BrokenProcessPool as error:
        raise Unfinished(
            f"a worker process died after {played():,} {units} (out of memory?); they are kept, the same command goes on",
            str(out),
            "fewer --workers",
        ) from error


def _resume(out: Path, plan: Plan, log: bool) -> Manifest:
    """The manifest to go on from, without entries whose files are missing or damaged; leftovers of a killed run are removed."""
    if not ledger.exists(out):
        others = [path.name for path in out.iterdir() if not path.name.startswith(".")]
        if others and not set(others) <= {"hands", "wins", "log"}:
            raise DataError(f"holds other files ({', '.join(sorted(others)[:3])})", str(out), "an empty folder, or one of the same run")
        manifest = ledger.fresh(plan)
        ledger.save(out, manifest)
    else:
        manifest = ledger.load(out)
        if manifest.identity != plan.identity:
            raise DataError(
                f"holds another run ({difference(manifest.described, plan)})", str(out), "an empty folder, or one of the same run"
            )
    sound = tuple(shard for shard in manifest.shards if _is_sound(out, shard) and (not log or "log" in shard.parts))
    manifest = msgspec.structs.replace(manifest, shards=sound)
    for path in ledger.strangers(out, manifest):
        path.unlink(missing_ok=True)
    return manifest


def _is_sound(out: Path, shard: Shard) -> bool:
    return all(is_intact(out / part.name, part.bytes, part.sha256) for part in shard.parts.values())


def is_intact(path: Path, size: int, sha256: str) -> bool:
    """Whether a file is there with the size and digest that the manifest has."""
    return path.is_file() and path.stat().st_size == size and sha256_of(path) == sha256


def difference(there: Plan, here: Plan) -> str:
    """In what another run differs, with both values."""
    if there.slug != here.slug:
        return f"variant {there.slug}, not {here.slug}"
    if there.rules != here.rules:
        fields = [key for key in here.variant if there.variant.get(key) != here.variant[key]]
        return f"other rules of {here.slug}: {', '.join(fields)} differ"
    a, b = there.document(), here.document()
    return "; ".join(f"{key} {_short(a[key])}, not {_short(b[key])}" for key in b if a[key] != b[key])


def _short(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _cores() -> int:
    import joblib

    return int(joblib.cpu_count())
