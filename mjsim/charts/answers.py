"""Charts of answers: points against rarity, fairness of seats, matches as they go on, comparisons, variants side by side.

Each function takes `ax` and a tidy frame of `mjsim.stats.tidy`, draws, and returns `ax`; nothing global is set.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from mjsim.charts.draw import finished, percent, seat_name
from mjsim.charts.names import COLOURS, INK, name
from mjsim.stats.moments import QUANTITIES

VERDICTS = {
    "in line": (COLOURS[0], "o", ("", "in line")),
    "overpaid": (COLOURS[1], "^", ("偏高", "overpaid")),
    "underpaid": (COLOURS[2], "v", ("偏低", "underpaid")),
    "never seen": ("#777777", ">", ("未見", "never seen: at least so rare")),
    "too few rows for a curve": (COLOURS[0], "o", ("", "not judged")),
}
SHADES = ("#d4e6f1", "#a3cbe3", "#72b0d5")
"""Blues, from the outside to the middle; told apart in grey too."""

LABEL_SIZE = 7
"""Points of type for names beside marks."""

Box = tuple[float, float, float, float]


def rarity_points(ax: Axes, rows: pl.DataFrame, curve: pl.DataFrame, *, named: int = 14) -> Axes:
    """Points of rows over surprise, both on log scales, with the fitted curve and its band.

    Rows off the curve are named, and of the others the farthest from it, `named` in all at most. Rows never seen stand at their lower
    bound, open.
    """
    if curve.height:
        ax.fill_between(curve["surprise"], curve["low"], curve["high"], color="#888888", alpha=0.22, linewidth=0)
        ax.plot(curve["surprise"], curve["value"], color=INK, linewidth=1.4, label=name("", "curve of all rows"))
    for verdict, (colour, marker, label) in VERDICTS.items():
        part = rows.filter(pl.col("verdict") == verdict)
        if not part.height:
            continue
        if verdict == "never seen":
            ax.plot(part["low"], part["points"], marker, color=colour, markerfacecolor="none", label=name(*label), linestyle="none")
            continue
        ax.hlines(part["points"], part["low"], part["high"].replace(float("inf"), None), color=colour, linewidth=1, alpha=0.6)
        ax.plot(part["value"], part["points"], marker, color=colour, markersize=5, label=name(*label), linestyle="none")
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel("surprise, bits (+1: half as often)")
    ax.set_ylabel("points")
    ax.legend(frameon=False, loc="lower right", fontsize=8)
    _label(ax, rows, curve, named)
    return finished(ax, "y")


def _label(ax: Axes, rows: pl.DataFrame, curve: pl.DataFrame, most: int) -> None:
    """Names beside points, farthest from the curve first, on the side with room; one that would cover a name or a point is left out."""
    x = rows.select(pl.coalesce(pl.col("value").fill_nan(None), pl.col("low")))["value"]
    height = np.interp(x, curve["surprise"], curve["value"]) if curve.height else 1.0
    far = np.abs(np.log(rows["points"].to_numpy() / height))
    off = pl.col("verdict").is_in(["overpaid", "underpaid"])
    ordered = rows.with_columns(x.alias("x"), pl.Series("far", far), off.alias("off")).sort("off", "far", descending=True)
    letter = LABEL_SIZE * ax.get_figure(root=True).dpi / 72  # type: ignore[union-attr]  # axes have a figure
    frame = ax.get_window_extent()
    points = ax.transData.transform(ordered.select("x", "points").to_numpy())
    taken = [(x - letter / 2, y - letter / 2, x + letter / 2, y + letter / 2) for x, y in points]
    named = 0
    for row, (x, y) in zip(ordered.iter_rows(named=True), points, strict=True):
        text = name(row["zh"], row["en"])
        wide = 0.6 * letter * sum(2 if ord(sign) > 0x2E80 else 1 for sign in text)
        for side in (1, -1):
            start = x + side * letter if side > 0 else x - letter - wide
            box = (start, y, start + wide, y + letter)
            if box[0] < frame.x0 or box[2] > frame.x1 or any(_meet(box, other) for other in taken):
                continue
            taken.append(box)
            named += 1
            ax.annotate(
                text,
                (row["x"], row["points"]),
                xytext=(side * 0.6 * LABEL_SIZE, 1.5),
                textcoords="offset points",
                ha="left" if side > 0 else "right",
                va="bottom",
                fontsize=LABEL_SIZE,
                color=INK,
            )
            break
        if named >= most:
            return


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def seat_fairness(ax: Axes, seats: pl.DataFrame, *, margin: float | None = None, share: bool = False) -> Axes:
    """Forest plot: each seat's excess over the mean with its interval, the line of a fair game, and the margin as a shaded strip."""
    if margin is not None:
        ax.axvspan(
            -margin, margin, color=COLOURS[2], alpha=0.12, linewidth=0, label=f"within {percent(margin) if share else format(margin, 'g')}"
        )
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    heights = [-seat for seat in seats["seat"]]
    ax.hlines(heights, seats["low"], seats["high"], color=COLOURS[0], linewidth=2)
    ax.plot(seats["value"], heights, "o", color=COLOURS[0], markersize=5, linestyle="none")
    ax.set_yticks(heights, [seat_name(seat) for seat in seats["seat"]])
    ax.set_ylim(-seats.height + 0.4, 0.6)
    ax.set_xlabel("share of hands won, over the mean seat" if share else "points a hand, over the mean seat")
    if share:
        ax.xaxis.set_major_formatter(FuncFormatter(percent))
    if margin is not None:
        ax.legend(frameon=False, fontsize=8, loc="lower right")
    return finished(ax, "x")


