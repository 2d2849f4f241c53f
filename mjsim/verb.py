"""Packages that are verbs as well: `mj.run(...)` plays, and `mjsim.run` is the package that does it."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


class _Verb(ModuleType):
    """A module that is called as the function of the same name in `mjsim.api`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return getattr(importlib.import_module("mjsim.api"), self.__name__.rpartition(".")[2])(*args, **kwargs)


def make_callable(module: str) -> None:
    """Let the package `module` be called as its verb."""
    sys.modules[module].__class__ = _Verb
