"""Who deals next, as the rule cards have it, for every variant: after wins of one or of several players, and after a draw."""

from __future__ import annotations

import pytest

from mjsim.referee.book import book_of
from mjsim.referee.end import Outcome, next_dealer
from tests.catalog.coverage import CARDS, variant

ALWAYS_NEXT = {"mcr", "guangdong-xinzhang"}
"""The deal passes on after every hand."""
NEXT_AFTER_A_WIN = {"anqing"}
WINNER_DEALS = {
    *("changsha", "chengdu-xuezhan", "er-wu-ba", "guangshui", "guizhou", "hangzhou", "luoshan", "sichuan"),
    *("wuhan", "xiangyang-kawuxing", "yichang-xueliu", "yunnan", "zhenjiang", "zhuanzhuan"),
}
DISCARDER_DEALS = WINNER_DEALS - {"hangzhou", "luoshan", "wuhan", "yunnan", "zhenjiang"}
"""After several winners of one tile. In the others of `WINNER_DEALS` but yunnan only one player can win it."""
ALL_WIN = DISCARDER_DEALS | {
    *("guangdong-jiping", "guangdong-tuidaohu", "jiangnan-xinhuang", "nanchang", "nanjing", "shenyang"),
    *("taiwan13", "taiwan16", "tuidaohu", "yunnan"),
}
"""Several players may win one tile."""


def deals(slug: str, *winners: int, giver: int | None = None, kongs: tuple[int, ...] = (), drew_last: int = 0) -> int:
    return next_dealer(book_of(variant(slug)), Outcome(winners, giver, frozenset(kongs), drew_last))


@pytest.mark.parametrize("slug", CARDS)
def test_after_a_win(slug: str) -> None:
    assert deals(slug, 0) == int(slug in ALWAYS_NEXT | NEXT_AFTER_A_WIN)
    assert deals(slug, 2) == (2 if slug in WINNER_DEALS else 1)
    assert deals(slug, 2, giver=0) == (2 if slug in WINNER_DEALS else 1)


@pytest.mark.parametrize("slug", CARDS)
def test_after_several_winners(slug: str) -> None:
    assert (variant(slug).win.several == "all") == (slug in ALL_WIN)
    if slug in DISCARDER_DEALS:
        assert deals(slug, 2, 0, giver=1) == 1
        assert deals(slug, 1, 2, giver=0) == 0
    elif slug in ALL_WIN:
        assert deals(slug, 0, 2, giver=3) == 0
        assert deals(slug, 2, 0, giver=1) == (2 if slug == "yunnan" else 0)
        assert deals(slug, 1, 2, giver=0) == 1


@pytest.mark.parametrize("slug", CARDS)
def test_after_a_draw(slug: str) -> None:
    plain, dealers, others = deals(slug, drew_last=2), deals(slug, kongs=(0, 1), drew_last=2), deals(slug, kongs=(1,), drew_last=2)
    if slug in ALWAYS_NEXT | {"wuhan"}:
        assert (plain, dealers, others) == (1, 1, 1)
    elif slug in ("changsha", "xiangyang-kawuxing"):
        assert (plain, dealers, others) == (2, 2, 2)
    else:
        assert (plain, dealers, others) == {"taiyuan-lisi": (0, 1, 1), "tianjin": (0, 0, 1)}.get(slug, (0, 0, 0))
