"""Kernel and referee score the same random hands of every variant alike: win or not, value, rows, payments."""

from __future__ import annotations

from typing import Any

import pytest

from mjsim.compile.cases import program_of
from mjsim.compile.cases import score_case as kernel_case
from mjsim.referee import score_case as referee_case
from mjsim.variant import load
from mjsim.variant.load import catalog
from tests.kernels.random_hands import Dealer

HANDS, MANY = 60, 1500


def differences(slug: str, hands: int, seed: int) -> tuple[int, list[tuple[dict[str, Any], ...]]]:
    """Wins among so many random hands, and the hands that the engines judge differently."""
    variant = load(slug)
    dealer = Dealer(program_of(variant), seed)
    wins, wrong = 0, []
    for _ in range(hands):
        case = dealer.case()
        kernel, referee = kernel_case(variant, case), referee_case(variant, case)
        wins += kernel["win"]
        if any(kernel[key] != referee[key] for key in ("win", "value", "items", "deltas")) or bool(kernel["why"]) == kernel["win"]:
            wrong.append((case, kernel, referee))
    return wins, wrong


@pytest.mark.parametrize("slug", catalog())
def test_engines_agree(slug: str) -> None:
    wins, wrong = differences(slug, HANDS, seed=1)
    assert not wrong
    assert 2 <= wins < HANDS


@pytest.mark.verify
@pytest.mark.parametrize("slug", catalog())
def test_engines_agree_on_many(slug: str) -> None:
    assert not differences(slug, MANY, seed=2)[1]
