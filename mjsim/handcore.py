"""The hand core for numpy: shanten, useful tiles, discards and arrangements of whole batches of hands.

Hands are counts by kind, an integer array (n, 34) (or (34,) for one hand), without jokers and melds laid down: `melds` is the number of
sets still to make, `jokers` the number of wild tiles held; both a number or one for each hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import MjsimError, one_of, quote
from mjsim.kernels import batch, special, words
from mjsim.kernels.arrange import ANY_PAIR, ANY_SET, arrange
from mjsim.tables.goals import FIVE_MELDS, STANDARD, Goal
from mjsim.tables.groups import groups_of
from mjsim.tables.program import Tables, tables_of
from mjsim.tiles import KINDS

FORMS: dict[str, int] = {
    "standard": 0,
    "pairs": special.PAIRS,
    "pairs_distinct": special.PAIRS_DISTINCT,
    "pairs_eight": special.PAIRS_EIGHT,
    "orphans": special.ORPHANS,
    "apart": special.APART,
    "apart_all": special.APART_ALL,
    "knitted": special.KNITTED,
    "knit3": special.KNIT3,
}
"""Shapes by name: sets and a pair, and those of `mjsim.kernels.special`."""
USUAL = ("standard", "pairs_distinct", "orphans")
IMPOSSIBLE = special.IMPOSSIBLE
"""Deficiency of a hand that cannot reach the goal."""


class Group(NamedTuple):
    """A set or pair of an arrangement: its kinds, () if it is made of jokers only, and the positions that jokers play."""

    kinds: tuple[int, ...]
    jokers: tuple[int, ...]


class Discards(NamedTuple):
    """Ratings of all discards, each (n, 34).

    deficiency : int8, after the discard; -1 where the kind is not held.
    live : int16, unseen useful tiles where the deficiency is the hand's best, else -1.
    useful : int64, mask of the useful kinds (bit k = kind k), likewise, else 0.
    """

    deficiency: NDArray[np.int8]
    live: NDArray[np.int16]
    useful: NDArray[np.int64]


class Batch(NamedTuple):
    """Checked arguments of a batch kernel."""

    tables: Tables
    span: tuple[int, int, int]
    counts: NDArray[np.uint8]
    melds: NDArray[np.int64]
    jokers: NDArray[np.int64]
    shape: tuple[int, ...]

    @property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.uint64], int, int, int]:
        """First arguments of every kernel."""
        return self.tables.head, self.tables.t16, self.tables.rec, *self.span


def deficiency(
    counts: ArrayLike, melds: ArrayLike = 4, jokers: ArrayLike = 0, forms: Iterable[str] = USUAL, goal: Goal | None = None
) -> NDArray[np.int8]:
    """Tiles missing to a complete hand, int8 (n,) (a scalar array for one hand); `IMPOSSIBLE` where the goal cannot be reached.

    `goal` says what the standard form may be made of; the usual sets with four or five melds where it is not given.

    >>> from mjsim.tiles import counts_of, parse_tiles
    >>> int(deficiency(counts_of(parse_tiles("123m456p789sEEESS"))))
    0
    """
    args = _batch(counts, melds, jokers, forms, goal)
    out = np.empty(len(args.counts), dtype=np.int8)
    _check_sizes(batch.deficiencies(*args.arrays, args.counts, args.melds, args.jokers, out), args, "at most 3 x melds + 2")
    return out.reshape(args.shape)


def shanten(
    counts: ArrayLike, melds: ArrayLike = 4, jokers: ArrayLike = 0, forms: Iterable[str] = USUAL, goal: Goal | None = None
) -> NDArray[np.int8]:
    """Deficiency less one: -1 complete, 0 ready."""
    return deficiency(counts, melds, jokers, forms, goal) - np.int8(1)


def useful_tiles(
    counts: ArrayLike,
    melds: ArrayLike = 4,
    jokers: ArrayLike = 0,
    forms: Iterable[str] = USUAL,
    goal: Goal | None = None,
    unseen: ArrayLike | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Kinds that lower the deficiency of hands of 3 melds + 1 tiles, as masks (bit k = kind k), and how many such tiles are live.

    `unseen` counts by kind, at most 4 each, what is live; by default all tiles but those in the hand. Kinds held four times are not useful;
    jokers, always useful, are not in the mask.
    """
    args = _batch(counts, melds, jokers, forms, goal)
    masks, live = np.empty(len(args.counts), dtype=np.int64), np.empty(len(args.counts), dtype=np.int64)
    wrong = batch.useful_masks(*args.arrays, args.counts, _unseen(unseen, args.counts), args.melds, args.jokers, masks, live)
    _check_sizes(wrong, args, "3 x melds + 1")
    return masks.reshape(args.shape), live.reshape(args.shape)


