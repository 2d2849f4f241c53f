"""From expression trees to code for the scoring machine, each common part worked out once.

A `Coder` holds all registers and sections of a program. A `Scope` translates trees for one point of view: whose record the
names speak of, and in which section a value is worked out, which is the earliest one in which everything it needs is known: of a hand,
of a division of its tiles, or of a place of the winning tile in a division.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mjsim.errors import VariantError
from mjsim.kernels import layout as L
from mjsim.kernels import ops as O
from mjsim.variant.expressions import (
    Binary,
    Call,
    Compare,
    Conditional,
    Expr,
    KindSet,
    Name,
    Number,
    Shape,
    Tag,
    Template,
    Unary,
    Winner,
    uses,
    walk,
)

NUMBERS = {
    "middle": L.B_MIDDLE,
    "edge": L.B_EDGE,
    "anywait": L.B_ANYWAIT,
    "wild": L.B_WILD,
    "jokers": L.B_JOKERS,
    "waits": L.B_WAITS,
    "self_draw": L.B_SELF_DRAW,
    "discard": L.B_DISCARD,
    "rob": L.B_ROB,
    "kong_replacement": L.B_FLAG,
    "flower_replacement": L.B_FLAG + 1,
    "last_wall_tile": L.B_FLAG + 2,
    "last_discard": L.B_FLAG + 3,
    "after_kong_discard": L.B_FLAG + 4,
    "double_kong": L.B_FLAG + 5,
    "last_of_kind": L.B_FLAG + 6,
    "concealed_bloom": L.B_FLAG + 11,
    "imagined": L.B_IMAGINED,
    "treasure": L.B_TREASURE,
    "thrown_honors": L.B_THROWN_HONORS,
    "ready": L.B_READY,
    "ready_open": L.B_READY_OPEN,
    "dealer": L.B_DEALER,
    "repeats": L.B_REPEATS,
    "draws_before": L.B_DRAWS_BEFORE,
    "stake": L.B_STAKE,
    "named": L.B_NAMED,
    "start": L.B_START,
    "floats": L.B_FLOATS,
    "winners": L.B_WINNERS,
    "gave": L.B_GAVE,
    "draws": L.B_DRAWS,
    "calls": L.B_CALLS,
    "discards": L.B_DISCARDS,
    "wall": L.B_WALL,
    "won_before": L.B_WON_BEFORE,
    "value": L.B_VALUE,
    "payer_rows": L.B_PAYER_ROWS,
    "pd": L.B_PD,
    "seat_wind": L.B_SEAT_WIND,
    "round_wind": L.B_ROUND_WIND,
    "own_flowers": L.B_OWN_FLOWERS,
    "joker": L.B_JOKER,
    "joker_suit": L.B_JOKER_SUIT,
    "last": L.B_LAST,
    "drawn": L.B_DRAWN,
    "void": L.B_VOID,
    "own_discards": L.B_OWN_DISCARDS,
}
GROUPS = {
    "chow": L.B_CHOW,
    "pung": L.B_PUNG,
    "kong": L.B_KONG,
    "pair": L.B_PAIR,
    "knit": L.B_KNIT,
    "shown": L.B_SHOWN,
    "melded": L.B_MELDED,
    "open": L.B_OPEN,
    "own": L.B_OWN,
    "won": L.B_WON,
    "natural": L.B_NATURAL,
    "after_show": L.B_AFTER_SHOW,
}
FLAGS = {"heavenly": 7, "earthly": 8, "human": 9, "first_ready": 10}
"""Places of the flags that a variant defines among the F_ bits."""
IN_A_READING = frozenset(
    {*GROUPS, "middle", "edge", "anywait", "wild", "last", "count", "all", "touch", "of", "tiles", "only", "kinds", "fit", "possible"}
)
"""Names and functions whose value depends on how the tiles are read."""
ABOUT_PLACE = frozenset({"won", "middle", "edge", "anywait", "last", "own", "natural", "wild"})
"""... and on where the winning tile is, or on what the jokers are."""
HAND, DIVISION, PLACE = 0, 1, 2
"""Stages: what is known of a hand, of a division of it, of a place of the winning tile in a division."""
ABOUT_TILES = frozenset({*GROUPS, "count", "all", "touch", "of", "tiles", "only", "kinds", "real", "held", "fit", "jokers"})
"""Names and functions that ask about a player's tiles."""
BINARY = {"+": O.ADD, "-": O.SUB, "*": O.MUL, "//": O.FLOORDIV, "**": O.POWER, "&": O.BAND, "|": O.BOR, "and": O.AND, "or": O.OR}
COMPARE = {"==": (O.EQ, False), "!=": (O.NE, False), "<": (O.LT, False), "<=": (O.LE, False), ">": (O.LT, True), ">=": (O.LE, True)}
CALLS = {
    "count": O.COUNT,
    "all": O.ALL,
    "touch": O.TOUCH,
    "of": O.OF,
    "tiles": O.TILES,
    "only": O.ONLY,
    "kinds": O.KINDS,
    "real": O.REAL,
    "laid": O.LAID,
}
TOTALS = {"sum": O.SUM, "product": O.PRODUCT, "best": O.BEST}


