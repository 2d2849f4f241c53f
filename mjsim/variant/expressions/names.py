"""`let` names: words that stand for an expression, shared by all variants or a variant's own.

They are replaced by what they stand for when an expression is parsed; `Scope.memo` keeps each result.
"""

from __future__ import annotations

import keyword
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from mjsim.errors import VariantError, quote
from mjsim.variant.expressions.features import CONSTANTS, FEATURES, FUNCTIONS, UNROLLED

SHARED_FILE = "names.toml"
PATTERN = re.compile(r"[a-z][a-z0-9_]{0,39}")
RESERVED = frozenset({"winner", *CONSTANTS, *FEATURES, *FUNCTIONS, *UNROLLED})


@dataclass(frozen=True, slots=True)
class Definition:
    """Text of a definition, where it stands, and what it means to a reader."""

    text: str
    where: str
    own: bool = False
    en: str = ""
    zh: str = ""


class Names(Mapping[str, Definition]):
    """Definitions by name. Immutable; `extended` makes a larger one."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = dict(definitions)

    def __getitem__(self, name: str) -> Definition:
        return self._definitions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._definitions)

    def __len__(self) -> int:
        return len(self._definitions)

    def own(self) -> tuple[str, ...]:
        """The names that are a variant's own."""
        return tuple(name for name, definition in self.items() if definition.own)

    def extended(self, texts: Mapping[str, str], where: str = "names") -> Names:
        """These and a variant's own; VariantError for a name that cannot be one or has a meaning already."""
        more = {}
        for name, text in texts.items():
            _check(name, f"{where}.{name}")
            if name in self:
                raise VariantError(f"name {quote(name)} has a shared definition already", f"{where}.{name}", "another name")
            more[name] = Definition(text, f"{where}.{name}", own=True)
        return Names({**self._definitions, **more})


def _check(name: str, where: str) -> None:
    if not PATTERN.fullmatch(name) or keyword.iskeyword(name):
        allowed = "small letters, digits and _, a letter first, at most 40; no word of the language"
        raise VariantError(f"{quote(name)} cannot be a name", where, allowed)
    if name in RESERVED:
        raise VariantError(f"name {quote(name)} is a word of the language", where, "another name")


@cache
def shared_names() -> Names:
    """The names of the catalogue file `names.toml`, which every variant knows."""
    table = tomllib.loads(files("mjsim.catalog").joinpath(SHARED_FILE).read_text("utf-8"))
    definitions = {}
    for name, entry in table.items():
        _check(name, f"{SHARED_FILE}: {name}")
        definitions[name] = Definition(entry["is"], f"{SHARED_FILE}: {name}", en=entry["en"], zh=entry["zh"])
    return Names(definitions)
