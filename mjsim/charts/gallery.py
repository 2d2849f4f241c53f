"""All charts of a data set as files, without pyplot and without its global state."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mjsim.charts import answers, draw
from mjsim.charts.names import dress, name
from mjsim.stats import frames, tidy
from mjsim.stats.balance import balance
from mjsim.stats.fairness import fairness
from mjsim.stats.summary import summary
from mjsim.store.dataset import Dataset
from mjsim.store.parts import write_atomically

METADATA: dict[str, dict[str, Any]] = {"png": {"Software": "mjsim"}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
"""No dates: the same data gives the same file."""


def save_charts(folder: str | Path, out: str | Path, suffix: str = "png") -> list[Path]:
    """Draw every chart of the data set in `folder` into `out`; returns the files."""
    data = Dataset(Path(folder))
    found = summary(data)
    rows = frames.row_frequencies(found, data)
    height = 1.6 + 0.24 * min(rows.height, 40)
    charts: dict[str, tuple[str, float, Callable[[Axes], Axes]]] = {
        "rows": (name("番種", "How often each row is scored"), height, lambda ax: draw.row_frequencies(ax, rows)),
        "seats": (name("座", "Wins and deal-ins by seat"), 3.6, lambda ax: draw.seat_forest(ax, frames.seat_rates(found))),
        "points-by-seat": (name("座", "Points by seat"), 3.0, lambda ax: draw.seat_points(ax, frames.seat_points(found))),
        "turns": (name("和牌", "When hands are won"), 4.0, lambda ax: draw.win_turns(ax, frames.win_turns(data))),
        "endings": (name("局", "How hands are decided"), 4.0, lambda ax: draw.ending_curve(ax, frames.endings(data))),
        "ready": (name("聽牌", "When hands become ready"), 4.0, lambda ax: draw.ready_curve(ax, frames.ready_curve(data))),
        "points": (name("分", "Points of a hand"), 4.0, lambda ax: draw.points_distribution(ax, frames.points_distribution(data))),
    }
    weighed, judged = balance(data), fairness(data)
    rarity, off = tidy.rarity(weighed), tidy.seats_off(judged)
    if rarity.height:
        charts["rarity"] = (name("番值", "Points against rarity"), 5.6, lambda ax: answers.rarity_points(ax, rarity, weighed.curve))
    charts["fairness"] = (name("座", "Points by seat, over the mean"), 3.0, lambda ax: answers.seat_fairness(ax, off))
    if judged.luck:
        charts["matches"] = (name("場", "Points in a match"), 4.4, lambda ax: answers.match_trajectories(ax, tidy.trajectories(data)))
    policies = ", ".join(dict.fromkeys(found.policies))
    note = f"{found.variant} · {found.hands:,} hands · seed {found.seed} · {policies} · bars: {100 * found.level:g} % intervals"
    paths = []
    for key, (title, tall, paint) in charts.items():
        figure = Figure(figsize=(8, tall), dpi=120, layout="constrained")
        FigureCanvasAgg(figure)
        ax = paint(figure.subplots())
        heading = f"{name(str(data.plan.variant['zh']), str(data.plan.variant['en']))}: {title}"
        figure.suptitle(heading, x=0.01, ha="left", fontsize=12)
        ax.set_title(note, loc="left", fontsize=7, color="#666666")
        dress(figure)
        paths.append(save(figure, Path(out) / f"{key}.{suffix}", suffix))
    return paths


def save(figure: Figure, path: Path, suffix: str) -> Path:
    """Write a figure as png, svg or pdf, without a date."""
    import matplotlib

    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "mjsim"}):
        figure.savefig(buffer, format=suffix, metadata=METADATA[suffix])
    write_atomically(path, buffer.getvalue())
    return path
