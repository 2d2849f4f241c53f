"""The charts. Each function takes `ax` and a tidy frame of `mjsim.stats.frames`, draws, and returns `ax`; nothing global is set."""

from __future__ import annotations

import math
from collections.abc import Iterable

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from mjsim.charts.names import COLOURS, INK, MARKERS, dress, name

MEASURES = {"win": ("和", "wins"), "self_draw": ("自摸", "self-draw wins"), "deal_in": ("放炮", "deals in"), "ready": ("聽", "ready")}
WAYS = {"self": ("自摸", "own draw"), "discard": ("點炮", "discard"), "rob": ("搶杠", "robbed kong")}
ENDINGS = {
    "self": ("自摸", "first won by own draw"),
    "discard": ("放炮", "first won by a discard, dealt in"),
    "rob": ("搶杠", "first won by robbing a kong"),
    "draw": ("流局", "nobody won"),
}
SEATS = (("莊", "dealer"), ("下家", "next"), ("對家", "opposite"), ("上家", "last"))


def row_frequencies(ax: Axes, rows: pl.DataFrame, *, most: int = 40, per: str = "hand") -> Axes:
    """Share of hands (or wins) with each row on a log axis, intervals as bars, commonest first.

    Rows never seen stand below the others as an open arrow at their upper bound.
    """
    shown = rows.filter(pl.col("n") > 0).sort("value", "high", descending=True, nulls_last=True).head(most)
    places = range(shown.height, 0, -1)
    for place, row in zip(places, shown.iter_rows(named=True), strict=True):
        if row["count"]:
            ax.plot([max(row["low"], 1e-12), row["high"]], [place, place], color=COLOURS[0], linewidth=2, solid_capstyle="butt")
            ax.plot(row["value"], place, "o", color=COLOURS[0], markersize=4)
        else:
            ax.plot(row["high"], place, "<", color=COLOURS[1], markerfacecolor="none", markersize=5)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(FuncFormatter(share))
    ax.xaxis.set_minor_formatter(NullFormatter())
    low, high = (math.log10(edge) for edge in ax.get_xlim())
    ax.set_xlim(10 ** math.floor(low), 10 ** min(0.0, math.ceil(high)) * 1.05)  # whole decades, so that there are ticks
    ax.set_yticks(list(places), [name(row["zh"], row["en"]) for row in shown.iter_rows(named=True)])
    ax.set_ylim(0.3, shown.height + 0.7)
    ax.set_xlabel(f"share of {per}s (arrow: never seen, upper bound)" if (shown["count"] == 0).any() else f"share of {per}s")
    return finished(ax, "x")


def seat_forest(ax: Axes, seats: pl.DataFrame) -> Axes:
    """Rates by seat as points with intervals, one colour and marker a measure."""
    measures = seats["measure"].unique(maintain_order=True).to_list()
    for i, measure in enumerate(measures):
        part = seats.filter(pl.col("measure") == measure)
        heights = [-seat + 0.2 * ((len(measures) - 1) / 2 - i) for seat in part["seat"]]
        _points(ax, part, heights, i, name(*MEASURES.get(measure, ("", measure))))
    numbers = sorted(seats["seat"].unique().to_list())
    ax.set_yticks([-seat for seat in numbers], [seat_name(seat) for seat in numbers])
    ax.xaxis.set_major_formatter(FuncFormatter(percent))
    ax.set_xlabel("share of hands")
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1), fontsize=9)
    return finished(ax, "x")


def seat_points(ax: Axes, seats: pl.DataFrame) -> Axes:
    """Mean points a hand by seat with intervals, and the line of a fair game."""
    _points(ax, seats, [-seat for seat in seats["seat"]], 0, "")
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    ax.set_yticks([-seat for seat in seats["seat"]], [seat_name(seat) for seat in seats["seat"]])
    ax.set_ylim(-seats.height + 0.4, 0.6)
    ax.set_xlabel("points a hand")
    return finished(ax, "x")


