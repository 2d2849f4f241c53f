"""Which kinds are wild in a hand."""

from __future__ import annotations

from mjsim.referee.book import Book, Kinds
from mjsim.tiles import KIND_OF, parse_tiles

RINGS = {
    "three": ("ESWN", "CFP"),
    "seven": ("ESWNCFP",),
    "past-red": ("ESWNFP",),
}
"""In which order honours follow one another; in a suit 9 is followed by 1."""


def next_kind(kind: int, ring: str) -> int:
    """The kind after this one.

    >>> next_kind(8, "three"), next_kind(30, "three"), next_kind(31, "past-red")
    (0, 27, 32)
    """
    if kind < 27:
        return kind // 9 * 9 + (kind % 9 + 1) % 9
    for letters in RINGS[ring]:
        kinds = [KIND_OF[letter] for letter in letters]
        if kind in kinds:
            return kinds[(kinds.index(kind) + 1) % len(kinds)]
    return kind + 1


def jokers_of(book: Book, turned: int | None) -> Kinds:
    """The wild kinds of a hand in which this tile was turned up (the turned kind before the next one)."""
    rule = book.variant.jokers
    if rule.source == "fixed":
        return tuple(dict.fromkeys(parse_tiles(rule.kinds)))
    if rule.source == "none" or turned is None:
        return ()
    following = next_kind(turned, rule.ring)
    return {"turned": (turned,), "next": (following,), "turned+next": (turned, following)}[rule.source]
