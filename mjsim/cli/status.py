"""Say what a data set holds."""

from __future__ import annotations

import argparse
from typing import Any

from mjsim.cli.parser import add_json, print_json
from mjsim.store.place import place


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=place, help="a data set: folder or address")
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.run import ledger
    from mjsim.run.plan import joined

    folder = args.folder
    manifest = ledger.load(folder)
    plan = manifest.described
    parts = [part for shard in manifest.shards for part in shard.parts.values()]
    missing = [part.name for part in parts if not (folder / part.name).is_file()]
    document: dict[str, Any] = {
        "identity": manifest.identity,
        "made_by": manifest.made_by,
        "variant": plan.slug,
        "seed": plan.seed,
        "policies": list(plan.policies),
        "unit": plan.unit,
        "wall": plan.wall,
        "ranges": [{"first": first, "count": count} for first, count in joined(manifest.ranges)],
        "hands": manifest.rows("hands"),
        "matches": manifest.units if plan.unit == "match" else 0,
        "wins": manifest.rows("wins"),
        "parts": len(manifest.shards),
        "bytes": sum(part.bytes for part in parts),
        "faults": [{"seed": plan.seed, plan.unit: fault.number, "error": fault.message} for fault in manifest.faults],
        "missing": missing,
    }
    if args.json:
        print_json(document)
    else:
        show(document, f"{plan.slug} {plan.variant.get('zh', '')} {plan.variant.get('en', '')}")
    return 1 if missing or manifest.faults else 0


def show(document: dict[str, Any], title: str) -> None:
    """The document for people."""
    spans = (f"{entry['first']:,} to {entry['first'] + entry['count'] - 1:,}" for entry in document["ranges"])
    lines = {
        "variant": title,
        "seed": document["seed"],
        "policies": ", ".join(document["policies"]),
        "hands": f"{document['hands']:,}",
        "wins": f"{document['wins']:,}",
        "hand numbers" if document["unit"] == "hand" else "match numbers": ", ".join(spans) or "none",
        "parts": f"{document['parts']:,} ({document['bytes'] / 1e6:,.1f} MB)",
        "identity": document["identity"],
        "made by": document["made_by"],
    }
    for name, value in lines.items():
        print(f"{name:<14}{value}")
    for fault in document["faults"]:
        print(f"fault in {document['unit']} {fault[document['unit']]}: {fault['error']}")
    for name in document["missing"]:
        print(f"missing: {name}")
