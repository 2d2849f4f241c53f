"""A variant as the referee keeps it at hand: parsed rules, its tiles, the sets that its hands are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement

from mjsim.tiles import ALL_KINDS, KIND_OF, KINDS, kind_set
from mjsim.variant.deck import copies_of
from mjsim.variant.model import Shape, Variant
from mjsim.variant.rules import RowRule, Rules, rules_of
from mjsim.variant.shapes import sets_of, shapes_of

WINDS = tuple(range(27, 31))
DRAGONS = tuple(range(31, 34))
HONORS = WINDS + DRAGONS
YAO = tuple(suit * 9 + rank for suit in range(3) for rank in (0, 8)) + HONORS
"""The thirteen kinds of terminals and honours."""

Kinds = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a group that holds a given kind: what it is, its kinds, which of them a joker plays."""

    sort: str
    kinds: Kinds
    fill: tuple[bool, ...]

    @property
    def jokers(self) -> int:
        return sum(self.fill)


@dataclass(frozen=True, eq=False)
class Book:
    """Everything that stays the same in all hands of a variant."""

    variant: Variant
    rules: Rules
    shapes: dict[str, Shape]
    sets: int
    copies: tuple[int, ...]
    kinds: int
    """Kinds that are played with, as a mask: in the set, and not laid out as bonus."""
    bonus: int
    set_patterns: tuple[tuple[str, Kinds], ...]
    pair_patterns: tuple[tuple[str, Kinds], ...]
    plays: int
    """Kinds a joker may stand for besides its own."""
    ways: dict[tuple[int, int], tuple[Way, ...]] = field(default_factory=dict, repr=False)
    """By the lowest kind of the tiles left and the kinds that jokers may play, see `ways_of`."""
    counters: dict[str, Callable[..., int]] = field(default_factory=dict, repr=False)
    """What counts each row, see features.py."""
    memo: dict[object, object] = field(default_factory=dict, repr=False)
    """What has been worked out about tiles before, see complete.py."""

    @property
    def size(self) -> int:
        """Tiles of a complete hand, kongs counted as three, an imagined joker included."""
        return 3 * self.sets + 2

    @cached_property
    def width(self) -> int:
        """Hands are made of kinds below this: 34, or 38 where flowers are ordinary tiles, each a kind of its own."""
        return max(KINDS, self.kinds.bit_length())

    def others_played(self, imagined: int | None) -> int:
        """Kinds that a joker may play besides its own: the one to which an imagined joker is fixed, where it is, or all that jokers may."""
        if self.variant.jokers.imagined == "fixed":
            return 0 if imagined is None else 1 << imagined
        return self.plays

    def plays_of(self, jokers: Kinds, imagined: int | None) -> int:
        """Kinds that the jokers of a hand may stand for, their own among them."""
        return self.others_played(imagined) | sum(1 << kind for kind in set(jokers))

    def ways_of(self, kind: int, plays: int) -> tuple[Way, ...]:
        """All groups in which the lowest natural tile is of this kind, those without jokers first.

        `plays`: kinds that jokers may play, 0 where there are none.
        """
        key = (kind, plays)
        if key not in self.ways:
            found = [way for sort, kinds in self.set_patterns + self.pair_patterns for way in _ways(sort, kinds, kind, plays)]
            self.ways[key] = tuple(sorted(found, key=lambda way: way.jokers))
        return self.ways[key]

    def joker_groups(self, sets: int, pairs: int, plays: int) -> list[tuple[Way, ...]]:
        """All choices of sets and pairs made of jokers only."""
        playable = [(sort, kinds) for sort, kinds in self.set_patterns if all(plays >> kind & 1 for kind in kinds)]
        twins = [(sort, kinds) for sort, kinds in self.pair_patterns if plays >> kinds[0] & 1]
        return [
            tuple(Way(sort, kinds, (True,) * len(kinds)) for sort, kinds in chosen + doubled)
            for chosen in combinations_with_replacement(playable, sets)
            for doubled in combinations_with_replacement(twins, pairs)
        ]

    @cached_property
    def row_rules(self) -> dict[str, RowRule]:
        return {rule.slug: rule for rule in self.rules.rows}

    @cached_property
    def _tagged(self) -> dict[str, tuple[RowRule, ...]]:
        names = {name for rule in self.rules.rows for name in (rule.slug, *rule.row.tags)}
        return {name: tuple(rule for rule in self.rules.rows if name == rule.slug or name in rule.row.tags) for name in names}

    def rows_with(self, tag: str) -> tuple[RowRule, ...]:
        """Rows with this tag, or the row of this name; all rows for ""."""
        return self._tagged.get(tag, ()) if tag else self.rules.rows

    @cached_property
    def share(self) -> dict[int, int]:
        """The table of shares."""
        return {int(value): share for value, share in self.variant.score.table.items()}

    def own_kind(self, kind: int) -> int:
        """A flower that is an ordinary tile counts as its class (Luoshu); every other tile is what it is."""
        return KIND_OF[self.variant.tiles.flower_class] if self.variant.tiles.flower_class and kind >= KINDS else kind


