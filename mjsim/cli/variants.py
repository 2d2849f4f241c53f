"""List the catalogue of rule sets."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_json, print_json

KEYS = ("slug", "name_zh", "name_en", "players", "tiles", "hand", "source_status")


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    entries = listing()
    if args.json:
        print_json(entries)
        return 0
    rows = [KEYS, *(tuple(str(entry[key]) for key in KEYS) for entry in entries)]
    widths = [max(cells(row[i]) for row in rows) for i in range(len(KEYS))]
    for row in rows:
        print("  ".join(text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)).rstrip())
    return 0


def listing() -> list[dict[str, str | int]]:
    """What the table shows of each variant, by slug: from the index, which is quick to read, or from the files where it is out of date."""
    import json
    from importlib import resources

    folder = resources.files("mjsim.catalog")
    slugs = sorted(
        entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml") and entry.name != "names.toml"
    )
    index = folder / "index.json"
    entries: list[dict[str, str | int]] = json.loads(index.read_text("utf-8")) if index.is_file() else []
    return entries if [entry["slug"] for entry in entries] == slugs else from_files(slugs)


def from_files(slugs: list[str]) -> list[dict[str, str | int]]:
    """The entries as the variant files give them. The full check of a file is left to `mjsim check`."""
    from mjsim.variant.deck import total_tiles
    from mjsim.variant.load import read
    from mjsim.variant.schema import convert

    entries: list[dict[str, str | int]] = []
    for slug in slugs:
        where, data = read(slug)
        variant = convert(data, where)
        values = (slug, variant.zh, variant.en, variant.players, total_tiles(variant), variant.deal.hand, variant.source.status)
        entries.append(dict(zip(KEYS, values, strict=True)))
    return entries


def cells(text: str) -> int:
    """Width on a terminal: Chinese characters take two cells.

    >>> cells("mcr 國標")
    8
    """
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


if __name__ == "__main__":  # python -m mjsim.cli.variants > mjsim/catalog/index.json
    from mjsim.variant.load import catalog

    print_json(from_files(catalog()))
