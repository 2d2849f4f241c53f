"""Policies that users write: what they see, that they play legally and the same way again, and what is said when they are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from mjsim.compile.cases import program_of
from mjsim.kernels.engine import Columns, play_hands
from mjsim.run.plan import policies_for
from mjsim.run.runner import make_plan, play
from mjsim.run.sample import replayed
from mjsim.store.dataset import Dataset, scan
from mjsim.variant import load
from tests.catalog.coverage import CARDS
from tests.kernels.hidden import decisions
from tests.referee.engines import played_by

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PLAYERS = HERE / "players"
MIRROR, ANYTHING, WATCHER = (str(PLAYERS / f"{name}.py") for name in ("mirror", "anything", "watcher"))
ONE_SUIT = str(ROOT / "experiments" / "policies" / "one_suit.py")
SNIPPETS = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", (ROOT / "docs" / "own-policies.md").read_text("utf-8"), re.DOTALL))
FEW = ("simplest", "mcr", "chengdu-xuezhan", "nanchang", "xiangyang-kawuxing", "changsha")
"""Void suits and exchanges, a stand-in for the joker, shown hands, open kongs."""
EVERY = [*FEW, *(pytest.param(slug, marks=pytest.mark.verify) for slug in CARDS if slug not in FEW)]


def hands_of(slug: str, policy: str, count: int, **settings: bool) -> Columns:
    program = program_of(load(slug))
    return play_hands(program, 21, 0, count, policies_for(policy, program.players), **settings)


def same(one: Columns, other: Columns) -> bool:
    """Are all columns the same?"""
    tables = (one.hands, other.hands), (one.wins, other.wins)
    return all(np.array_equal(a[name], b[name]) for a, b in tables for name in a)


@pytest.mark.parametrize("slug", EVERY)
def test_who_leaves_everything_to_speed_plays_as_speed_does(slug: str) -> None:
    assert same(hands_of(slug, MIRROR, 150), hands_of(slug, "speed", 150))


def test_idle_tiles_beyond_the_words_are_thrown_first_where_speed_decides() -> None:
    program = program_of(load("luoshu", options={"flowers": "four-each", "green-and-white": "140-tiles"}))
    one, other = (play_hands(program, 21, 0, 60, policies_for(policy, program.players)) for policy in (MIRROR, "speed"))
    assert same(one, other)
    assert [fault for hand in played_by(program, 3, 0, 15, policies_for(f"{ANYTHING}:salt=5", 4)) if (fault := hand.fault())] == []


@pytest.mark.parametrize("slug", EVERY)
def test_whatever_is_chosen_is_legal_for_the_referee(slug: str) -> None:
    program = program_of(load(slug))
    names = policies_for(f"{ANYTHING}:salt=5", program.players)
    assert [fault for hand in played_by(program, 3, 0, 25, names) if (fault := hand.fault())] == []


@pytest.mark.parametrize(
    ("slug", "exact"), [("simplest", 1), ("mcr", 1), ("changsha", 0), pytest.param("jinan", 1, marks=pytest.mark.verify)]
)
def test_what_is_seen_adds_up(slug: str, exact: int) -> None:
    watcher = f"{WATCHER}:exact={exact}"
    assert hands_of(slug, f"{watcher},{ANYTHING},speed,{watcher}", 60).faults == []


@pytest.mark.parametrize("slug", ["mcr", "chengdu-xuezhan", "xiangyang-kawuxing"])
@pytest.mark.parametrize("policy", [ANYTHING, ONE_SUIT])
def test_hidden_tiles_do_not_matter(slug: str, policy: str) -> None:
    """Other hands and the wall are shuffled under a seat's eyes: it does the same, even if it is swayed by all that it sees."""
    seen, again = decisions(slug, policy, hands=5, shuffled=False), decisions(slug, policy, hands=5, shuffled=True)
    assert len(seen) > 60
    assert seen == again


def test_what_is_seen_sways_who_is_swayed_by_all() -> None:
    """Or the test above could not fail: another salt, other hands."""
    assert not same(hands_of("simplest", ANYTHING, 20), hands_of("simplest", f"{ANYTHING}:salt=1", 20))


def full_flushes(columns: Columns, player: int) -> float:
    """Share of a player's wins that are of one suit."""
    number = list(load("mcr").rows).index("full-flush")
    ends, values = columns.wins["rows_offsets"], columns.wins["rows_values"]
    dealer = dict(zip(columns.hands["hand"].tolist(), columns.hands["dealer"].tolist(), strict=True))
    own = [
        number in values[ends[i] : ends[i + 1]]
        for i, (hand, seat) in enumerate(zip(columns.wins["hand"].tolist(), columns.wins["seat"].tolist(), strict=True))
        if (dealer[hand] + seat) % 4 == player
    ]
    assert len(own) > 15
    return sum(own) / len(own)


def test_who_collects_one_suit_wins_with_one_suit() -> None:
    columns = hands_of("mcr", f"{ONE_SUIT}:least=1,speed,speed,speed", 600)
    assert full_flushes(columns, 0) > 0.8
    assert full_flushes(columns, 1) < 0.1


@pytest.fixture(scope="module")
def snippets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("snippets")
    for name, text in SNIPPETS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_the_first_example_never_claims(snippets: Path) -> None:
    columns = hands_of("simplest", f"{snippets / 'never_claims.py'},speed,speed,speed", 300)
    never = (columns.wins["seat"] + columns.hands["dealer"][columns.wins["hand"]]) % 4 == 0
    assert never.sum() > 30
    assert columns.wins["exposed"][never].max() == 0
    assert columns.wins["exposed"][~never].max() > 1


def test_the_second_example_plays_nearly_as_well_as_speed(snippets: Path) -> None:
    columns = hands_of("simplest", f"{snippets / 'nearest.py'}:shape=0.9,speed,speed,speed", 1200)
    mine = (columns.wins["seat"] + columns.hands["dealer"][columns.wins["hand"]]) % 4 == 0
    assert columns.faults == []
    assert 0.19 < mine.mean() < 0.31


def test_rows_do_not_depend_on_workers_and_the_referee_agrees(tmp_path: Path) -> None:
    plan = make_plan(load("simplest"), seed=7, policies=f"{ANYTHING},speed,{ONE_SUIT},speed")
    for workers in (1, 2):
        play(plan, 240, tmp_path / str(workers), workers=workers, shard=60, progress=False)
    for table in ("hands", "wins"):
        assert_frame_equal(scan(tmp_path / "1", table).collect(), scan(tmp_path / "2", table).collect())
    assert [fault for _, fault in replayed(tmp_path / "1", 20) if fault] == []
    play(plan, 300, tmp_path / "1", workers=1, progress=False)
    play(make_plan(load("simplest"), seed=7, policies=plan.policies), 300, tmp_path / "3", workers=1, progress=False)
    assert_frame_equal(scan(tmp_path / "1").collect(), scan(tmp_path / "3").collect())
    by = Dataset(tmp_path / "1").plan.policies
    assert [name.split(":")[0] for name in by] == ["anything.py", "speed", "one_suit.py", "speed"]
    assert scan(tmp_path / "1").select(pl.len()).collect().item() == 300
