"""Text from elsewhere must not steer the terminal on which it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mjsim.errors import quote

_STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tab and line feed, and those that turn the direction of writing."""


def steering(data: Any) -> str:
    """The first text in a document that holds a control character, quoted; "" if there is none.

    >>> steering({"zh": ["\\x1b[31mred"]})
    "'\\\\x1b[31mred'"
    """
    return next((quote(text) for text in _texts(data) if _STEERS.search(text)), "")


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(key)
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)
