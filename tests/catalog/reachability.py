"""Every row is met and every gate refuses: where, for all variants.

    python -m tests.catalog.reachability          writes docs/reachability.md
    python -m tests.catalog.reachability --play   plays the hands anew before that and writes tests/data/played.json

Rows that a win lists are counted in play; every row is shown by a hand of `tests/data` that both engines score. A gate, a minimum and
the lack of wins on a discard are shown by a hand that they refuse: if there is one, by a hand with a reading that nothing else refuses.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from mjsim.hands import read_case
from mjsim.kernels.engine import Columns
from mjsim.referee.book import book_of
from mjsim.referee.cases import scene_of
from mjsim.referee.explain import readings
from mjsim.referee.features import evaluator
from mjsim.referee.score import judge
from mjsim.run.engine import KernelEngine
from mjsim.run.runner import make_plan
from tests.catalog.coverage import CARDS, DATA, hands, shown, variant, variant_of

PAGE = Path(__file__).parents[2] / "docs" / "reachability.md"
PLAYED = DATA / "played.json"
POLICIES = ("speed", "random")
FEW, MANY = 100, 20_000
"""Hands of each policy: repeated in every test run, and in the long checks."""
SEED = 1

ABOUT = f"""# Every row is met, every gate refuses

Made by `python -m tests.catalog.reachability`. *speed*, *random*: wins that list the row among {MANY:,} hands of four such players, seed
{SEED} (no count where wins do not list a row: rows paid at the deal, rows of who pays, rows beneath others); 0 means rarer than one in
{MANY // 3:,} at 95 %, not never. *shown by*: a hand of `tests/data`, worked out by the card, that both engines score with that row;
*refused*: one that they refuse for that reason. *hands*: how many there are. A row or a gate without a hand fails the tests.
"""

Counts = dict[str, dict[str, int]]
"""Policy -> row -> wins with it, rows that were met only."""


def count_rows(slug: str, hands: int) -> Counts:
    """Wins with each row among the first hands of each policy."""
    return {policy: dict(sorted(_count(slug, policy, hands).items())) for policy in POLICIES}


def _count(slug: str, policy: str, hands: int) -> dict[str, int]:
    plan = make_plan(variant(slug), seed=SEED, policies=policy)
    game = KernelEngine().open(msgspec.json.encode(plan.variant))
    played = game.play(SEED, 0, hands, plan.policies, matches=False, wall=plan.wall, log=False)
    assert isinstance(played, Columns) and not played.faults
    starts, values = played.wins["rows_offsets"], played.wins["rows_values"]
    won = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    found = np.unique(np.stack((won, values)), axis=1)[1]  # a row that counts twice in a win is one win with it
    return {row: count for row, count in zip(game.rows, np.bincount(found, minlength=len(game.rows)).tolist(), strict=True) if count}


def stored(slug: str, hands: int) -> Counts:
    """What `--play` has written down."""
    found: Counts = json.loads(PLAYED.read_text("utf-8"))[slug][str(hands)]
    return found


def counted_in_play(slug: str) -> set[str]:
    """Rows that the wins of a data set list."""
    return {name for name, row in variant(slug).rows.items() if row.listed and row.of == "winner" and row.at == "win"}


def refusals(slug: str) -> dict[str, list[str]]:
    """Gates of the variant, its minimum, and wins on a discard where there are none; the hands that each refuses, the plainest first."""
    rules = variant(slug)
    others = {"minimum": str(rules.win.minimum) != "0", "no discard": "discard" not in rules.win.by}
    names = [*rules.gates, *(name for name, here in others.items() if here)]
    alone: dict[str, list[str]] = {name: [] for name in names}
    named: dict[str, list[str]] = {name: [] for name in names}
    for case in hands(slug):
        if not case["expect"]["win"]:
            for name, only in _refusing(slug, case):
                if name in alone:
                    (alone if only else named)[name].append(case["id"])
    return {name: list(dict.fromkeys(alone[name] + named[name])) for name in names}


def _refusing(slug: str, case: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """What refuses a hand, and whether it is the only thing that refuses one of its readings."""
    rules = variant_of(slug, case)
    book = book_of(rules)
    scene = scene_of(book, read_case(case, slug, rules.players))
    verdict = judge(scene)
    assert scene.win is not None and not verdict.win
    if scene.win.by == "discard" and "discard" not in rules.win.by:
        yield "no discard", any(True for _ in readings(scene))
        return
    for reading in readings(scene):
        failed = [name for name, gate in book.rules.gates if not evaluator(gate)(reading.judged.view)]
        if len(failed) == 1:
            yield failed[0], True
        elif not failed and reading.refused:
            yield "minimum", True
        yield from ((name, False) for name in failed if rules.gates[name].why == verdict.why)


def page() -> str:
    """The table of all variants as Markdown."""
    return "\n".join([ABOUT, *(line for slug in CARDS for line in _section(slug))])


def _section(slug: str) -> list[str]:
    rules, found, seen = variant(slug), stored(slug, MANY), counted_in_play(slug)
    lines = [f"## {rules.zh} {rules.en} (`{slug}`)", "", "| row | | speed | random | shown by | hands |", "| --- " * 6 + "|"]
    for name, ids in shown(slug).items():
        row = rules.rows[name]
        counts = [f"{found[policy].get(name, 0):,}" if name in seen else "" for policy in POLICIES]
        lines.append(f"| {row.zh} | {row.en} | {' | '.join(counts)} | {ids[0] if ids else '**nowhere**'} | {len(ids)} |")
    gates = refusals(slug)
    if gates:
        lines += ["", "| gate | | refused | hands |", "| --- | --- | --- | --- |"]
        for name, ids in gates.items():
            zh, why = (rules.gates[name].why_zh, rules.gates[name].why) if name in rules.gates else OTHERS[name]
            lines.append(f"| {zh} | {why} | {ids[0] if ids else '**nowhere**'} | {len(ids)} |")
    return [*lines, ""]


OTHERS = {"minimum": ("起和", "worth less than the minimum"), "no discard": ("只可自摸", "no win on a discard")}


def main() -> None:
    """Write the page, after playing if asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalog.reachability", description="Where every row is met and gate refuses.")
    parser.add_argument("--play", action="store_true", help="play the hands anew")
    if parser.parse_args().play:
        result = {slug: {str(hands): count_rows(slug, hands) for hands in (FEW, MANY)} for slug in CARDS}
        lines = [f'  "{slug}": {json.dumps(counts)}' for slug, counts in result.items()]
        PLAYED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
