"""Inline charts: intervals, lines with bands, points with a curve. Marks carry their values in `data-tip`, shown on hover and focus."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mjsim.report.html import Raw, html

WIDTH = 860
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES = ("", "6 3", "2 3", "8 3 2 3")

Format = Callable[[float], str]


@dataclass(frozen=True)
class Scale:
    """From values to pixels; logarithmic or linear."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, value = (math.log10(v) if self.log else v for v in (self.low, self.high, max(value, 1e-300) if self.log else value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + min(1.0, max(0.0, share)) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values inside."""
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            return [10.0**p for p in powers if self.low <= 10.0**p <= self.high * 1.0001]
        step = 10 ** math.floor(math.log10(max(self.high - self.low, 1e-12) / 4))
        step *= next(m for m in (1, 2, 5, 10) if (self.high - self.low) / (step * m) <= 10)
        first = math.ceil(self.low / step - 1e-9)
        return [round(k * step, 12) for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class Mark:
    """A value with its interval: `low` or `high` may be infinite; `value` nan is a bound, drawn open at its finite end."""

    label: str
    value: float
    low: float
    high: float
    tip: str
    style: int = 0


@dataclass(frozen=True)
class Line:
    """A curve over x with a band."""

    label: str
    x: Sequence[float]
    value: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    tips: Sequence[str] = ()


def _frame(height: float, title: str, body: list[str]) -> Raw:
    head = f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{html(title)}" xmlns="http://www.w3.org/2000/svg">'
    return Raw(head + "".join(body) + "</svg>")


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    shown = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{shown}>{html(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, colour: str = "") -> str:
    stroke = f' stroke="{colour}"' if colour else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"{stroke}/>'


def _dot(x: float, y: float, tip: str, colour: str, hollow: bool = False) -> str:
    fill = "none" if hollow else colour
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}" class="mark" tabindex="0" data-tip="{html(tip)}">'
        f"<title>{html(tip)}</title></circle>"
    )


def intervals(title: str, marks: Sequence[Mark], unit: str, shown: Format, *, log: bool = False, zero: bool = False) -> Raw:
    """One line a mark: label, interval, value. With `zero` the line at 0 is drawn and kept in view."""
    if not marks:
        return Raw("")
    finite = [v for mark in marks for v in (mark.value, mark.low, mark.high) if math.isfinite(v) and (v > 0 or not log)]
    low, high = min(finite, default=0.1), max(finite, default=1.0)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    pad = (high - low) * 0.04 or 1.0
    label = min(330.0, 12 + 7.2 * max(_cells(mark.label) for mark in marks))
    scale = Scale(low * 0.8 if log else low - pad, high * 1.25 if log else high + pad, label, WIDTH - 20, log)
    height = 20 * len(marks) + 54
    body = _across(scale, 10, height - 40, unit, height, shown)
    if zero:
        body.append(_line(scale(0), 10, scale(0), height - 40, "zero"))
    for i, mark in enumerate(marks):
        y, colour = 24 + 20 * i, COLOURS[mark.style % len(COLOURS)]
        body.append(_text(label - 10, y + 4, mark.label, "end"))
        bound = math.isnan(mark.value)
        if not bound:
            body.append(_line(scale(mark.low), y, scale(mark.high), y, "interval", colour))
        body.append(_dot(scale(mark.high if bound else mark.value), y, mark.tip, colour, bound))
    return _frame(height, title, body)


