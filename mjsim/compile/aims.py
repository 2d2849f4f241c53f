"""A variant's shapes and goals for the play engine: the array `aims` (layout in mjsim/kernels/aims.py) and its distance tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjsim.compile.gates import plans_of
from mjsim.compile.plans import Fact, Plans, entry
from mjsim.compile.shapes import columns_of, form_of, forms_of, free_shapes, is_exact
from mjsim.kernels import aims as A
from mjsim.kernels import special
from mjsim.kernels.singles import YAO
from mjsim.tables.goals import Goal, Way, give
from mjsim.tables.program import Tables, tables_of
from mjsim.tiles import KINDS
from mjsim.variant.model import Variant
from mjsim.variant.shapes import sets_of, shapes_of


@dataclass(frozen=True, eq=False)
class Aims:
    """`array`: int64; `goals`: those of its ways, in order; `tables`: theirs."""

    array: NDArray[np.int64] = field(repr=False)
    goals: tuple[Goal, ...] = field(repr=False)
    tables: Tables = field(repr=False)


MOST_FACTS = 10
MOST_WAYS_BY_KIND = 4
"""Most ways of a variant that are made for each kind of an imagined tile: each is 34 tables."""


def aims_of(variant: Variant) -> Aims:
    """Shapes and goals of a variant; those of the last variants are kept."""
    return _aims(msgspec.json.encode(variant))


@lru_cache(maxsize=8)
def _aims(document: bytes) -> Aims:
    return compile_aims(msgspec.json.decode(document, type=Variant))


def compile_aims(variant: Variant) -> Aims:
    """Shapes and goals of a variant."""
    goals: dict[Goal, int] = {}
    sets = sets_of(variant)

    def number_of(goal: Goal) -> int:
        return goals.setdefault(goal, len(goals))

    def capped_goal(ways: tuple[Way, ...]) -> int:
        """Number of the goal of these ways. A joker as a fifth copy is left out: it matters to what may be won, not to what one aims at."""
        return number_of(Goal(ways, 5 if sets == 5 else 4))

    columns = columns_of(variant)
    open_ended = Goal((columns,), 5 if sets == 5 else 4, capped=variant.jokers.copies != 0 or not wild(variant))
    shape_goal = (capped_goal((columns,)), number_of(open_ended))
    forms, late = forms_of(variant)
    plans = plans_of(variant, "standard")
    facts = facts_of(plans)
    forms_won = winning_forms(variant)
    found = [entry(plans, columns, {fact: bool(held >> i & 1) for i, fact in enumerate(facts)}) for held in range(1 << len(facts))]
    entries: list[tuple[tuple[int, ...], int, int]] = []
    numbers: tuple[int, ...]
    for ways, flags in found:
        numbers = shape_goal if not ways or ways == (columns,) else (capped_goal(ways),) * 2
        entries.append((numbers, forms_won, flags))
    by_kind = variant.jokers.imagined == "fixed" and sum(len(ways) for ways, _ in found) <= MOST_WAYS_BY_KIND
    for kind in range(KINDS if by_kind else 0):
        for ways, flags in found:
            using = ways_with(ways or (columns,), kind)
            forms_left = forms_won & ~(0 if YAO >> kind & 1 else special.ORPHANS)
            entries.append(((capped_goal(using),) * 2 if using else (), forms_left, flags))
    tables = tables_of(tuple(goals))
    head = np.zeros(A.HEADER, np.int64)
    head[A.SETS] = sets
    head[A.EXACT] = is_exact(variant)
    head[A.SHAPE_WAYS : A.SHAPE_WAYS + 4] = [*tables.ways[shape_goal[0]], *tables.ways[shape_goal[1]]]
    head[A.SHAPE_FORMS], head[A.LATE_FORMS] = forms, late
    free = free_shapes(variant)
    head[A.FREE_SHAPES] = len(free)
    for i, words in enumerate(free):
        head[A.FREE + A.FREE_WORDS * i : A.FREE + A.FREE_WORDS * (i + 1)] = words
    head[A.FIXED_KIND] = len(found) if by_kind else 0
    head[A.FACTS] = len(facts)
    for i, fact in enumerate(facts):
        head[A.FACT + 2 * i : A.FACT + 2 * i + 2] = [fact.code, fact.argument]
    head[A.ENTRIES] = A.HEADER
    tail = np.zeros((len(entries), A.ENTRY_WORDS), np.int64)
    for row, (numbers, form_mask, flags) in zip(tail, entries, strict=True):
        row[:4] = [end for number in numbers for end in tables.ways[number]] or [0] * 4
        row[A.ENTRY_FORMS], row[A.ENTRY_FLAGS] = form_mask, flags
    return Aims(np.concatenate([head, tail.reshape(-1)]), tuple(goals), tables)


def ways_with(ways: tuple[Way, ...], kind: int) -> tuple[Way, ...]:
    """The ways in which a tile of a kind, which cannot be thrown, is part of some group."""
    colour, rank = divmod(kind, 9)
    giving = [(way, give(way[colour], tuple(group for group in way[colour].groups if rank in group))) for way in ways]
    return tuple((*way[:colour], column, *way[colour + 1 :]) for way, column in giving if column.gives[-1])  # type: ignore[misc]  # four columns


def facts_of(plans: Plans) -> list[Fact]:
    """The facts that decide between the plans; if there are too many, those of the first plans."""
    facts: set[Fact] = set()
    for plan in plans:
        if len(facts | plan.facts_used()) <= MOST_FACTS:
            facts |= plan.facts_used()
    return sorted(facts)


def winning_forms(variant: Variant) -> int:
    """Bits of the special forms that some gate does not bar."""
    late = forms_of(variant)[1]
    return sum({form_of(shape) for name, shape in shapes_of(variant).items() if plans_of(variant, name)}) & ~late


def wild(variant: Variant) -> bool:
    """Are there jokers?"""
    return variant.jokers.source != "none" or variant.jokers.virtual > 0
