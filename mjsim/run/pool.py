"""Shards played by processes of this machine (joblib, loky): small records come back. The processes end with this one, however it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

from mjsim.run.ledger import Shard
from mjsim.run.plan import Range
from mjsim.run.worker import Task, play_shard

QUIET = "ignore:resource_tracker:UserWarning"
"""For the processes that clear up after workers: that those were killed, and left something to clear up, is no news to a user."""


def play_in_processes(task: Task, todo: list[Range], workers: int) -> Generator[Shard]:
    """Play shards; they come in any order. Whatever ends this before its end, an exception or `close`, kills the workers."""
    import joblib

    settings = {"inner_max_num_threads": 1, "initializer": _follow, "initargs": (os.getpid(),)}
    with joblib.parallel_config(backend="loky", **settings):
        parallel = joblib.Parallel(n_jobs=workers, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        results: Generator[Shard] = (_ for _ in list[Shard]())
        try:
            with _deaf_children():
                results = parallel(joblib.delayed(play_shard)(task, range_) for range_ in todo)
            for shard in results:  # noqa: UP028  # `yield from` would close them by itself
                yield shard
        except BaseException:
            _stop(results)
            raise


def _follow(parent: int) -> None:
    """In a new worker: end when the process that started it is gone."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C, which is for this one to answer; it hears of it afterwards."""
    if QUIET not in sys.warnoptions:
        sys.warnoptions.append(QUIET)
    resource_tracker.ensure_running()  # by itself when the first worker starts, and then it would undo this
    heard: list[int] = []
    main = threading.current_thread() is threading.main_thread()  # only there Python hears signals
    handler = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number)) if main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited by processes, unlike the handler
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if main:
            signal.signal(signal.SIGINT, handler)
    if heard:
        signal.raise_signal(signal.SIGINT)


def _stop(results: Generator[Shard]) -> None:
    """Kill the workers, whatever they are at."""
    from joblib.externals.loky import get_reusable_executor

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # joblib advises against leaving tasks undone
        results.close()
    get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)
