"""Check every part of a data set, and replay a sample of its hands through the referee."""

from __future__ import annotations

import argparse

from mjsim.cli.parser import add_json, print_json, say, whole
from mjsim.store.place import need_local, place


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=place, help="a data set: folder or address")
    parser.add_argument("--sample", metavar="N", type=whole, default=20, help="hands to replay; default 20, 0 none")
    parser.add_argument("--policy", metavar="FILES", help="files of policies that played, if some are no built-in ones, to replay hands")
    add_json(parser)


def main(args: argparse.Namespace) -> int:
    from mjsim.policies.files import is_file, trust
    from mjsim.run import ledger
    from mjsim.run.plan import KERNEL_VERSION
    from mjsim.run.progress import progress_bar
    from mjsim.run.sample import replayed
    from mjsim.run.verify import faults_of

    folder = args.folder
    manifest = ledger.load(folder)
    with progress_bar("verify", manifest.units, f"{manifest.described.unit}s", True, "reading") as tell:
        faults = list(faults_of(folder, tell))
    kernel = manifest.described.kernel
    if args.sample and kernel != KERNEL_VERSION:
        say(f"mjsim: played by kernel version {kernel}, this is {KERNEL_VERSION}: no hands are replayed")
    policies = manifest.described.policies
    if args.policy:
        trust(args.policy, policies)
    unread = not args.policy and any(map(is_file, policies))
    if args.sample and unread:
        say("mjsim: files played, which are not run unasked: no hands are replayed without --policy FILE.py")
    skipped = faults or not args.sample or kernel != KERNEL_VERSION or unread
    sample = [] if skipped else replayed(need_local(folder), args.sample)
    faults += [f"hand {hand}: {fault}" for hand, fault in sample if fault]
    if args.json:
        print_json({"identity": manifest.identity, "parts": len(manifest.shards), "replayed": len(sample), "faults": faults})
    else:
        for fault in faults:
            print(fault)
        checked = f"{len(manifest.shards)} parts with {manifest.rows('hands'):,} hands checked"
        print(f"{checked}, {len(sample)} hands replayed: {len(faults) or 'no'} faults")
    return 1 if faults else 0
