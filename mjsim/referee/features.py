"""Expressions worked out on a `View`: trees, functions, and how often the rows hold (the names are in words.py).

A tree is turned once into nested functions (`evaluator`); each takes a view and gives a whole number: a count or a truth,
a set of groups (bit i = group i of the view), or a set of kinds (bit k = kind k).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mjsim.referee.book import Book
from mjsim.referee.scene import Player, View
from mjsim.referee.words import WORDS, Evaluate, remembered
from mjsim.tiles import ALL_KINDS
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
    power,
    round_up,
    times,
    uses,
)  # fmt: skip
from mjsim.variant.rules import RowRule

ALL = (1 << ALL_KINDS) - 1


_KNOWN: dict[int, tuple[Expr, Evaluate]] = {}
"""Functions by the identity of their tree, which is kept alive here: hashing a tree takes longer than working it out."""


def evaluator(node: Expr) -> Evaluate:
    """The function that works out a tree."""
    known = _KNOWN.get(id(node))
    if known is None:
        known = _KNOWN[id(node)] = node, _function(node)
    return known[1]


@cache
def _function(node: Expr) -> Evaluate:
    match node:
        case Number(value):
            return lambda view: value
        case KindSet(mask):
            return lambda view: mask
        case Name(name):
            return NAMES[name]
        case Shape(name):
            return lambda view: view.arrangement is not None and view.arrangement.shape == name
        case Winner(body):
            inside = evaluator(body)
            return lambda view: inside(view.winner)
        case Unary(op, operand):
            return _unary(op, operand)
        case Binary(op, left, right):
            return _binary(op, left, right)
        case Compare(op, left, right):
            a, b, compare = evaluator(left), evaluator(right), COMPARE[op]
            return lambda view: compare(a(view), b(view))
        case Conditional(test, then, other):
            c, a, b = evaluator(test), evaluator(then), evaluator(other)
            return lambda view: a(view) if c(view) else b(view)
        case Call(func, args):
            return FUNCTIONS[func](*args)
    raise TypeError(f"no expression: {node!r}")


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _unary(op: str, operand: Expr) -> Evaluate:
    a = evaluator(operand)
    if op == "not":
        return lambda view: not a(view)
    if op == "-":
        return lambda view: -a(view)
    if operand.type == "groups":
        return lambda view: ~a(view) & (1 << len(view.groups)) - 1
    return lambda view: ~a(view) & ALL


def _binary(op: str, left: Expr, right: Expr) -> Evaluate:
    a, b = evaluator(left), evaluator(right)
    match op:
        case "and":
            return lambda view: bool(a(view)) and bool(b(view))
        case "or":
            return lambda view: bool(a(view)) or bool(b(view))
        case "+":
            return lambda view: a(view) + b(view)
        case "-":
            return lambda view: a(view) - b(view)
        case "*":
            return lambda view: times(a(view), b(view))
        case "//":
            return lambda view: a(view) // b(view)
        case "**":
            return lambda view: power(a(view), b(view))
        case "&":
            return lambda view: a(view) & b(view)
        case "|":
            return lambda view: a(view) | b(view)
    if left.type == "groups":
        return lambda view: _inside(view, a(view), b(view))
    return lambda view: not a(view) & ~b(view)


def _inside(view: View, groups: int, kinds: int) -> int:
    """Those of the groups whose tiles all lie in these kinds."""
    return sum(1 << i for i, mask in enumerate(view.masks) if groups >> i & 1 and not mask & ~kinds)


def _winners_flag(name: str) -> Evaluate:
    """heavenly, earthly, human: as a case says, or by the variant's definition; they are the winner's alone."""

    def flag(view: View) -> int:
        win = view.scene.win
        if win is None or not view.winning:
            return 0
        return name in win.flags if win.given else bool(evaluator(view.book.rules.flags[name])(view))

    return flag


NAMES: dict[str, Evaluate] = WORDS | {flag: _winners_flag(flag) for flag in ("heavenly", "earthly", "human")}


# --- functions --------------------------------------------------------------------------------------------------------


def _count(groups: Expr) -> Evaluate:
    a = evaluator(groups)
    return lambda view: a(view).bit_count()


def _all(groups: Expr) -> Evaluate:
    a = evaluator(groups)
    return lambda view: a(view) == (1 << len(view.groups)) - 1


def _touch(kinds: Expr) -> Evaluate:
    a = evaluator(kinds)

    def touch(view: View) -> int:
        wanted = a(view)
        return sum(1 << i for i, mask in enumerate(view.masks) if mask & wanted)

    return touch


def _of(groups: Expr) -> Evaluate:
    a = evaluator(groups)

    def of(view: View) -> int:
        wanted, found = a(view), 0
        for i, mask in enumerate(view.masks):
            if wanted >> i & 1:
                found |= mask
        return found

    return of


def _loose_in(view: View, kinds: int) -> int:
    """Free jokers lie in every set of kinds that holds one they may play."""
    return view.loose if kinds & view.book.others_played(view.player.imagined) else 0


def _tiles(kinds: Expr) -> Evaluate:
    a = evaluator(kinds)

    def tiles(view: View) -> int:
        wanted = a(view)
        return sum([count for kind, count in view.present if wanted >> kind & 1]) + _loose_in(view, wanted)

    return tiles


def _only(kinds: Expr) -> Evaluate:
    a = evaluator(kinds)

    def only(view: View) -> int:
        wanted = a(view)
        return not view.present_mask & ~wanted and (not view.loose or _loose_in(view, wanted) > 0)

    return only


def _kinds(kinds: Expr) -> Evaluate:
    """Different kinds present, as played."""
    a = evaluator(kinds)
    return lambda view: (view.present_mask & a(view)).bit_count()


def _real(kinds: Expr) -> Evaluate:
    a = evaluator(kinds)

    def real(view: View) -> int:
        wanted = a(view)
        return sum(count for kind, count in view.owned.items() if wanted >> kind & 1)

    return real


def _held(number: Expr) -> Evaluate:
    a = evaluator(number)
    return lambda view: sum(1 << kind for kind, count in view.owned.items() if count >= a(view))


def _laid(kinds: Expr) -> Evaluate:
    a = evaluator(kinds)

    def laid(view: View) -> int:
        wanted = a(view)
        return sum(count for kind, count in view.laid.items() if wanted >> kind & 1)

    return laid


@cache
def _instances(template: Template) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
    return template.instances()


PLACE_IN_TEMPLATE = {"chow": 0, "pung": 1, "kong": 1, "pair": 2}


def having(view: View, groups: int) -> dict[tuple[int, int, int], int]:
    """How many suited groups there are of each sort, suit and lowest rank, among `groups`."""
    have: dict[tuple[int, int, int], int] = {}
    for i, group in enumerate(view.groups):
        sort = PLACE_IN_TEMPLATE.get(group.sort)
        if groups >> i & 1 and sort is not None and group.kinds[0] < 27:
            key = (sort, group.kinds[0] // 9, group.kinds[0] % 9 + 1)
            have[key] = have.get(key, 0) + 1
    return have


def _fit(*args: Expr) -> Evaluate:
    template = args[-1]
    assert isinstance(template, Template)
    a = evaluator(args[0]) if len(args) > 1 else lambda view: -1

    def fit(view: View) -> int:
        have = having(view, a(view))
        return sum(all(have.get((kind, suit, rank), 0) >= need for kind, suit, rank, need in needed) for needed in _instances(template))

    return fit


def _possible(truth: Expr) -> Evaluate:
    a = evaluator(truth)
    return lambda view: remembered(view, id(truth), lambda v: any(a(reading) for reading in v.readings))


NEEDS_TILES = frozenset(
    [
        "chow",
        "pung",
        "kong",
        "shown",
        "melded",
        "open",
        "own",
        "after_show",
        "jokers",
        "count",
        "all",
        "touch",
        "of",
        "tiles",
        "only",
        "kinds",
        "real",
        "held",
        "fit",
    ]
)
"""Names that ask about the tiles of a player."""


def is_unknown(player: Player, expr: Expr) -> bool:
    """Whether an expression asks about the tiles of a player of whom a case tells nothing; then it does not hold."""
    return player.melds is None and bool(uses(expr) & NEEDS_TILES)


def _others(truth: Expr) -> Evaluate:
    a = evaluator(truth)
    return lambda view: sum(bool(a(other)) for other in view.others if not is_unknown(other.player, truth))


def _rows(tag: Expr) -> Evaluate:
    assert isinstance(tag, Tag)
    return lambda view: count_rows(view.winner, tag.name)


def count_rows(view: View, tag: str) -> int:
    """How often the rows with this tag (or the row of this name) hold, excluded or not."""
    return sum(count_row(view, rule.slug) for rule in view.book.rows_with(tag))


def count_row(view: View, slug: str) -> int:
    """How often one row of the winner's holds."""
    known = view.row_counts.get(slug)
    if known is None:
        known = view.row_counts[slug] = row_counter(view.book, slug)(view)
    return known


