"""All expressions of a variant, parsed: what both engines start from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import msgspec

from mjsim.errors import VariantError, quote
from mjsim.variant.expressions import (
    FEATURES,
    FUNCTIONS,
    Context,
    Expr,
    Level,
    Number,
    Scope,
    Tag,
    Want,
    check_names,
    parse,
    shared_names,
    uses,
    walk,
)
from mjsim.variant.model import Row, Variant
from mjsim.variant.shapes import shapes_of

USUAL_FLAGS = {
    "heavenly": "dealer and draws == 0 and calls == 0 and self_draw",
    "earthly": "not dealer and draws == 1 and calls == 0 and self_draw",
    "human": "not dealer and draws == 0 and calls == 0 and discard",
}
"""The dealt fourteenth tile is no draw."""


@dataclass(frozen=True)
class RowRule:
    """A row with its expressions parsed. `when` is None for rows that use `each`, and the other way round."""

    slug: str
    index: int
    row: Row
    when: Expr | None
    each: Expr | None
    value: Expr
    goal: Expr | None = None


@dataclass(frozen=True)
class ValueRule:
    """One formula of the value and the tags whose rows it lists (all rows if empty)."""

    value: Expr
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """Parsed expressions, in the order of the variant's entries."""

    rows: tuple[RowRule, ...]
    gates: tuple[tuple[str, Expr], ...]
    values: tuple[ValueRule, ...]
    final: Expr
    minimum: Expr
    flags: dict[str, Expr]
    free: dict[str, Expr]
    amount: Expr
    everybody: Expr
    giver_pays: Expr
    start: Expr | None
    kong_factor: Expr
    kong_tiles: Expr | None
    single_kongs: Expr | None
    flower_pung: Expr | None
    false_win: Expr | None
    liability: tuple[Expr | None, ...] = ()
    """Of each liability: what the won hand must be."""
    first: Expr | None = None
    wild_draw: Expr | None = None


def scope_of(variant: Variant, where: str = "") -> Scope:
    """What expressions of this variant may name, at row level."""
    return Scope(
        context=Context.ROW,
        shapes=frozenset(variant.win.shapes),
        tags=frozenset(tag for row in variant.rows.values() for tag in row.tags),
        rows=frozenset(variant.rows),
        names=shared_names().extended(variant.names, where=f"{where}: names" if where else "names"),
        share=bool(variant.score.table),
    )


def rules_of(variant: Variant, where: str = "") -> Rules:
    """Parses every expression of a variant; VariantError names the place of the first wrong one."""
    key = msgspec.json.encode(variant)
    return _rules(key, where or variant.slug)


