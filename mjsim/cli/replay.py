"""Show one hand, move by move, by the referee: from rules, seed and players, or from a data set.

examples: mjsim replay simplest --seed 1 --hand 4711 --policy speed
          mjsim replay data/runs/simplest-1 --hand 4711
          mjsim replay data/runs/mine --hand 4711 --policy mine.py
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mjsim.cli.parser import add_sets, whole
from mjsim.errors import MjsimError

if TYPE_CHECKING:
    from mjsim.run.plan import Plan


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SLUG|DIR", help="a variant (slug or TOML file), or the folder of a data set")
    add_sets(parser)
    parser.add_argument("--hand", metavar="N", type=whole, required=True, help="hand number; in its match with --match")
    parser.add_argument("--match", metavar="M", type=whole, help="number of the match, where hands are linked")
    parser.add_argument("--seed", metavar="S", type=whole, help="default 1")
    parser.add_argument("--policy", metavar="P", help="one name, or one a seat; default speed; with DIR files that played")
    parser.add_argument("--wall", choices=("shared", "per-seat"), help="default shared")


def main(args: argparse.Namespace) -> int:
    from mjsim.referee.transcript import transcript
    from mjsim.run.plan import MATCH_ROOM
    from mjsim.run.record import record_of

    plan = plan_of(args)
    number = args.hand
    if args.match is not None:
        if not 0 <= args.hand < MATCH_ROOM or args.match < 0:
            raise MjsimError(
                f"no hand {args.hand} in match {args.match}", "mjsim replay", f"--match 0 or more, --hand 0 to {MATCH_ROOM - 1}"
            )
        number += args.match * MATCH_ROOM
    record = record_of(plan, number)
    seated = ", ".join(plan.policies[(record.hand["dealer"] + seat) % plan.players] for seat in range(plan.players))
    print(f"seed {plan.seed}, hand {number}, seats held by {seated}")
    print(transcript(record.variant, record.wall, record.acts, **record.settings), end="")
    return 0


def plan_of(args: argparse.Namespace) -> Plan:
    """The run that the arguments speak of."""
    from mjsim.policies.files import trust
    from mjsim.run import ledger
    from mjsim.run.runner import make_plan
    from mjsim.variant import load

    folder = Path(args.source)
    if ledger.exists(folder):
        given = [name for name, value in (("--set", args.sets), ("--seed", args.seed), ("--wall", args.wall)) if value]
        if given:
            raise MjsimError(f"{', '.join(given)} with a data set", "mjsim replay", "DIR and --hand; the data set says the rest")
        plan = ledger.load(folder).described
        if args.policy:
            trust(args.policy, plan.policies)
        if args.match is not None and plan.unit == "hand":
            raise MjsimError("the hands of this data set are independent", "--match", "--hand alone")
        return plan
    unit = "hand" if args.match is None else "match"
    seed = 1 if args.seed is None else args.seed
    return make_plan(load(args.source, args.sets), seed=seed, policies=args.policy or "speed", unit=unit, wall=args.wall or "shared")
