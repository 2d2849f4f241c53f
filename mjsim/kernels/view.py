"""What a policy of one's own is shown: the view of its seat, and its options. All fields are int64; docs/view.md is made from this.

The order of the fields is the layout in memory, so whoever adds one appends it; a policy reads them by name.
"""

from __future__ import annotations

from math import prod

import numpy as np

KINDS, SEATS, MELDS, THROWS = 42, 4, 6, 160

ASKS: dict[str, str] = {
    "TURN": "what to do on the own turn: win, kong, show, discard, declare ready",
    "CLAIM": "what to do with a tile that another has thrown",
    "ROB": "whether to win on a tile that another adds to his pung",
    "TAKE": "whether to win with a tile that lies open at the end of the wall, or that an open kong has turned",
    "SHARE": "whether to win with one of the last tiles, which are drawn and not thrown",
    "DECLARE": "whether to declare ready before the first draw",
    "LAST": "whether to take the last tile of the wall, unseen",
    "VOID": "which suit to do without",
    "STAKE": "which stake to name, before the deal: the hand is still empty",
    "EXCHANGE": "which three tiles to give away",
    "IMAGINE": "which kind the imagined joker is to be, where that is fixed after the deal",
}
"""What can be decided, in the order of the codes of `view.asked` (mjsim/kernels/policy.py)."""

Fields = dict[str, tuple[tuple[int, ...], str]]
"""Name to shape (() for a number) and meaning."""

VIEW: Fields = {
    "asked": ((), "what is decided: `TURN`, `CLAIM` ..."),
    "seat": ((), "the own seat, 0 to 3; 0 is the dealer"),
    "players": ((), "players at the table; what is said by seat is 0 for seats that are not there"),
    "round": ((), "kind of the prevailing wind, 27 to 30"),
    "wind": ((), "kind of the own wind, 27 + seat"),
    "repeats": ((), "how often the dealer has stayed"),
    "tile": ((), "the tile drawn (`TURN`, `SHARE`), thrown (`CLAIM`) or added (`ROB`); -1 if there is none"),
    "giver": ((), "who threw or added it, -1 if nobody"),
    "tiles_left": ((), "tiles of the wall that can still be drawn"),
    "sets": ((), "sets still to make besides those laid down"),
    "jokers": ((), "jokers held, imagined ones too unless their kind is fixed"),
    "missing": ((), "tiles missing from the concealed tiles as they are (`deficiency`)"),
    "turned": ((), "the tile turned for the joker, -1 if none was"),
    "thrown": ((), "discards so far, of all: how long the river is"),
    "random": ((), "a number, 0 to 2^31 - 1, new at every decision, that follows from seed and hand number"),
    "hand": ((KINDS,), "the own concealed tiles, the drawn one among them, by kind"),
    "unseen": ((KINDS,), "tiles of each kind that the seat has not seen: in the wall or in other hands"),
    "wild": ((KINDS,), "1 for kinds that are jokers in this hand"),
    "copies": ((KINDS,), "tiles of each kind in the set"),
    "discards": ((SEATS, KINDS), "what each seat has thrown, by kind, whether it was taken or not"),
    "laid": ((SEATS, KINDS), "tiles laid out: flowers, kong tiles"),
    "shown": ((SEATS, KINDS), "concealed tiles of others that lie open after a declaration"),
    "melds": ((SEATS,), "melds laid down"),
    "meld_type": ((SEATS, MELDS), "`CHOW_MELD` ... (below), 0 where there is none"),
    "meld_tiles": ((SEATS, MELDS, 4), "their tiles, -1 for none; the tiles of another's concealed kong are -1"),
    "meld_giver": ((SEATS, MELDS), "who threw the tile they were made with, -1 if nobody"),
    "void": ((SEATS,), "the declared void suit, 0 to 2, -1 if none"),
    "ready": ((SEATS,), "1 declared ready, 2 with the hand open, 3 both"),
    "stake": ((SEATS,), "chips staked with that declaration"),
    "named": ((SEATS,), "the stake named before the deal"),
    "draws": ((SEATS,), "own draws in turn"),
    "wins": ((SEATS,), "wins in this hand"),
    "out": ((SEATS,), "1 if the seat has won and left the hand"),
    "river_seat": ((THROWS,), "who threw each discard, in order; -1 after the last"),
    "river_kind": ((THROWS,), "its kind; -1 after the last"),
    "river_taken": ((THROWS,), "1 if it was melded or won on"),
    "helper": ((), "for `deficiency` and `useful`"),
    "imagined": ((), "the kind that the own imagined joker is fixed to, -1 if none is; nobody else sees it"),
}

OPTION: Fields = {
    "act": ((), "`DISCARD`, `PUNG_ON`, `PASS` ..."),
    "kind": ((), "the tile thrown, claimed, won with, shown, or of which the kong is; -1 if none"),
    "arg": ((), "as in docs/protocol.md: kind + 64 × form of a ready declaration (or × chips staked), suit (`VOID`), stake (`STAKE`)"),
    "strike": ((), "0; set it to 1 to take the option from those that `SPEED` may choose"),
    "tiles": ((4,), "own concealed tiles that leave the hand by it, -1 for none"),
}

MOST_OPTIONS = 600


def dtype_of(fields: Fields) -> np.dtype[np.void]:
    """The record type of fields."""
    return np.dtype([(name, np.int64, shape) for name, (shape, _) in fields.items()])


def places_of(fields: Fields) -> dict[str, int]:
    """Where each field begins, in words of eight bytes."""
    places, at = {}, 0
    for name, (shape, _) in fields.items():
        places[name] = at
        at += prod(shape)
    return places


VIEW_TYPE, OPTION_TYPE = dtype_of(VIEW), dtype_of(OPTION)
OPTION_WORDS = OPTION_TYPE.itemsize // 8