def win_turns(ax: Axes, turns: pl.DataFrame) -> Axes:
    """When hands are won: share of hands by turn draw, one line a way of winning, intervals as bands."""
    ways = [way for way in WAYS if way in set(turns["by"])]
    _lines(ax, ((name(*WAYS[way]), turns.filter(pl.col("by") == way)) for way in ways))
    ax.set_xlabel("turn draws of all seats")
    ax.set_ylabel("share of hands won at that draw")
    return finished(ax, "y")


def ending_curve(ax: Axes, endings: pl.DataFrame) -> Axes:
    """How hands have been decided by a turn draw: running shares of hands by the way of the first win, and of hands that nobody won."""
    ways = [way for way in ENDINGS if way in set(endings["by"])]
    _lines(ax, ((name(*ENDINGS[way]), endings.filter(pl.col("by") == way)) for way in ways))
    ax.set_xlabel("turn draws of all seats")
    ax.set_ylabel("share of hands decided by then")
    ax.set_ylim(bottom=0)
    return finished(ax, "y")


def ready_curve(ax: Axes, ready: pl.DataFrame) -> Axes:
    """Share of hands in which a seat has been ready by its n-th own draw."""
    _lines(ax, ((seat_name(seat), ready.filter(pl.col("seat") == seat)) for seat in sorted(ready["seat"].unique().to_list())))
    ax.set_xlabel("own draws (0: dealt ready)")
    ax.set_ylabel("share of hands ready by then")
    ax.set_ylim(bottom=0)
    return finished(ax, "y")


def points_distribution(ax: Axes, points: pl.DataFrame) -> Axes:
    """Share of hands by points, dealer and another seat, on a log axis with intervals."""
    for i, (role, label) in enumerate((("dealer", name("莊", "dealer")), ("other", name("閒", "another seat")))):
        part = points.filter(pl.col("role") == role)
        colour, marker = COLOURS[i], MARKERS[i]
        ax.vlines(part["points"], part["low"].clip(1e-12), part["high"], color=colour, linewidth=1.5, alpha=0.6)
        ax.plot(part["points"], part["value"], marker, color=colour, markersize=3.5, label=label, linestyle="none")
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(FuncFormatter(share))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel("points of the hand")
    ax.set_ylabel("share of hands")
    ax.legend(frameon=False)
    return finished(ax, "y")


def _points(ax: Axes, part: pl.DataFrame, heights: list[float], i: int, label: str) -> None:
    colour = COLOURS[i % len(COLOURS)]
    ax.hlines(heights, part["low"], part["high"], color=colour, linewidth=2)
    ax.plot(part["value"], heights, MARKERS[i % len(MARKERS)], color=colour, markersize=5, label=label or None, linestyle="none")


def _lines(ax: Axes, parts: Iterable[tuple[str, pl.DataFrame]]) -> None:
    for i, (label, part) in enumerate(parts):
        colour = COLOURS[i % len(COLOURS)]
        style = ("-", "--", "-.", ":")[i % 4]
        ax.plot(part["turn"], part["value"], style, color=colour, linewidth=1.6, label=label)
        ax.fill_between(part["turn"], part["low"], part["high"], color=colour, alpha=0.2, linewidth=0)
    ax.yaxis.set_major_formatter(FuncFormatter(percent))
    ax.legend(frameon=False)


def seat_name(seat: int) -> str:
    return f"{seat} {name(*SEATS[seat])}"


def share(value: float, _: object = None) -> str:
    """A tick of a logarithmic axis, short enough that ticks do not touch.

    >>> share(0.01), share(1e-5), share(1e-6)
    ('1 %', '1 in 100k', '1 in 1M')
    """
    if value >= 1e-4 or value <= 0:
        return f"{100 * value:g} %" if value > 0 else "0"
    many = round(1 / value)
    return f"1 in {many / 10**6:,g}M" if many >= 10**6 else f"1 in {many / 1000:g}k"


def percent(value: float, _: object = None) -> str:
    return f"{100 * value:.3g} %"


def finished(ax: Axes, grid: str) -> Axes:
    ax.grid(True, axis="x" if grid == "x" else "y", color="#DDDDDD", linewidth=0.6)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    dress(ax)
    return ax
