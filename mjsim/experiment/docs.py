"""docs/experiments.md, made from the structures."""

from __future__ import annotations

from msgspec import inspect

from mjsim.experiment import measures, words
from mjsim.experiment.spec import Experiment
from mjsim.variant import schema

ABOUT = """# Experiments

`mjsim experiment FILE.toml` plays every cell of an experiment, measures it and writes the result into a folder beside the file:
`README.md`, a page to read; `estimates.csv` and, with a base, `changes.csv`, one line a number with interval, count and method;
`result.json`, everything; and the charts that the file asks for. The data sets are kept in `data/runs/experiments/NAME` (`--data`), so
that an experiment that was interrupted goes on where it was, and a larger one (`--hands`, `--matches`) plays only what is missing.
`--check` only checks the file. Everything that can be wrong in it, the rules of every cell included, is found before the first hand is
played.

From Python: `mj.experiment("experiments/jokers.toml")`. This page is made from `mjsim/experiment` by `make documents`; the experiments
of this project, with what they found, are in [experiments](../experiments/README.md).

```toml
title = "A higher minimum"
question = "What does it do to the share of hands that are won?"
variants = ["mcr"]
hands = 60_000
measures = ["win", "turns"]
found = "With 12 points {12 | win} of the hands are won; the change is {12 | change win}."

[grid]
"win.minimum" = [8, 12]

[base]
"win.minimum" = 8
```
"""


def experiments() -> str:
    """The page."""
    info = inspect.type_info(Experiment)
    lines = [ABOUT, "## Keys", "", "| key | may be | meaning |", "| --- | --- | --- |", *_lines(info)]
    lines += [
        "",
        "## Measures",
        "",
        _table(measures.__doc__),
        "",
        "## Numbers in `found`",
        "",
        _table(words.__doc__.replace("{CELL | ", "{CELL \\| ")),
        "",
    ]
    return "\n".join(lines)


def _lines(info: inspect.Type, above: str = "") -> list[str]:
    lines = []
    for key, field in schema.fields(info).items():
        inner = schema.fields(field)
        domain = "a table, see below" if inner else schema.domain(field).replace("|", "\\|")
        lines.append(f"| `{above}{key}` | {domain} | {_meaning(field)} |")
        if inner:
            lines += _lines(field, f"{key}.")
    return lines


def _meaning(info: inspect.Type) -> str:
    inner = schema.bare(info)
    parts = inner.types if isinstance(inner, inspect.UnionType) else ()
    return next(filter(None, map(schema.documentation, (info, *parts))), "")


def _table(text: str | None) -> str:
    return "\n".join(line for line in (text or "").splitlines() if line.startswith("|"))
