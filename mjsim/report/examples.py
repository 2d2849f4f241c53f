"""Example hands: for each row the first hands in which it was scored, and what happened in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from mjsim.errors import MjsimError
from mjsim.report.html import Raw, join, tag
from mjsim.run.plan import KERNEL_VERSION
from mjsim.store.dataset import Dataset

EACH = 3
"""Hands shown a row."""
MOVES = 60
"""Hands shown move by move at most; the rarest rows come first."""

Transcript = Callable[[Dataset, int], str]
"""A hand of a data set, move by move, as text."""


def example_hands(data: Dataset, each: int = EACH) -> dict[str, list[int]]:
    """Numbers of the first `each` hands with each row, part by part, so that memory does not grow with the data set."""
    found: dict[str, list[int]] = {slug: [] for slug in data.rows}
    for part in data.manifest.parts("wins"):
        open_rows = [slug for slug, hands in found.items() if len(hands) < each]
        if not open_rows:
            break
        wins = pl.read_parquet(data.folder / part.name, columns=["hand", "rows"])
        scored = wins.explode("rows", empty_as_null=False).with_columns(pl.col("rows").cast(pl.String))
        firsts = scored.filter(pl.col("rows").is_in(open_rows)).unique().sort("hand").group_by("rows").agg(pl.col("hand").head(each))
        for slug, hands in firsts.iter_rows():
            found[slug] = [*found[slug], *hands][:each]
    return found


def moves_of(data: Dataset, number: int) -> str:
    """A hand move by move, as `mjsim replay` shows it; where it cannot be replayed, why."""
    from mjsim.referee.transcript import transcript
    from mjsim.run.record import record_of

    try:
        record = record_of(data.plan, number)
        return transcript(record.variant, record.wall, record.acts, **record.settings)
    except MjsimError as error:
        return f"cannot be replayed: {error}"


def can_replay(data: Dataset) -> bool:
    """Whether the hands of a data set can be played again here: by the version of the kernels that played them."""
    return data.plan.kernel == KERNEL_VERSION


def chosen(examples: dict[str, list[int]], rare_first: list[str], most: int = MOVES) -> list[int]:
    """The first example of each row, rows in the order given, `most` hands at most."""
    firsts = (examples[row][0] for row in rare_first if examples[row])
    return list(dict.fromkeys(firsts))[:most]


def links(hands: list[int]) -> Raw:
    """Links from a row to its example hands on this page."""
    return join((tag("a", str(hand), href=f"#hand-{hand}") for hand in hands), " ")


def section(data: Dataset, numbers: list[int], moves: Mapping[int, str]) -> Raw:
    """One block a hand, folded: its wins, its points, and its moves, where `moves` has them, or the command that shows them."""
    hands = {row["hand"]: row for row in data.scan("hands").filter(pl.col("hand").is_in(numbers)).collect().to_dicts()}
    wins: dict[int, list[dict[str, object]]] = {}
    for win in data.scan("wins").filter(pl.col("hand").is_in(numbers)).collect().to_dicts():
        wins.setdefault(win["hand"], []).append(win)
    blocks = [_block(data, hands[number], wins.get(number, []), moves.get(number)) for number in sorted(hands)]
    return join(blocks)


def _block(data: Dataset, hand: dict[str, object], wins: list[dict[str, object]], moves: str | None) -> Raw:
    number = int(str(hand["hand"]))
    names = data.rows
    lines = []
    for win in wins:
        rows = win["rows"]
        assert isinstance(rows, list)
        scored = ", ".join(" ".join(names.get(slug, ("", slug))).strip() for slug in rows)
        giver = "" if win["giver"] is None else f" from seat {win['giver']}"
        value = float(str(win["value"])) / data.scale
        lines.append(f"seat {win['seat']} won by {win['by']}{giver} with {win['tile']} at draw {win['turn']}: {value:g} ({scored})")
    points = ", ".join(f"{float(str(hand[f'points_{s}'])) / data.scale:+g}" for s in range(data.plan.players))
    match = "" if hand["match"] is None else f", match {hand['match']}, its hand {hand['in_match']}"
    facts = [*lines, f"points of seats 0 to {data.plan.players - 1}: {points}; {hand['turns']} draws{match}"]
    shown = tag("code", f"mjsim replay DIR --hand {number}") if moves is None else tag("pre", moves)
    body = join([tag("ul", join(tag("li", fact) for fact in facts)), shown])
    return tag("details", tag("summary", f"hand {number}"), body, id=f"hand-{number}")
