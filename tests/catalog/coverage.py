"""Which score rows are shown by which hand: the cases of `tests/data/cases` and the hands of `tests/data/hands`.

    python -m tests.catalog.coverage [SLUG ...]

prints the table. A row is shown by a hand that wins with it among its items; a row that is never listed by a hand whose
best reading counts it; a row judged for a payer by a hand in which a player who pays meets it.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from mjsim.hands import read_case
from mjsim.referee.book import book_of
from mjsim.referee.cases import scene_of
from mjsim.referee.pay import payer_rows
from mjsim.referee.scene import Scene, View
from mjsim.referee.score import judge, tally_of
from mjsim.variant import load
from mjsim.variant.model import Variant

DATA = Path(__file__).parents[1] / "data"
CARDS = (DATA / "cards.txt").read_text().split()


@cache
def variant(slug: str, options: str = "{}") -> Variant:
    return load(slug, options=json.loads(options))


def variant_of(slug: str, case: dict[str, Any]) -> Variant:
    """The rules that a case is judged by: its variant with the options that it sets."""
    return variant(slug, json.dumps(case.get("options", {})))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def hands(slug: str) -> list[dict[str, Any]]:
    """All hands of a variant that are scored one by one."""
    return [case for folder in ("cases", "hands") for case in lines(DATA / folder / f"{slug}.jsonl")]


def shown(slug: str) -> dict[str, list[str]]:
    """Rows of the variant, and the ids of the hands that show each."""
    table: dict[str, list[str]] = {row: [] for row in variant(slug).rows}
    for case in hands(slug):
        if case["expect"]["win"]:
            for row in rows_shown(slug, case):
                if row in table:
                    table[row].append(case["id"])
    return table


def rows_shown(slug: str, case: dict[str, Any]) -> set[str]:
    """Rows that a winning hand shows: its items by the case, the others by the referee's reading."""
    rules = variant_of(slug, case)
    found = set(case["expect"]["items"])
    if all(row.listed and row.of == "winner" for row in rules.rows.values()):
        return found
    scene = scene_of(book_of(rules), read_case(case, slug, rules.players))
    best = judge(scene).best
    assert best is not None and scene.win is not None
    standing = tally_of(best.view, best.counts).counts
    found |= {row for row, count in standing.items() if count and not rules.rows[row].listed}
    return found | {row for seat in payers(case) for row in rows_of_payer(scene, best.view, seat)}


def payers(case: dict[str, Any]) -> list[int]:
    return [seat for seat, paid in enumerate(case["expect"]["deltas"]) if paid < 0]


def rows_of_payer(scene: Scene, winner: View, seat: int) -> list[str]:
    return [row for row, _, _ in payer_rows(View(scene, scene.players[seat], winner=winner))]


def report(slug: str) -> str:
    """The table of a variant: a row a line, with the number of hands that show it and the first of them."""
    table = shown(slug)
    width = max(map(len, table))
    found = [f"  {row:{width}}  {len(ids):3}  {ids[0] if ids else 'nowhere'}" for row, ids in table.items()]
    return "\n".join([slug, *found])


if __name__ == "__main__":
    for name in sys.argv[1:] or CARDS:
        print(report(name))
