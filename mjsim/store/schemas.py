"""The columns of a data set, each with its meaning; the data dictionary `data/README.md` is made from here.

Three tables: `hands` (one row a hand), `wins` (one row a win) and, with `--log`, `log` (one row an act).
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from mjsim.tiles import NAMES

FORMAT = 1
"""Version of these tables; written into every part and every manifest."""

SEATS = 4
"""Seats that the tables have columns for; a three-player variant leaves the last ones null."""

ENDS = ("win", "exhausted", "abortive")
BYS = ("self", "discard", "rob")
WINDS = ("E", "S", "W", "N")


@dataclass(frozen=True)
class Column:
    """One column: how the engine's integers become values, and what they mean.

    Parameters
    ----------
    labels : texts that the engine's codes 0, 1, 2 ... stand for (dictionary-encoded); empty for numbers.
    negative : what a negative code means; it is stored as null. Empty where negatives are ordinary values.
    seat : the seat that a column belongs to, -1 if none.
    """

    name: str
    type: str
    description: str
    unit: str = ""
    labels: tuple[str, ...] = ()
    negative: str = ""
    seat: int = -1

    def arrow(self) -> pa.DataType:
        """The Arrow type: an integer type, text behind a dictionary, or a list of such texts."""
        if self.type == "rows":
            return pa.list_(pa.dictionary(pa.int16(), pa.string()))
        if self.type == "text":
            return pa.dictionary(pa.int8(), pa.string())
        return pa.type_for_alias(self.type)


def _per_seat(name: str, kind: str, description: str, unit: str = "", negative: str = "") -> tuple[Column, ...]:
    return tuple(Column(f"{name}_{seat}", kind, f"{description} {seat}", unit, negative=negative, seat=seat) for seat in range(SEATS))


_IDENTITY = (
    Column("variant", "text", "slug of the variant"),
    Column("run", "text", "identity of the run: digest of resolved variant, policies, seed scheme and kernel version"),
)
_HAND = (
    Column("hand", "int64", "hand number, from 0; where hands are linked it is match × 10000 + in_match"),
    Column("match", "int64", "match number, from 0", negative="hands are independent"),
    Column("in_match", "int32", "number of the hand in its match, from 0"),
)

HANDS: tuple[Column, ...] = (
    *_IDENTITY,
    *_HAND,
    Column("dealer", "int8", "player who deals; seat s is held by player (dealer + s) mod players", "player number"),
    Column("round", "text", "prevailing wind", labels=WINDS),
    Column("repeats", "int16", "hands that the dealer has kept the deal", "hands"),
    Column(
        "end",
        "text",
        "how the hand ended: the last thing that could happen was a win, the wall was used up, or it was broken off",
        labels=ENDS,
    ),
    Column("turns", "int16", "own turn draws of all seats", "draws"),
    Column("winners", "int8", "seats that won at least once: bit s stands for seat s", "bit mask"),
    Column("giver", "int8", "seat that gave the tile of the first win", "seat", negative="self-draw, or nobody won"),
    *_per_seat("points", "int64", "result of the hand for seat", "points × scale of the variant"),
    *_per_seat("kongs", "int8", "kongs laid down by seat", "kongs"),
    *_per_seat("deficiency", "int8", "tiles missing to a legal win (shanten + 1) at the deal, for seat", "tiles"),
    *_per_seat(
        "ready", "int16", "own-draw number at which the hand first was ready (0: at the deal), for seat", "own draws", "never ready"
    ),
)

WINS: tuple[Column, ...] = (
    *_IDENTITY,
    *_HAND,
    Column("seat", "int8", "who won", "seat (0 dealer)"),
    Column("by", "text", "how: own draw, another's discard, a robbed kong", labels=BYS),
    Column("giver", "int8", "who gave the tile", "seat", negative="self-draw"),
    Column("tile", "text", "winning tile", labels=NAMES),
    Column("turn", "int16", "own turn draws of all seats in the hand so far", "draws"),
    Column("value", "int64", "value of the hand in the variant's unit", "unit of the variant × its scale"),
    Column("points", "int64", "what this win brought the winner", "points × scale of the variant"),
    Column("rows", "rows", "scoring rows (番種) that counted, each as often as it counted"),
    Column("exposed", "int8", "melds that lay open", "melds"),
    Column("wait", "int8", "kinds that the hand waited for before the win", "kinds", negative="not known"),
    Column("jokers", "int8", "jokers in the winning hand", "tiles"),
    Column("shape", "int8", "form of the winning hand: place in the variant's list of shapes", "index"),
)

LOG: tuple[Column, ...] = (
    Column("hand", "int64", "hand number"),
    Column("step", "int32", "place of the act in the hand, from 0"),
    Column("seat", "int32", "who acted", "seat"),
    Column("code", "int32", "act, by the codes of docs/protocol.md"),
    Column("arg", "int32", "its argument"),
    Column("options", "int32", "options that the seat had"),
)

TABLES: dict[str, tuple[Column, ...]] = {"hands": HANDS, "wins": WINS, "log": LOG}


def arrow_schema(table: str) -> pa.Schema:
    """Arrow schema of a table, without metadata."""
    return pa.schema([pa.field(column.name, column.arrow()) for column in TABLES[table]])
