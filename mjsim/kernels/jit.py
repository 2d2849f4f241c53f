"""The one place that decides how kernels are compiled.

Every kernel is decorated by `njit` or, when it is a few instructions that must not cost a call, by `inline`; those that Python calls by
`entry` and `inline_entry`. Compiled code is cached in a folder named after a digest of all sources in this package: numba notices a change
in a function's own file only, so one changed helper would otherwise leave stale machine code in its callers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba.core import config as numba_config
from numba.core import types
from numba.extending import intrinsic

from mjsim.cache import cache_dir

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False, "no_cfunc_wrapper": True}


def sources_digest(folder: Path = Path(__file__).parent) -> str:
    """Digest of every Python file in a folder (mjsim/kernels), by name and content: the version of the kernels."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


KERNELS_DIGEST = sources_digest()


def entry(function: Callable[..., Any]) -> Any:
    """Compile on first call, cached on disk; no bounds checks, division as in C, the GIL released. Python may call it."""
    return _compile(function, cache=True)


def njit(function: Callable[..., Any]) -> Any:
    """As `entry`, for what only other kernels call: ways in from Python cost compile time. A call from Python ends the process."""
    return _compile(function, cache=True, no_cpython_wrapper=True)


def njit_c(function: Callable[..., Any]) -> Any:
    """As `njit`, callable from C and not from Python (see seam.py)."""
    return _compile(function, cache=True, no_cfunc_wrapper=False, no_cpython_wrapper=True)


def inline(function: Callable[..., Any]) -> Any:
    """As `njit`, for tiny helpers: LLVM always inlines them, so they have no cache of their own."""
    return _compile(function, forceinline=True, no_cpython_wrapper=True)


def inline_entry(function: Callable[..., Any]) -> Any:
    """As `inline`, for what Python may call too."""
    return _compile(function, forceinline=True)


def checked(function: Callable[..., Any]) -> Any:
    """A user's function: errors are raised, indices out of bounds among them. Not cached, for its digest is not that of the kernels."""
    return _compile(function, error_model="python", boundscheck=True)


def enclosing(function: Callable[..., Any]) -> Any:
    """What calls a `checked` function, to be called from C."""
    return _compile(function, no_cfunc_wrapper=False, no_cpython_wrapper=True)


def _compile(function: Callable[..., Any], **options: Any) -> Any:
    config: Any = numba_config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_dir() / f"kernels-{KERNELS_DIGEST}")  # read by numba when the function is decorated
    try:
        dispatcher = numba.njit(**(OPTIONS | options))(function)
    finally:
        config.CACHE_DIR = before
    # numba would compile a function anew for every constant it is called with
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(types.unliteral(arg) for arg in args), kws)
    return dispatcher


def _popcount(typingctx: Any, x: Any) -> Any:
    """Number of set bits of an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def _ctz(typingctx: Any, x: Any) -> Any:
    """Index of the lowest set bit of an int64, which must not be 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


popcount: Any = intrinsic(_popcount)
ctz: Any = intrinsic(_ctz)
