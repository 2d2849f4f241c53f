"""The rules of a variant as code: rows, gates, formulas, payments, set-up, each in its section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations

from mjsim.compile.code import ABOUT_PLACE, DIVISION, PLACE, Coder, Scope, about_tiles
from mjsim.compile.placed import placed_rules
from mjsim.errors import VariantError
from mjsim.kernels import layout as L
from mjsim.kernels import ops as O
from mjsim.variant.expressions import Call, Expr, Name, Number, Tag, Template, templates, walk
from mjsim.variant.model import Variant
from mjsim.variant.rules import RowRule, Rules, tags_asked
from mjsim.variant.shapes import sets_of

MOST_TAGS = 62


@dataclass
class RuleCode:
    """Places in `work` of everything that the kernels ask for, and the coder with the sections."""

    coder: Coder
    row_registers: list[int] = field(default_factory=list)
    row_values: list[int] = field(default_factory=list)
    tag_bits: dict[str, int] = field(default_factory=dict)
    formulas: list[tuple[int, int, list[int]]] = field(default_factory=list)
    final: int = -1
    minimum: int = -1
    free: dict[str, int] = field(default_factory=dict)
    amounts: list[int] = field(default_factory=list)
    kong_factor: int = -1
    start: int = -1
    setup: list[int] = field(default_factory=list)
    heavenly: int = -1
    wild_draw: int = -1
    liability: list[int] = field(default_factory=list)
    first: int = -1


def compile_rules(variant: Variant) -> RuleCode:
    """Translate all expressions of a variant."""
    rules = placed_rules(variant)
    coder = Coder(tuple(variant.win.shapes), sets_of(variant), {name: expr for name, expr in rules.flags.items() if name != "first_ready"})
    if "first_ready" in rules.flags:
        coder.flags["first_ready"] = rules.flags["first_ready"]
    code = RuleCode(coder)
    code.tag_bits = _tag_bits(variant, rules)
    sections = coder.sections
    reading = Scope(coder, sections[L.SEC_READING], sections[L.SEC_HAND], sections[L.SEC_DIVISION])
    reading.tag_masks = {name: 1 << bit for name, bit in code.tag_bits.items()}
    if rules.wild_draw is not None:
        code.wild_draw = reading.truth(rules.wild_draw)
    code.heavenly = reading.place(Name("heavenly", "number")) if variant.win.any_last else coder.constant(0)
    start = Scope(coder, sections[L.SEC_START])
    start.tag_masks = reading.tag_masks
    gates = [(number, gate) for number, (_, gate) in enumerate(rules.gates)]
    for number, gate in gates:
        if not _asks_rows(gate):
            _gate(reading, number, gate)
    wins = _Counts(variant, rules, reading, "win")
    deals = _Counts(variant, rules, start, "deal")
    for counts in (wins, deals):
        for slug in counts.rules:
            counts.count(slug)
        counts.finish(_all_expressions(rules))
    payer = Scope(coder, sections[L.SEC_PAYER], view=True, winner=reading)
    for rule in rules.rows:
        if rule.row.of == "payer":
            code.row_registers.append(_payer_count(payer, rule))
            code.row_values.append(payer.place(rule.value))
        else:
            counts = deals if rule.row.at == "deal" else wins
            code.row_registers.append(counts.count(rule.slug))
            code.row_values.append(counts.scope.place(rule.value))
    for number, gate in gates:
        if _asks_rows(gate):
            _gate(reading, number, gate)
    _formulas(code, rules, reading)
    _payments(code, variant, rules, reading, payer, start)
    setup = Scope(coder, sections[L.SEC_SETUP])
    code.setup = [-1 if expr is None else setup.place(expr) for expr in (rules.kong_tiles, rules.single_kongs, rules.flower_pung)]
    free = Scope(coder, sections[L.SEC_FREE])
    code.free = {name: free.truth(expr) for name, expr in rules.free.items()}
    return code


def uses_place(coder: Coder) -> bool:
    """Whether some expression depends on where the winning tile is or on what the jokers are."""
    return bool(coder.used & ABOUT_PLACE)


def _tag_bits(variant: Variant, rules: Rules) -> dict[str, int]:
    """A bit for each tag or row that formulas name."""
    names: dict[str, None] = {}
    for formula in rules.values:
        names.update(dict.fromkeys(formula.tags))
    for expr in (*(formula.value for formula in rules.values), rules.final, rules.minimum):
        for node in walk(expr):
            if isinstance(node, Call) and node.func in ("sum", "product", "best"):
                names.update((tag.name, None) for tag in node.args if isinstance(tag, Tag))
    names.update(dict.fromkeys(variant.score.final_tags))
    if len(names) > MOST_TAGS:
        raise VariantError(f"score formulas name {len(names)} tags and rows", variant.slug, f"at most {MOST_TAGS}")
    return {name: bit for bit, name in enumerate(names)}


def _asks_rows(expr: Expr) -> bool:
    return any(isinstance(node, Call) and node.func == "rows" for node in walk(expr))


def _gate(scope: Scope, number: int, gate: Expr) -> None:
    place, stage = scope.place(gate), scope.stage(gate)
    if stage == DIVISION:
        stage = PLACE  # the gate that refuses a reading is the first of all that do
    scope.code(stage).append(O.word(O.GATE, 0, place, number))


class _Counts:
    """How often each of the winner's rows holds, each row after those it asks about."""

    def __init__(self, variant: Variant, rules: Rules, scope: Scope, at: str) -> None:
        self.scope = scope
        self.rules = {rule.slug: rule for rule in rules.rows if rule.row.of == "winner" and rule.row.at == at}
        self.left_out = set(variant.draw.leave_out)
        self.done: dict[str, int] = {}

    def count(self, slug: str) -> int:
        """The place of a row's count; of an `other` row the place of 1, which is asked only if no plain row holds."""
        if slug not in self.done:
            rule = self.rules[slug]
            for tag in tags_asked(rule) | _tags_of(rule.value):
                self.ask(tag)
            self.done[slug] = self._leave_out(slug, self._plain(rule))
        return self.done[slug]

    def _plain(self, rule: RowRule) -> int:
        if rule.when is not None:
            return self.scope.truth(rule.when)
        if rule.each is not None:
            return self.scope.place(rule.each)
        return self.scope.coder.constant(1)

    def _leave_out(self, slug: str, place: int) -> int:
        if slug not in self.left_out:
            return place
        zero = self.scope.coder.constant(0)
        return self.scope._emit(("left out", slug), PLACE, O.SELECT, self.scope.bank + L.B_LEAVE_OUT, zero, place)[0]

    def ask(self, tag: str) -> None:
        """Work out the rows with a tag, for rows(tag)."""
        if tag in self.scope.rows:
            return
        self.scope.rows[tag] = []  # a circle was refused when the rules were read
        self.scope.rows[tag] = [self._asked(rule) for rule in self.rules.values() if tag == rule.slug or tag in rule.row.tags]

    def _asked(self, rule: RowRule) -> int:
        """The count of a row as rows(...) sees it, never below 0."""
        scope = self.scope
        if not rule.row.other:
            place = self.count(rule.slug)
            return place if rule.each is None else scope._emit(("not negative", rule.slug), PLACE, O.MAX, place, scope.coder.constant(0))[0]
        some = scope.coder.constant(0)
        for other in self.rules.values():
            if not other.row.other and not other.row.extra:
                some = scope._emit(("some row", other.slug), PLACE, O.OR, some, self._asked(other))[0]
        return self._leave_out(rule.slug, scope._emit("no row", PLACE, O.NOT, some)[0])

    def finish(self, expressions: Iterable[Expr | None]) -> None:
        """Every tag and row that gates, formulas and payments ask for."""
        for expr in expressions:
            for tag in sorted(_tags_of(expr)) if expr is not None else ():
                self.ask(tag)