def row_counter(book: Book, slug: str) -> Evaluate:
    """The function that counts a row, made once for each variant."""
    known = book.counters.get(slug)
    if known is None:
        known = book.counters[slug] = _counter(book.row_rules[slug])
    return known


def _counter(rule: RowRule) -> Evaluate:
    row, at_deal = rule.row, rule.row.at == "deal"
    if row.of == "payer":
        return lambda view: 0
    if rule.when is not None:
        when = evaluator(rule.when)

        def holds(view: View) -> int:
            return int(bool(when(view)))
    elif rule.each is not None:
        each = evaluator(rule.each)

        def holds(view: View) -> int:
            return max(0, int(each(view)))
    else:
        holds = _no_other_row

    def count(view: View) -> int:
        scene = view.scene
        return 0 if at_deal != scene.start or rule.slug in scene.leave_out else holds(view)

    return count


def _no_other_row(view: View) -> int:
    """For rows that count only where no other row does: rows outside the minimum and rows of their own sort aside."""
    rows = view.book.rules.rows
    return int(not any(count_row(view, other.slug) for other in rows if not other.row.other and not other.row.extra))


def _total(kind: str) -> Callable[..., Evaluate]:
    def total(*args: Expr) -> Evaluate:
        tag = args[0].name if args and isinstance(args[0], Tag) else ""

        def evaluate(view: View) -> int:
            assert view.tally is not None
            return view.tally.total(kind, tag)

        return evaluate

    return total


