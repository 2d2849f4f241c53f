"""Documents that are made from the code: `python -m mjsim.docs [FOLDER]` writes them, the tests compare them.

docs/variants/SLUG.md from the catalogue, docs/mechanisms.md from the schema, docs/features.md from the
registry of features, docs/experiments.md from the form of experiments, docs/view.md from the view of policies.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec import inspect

from mjsim.experiment.docs import experiments
from mjsim.policies.docs import view
from mjsim.variant import catalog, load, schema
from mjsim.variant.expressions.docs import features
from mjsim.variant.page import page


def mechanisms() -> str:
    """All switches of a variant as Markdown: path, what it may hold, default, what it means."""
    lines = [
        "# Mechanisms",
        "",
        "Every switch of a variant file, made from `mjsim/variant/model.py`. How a hand is played with them: [protocol.md](protocol.md). "
        "Expressions: [features.md](features.md).",
        "",
    ]
    top = schema.fields(schema.variant_type())
    for name, info in top.items():
        inner = schema.bare(info)
        entry = getattr(inner, "value_type", None) or getattr(inner, "item_type", None)
        fields = schema.fields(entry) if entry is not None else schema.fields(info)
        lines += [f"## {name}", ""]
        if about := schema.documentation(info):
            lines += [about[0].upper() + about[1:] + ".", ""]
        if fields:
            title = f"[{name}]" if entry is None else f"[{name}.NAME]" if hasattr(inner, "value_type") else f"[[{name}]]"
            lines += [f"Table `{title}`.", ""]
            lines += _table(fields)
        else:
            lines += [f"{schema.domain(info).capitalize()}.", ""]
    return "\n".join(lines).rstrip() + "\n"


def _table(fields: dict[str, inspect.Type], above: str = "") -> list[str]:
    lines = ["| key | may be | meaning |", "| --- | --- | --- |"]
    below: list[str] = []
    for key, info in fields.items():
        inner = schema.bare(info)
        item = getattr(inner, "item_type", None)
        nested = schema.fields(item) if item is not None else schema.fields(info)
        allowed = "a table, see below" if nested else schema.domain(info)
        lines.append(
            f"| `{above}{key}` | {allowed.replace('|', chr(92) + '|')} | {schema.documentation(info).replace('|', chr(92) + '|')} |"
        )
        if nested:
            below += _table(nested, f"{above}{key}.")
    return [*lines, "", *below]


def documents() -> dict[str, str]:
    """All generated documents: path below docs/ to text."""
    made = {f"variants/{slug}.md": page(load(slug)) for slug in catalog()}
    made["mechanisms.md"] = mechanisms()
    made["features.md"] = features()
    made["experiments.md"] = experiments()
    made["view.md"] = view()
    made["variants/README.md"] = _index()
    return made


def _index() -> str:
    lines = ["# The catalogue", "", "| variant | | players | sources |", "| --- | --- | --- | --- |"]
    for slug in catalog():
        v = load(slug)
        lines.append(f"| [{v.zh}]({slug}.md) `{slug}` | {v.en} | {v.players} | {v.source.status} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the documents below the folder given, or docs/."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    for name, text in documents().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(documents())} documents written to {folder}")


if __name__ == "__main__":
    main()