@dataclass
class Coder:
    """Registers, sections, templates and bodies of others(...) of a program in the making."""

    shapes: tuple[str, ...]
    sets: int
    flags: dict[str, Expr]
    next_register: int = L.W_REGISTERS
    constants: dict[int, int] = field(default_factory=dict)
    sections: dict[int, list[int]] = field(default_factory=lambda: {number: [] for number in range(L.SEC_COUNT)})
    templates: dict[Template, int] = field(default_factory=dict)
    others: list[tuple[list[int], int, bool]] = field(default_factory=list)
    """Code, register of the answer, whether it asks about tiles."""
    possible: dict[Expr, tuple[int, int]] = field(default_factory=dict)
    """Register of the body and of the result."""
    masks: set[int] = field(default_factory=set)
    """Constant sets of kinds."""
    used: set[str] = field(default_factory=set)
    """Names and functions that occur anywhere in what was translated."""

    def register(self) -> int:
        self.next_register += 1
        if self.next_register > L.MOST_WORK:
            raise VariantError(
                "the expressions of the variant are too long to compile", "", f"{L.MOST_WORK - L.W_REGISTERS} different parts"
            )
        return self.next_register - 1

    def constant(self, value: int) -> int:
        if value not in self.constants:
            self.constants[value] = self.register()
        return self.constants[value]

    def template(self, template: Template) -> int:
        return self.templates.setdefault(template, len(self.templates))


