"""Results of a seed never change silently: what every variant plays is held by digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjsim.run.plan import KERNEL_VERSION
from mjsim.variant import catalog
from tests.digests.make import digest_of, read

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
CHANGED = (
    "{slug} plays other hands than before. If that is meant: raise KERNEL_VERSION in mjsim/run/plan.py, add a line to CHANGELOG.md, "
    "and write the digests anew (make digests)"
)


def test_digests_belong_to_this_kernel_version_and_the_change_log_has_a_line_for_it() -> None:
    assert read()["kernel"] == KERNEL_VERSION, "write the digests anew: make digests"
    assert f"ernel version {KERNEL_VERSION}" in CHANGELOG.read_text("utf-8"), "a kernel version needs a line in CHANGELOG.md"


def test_every_variant_has_a_digest_of_its_own() -> None:
    digests = read()["digests"]
    assert list(digests) == catalog(), "make digests"
    assert len(set(digests.values())) == len(digests)


@pytest.mark.parametrize("slug", catalog())
def test_a_seed_gives_the_same_results_as_before(slug: str) -> None:
    assert digest_of(slug) == read()["digests"][slug], CHANGED.format(slug=slug)
