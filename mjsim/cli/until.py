"""`mjsim run --until 'ROW rel 5%'`: play until a share is known well enough, or up to --hands."""

from __future__ import annotations

import argparse
from pathlib import Path

from mjsim.cli.parser import load_variant, print_json, say
from mjsim.errors import MjsimError
from mjsim.store.place import need_local, place


def run_until(args: argparse.Namespace) -> int:
    """Exit code 1 if the limit came first: what there is falls short of the goal."""
    from mjsim.run.runner import make_plan
    from mjsim.stats.until import goal_from, play_until

    if args.first or (args.hands is not None and args.matches is not None):
        raise MjsimError("--until plays from hand 0 on", "mjsim run", "--hands N or --matches N as a limit, no --first")
    unit = "hand" if args.matches is None else "match"
    plan = make_plan(load_variant(args), seed=args.seed, policies=args.policy, unit=unit, wall=args.wall)
    goal = goal_from(args.until, list(plan.variant["rows"]))
    out = need_local(place(args.out or Path("data/runs") / f"{plan.slug}-{plan.seed}"))
    looks = play_until(
        plan,
        goal,
        out,
        most=args.hands if unit == "hand" else args.matches,
        workers=args.workers,
        shard=args.shard,
        log=args.log,
        fault_limit=args.fault_limit,
        progress=not args.quiet,
        scheduler=args.scheduler,
    )
    last = looks[-1]
    units = "hands" if unit == "hand" else "matches"
    said = "reached" if last.met else "not reached"
    say(f"{goal.name} {last.estimate} after {last.units:,} {units} and {len(looks)} looks: goal {said}")
    if args.json:
        document = {"goal": args.until, "met": last.met, "folder": str(out), "estimate": last.estimate.as_dict()}
        print_json({**document, "looks": [look.as_dict() for look in looks]})
    else:
        print(out)
    return 0 if last.met else 1
