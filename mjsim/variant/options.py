"""Changes to a variant's plain data: `--set KEY=VALUE`, `--set option.NAME=VALUE`, patches of options."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from mjsim.errors import VariantError, one_of, quote
from mjsim.toml import parse_toml
from mjsim.variant import schema

REMOVABLE = ("rows", "gates", "names", "options", "shapes")
"""Tables of named entries, from which an entry is removed by `false`."""


def parse_sets(texts: Iterable[str]) -> dict[str, Any]:
    """`KEY=VALUE` texts to a mapping of dotted paths. VALUE is read as TOML (8, true, "x", [1, 2]) or else as plain text.

    >>> parse_sets(["win.minimum=6", "win.several=all"])
    {'win.minimum': 6, 'win.several': 'all'}
    """
    found: dict[str, Any] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        key = key.strip()
        if not sign or not key:
            raise VariantError(f"{quote(text)} is no setting", "--set", "KEY=VALUE, such as win.several=all or option.NAME=VALUE")
        found[key] = _value(value.strip())
    return found


def _value(text: str) -> Any:
    if len(text) > 4000:
        return text
    try:
        return parse_toml(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, KeyError, RecursionError, ValueError):
        return text


def put(data: dict[str, Any], path: str, value: Any, where: str) -> None:
    """Sets a dotted path of the schema in plain data, in place; `false` removes a named entry, `path+` adds, `path!` puts another table."""
    if path.endswith("+"):
        return _add(data, path.removesuffix("+"), value, where)
    if path.endswith("!"):
        return _replace(data, path.removesuffix("!"), value, where)
    keys = path.split(".")
    if len(keys) == 2 and keys[0] in REMOVABLE and value in (False, "off", "false"):
        if keys[1] not in data.get(keys[0], {}):
            raise VariantError(f"nothing to remove at {quote(path)}", where, one_of(data.get(keys[0], {})))
        del data[keys[0]][keys[1]]
        return
    info = schema.find(path, where)
    if keys[0] in ("rows", "gates", "options") and len(keys) > 2 and keys[1] not in data.get(keys[0], {}):
        raise VariantError(f"unknown entry {quote('.'.join(keys[:2]))}", where, one_of(data.get(keys[0], {})))
    table = data
    for key in keys[:-1]:
        inner = table.setdefault(key, {})
        if inner is None:
            inner = table[key] = {}
        if not isinstance(inner, dict):
            raise VariantError(f"{quote(path)} goes below a value that is no table", where)
        table = inner
    if isinstance(value, int) and not isinstance(value, bool) and schema.domain(info).startswith("text"):
        value = str(value)  # an expression such as win.minimum=6
    if value == {} and table.get(keys[-1]):
        raise VariantError(f"an empty table changes nothing at {quote(path)}", where, f"{path}.KEY=VALUE, off for a named entry")
    if isinstance(value, dict) and isinstance(table.get(keys[-1]), dict):
        merge(table[keys[-1]], value, where, path)
    else:
        table[keys[-1]] = copy.deepcopy(value)


def _add(data: dict[str, Any], path: str, value: Any, where: str) -> None:
    """Appends what a list does not hold yet."""
    schema.find(path, where)
    old: Any = data
    for key in path.split("."):
        old = old.get(key) if isinstance(old, dict) else None
    if not isinstance(old, list) or not isinstance(value, list):
        allowed = f"a list to add to a list, or the whole of {path}"
        raise VariantError(f"{quote(path + '+')} adds {quote(value)} to {quote(old)}", where, allowed)
    old.extend(copy.deepcopy(item) for item in value if item not in old)


def _replace(data: dict[str, Any], path: str, value: Any, where: str) -> None:
    """Puts a table of named entries in the place of another, of which nothing stays."""
    if path not in REMOVABLE or not isinstance(value, dict):
        allowed = ", ".join(f"{name}! = {{...}}" for name in REMOVABLE)
        raise VariantError(f"{quote(path + '!')} replaces no table of named entries", where, allowed)
    data[path] = copy.deepcopy(value)


def merge(base: dict[str, Any], change: Mapping[str, Any], where: str, path: str = "") -> None:
    """Deep merge of tables, in place: tables merge, anything else replaces, `false` removes a named entry, which must be there."""
    for key, value in change.items():
        inside = f"{path}.{key}" if path else key
        if value is False and path in REMOVABLE:
            if key not in base:
                raise VariantError(f"nothing to remove at {quote(inside)}", where, one_of(base))
            del base[key]
        elif isinstance(value, Mapping) and isinstance(base.get(key), dict):
            merge(base[key], value, where, inside)
        else:
            base[key] = copy.deepcopy(value)


def choose(data: dict[str, Any], chosen: Mapping[str, Any], where: str) -> None:
    """Applies named options, in place, and records them under `chosen`.

    They are applied in the order in which the variant lists them, in whatever order they are set: of two that change one rule the later
    decides.
    """
    options = data.get("options", {})
    for name in chosen:
        if name not in options:
            raise VariantError(f"unknown option {quote(name)}", where, one_of(sorted(options)) or "this variant has no options")
    for name in sorted(chosen, key=list(options).index):
        value = chosen[name]
        values = options[name].get("values", {})
        label = _label(value, values)
        if label is None:
            raise VariantError(f"option {name} is {quote(value)}", where, one_of(values))
        for path, new in values[label].items():
            put(data, path, new, f"{where}: option {name}")
        data.setdefault("chosen", {})[name] = label


def _label(value: Any, values: Mapping[str, Any]) -> str | None:
    for text in (str(value), {True: "on", False: "off"}.get(value, "") if isinstance(value, bool) else ""):
        if text and text in values:
            return text
    return None
