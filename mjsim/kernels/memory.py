"""Arrays by address, so that kernels of the play engine pass one word for an array instead of seven.

A numba array argument is a struct of seven words and counts its references; the engine makes some two hundred calls a hand, each with the image, the
table and the state. They are passed as plain pointers instead, indexed like arrays (`state[HEAD]`), and turned into arrays only where
the hand core or the scorer wants them. The arrays themselves are kept alive by `engine.py`.
"""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic


def _pointer(name: str, element: types.Type):  # type: ignore[no-untyped-def]  # numba reads the signature from the returned value
    pointer = types.CPointer(element)

    def at(typingctx, address):  # type: ignore[no-untyped-def]  # as above
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # as above
            return builder.inttoptr(args[0], context.get_value_type(element).as_pointer())

        return pointer(types.int64), codegen

    at.__name__ = at.__qualname__ = name
    at.__doc__ = f"Pointer to {element} at an address (int64)."
    return intrinsic(at)


int64_at = _pointer("int64_at", types.int64)
uint16_at = _pointer("uint16_at", types.uint16)
uint64_at = _pointer("uint64_at", types.uint64)
int32_at = _pointer("int32_at", types.int32)


@intrinsic
def shifted(typingctx, pointer, offset):  # type: ignore[no-untyped-def]  # as above
    """The pointer moved on by a number of elements."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # as above
        return builder.gep(args[0], [args[1]])

    return pointer(pointer, types.int64), codegen

