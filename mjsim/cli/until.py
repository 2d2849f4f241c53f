"""`mjsim run --until 'ROW rel 5%'`: play until a share is known well enough, or up to --hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjsim.cli.parser import print_json, say

if TYPE_CHECKING:
    from mjsim.run.plan import Plan


def run_until(plan: Plan, until: str, out: Path, *, most: int | None, json: bool, **how: Any) -> int:
    """Exit code 1 if the limit came first: what there is falls short of the goal."""
    from mjsim.stats.until import goal_from, play_until

    goal = goal_from(until, list(plan.variant["rows"]))
    looks = play_until(plan, goal, out, most=most, **how)
    last = looks[-1]
    units = "hands" if plan.unit == "hand" else "matches"
    said = "reached" if last.met else "not reached"
    say(f"{goal.name} {last.estimate} after {last.units:,} {units} and {len(looks)} looks: goal {said}")
    if json:
        document = {"goal": until, "met": last.met, "folder": str(out), "estimate": last.estimate.as_dict()}
        print_json({**document, "looks": [look.as_dict() for look in looks]})
    else:
        print(out)
    return 0 if last.met else 1
