"""Write the digests of what every variant plays: python -m tests.digests.make [SLUG ...]

The file says which kernel version its digests belong to. Outcomes of a seed may change only together with KERNEL_VERSION
(mjsim/run/plan.py) and a line in CHANGELOG.md; this command refuses to write other digests under the same version.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from mjsim.run.engine import KernelEngine
from mjsim.run.plan import KERNEL_VERSION
from mjsim.run.runner import make_plan
from mjsim.variant import catalog, load

FILE = Path(__file__).parents[1] / "data" / "digests.json"
SEED, HANDS, MATCHES = 20_260_000, 24, 1
PLAYED = (("speed", False), ("random", False), ("speed", True))
"""Policy, and whether hands are linked."""


def digest_of(slug: str) -> str:
    """SHA-256 over all columns of some hands and a match of a variant: names, then values as 64-bit integers."""
    found = hashlib.sha256()
    for policy, matches in PLAYED:
        plan = make_plan(load(slug), seed=SEED, policies=policy, unit="match" if matches else "hand")
        game = KernelEngine().open(msgspec.json.encode(plan.variant))
        played = game.play(SEED, 0, MATCHES if matches else HANDS, plan.policies, matches=matches, wall="shared", log=False)
        for table in (played.hands, played.wins):
            for name in sorted(table):
                found.update(name.encode())
                found.update(np.ascontiguousarray(table[name], "<i8").tobytes())
        found.update(json.dumps(list(played.faults)).encode())
    return found.hexdigest()[:32]


def read() -> dict[str, Any]:
    """The file: `kernel`, and `digests` by slug."""
    document: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return document


def main(wanted: list[str]) -> None:
    """Write the digests of the variants named, or of all."""
    before = read() if FILE.exists() else {"kernel": "", "digests": {}}
    found = {slug: digest_of(slug) for slug in wanted or catalog()}
    old = before["digests"] if before["kernel"] == KERNEL_VERSION else {}
    changed = [slug for slug in found if old.get(slug, found[slug]) != found[slug]]
    if changed and "--force" not in sys.argv:
        sys.exit(f"other outcomes under kernel version {KERNEL_VERSION}: {', '.join(changed)}; raise KERNEL_VERSION in mjsim/run/plan.py")
    kept = before["digests"] if wanted else {}
    document = {"kernel": KERNEL_VERSION, "digests": dict(sorted({**kept, **found}.items()))}
    FILE.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main([argument for argument in sys.argv[1:] if not argument.startswith("--")])
