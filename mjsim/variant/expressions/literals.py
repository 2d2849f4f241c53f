"""Tile literals: `"19mps"`, `"5m"`, `"23468sF"`, `"f1f2"`. Digits may be followed by several suit letters."""

from __future__ import annotations

import re

from mjsim.errors import VariantError, quote
from mjsim.tiles import DRAGONS, KIND_OF, WINDS, kinds_in, rank_of, suit_of
from mjsim.variant.expressions.features import CONSTANTS

ALLOWED = 'digits with one or more of m p s, honours E S W N C F P, flowers f1-f8, e.g. "19mps", "5mF", "f1f2"'
_PART = re.compile(r"([1-9]+)([mps]+)|([ESWNCFP])|(f[1-8])")


def read(text: str, where: str = "") -> int:
    """The kinds of a literal as a mask.

    >>> read("19mE") == 1 << 0 | 1 << 8 | 1 << 27
    True
    """
    mask = position = 0
    while position < len(text):
        match = _PART.match(text, position)
        if match is None:
            raise VariantError(f"{quote(text[position:])} of the literal {quote(text)} names no tile", where, ALLOWED)
        digits, suits, honor, flower = match.groups()
        for name in [digit + suit for suit in suits for digit in digits] if digits else [honor or flower]:
            mask |= 1 << KIND_OF[name]
        position = match.end()
    if not mask:
        raise VariantError("an empty tile literal", where, ALLOWED)
    return mask


_NAMED = {mask: name for name, mask in CONSTANTS.items()}


def write(mask: int) -> str:
    """The shortest usual way to write a set of kinds: a constant's name, or a literal with its quotes.

    >>> write(read("19mps")), write(read("28psE"))
    ('terminals', '"28psE"')
    """
    return _NAMED.get(mask) or f'"{spell(mask)}"'


def spell(mask: int) -> str:
    """A set of kinds as a literal without quotes.

    >>> spell(read("1m1p9p"))
    '1m19p'
    """
    ranks = {"m": "", "p": "", "s": ""}
    rest = ""
    for kind in kinds_in(mask):
        if suit_of(kind) < 3:
            ranks["mps"[suit_of(kind)]] += str(rank_of(kind))
        elif suit_of(kind) == 3:
            rest += (WINDS + DRAGONS)[kind - 27]
        else:
            rest += f"f{kind - 33}"
    suits_by_ranks: dict[str, str] = {}
    for suit, digits in ranks.items():
        if digits:
            suits_by_ranks[digits] = suits_by_ranks.get(digits, "") + suit
    return "".join(digits + suits for digits, suits in suits_by_ranks.items()) + rest