def _least(*args: Expr) -> Evaluate:
    parts = [evaluator(arg) for arg in args]
    return lambda view: min(part(view) for part in parts)


def _greatest(*args: Expr) -> Evaluate:
    parts = [evaluator(arg) for arg in args]
    return lambda view: max(part(view) for part in parts)


def _round_up(number: Expr, step: Expr) -> Evaluate:
    a, b = evaluator(number), evaluator(step)
    return lambda view: round_up(a(view), b(view))


def _share(number: Expr) -> Evaluate:
    """The variant's table: nothing below its first entry, the last entry's above its last."""
    a = evaluator(number)

    def share(view: View) -> int:
        table = view.book.share
        value = a(view)
        reached = [key for key in table if key <= value]
        return table[max(reached)] if reached else 0

    return share


FUNCTIONS: dict[str, Callable[..., Evaluate]] = {
    "count": _count,
    "all": _all,
    "touch": _touch,
    "of": _of,
    "tiles": _tiles,
    "only": _only,
    "kinds": _kinds,
    "real": _real,
    "held": _held,
    "laid": _laid,
    "fit": _fit,
    "possible": _possible,
    "others": _others,
    "rows": _rows,
    "sum": _total("sum"),
    "product": _total("product"),
    "best": _total("best"),
    "min": _least,
    "max": _greatest,
    "round_up": _round_up,
    "share": _share,
}
