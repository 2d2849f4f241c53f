"""From rows to targets: hands that are sure of a row, as plans that the distance tables know and groups that must be there.

A row's condition is read as gates are (gates.py); besides, `fit(...)` and pungs of few kinds become fixed groups. What is not understood
promises nothing, so that such a row makes no target of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from mjsim.compile.gates import Reader, plans_of
from mjsim.compile.placed import placed_rules
from mjsim.compile.plans import HONORS, NOTHING, Plan, Plans, both
from mjsim.compile.shapes import form_of
from mjsim.kernels import goals as G
from mjsim.kernels.layout import MOST_PLACES
from mjsim.variant.expressions import Binary, Call, Compare, Expr, Name, Number, Template
from mjsim.variant.model import Variant
from mjsim.variant.rules import RowRule
from mjsim.variant.shapes import sets_of, shapes_of

MOST_JOINT = 36
"""Goals of two rows at most that are tried."""
FEW = 4
"""A pung of so few kinds is aimed at as one of them."""
WINDS, DRAGONS = range(27, 31), range(31, 34)
SEAT_WIND, ROUND_WIND = (G.PUNG, G.SEAT_WIND), (G.PUNG, G.ROUND_WIND)


@dataclass(frozen=True)
class Target:
    """Hands to aim at.

    rows : slugs that they are sure of, none for any legal win. plans : with the same fixed groups. form : bit of a special form.
    """

    rows: tuple[str, ...] = ()
    plans: Plans = (Plan(),)
    form: int = 0

    @property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """Groups that must be there: (type, lowest kind)."""
        return self.plans[0].fixed if self.plans else ()


class RowReader(Reader):
    """Reads rows: templates and pungs of few kinds are fixed groups."""

    def called(self, expr: Call, unknown: Plans) -> Plans:
        """fit("...") as one plan for each way it fits; templates with a pair are not aimed at."""
        if expr.func == "fit" and len(expr.args) == 1 and isinstance(expr.args[0], Template):
            return tuple(
                Plan(fixed=fixed(instance)) for instance in expr.args[0].instances() if all(kind < 2 for kind, _, _, _ in instance)
            )
        return super().called(expr, unknown)

    def joined(self, expr: Binary, unknown: Plans) -> Plans:
        """Pungs of the seat's and the round's wind."""
        if expr.op == "in" and expr.left == Name("pung", "groups") and isinstance(expr.right, Name):
            if expr.right.name == "seat_wind":
                return (Plan(fixed=(SEAT_WIND,)),)
            if expr.right.name == "round_wind":
                return (Plan(fixed=(ROUND_WIND,)),)
        if expr.op == "+":
            return (*self.plans(expr.left, NOTHING), *self.plans(expr.right, NOTHING))
        return super().joined(expr, unknown)

    def named(self, name: str, unknown: Plans) -> Plans:
        """What happens by itself makes no target."""
        return NOTHING if name in ("self_draw", "ready", "ready_open", "pung") else super().named(name, unknown)

    def number_compared(self, word: str, expr: Compare, bound: int | None, unknown: Plans) -> Plans:
        """So many pungs of dragons or of winds."""
        if word in ("dragon_pungs", "wind_pungs") and bound and expr.op in ("==", ">="):
            kinds = DRAGONS if word == "dragon_pungs" else WINDS
            return tuple(Plan(fixed=tuple((G.PUNG, kind) for kind in some)) for some in combinations(kinds, bound))
        return super().number_compared(word, expr, bound, unknown)


def fixed(instance: tuple[tuple[int, int, int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Groups of an instance of a template (chows and pungs)."""
    groups = [((G.CHOW, G.PUNG)[kind], 9 * suit + rank - 1) for kind, suit, rank, need in instance for _ in range(need)]
    return tuple(sorted(groups))


def settled(plan: Plan) -> Iterator[Plan]:
    """The plan with pungs of few kinds as fixed groups. In hands of one suit, honours are welcome but not asked for."""
    needs = set(plan.needs)
    if plan.suits is not None and all(mask.bit_count() <= 1 for mask in plan.suits):
        needs = {need for need in needs if need.pung or need.kinds & ~HONORS}
    for need in needs:
        if need.pung and need.kinds.bit_count() <= FEW:
            rest = replace(plan, needs=frozenset(needs - {need}))
            for kind in range(MOST_PLACES):
                if need.kinds >> kind & 1:
                    joint = rest.both(Plan(fixed=((G.PUNG, kind),)))
                    if joint is not None:
                        yield from settled(joint)
            return
    yield replace(plan, needs=frozenset(needs))


def restricts(plan: Plan) -> bool:
    """Does a plan say anything about tiles?"""
    return replace(plan, facts=frozenset(), opens="") != Plan()


def row_plans(variant: Variant, rule: RowRule, reader: RowReader) -> Plans:
    """Plans of the hands that are sure of a row; none if it does not depend on tiles, or is not understood."""
    if rule.row.of != "winner" or rule.row.at == "deal" or rule.row.other:
        return NOTHING
    expr: Expr = rule.goal or rule.when or rule.each or Number(0)
    plans = reader.plans(expr, NOTHING)
    sets = sets_of(variant)
    found = dict.fromkeys(better for plan in plans if restricts(plan) for better in settled(plan))
    return tuple(plan for plan in found if restricts(plan) and len(plan.fixed) <= min(sets, G.MOST_FIXED))


def targets_of(variant: Variant) -> list[tuple[Target, ...]]:
    """Families of targets of hands with sets: any legal win first, then one family a row."""
    gates = plans_of(variant, "standard")
    families = [family((slug,), both(plans, gates)) for slug, plans in plans_by_row(variant).items()]
    return [(Target((), gates),), *(targets for targets in families if targets)]


def plans_by_row(variant: Variant) -> dict[str, Plans]:
    """Plans of the rows that are understood, by slug."""
    reader = RowReader(variant, "standard")
    return {rule.slug: plans for rule in placed_rules(variant).rows if (plans := row_plans(variant, rule, reader))}


def joint_targets(variant: Variant, rows: list[str]) -> list[tuple[Target, ...]]:
    """Families of hands that are sure of two of these rows at once, where neither excludes the other and there are few."""
    gates = plans_of(variant, "standard")
    plans = plans_by_row(variant)
    families = []
    for a, b in combinations(rows, 2):
        if b in variant.rows[a].excludes or a in variant.rows[b].excludes or len(plans[a]) * len(plans[b]) > MOST_JOINT:
            continue
        joint = both(both(plans[a], plans[b]), gates)
        joint = tuple(plan for plan in joint if len(plan.fixed) <= min(sets_of(variant), G.MOST_FIXED))
        if joint and joint not in (plans[a], plans[b]):
            families.append(family((a, b), joint))
    return families


def family(rows: tuple[str, ...], plans: Plans) -> tuple[Target, ...]:
    """Targets of the same rows, one for each choice of fixed groups."""
    ordered = sorted(plans, key=lambda plan: plan.fixed)
    return tuple(Target(rows, tuple(some)) for _, some in groupby(ordered, key=lambda plan: plan.fixed))


def form_targets(variant: Variant) -> list[Target]:
    """The special forms that some gate does not bar."""
    found = {form_of(shape): (name, plans) for name, shape in shapes_of(variant).items() if (plans := plans_of(variant, name))}
    return [Target((name,), plans, form) for form, (name, plans) in found.items() if form]
