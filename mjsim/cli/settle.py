"""Settle whole hands, one JSON object a line: draws with payments, several winners, hands that go on after a win."""

from __future__ import annotations

import argparse
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mjsim.cli.jsonl import answer_lines
from mjsim.cli.parser import add_sets
from mjsim.errors import MjsimError

if TYPE_CHECKING:
    from mjsim.variant.model import Variant


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jsonl", metavar="FILE", required=True, help="settlement cases, one JSON object a line; - for standard input")
    add_sets(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.referee import settle_case

    sets = tuple(args.sets)
    return answer_lines(args.jsonl, lambda case, where: settle_case(variant_of(case, sets, where), case, where))


def variant_of(case: dict[str, Any], sets: tuple[str, ...], where: str) -> Variant:
    """The variant that a case names, with its options."""
    slug, options = case.get("variant"), case.get("options") or {}
    if not isinstance(slug, str) or not isinstance(options, dict):
        raise MjsimError("no variant, or options that are no object", where, '"variant": SLUG, "options": {NAME: VALUE}')
    return _load(slug, sets, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=200)
def _load(slug: str, sets: tuple[str, ...], options: str) -> Variant:
    from mjsim.variant import load

    return load(slug, sets, json.loads(options))
