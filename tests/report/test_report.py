"""The report as text: everything inside, nothing from outside, links that lead somewhere, names that cannot do harm."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import mjsim as mj
from mjsim.cli import main
from mjsim.report.examples import chosen, example_hands, moves_of
from mjsim.report.page import write_report
from mjsim.run.runner import play
from mjsim.store.dataset import Dataset
from tests.stats import synthetic
from tests.toy.engine import FakeEngine
from tests.toy.plan import TOY, toy_plan

HOSTILE = "\"><img src=x onerror=alert(1)></script><script>alert(2)</script>' &"


class Page(HTMLParser):
    """What a browser would see: tags, attributes, ids, links, texts of cells; unclosed elements are an error."""

    VOID = frozenset({"meta", "link", "br", "img"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [value or "" for key, value in self.attributes if key == name]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    base = tmp_path_factory.mktemp("report")
    folder = synthetic.write(base / "run", 20_000, shift=0.1, policies=("speed", "random", "speed", "random"))
    return folder, write_report(folder, base / "out.html", margin=0.1).read_text("utf-8")


def test_nothing_is_fetched(report: tuple[Path, str]) -> None:
    page = Page(report[1])
    assert not {"img", "iframe", "object"} & set(page.tags)
    assert page.values("src") == []
    assert all(link.startswith(("#", "data:,")) for link in page.values("href"))
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", report[1])
    assert any("default-src 'none'" in policy for policy in page.values("content"))


def test_every_link_leads_somewhere(report: tuple[Path, str]) -> None:
    page = Page(report[1])
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in page.values("href") if link.startswith("#")} <= set(ids)


def test_rows_link_to_the_first_hands_that_have_them(report: tuple[Path, str]) -> None:
    folder, text = report
    wins = Dataset(folder).scan("wins").collect().to_dicts()
    first = [win["hand"] for win in wins if "bits_7" in win["rows"]][:3]
    line = next(line for line in re.findall(r"<tr>.*?</tr>", text) if ">bits_7<" in line)
    assert [int(number) for number in re.findall(r'href="#hand-(\d+)"', line)] == first
    for number in first:
        assert f"mjsim replay DIR --hand {number}<" in text


def test_numbers_come_with_intervals_and_unseen_rows_with_bounds(report: tuple[Path, str]) -> None:
    line = next(line for line in re.findall(r"<tr>.*?</tr>", report[1]) if ">never<" in line)
    assert "&lt; 0.018 %" in line
    assert "unfair by more than 0.1 points a hand".replace("unfair", "Unfair") in report[1]
    assert "coin flip" in report[1]


def test_marks_tell_their_values(report: tuple[Path, str]) -> None:
    tips = Page(report[1]).values("data-tip")
    assert any(re.fullmatch(r"番0 Bits_1\n[\d.]+ %  \[[\d.]+ %, [\d.]+ %\]\n[\d,]+ of 20,000 · wilson", tip) for tip in tips)
    assert any(tip.startswith("番12 Never\nnever in 20,000; at most ") for tip in tips)


def test_the_same_data_give_the_same_page(report: tuple[Path, str], tmp_path: Path) -> None:
    assert write_report(report[0], tmp_path / "again.html", margin=0.1).read_text("utf-8") == report[1]


def test_names_of_users_are_text(tmp_path: Path) -> None:
    rows = {**TOY["rows"], "extra": {"zh": HOSTILE, "en": HOSTILE, "value": 3}}
    play(toy_plan(zh=HOSTILE, en=HOSTILE, rows=rows), 500, tmp_path / "run", workers=1, engine=FakeEngine(), progress=False)
    page = Page(write_report(tmp_path / "run", tmp_path / "out.html").read_text("utf-8"))
    assert page.tags.count("script") == 1
    assert "img" not in page.tags
    assert not any(key.startswith("on") for key, _ in page.attributes)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A real data set of a user's variant, whose names are hostile, and its report."""
    base = tmp_path_factory.mktemp("played")
    quoted = HOSTILE.replace('"', '\\"')
    own = f'''extends = "simplest"\nslug = "own"\nzh = "{quoted}"\nen = "{quoted}"\n[rows.win]\nzh = "{quoted}"\nen = "{quoted}"\n'''
    (base / "own.toml").write_text(own, "utf-8")
    data = mj.run(base / "own.toml", hands=400, out=base / "run", workers=1, progress=False)
    return data.folder, mj.report(data.folder, base / "out.html").read_text("utf-8")


def test_example_hands_are_shown_move_by_move(played: tuple[Path, str]) -> None:
    folder, text = played
    data = Dataset(folder)
    examples = example_hands(data)
    shown = chosen(examples, list(examples))
    assert shown and set(shown) == {hands[0] for hands in examples.values() if hands}
    moves = re.findall(r'id="hand-(\d+)">.*?<pre>(.*?)</pre>', text, re.DOTALL)
    blocks = {number: moves_of(data, number) for number in shown}
    assert {
        int(number) for number, _ in re.findall(r'id="hand-(\d+)"><summary>hand \d+</summary><ul>(?:(?!</ul>).)*</ul><(pre)>', text)
    } == set(shown)
    assert len(moves) == len(shown)
    assert all(
        unescape(found).strip() == blocks[number].strip() for number, found in zip(sorted(shown), (m for _, m in moves), strict=True)
    )
    assert "cannot be replayed" not in text


def test_names_in_moves_are_text(played: tuple[Path, str]) -> None:
    page = Page(played[1])
    assert page.tags.count("script") == 1
    assert "img" not in page.tags
    assert not any(key.startswith("on") for key, _ in page.attributes)


def test_the_rarest_rows_have_their_moves_first() -> None:
    examples = {"common": [1, 2], "rare": [7, 9], "never": [], "same": [7]}
    assert chosen(examples, ["never", "rare", "same", "common"], most=1) == [7]
    assert chosen(examples, ["never", "rare", "same", "common"]) == [7, 1]


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_small_and_linked_data_have_a_page_too(tmp_path: Path, unit: str) -> None:
    play(toy_plan(unit=unit), 5, tmp_path / "run", workers=1, engine=FakeEngine(), progress=False)
    assert "Synthetic" not in write_report(tmp_path / "run", tmp_path / "out.html").read_text("utf-8")


def test_from_the_command_line(report: tuple[Path, str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["report", str(report[0]), "--out", str(tmp_path / "page.html")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "page.html")
    assert main(["report", str(tmp_path)]) == 2
