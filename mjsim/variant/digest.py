"""The identity of a variant: a readable document first, its hash last."""

from __future__ import annotations

import hashlib
import json

import msgspec

from mjsim.variant.model import Variant

NOT_RULES = ("source", "choices", "options", "chosen", "aka", "zh", "en")
"""What may change without changing how a hand is played, scored or named in data."""


def document(variant: Variant) -> str:
    """The rules of a variant as one canonical JSON text: defaults written out, keys sorted but for rows, whose order is data."""
    data = msgspec.to_builtins(variant)
    for key in NOT_RULES:
        data.pop(key, None)
    for row in data["rows"].values():
        for key in ("zh", "en", "source", "note"):
            row.pop(key)
    for gate in data["gates"].values():
        for key in ("why", "why_zh", "source"):
            gate.pop(key)
    data["rows"] = [[slug, row] for slug, row in data["rows"].items()]
    data["gates"] = [[slug, gate] for slug, gate in data["gates"].items()]
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(variant: Variant) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of `document`."""
    return hashlib.sha256(document(variant).encode()).hexdigest()[:16]
