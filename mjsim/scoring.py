"""Many hands scored at once: columns in (a frame, arrays or cases), a frame out.

Columns, all but `win` and one of `hand` and `tiles` optional:

hand : texts, concealed tiles without the winning one, or
tiles : whole numbers (n, 34), how many of each kind of them; (n, 38) where flowers are ordinary tiles.
win : the winning tile, texts or kinds.
by : "self" (default), "discard", "rob", or 0, 1, 2.
seat : the winner's, 0 is the dealer (default). from : seat that gave the tile, default the next.
round : prevailing wind, "E" (default) "S" "W" "N", or 0 to 3.
melds : lists of texts such as "pung EEE", or whole numbers (n, m, 2): number in `SORTS` (0: none) and lowest kind.
flags : lists of words, or masks of `FLAGS`. flowers, jokers : texts or lists of tiles, or masks of kinds.
imagined : what the imagined joker is fixed to where the variant fixes it, texts or kinds; needed there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjsim.compile.cases import program_of
from mjsim.compile.records import FLAGS as TILE_FLAGS
from mjsim.compile.records import WAYS
from mjsim.errors import MjsimError, NotationError, one_of, quote
from mjsim.hands import read_meld
from mjsim.kernels.hands import READY, READY_OPEN, score_hands
from mjsim.kernels.score import FIRST_GATE
from mjsim.tiles import KINDS, NAMES, kinds_in, parse_kind, parse_tiles
from mjsim.variant.deck import copies_of, flower_heads, kinds_by_place, kinds_jokers_play, place_of, places_of
from mjsim.variant.model import Variant

if TYPE_CHECKING:
    import polars as pl

    from mjsim.compile.program import Program

SORTS = ("", "chow", "pung", "kong-exposed", "kong-added", "kong-concealed")
"""Melds by number."""
COLUMNS = ("hand", "tiles", "win", "by", "from", "seat", "round", "melds", "flags", "flowers", "jokers", "imagined")
FLAGS = TILE_FLAGS | {"ready": READY, "ready_open": READY_OPEN}
"""Bits of `flags`: what is known of the winning tile and of the winner."""
IGNORED = ("id", "expect", "source")
BLOCK = 1 << 16
MOST_MELDS = 6
Ints = NDArray[np.int64]


class Hands(NamedTuple):
    """Hands as the kernel takes them, see `mjsim.kernels.hands.score_hands`."""

    tiles: NDArray[np.uint8]
    melds: Ints
    win: Ints
    by: Ints
    giver: Ints
    seat: Ints
    wind: Ints
    flags: Ints
    laid: Ints
    jokers: Ints
    imagined: Ints

    def part(self, first: int, last: int) -> Hands:
        return Hands(*(column[first:last] for column in self))  # type: ignore[arg-type]  # each slice has its column's type


class Scores(NamedTuple):
    """Results by hand. value : 0 where there is no win; refused : 0 for a win, else why not; counts uint8 (n, rows) : how often each
    row counts.
    """

    value: Ints
    base: Ints
    shape: NDArray[np.int8]
    refused: NDArray[np.int16]
    counts: NDArray[np.uint8]


def score_arrays(program: Program, hands: Hands) -> Scores:
    """Score hands that are known to be possible (`read_hands` checks them)."""
    n = len(hands.win)
    found = Scores(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int8),
        np.zeros(n, np.int16),
        np.zeros((n, len(program.rows)), np.uint8),
    )
    score_hands(program.image, program.new_table(), program.new_work(), *hands, *found)
    return found


def score_frame(variant: Variant, hands: Any) -> pl.DataFrame:
    """Hands scored: a frame with `win`, `value` (null without a win), `shape`, `why` (what refuses a win) and `items`, the rows as
    often as they count.

    hands : a polars or pandas frame or a mapping of columns (see the module), or a sequence of cases.

    Raises `MjsimError` or `NotationError` naming the first row that is wrong.
    """
    import polars as pl

    program = program_of(variant)
    columns = read_hands(variant, hands)
    rows, reasons = pl.Enum(program.rows), _reasons(program)
    frames = []
    for first in range(0, max(len(columns.win), 1), BLOCK):
        found = score_arrays(program, columns.part(first, first + BLOCK))
        won = found.refused == 0
        value = pl.Series(found.value) if variant.score.scale == 1 else pl.Series(found.value / variant.score.scale)
        shapes = np.array([*program.shapes, None], object)[found.shape]
        frames.append(
            pl.DataFrame(
                {
                    "win": won,
                    "value": value.set(pl.Series(~won), None),
                    "shape": pl.Series(shapes.tolist(), dtype=pl.Enum(program.shapes)),
                    "why": pl.Series([reasons[code] for code in found.refused], dtype=pl.Enum(reasons)),
                    "items": _items(found.counts, rows, program.rows),
                }
            )
        )
    return pl.concat(frames)


def _items(counts: NDArray[np.uint8], rows: Any, names: Sequence[str]) -> pl.Series:
    """Lists of rows from how often each counts."""
    import polars as pl

    hand, row = np.nonzero(counts)
    often = counts[hand, row]
    flat = pl.Series(np.repeat(row, often).astype(np.uint8)).cast(pl.UInt32)
    lengths = counts.sum(axis=1, dtype=np.int64)
    names_of = pl.Series(names, dtype=rows)
    frame = pl.DataFrame({"hand": np.repeat(np.arange(len(counts)), lengths), "items": names_of.gather(flat)})
    lists = frame.group_by("hand", maintain_order=True).agg("items")
    every = pl.DataFrame({"hand": np.arange(len(counts))}).join(lists, on="hand", how="left", maintain_order="left")
    return every.select(pl.col("items").fill_null(pl.lit([], dtype=pl.List(rows)))).to_series()


def _reasons(program: Program) -> list[str]:
    """What refuses a win, by code."""
    variant = program.variant
    gates = [variant.gates[gate].why for gate in program.gates]
    least = f"less than the least value of {variant.win.minimum}"
    texts = ["", "no win in this way", "no complete hand", *gates, least]
    assert len(gates) + FIRST_GATE + 1 == len(texts)
    return [f"{text} ({number})" if text in texts[:number] else text for number, text in enumerate(texts)]


# ---- columns ----


def read_hands(variant: Variant, hands: Any) -> Hands:
    """The columns as arrays, checked against the set and size of hand of the variant."""
    table = _Table(hands, width_of(variant))
    n = table.rows
    seat = table.numbers("seat", 0, variant.players - 1)
    tiles = table.counts()
    win = table.each("win", _kind, np.full(n, -1, np.int64))
    read = Hands(
        tiles=tiles,
        melds=table.melds(seat),
        win=win,
        by=table.each("by", lambda word: WAYS.index(word), np.zeros(n, np.int64)),
        giver=table.numbers("from", 0, variant.players - 1, (seat + 1) % variant.players),
        seat=seat,
        wind=table.each("round", lambda word: "ESWN".index(word), np.zeros(n, np.int64)),
        flags=table.each("flags", _flags, np.zeros(n, np.int64)),
        laid=table.each("flowers", _mask, np.zeros(n, np.int64)),
        jokers=table.each("jokers", _mask, np.zeros(n, np.int64)),
        imagined=table.each("imagined", _kind, np.full(n, -1, np.int64)),
    )
    _check(variant, read)
    return _placed(variant, read) if flower_heads(variant) else read


def width_of(variant: Variant) -> int:
    """Hands are made of kinds below this."""
    return KINDS + variant.tiles.flowers if flower_heads(variant) else KINDS


def _placed(variant: Variant, hands: Hands) -> Hands:
    """Hands with places for kinds, as the kernels keep them."""
    place = np.array([place_of(variant, kind) for kind in range(64)])
    melds = hands.melds
    for shift in (8, 16, 24, 32):
        melds = (melds & ~(63 << shift)) | place[melds >> shift & 63] << shift
    return hands._replace(tiles=hands.tiles[:, kinds_by_place(variant, places_of(variant))], melds=melds, win=place[hands.win])


def _check(variant: Variant, hands: Hands) -> None:
    """Possible with this set: kinds, copies, number of tiles."""
    width = width_of(variant)
    copies = np.array(copies_of(variant)[:width])
    _must(((hands.by >= 0) & (hands.by < 3)), "by", "self, discard, rob, or 0, 1, 2")
    _must(((hands.wind >= 0) & (hands.wind < 4)), "round", "E S W N, or 0 to 3")
    _must((hands.win >= 0) & (hands.win < width), "win", f"a tile, or its kind 0 to {width - 1}")
    owned = hands.tiles.astype(np.int64)
    owned[np.arange(len(owned)), hands.win] += 1
    sets = (hands.melds != 0).sum(axis=1)
    _must(
        hands.tiles.sum(axis=1) + 3 * sets == variant.deal.hand,
        "hand",
        f"{variant.deal.hand} tiles, a meld counted as three, without the winning tile",
    )
    for i in range(hands.melds.shape[1]):
        word = hands.melds[:, i]
        for place in range(4):
            kind = word >> (8 * place + 8) & 63
            there = (word != 0) & (kind < width)
            owned[np.flatnonzero(there), kind[there]] += 1
    _must((owned <= copies).all(axis=1), "hand", "no more tiles of a kind than the set has")
    if variant.jokers.imagined == "fixed":
        plays = np.isin(hands.imagined, kinds_in(kinds_jokers_play(variant)))
        _must(plays, "imagined", "a kind that the imagined joker may play")
    else:
        _must(hands.imagined == -1, "imagined", f"none: {variant.slug} fixes no imagined joker")


def _must(right: NDArray[np.bool_] | np.bool_, column: str, allowed: str) -> None:
    if not np.all(right):
        raise MjsimError(f"{column} is impossible", f"row {int(np.argmin(right))}", allowed)


def _kind(text: Any) -> int:
    return parse_kind(text) if isinstance(text, str) else int(text)


def _mask(tiles: Any) -> int:
    kinds = parse_tiles(tiles) if isinstance(tiles, str) else [_kind(tile) for tile in tiles or ()]
    return sum(1 << kind for kind in set(kinds))


def _flags(words: Any) -> int:
    unknown = [word for word in words or () if word not in FLAGS]
    if unknown:
        raise NotationError(f"flag {quote(unknown[0])}", "", one_of(FLAGS))
    return sum(FLAGS[word] for word in set(words or ()))


class _Table:
    """Columns by name, whatever they came as."""

    def __init__(self, hands: Any, width: int) -> None:
        self.width = width
        if hasattr(hands, "to_dict") and hasattr(hands, "columns"):
            columns = {str(name): hands[name] for name in hands.columns}
        elif isinstance(hands, Mapping):
            columns = dict(hands)
        else:
            cases = list(hands)
            names = dict.fromkeys(name for case in cases for name in case)
            columns = {name: [case.get(name) for case in cases] for name in names}
        unknown = [name for name in columns if name not in COLUMNS + IGNORED]
        if unknown:
            raise MjsimError(f"unknown column {quote(unknown[0])}", "hands", one_of(COLUMNS))
        self.columns = {name: column for name, column in columns.items() if name not in IGNORED}
        if "win" not in columns or ("hand" in columns) == ("tiles" in columns):
            raise MjsimError(f"columns {one_of(columns)}", "hands", "win, and one of hand and tiles")
        self.rows = len(columns["win"])
        for name, column in self.columns.items():
            if len(column) != self.rows:
                raise MjsimError(f"{name} has {len(column)} entries, win has {self.rows}", "hands", "columns of one length")

    def values(self, name: str) -> tuple[NDArray[Any] | None, list[Any]]:
        """A numeric column as an array, any other as a list."""
        column = self.columns[name]
        array = column if isinstance(column, np.ndarray) else column.to_numpy() if hasattr(column, "to_numpy") else None
        if array is None and not any(isinstance(value, str | list | tuple | type(None)) for value in column):
            array = np.asarray(column)
        if array is not None and array.dtype.kind in "iub":
            return array, []
        return None, column.to_list() if hasattr(column, "to_list") else list(column)

    def each(self, name: str, read: Callable[[Any], int], default: Ints) -> Ints:
        """One number a row; texts and lists are read once each."""
        if name not in self.columns:
            return default
        array, entries = self.values(name)
        if array is not None:
            return np.ascontiguousarray(array, np.int64)
        known: dict[Any, int] = {}
        numbers = default.copy()
        for row, entry in enumerate(entries):
            if entry is None:
                continue
            key = entry if isinstance(entry, str) else tuple(entry) if isinstance(entry, Iterable) else entry
            number = known.get(key)
            if number is None:
                number = known[key] = _read(read, entry, name, row)
            numbers[row] = number
        return numbers

    def numbers(self, name: str, lowest: int, highest: int, default: Ints | None = None) -> Ints:
        found = self.each(name, int, np.zeros(self.rows, np.int64) if default is None else default)
        _must((found >= lowest) & (found <= highest), name, f"{lowest} to {highest}")
        return found

    def counts(self) -> NDArray[np.uint8]:
        """Concealed tiles by kind."""
        if "tiles" in self.columns:
            tiles = np.asarray(self.values("tiles")[0] if self.values("tiles")[0] is not None else self.values("tiles")[1])
            if (
                tiles.shape != (self.rows, self.width)
                or tiles.dtype.kind not in "iu"
                or (self.rows and (tiles.min() < 0 or tiles.max() > 15))
            ):
                raise MjsimError(
                    f"tiles has shape {tiles.shape} and type {tiles.dtype}", "hands", f"whole numbers 0 to 15, ({self.rows}, {self.width})"
                )
            return np.ascontiguousarray(tiles, np.uint8)
        counts = np.zeros((self.rows, self.width), np.uint8)
        known: dict[str, list[int]] = {}
        for row, text in enumerate(self.values("hand")[1]):
            kinds = known.get(text)
            if kinds is None:
                kinds = known[text] = _read(self.held, text, "hand", row)
            for kind in kinds:
                counts[row, kind] += 1
        return counts

    def held(self, text: Any) -> list[int]:
        """Kinds of concealed tiles."""
        kinds = parse_tiles(text)
        if any(kind >= self.width for kind in kinds):
            raise NotationError(f"a flower in {quote(text)}", "", one_of(NAMES[: self.width]))
        return kinds

    def melds(self, seat: Ints) -> Ints:
        """Melds as words, those made with another's tile as if the next player had given it."""
        words = np.zeros((self.rows, MOST_MELDS), np.int64)
        if "melds" not in self.columns:
            return words
        array, entries = self.values("melds")
        if array is None:
            known: dict[str, tuple[int, int]] = {}
            pairs = np.zeros((self.rows, MOST_MELDS, 2), np.int64)
            for row, entry in enumerate(entries):
                if len(entry or ()) > MOST_MELDS:
                    raise MjsimError(f"{len(entry)} melds", f"row {row}", f"at most {MOST_MELDS}")
                for place, text in enumerate(entry or ()):
                    if text not in known:
                        known[text] = _read(_meld, text, "melds", row)
                    pairs[row, place] = known[text]
            array = pairs
        if array.ndim != 3 or array.shape[2] != 2 or array.shape[1] > MOST_MELDS:
            raise MjsimError(
                f"melds has shape {array.shape}", "hands", f"({self.rows}, up to {MOST_MELDS}, 2): number of the sort and lowest kind"
            )
        sort, kind = array[:, :, 0].astype(np.int64), array[:, :, 1].astype(np.int64)
        _must(
            ((sort >= 0) & (sort < len(SORTS)) & (kind >= 0) & (kind < self.width)).all(axis=1),
            "melds",
            f"sorts 0 to 5, kinds 0 to {self.width - 1}",
        )
        chow = sort == SORTS.index("chow")
        _must((~chow | ((kind < 27) & (kind % 9 < 7))).all(axis=1), "melds", "a chow begins with 1 to 7 of a suit")
        giver = np.where(sort == SORTS.index("kong-concealed"), 0, (seat[:, None] + 1) % 4 + 1)
        fourth = np.where(sort >= SORTS.index("kong-exposed"), kind, 63)
        stamp = np.arange(1, array.shape[1] + 1)
        made = sort | kind << 8 | (kind + chow) << 16 | (kind + 2 * chow) << 24 | fourth << 32 | giver << 40 | stamp << 44
        words[:, : array.shape[1]] = np.where(sort > 0, made, 0)
        return words


def _read(read: Callable[[Any], Any], entry: Any, name: str, row: int) -> Any:
    """An entry of a column; what cannot be read is named with its row."""
    try:
        return read(entry)
    except MjsimError as error:
        raise NotationError(error.what, f"row {row}, {name}", error.allowed) from None
    except (ValueError, TypeError, KeyError):
        raise MjsimError(f"{name} is {quote(entry)}", f"row {row}", f"see {one_of(COLUMNS)}") from None


def _meld(text: Any) -> tuple[int, int]:
    meld = read_meld(text)
    if (
        meld.sort not in SORTS
        or (meld.sort == "chow" and sorted(meld.tiles) != list(range(min(meld.tiles), min(meld.tiles) + 3)))
        or (meld.sort != "chow" and len(set(meld.tiles)) > 1)
    ):
        raise NotationError(f"meld {quote(text)}", "", f"{one_of(SORTS[1:])}; runs and equal tiles")
    return SORTS.index(meld.sort), min(meld.tiles)
