"""Progress in a log: rate and time left, and never more than ten lines."""

from __future__ import annotations

import pytest

from mjsim.run import progress
from mjsim.run.progress import progress_bar


def lines(capsys: pytest.CaptureFixture[str], seconds: float, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is printed for 20 million hands in 400 parts, each of which takes so long."""
    now = [1000.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with progress_bar("simplest", 20_000_000, "hands", True) as advance:
        for _ in range(400):
            now[0] += seconds
            advance(50_000)
    return capsys.readouterr().err.splitlines()


def test_a_long_run_prints_nine_lines_with_rate_and_time_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = lines(capsys, 2.0, monkeypatch)
    assert len(found) == 9
    assert found[0] == "mjsim: simplest: 2,000,000 of 20,000,000 hands, 25,000 a second, about 12 min left"
    assert found[-1].endswith("25,000 a second, about 1 min left")


def test_a_short_run_prints_nothing_and_a_shorter_one_a_line_a_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lines(capsys, 0.1, monkeypatch) == []
    assert len(lines(capsys, 0.5, monkeypatch)) == 3
