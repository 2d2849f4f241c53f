"""The cells of an experiment: every combination of variant, values of the grid and policies, each with the plan of its run."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from mjsim.errors import MjsimError, quote
from mjsim.experiment.spec import MAX_CELLS, Experiment, label
from mjsim.policies.files import is_file
from mjsim.run.engine import Engine
from mjsim.run.plan import Plan
from mjsim.run.runner import make_plan
from mjsim.variant import catalog, load


@dataclass(frozen=True)
class Cell:
    """One run. `place` tells it from the others: variant, axis of the grid or policies → label, those that vary first of all.

    Parameters
    ----------
    label : the labels that vary, as they are shown and referred to.
    changes : what was changed in the variant, as `--set` takes it.
    """

    label: str
    place: dict[str, str]
    changes: dict[str, Any]
    plan: Plan

    @property
    def folder(self) -> str:
        """Name of the folder of its data set."""
        return f"{self.plan.slug}-{self.plan.identity[:12]}"


def cells_of(spec: Experiment, beside: Path, engine: Engine | None = None) -> list[Cell]:
    """All cells in order, checked: every variant is loaded with its changes.

    Parameters
    ----------
    beside : folder from which paths of variant files are taken.

    Raises
    ------
    MjsimError
        where a variant, a change or a policy is wrong, or two cells are the same game.
    """
    slugs = catalog() if spec.variants == "all" else list(spec.variants)
    axes = {axis: _choices(values, axis) for axis, values in spec.grid.items()}
    count = prod([len(slugs), len(spec.policies), *map(len, axes.values())])
    if count > MAX_CELLS:
        raise MjsimError(f"{count:,} cells", "grid", f"at most {MAX_CELLS:,}")
    sizes = {"variant": len(slugs), **{axis: len(choices) for axis, choices in axes.items()}, "policy": len(spec.policies)}
    varying = [name for name, size in sizes.items() if size > 1]
    for policy in spec.policies:
        if any(map(is_file, policy.split(","))):
            raise MjsimError(f"{quote(policy)} names a file", "policies", "built-in policies; mjsim run --policy FILE.py plays others")
    cells = []
    for slug, policy in product(slugs, spec.policies):
        for chosen in product(*axes.values()):
            changes = dict(spec.rules)
            for _, change in chosen:
                changes |= change
            variant = load(beside / slug if slug.endswith(".toml") else slug, changes)
            labels = dict(zip(axes, (shown for shown, _ in chosen), strict=True))
            place = {"variant": variant.slug, **labels, "policy": policy}
            plan = make_plan(variant, seed=spec.seed, policies=policy, unit=spec.unit, wall=spec.wall, engine=engine)
            cells.append(Cell(", ".join(place[name] for name in varying) or variant.slug, place, changes, plan))
    _distinct(cells)
    return cells


def base_of(cell: Cell, cells: list[Cell], spec: Experiment) -> Cell | None:
    """The cell that `cell` is compared with; None for that cell itself, or where there is no base."""
    wanted = cell.place | {axis: label(value) for axis, value in spec.base.items()}
    return None if wanted == cell.place else next(other for other in cells if other.place == wanted)


def _choices(values: Any, axis: str) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(values, dict):
        return list(values.items())
    return [(label(value), {axis: value}) for value in values]


def _distinct(cells: list[Cell]) -> None:
    seen: dict[str, Cell] = {}
    for cell in cells:
        if any(cell.label == other.label and cell.place == other.place for other in seen.values()):
            raise MjsimError(f"two cells are called {quote(cell.label)}", "variants", "variants with slugs that differ")
        other = seen.setdefault(cell.plan.identity, cell)
        if other is not cell:
            raise MjsimError(f"the cells {quote(other.label)} and {quote(cell.label)} are the same game", "grid", "values that differ")
