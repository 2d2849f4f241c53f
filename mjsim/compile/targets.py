"""What a row asks of the tiles, as *targets*: so many of these kinds, the rest of those. How many tiles are missing to the nearest target
is how far a hand is from the row, melds included; splitting climbs along it, and the policy `aim` goes for it.

An expression is read as far as tiles decide it; what remains (the wait, the way of winning, that the hand is complete) is left to the
scorer. A row that says nothing about tiles has no targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom, poisson

from mjsim.compile.gates import COMPARED, among, mask_of
from mjsim.compile.placed import placed_rules
from mjsim.compile.plans import HONORS
from mjsim.errors import MjsimError, one_of, quote
from mjsim.kernels import likeness as K
from mjsim.kernels.layout import ALL_PLACES, MOST_PLACES
from mjsim.variant.deck import places_of
from mjsim.variant.expressions import Binary, Call, Compare, Expr, Name, Number, Shape, Template, Unary, parse
from mjsim.variant.model import Variant
from mjsim.variant.rules import scope_of
from mjsim.variant.shapes import sets_of, shapes_of

USEFUL = 0.15
"""Tiles a draw that bring a hand nearer to a complete one, roughly. It decides how well splitting climbs, and no answer."""
HEIGHT, LEAST = 10, 1e-20
MOST_TARGETS = 96
MOST_CASES = 24
FULL = 20  # no hand has more tiles, kongs included
YAO = sum(1 << (9 * suit + rank) for suit in range(3) for rank in (0, 8)) | 127 << 27
SUITS = tuple(511 << (9 * suit) for suit in range(3))
LUCK = {"heavenly": "dealer", "earthly": "others", "human": "others"}
"""Flags that a deal decides, and whose tiles."""


@dataclass(frozen=True)
class Target:
    """need: (kind, count) that must be there; mask: kinds that all other tiles have; top: (n, c, kinds), the n commonest kinds c times.

    pungs, chows: melds (by lowest kind) that serve it; closed: none may be made. size: tiles that make it, 0 for all that are asked;
    last: 1 if the winning tile is none of them.
    """

    need: tuple[tuple[int, int], ...] = ()
    mask: int = ALL_PLACES
    top: tuple[int, int, int] = (0, 0, 0)
    pungs: int = 0
    chows: int = 0
    closed: bool = False
    size: int = 0
    last: int = 0

    def needing(self, kinds: Iterable[tuple[int, int]]) -> Target:
        """With more needs; of a kind the greater one holds."""
        found = dict(self.need)
        for kind, count in kinds:
            found[kind] = max(found.get(kind, 0), count)
        return replace(self, need=tuple(sorted(found.items())))

    @property
    def asks(self) -> bool:
        """Whether it says anything about tiles."""
        return bool(self.need) or self.top[0] > 0 or self.mask != ALL_PLACES

    def words(self, tiles: int) -> list[int]:
        """Its row of the array that kernels read; `tiles` are those of a complete hand."""
        asked = sum(count for _, count in self.need)
        common = self.top[0] * self.top[1]
        free = max(0, (self.size or tiles) - asked - common) if self.mask != ALL_PLACES else 0
        free = min(free, max(0, tiles - asked - common - self.last))
        size = min(self.size or FULL, asked + free + common)
        inside = self.mask if free else 0
        pungs, chows = (0, 0) if self.closed else (self.pungs | inside, self.chows | runs_in(inside))
        head = [size, free, self.mask, *self.top, pungs, chows, int(self.closed), len(self.need)]
        needs = [kind | count << 8 for kind, count in self.need]
        return [*head, *needs, *([0] * (K.WIDTH - len(head) - len(needs)))]


@dataclass(frozen=True, eq=False)
class Aim:
    """`targets` int64 (targets, WIDTH); `deal` says whose dealt tiles decide, "dealer" or "others" ("" for rows of the whole hand)."""

    targets: NDArray[np.int64]
    deal: str = ""

    def array(self, pace: float) -> NDArray[np.int64]:
        """Tables of heights (see `heights`) and targets as kernels read them, int64 (n,)."""
        return np.concatenate([heights(pace), self.targets.reshape(-1)])


def heights(pace: float) -> NDArray[np.int64]:
    """The tables of heights (mjsim/kernels/likeness.py): HEIGHT times the logarithm of the chance that what is lacking comes with the own
    draws that are left. `pace`: the chance that a certain unseen tile comes with one of them, others' discards counted.
    """
    left = np.arange(K.LEFT) + 0.5
    comes = 1 - np.exp(-pace * left)
    lacking, unseen = np.arange(5)[:, None, None], np.arange(5)[None, :, None]
    alike = binom.sf(lacking - 1, unseen, comes)
    lacking, means = np.arange(K.MOST_POOLED + 1)[:, None, None], (2 * np.arange(K.HALVES)[None, :, None] + 0.5) * comes
    pooled = poisson.sf(lacking - 1, means)
    away = poisson.sf(np.arange(K.MOST_AWAY + 1)[:, None] - 1, USEFUL * left)
    chances = np.concatenate([table.reshape(-1) for table in (alike, pooled, away)])
    return np.asarray(np.floor(HEIGHT * np.log(np.maximum(chances, LEAST))), np.int64)


def runs_in(mask: int) -> int:
    """Lowest kinds of the chows within a mask."""
    return sum(1 << (9 * suit + rank) for suit in range(3) for rank in range(7) if mask >> (9 * suit + rank) & 7 == 7)


def aim_of(variant: Variant, row: str) -> Aim | None:
    """Targets of a row; None if its expression says nothing that a hand could be judged by before it is won.

    Raises
    ------
    MjsimError
        if the variant has no such row.
    """
    rule = next((rule for rule in placed_rules(variant).rows if rule.slug == row), None)
    if rule is None:
        raise MjsimError(f"{variant.slug} has no row {quote(row)}", "row", one_of(variant.rows))
    expr = rule.when or rule.each
    if expr is None:
        return None
    reader = Reader(variant)
    cases = list(reader.cases(expr))
    lucky = [LUCK[part.name] for case in cases for part in case if isinstance(part, Name) and part.name in LUCK]
    if lucky and len(lucky) == len(cases):
        return Aim(np.zeros((0, K.WIDTH), np.int64), "dealer" if set(lucky) == {"dealer"} else "others")
    found = dict.fromkeys(target for case in cases for target in reader.targets(case))
    if not found or len(found) > MOST_TARGETS or not all(target.asks for target in found):
        return None
    tiles = 3 * sets_of(variant) + 2
    return Aim(np.array([target.words(tiles) for target in found], np.int64))


class Reader:
    """Reads the rows of a variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.sets = variant, sets_of(variant)
        scope = scope_of(variant)
        self.suits = parse("suits", scope, "number", "suits")
        self.groups = {
            parse(text, scope, "groups", text): (text, copies, claim)
            for text, copies, claim in (
                ("pung", 3, True),
                ("pung & own", 3, False),
                ("pung & ~open", 3, False),
                ("kong", 4, True),
                ("kong & open", 4, True),
                ("kong & ~open", 4, False),
            )
        }

    def cases(self, expr: Expr) -> Iterator[list[Expr]]:
        """An expression as alternatives, each a list of what must hold together."""
        if isinstance(expr, Binary) and expr.op == "or":
            yield from self.cases(expr.left)
            yield from self.cases(expr.right)
        elif isinstance(expr, Binary) and expr.op == "and":
            for left, right in list(product(self.cases(expr.left), self.cases(expr.right)))[:MOST_CASES]:
                yield left + right
        else:
            yield [expr]

    def targets(self, case: list[Expr]) -> list[Target]:
        """What a list of conditions asks of the tiles: kinds first, because they decide where groups may lie."""
        found = [Target()]
        for read in (self.kinds, self.wanted, self.paired):
            for part in case:
                found = [target for before in found for target in read(before, part)][: MOST_TARGETS + 1]
        return list(dict.fromkeys(found))

    def kinds(self, target: Target, part: Expr) -> list[Target]:
        """Conditions on which kinds there may be, and closed hands."""
        first = part.args[0] if isinstance(part, Call) and part.args else None
        if isinstance(part, Call) and part.func == "only" and first is not None and (kinds := mask_of(first)) is not None:
            return [replace(target, mask=target.mask & among(self.variant, kinds))]
        if isinstance(part, Compare) and isinstance(part.right, Number):
            left, bound = part.left, part.right.value
            if left == Name("waits", "number") and part.op == "==" and bound > 1:
                return [replace(target, last=1)]
            if isinstance(left, Call) and left.func == "tiles" and (part.op, bound) == ("==", 0):
                barred = mask_of(left.args[0])
                return [target] if barred is None else [replace(target, mask=target.mask & among(self.variant, ~barred))]
            if left == self.suits and part.op in COMPARED:
                sets = [s for s in range(8) if COMPARED[part.op](s.bit_count(), bound)]
                most = max((s.bit_count() for s in sets), default=3)
                within = [sum(SUITS[i] for i in range(3) if s >> i & 1) | HONORS for s in sets if s.bit_count() == most]
                return [replace(target, mask=target.mask & among(self.variant, kinds)) for kinds in within] if most < 3 else [target]
        if isinstance(part, Unary) and part.op == "not" and isinstance(part.operand, Name) and part.operand.name in ("melded", "open"):
            return [replace(target, closed=True)]
        return [target]

    def wanted(self, target: Target, part: Expr) -> list[Target]:
        """Conditions on what must be there."""
        if isinstance(part, Shape):
            return self.shaped(target, part.name)
        op, bound = "truth", 1
        if isinstance(part, Compare):
            if isinstance(part.right, Number):
                op, bound, part = part.op, part.right.value, part.left
            elif part.right == Name("sets", "number") and part.op == "==":
                op, bound, part = part.op, self.sets, part.left
            else:
                return [target]
        bound += op == ">"
        if op not in ("truth", "==", ">=", ">") or bound < 1:
            return [target]
        if isinstance(part, Binary) and part.op == "in" and part.left.type == "groups":
            part = Call("count", (part,))
        if not isinstance(part, Call) or not part.args:
            return [target]
        first = part.args[-1]
        if part.func == "fit" and isinstance(first, Template):
            return [after for instance in first.instances() if (after := fitted(target, instance)) is not None]
        if part.func == "count":
            return self.grouped(target, first, bound)
        kinds = mask_of(first) if part.func in ("kinds", "tiles") else None
        if kinds is None:
            return [target]
        members = self.bits(kinds & target.mask)
        if part.func == "kinds" and len(members) == bound:
            return [target.needing((kind, 1) for kind in members)]
        if part.func == "tiles" and len(members) == 1 and bound <= 4:
            return [target.needing([(members[0], bound)])]
        return [target]

    def grouped(self, target: Target, groups: Expr, number: int) -> list[Target]:
        """So many pungs or kongs, maybe of certain kinds."""
        within = ALL_PLACES
        if isinstance(groups, Binary) and groups.op == "in" and (kinds := mask_of(groups.right)) is not None:
            within, groups = kinds & ALL_PLACES, groups.left
        if groups not in self.groups or number > self.sets:
            return [target]
        _, copies, claim = self.groups[groups]
        members = self.bits(within & target.mask)
        pungs = within & target.mask if claim else 0
        if copies == 3 and claim and len(members) <= 7:
            return [
                replace(target.needing((kind, 3) for kind in chosen), pungs=target.pungs | sum(1 << kind for kind in chosen))
                for chosen in combinations(members, number)
            ]
        if number <= target.top[0] and copies <= target.top[1]:
            return [target]
        return [replace(target, top=(number, copies, within & target.mask), pungs=target.pungs | pungs)]

    def paired(self, target: Target, part: Expr) -> list[Target]:
        """A pair of certain kinds beside groups that are known."""
        if not (isinstance(part, Binary) and part.op == "in" and part.left == Name("pair", "groups") and target.need):
            return [target]
        kinds = mask_of(part.right)
        taken = {kind for kind, _ in target.need}
        members = [kind for kind in self.bits(kinds & target.mask) if kind not in taken] if kinds is not None else []
        return [target.needing([(kind, 2)]) for kind in members] if 0 < len(members) <= 9 else [target]

    def bits(self, mask: int) -> list[int]:
        """The places of a mask that hands of the variant have."""
        return [kind for kind in range(places_of(self.variant)) if mask >> kind & 1]

    def shaped(self, target: Target, name: str) -> list[Target]:
        """Special forms."""
        shape = shapes_of(self.variant)[name]
        if shape.form == "orphans":
            return [replace(target.needing((kind, 1) for kind in self.bits(YAO)), mask=target.mask & YAO, size=14, closed=True)]
        if shape.form == "pairs":
            return [replace(target, top=(7, 2, target.mask), closed=True)]
        if shape.form in ("knitted", "knit3"):
            found = []
            for order in permutations(range(3)):
                kinds = [9 * suit + rank for suit, start in enumerate(order) for rank in (start, start + 3, start + 6)]
                size = 9
                if shape.form == "knitted":
                    kinds, size = [*kinds, *range(27, 34)], 14
                found.append(replace(target.needing((kind, 1) for kind in kinds), size=size, closed=True))
            return found
        return [target]


def fitted(target: Target, instance: tuple[tuple[int, int, int, int], ...]) -> Target | None:
    """A template in certain suits and ranks: its tiles, and the melds that it is made of; None if there are too few tiles of a kind."""
    counts = [0] * MOST_PLACES
    pungs = chows = 0
    for form, suit, rank, number in instance:
        kind = 9 * suit + rank - 1
        if form == 0:
            chows |= 1 << kind
            for i in range(3):
                counts[kind + i] += number
        else:
            pungs |= (form == 1) << kind
            counts[kind] += 3 * number if form == 1 else 2 * number
    if max(counts) > 4:
        return None
    found = target.needing((kind, count) for kind, count in enumerate(counts) if count)
    return replace(found, pungs=found.pungs | pungs, chows=found.chows | chows)
