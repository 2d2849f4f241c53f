"""A progress bar on a terminal: rate and time left. Elsewhere nothing is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(title: str, total: int, unit: str, show: bool) -> Iterator[Callable[[int], None]]:
    """Yields `advance(units)`. The bar stands on stderr and only where that is a terminal."""
    if not (show and sys.stderr.isatty()):
        yield lambda units: None
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
            return Text("compiling" if not task.completed else f"{speed:,.0f} {unit}/s" if speed else "", style="cyan")

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
