"""Questions about the schema itself: what a dotted path may hold. Messages and `docs/mechanisms.md` come from here."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from mjsim.errors import VariantError, one_of, quote
from mjsim.variant.model import Variant


@cache
def variant_type() -> inspect.StructType:
    """The inspected type of `Variant`."""
    info = inspect.type_info(Variant)
    assert isinstance(info, inspect.StructType)
    return info


def bare(info: inspect.Type) -> inspect.Type:
    """A type without its documentation."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def documentation(info: inspect.Type) -> str:
    """The description of a field, "" if it has none."""
    while isinstance(info, inspect.Metadata):
        extra = info.extra_json_schema or {}
        if "description" in extra:
            return str(extra["description"])
        info = info.type
    return ""


def fields(info: inspect.Type) -> dict[str, inspect.Type]:
    """Fields of a table by name ({} for anything else)."""
    info = bare(info)
    if isinstance(info, inspect.UnionType):
        for part in info.types:
            if found := fields(part):
                return found
    if isinstance(info, inspect.StructType):
        return {field.encode_name: field.type for field in info.fields}
    return {}


def step(info: inspect.Type, key: str) -> inspect.Type | None:
    """The type of `key` inside a table or a table of tables, None if there is none."""
    info = bare(info)
    if isinstance(info, inspect.DictType):
        return info.value_type
    return fields(info).get(key)


def domain(info: inspect.Type) -> str:
    """What a field may hold, in words."""
    info = bare(info)
    match info:
        case inspect.LiteralType(values=values):
            return one_of(quote(v) for v in values)
        case inspect.IntType(ge=low, le=high):
            return "a whole number" + (f" from {low} to {high}" if low is not None and high is not None else "")
        case inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return (
                "text"
                + (f" of the form {info.pattern}" if info.pattern else "")
                + (f" of at most {info.max_length} characters" if info.max_length else "")
            )
        case inspect.BoolType():
            return "true, false"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"a list of: {domain(item)}"
        case inspect.DictType(value_type=value):
            return f"a table of: {domain(value)}"
        case inspect.UnionType(types=types):
            return " or ".join(domain(t) for t in types if not isinstance(t, inspect.NoneType))
        case inspect.StructType():
            return "a table with " + one_of(fields(info))
    return "a value"


def find(path: str, where: str = "") -> inspect.Type:
    """The type at a dotted path such as "win.several" or "rows.qi-dui.value"; VariantError names the part that is unknown."""
    info: inspect.Type = variant_type()
    done: list[str] = []
    for key in path.split("."):
        nxt = step(info, key)
        if nxt is None:
            known = sorted(fields(info))
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"{near[0]} (did you mean it?), or one of {one_of(known)}" if near else one_of(known) or "nothing below it"
            raise VariantError(f"unknown key {quote('.'.join([*done, key]))}", where, hint)
        done.append(key)
        info = nxt
    return info


def convert(data: dict[str, Any], where: str) -> Variant:
    """A checked `Variant` from plain data; VariantError gives path, value and what is allowed."""
    _known_keys(data, variant_type(), (), where)
    try:
        return msgspec.convert(data, Variant)
    except msgspec.ValidationError as error:
        text = str(error)
        what, _, path = text.partition(" - at `")
        keys = _keys_of(path.rstrip("`"))
        value, info = _at(data, keys)
        dotted = ".".join(keys)
        if "missing required field" in what:
            raise VariantError(f"{what[0].lower()}{what[1:]}", f"{where}: {dotted}" if dotted else where) from None
        raise VariantError(f"{dotted} is {quote(value)}", where, domain(info) if info is not None else what) from None


def _known_keys(data: Any, info: inspect.Type, path: tuple[str, ...], where: str) -> None:
    if len(path) > 12:
        raise VariantError(f"{'.'.join(path)[:60]} is nested too deeply", where)
    info = bare(info)
    if isinstance(data, dict):
        known = fields(info)
        for key, value in data.items():
            if known and key not in known:
                find(".".join([*path, key]) if "." not in key else key, where)
            nxt = step(info, key)
            if nxt is not None:
                _known_keys(value, nxt, (*path, str(key)), where)
    elif isinstance(data, list) and isinstance(info, inspect.VarTupleType):
        for i, value in enumerate(data):
            _known_list_keys(value, info.item_type, (*path, str(i)), where)


def _known_list_keys(data: Any, info: inspect.Type, path: tuple[str, ...], where: str) -> None:
    known = fields(info)
    if isinstance(data, dict) and known:
        for key in data:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                raise VariantError(
                    f"unknown key {quote('.'.join([*path, key]))}",
                    where,
                    (f"{near[0]} (did you mean it?), " if near else "") + one_of(sorted(known)),
                )


def _keys_of(path: str) -> list[str]:
    """`$.score.values[0].tags` to keys; `[...]`, an entry of a table of tables that msgspec does not name, to "*"."""
    text = path.lstrip("$").replace("[...]", ".*").replace("[", ".").replace("]", "")
    return [key for key in text.split(".") if key]


def _at(data: Any, keys: list[str]) -> tuple[Any, inspect.Type | None]:
    info: inspect.Type | None = variant_type()
    for i, key in enumerate(keys):
        if key == "*":
            item = step(info, "x") if info is not None else None
            for name, entry in data.items() if isinstance(data, dict) else []:
                try:
                    msgspec.convert({"entry": entry}, msgspec.defstruct("Probe", [("entry", _annotation(item))]))
                except (msgspec.ValidationError, TypeError):
                    keys[i] = name
                    break
            key = keys[i]
        if isinstance(data, list):
            data = data[int(key)] if key.isdigit() and int(key) < len(data) else None
            base = bare(info) if info is not None else None
            info = base.item_type if isinstance(base, inspect.VarTupleType) else None
        else:
            data = data.get(key) if isinstance(data, dict) else None
            info = step(info, key) if info is not None else None
    return data, info


def _annotation(info: inspect.Type | None) -> Any:
    base = bare(info) if info is not None else None
    if isinstance(base, inspect.StructType):
        return base.cls
    return {inspect.StrType: str, inspect.IntType: int}.get(type(base), Any)  # type: ignore[arg-type]  # a plain look-up