def lines(title: str, curves: Sequence[Line], x_unit: str, y_unit: str, shown: Format, *, zero: bool = False) -> Raw:
    """Curves over a common x with bands; each point has its tip."""
    curves = [curve for curve in curves if len(curve.x)]
    if not curves:
        return Raw("")
    xs = [x for curve in curves for x in curve.x]
    ys = [y for curve in curves for y in (*curve.low, *curve.high)] + ([0.0] if zero else [])
    height, pad = 330, (max(ys) - min(ys)) * 0.05 or 1.0
    across = Scale(min(xs), max(xs), 70, WIDTH - 20)
    up = Scale(min(ys) - (pad if min(ys) else 0), max(ys) + pad, height - 50, 30)
    body = _across(across, 30, height - 50, x_unit, height, lambda value: f"{value:g}")
    body += _upwards(up, y_unit, shown)
    if zero:
        body.append(_line(70, up(0), WIDTH - 20, up(0), "zero"))
    for i, curve in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        edge = [f"{across(x):.1f},{up(y):.1f}" for x, y in zip(curve.x, curve.low, strict=True)]
        edge += [f"{across(x):.1f},{up(y):.1f}" for x, y in reversed(list(zip(curve.x, curve.high, strict=True)))]
        body.append(f'<polygon points="{" ".join(edge)}" fill="{colour}" class="band"/>')
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in zip(curve.x, curve.value, strict=True))
        body.append(f'<polyline points="{path}" class="curve" stroke="{colour}" stroke-dasharray="{DASHES[i % 4]}"/>')
        for x, y, tip in zip(curve.x, curve.value, curve.tips, strict=False):
            body.append(f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="6" class="mark ghost" data-tip="{html(tip)}"/>')
        place = 80 + i * (WIDTH - 100) / max(1, len(curves))
        body.append(f'<path d="M{place:.1f} 14h22" class="curve" stroke="{colour}" stroke-dasharray="{DASHES[i % 4]}"/>')
        body.append(_text(place + 28, 18, curve.label))
    return _frame(height, title, body)


def scatter(title: str, points: Sequence[tuple[float, Mark]], curve: Line, x_unit: str, y_unit: str) -> Raw:
    """Points (y, mark along x) on a logarithmic y with a fitted curve and its band; marks without a value are bounds, drawn open."""
    height = 460
    xs = [v for _, mark in points for v in (mark.value, mark.low, mark.high) if math.isfinite(v)] + list(curve.x)
    ys = [y for y, _ in points] + list(curve.low) + list(curve.high)
    if not points:
        return Raw("")
    across = Scale(min(0.0, *xs), max(xs) * 1.04, 70, WIDTH - 20)
    up = Scale(min(ys) * 0.8, max(ys) * 1.25, height - 50, 16, True)
    body = _across(across, 16, height - 50, x_unit, height, lambda value: f"{value:g}")
    body += _upwards(up, y_unit, lambda value: f"{value:g}")
    if len(curve.x):
        edge = [f"{across(x):.1f},{up(y):.1f}" for x, y in zip(curve.x, curve.low, strict=True)]
        edge += [f"{across(x):.1f},{up(y):.1f}" for x, y in reversed(list(zip(curve.x, curve.high, strict=True)))]
        body.append(f'<polygon points="{" ".join(edge)}" fill="#888888" class="band"/>')
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in zip(curve.x, curve.value, strict=True))
        body.append(f'<polyline points="{path}" class="curve" stroke="#333333"/>')
    for y, mark in points:
        colour, bound = COLOURS[mark.style % len(COLOURS)], math.isnan(mark.value)
        if not bound:
            body.append(_line(across(mark.low), up(y), across(min(mark.high, across.high)), up(y), "interval", colour))
        x = across(mark.low if bound else mark.value)
        body.append(_dot(x, up(y), mark.tip, colour, bound))
        if mark.style in (1, 2):
            right = x < WIDTH * 0.7
            body.append(_text(x + (8 if right else -8), up(y) - 6, mark.label, "start" if right else "end", "small"))
    return _frame(height, title, body)


def _across(scale: Scale, top: float, bottom: float, unit: str, height: float, shown: Format) -> list[str]:
    body = []
    for tick in scale.ticks():
        x = scale(tick)
        body += [_line(x, top, x, bottom, "grid"), _text(x, bottom + 16, shown(tick), "middle", "small")]
    return [*body, _text((scale.start + scale.end) / 2, height - 6, unit, "middle", "small")]


def _upwards(scale: Scale, unit: str, shown: Format) -> list[str]:
    body = []
    for tick in scale.ticks():
        y = scale(tick)
        body += [_line(70, y, WIDTH - 20, y, "grid"), _text(64, y + 4, shown(tick), "end", "small")]
    middle = (scale.start + scale.end) / 2
    return [*body, f'<text transform="translate(14 {middle:.1f}) rotate(-90)" text-anchor="middle" class="small">{html(unit)}</text>']


def _cells(text: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
