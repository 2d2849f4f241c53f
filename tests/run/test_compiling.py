"""Kernels are compiled by one process, and a failed compilation leaves nothing that says otherwise."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from mjsim.run import compiling
from mjsim.run.compiling import compiled_once


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiling, "cache_dir", lambda: tmp_path)
    return tmp_path


def test_others_wait_for_the_first() -> None:
    inside, leave, done = threading.Event(), threading.Event(), []

    def first() -> None:
        with compiled_once("a"):
            inside.set()
            leave.wait()
            done.append("first")

    def second() -> None:
        with compiled_once("a"):
            done.append("second")

    one, other = threading.Thread(target=first), threading.Thread(target=second)
    one.start()
    inside.wait()
    other.start()
    other.join(timeout=0.2)
    assert other.is_alive()
    leave.set()
    one.join()
    other.join()
    assert done == ["first", "second"]


def test_once_compiled_nobody_waits_and_another_version_is_compiled_again(cache: Path) -> None:
    with compiled_once("a"):
        pass
    with compiled_once("a"), compiled_once("a"):
        assert [path.name for path in cache.glob("compiled-*")] == ["compiled-a"]
    with compiled_once("b"):
        assert not (cache / "compiled-b").exists()


def test_a_failed_compilation_is_not_marked(cache: Path) -> None:
    with pytest.raises(ValueError, match="no room"), compiled_once("a"):
        raise ValueError("no room")
    assert list(cache.glob("compiled-*")) == []