def _all_expressions(rules: Rules) -> Iterator[Expr | None]:
    """What is worked out after the rows have been counted."""
    yield from (gate for _, gate in rules.gates)
    yield from (formula.value for formula in rules.values)
    yield from (
        rules.final,
        rules.minimum,
        rules.amount,
        rules.everybody,
        rules.giver_pays,
        rules.start,
        rules.kong_factor,
        rules.false_win,
        *rules.liability,
        rules.first,
    )
    for rule in rules.rows:
        yield from (rule.when, rule.each, rule.value)


def _tags_of(expr: Expr) -> frozenset[str]:
    return frozenset(
        node.args[0].name for node in walk(expr) if isinstance(node, Call) and node.func == "rows" and isinstance(node.args[0], Tag)
    )


def _payer_count(payer: Scope, rule: RowRule) -> int:
    if rule.when is not None:
        return payer.truth(rule.when)
    assert rule.each is not None
    return payer.place(rule.each)


def _formulas(code: RuleCode, rules: Rules, reading: Scope) -> None:
    sections = code.coder.sections
    for formula in rules.values:
        scope = reading.later(sections[L.SEC_VALUE])
        scope.formula_tags = sum(1 << code.tag_bits[tag] for tag in formula.tags)
        register = scope.place(formula.value)
        if len(scope.bests) > L.MOST_BESTS:
            raise VariantError("a value formula has too many best(...)", "score.values", f"at most {L.MOST_BESTS}")
        code.formulas.append((register, scope.formula_tags, scope.bests))
    if not (isinstance(rules.final, Name) and rules.final.name == "value"):
        code.final = reading.later(sections[L.SEC_FINAL]).place(rules.final)
    if rules.minimum != Number(0):
        code.minimum = reading.later(sections[L.SEC_VALUE]).place(rules.minimum)


