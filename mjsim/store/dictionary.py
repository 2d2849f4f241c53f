"""The data dictionary as Markdown: `python -m mjsim.store.dictionary > data/README.md`."""

from __future__ import annotations

from mjsim.store.schemas import FORMAT, TABLES, Column

HEAD = f"""# Data dictionary

Made from `mjsim/store/schemas.py` by `make documents`; format {FORMAT}. A run is a folder:

| path | what |
| --- | --- |
| `manifest.json` | what was played, the identity made from it, and every part with its range, rows, bytes and SHA-256 |
| `hands/FIRST_COUNT.parquet` | one row a hand, in order |
| `wins/FIRST_COUNT.parquet` | one row a win, in the order in which they happened |
| `log/FIRST_COUNT.parquet` | one row an act, only with `--log` |

The manifest holds the resolved variant, policies, seed and kernel version. It is the authority: files that it does not name are
not data. `FIRST_COUNT` is the range of hand numbers (of match numbers in linked runs) of a part. Larger runs live under
`data/runs/`, which git ignores. Text columns are dictionary-encoded and cost next to nothing. Where a variant counts in halves its
`score.scale` is 2: divide values and points by it.
"""

TITLES = {
    "hands": "## `hands`: one row a hand",
    "wins": "## `wins`: one row a win",
    "log": "## `log`: one row an act",
}


def _dtype(column: Column) -> str:
    return {"text": "text", "rows": "list of text"}.get(column.type, column.type)


def _line(column: Column) -> str:
    notes = [column.description]
    if column.labels and len(column.labels) < 10:
        notes.append("one of " + ", ".join(f"`{label}`" for label in column.labels))
    if column.negative:
        notes.append(f"null: {column.negative}")
    if column.seat == 3:
        notes.append("null: three players" if not column.negative else "or three players")
    return f"| `{column.name}` | {_dtype(column)} | {column.unit or '–'} | {'; '.join(notes)} |"


def markdown() -> str:
    """The whole dictionary."""
    blocks = [HEAD]
    for table, columns in TABLES.items():
        lines = [TITLES[table], "", "| column | type | unit | meaning |", "| --- | --- | --- | --- |", *map(_line, columns), ""]
        blocks.append("\n".join(lines))
    return "\n".join(blocks)


if __name__ == "__main__":
    print(markdown(), end="")
