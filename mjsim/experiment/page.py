"""The result of an experiment as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjsim.cli.tables import LABELS, number, percent
from mjsim.experiment.cells import Cell
from mjsim.experiment.measures import Answer, estimate, is_share
from mjsim.experiment.result import Result
from mjsim.experiment.words import found_in_words
from mjsim.stats.balance import RowBalance
from mjsim.stats.estimate import Estimate

NAMES = {
    **LABELS,
    "turns": "turn draws 摸牌",
    "turns.won": "turn draws of won hands",
    "turns.drawn": "turn draws of drawn hands",
    "value": "value of a win",
    "points": "points of a win",
    "exposed": "open melds of a win",
    "jokers": "jokers of a win",
    "first_mover.points": "dealer over the others, points a hand",
    "first_mover.win": "dealer over the others, wins",
    "luck.spread": "spread of a match",
    "luck.skew": "skew of a match",
    "luck.ahead": "matches ended ahead",
    "luck.bad": "5 % quantile of a match",
    "luck.worst": "mean of the worst 5 % of matches",
    "skill.share": "share of skill",
}
OFF = ("overpaid", "underpaid")


def page(result: Result, charts: Sequence[str]) -> str:
    """Question, numbers, what was found, how it was made; `charts` are names of files beside the page."""
    spec = result.spec
    parts = [f"# {_plain(f'{spec.zh} {spec.title}'.strip())}", _prose(spec.question)]
    if spec.found:
        parts += ["## What was found", found_in_words(result)]
    parts += [f"![{name.removesuffix('.png')}]({name})" for name in charts]
    parts += ["## Numbers", _measures(result)]
    if any(answer.change for answer in result.answers.values()):
        parts += ["## Against the base", _against(result)]
    for cell in result.cells:
        answer, title = result.answers[cell.label], "" if len(result.cells) == 1 else f": {_plain(cell.label)}"
        if spec.fairness is not None:
            parts += [f"## Seats{title}", _seats(answer)]
        if answer.balance is not None:
            parts += [f"## Points against rarity{title}", _balance(answer)]
    if spec.method:
        parts += ["## Method", _prose(spec.method)]
    return "\n\n".join([*parts, "## How it was made", _made(result)]) + "\n"


def heading(name: str, result: Result) -> str:
    """A measure in words."""
    kind, _, rest = name.partition(".")
    if name in NAMES:
        return NAMES[name]
    if kind in ("row", "row_per_win"):
        rows: dict[str, dict[str, str]] = next((c.plan.variant["rows"] for c in result.cells if rest in c.plan.variant["rows"]), {})
        return f"{rows[rest]['zh']} {rows[rest]['en']}{', of wins' if kind == 'row_per_win' else ''}"
    return f"{NAMES.get(kind, kind.replace('_', ' ')) if kind != 'points' else 'points a hand'}, seat {rest}"


def table(heads: Iterable[str], lines: Iterable[Iterable[str]], texts: int = 1) -> str:
    """A Markdown table, the first `texts` columns to the left."""
    top = [_plain(head) for head in heads]
    rule = ["---" if i < texts else "---:" for i in range(len(top))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (top, rule, *lines))


def _measures(result: Result) -> str:
    names = result.spec.measures
    places = result.varying
    lines = []
    for cell in result.cells:
        answer = result.answers[cell.label]
        cells = [_cell(estimate(answer, name), is_share(name)) for name in names]
        lines.append([*_place(cell, places, result), f"{answer.summary.hands:,}", f"{answer.summary.wins:,}", *cells])
    return table([*places, "hands", "wins", *(heading(name, result) for name in names)], lines, len(places))


def _place(cell: Cell, places: list[str], result: Result) -> list[str]:
    names = f"{cell.plan.variant['zh']} {cell.plan.variant['en']}"
    return [f"{_plain(names)} `{cell.plan.slug}`" if place == "variant" else _plain(cell.place[place]) for place in places]


def _against(result: Result) -> str:
    lines = []
    for cell in result.cells:
        answer = result.answers[cell.label]
        for name, change in result.changes_of(cell):
            share = is_share(name)
            moved = number(change.change.scaled(100) if share else change.change)
            shown = [(percent if share else number)(side)[0] for side in (change.base, change.changed)]
            p = "" if change.p_adjusted is None else f"{change.p_adjusted:.2g}" if change.p_adjusted else "< 1e-300"
            needed = "" if change.hands_needed is None else f"{change.hands_needed:,}"
            lines.append([_plain(cell.label), heading(name, result), *shown, *moved, p, f"{answer.summary.hands:,}", needed])
    heads = ("cell", "measure", "base", "changed", "change", "interval", "p adjusted", "hands", "independent hands for the same interval")
    reasons = dict.fromkeys(answer.change.reason for answer in result.answers.values() if answer.change)
    note = f"{'; '.join(reasons)}. Changes of shares in percentage points; p adjusted for all quantities of a comparison."
    return f"{note[0].upper()}{note[1:]}\n\n{table(heads, lines, 2)}"


def _seats(answer: Answer) -> str:
    found = answer.fairness
    assert found is not None  # asked for with [fairness]
    verdict = found.verdicts["points"]
    least = found.least_margins["points"]
    words = verdict.sentence if verdict else f"the data show fairness within {least:.3g} points a hand, not within less"
    names = ("win", "deal_in", "points", "points_excess", "compensation")
    lines = [[str(s), *(_cell(seat[name], name in ("win", "deal_in")) for name in names)] for s, seat in enumerate(found.seats)]
    heads = ("seat", "wins", "deals in", "points a hand", "over the mean seat", "compensation")
    return f"{words[0].upper()}{words[1:]} ({found.hands:,} hands).\n\n{table(heads, lines)}"


def _balance(answer: Answer) -> str:
    found = answer.balance
    assert found is not None  # asked for with balance = true
    rated = [row for row in found.rows if row.points is not None]
    ordered = sorted(rated, key=lambda row: (row.p_adjusted if row.p_adjusted is not None else 2.0, -row.surprise.low))
    heads = ("row", "points", "of hands", "bits", "points on the curve", "p adjusted", "")
    off = sum(row.verdict in OFF for row in rated)
    note = f"{off} of {sum(bool(row.rate.count) for row in rated)} rows seen are off the curve of all rows ({found.hands:,} hands)."
    return f"{note}\n\n{table(heads, map(_row, ordered))}"


def _row(row: RowBalance) -> list[str]:
    bits = f"{row.surprise.value:.2f}" if row.rate.count else f"> {row.surprise.low:.1f}"
    fair = f"{row.fair_points.value:.3g} ({row.fair_points.low:.3g} – {row.fair_points.high:.3g})" if row.fair_points else ""
    p = "" if row.p_adjusted is None else f"{row.p_adjusted:.2g}"
    return [_plain(f"{row.zh} {row.en}"), str(row.points), _cell(row.rate, True), bits, fair, p, row.verdict]


def _made(result: Result) -> str:
    spec, cell = result.spec, result.cells[0]
    size = f"--{'hands' if spec.unit == 'hand' else 'matches'} {spec.count}"
    units = "independent hands" if spec.unit == "hand" else "linked matches"
    about = (
        f"`mjsim experiment {result.name}.toml {size}`: {spec.count:,} {units} of each of {len(result.cells)} cells, seed {spec.seed}, "
        f"policies {', '.join(spec.policies)}, wall {spec.wall}, kernel version {cell.plan.kernel}, intervals at {100 * spec.level:g} %. "
        "With a larger size only the missing hands are played."
    )
    return f"{about}\n\nAll numbers with counts and methods: [estimates.csv](estimates.csv), [result.json](result.json)."


def _cell(e: Estimate | None, share: bool) -> str:
    if e is None:
        return "–"
    value, interval = percent(e) if share else number(e)
    return f"{value}<br>{interval}" if interval else value


def _plain(text: str) -> str:
    """Text of a user's file that can neither end a cell nor be taken for markup."""
    for sign, safe in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("`", "'"), ("[", "\\["), ("\n", " ")):
        text = text.replace(sign, safe)
    return text


def _prose(text: str) -> str:
    return text.strip()
