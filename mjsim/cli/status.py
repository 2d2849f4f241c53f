"""Say what a data set holds."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_data, add_json, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.run import ledger
    from mjsim.run.plan import joined

    manifest = ledger.load(args.folder)
    plan = manifest.described
    gone = [part.name for shard in manifest.shards for part in shard.parts.values() if not (args.folder / part.name).is_file()]
    document = {
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
        "bytes": sum(part.bytes for shard in manifest.shards for part in shard.parts.values()),
        "faults": [{"seed": plan.seed, "hand": fault.hand, "error": fault.message} for fault in manifest.faults],
        "missing": gone,
    }
    if args.json:
        print_json(document)
    else:
        _print(document, str(plan.variant.get("zh", "")), str(plan.variant.get("en", "")))
    return 1 if gone or manifest.faults else 0


def _print(document: dict[str, object], zh: str, en: str) -> None:
    ranges = document["ranges"]
    assert isinstance(ranges, list)
    spans = ", ".join(f"{r['first']:,} to {r['first'] + r['count'] - 1:,}" for r in ranges) or "none"
    lines = {
        "variant": f"{document['variant']} {zh} ({en})",
        "seed": document["seed"],
        "policies": ", ".join(document["policies"]),  # type: ignore[arg-type]  # a list of str, as made above
        "hands": f"{document['hands']:,}",
        "wins": f"{document['wins']:,}",
        "hand numbers" if document["unit"] == "hand" else "match numbers": spans,
        "parts": f"{document['parts']} ({document['bytes'] / 1e6:,.1f} MB)",  # type: ignore[operator]  # an int
        "identity": document["identity"],
        "made by": document["made_by"],
    }
    width = max(map(len, lines))
    for name, value in lines.items():
        print(f"{name:<{width}}  {value}")
    for fault in document["faults"]:  # type: ignore[attr-defined]  # a list, as made above
        print(f"fault in hand {fault['hand']}: {fault['error']}")
    for name in document["missing"]:  # type: ignore[attr-defined]  # a list, as made above
        print(f"missing: {name}")