def match_trajectories(ax: Axes, paths: pl.DataFrame) -> Axes:
    """Fan of running points in a match: the middle, half of all matches, nine in ten, with intervals as thin lines."""
    levels = sorted(paths["quantile"].unique().to_list())
    by_level = {q: paths.filter(pl.col("quantile") == q).sort("hand") for q in levels}
    for depth in range(len(levels) // 2):
        low, high = by_level[levels[depth]], by_level[levels[-1 - depth]]
        inside = levels[-1 - depth] - levels[depth]
        shade = SHADES[min(depth, len(SHADES) - 1)]
        ax.fill_between(low["hand"], low["value"], high["value"], color=shade, alpha=0.9, linewidth=0, label=f"{inside:.0%} of matches")
        for edge in (low, high):
            ax.vlines(edge["hand"], edge["low"], edge["high"], color=COLOURS[0], linewidth=1.2, alpha=0.7)
    middle = by_level[levels[len(levels) // 2]]
    ax.plot(middle["hand"], middle["value"], color=COLOURS[1], linewidth=1.8, label="middle match")
    ax.axhline(0, color=INK, linewidth=0.8, linestyle=":")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("hands played")
    ax.set_ylabel(f"points of the {name('', 'first dealer')}")
    ax.legend(frameon=False, fontsize=8, loc="upper left")
    return finished(ax, "y")


def dumbbells(ax: Axes, changes: pl.DataFrame, *, share: bool = True, sides: tuple[str, str] = ("base", "changed")) -> Axes:
    """Each quantity under both rules, joined by a line; changes whose interval holds 0 are drawn pale."""
    names = changes["name"].unique(maintain_order=True).to_list()
    for i, quantity in enumerate(names):
        part = {row["side"]: row for row in changes.filter(pl.col("name") == quantity).iter_rows(named=True)}
        clear = not part["change"]["low"] <= 0 <= part["change"]["high"]
        alpha = 1.0 if clear else 0.35
        ax.plot([part["base"]["value"], part["changed"]["value"]], [-i, -i], color="#888888", linewidth=1.5, alpha=alpha, zorder=1)
        for k, side in enumerate(("base", "changed")):
            height = -i + 0.12 * (1 - 2 * k)
            ax.hlines(height, part[side]["low"], part[side]["high"], color=COLOURS[k], linewidth=2, alpha=alpha)
            label = sides[k] if i == 0 else None
            ax.plot(part[side]["value"], height, ("o", "s")[k], color=COLOURS[k], markersize=5, alpha=alpha, linestyle="none", label=label)
    firsts = [changes.filter(pl.col("name") == quantity).row(0, named=True) for quantity in names]
    ax.set_yticks([-i for i in range(len(names))], [name(row["zh"], row["en"]) for row in firsts])
    ax.set_ylim(-len(names) + 0.4, 0.6)
    if share:
        ax.xaxis.set_major_formatter(FuncFormatter(percent))
    ax.set_xlabel(f"{'share of hands' if share else 'points'} (pale: the interval of the change holds 0)")
    ax.legend(frameon=False, fontsize=8)
    return finished(ax, "x")


def variant_panel(
    ax: Axes, variants: pl.DataFrame, measure: str, *, labels: bool = True, title: str = "", share: bool | None = None
) -> Axes:
    """One panel of small multiples: a measure of all variants, in the order of the frame, with intervals.

    Draw one panel a measure on axes with a shared y; `labels` writes the names. `share` is whether the axis is in percent (all measures
    of `mjsim.stats.tidy.variants` but the turns are).
    """
    part = variants.filter(pl.col("measure") == measure)
    heights = [-i for i in range(part.height)]
    ax.hlines(heights, 0, 1, transform=ax.get_yaxis_transform(), color="#eeeeee", linewidth=0.8, zorder=0)
    ax.hlines(heights, part["low"], part["high"], color=COLOURS[0], linewidth=2)
    ax.plot(part["value"], heights, "o", color=COLOURS[0], markersize=4, linestyle="none")
    if labels:
        ax.set_yticks(heights, [name(row["zh"], row["en"]) for row in part.iter_rows(named=True)])
    else:  # on a shared axis the names are those of another panel
        ax.set_yticks(heights)
        ax.tick_params(labelleft=False)
    ax.set_ylim(-part.height + 0.4, 0.6)
    ax.set_title(title or name(*QUANTITIES.get(measure, ("", measure))), fontsize=9)
    if share if share is not None else measure != "turns":
        ax.xaxis.set_major_formatter(FuncFormatter(percent))
    return finished(ax, "x")
