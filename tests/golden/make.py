"""Search the golden hands anew and write them: python -m tests.golden.make [--text] [SLUG ...]

For each entry of wanted.toml the first hand of seed 1 that shows what it asks for; of two entries of a variant never the same hand. The
kernels play; a hand whose rows and acts fit is replayed by the referee, whose transcript must say the rest.
With --text only the transcripts are written anew, from the records: after a change of their wording.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import msgspec
import numpy as np

from mjsim.errors import IllegalAct
from mjsim.kernels.engine import Columns
from mjsim.referee.play import replay
from mjsim.run.engine import KernelEngine
from mjsim.run.plan import Plan
from mjsim.run.record import record_of
from mjsim.run.runner import make_plan
from mjsim.run.sample import END_NAMES
from mjsim.store.schemas import BYS, ENDS
from mjsim.tiles import NAMES
from tests.golden.records import EACH, FOLDER, Golden, Wanted, outcome, path, read, rules, wanted

SEED = 1
BLOCK = 2_000
"""Hands played between two looks."""
REPLAYS = 400
"""Hands that are replayed at most for one entry."""


def main() -> None:
    """Write the golden hands of the variants named, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.make", description="Search the golden hands anew and write them.")
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="default: all variants")
    parser.add_argument("--text", action="store_true", help="write the transcripts of the records there are")
    args = parser.parse_args()
    entries = wanted()
    FOLDER.mkdir(parents=True, exist_ok=True)
    slugs = args.slugs or list(entries)
    if args.text:
        for slug in slugs:
            for number in range(1, EACH + 1):
                path(slug, number, "txt").write_text(read(slug, number).replayed()[1], "utf-8")
        return
    failed = [fault for slug in slugs for fault in make(slug, entries[slug])]
    sys.exit("\n".join(failed) if failed else 0)


def make(slug: str, entries: list[Wanted]) -> list[str]:
    """Search and write the hands of a variant; a sentence for each that was not found."""
    assert len(entries) == EACH, f"{slug}: {len(entries)} entries"
    used: set[tuple[str, int]] = set()
    failed = []
    for number, entry in enumerate(entries, 1):
        found = search(slug, entry, used)
        if found is None:
            failed.append(f"{slug}: no hand among {entry.most} of {entry.policy} with: {entry.shows}")
            continue
        golden, text = found
        used.add((entry.policy, golden.hand))
        path(slug, number, "json").write_bytes(msgspec.json.encode(golden) + b"\n")
        path(slug, number, "txt").write_text(text, "utf-8")
        print(f"{slug}-{number}: hand {golden.hand} of {entry.policy}", flush=True)
    return failed


def search(slug: str, entry: Wanted, used: set[tuple[str, int]]) -> tuple[Golden, str] | None:
    """The first hand that shows what is wanted, with its transcript."""
    plan = make_plan(rules(slug), seed=SEED, policies=entry.policy)
    replays = 0
    for number in fitting(plan, entry):
        if (entry.policy, number) in used:
            continue
        try:
            golden = kept(plan, number, entry)
        except IllegalAct as error:
            print(f"{slug}: the referee refuses hand {number} of {entry.policy}: {error}", file=sys.stderr, flush=True)
            continue
        result, text = golden.replayed()
        if not entry.missing(result, text):
            return golden, text
        replays += 1
        if replays == REPLAYS:
            break
    return None


def fitting(plan: Plan, entry: Wanted) -> Iterator[int]:
    """Numbers of hands whose columns and log do not speak against an entry."""
    game = KernelEngine().open(msgspec.json.encode(plan.variant))
    wanted_rows = {game.rows.index(row) for row in entry.rows}
    for first in range(0, entry.most, BLOCK):
        played = game.play(plan.seed, first, BLOCK, plan.policies, matches=False, wall=plan.wall, log=True)
        assert isinstance(played, Columns) and not played.faults and played.log is not None
        offsets, acts = played.log
        fits = np.ones(BLOCK, bool)
        for code in entry.codes:
            before = np.append(0, np.cumsum(acts[:, 1] == code))
            fits &= before[offsets[1:]] > before[offsets[:-1]]
        if entry.end:
            fits &= played.hands["end"] == ENDS.index(END_NAMES[entry.end])
        won = played.wins["hand"] - first
        fits &= np.bincount(won, minlength=BLOCK) >= entry.wins
        if wanted_rows or entry.by:
            right = played.wins["by"] == BYS.index(entry.by) if entry.by else np.ones(len(won), bool)
            starts, values = played.wins["rows_offsets"], played.wins["rows_values"]
            shown = {
                int(won[i])
                for i in np.flatnonzero(right & fits[won])
                if wanted_rows <= set(values[starts[i] : starts[i + 1]].tolist())
            }  # fmt: skip
            fits &= np.isin(np.arange(BLOCK), list(shown))
        yield from (first + np.flatnonzero(fits)).tolist()


def kept(plan: Plan, number: int, entry: Wanted) -> Golden:
    """The record of a hand."""
    record = record_of(plan, number)
    result = replay(record.variant, record.wall, record.acts, **record.settings)
    return Golden(
        variant=plan.slug,
        shows=entry.shows,
        seed=plan.seed,
        hand=number,
        policies=plan.policies,
        round=record.round,
        repeats=record.repeats,
        draws_before=record.draws_before,
        dice=tuple(record.dice),
        wall=" ".join(NAMES[kind] for kind in record.wall),
        acts=tuple(record.acts),
        **outcome(result),
    )


if __name__ == "__main__":
    main()
