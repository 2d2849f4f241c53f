"""Play hands and write a data set. Run again with a larger N, only the missing hands are played."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjsim.cli.interrupt import last_words
from mjsim.cli.parser import add_variant, load_variant, say, whole
from mjsim.errors import MjsimError
from mjsim.store.place import is_remote, need_local, place

if TYPE_CHECKING:
    from mjsim.run.plan import Plan


def configure(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("--hands", metavar="N", type=whole, help="independent hands")
    parser.add_argument("--matches", metavar="N", type=whole, help="linked hands: N whole matches")
    parser.add_argument("--seed", metavar="S", type=whole, default=1, help="default 1")
    parser.add_argument("--policy", metavar="P", default="speed", help="one name or FILE.py, or one a seat, with commas; default speed")
    parser.add_argument("--out", metavar="DIR", help="folder, or an address such as s3://bucket/run; default data/runs/SLUG-SEED")
    parser.add_argument("--workers", metavar="N", type=whole, help="processes; default all cores")
    parser.add_argument("--backend", choices=("local", "dask"), default="local", help="processes of this machine, or a Dask cluster")
    parser.add_argument("--scheduler", metavar="ADDR", help="with --backend dask: tcp://HOST:PORT")
    parser.add_argument("--wall", choices=("shared", "per-seat"), default="shared", help="one wall, or a sub-wall a seat")
    parser.add_argument("--log", action="store_true", help="keep every act")
    parser.add_argument("--first", metavar="N", type=whole, default=0, help="number of the first hand (match); default 0")
    parser.add_argument("--shard", metavar="N", type=whole, help="hands (matches) a part; the rows do not depend on it")
    parser.add_argument("--fault-limit", metavar="N", type=whole, default=100, help="stop after more faulty hands than this")
    parser.add_argument(
        "--until", metavar="GOAL", help="stop when a share is known: 'ROW rel 5%%' or 'ROW abs 0.001'; --hands is then a limit"
    )
    parser.add_argument("--json", action="store_true", help="with --until: the answer as one JSON document")
    parser.add_argument("--quiet", dest="progress", action="store_false", help="no progress bar")


HOW = ("workers", "shard", "log", "fault_limit", "progress", "scheduler")
"""Arguments that `play` takes under the same names; the rows do not depend on them."""


def main(args: argparse.Namespace) -> int:
    from mjsim.run.runner import make_plan

    if (args.backend == "dask") != (args.scheduler is not None):
        raise MjsimError("--backend dask and --scheduler ADDR belong together", "mjsim run", "both, or neither")
    if args.until is not None and (args.first or (args.hands is not None and args.matches is not None)):
        raise MjsimError("--until plays from hand 0 on", "mjsim run", "--hands N or --matches N as a limit, no --first")
    if args.until is None and (args.hands is None) == (args.matches is None):
        raise MjsimError("how much is to be played?", "mjsim run", "either --hands N or --matches N")
    unit, count = ("hand", args.hands) if args.matches is None else ("match", args.matches)
    plan = make_plan(load_variant(args), seed=args.seed, policies=args.policy, unit=unit, wall=args.wall)
    out = place(args.out or Path("data/runs") / f"{plan.slug}-{plan.seed}")
    how = {name: getattr(args, name) for name in HOW}
    with last_words(lambda: kept(out)):
        if args.until is not None:
            from mjsim.cli.until import run_until

            return run_until(plan, args.until, need_local(out), most=count, json=args.json, **how)
        return run(plan, count, out, first=args.first, **how)


def run(plan: Plan, count: int, out: Path, **how: Any) -> int:
    """Exit code 1 if there were hands that could not be played."""
    from mjsim.run.runner import play

    done = play(plan, count, out, **how)
    for note in done.notes:
        say(f"mjsim: {note}")
    say(done.sentence())
    for fault in done.faults[:5]:
        say(f"mjsim: fault in {plan.unit} {fault.number} of seed {plan.seed}: {fault.message}")
    print(out)
    return 1 if done.faults else 0


def kept(out: Path) -> str:
    """What a run that was interrupted leaves, and how to go on."""
    from mjsim.run import ledger

    there = not is_remote(out) and ledger.exists(out)
    what = f"{ledger.load(out).units:,} hands (matches) are" if there else "what is there is"
    return f"{out}: interrupted; {what} kept, the same command goes on"