def discards(
    counts: ArrayLike,
    melds: ArrayLike = 4,
    jokers: ArrayLike = 0,
    forms: Iterable[str] = USUAL,
    goal: Goal | None = None,
    unseen: ArrayLike | None = None,
) -> Discards:
    """Rate every discard of hands of 3 melds + 2 tiles: deficiency after it, and useful tiles of those that keep the best."""
    args = _batch(counts, melds, jokers, forms, goal)
    shape = (len(args.counts), KINDS)
    result = Discards(np.empty(shape, dtype=np.int8), np.empty(shape, dtype=np.int16), np.empty(shape, dtype=np.int64))
    wrong = batch.rate_all(*args.arrays, args.counts, _unseen(unseen, args.counts), args.melds, args.jokers, *result)
    _check_sizes(wrong, args, "3 x melds + 2")
    missing, live, useful = result
    full = (*args.shape, KINDS)
    return Discards(missing.reshape(full), live.reshape(full), useful.reshape(full))


def arrangements(
    counts: ArrayLike, melds: int = 4, jokers: int = 0, goal: Goal | None = None, copies: int = 4, most: int = 100_000
) -> list[tuple[Group, ...]]:
    """All ways to divide one complete hand into sets and a pair (last), with what the jokers play; [] if it is not complete.

    `copies` is the most tiles of a kind as played (99 if a joker may stand for a fifth). More than `most` ways are an error.

    >>> from mjsim.tiles import counts_of, parse_tiles
    >>> [len(way) for way in arrangements(counts_of(parse_tiles("111222333m456pEE")))]
    [5, 5]
    """
    args = _batch(counts, melds, jokers, ("standard",), goal)
    groups, at = groups_of(goal or _usual_goal(melds))
    hand, out = np.zeros(4, dtype=np.int64), np.empty((most, 6), dtype=np.int64)
    words.words_of(args.counts[0], hand)
    rows = arrange(groups, at, *(int(word) for word in hand), jokers, melds, copies, out)
    if rows < 0:
        raise MjsimError(f"more than {most} arrangements", "hand", "fewer jokers, or a larger `most`")

    def group(code: int) -> Group:
        number, mask = code & 0xFF, code >> 8
        kinds = () if number in (ANY_SET, ANY_PAIR) else tuple(int(kind) for kind in groups[number, :3] if kind >= 0)
        return Group(kinds, tuple(i for i in range(3) if mask >> i & 1))

    return [tuple(group(int(code)) for code in row if code >= 0) for row in out[:rows]]


def _usual_goal(melds: ArrayLike) -> Goal:
    return STANDARD if np.max(melds, initial=0) <= 4 else FIVE_MELDS


def _batch(counts: ArrayLike, melds: ArrayLike, jokers: ArrayLike, forms: Iterable[str], goal: Goal | None) -> Batch:
    """Check the arguments and bring them into the types of the kernels."""
    hands = np.asarray(counts)
    if hands.shape[-1:] != (KINDS,) or hands.ndim > 2 or not np.issubdtype(hands.dtype, np.integer):
        raise MjsimError(f"counts of shape {hands.shape} and type {hands.dtype}", "counts", f"integers (n, {KINDS}) or ({KINDS},)")
    if hands.size and (hands.max() > 4 or (hands.dtype != np.uint8 and hands.min() < 0)):
        raise MjsimError("a kind with fewer than 0 or more than 4 tiles", "counts", "0 to 4 tiles of a kind")
    hands = np.ascontiguousarray(hands.reshape(-1, KINDS), dtype=np.uint8)
    names = list(forms)
    for name in names:
        if name not in FORMS:
            raise MjsimError(f"unknown form {quote(name)}", "forms", one_of(FORMS))
    if "knit3" in names and "standard" not in names:
        raise MjsimError("knit3 without standard", "forms", "knit3 together with standard, whose sets and pairs it uses")
    goal = goal or _usual_goal(melds)
    tables = tables_of((goal,))
    first, last = tables.ways[0] if "standard" in names else (0, 0)
    for what, value, most in (("melds", melds, goal.melds), ("jokers", jokers, 3 * goal.melds + 2)):
        if np.min(value, initial=0) < 0 or np.max(value, initial=0) > most:
            raise MjsimError(f"{quote(value)}", what, f"0 to {most}")
    melds_each = np.broadcast_to(np.asarray(melds, dtype=np.int64), len(hands))
    jokers_each = np.broadcast_to(np.asarray(jokers, dtype=np.int64), len(hands))
    return Batch(tables, (first, last, sum({FORMS[name] for name in names})), hands, melds_each, jokers_each, np.shape(counts)[:-1])


def _check_sizes(wrong: int, args: Batch, size: str) -> None:
    """Report the hand at which a kernel stopped."""
    if wrong >= 0:
        total = int(args.counts[wrong].sum()) + int(args.jokers[wrong])
        raise MjsimError(f"{total} tiles with {int(args.melds[wrong])} sets to make", f"hand {wrong}", f"{size} tiles, jokers included")


def _unseen(unseen: ArrayLike | None, counts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is live, as the kernels take it."""
    if unseen is None:
        return np.uint8(4) - counts
    array = np.asarray(unseen)
    if array.reshape(-1, array.shape[-1]).shape != counts.shape or array.min(initial=0) < 0 or array.max(initial=0) > 4:
        raise MjsimError(f"unseen tiles of shape {array.shape}", "unseen", "the shape of counts, 0 to 4 of a kind")
    return np.ascontiguousarray(array.reshape(counts.shape), dtype=np.uint8)
