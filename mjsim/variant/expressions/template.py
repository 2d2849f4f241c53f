"""Templates: relations between the groups of a hand, as in `fit("C1a C4a C7a")`.

A template lists groups: kind (C chow, P pung or kong, D pair), lowest rank, suit variable. Unlike letters are unlike
suits; `+0 +1 ...` count from one common free rank.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar, Literal

from mjsim.errors import VariantError, quote
from mjsim.variant.expressions.features import Type

ALLOWED = 'groups like C1a (chow from 1), P+0a (pung of a free rank), D5b (pair), e.g. "C+0a C+0b C+0c"'
LONGEST = 8
"""Groups in a template: no hand has more."""
TOP = {"C": 7, "P": 9, "D": 9}
"""Highest rank a group of this kind can begin with."""
CODE = {"C": 0, "P": 1, "D": 2}


@dataclass(frozen=True, slots=True)
class Part:
    """One required group; `rank` is 1-9, or 0-8 above the free rank; `suit` is a variable 0, 1, 2."""

    kind: Literal["C", "P", "D"]
    rank: int
    free: bool
    suit: int

    def __str__(self) -> str:
        return f"{self.kind}{'+' if self.free else ''}{self.rank}{'abc'[self.suit]}"


@dataclass(frozen=True, slots=True)
class Template:
    """Required groups, suit variables numbered in order of appearance."""

    parts: tuple[Part, ...]
    type: ClassVar[Type] = "text"

    @property
    def text(self) -> str:
        """Normal form.

        >>> read("P1b P9b").text
        'P1a P9a'
        """
        return " ".join(str(part) for part in self.parts)

    def instances(self) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
        """All different requirements: tuples of (kind 0 1 2 for C P D, suit 0-2, rank 1-9, how many).

        `fit` is the number of instances whose requirements a hand has, each at least so often. Assignments of suits
        that require the same groups are one instance, so two chows `C+0a C+0b` in two suits fit once, not twice.

        >>> len(read("C+0a C+0b").instances()), len(read("C1a C4b C7c").instances())
        (21, 6)
        """
        free = any(part.free for part in self.parts)
        seen: dict[tuple[tuple[int, int, int, int], ...], None] = {}
        for suits in permutations(range(3)):
            for base in range(1, 10) if free else (0,):
                needed = Counter((CODE[p.kind], suits[p.suit], p.rank + base * p.free) for p in self.parts)
                if all(p.rank + base * p.free <= TOP[p.kind] for p in self.parts):
                    seen[tuple(sorted((*group, need) for group, need in needed.items()))] = None
        return tuple(seen)


def read(text: str, where: str = "") -> Template:
    """A template from text; VariantError if it is none or can fit no hand."""
    words = text.split()
    if not 1 <= len(words) <= LONGEST:
        raise VariantError(f"a template has 1 to {LONGEST} groups, {quote(text)} has {len(words)}", where, ALLOWED)
    letters: dict[str, int] = {}
    parts = []
    for word in words:
        match = re.fullmatch(r"([CPD])(\+?)([0-9])([a-z])", word)
        if match is None:
            raise VariantError(f"{quote(word)} is no group of a template", where, ALLOWED)
        kind, plus, digit, letter = match.groups()
        rank, lowest = int(digit), 0 if plus else 1
        if not lowest <= rank <= TOP[kind] - (1 - lowest):
            raise VariantError(f"no group {quote(word)}: a {kind} begins with rank 1 to {TOP[kind]}", where, ALLOWED)
        if letters.setdefault(letter, len(letters)) > 2:
            raise VariantError(f"more than three suits in {quote(text)}", where, ALLOWED)
        parts.append(Part(kind, rank, bool(plus), letters[letter]))  # type: ignore[arg-type]  # the pattern allows C P D only
    template = Template(tuple(parts))
    if any(part.free for part in parts) and not any(part.free and part.rank == 0 for part in parts):
        raise VariantError(f"no group with +0 in {quote(text)}", where, "the lowest free group is +0")
    if not template.instances():
        raise VariantError(f"template {quote(text)} fits no tiles", where, ALLOWED)
    return template
