"""From a TOML file to a checked variant: read, extend, choose options, set, convert, check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from mjsim.errors import VariantError, one_of, quote
from mjsim.toml import read_toml
from mjsim.variant import schema
from mjsim.variant.check import check
from mjsim.variant.model import Variant
from mjsim.variant.options import choose, merge, parse_sets, put

MAX_EXTENDS = 8


def catalog() -> list[str]:
    """Slugs of the catalogue, sorted."""
    folder = resources.files("mjsim.catalog")
    return sorted(
        entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml") and entry.name != "names.toml"
    )


def load(source: str | Path, sets: Iterable[str] | Mapping[str, Any] = (), options: Mapping[str, Any] | None = None) -> Variant:
    """The variant of a slug or of a TOML file, with changes.

    Parameters
    ----------
    source : a slug of the catalogue, or the path of a TOML file.
    sets : `KEY=VALUE` texts or a mapping of dotted paths; `option.NAME` chooses an option.
    options : named options, applied before the sets.

    Raises `VariantError` with path, value and what is allowed.
    """
    where, data = read(source)
    changes = dict(sets) if isinstance(sets, Mapping) else parse_sets(sets)
    return _applied(data, changes, dict(options or {}), where)


def changed(variant: Variant, rules: Mapping[str, Any]) -> Variant:
    """A variant with changed rules, checked; `rules` as the mapping `sets` of `load`."""
    return _applied(msgspec.to_builtins(variant), rules, {}, variant.slug)


def _applied(data: dict[str, Any], changes: Mapping[str, Any], chosen: dict[str, Any], where: str) -> Variant:
    chosen.update({key.removeprefix("option."): value for key, value in changes.items() if key.startswith("option.")})
    choose(data, chosen, where)
    for key, value in changes.items():
        if not key.startswith("option."):
            put(data, key, value, where)
    variant = schema.convert(data, where)
    check(variant, where)
    return variant


def read(source: str | Path, trail: tuple[str, ...] = ()) -> tuple[str, dict[str, Any]]:
    """Plain data of a slug or file, bases merged in and its own `chosen` options applied; and a name for messages."""
    path = _path_of(source, trail)
    where = path.name
    data = read_toml(path, "a slug of `mjsim variants` or the path of a .toml file", VariantError)
    base = data.pop("extends", None)
    own = data.pop("chosen", {})
    if base is not None:
        if not isinstance(base, str):
            raise VariantError(f"extends is {quote(base)}", where, "a slug or the path of a TOML file")
        key = str(path.resolve())
        if key in trail:
            raise VariantError(f"extends goes round in a circle: {' -> '.join(Path(t).stem for t in (*trail, key))}", where)
        if len(trail) >= MAX_EXTENDS:
            raise VariantError(f"more than {MAX_EXTENDS} files extend one another", where)
        inner = path.parent / base if base.endswith(".toml") else base
        _, merged = read(inner, (*trail, key))
        merged.pop("chosen", None)
        merge(merged, data, where)
        data = merged
    if not isinstance(own, dict):
        raise VariantError(f"chosen is {quote(own)}", where, "a table of option = value")
    choose(data, own, where)
    return where, data


def _path_of(source: str | Path, trail: tuple[str, ...]) -> Path:
    text = str(source)
    if isinstance(source, Path) or text.endswith(".toml") or "/" in text:
        return Path(source)
    if text in catalog():
        return Path(str(resources.files("mjsim.catalog") / f"{text}.toml"))
    import difflib

    near = difflib.get_close_matches(text, catalog(), n=3)
    hint = f"{one_of(near)} (close to it), or any of `mjsim variants`" if near else "a slug of `mjsim variants` or the path of a .toml file"
    raise VariantError(f"unknown variant {quote(text)}", Path(trail[-1]).name if trail else "", hint)
