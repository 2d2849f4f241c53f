"""One page with everything about a data set: what was played, how often, how fair, how balanced, examples, methods. No network."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from mjsim.report import sections
from mjsim.report.examples import Transcript, can_replay, chosen, example_hands, moves_of, section
from mjsim.report.html import Raw, html, join, tag
from mjsim.report.sections import Found
from mjsim.run.progress import progress_bar
from mjsim.stats.balance import balance
from mjsim.stats.estimate import LEVEL
from mjsim.stats.fairness import fairness
from mjsim.stats.luck import MATCH_HANDS
from mjsim.stats.summary import summary
from mjsim.store.dataset import Dataset
from mjsim.store.parts import write_atomically

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""Content security policy: nothing is fetched, whatever the names in a user's file say."""


def write_report(
    folder: Path,
    out: Path,
    margin: float | None = None,
    match_hands: int = MATCH_HANDS,
    level: float = LEVEL,
    transcript: Transcript | None = None,
    progress: bool = True,
) -> Path:
    """Write the report of the data set in `folder` to the file `out`.

    Parameters
    ----------
    margin : points a hand for the verdict on fairness; None for no verdict.
    transcript : gives an example hand move by move; the referee's if None, where the kernels that played the hands are here.
    progress : show a bar while example hands are replayed.

    Raises
    ------
    DataError
        if there is nothing to report, or the file cannot be written.
    """
    data = Dataset(folder)
    rates = summary(data, level)
    examples = example_hands(data)
    found = Found(
        data,
        rates,
        fairness(data, margin, None, match_hands, level),
        balance(data, level, found=rates),
        examples,
        match_hands,
        level,
    )
    if transcript is None and can_replay(data):
        transcript = moves_of
    numbers = chosen(examples, sorted(rates.rows, key=lambda row: rates.rows[row].value)) if transcript else []
    moves = {}
    with progress_bar("example hands", len(numbers), "hands", progress) as advance:
        for number in numbers:
            assert transcript is not None  # no numbers without it
            moves[number] = transcript(data, number)
            advance(1)
    write_atomically(out, document(found, moves).encode())
    return out


def document(found: Found, moves: Mapping[int, str]) -> str:
    """The page as text; `moves` are example hands move by move."""
    variant = found.data.plan.variant
    title = f"{variant['zh']} {variant['en']}"
    hands = sorted({hand for numbers in found.examples.values() for hand in numbers})
    parts = [
        ("hands", "How hands go 局", sections.hands(found)),
        ("rows", "Rows 番種", sections.rows(found)),
        ("balance", "Points against rarity 番值", sections.balance(found)),
        ("seats", "Seats and fairness 公平", sections.seats(found)),
        ("matches", "Matches, luck and skill 運氣", sections.matches(found)),
        ("together", "Rows that come together", sections.together(found)),
        ("examples", "Example hands 牌例", section(found.data, hands, moves)),
        ("methods", "Methods", tag("ul", join(tag("li", text) for text in sections.METHODS))),
    ]
    body = [
        tag("h1", title),
        tag("p", _facts(found), class_="note"),
        tag("nav", join(tag("a", heading, href=f"#{key}") for key, heading, _ in parts)),
        *(tag("section", join([tag("h2", heading), content]), id=key) for key, heading, content in parts),
    ]
    asset = {name: resources.files("mjsim.report").joinpath(name).read_text("utf-8") for name in ("style.css", "script.js")}
    head = join(
        [
            Raw('<meta charset="utf-8"><meta name="viewport" content="width=device-width">'),
            Raw(f'<meta http-equiv="Content-Security-Policy" content="{html(POLICY)}"><link rel="icon" href="data:,">'),
            tag("title", f"{title} · mjsim"),
            Raw(f"<style>{asset['style.css']}</style>"),
        ]
    )
    tip = Raw('<div id="tip" role="status" hidden></div>')
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{join(body)}{tip}<script>{asset["script.js"]}</script></body></html>\n'
    )


def _facts(found: Found) -> str:
    s = found.summary
    linked = f" in {s.matches:,} matches" if s.unit == "match" else ""
    faults = f" · {s.faults} hands could not be played and are left out" if s.faults else ""
    made = found.data.manifest.made_by
    policies = ", ".join(s.policies if len(set(s.policies)) > 1 else s.policies[:1])
    played = f"{s.hands:,} hands{linked}, {s.wins:,} wins · seed {s.seed} · policies {policies}"
    return f"{played} · intervals at {100 * s.level:g} % · run {s.identity} · {made}{faults}"
