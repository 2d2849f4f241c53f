"""The main job: play what is missing, keep what is there, say what happened."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mjsim.errors import MjsimError, WriteError
from mjsim.policies.files import sources_of
from mjsim.run import ledger
from mjsim.run.cluster import Gone, cluster_shard_size, play_on_cluster
from mjsim.run.engine import Engine, KernelEngine
from mjsim.run.keeper import Keeper
from mjsim.run.ledger import Fault, Shard
from mjsim.run.lock import locked
from mjsim.run.plan import MOST, Plan, Range, missing, policies_for, shard_size, shards
from mjsim.run.pool import play_in_processes
from mjsim.run.progress import progress_bar
from mjsim.run.resume import resume
from mjsim.run.worker import Task, play_shard
from mjsim.store.place import is_remote

if TYPE_CHECKING:
    from mjsim.variant.model import Variant

FAULT_LIMIT = 100


class Unfinished(MjsimError):
    """The run ended early; what is there is complete, and running it again goes on from there."""

    unfinished = True


@dataclass(frozen=True)
class Outcome:
    """What a call of `play` did. Counts are hands, or matches where hands are linked; `notes` say what was mended before."""

    folder: Path
    unit: str
    played: int
    present: int
    seconds: float
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()

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
    scheduler: str | None = None,
    block: int | None = None,
) -> Outcome:
    """Play the hands (matches) first .. first + count - 1 that the folder does not hold yet.

    Parameters
    ----------
    out : folder of the data set, or an address in an object store (`mjsim.store.place.place`); made if need be. It may hold an
        earlier part of the same run, nothing else.
    workers : processes (all cores if None); 1 plays in this process.
    shard : hands (matches) a part; the rows are the same whatever it is.
    log : keep every act; parts without a log are played again.
    fault_limit : stop after more faulty hands than this.
    scheduler : address of a Dask scheduler (tcp://HOST:PORT), whose workers play and write the parts; `workers` is not used then.
    block : hands (matches) of a compacted part; `mjsim.run.compact.BLOCK` if None.

    Raises
    ------
    DataError
        if the folder cannot be written, is in use, or holds another run.
    Unfinished
        if the run was interrupted, a worker died, the disk is full, or there were too many faults. Complete parts stay.
    """
    if count < 1 or first < 0 or first + count > MOST:
        raise MjsimError(f"{count} {plan.unit}s from {first} cannot be played", "", f"at least 1, numbers from 0 to {MOST:,}")
    workers = workers if workers is not None else _cores()
    if workers < 1:
        raise MjsimError(f"{workers} workers", "--workers", "1 or more")
    size = shard if shard is not None else (shard_size if scheduler is None else cluster_shard_size)(count, plan.unit, log)
    if size < 1:
        raise MjsimError(f"{size} {plan.unit}s a part", "--shard", "1 or more")
    if not is_remote(out):
        out = out.absolute()
    ledger.check_writable(out)
    with locked(out):
        manifest, notes = resume(out, plan, log)
        todo = shards(missing((first, count), manifest.ranges), size)
        started = time.perf_counter()
        played, faults = 0, list[Fault]()
        task = Task(engine=engine or KernelEngine(sources_of(plan.policies)), folder=out, plan=plan, log=log)
        units = "hands" if plan.unit == "hand" else "matches"
        results = _shards(task, todo, workers) if scheduler is None else play_on_cluster(task, todo, scheduler)
        with (
            _explained(out, lambda: played, units),
            progress_bar(plan.slug, sum(n for _, n in todo), units, progress) as advance,
            Keeper(out, manifest, block) as keeper,
            contextlib.closing(results) as shards_done,
        ):
            for done in shards_done:
                keeper.add(done)
                played += done.count
                faults += done.faults
                advance(done.count)
                if len(faults) > fault_limit:
                    raise Unfinished(
                        f"stopped after {len(faults)} faulty hands (first: {plan.unit} {faults[0].number}: {faults[0].message})",
                        str(out),
                        f"at most {fault_limit}; the complete parts stay",
                    )
        for path in ledger.strangers(out, keeper.manifest):
            if path.suffix == ".tmp":
                path.unlink(missing_ok=True)  # of a worker that died while others went on
    return Outcome(out, plan.unit, played, keeper.manifest.units, time.perf_counter() - started, tuple(faults), tuple(notes))


def _shards(task: Task, todo: list[Range], workers: int) -> Generator[Shard]:
    """Play shards in this process or in others."""
    if workers == 1 or len(todo) < 2:
        for range_ in todo:
            yield play_shard(task, range_)
    else:
        yield from play_in_processes(task, todo, min(workers, len(todo)))


@contextlib.contextmanager
def _explained(out: Path, played: Callable[[], int], units: str) -> Iterator[None]:
    """Turns an interrupt, a dead worker, a full disk and exhausted memory into a sentence that says how to go on."""
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
    except MemoryError as error:
        raise Unfinished(
            f"out of memory after {played():,} {units}; they are kept, the same command goes on",
            str(out),
            "fewer --workers, or a smaller --shard",
        ) from error
    except (WriteError, Gone) as error:
        raise Unfinished(
            f"{error.what} after {played():,} {units}; they are kept, the same command goes on", error.where, error.allowed
        ) from error


def _cores() -> int:
    import joblib

    return int(joblib.cpu_count())