def _ways(sort: str, kinds: Kinds, lowest: int, plays: int) -> list[Way]:
    """The pattern with `lowest` natural and each other place natural or played by a joker.

    Places below `lowest` can only be a joker's; of equal places the natural ones come first, so that each way is found once.
    """
    if lowest not in kinds:
        return []
    found = []
    for bits in range(1 << len(kinds)):
        fill = tuple(bool(bits >> i & 1) for i in range(len(kinds)))
        equal_in_order = all(fill[i] <= fill[i + 1] for i in range(len(kinds) - 1) if kinds[i] == kinds[i + 1])
        lowest_natural = any(kind == lowest and not filled for kind, filled in zip(kinds, fill, strict=True))
        none_below = all(filled for kind, filled in zip(kinds, fill, strict=True) if kind < lowest)
        playable = all(plays >> kind & 1 for kind, filled in zip(kinds, fill, strict=True) if filled)
        if equal_in_order and lowest_natural and none_below and playable:
            found.append(Way(sort, kinds, fill))
    return found


def _patterns(variant: Variant, kinds: int) -> tuple[list[tuple[str, Kinds]], list[tuple[str, Kinds]]]:
    """Sets and pairs of the variant's meld system, made of kinds that are in play."""
    system = variant.claims.sets
    sets: list[tuple[str, Kinds]] = []
    for first in range(0, 27, 9):
        if system == "sum15":
            triples = combinations(range(9), 3) if variant.claims.different_ranks else combinations_with_replacement(range(9), 3)
            sets += [("set", (first + a, first + b, first + c)) for a, b, c in triples if a + b + c + 3 == 15]
        else:
            sets += [("chow", (first + a, first + a + 1, first + a + 2)) for a in range(7)]
    alike = range(27 if system == "sum15" else 0, ALL_KINDS)
    sets += [("pung", (kind,) * 3) for kind in alike]
    if system == "honor-runs":
        sets += [("set", run) for run in (*combinations(WINDS, 3), DRAGONS)]
    pairs: list[tuple[str, Kinds]] = [("pair", (kind,) * 2) for kind in alike]
    return [s for s in sets if all(kinds >> k & 1 for k in s[1])], [p for p in pairs if kinds >> p[1][0] & 1]


@lru_cache(maxsize=512)
def _book(key: _Key) -> Book:
    variant = key.variant
    copies = tuple(copies_of(variant))
    bonus = kind_set(variant.tiles.bonus)
    kinds = sum(1 << kind for kind in range(ALL_KINDS) if copies[kind]) & ~bonus
    kinds &= ~(1 << KIND_OF["P"]) if variant.tiles.idle else kinds
    sets, pairs = _patterns(variant, kinds)
    plays = kind_set(variant.jokers.plays) & kinds if variant.jokers.plays else kinds
    return Book(
        variant=variant,
        rules=rules_of(variant),
        shapes=shapes_of(variant),
        sets=sets_of(variant),
        copies=copies,
        kinds=kinds,
        bonus=bonus,
        set_patterns=tuple(sets),
        pair_patterns=tuple(pairs),
        plays=plays,
    )


class _Key:
    """A variant as a dictionary key: by identity, and kept alive."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __hash__(self) -> int:
        return id(self.variant)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.variant is self.variant


def book_of(variant: Variant) -> Book:
    """The book of a variant; made once for each variant object."""
    return _book(_Key(variant))
