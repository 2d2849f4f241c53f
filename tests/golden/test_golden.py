"""Golden hands: the referee replays each record to the same transcript, the kernels play the same hand, and it shows what it should."""

from __future__ import annotations

import msgspec
import pytest

from mjsim.run.record import record_of
from mjsim.run.runner import make_plan
from mjsim.tiles import NAMES
from tests.catalog.coverage import CARDS
from tests.golden.records import EACH, FOLDER, outcome, path, read, rules, wanted

WANTED = wanted()
HANDS = [(slug, number) for slug in CARDS for number in range(1, EACH + 1)]


def test_every_variant_has_its_golden_hands() -> None:
    assert set(WANTED) == set(CARDS)
    assert {slug: len(entries) for slug, entries in WANTED.items()} == dict.fromkeys(CARDS, EACH)
    assert {file.name for file in FOLDER.iterdir()} == {path(*hand, ending).name for hand in HANDS for ending in ("json", "txt")}
    assert len({(golden.variant, golden.policies, golden.hand) for golden in (read(*hand) for hand in HANDS)}) == len(HANDS)


@pytest.mark.parametrize(("slug", "number"), HANDS)
def test_the_referee_replays_it(slug: str, number: int) -> None:
    golden = read(slug, number)
    result, text = golden.replayed()
    entry = WANTED[slug][number - 1]
    assert text == path(slug, number, "txt").read_text("utf-8")
    assert msgspec.structs.replace(golden, **outcome(result)) == golden
    assert (golden.variant, golden.shows, entry.missing(result, text)) == (slug, entry.shows, "")


@pytest.mark.parametrize("slug", CARDS)
def test_the_kernels_play_it(slug: str) -> None:
    """The same seed and hand number give the same hand, act by act."""
    for number in range(1, EACH + 1):
        golden = read(slug, number)
        record = record_of(make_plan(rules(slug), seed=golden.seed, policies=golden.policies), golden.hand)
        assert " ".join(NAMES[kind] for kind in record.wall) == golden.wall
        assert tuple(record.acts) == golden.acts
        assert (tuple(record.dice), record.round, record.repeats, record.draws_before) == (
            golden.dice, golden.round, golden.repeats, golden.draws_before,
        )  # fmt: skip
        assert tuple(record.hand[f"points_{seat}"] for seat in range(len(golden.points))) == golden.points
        assert [sorted(win["rows"]) for win in record.wins] == [sorted(win.items) for win in golden.wins]
