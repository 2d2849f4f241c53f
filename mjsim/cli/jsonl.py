"""Commands that answer JSON lines: one object in, one object out, in order; a bad line is answered with its fault."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from mjsim.errors import MjsimError

MOST = 1_000_000
"""Characters of a line."""


def lines_of(source: str) -> Iterator[str]:
    """Lines of a file, or of standard input for "-"."""
    if source == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        yield from _lines(sys.stdin, "standard input")
        return
    try:
        with Path(source).open(encoding="utf-8", errors="replace") as file:
            yield from _lines(file, source)
    except OSError as error:
        raise MjsimError(f"cannot be read ({error.strerror})", source, "a file of JSON lines, or - for standard input") from None


def _lines(file: TextIO, name: str) -> Iterator[str]:
    while line := file.readline(MOST + 1):
        if len(line) > MOST:
            raise MjsimError(f"a line of more than {MOST:,} characters", name, "one JSON object a line")
        yield line


def answer_lines(source: str, answer: Callable[[Any, str], dict[str, Any]]) -> int:
    """Print `answer(document, where)` for every line; the exit code is 1 if a line had a fault."""
    faults = 0
    for number, line in enumerate(lines_of(source), 1):
        if not line.strip():
            continue
        where, name = f"line {number}", None
        try:
            document = _parsed(line, where)
            name = document.get("id")
            found = answer(document, where)
        except MjsimError as error:
            found = {"id": name, "error": str(error)}
        except Exception as error:  # a fault of ours must not lose the lines after it
            found = {"id": name, "error": f"{where}: internal fault ({type(error).__name__}: {error})"}
        faults += "error" in found
        print(json.dumps(found, ensure_ascii=False))
    return 1 if faults else 0


def _parsed(line: str, where: str) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise MjsimError(f"not JSON ({error})", where, "one JSON object a line") from None
    if not isinstance(document, dict):
        raise MjsimError("not a JSON object", where, "one JSON object a line")
    return document
