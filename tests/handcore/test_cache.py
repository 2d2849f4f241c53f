"""Where compiled kernels and tables are kept, and what makes them stale."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mjsim import cache
from mjsim.kernels import distance, jit


@pytest.fixture
def fresh() -> Iterator[None]:
    cache.cache_dir.cache_clear()
    yield
    cache.cache_dir.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_folder_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJSIM_CACHE", str(tmp_path / "a b" / "c"))
    assert cache.cache_dir() == (tmp_path / "a b" / "c").resolve()
    assert cache.cache_dir().is_dir()


@pytest.mark.usefixtures("fresh")
def test_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MJSIM_CACHE", raising=False)
    monkeypatch.setattr(cache, "user_cache", lambda: tmp_path)
    assert cache.cache_dir() == (tmp_path / "mjsim").resolve()


@pytest.mark.usefixtures("fresh")
def test_folder_that_cannot_be_made_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MJSIM_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(cache, "user_cache", lambda: tmp_path / "file")
    assert cache.cache_dir().is_dir()
    assert tmp_path not in cache.cache_dir().parents


def test_any_changed_source_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py").write_text("y = 1\n")
    before = jit.sources_digest(tmp_path)
    (tmp_path / "b.py").write_text("y = 2\n")
    assert jit.sources_digest(tmp_path) != before
    (tmp_path / "b.py").write_text("y = 1\n")
    assert jit.sources_digest(tmp_path) == before
    (tmp_path / "b.py").rename(tmp_path / "c.py")
    assert jit.sources_digest(tmp_path) != before


def test_kernels_are_kept_under_their_version() -> None:
    assert f"kernels-{jit.KERNELS_DIGEST}" in str(distance.decide._cache.cache_path)
