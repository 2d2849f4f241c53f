"""Templates of groups: what the scoring machine finds at once, against every order of suits and every rank tried by hand."""

from __future__ import annotations

import random
from itertools import permutations

import numba
import pytest

from mjsim.compile import compile_variant
from mjsim.compile.program import Program
from mjsim.kernels import layout as L
from mjsim.kernels import ops as O
from mjsim.kernels.hands import int64_at
from mjsim.kernels.vm import fit
from mjsim.variant import load


@numba.njit
def fit_at(image: int, work: int, template: int, groups: int, once: int) -> int:
    return fit(int64_at(image), int64_at(work), template, groups, L.W_BANK, once)


def parts_of(program: Program, template: int) -> tuple[bool, list[tuple[int, int, int, bool]]]:
    """Whether a rank is free; parts: plane, suit variable, shift, whether the rank is fixed."""
    image = program.image
    at = int(image[image[L.TEMPLATE_TABLE] + template])
    orders, parts = int(image[at]), int(image[at + 1])
    words = [int(word) for word in image[at + 3 + orders : at + 3 + orders + parts]]
    return bool(image[at + 2]), [(word & 255, word >> 8 & 3, word >> 12 & 15, bool(word >> 16)) for word in words]


def by_hand(parts: list[tuple[int, int, int, bool]], free: bool, planes: list[int]) -> int:
    """Different ways in which the parts lie in the planes: kinds that each part takes, orders of suits that take the same once."""
    ways = set()
    for suits in permutations(range(3)):
        for rank in range(9 if free else 1):
            places = [(plane, suits[suit], shift + (0 if fixed else rank)) for plane, suit, shift, fixed in parts]
            if all(place < 9 and planes[plane] >> (9 * suit + place) & 1 for plane, suit, place in places):
                ways.add((rank, tuple(sorted(places))))
    return len(ways)


@pytest.mark.parametrize("slug", ["mcr", "hongkong", "tianjin"])
def test_templates_fit_as_when_every_order_is_tried(slug: str) -> None:
    program, rng, found = compile_variant(load(slug)), random.Random(slug), 0
    image, work = program.image, program.new_work()
    start, end = (int(image[L.SECTIONS + 2 * L.SEC_DIVISION + i]) for i in range(2))
    for template in {int(word) >> 36 & 0x3FFF for word in image[start:end] if int(word) & 255 == O.FIT}:
        free, parts = parts_of(program, template)
        for density in (0.3, 0.6, 0.9) * 20:
            planes = [sum(1 << kind for kind in range(34) if rng.random() < density) for _ in range(15)]
            work[L.W_BANK + L.B_FIT : L.W_BANK + L.B_FIT + 15], work[L.W_BANK + L.B_ALL] = planes, 31
            expected = by_hand(parts, free, planes)
            found += expected > 0
            assert fit_at(image.ctypes.data, work.ctypes.data, template, 31, 0) == expected
            assert fit_at(image.ctypes.data, work.ctypes.data, template, 31, 1) == min(expected, 1)
    assert found > 10
