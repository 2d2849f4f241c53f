"""Reads `tests/data/rows.txt`: every row and gate of the variants as an expression."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from mjsim.variant.expressions import Scope, shared_names

FILE = Path(__file__).parent.parent / "data" / "rows.txt"
SHAPES = {"std": "standard", "pairs8": "pairs"}


@dataclass(frozen=True)
class Item:
    """One expression of a variant."""

    scope: Scope
    where: str
    text: str
    want: str


def shared() -> dict[str, str]:
    """The shared definitions as the file has them."""
    head = FILE.read_text("utf-8").split("\n## ")[0]
    return dict(line.split(" := ") for line in head.splitlines() if " := " in line)


def items() -> list[Item]:
    """All expressions, with the scope of their variant."""
    found = []
    for section in FILE.read_text("utf-8").split("\n## ")[1:]:
        title, shapes, *lines = section.splitlines()
        names: dict[str, str] = {}
        tags: set[str] = set()
        slugs: set[str] = set()
        texts: list[tuple[str, str, str]] = []
        for line in lines:
            if line.startswith("name "):
                name, text = line.removeprefix("name ").split(" := ")
                names[name] = text
            elif line.startswith("!"):
                texts.append(("gate", line[1:], "truth"))
            else:
                match = re.match(r"(\S+)(?: \[([^\]]+)\])?(?: \{\w+\})? (.*)$", line)
                assert match is not None, line
                slug, labels, text = match.groups()
                slugs.add(slug)
                tags |= set((labels or "").split(",")) - {""}
                text, _, value = text.partition(" @ ")
                if value:
                    texts.append((f"{slug}.value", value, "number"))
                if text.startswith("*"):
                    texts.append((f"{slug}.each", text[1:], "number"))
                elif text != "ELSE":
                    texts.append((f"{slug}.when", text, "truth"))
        scope = Scope(
            shapes=frozenset(SHAPES.get(shape, shape) for shape in shapes.split()[1:]),
            tags=frozenset(tags),
            rows=frozenset(slugs),
            names=shared_names().extended(names),
        )
        found += [Item(scope, f"{title}.{where}", text, want) for where, text, want in texts]
    return found
