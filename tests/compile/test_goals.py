"""Goals from rows: what is derived, what it is worth, and that a row of one's own makes one by itself."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from mjsim.compile.cases import program_of
from mjsim.compile.goals import Goals, find_goals
from mjsim.compile.rows import targets_of
from mjsim.compile.samples import words_of
from mjsim.errors import MjsimError
from mjsim.kernels import goals as G
from mjsim.kernels.words import from_counts
from mjsim.variant import Variant, check, load
from mjsim.variant.model import Row

SIMPLEST = load("simplest")


def with_row(**row: object) -> Variant:
    """The simplest variant with one row more."""
    new = Row(zh="試", en="Trial", value=50, **row)  # type: ignore[arg-type]  # fields of Row
    return msgspec.structs.replace(SIMPLEST, rows=dict(SIMPLEST.rows) | {"trial": new})


def goals_for(variant: Variant) -> Goals:
    return find_goals(program_of(variant))


def fixed_of(variant: Variant, slug: str) -> list[tuple[tuple[int, int], ...]]:
    """Fixed groups of the targets of a row."""
    return [target.fixed for family in targets_of(variant) for target in family if target.rows == (slug,)]


def test_templates_become_fixed_groups() -> None:
    mcr = load("mcr")
    straights = [((G.CHOW, 9 * suit), (G.CHOW, 9 * suit + 3), (G.CHOW, 9 * suit + 6)) for suit in range(3)]
    assert fixed_of(mcr, "pure-straight") == straights
    assert len(fixed_of(mcr, "mixed-triple-chow")) == 7
    assert len(fixed_of(mcr, "mixed-shifted-chows")) == 30
    assert fixed_of(mcr, "dragon-pung") == [((G.PUNG, kind),) for kind in (31, 32, 33)]
    assert fixed_of(mcr, "seat-wind") == [((G.PUNG, G.SEAT_WIND),)]
    assert fixed_of(mcr, "self-drawn") == []


def test_a_row_of_ones_own_makes_a_goal() -> None:
    goals = goals_for(with_row(when="suits == 1 and tiles(honors) == 0"))
    mine = [i for i, target in enumerate(goals.targets) if target.rows == ("trial",)]
    assert len(mine) == 1
    assert goals.closed[mine[0]] > 20 * goals.closed[0]
    assert len(goals_for(SIMPLEST).targets) < len(goals.targets)


def test_a_row_names_a_goal_where_none_can_be_derived() -> None:
    strange = "tiles(honors) * 2 == 28"
    assert not fixed_of(with_row(when=strange), "trial")
    named = with_row(when=strange, goal="all_honors")
    check(named)
    assert any(target.rows == ("trial",) for family in targets_of(named) for target in family)


def test_a_goal_that_is_no_expression_is_refused() -> None:
    with pytest.raises(MjsimError, match=r"rows\.trial\.goal"):
        check(with_row(when="1", goal="all_pungz"))


def test_below_the_minimum_a_hand_is_worth_nothing() -> None:
    """Most plain hands of 國標 have less than 8 fan; a mixed triple chow has them by itself."""
    goals = goals_for(load("mcr"))
    worth = dict(zip([target.rows for target in goals.targets], goals.open, strict=True))
    assert worth[("mixed-triple-chow",)] > 3 * worth[()]


def test_words_are_those_of_the_kernels() -> None:
    counts = np.array([[2, 0, 4, 1, 0, 0, 1, 0, 3] + [0] * 9 + [1] * 9 + [4, 0, 0, 0, 2, 0, 0]])
    assert words_of(counts)[0].tolist() == [int(from_counts(counts[0], colour)) for colour in range(4)]
