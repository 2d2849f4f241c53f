"""No row is out of reach and no gate idle; the page that says where is the one that its command makes."""

from __future__ import annotations

import pytest

from tests.catalog.coverage import CARDS, variant
from tests.catalog.reachability import FEW, MANY, PAGE, count_rows, counted_in_play, page, refusals, stored


@pytest.mark.parametrize("slug", CARDS)
def test_what_is_met_in_play_is_counted_there(slug: str) -> None:
    """Wins list what they should; that a constructed hand shows every row is tested with the hands."""
    met = set().union(*stored(slug, MANY).values())
    assert met <= counted_in_play(slug)


@pytest.mark.parametrize("slug", CARDS)
def test_every_gate_refuses(slug: str) -> None:
    found = refusals(slug)
    assert set(variant(slug).gates) <= set(found)
    assert [gate for gate, ids in found.items() if not ids] == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.catalog.reachability"


@pytest.mark.parametrize("slug", CARDS)
def test_the_first_hands_are_those_that_were_counted(slug: str) -> None:
    assert count_rows(slug, FEW) == stored(slug, FEW), "python -m tests.catalog.reachability --play"


@pytest.mark.verify
@pytest.mark.parametrize("slug", CARDS)
def test_all_hands_are_those_that_were_counted(slug: str) -> None:
    assert count_rows(slug, MANY) == stored(slug, MANY), "python -m tests.catalog.reachability --play"
