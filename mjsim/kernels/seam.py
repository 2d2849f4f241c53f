"""Seams: kernels that others call through a C symbol, so that they are compiled once and not again inside every caller.

numba links a compiled function into each of its callers and optimises the whole anew; a deep tree of kernels pays for its
leaves at every level. A seam is compiled by itself; callers only know its name. Arguments are pointers to int64 (from Python:
C-contiguous int64 arrays) and int64 numbers, the result is an int64. Before compiled code that calls seams is loaded,
`open_seams` must have run: `Program.new_work` and calls of a seam from Python do it. From Python a seam is called like a
function.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import binding
from numba.core import config as numba_config
from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default

from mjsim.kernels.jit import njit_c

POINTER = types.CPointer(types.int64)
HOT, COOL = 3, 2
"""LLVM's levels. The first takes a sixth more of compile time and pays where most of a hand's time is spent."""
SEAMS: list[Seam] = []
"""All seams in the order in which they must be opened: a module defines its seams after importing those that it calls."""


class Seam(types.ExternalFunction):
    """A kernel behind a C symbol; numba takes an object of this kind for an external function."""

    def __init__(self, function: Callable[..., Any], arguments: str, hot: bool) -> None:
        self.arguments = tuple(POINTER if letter == "p" else types.int64 for letter in arguments)
        super().__init__(f"mjsim_{function.__name__}", types.int64(*self.arguments))
        self.__doc__ = function.__doc__
        self.level = HOT if hot else COOL
        self.dispatcher = njit_c(function)
        self.native: Callable[..., int] | None = None
        self.address = 0
        SEAMS.append(self)

    def compile(self) -> None:
        """Compile or load the kernel."""
        with optimised(self.level):
            self.dispatcher.compile(self.arguments)

    def open(self) -> None:
        """Compile or load the kernel and make its symbol known."""
        if self.native is not None:
            return
        self.compile()
        compiled = self.dispatcher.overloads[self.arguments]
        self.address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
        binding.add_symbol(self.symbol, self.address)
        ctypes_of = [ctypes.c_void_p if argument is POINTER else ctypes.c_int64 for argument in self.arguments]
        self.native = ctypes.CFUNCTYPE(ctypes.c_int64, *ctypes_of)(self.address)

    def __call__(self, *arguments: Any) -> int:  # type: ignore[override]  # for numba types are called, for Python kernels are
        """Call from Python: int64 arrays (C-contiguous) where the kernel takes pointers, whole numbers elsewhere."""
        open_seams()
        assert self.native is not None
        return self.native(*(_address(a) if t is POINTER else int(a) for a, t in zip(arguments, self.arguments, strict=True)))


register_default(Seam)(models.OpaqueModel)


def _address(array: Any) -> int:
    if array.dtype != np.int64 or not array.flags.c_contiguous:
        raise TypeError(f"kernels take C-contiguous int64 arrays, not {array.dtype}")
    return int(array.ctypes.data)


@contextmanager
def optimised(level: int) -> Iterator[None]:
    """numba compiles at a level of LLVM; it has no setting for a single function."""
    config: Any = numba_config
    before = config.OPT
    config.OPT = type(before)(level)
    try:
        yield
    finally:
        config.OPT = before


def seam(arguments: str, hot: bool = False) -> Callable[[Callable[..., Any]], Seam]:
    """Decorator of a kernel whose arguments are pointers ("p") and numbers ("i") and which returns an int64.

    hot : much of a hand's time is spent in it.
    """
    return lambda function: Seam(function, arguments, hot)


def open_seams() -> None:
    """Compile or load all seams that modules have defined so far."""
    if all(kernel.native is not None for kernel in SEAMS):
        return
    from mjsim.kernels.ahead import compile_ahead  # which needs the list of seams

    compile_ahead()
    for kernel in SEAMS:
        kernel.open()
