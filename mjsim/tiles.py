"""Tiles as small integers by kind, and the notation people write them in.

Kinds: 0-8 characters 1m..9m, 9-17 dots 1p..9p, 18-26 bamboo 1s..9s, 27-30 winds E S W N,
31-33 dragons C F P (red, green, white), 34-41 flowers f1..f8.
"""

from __future__ import annotations

from collections.abc import Iterable

from mjsim.errors import NotationError, quote

KINDS = 34
"""Kinds that a hand is made of."""
ALL_KINDS = 42
"""Those and the eight flowers."""

SUITS = "mps"
WINDS = "ESWN"
DRAGONS = "CFP"
HONORS = WINDS + DRAGONS
ZIHAI = "ESWNPFC"
"""Honours in the order of the usual 1z..7z."""

NAMES: tuple[str, ...] = (
    tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
    + tuple(HONORS)
    + tuple(f"f{i}" for i in range(1, 9))
)
KIND_OF: dict[str, int] = {name: kind for kind, name in enumerate(NAMES)}
CHINESE: tuple[str, ...] = (
    tuple(f"{digit}{suit}" for suit in "萬筒條" for digit in "一二三四五六七八九")
    + tuple("東南西北中發白")
    + tuple("春夏秋冬梅蘭菊竹")
)

ALLOWED = "digits with m, p or s, honours E S W N C F P, 1z..7z, flowers f1..f8"


def suit_of(kind: int) -> int:
    """0 1 2 for m p s, 3 for honours, 4 for flowers."""
    return min(kind // 9, 3) if kind < KINDS else 4


def rank_of(kind: int) -> int:
    """1-9 of a suited kind, 0 of any other."""
    return kind % 9 + 1 if kind < 27 else 0


def parse_tiles(text: str, where: str = "") -> list[int]:
    """Kinds in the order in which they are written.

    >>> parse_tiles("123m55pEf1")
    [0, 1, 2, 13, 13, 27, 34]
    """
    kinds: list[int] = []
    digits = ""
    flower = False
    for letter in text.replace(" ", ""):
        if flower:
            if letter not in "12345678":
                raise NotationError(f"unknown flower {quote('f' + letter)} in {quote(text)}", where, "f1..f8")
            kinds.append(KINDS + int(letter) - 1)
            flower = False
        elif letter.isascii() and letter.isdigit():
            digits += letter
        elif letter in "mpsz":
            if not digits:
                raise NotationError(f"{quote(letter)} without digits in {quote(text)}", where, ALLOWED)
            for digit in digits:
                rank = int(digit)
                if rank == 0 or (letter == "z" and rank > 7):
                    raise NotationError(f"no tile {quote(digit + letter)} in {quote(text)}", where, ALLOWED)
                kinds.append(KIND_OF[ZIHAI[rank - 1]] if letter == "z" else SUITS.index(letter) * 9 + rank - 1)
            digits = ""
        elif digits:
            raise NotationError(f"digits {quote(digits)} without a suit in {quote(text)}", where, ALLOWED)
        elif letter in HONORS:
            kinds.append(KIND_OF[letter])
        elif letter == "f":
            flower = True
        else:
            raise NotationError(f"unknown tile {quote(letter)} in {quote(text)}", where, ALLOWED)
    if digits or flower:
        raise NotationError(f"{quote(text)} ends in the middle of a tile", where, ALLOWED)
    return kinds


def parse_kind(text: str, where: str = "") -> int:
    """The kind of a single tile.

    >>> parse_kind("9s")
    26
    """
    kinds = parse_tiles(text, where)
    if len(kinds) != 1:
        raise NotationError(f"{quote(text)} is not one tile", where, ALLOWED)
    return kinds[0]


def kind_set(text: str, where: str = "") -> int:
    """A set of kinds as a bit mask (bit k = kind k), from a tile literal.

    >>> kind_set("19mE") == 1 << 0 | 1 << 8 | 1 << 27
    True
    """
    mask = 0
    for kind in parse_tiles(text, where):
        mask |= 1 << kind
    return mask


def format_tiles(kinds: Iterable[int]) -> str:
    """Kinds sorted and written short: `format_tiles([0, 2, 1, 27])` is "123mE"."""
    text, digits, last = "", "", -1
    for kind in sorted(kinds):
        suit = suit_of(kind)
        if digits and suit != last:
            text += digits + SUITS[last]
            digits = ""
        if suit < 3:
            digits += str(rank_of(kind))
        else:
            text += NAMES[kind]
        last = suit
    return text + (digits + SUITS[last] if digits else "")


def counts_of(kinds: Iterable[int], size: int = KINDS) -> list[int]:
    """Counts by kind, `size` long (34, or 42 with flowers)."""
    counts = [0] * size
    for kind in kinds:
        counts[kind] += 1
    return counts


def kinds_in(mask: int) -> list[int]:
    """The kinds of a bit mask, ascending."""
    return [kind for kind in range(ALL_KINDS) if mask >> kind & 1]