def _payments(code: RuleCode, variant: Variant, rules: Rules, reading: Scope, payer: Scope, start: Scope) -> None:
    coder = code.coder
    sections = coder.sections
    amounts = payer.later(sections[L.SEC_AMOUNT])
    code.amounts = [amounts.place(rules.amount), amounts.truth(rules.everybody), amounts.truth(rules.giver_pays), -1]
    winner = reading.later(sections[L.SEC_AMOUNT])
    code.first = -1 if rules.first is None else winner.truth(rules.first)
    code.liability = [-1 if when is None else winner.truth(when) for when in rules.liability]
    owner = Scope(coder, sections[L.SEC_KONG])
    kong = Scope(coder, sections[L.SEC_KONG], view=True, winner=owner)
    code.kong_factor = kong.place(rules.kong_factor)
    if rules.false_win is not None:
        code.amounts[3] = kong.place(rules.false_win)
    if rules.start is not None:
        code.start = Scope(coder, sections[L.SEC_START_PAY], view=True, winner=start).place(rules.start)


def template_words(template: Template) -> list[int]:
    """A template as `vm.fit` reads it: orders of suits, parts, whether there is a free rank."""
    parts = Counter((part.kind, part.rank if part.free else part.rank - 1, part.free, part.suit) for part in template.parts)
    orders: dict[tuple[object, ...], tuple[int, ...]] = {}
    for suits in permutations(range(3)):
        orders.setdefault(tuple(sorted((kind, rank, free, suits[suit], need) for (kind, rank, free, suit), need in parts.items())), suits)
    words = [len(orders), len(parts), any(free for _, _, free, _ in parts)]
    words += [sum(suit << 2 * i for i, suit in enumerate(suits)) for suits in orders.values()]
    for (kind, rank, free, suit), need in parts.items():
        plane = 5 * "CPD".index(kind) + min(need, 5) - 1
        words.append(plane | suit << 8 | rank << 12 | (not free) << 16)
    return words


def family_rows(variant: Variant, rules: Rules) -> list[tuple[int, int, Template]]:
    """Family, row and template of every row that combines groups, families one after the other."""
    names = list(dict.fromkeys(rule.row.family for rule in rules.rows if rule.row.family))
    found = []
    for family, name in enumerate(names):
        for rule in rules.rows:
            if rule.row.family == name and rule.row.of == "winner":
                expr = rule.when if rule.when is not None else rule.each
                assert expr is not None
                found += [(family, rule.index, template) for template in templates(expr)]
    return found


def judging(rules: Rules) -> list[Expr]:
    """All expressions that decide whether a hand wins and what it is worth."""
    rows = [expr for rule in rules.rows if rule.row.of == "winner" for expr in (rule.when, rule.each, rule.value) if expr is not None]
    gates = [gate for _, gate in rules.gates]
    return [
        *rows,
        *gates,
        *(formula.value for formula in rules.values),
        rules.final,
        rules.minimum,
        *rules.flags.values(),
        *rules.free.values(),
    ]


def asks_about_tiles(rule: RowRule) -> bool:
    """Whether a payer's row asks about his tiles."""
    return any(about_tiles(expr) for expr in (rule.when, rule.each) if expr is not None)
