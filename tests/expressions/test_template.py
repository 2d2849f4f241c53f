"""Templates of `fit`: what they require, and which cannot be."""

from __future__ import annotations

import pytest

from mjsim.errors import VariantError
from mjsim.variant.expressions.template import read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("C1a C4a C7a", 3),  # a straight in each suit
        ("C1a C4b C7c", 6),  # six orders of suits
        ("C+0a C+0a", 21),  # seven chows in three suits
        ("C+0a C+0b", 21),  # three pairs of suits, seven ranks
        ("C+0a C+0b C+0c", 7),
        ("C+0a C+1b C+2c", 30),  # six orders, ranks 1 to 5
        ("C+0a C+2a C+4a", 9),  # ranks 1 to 3
        ("P+0a P+1a P+2a", 21),
        ("P+0a P+0b", 27),
        ("P1a P9a", 3),
        ("C1a C7a C1b C7b D5c", 3),  # the suit of the pair decides
        ("C1a C1a C7a C7a D5a", 3),
        ("P+0a C1b", 54),
    ],
)
def test_how_many_requirements(text: str, number: int) -> None:
    assert len(read(text).instances()) == number


def test_what_is_required() -> None:
    assert read("C1a C1a D5a").instances()[0] == ((0, 0, 1, 2), (2, 0, 5, 1))
    assert set(read("C+0a C+5a").instances()) == {
        tuple((0, suit, rank, 1) for rank in (base, base + 5)) for suit in range(3) for base in (1, 2)
    }


def test_letters_are_numbered_as_they_come() -> None:
    assert read("C1c  P2a D5c").text == "C1a P2b D5a"
    assert read("P1b P9b") == read("P1a P9a")


@pytest.mark.parametrize(
    "text",
    [
        "", "C8a", "C0a", "P0a", "P10a", "C+7a C+0a", "X1a", "C1", "C1A", "1a", "C1a P1b P2c P3d", "C+1a C+2a", "C-1a", "C+0a P+9a",
        " ".join(["P1a"] * 9), "C１a",
    ],
)  # fmt: skip
def test_bad_templates(text: str) -> None:
    with pytest.raises(VariantError):
        read(text)
