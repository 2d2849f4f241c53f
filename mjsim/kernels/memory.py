"""Arrays by address, so that kernels of the play engine pass one word for an array instead of seven.

A numba array argument is a struct of seven words and counts its references; the engine makes some two hundred calls a hand, each with the
image, the table and the state. They are passed as plain pointers instead, indexed like arrays (`state[FRONT]`), and turned into arrays only
where the hand core wants them. The arrays themselves are kept alive by `engine.py`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


def _at(name: str, element: Any) -> Any:
    pointer = types.CPointer(element)

    def at(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(element).as_pointer())

        return pointer(types.int64), codegen

    at.__name__ = at.__qualname__ = name
    at.__doc__ = f"Pointer to {element} at an address (int64)."
    return intrinsic(at)


def _shifted(typingctx: Any, pointer: Any, offset: Any) -> Any:
    """The pointer moved on by a number of elements."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return pointer(pointer, types.int64), codegen


def calling(arguments: str) -> Any:
    """What calls a function at an address: (address, *arguments) -> int64, arguments as for a seam ("p" pointer to int64, "i" int64)."""
    pointer = types.CPointer(types.int64)
    taken = tuple(pointer if letter == "p" else types.int64 for letter in arguments)

    def call(typingctx: Any, address: Any, given: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = ir.FunctionType(context.get_value_type(types.int64), [context.get_value_type(argument) for argument in taken])
            values = [builder.extract_value(args[1], i) for i in range(len(taken))]
            return builder.call(builder.inttoptr(args[0], function.as_pointer()), values)

        return types.int64(types.int64, types.Tuple(taken)), codegen

    return intrinsic(call)


int64_at = _at("int64_at", types.int64)
int32_at = _at("int32_at", types.int32)
uint16_at = _at("uint16_at", types.uint16)
float64_at = _at("float64_at", types.float64)
uint64_at = _at("uint64_at", types.uint64)
shifted: Any = intrinsic(_shifted)
