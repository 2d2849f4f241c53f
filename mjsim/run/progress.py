"""Progress with rate and time left: a bar on a terminal, elsewhere (a log) a line now and then, ten at most."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PAUSE = 60.0
"""Seconds between two lines in a log, at least."""


class Lines:
    """A line for every tenth of the way, but none sooner than a minute after the last: short runs print nothing."""

    def __init__(self, title: str, total: int, unit: str) -> None:
        self.title, self.total, self.unit = title, total, unit
        self.done, self.told, self.began = 0, 0, time.monotonic()
        self.last = self.began

    def advance(self, units: int) -> None:
        """Count units that are done."""
        self.done += units
        now, tenth = time.monotonic(), 10 * self.done // max(1, self.total)
        if tenth > self.told and self.done < self.total and now - self.last >= PAUSE:
            self.told, self.last = tenth, now
            rate = self.done / (now - self.began)
            left = (self.total - self.done) / rate / 60
            line = f"{self.done:,} of {self.total:,} {self.unit}, {rate:,.0f} a second, about {left:,.0f} min left"
            print(f"mjsim: {self.title}: {line}", file=sys.stderr, flush=True)


@contextmanager
def busy(title: str) -> Iterator[None]:
    """Says on a terminal that work of unknown length goes on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(title):
        yield


@contextmanager
def progress_bar(title: str, total: int, unit: str, show: bool, waiting: str = "compiling") -> Iterator[Callable[[int], None]]:
    """Yields `advance(units)`; everything is printed on stderr. `waiting`: in place of the rate as long as nothing is done."""
    if not show:
        yield lambda units: None
        return
    if not sys.stderr.isatty():
        yield Lines(title, total, unit).advance
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(waiting if not task.completed else f"{speed:,.0f} {unit}/s" if speed else "", style="cyan")

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    with bar:
        task = bar.add_task(title, total=total)
        yield lambda units: bar.advance(task, units)