@lru_cache(maxsize=256)
def _rules(key: bytes, where: str) -> Rules:
    variant = msgspec.json.decode(key, type=Variant)
    scope = scope_of(variant, where)
    payment, jokers = variant.payment, variant.jokers

    def at(context: Context, text: str, want: Want, place: str) -> Expr:
        return parse(text, scope.at(context), want, f"{where}: {place}")

    def optional(context: Context, text: str, want: Want, place: str) -> Expr | None:
        return at(context, text, want, place) if text else None

    def row(index: int, slug: str, row: Row) -> RowRule:
        place = f"rows.{slug}"
        if row.other and (row.when or row.each):
            raise VariantError(f"{place} has `other` and a condition", where, "one of them")
        if not row.other and bool(row.when) == bool(row.each):
            raise VariantError(f"{place} needs one condition", where, "`when` (counts once), `each` (counts so often) or `other = true`")
        context = Context.PAYER if row.of == "payer" else Context.ROW
        value = (
            Number(row.value) if isinstance(row.value, int) and row.value >= 0 else at(context, str(row.value), "number", f"{place}.value")
        )
        return RowRule(
            slug,
            index,
            row,
            optional(context, row.when, "truth", f"{place}.when"),
            optional(context, row.each, "number", f"{place}.each"),
            value,
            optional(Context.ROW, row.goal, "truth", f"{place}.goal"),
        )

    check_names(scope)
    for flag in variant.score.flags:
        if flag not in (*USUAL_FLAGS, "first_ready"):
            raise VariantError(f"unknown flag {quote(flag)} at score.flags", where, "heavenly, earthly, human, first_ready")
    rows = tuple(row(i, slug, r) for i, (slug, r) in enumerate(variant.rows.items()))
    _refuse_circles(rows, where)
    wild_draw = optional(Context.ROW, variant.win.wild_draw, "truth", "win.wild_draw")
    if wild_draw is not None:
        _refuse_division(wild_draw, variant, where)
    return Rules(
        rows=rows,
        gates=tuple((slug, at(Context.ROW, gate.when, "truth", f"gates.{slug}.when")) for slug, gate in variant.gates.items()),
        values=tuple(
            ValueRule(at(Context.VALUE, v.value, "number", f"score.values.{i}.value"), v.tags) for i, v in enumerate(variant.score.values)
        ),
        final=at(Context.FINAL, variant.score.final, "number", "score.final"),
        minimum=at(Context.VALUE, variant.win.minimum, "number", "win.minimum"),
        flags={name: at(Context.FLAG, text, "truth", f"score.flags.{name}") for name, text in (USUAL_FLAGS | variant.score.flags).items()},
        free={
            name: at(Context.SHAPE, shape.when, "truth", f"shapes.{name}.when")
            for name, shape in shapes_of(variant).items()
            if shape.form == "free"
        },
        amount=at(Context.PAYMENT, payment.amount, "number", "payment.amount"),
        everybody=at(Context.PAYMENT, payment.everybody, "truth", "payment.everybody"),
        giver_pays=at(Context.PAYMENT, payment.giver_pays, "truth", "payment.giver_pays"),
        start=optional(Context.PAYMENT, payment.start, "number", "payment.start"),
        kong_factor=at(Context.KONG, payment.kongs.factor if payment.kongs else "1", "number", "payment.kongs.factor"),
        kong_tiles=optional(Context.SETUP, variant.before.kong_tiles, "kinds", "before.kong_tiles"),
        single_kongs=optional(Context.SETUP, variant.before.single_kongs, "kinds", "before.single_kongs"),
        flower_pung=optional(Context.SETUP, jokers.flower_pung, "kinds", "jokers.flower_pung"),
        false_win=optional(Context.PAYMENT, payment.false_win, "number", "payment.false_win"),
        first=optional(Context.ROW, variant.win.first, "truth", "win.first"),
        wild_draw=wild_draw,
        liability=tuple(
            optional(Context.ROW, rule.when, "truth", f"payment.liability.{i}.when") for i, rule in enumerate(payment.liability)
        ),
    )


def _refuse_division(wild_draw: Expr, variant: Variant, where: str) -> None:
    """Whether a drawn tile is wild is known before the hand is divided."""
    late = {name for name, entry in (FEATURES | FUNCTIONS).items() if entry.level in (Level.ARRANGEMENT, Level.ROWS)}
    if asked := sorted(uses(wild_draw) & (late | {"possible", *variant.win.shapes})):
        what = f"win.wild_draw asks how the hand is divided: {', '.join(asked)}"
        raise VariantError(what, where, "what is known before, such as drawn, real(...), held(...), ready, last_wall_tile")


def tags_asked(rule: RowRule) -> frozenset[str]:
    """Tags and rows that a row's condition asks with rows(...)."""
    return frozenset(tag.name for expr in (rule.when, rule.each) if expr is not None for tag in walk(expr) if isinstance(tag, Tag))


def _refuse_circles(rows: tuple[RowRule, ...], where: str) -> None:
    """Rows are judged after the rows they ask about, so asking may not go round in a circle."""
    asked = {rule.slug: tags_asked(rule) for rule in rows}
    asks = {slug: {r.slug for r in rows if {r.slug, *r.row.tags} & tags} for slug, tags in asked.items()}
    done: set[str] = set()
    while ready := {slug for slug, needs in asks.items() if slug not in done and needs <= done}:
        done |= ready
    if left := sorted(set(asks) - done):
        raise VariantError(f"rows ask for one another in a circle: {', '.join(left)}", where, "rows(tag) of rows that do not ask back")
