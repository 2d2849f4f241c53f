"""TOML of users: `tomllib`, without what makes it slow, from ordinary files of a size that a person writes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from mjsim.errors import MjsimError, quote
from mjsim.text import steering

MAX_BYTES = 400_000
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
        raise tomllib.TOMLDecodeError(f"a key of more than {PARTS} parts")
    return tomllib.loads(text)


def read_toml(path: Path, allowed: str, error: type[MjsimError] = MjsimError) -> dict[str, Any]:
    """The document in a file; all that can be wrong with it is an `error`, whose remedy for a file that is not there is `allowed`."""
    where, named = path.name, quote(str(path))
    try:
        if path.is_dir():
            raise error(f"{named} is a folder", "", "a .toml file")
        if path.exists() and not path.is_file():
            raise error(f"{named} is no ordinary file", "", "a .toml file")  # a pipe would be waited for, a device never ends
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise error(f"the file has more than {MAX_BYTES} bytes", where)
        document = parse_toml(data.decode("utf-8").replace("\r\n", "\n"))
    except FileNotFoundError:
        raise error(f"no file {named}", "", allowed) from None
    except OSError as fault:
        raise error(f"cannot read {named}: {fault.strerror}", "", "a .toml file") from None
    except UnicodeDecodeError as fault:
        raise error(f"not UTF-8 text at byte {fault.start}", where) from None
    except tomllib.TOMLDecodeError as fault:
        raise error(f"not TOML: {fault}", where) from None
    except RecursionError:
        raise error("not TOML: nested too deeply", where) from None
    except ValueError:
        raise error("not TOML: a number out of range", where) from None
    if text := steering(document):
        raise error(f"control characters in {text}", where, "text that can be printed")
    return document
