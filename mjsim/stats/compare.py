"""Play base and changed rules and compare them; data sets that are there already are used again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjsim.errors import MjsimError, quote
from mjsim.run.engine import Engine
from mjsim.run.plan import Plan
from mjsim.run.runner import make_plan, play
from mjsim.stats.estimate import LEVEL
from mjsim.stats.paired import Comparison, compare_sets

if TYPE_CHECKING:
    from mjsim.variant.model import Variant


def grid_of(axes: Sequence[str]) -> list[dict[str, str]]:
    """Every combination of the values of `KEY=V1,V2,...` axes.

    >>> grid_of(["win.minimum=4,8", "win.several=all"])
    [{'win.minimum': '4', 'win.several': 'all'}, {'win.minimum': '8', 'win.several': 'all'}]
    """
    parsed = []
    for axis in axes:
        key, equals, values = axis.partition("=")
        choices = [value.strip() for value in values.split(",")]
        if not equals or not key.strip() or not all(choices):
            raise MjsimError(f"cannot read {quote(axis)}", "--grid", "KEY=VALUE,VALUE,...")
        parsed.append([(key.strip(), value) for value in choices])
    return [dict(cell) for cell in product(*parsed)]


def compare_variants(
    base: Variant,
    others: Sequence[tuple[Variant, Mapping[str, Any]]],
    *,
    hands: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    policies: str = "speed",
    wall: str = "shared",
    out: Path,
    level: float = LEVEL,
    engine: Engine | None = None,
    **options: Any,
) -> list[Comparison]:
    """Base against each of `others` (a variant and the changes that made it, for the record).

    Parameters
    ----------
    out : folder; each rule set is played into a folder of its own below it, named by its identity.
    options : those of `mjsim.run.runner.play`.

    Raises
    ------
    MjsimError
        if not exactly one of hands and matches is given, or nothing is to be compared.
    """
    if (hands is None) == (matches is None):
        raise MjsimError("how much is to be played?", "compare", "either hands or matches")
    if not others:
        raise MjsimError("nothing to compare with", "compare", "--set KEY=VALUE, --grid KEY=VALUE,VALUE or --with SLUG")
    unit, count = ("hand", hands) if matches is None else ("match", matches)
    assert count is not None  # one of the two was given
    plans = [make_plan(v, seed=seed, policies=policies, unit=unit, wall=wall, engine=engine) for v in (base, *(v for v, _ in others))]
    first, *rest = [_played(plan, count, out, engine, options) for plan in plans]
    return [compare_sets(first, folder, level, dict(rules)) for folder, (_, rules) in zip(rest, others, strict=True)]


def _played(plan: Plan, count: int, out: Path, engine: Engine | None, options: dict[str, Any]) -> Path:
    folder = out / f"{plan.slug}-{plan.identity[:12]}"
    play(plan, count, folder, engine=engine, **options)
    return folder
