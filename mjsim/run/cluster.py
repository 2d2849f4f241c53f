"""Shards on a Dask cluster: its workers play and write the parts to a folder that all share, or to a store; small records come back.

A worker that dies is Dask's business: the shard is played by another. A scheduler that goes away takes the list of tasks with it, and its
workers end too, so the shards that have not come back are handed in again when it answers and has workers. A shard is the same bytes
whoever plays it, and however often.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import socket
import time
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

from mjsim.errors import DataError, MjsimError
from mjsim.run.compact import BLOCK
from mjsim.run.ledger import Shard
from mjsim.run.plan import Range
from mjsim.run.worker import Task, play_shard
from mjsim.store.place import EXTRA

PATIENCE = 60.0
"""Seconds to wait for a scheduler that was there before, and for its first worker."""
ANSWER = 10.0
"""Seconds to wait for the scheduler at the beginning."""
TASKS = 256
"""A run is cut into at least so many shards, as long as they are no smaller than a thousand hands and no larger than a block."""
AHEAD = 3
"""Shards handed in for each thread of the cluster: one that is played, and some that wait."""


class Gone(MjsimError):
    """The scheduler or all its workers went away in the middle of a run, and did not come back."""


class _Lost(Exception):
    """The scheduler went away."""


def play_on_cluster(task: Task, todo: list[Range], scheduler: str) -> Generator[Shard]:
    """Play shards on the workers of a scheduler; they come in any order.

    Raises
    ------
    MjsimError
        if Dask is not installed, no scheduler answers, it has no workers, or they have another version of the kernels.
    Gone
        if that is so of a scheduler that was there before.
    """
    left = dict.fromkeys(todo)
    client = _connected(scheduler, ANSWER) if left else None
    while left:
        client = client or _again(scheduler)
        try:
            for shard in _results(client, task, list(left)):
                _check_here(task, shard, scheduler)
                del left[shard.range]
                yield shard
        except _Lost:
            pass
        finally:
            _close(client)
            client = None


def cluster_shard_size(count: int, unit: str, log: bool) -> int:
    """Hands (matches) a shard when the user names none: large, because nobody compacts the parts of a cluster."""
    largest = BLOCK[unit] // 10 if log else BLOCK[unit]
    return min(largest, max(1_000 if unit == "hand" else 50, count // TASKS))


def play_there(task: Task, range_: Range) -> Shard:
    """`play_shard` on a worker of a cluster, which must have the kernels that the run was planned with."""
    mine = task.engine.version
    if mine != task.plan.kernel:
        raise MjsimError(
            f"the worker on {socket.gethostname()} has kernel version {mine}, the run {task.plan.kernel}", "", "the same mjsim on all"
        )
    return play_shard(task, range_)


def _connected(scheduler: str, wait: float) -> Any:
    distributed = _distributed()
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is told by an error here
    end = time.monotonic() + wait
    while True:
        try:
            client = distributed.Client(scheduler, timeout=max(1.0, end - time.monotonic()), set_as_default=False)
            break
        except ValueError as error:
            raise MjsimError(f"is no address of a scheduler ({error})", scheduler, "tcp://HOST:PORT") from None
        except OSError as error:
            if time.monotonic() >= end:
                raise MjsimError(f"no scheduler answers ({error})", scheduler, "the address that dask scheduler prints") from None
            time.sleep(0.2)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (TimeoutError, OSError):
        _close(client)
        raise MjsimError("the scheduler has no workers", scheduler, f"dask worker {scheduler} --nthreads 1, on each machine") from None
    return client


def _again(scheduler: str) -> Any:
    try:
        return _connected(scheduler, PATIENCE)
    except MjsimError as error:
        raise Gone(error.what, error.where, error.allowed) from None


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise MjsimError("Dask is not installed", "--backend dask", EXTRA) from None


def _results(client: Any, task: Task, todo: list[Range]) -> Iterator[Shard]:
    distributed = _distributed()
    gone = (distributed.CancelledError, distributed.comm.CommClosedError, TimeoutError)
    waiting = iter(todo)
    under_way: set[Any] = set()

    def hand_in(most: int) -> list[Any]:
        new = [client.submit(play_there, task, range_, pure=False) for range_ in islice(waiting, max(0, most))]
        under_way.update(new)
        return new

    try:
        completed = distributed.as_completed(hand_in(AHEAD * _threads(client)), raise_errors=False, loop=client.loop)
        for future in completed:
            if future.status in ("cancelled", "lost"):
                raise _Lost
            shard: Shard = future.result()
            under_way.discard(future)
            completed.update(hand_in(AHEAD * _threads(client) - len(under_way)))
            yield shard
        if under_way:
            raise _Lost
    except distributed.KilledWorker as error:
        raise MjsimError(
            f"several workers died of the same shard ({error})", "", "workers with more memory, or a smaller --shard"
        ) from None
    except gone as error:
        raise _Lost from error
    finally:
        with contextlib.suppress(*gone, OSError):
            client.cancel(list(under_way))


def _threads(client: Any) -> int:
    return max(1, sum(map(int, client.nthreads().values())))


def _check_here(task: Task, shard: Shard, scheduler: str) -> None:
    for part in shard.parts.values():
        if not (task.folder / part.name).is_file():
            raise DataError(
                f"a worker of {scheduler} wrote {part.name}, and it is not here", str(task.folder), "a folder that all machines share"
            )


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):  # it may be gone already, and then there is nothing to close
        client.close(timeout=1)
