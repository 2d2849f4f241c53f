"""Variant -> Program: what the kernels need of a variant as flat arrays."""

from mjsim.compile.program import Program, compile_variant

__all__ = ["Program", "compile_variant"]
