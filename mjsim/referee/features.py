"""What every name and function of the expression language means, worked out on a `View`.

A tree is turned once into nested functions (`evaluator`); each takes a view and gives a whole number: a count or a truth,
a set of groups (bit i = group i of the view), or a set of kinds (bit k = kind k).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mjsim.referee.arrange import Holding, is_complete
from mjsim.referee.book import Book
from mjsim.referee.scene import Player, View
from mjsim.tiles import ALL_KINDS, KIND_OF, kinds_in
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

Evaluate = Callable[[View], int]
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


# --- groups -----------------------------------------------------------------------------------------------------------


def _groups_where(name: str, test: Callable[[View, int], bool]) -> Evaluate:
    """The groups of a view that pass a test, remembered by name."""

    def groups(view: View) -> int:
        found = view.memo.get(name)
        if found is None:
            found = view.memo[name] = sum(1 << i for i in range(len(view.groups)) if test(view, i))
        return found

    return groups


def _sorted_as(*sorts: str) -> Evaluate:
    return _groups_where("/".join(sorts), lambda view, i: view.groups[i].sort in sorts)


def _won(view: View) -> int:
    return 0 if view.arrangement is None or view.arrangement.won < 0 else 1 << view.arrangement.won


def _completed_by_another(view: View, i: int) -> bool:
    """The winning tile, given by another player, lies in this group (a robbed kong may count as a self-draw)."""
    return bool(_won(view) >> i & 1) and not _self_draw(view)


# --- situation --------------------------------------------------------------------------------------------------------


def _self_draw(view: View) -> int:
    win = view.scene.win
    return win is not None and (win.by == "self" or (win.by == "rob" and view.book.variant.win.rob_as == "self"))


def _discard(view: View) -> int:
    win = view.scene.win
    return win is not None and (win.by == "discard" or (win.by == "rob" and view.book.variant.win.rob_as == "discard"))


def _flag(name: str) -> Evaluate:
    """A flag of the tile won on."""
    return lambda view: view.scene.win is not None and name in view.scene.win.flags


def _winners_flag(name: str) -> Evaluate:
    """heavenly, earthly, human: as a case says, or by the variant's definition; they are the winner's alone."""

    def flag(view: View) -> int:
        win = view.scene.win
        if win is None or not view.winning:
            return 0
        return name in win.flags if win.given else bool(evaluator(view.book.rules.flags[name])(view))

    return flag


def _seat_wind(view: View) -> int:
    return 1 << KIND_OF["E"] + view.player.seat


def _own_flowers(view: View) -> int:
    return 1 << KIND_OF["f1"] + view.player.seat | 1 << KIND_OF["f5"] + view.player.seat


def _joker(view: View) -> int:
    return sum(1 << kind for kind in set(view.scene.facts.jokers))


def _joker_suit(view: View) -> int:
    return sum(0b111111111 << 9 * suit for suit in {kind // 9 for kind in view.scene.facts.jokers} if suit < 3)


def _void(view: View) -> int:
    return 0 if view.player.void is None else 0b111111111 << 9 * view.player.void


def _drawn(view: View) -> int:
    return 0 if view.scene.win is None else 1 << view.scene.win.tile


def _jokers(view: View) -> int:
    return sum(view.owned[kind] for kind in set(view.scene.facts.jokers))


# --- reading ----------------------------------------------------------------------------------------------------------


def _last(view: View) -> int:
    return 0 if view.arrangement is None else 1 << view.arrangement.last


def _middle(view: View) -> int:
    a = view.arrangement
    return a is not None and a.won >= 0 and a.groups[a.won].sort == "chow" and a.place == 1


def _edge(view: View) -> int:
    """The 3 of 123, or the 7 of 789."""
    a = view.arrangement
    if a is None or a.won < 0 or a.groups[a.won].sort != "chow":
        return 0
    rank = a.groups[a.won].kinds[0] % 9
    return (rank, a.place) in ((0, 2), (6, 0))


def _anywait(view: View) -> int:
    """Every other tile of the winning group is a joker tile."""
    a = view.arrangement
    return a is not None and a.won >= 0 and all(filled for i, filled in enumerate(a.groups[a.won].fill) if i != a.place)


def _waits(view: View) -> int:
    """Kinds that would have completed the hand, whatever the gates say."""
    scene, player = view.scene, view.player
    if scene.win is None:
        return 0
    before = View(scene, player)
    held = before.owned.copy()
    if view.winning and scene.win.tile < ALL_KINDS:
        held[view.book.own_kind(scene.win.tile)] -= 1
    number = 0
    for kind in kinds_in(view.book.kinds):
        if not view.book.variant.win.wait_needs_tile or held[kind] < 4:
            holding = Holding(tuple(player.tiles or ()), tuple(view.melds), kind, scene.given, scene.facts.jokers)
            number += is_complete(view.book, holding)
    return number


NAMES: dict[str, Evaluate] = {
    "chow": _sorted_as("chow"),
    "pung": _sorted_as("pung", "kong"),
    "kong": _sorted_as("kong"),
    "pair": _sorted_as("pair"),
    "knit": _sorted_as("knit"),
    "shown": _sorted_as("shown"),
    "melded": _groups_where("melded", lambda view, i: view.groups[i].melded),
    "open": _groups_where("open", lambda view, i: view.groups[i].open),
    "own": _groups_where("own", lambda view, i: not view.groups[i].open and not _completed_by_another(view, i)),
    "won": _won,
    "natural": _groups_where("natural", lambda view, i: view.groups[i].natural),
    "after_show": _groups_where("after_show", lambda view, i: view.groups[i].after_show),
    "seat_wind": _seat_wind,
    "round_wind": lambda view: 1 << view.scene.facts.round,
    "own_flowers": _own_flowers,
    "joker": _joker,
    "joker_suit": _joker_suit,
    "last": _last,
    "drawn": _drawn,
    "void": _void,
    "own_discards": lambda view: sum(1 << kind for kind in view.player.own_discards),
    "middle": _middle,
    "edge": _edge,
    "anywait": _anywait,
    "wild": lambda view: view.arrangement.wild if view.arrangement is not None else 0,
    "jokers": _jokers,
    "sets": lambda view: view.book.sets,
    "waits": lambda view: _remembered(view, "waits", _waits),
    "self_draw": _self_draw,
    "discard": _discard,
    "rob": lambda view: view.scene.win is not None and view.scene.win.by == "rob",
    "kong_replacement": _flag("kong_replacement"),
    "flower_replacement": _flag("flower_replacement"),
    "last_wall_tile": _flag("last_wall_tile"),
    "last_discard": _flag("last_discard"),
    "after_kong_discard": _flag("after_kong_discard"),
    "double_kong": _flag("double_kong"),
    "last_of_kind": _flag("last_of_kind"),
    "heavenly": _winners_flag("heavenly"),
    "earthly": _winners_flag("earthly"),
    "human": _winners_flag("human"),
    "ready": lambda view: view.player.ready,
    "ready_open": lambda view: view.player.ready_open,
    "first_ready": lambda view: view.player.first_ready,
    "dealer": lambda view: view.player.seat == 0,
    "repeats": lambda view: view.scene.facts.repeats,
    "draws_before": lambda view: view.scene.facts.draws_before,
    "stake": lambda view: view.player.stake,
    "start": lambda view: view.scene.start,
    "floats": lambda view: view.player.floats,
    "winners": lambda view: 0 if view.scene.win is None else view.scene.win.winners,
    "gave": lambda view: view.scene.win is not None and view.scene.win.giver == view.player.seat,
    "draws": lambda view: view.player.draws,
    "calls": lambda view: view.scene.facts.calls,
    "discards": lambda view: view.scene.facts.discards,
    "wall": lambda view: view.scene.facts.wall,
    "won_before": lambda view: view.scene.facts.won_before,
    "value": lambda view: view.value,
    "payer_rows": lambda view: view.payer_rows,
    "pd": lambda view: 0 in (view.player.seat, view.winner.player.seat),
}


def _remembered(view: View, key: object, work_out: Evaluate) -> int:
    """Worked out once for all readings of the hand."""
    memo = view.readings[0].memo
    if key not in memo:
        memo[key] = work_out(view)
    return memo[key]


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
    return view.loose if kinds & view.book.plays else 0


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
    return lambda view: _remembered(view, id(truth), lambda v: any(a(reading) for reading in v.readings))


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
