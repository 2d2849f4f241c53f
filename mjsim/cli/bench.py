"""Measure speed on this machine, one core, as ratios. Figures of one call may be compared with one another, not with another machine's."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from mjsim.bench import Speed
from mjsim.cli.parser import add_json, print_json, say
from mjsim.errors import MjsimError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variants", metavar="SLUG", nargs="*", help="variants to play; default: the whole catalogue")
    parser.add_argument("--peers", action="store_true", help="also measure riichienv, xiangting, mahjong and PyMahjongGB (extra: bench)")
    parser.add_argument("--policy", action="append", choices=("random", "speed"), help="repeatable; default speed, with --peers random too")
    parser.add_argument("--seconds", metavar="T", type=float, default=1.0, help="for each figure; default 1")
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.bench import own
    from mjsim.variant import catalog

    if not 0 < args.seconds <= 60:
        raise MjsimError(f"{args.seconds} seconds", "--seconds", "more than 0, at most 60")
    policies = tuple(args.policy or (("speed", "random") if args.peers else ("speed",)))
    found = [*_told(own.hand_core(args.seconds)), *_told(own.fan(args.seconds))]
    found += _told(own.play(args.variants or catalog(), policies, args.seconds))
    if args.peers:
        try:
            from mjsim.bench import peers

            found += [*_told(peers.hand_core(args.seconds)), *_told(peers.fan(args.seconds)), *_told(peers.play(args.seconds))]
        except ImportError as error:
            raise MjsimError(f"{error.name} is not installed", "--peers", "pip install 'mjsim[bench]', or make bench") from None
    if args.json:
        print_json([{"what": speed.what, "who": speed.who, "rate": speed.rate, "ratio": ratio(speed, found)} for speed in found])
        return 0
    width = max(len(f"{speed.what} ({speed.who})") for speed in found)
    for speed in found:
        times = ratio(speed, found)
        print(f"{f'{speed.what} ({speed.who})':<{width}}  {speed.rate:>14,.0f}/s" + (f"  mjsim {times:,.1f} x" if times else ""))
    return 0


def ratio(speed: Speed, found: list[Speed]) -> float | None:
    """How many times mjsim's rate is this peer's, at the work that is nearest; None for our own figures."""
    if speed.who.startswith("mjsim"):
        return None
    policy = "random" if "random" in speed.who else "speed"
    ours = [own.rate for own in found if own.what.startswith(speed.what) and own.who in ("mjsim", f"mjsim {policy}")]
    return ours[0] / speed.rate if ours else None


def _told(speeds: Iterable[Speed]) -> list[Speed]:
    """The figures, each announced on stderr as it comes."""
    kept = []
    for speed in speeds:
        say(f"{speed.what} ({speed.who}): {speed.rate:,.0f}/s")
        kept.append(speed)
    return kept
