"""The identity of a variant: a readable document first, its hash last."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec

from mjsim.variant.model import Variant

NOT_RULES = ("source", "choices", "options", "chosen", "aka", "zh", "en")
"""What may change without changing how a hand is played, scored or named in data."""
LATER: dict[str, dict[str, Any]] = {
    "tiles": {"flower_copies": 1},
    "jokers": {"imagined": "free"},
    "claims": {"different_ranks": False},
    "win": {"first": ""},
    "before": {"stake": 0, "stake_by": "all"},
    "payment": {"unready_pays": False, "winners_pay": False, "named_adds": False, "carried": 0},
    "payment.chickens": {"open": "none", "first": 0},
    "payment.spirits": {"discards": False, "lower": False},
    "payment.birds": {"start": False},
    "payment.liability": {"when": ""},
    "draw": {"refund_all": False},
}
"""Switches that came after the first identities were given: written only where they are used, so that rules without them keep theirs."""


def document(variant: Variant) -> str:
    """The rules of a variant as one canonical JSON text: defaults written out, keys sorted but for rows, whose order is data."""
    data = msgspec.to_builtins(variant)
    for key in NOT_RULES:
        data.pop(key, None)
    del data["tiles"]["flower_names"]
    for path, fields in LATER.items():
        _leave_out(data, path, fields)
    for row in data["rows"].values():
        for key in ("zh", "en", "source", "note"):
            row.pop(key)
    for gate in data["gates"].values():
        for key in ("why", "why_zh", "source"):
            gate.pop(key)
    data["rows"] = [[slug, row] for slug, row in data["rows"].items()]
    data["gates"] = [[slug, gate] for slug, gate in data["gates"].items()]
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _leave_out(data: dict[str, Any], path: str, fields: dict[str, Any]) -> None:
    """Drop the fields of a table, or of each table of a list, that hold these values."""
    table: Any = data
    for key in path.split("."):
        table = table[key] if table is not None else None
    for entry in table if isinstance(table, list | tuple) else [table] if table is not None else []:
        for name, value in fields.items():
            if entry[name] == value:
                del entry[name]


def digest(variant: Variant) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of `document`."""
    return hashlib.sha256(document(variant).encode()).hexdigest()[:16]
