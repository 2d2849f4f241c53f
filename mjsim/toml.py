"""TOML text of users: `tomllib`, without the one thing that makes it slow."""

from __future__ import annotations

import re
import tomllib
from typing import Any

PARTS = 40
"""Parts of a dotted key; the time that tomllib needs for one grows with their square."""
_LONG_KEY = re.compile(rf"(?:[^\s.=\[\]]{{1,80}}[ \t]*\.[ \t]*){{{PARTS}}}")


def parse_toml(text: str) -> dict[str, Any]:
    """The document.

    Raises
    ------
    tomllib.TOMLDecodeError, ValueError, RecursionError
        if it is none, or has a key of more than 40 parts.

    Examples
    --------
    >>> parse_toml("a.b = 1")
    {'a': {'b': 1}}
    """
    if _LONG_KEY.search(text):
        raise ValueError(f"a key of more than {PARTS} parts")
    return tomllib.loads(text)
