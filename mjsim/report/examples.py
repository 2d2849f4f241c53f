"""Example hands: for each row the first hands in which it was scored, and what happened in them."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from mjsim.report.html import Raw, join, tag
from mjsim.store.dataset import Dataset

EACH = 3
"""Hands shown a row."""

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


def links(hands: list[int]) -> Raw:
    """Links from a row to its example hands on this page."""
    return join((tag("a", str(hand), href=f"#hand-{hand}") for hand in hands), " ")


def section(data: Dataset, numbers: list[int], transcript: Transcript | None = None) -> Raw:
    """One block a hand, folded: its wins, its points, how to see it move by move (or the moves, where `transcript` gives them)."""
    hands = {row["hand"]: row for row in data.scan("hands").filter(pl.col("hand").is_in(numbers)).collect().to_dicts()}
    wins: dict[int, list[dict[str, object]]] = {}
    for win in data.scan("wins").filter(pl.col("hand").is_in(numbers)).collect().to_dicts():
        wins.setdefault(win["hand"], []).append(win)
    blocks = [_block(data, hands[number], wins.get(number, []), transcript) for number in sorted(hands)]
    return join(blocks)


def _block(data: Dataset, hand: dict[str, object], wins: list[dict[str, object]], transcript: Transcript | None) -> Raw:
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
    moves = tag("pre", transcript(data, number)) if transcript else tag("code", f"mjsim replay DIR --hand {number}")
    body = join([tag("ul", join(tag("li", fact) for fact in facts)), moves])
    return tag("details", tag("summary", f"hand {number}"), body, id=f"hand-{number}")
