"""Complete hands of single tiles: thirteen orphans, misfits, honours and knitted tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from mjsim.referee.book import HONORS, YAO, Book, Kinds, Way
from mjsim.tiles import KINDS
from mjsim.variant.model import Shape

KNITTED = tuple(
    tuple(suit * 9 + first + step for first, suit in enumerate(suits) for step in (0, 3, 6)) for suits in permutations(range(3))
)
"""147, 258 and 369, each of another suit, in every way: nine kinds."""


@dataclass(frozen=True, slots=True)
class Divided:
    """Concealed tiles as groups and single tiles; `fill` marks singles that a joker plays."""

    groups: tuple[Way, ...]
    singles: Kinds = ()
    fill: tuple[bool, ...] = ()


def orphans(counts: list[int], jokers: int) -> Iterator[Divided]:
    """Each of the thirteen kinds once and one of them twice."""
    natural = [kind for kind in range(KINDS) for _ in range(counts[kind])]
    if any(kind not in YAO for kind in natural) or max(counts) > 2 or sum(count == 2 for count in counts) > 1:
        return
    missing = [kind for kind in YAO if not counts[kind]]
    doubled = max(counts) == 2
    if jokers != len(missing) + (not doubled):
        return
    if doubled:
        yield _singles(natural, missing)
    else:
        for kind in YAO:
            yield _singles(natural, [*missing, kind])


def special(book: Book, shape: Shape, counts: list[int], jokers: int, plays: int) -> Iterator[Divided]:
    """Different single tiles: forms "apart" (suited ones a gap apart) and "knitted" (147 258 369, a suit each)."""
    natural = [kind for kind in range(KINDS) if counts[kind]]
    if any(counts[kind] > 1 for kind in natural):
        return
    if shape.form == "apart":
        rooms = [[kind for kind in range(KINDS) if book.kinds >> kind & 1]]
    else:
        rooms = [[kind for kind in knitted + HONORS if book.kinds >> kind & 1] for knitted in KNITTED]
    for room in rooms:
        if not set(natural) <= set(room):
            continue
        vacant = [kind for kind in room if not counts[kind] and plays >> kind & 1]
        for played in combinations(vacant, jokers):
            if shape.form != "apart" or spread([*natural, *played], shape.gap):
                yield _singles(natural, list(played))


def spread(kinds: list[int], gap: int) -> bool:
    """No two suited tiles of a suit are nearer than `gap` ranks."""
    suited = sorted(kind for kind in kinds if kind < 27)
    return all(high - low >= gap or high // 9 != low // 9 for low, high in pairwise(suited))


def _singles(natural: list[int], played: list[int]) -> Divided:
    tiles = sorted([(kind, False) for kind in natural] + [(kind, True) for kind in played])
    return Divided((), tuple(kind for kind, _ in tiles), tuple(filled for _, filled in tiles))
