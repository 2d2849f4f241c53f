"""One hand told to a person: the reading, each fan, what is left out and by which principle, the next best reading."""

from __future__ import annotations

import pytest

from mjsim.cli import main


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main(["score", *arguments]) == code
    return capsys.readouterr().out.splitlines()


def test_account_once_non_repeat_and_the_next_reading(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "mcr", "234567m234567p5s", "5s", "--flower", "f1")
    assert "standard: 234m 567m 234p 567p 5s+5s" in lines
    assert "  喜相逢 Mixed double chow: 1 × 2  (mixed-double-chow)" in lines
    assert "  花牌 Flower tiles: 1  (flower-tiles, outside the minimum)" in lines
    assert "value 13 番 fan" in lines
    assert "  連六 Short straight: account once 套算一次, its groups are joined by 喜相逢 Mixed double chow" in lines
    assert "  無字 No honours: non-repeat 不重複, part of 平和 All chows, 斷幺 All simples" in lines
    # Two mixed double chows and one short straight, or the other way round, are worth the same.
    assert "next best reading (high over low 就高不就低): 13" in lines
    assert lines[-1] == "payments seat 0 +63, seat 1 -21, seat 2 -21, seat 3 -21"


def test_non_identical(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "mcr", "112233m123789p9s", "9s")
    assert "  一般高 Pure double chow: 1  (pure-double-chow)" in lines
    assert "  喜相逢 Mixed double chow: 1  (mixed-double-chow)" in lines
    assert "  喜相逢 Mixed double chow: non-identical 不得相同, 123p in that row already" in lines


def test_non_separation_and_equal_readings(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "mcr", "4455566m445566p", "5m")
    assert "pairs: 44m 5m+5m 55m 66m 44p 55p 66p" in lines
    assert "  全帶五 All fives: non-separation 不拆移, only as standard: 46m+5m 456m 55m 456p 456p" in lines
    assert "  不求人 Fully concealed hand: non-repeat 不重複, part of 七對 Seven pairs" in lines
    at = lines.index("next best reading (high over low 就高不就低): 52")
    assert "Pure double chow × 2, Mixed double chow, One voided suit" in lines[at + 2]


def test_what_a_refused_hand_would_be_worth(capsys: pytest.CaptureFixture[str]) -> None:
    melds = ["--meld", "chow 123p<1", "--meld", "chow 567m<1", "--by", "discard", "--from", "0", "--seat", "2"]
    lines = told(capsys, "mcr", "34m22p678s", "5m", *melds, code=1)
    assert "no win: worth 2, the least is 8 (fan)" in lines
    assert "  standard: [123p] [567m] 34m+5m 22p 678s" in lines
    assert "  平和 All chows: 2  (all-chows)" in lines


def test_a_worse_reading_that_is_no_win(capsys: pytest.CaptureFixture[str]) -> None:
    """As three chows alike the hand has 24; as pungs it would have 24 too, by other rows."""
    lines = told(capsys, "mcr", "EE222333444s99m", "9m", "--by", "discard", "--from", "1")
    assert "  一色三節高 Pure shifted pungs: 24  (pure-shifted-pungs)" in lines
    assert any(line.startswith("next best reading") for line in lines)


@pytest.mark.parametrize("slug, hand, tile, more", [
    ("tianjin", "12355m456p789sEE", "3m", ["--joker", "E"]),
    ("hongkong", "123m456p789sEEE1m", "1m", []),
    ("simplest", "123m456p789sEE67m", "8m", ["--by", "discard", "--from", "0", "--seat", "1"]),
    ("changsha", "222m555p888s22p55m", "5m", []),
])
def test_other_variants_are_told_too(capsys: pytest.CaptureFixture[str], slug: str, hand: str, tile: str, more: list[str]) -> None:
    lines = told(capsys, slug, hand, tile, *more)
    assert any(line.startswith("value ") for line in lines)
    assert lines[-1].startswith("payments seat 0 ")


def test_a_joker_is_shown_as_what_it_plays(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "tianjin", "12355m456p789sEE", "3m", "--joker", "E")
    assert any("{" in line for line in lines[2:3])
