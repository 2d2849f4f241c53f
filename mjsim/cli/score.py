"""Score hands: JSON lines with --jsonl, or one hand from arguments, explained.

example: mjsim score simplest 123m456p789sEE67m 8m --by discard --from 0 --seat 1
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from mjsim.cli.jsonl import answer_lines
from mjsim.cli.parser import add_variant, load_variant
from mjsim.errors import MjsimError

if TYPE_CHECKING:
    from mjsim.variant.model import Variant


def configure(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    parser.add_argument("hand", metavar="HAND", nargs="?", help="concealed tiles without the winning one, such as 123m456pEE")
    parser.add_argument("win", metavar="TILE", nargs="?", help="the winning tile")
    parser.add_argument("--jsonl", metavar="FILE", help="cases, one JSON object a line; - for standard input")
    parser.add_argument("--by", choices=("self", "discard", "rob"), default="self", help="default self")
    parser.add_argument("--from", metavar="SEAT", type=int, dest="giver", help="seat that gave the tile")
    parser.add_argument("--seat", metavar="SEAT", type=int, default=0, help="the winner's; 0 is the dealer, the default")
    parser.add_argument(
        "--meld", metavar="MELD", action="append", default=[], help='such as "pung EEE" or "kong-exposed 1111p<2"; repeatable'
    )
    parser.add_argument("--round", choices=tuple("ESWN"), default="E", help="prevailing wind; default E")
    parser.add_argument("--joker", metavar="TILE", action="append", default=[], help="a wild kind of this hand; repeatable")
    parser.add_argument("--flower", metavar="TILE", action="append", default=[], help="a flower laid out; repeatable")
    parser.add_argument("--imagined", metavar="TILE", help="what the winner's imagined joker is fixed to, where the variant fixes it")
    parser.add_argument("--flag", metavar="FLAG", action="append", default=[], help="such as kong_replacement; repeatable")


def main(args: argparse.Namespace) -> int:
    from mjsim.referee import score_case

    variant = load_variant(args)
    if args.jsonl is not None:
        if args.hand is not None:
            raise MjsimError("a hand and --jsonl", "mjsim score", "one of them")
        return answer_lines(args.jsonl, lambda case, where: score_case(with_options(variant, case), case, where))
    if args.hand is None or args.win is None:
        raise MjsimError("no hand", "mjsim score", "HAND and TILE, or --jsonl FILE")
    case: dict[str, Any] = {
        "id": "your hand",
        "hand": args.hand,
        "melds": args.meld,
        "win": args.win,
        "by": args.by,
        "seat": args.seat,
        "round": args.round,
        "jokers": args.joker,
        "flowers": args.flower,
        "flags": args.flag,
    }
    if args.giver is not None:
        case["from"] = args.giver
    if args.imagined is not None:
        case["imagined"] = args.imagined
    print(*told(variant, case), sep="\n")
    return 0 if score_case(variant, case)["win"] else 1


def with_options(variant: Variant, case: dict[str, Any]) -> Variant:
    """The variant with the options that a case names."""
    options = case.get("options") or {}
    if not isinstance(options, dict):
        raise MjsimError("options is no object", str(case.get("id")), "an object of option and value")
    return variant.with_rules({f"option.{name}": value for name, value in options.items()}) if options else variant


def told(variant: Variant, case: dict[str, Any]) -> list[str]:
    """One scored hand for people."""
    from mjsim.referee.explain import explain_case

    melds = "".join(f" [{meld}]" for meld in case["melds"])
    imagined = f" (imagined {case['imagined']} 心皇)" if "imagined" in case else ""
    how = {
        "self": "own draw 自摸",
        "discard": f"discard of seat {case.get('from')} 點炮",
        "rob": f"robbed kong of seat {case.get('from')} 搶杠",
    }
    return [
        f"{variant.zh} {variant.en}",
        f"{case['hand']}{melds}{imagined} + {case['win']}, {how[case['by']]}, seat {case['seat']}",
        *explain_case(variant, case),
    ]
