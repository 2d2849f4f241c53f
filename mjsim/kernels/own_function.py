"""A user's function as machine code: compiled with bounds checks, enclosed so that an error in it is a value, at an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numba import carray  # type: ignore[attr-defined]  # numba gives no list of its names
from numba.core import config as numba_config
from numba.core import types
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

from mjsim.errors import MjsimError
from mjsim.kernels.jit import checked, enclosing
from mjsim.kernels.policy_own import RAISED, SPEED, WRONG
from mjsim.kernels.seam import open_seams
from mjsim.kernels.view import OPTION_TYPE, VIEW_TYPE
from mjsim.policies.files import Own, line_of

SEES = from_dtype(VIEW_TYPE), types.Array(from_dtype(OPTION_TYPE), 1, "C")
POINTERS = types.CPointer(SEES[0]), types.CPointer(SEES[1].dtype), types.int64


@dataclass(frozen=True)
class OwnFunction:
    """`address` of int64(view *, options *, number of options); `keep` owns the machine code."""

    address: int
    keep: Any


@lru_cache(maxsize=32)
def function_of(own: Own) -> OwnFunction:
    """The function of a policy, compiled once in a process."""
    return compile_function(own.source.bound(own.named), own.source.name)


def compile_function(choose: Callable[..., Any], where: str) -> OwnFunction:
    """Compile `choose(view, options) -> int`, whose other arguments have defaults.

    Raises
    ------
    MjsimError
        if numba cannot compile it, in a sentence with the line.
    """
    open_seams()  # what the helpers call
    compiled = checked(choose)

    def enclosed(view: Any, options: Any, n: Any) -> Any:
        try:
            choice = np.int64(compiled(carray(view, 1)[0], carray(options, n)))
        except Exception:
            return RAISED
        return choice if choice >= SPEED else WRONG

    with bounds_checked():
        try:
            compiled.get_call_template(SEES, {})
        except Exception as error:
            # numba raises errors of many kinds for what it does not understand
            raise MjsimError(f"cannot be compiled: {reason(error)}", where, "what numba understands, fields of docs/view.md") from None
        [signature] = compiled.nopython_signatures
        if not isinstance(signature.return_type, types.Integer):
            raise MjsimError(f"choose returns {signature.return_type}", where, "a whole number: the place of an option, or SPEED")
        enclosure = enclosing(enclosed)
        enclosure.compile(POINTERS)
    code = enclosure.overloads[POINTERS]
    return OwnFunction(code.library.get_pointer_to_function(code.fndesc.llvm_cfunc_wrapper_name), enclosure)


@contextmanager
def bounds_checked() -> Iterator[None]:
    """Functions that the user's calls are checked too, whatever their decorators say."""
    config: Any = numba_config
    before = config.BOUNDSCHECK
    config.BOUNDSCHECK = 1
    try:
        yield
    finally:
        config.BOUNDSCHECK = before


def reason(error: Exception) -> str:
    """What numba has against a function, and where."""
    if isinstance(error, KeyError):
        return f"neither a view nor an option has a field {error}"
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in", "During:"))]
    place = re.search(r"at [^\n]*\((\d+)\)|line (\d+)", str(error))
    call = next((line.removeprefix(">>> ") for line in said if line.startswith(">>> ")), "")
    what = (said[0] if said else type(error).__name__).removesuffix("Raised from None").rstrip(":. ")
    told = f"{what} {call}".strip()
    return f"{told[:200]} (line {place[1] or place[2]})" if place else told[:200]


def explained(own: Own, view: NDArray[np.void], options: NDArray[np.void]) -> str:
    """What Python says when it runs a function that has failed as machine code."""
    options["strike"] = 0
    with bounds_checked():
        try:
            choice = own.source.bound(own.named)(view.view(np.recarray)[0], options.view(np.recarray))
        except Exception as error:
            return f"{own.source.name}: {type(error).__name__}: {error}{line_of(error, own.source.name)}"
    return f"{own.source.name}: {choice} of {len(options)} options"
