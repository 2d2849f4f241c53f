"""Where a data set lies: a folder, or an address of an object store such as `s3://bucket/run` (fsspec, through universal_pathlib)."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from mjsim.errors import DataError, quote

EXTRA = "pip install 'mjsim[dask]'"


def place(text: str | Path) -> Path:
    """A folder, or a path-like object of the same methods for an address with `://`.

    Raises
    ------
    DataError
        if the kind of store is not known or its package is not installed.

    Examples
    --------
    >>> place("data/runs").name
    'runs'
    """
    if not isinstance(text, str) or "://" not in text:
        return Path(text)
    kind = text.partition("://")[0]
    try:
        from upath import UPath

        path = UPath(text, use_listings_cache=False)
        path.fs  # noqa: B018  # the store's package is imported here
    except ImportError as error:
        raise DataError(f"stores of kind {quote(kind)} need a package that is not installed ({error})", text, EXTRA) from None
    except (ValueError, OSError) as error:
        raise DataError(f"is no address of a store ({error})", text, "a folder, or an address such as s3://bucket/run") from None
    return cast(Path, path)


def is_remote(path: object) -> bool:
    """Whether a place is in a store: no locks of the system there, no renaming; a file is there when it is whole."""
    return not isinstance(path, Path)


def need_local(path: Path) -> Path:
    """The same path; an error that says what to do if it is in a store."""
    if is_remote(path):
        raise DataError("is in a store", str(path), f"a folder: mjsim merge {path} --out DIR brings it here, every part checked")
    return path