class Scope:
    """Translates trees of one point of view into places in `work`.

    Parameters
    ----------
    late : code of what depends on the place of the winning tile (or of everything, if `early` is None).
    early : code of what is known of the hand.
    middle : code of what depends on the division alone; None: it goes to `late`.
    view : whether names speak of the player in view (bank 1) and not of the winner (bank 0).
    winner : the scope of `winner.x` for a player in view.
    rows : registers of the counts of rows by tag and slug.
    """

    def __init__(
        self,
        coder: Coder,
        late: list[int],
        early: list[int] | None = None,
        middle: list[int] | None = None,
        view: bool = False,
        winner: Scope | None = None,
        rows: dict[str, list[int]] | None = None,
    ) -> None:
        self.coder = coder
        self.early, self.middle, self.late = (late if code is None else code for code in (early, middle, late))
        self.view, self.winner = view, winner
        self.rows: dict[str, list[int]] = {} if rows is None else rows
        self.tag_masks: dict[str, int] = {}
        self.formula_tags = 0
        self.bests: list[int] = []
        self.bank = L.W_VIEW if view else L.W_BANK
        self.known: dict[object, tuple[int, int]] = {}
        """Place and stage."""

    def later(self, code: list[int]) -> Scope:
        """The same point of view in a section that runs afterwards: what is known stays known."""
        scope = Scope(self.coder, code, view=self.view, winner=self.winner, rows=self.rows)
        scope.known, scope.tag_masks = dict(self.known), self.tag_masks
        return scope

    def stage(self, node: Expr) -> int:
        """What a value depends on."""
        return self._value(node)[1]

    def code(self, stage: int) -> list[int]:
        """Where values of a stage are worked out."""
        return (self.early, self.middle, self.late)[stage]

    def place(self, node: Expr) -> int:
        """The place in `work` that holds the value of a tree."""
        return self._value(node)[0]

    def truth(self, node: Expr) -> int:
        """The place of 0 or 1."""
        return self._truth(node)[0]

    def _truth(self, node: Expr) -> tuple[int, int]:
        if isinstance(node, Call) and node.func == "fit" and node not in self.known:
            return self._fit(node, ("truth", node), O.TRUTH_ONLY)
        value = self._value(node)
        return value if _is_truth(node) else self._emit(("truth", node), value[1], O.TRUTH, value[0])

    def _value(self, node: Expr) -> tuple[int, int]:
        """(place, stage) of a tree, code emitted if it is met for the first time."""
        if node not in self.known:
            self.known[node] = self._translate(node)
        return self.known[node]

    def _emit(self, key: object, stage: int, op: int, a: int = 0, b: int = 0, c: int = 0) -> tuple[int, int]:
        if key not in self.known:
            register = self.coder.register()
            self.code(stage).append(O.word(op, register, a, b, c))
            self.known[key] = register, stage
        return self.known[key]

    def _translate(self, node: Expr) -> tuple[int, int]:
        coder = self.coder
        match node:
            case Number(value):
                return coder.constant(value), HAND
            case KindSet(mask):
                coder.masks.add(mask)
                return coder.constant(mask), HAND
            case Name(name):
                return self._name(name)
            case Shape(name):
                coder.used.add("shape")
                return self._emit(node, DIVISION, O.EQ, self.bank + L.B_SHAPE, coder.constant(coder.shapes.index(name)))
            case Winner(body):
                if self.winner is None:
                    raise TypeError("winner.x where there is no other player")
                return self.winner._value(body)
            case Unary(op, operand):
                place, stage = self._value(operand)
                groups = op == "~" and operand.type == "groups"
                code = O.NOT if op == "not" else O.NEG if op == "-" else O.GNOT if groups else O.KNOT
                return self._emit(node, self._read(stage, groups), code, place, 0, int(self.view))
            case Binary(op, left, right):
                (a, stage_a), (b, stage_b) = self._value(left), self._value(right)
                groups = left.type == "groups"
                code = BINARY[op] if op != "in" else O.GROUPS_IN if groups else O.KINDS_IN
                code = O.GROUPS_AND if groups and code == O.BAND else code
                return self._emit(node, max(stage_a, stage_b), code, a, b, int(self.view))
            case Compare(op, left, right):
                (a, stage_a), (b, stage_b) = self._value(left), self._value(right)
                code, swapped = COMPARE[op]
                return self._emit(node, max(stage_a, stage_b), code, b if swapped else a, a if swapped else b)
            case Conditional(test, then, other):
                parts = [self._value(part) for part in (test, then, other)]
                code = O.SELECT if node.type == "number" else O.SELECT_SET
                return self._emit(node, max(stage for _, stage in parts), code, *(place for place, _ in parts))
            case Call():
                return self._call(node)
        raise TypeError(f"no expression: {node!r}")

    def _read(self, stage: int, asks: bool) -> int:
        """The stage of what also asks how the tiles are read."""
        return max(stage, DIVISION) if asks and not self.view else stage

    def _name(self, name: str) -> tuple[int, int]:
        coder = self.coder
        coder.used.add(name)
        if name == "sets":
            return coder.constant(coder.sets), HAND
        if name in FLAGS:
            return self._flag(name)
        place = self.bank + (GROUPS[name] if name in GROUPS else NUMBERS[name])
        return place, PLACE if name in ABOUT_PLACE and not self.view else self._read(HAND, name in IN_A_READING)

    def _flag(self, name: str) -> tuple[int, int]:
        """As a case states it, else by the variant's definition; heavenly, earthly and human are the winner's alone."""
        given = self.bank + L.B_FLAG + FLAGS[name]
        defined = self._value(self.coder.flags[name])[0] if name in self.coder.flags else self.bank + L.B_OWN_FIRST_READY
        if name == "first_ready":
            if name in self.coder.flags:
                return self._emit(name, HAND, O.SELECT, self.bank + L.B_GIVEN, self.bank + L.B_OWN_FIRST_READY, defined)
            return defined, HAND
        either = self._emit((name, "either"), HAND, O.SELECT, self.bank + L.B_GIVEN, given, defined)
        return self._emit(name, HAND, O.AND, either[0], self.bank + L.B_IS_WINNER)

    def _call(self, node: Call) -> tuple[int, int]:
        coder, func, args = self.coder, node.func, node.args
        coder.used.add(func)
        if func == "rows":
            return (self.winner or self)._rows(_tag(args))
        if func in TOTALS:
            return self._total(node)
        if func == "fit":
            return self._fit(node, node)
        if func == "possible":
            if args[0] not in coder.possible:
                body = Scope(coder, coder.sections[L.SEC_POSSIBLE], self.early).truth(args[0])
                coder.possible[args[0]] = body, coder.register()
            return coder.possible[args[0]][1], DIVISION
        if func == "others":
            return self._others(node)
        if func == "held":
            assert isinstance(args[0], Number)
            return self._emit(node, HAND, O.HELD, args[0].value, 0, int(self.view))
        if func in CALLS:
            place, stage = self._value(args[0])
            return self._emit(node, self._read(stage, func in IN_A_READING), CALLS[func], place, 0, int(self.view))
        parts = [self._value(arg) for arg in args]
        stage = max(stage for _, stage in parts)
        if func == "share":
            return self._emit(node, stage, O.SHARE, parts[0][0])
        if func == "round_up":
            return self._emit(node, stage, O.ROUND_UP, parts[0][0], parts[1][0])
        result = parts[0][0]
        for i, (place, _) in enumerate(parts[1:]):
            result = self._emit((node, i), stage, O.MIN if func == "min" else O.MAX, result, place)[0]
        return result, stage

    def _fit(self, node: Call, key: object, flags: int = 0) -> tuple[int, int]:
        template = node.args[-1]
        assert isinstance(template, Template)
        groups, stage = self._value(node.args[0]) if len(node.args) > 1 else (0, HAND)
        chows, pungs = (min(sum(part.kind == kind for part in template.parts), 15) for kind in "CP")
        needed = int(self.view) | chows << 1 | pungs << 5 | flags
        return self._emit(key, self._read(stage, True), O.FIT, groups, self.coder.template(template), needed)

    def _others(self, node: Call) -> tuple[int, int]:
        """The body runs for each other player; what it asks of the winner is worked out here, before."""
        coder = self.coder
        code: list[int] = []
        body = Scope(coder, code, view=True, winner=self)
        register = body.truth(node.args[0])
        stage = max((self._value(part.body)[1] for part in _winner_parts(node.args[0])), default=HAND)
        coder.others.append((code, register, about_tiles(node.args[0])))
        return self._emit(node, stage, O.OTHERS, 0, len(coder.others) - 1)

    def _rows(self, tag: str) -> tuple[int, int]:
        """How often rows with a tag hold: the sum of their counts, which were worked out before."""
        registers = self.rows.get(tag, [])
        if not registers:
            return self.coder.constant(0), HAND
        place = registers[0]
        for i, other in enumerate(registers[1:]):
            place = self._emit(("rows", tag, i), PLACE, O.ADD, place, other)[0]
        return place, PLACE

    def _total(self, node: Call) -> tuple[int, int]:
        """sum, product, best over the rows that count; without a tag of their own those of the formula."""
        mask = self.tag_masks[_tag(node.args)] if node.args else self.formula_tags
        if node.func == "best":
            self.bests.append(mask)
        return self._emit((node, mask), PLACE, TOTALS[node.func], self.coder.constant(mask) if mask else 0)


def _is_truth(node: Expr) -> bool:
    """Whether the value of a tree is 0 or 1."""
    return (
        isinstance(node, Compare | Shape)
        or (isinstance(node, Unary) and node.op == "not")
        or (isinstance(node, Binary) and (node.op in ("and", "or") or (node.op == "in" and node.left.type != "groups")))
        or (isinstance(node, Call) and node.func in ("all", "only"))
    )


def _tag(args: tuple[Expr, ...]) -> str:
    assert isinstance(args[0], Tag)
    return args[0].name


def _winner_parts(node: Expr) -> list[Winner]:
    return [part for part in walk(node) if isinstance(part, Winner)]


def about_tiles(node: Expr) -> bool:
    """Whether a tree asks about tiles."""
    return bool(uses(node) & ABOUT_TILES)
