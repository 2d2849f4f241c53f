"""Policies of one's own: files with a function `choose`, read where a user names them, known by a digest of their text.

A file is code. It is read and run only where a person names it: on a command line, or in a call from Python. Names in data sets and
experiment files never lead to one; the processes that play are handed its text.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

from mjsim.errors import MjsimError, one_of, quote

ENDING = ".py"
MARK = "source="
"""What stands before the digest in a policy's name."""
MAX_BYTES = 400_000
MAY_IMPORT = ("__future__", "math", "mjsim", "numba", "numpy", "typing")
"""A policy is one file, or its digest would not say who played."""
NAME = re.compile(r"[\w.-]{1,60}\.py")


@dataclass(frozen=True)
class Source:
    """A file with a policy: its name without folders, its text."""

    name: str
    text: str

    def __reduce__(self) -> tuple[type[Source], tuple[str, str]]:
        return Source, (self.name, self.text)

    @cached_property
    def digest(self) -> str:
        """16 hex digits of SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @cached_property
    def choose(self) -> FunctionType:
        """Its function, the file run for the first time.

        Raises
        ------
        MjsimError
            if the file has none, or Python cannot run it.
        """
        code = self._checked()
        names: dict[str, Any] = {"__name__": f"mjsim_policy_{self.digest}", "__file__": self.name}
        try:
            exec(code, names)
        except Exception as error:
            raise MjsimError(f"cannot be run: {type(error).__name__}: {error}{line_of(error, self.name)}", self.name) from None
        choose = getattr(names.get("choose"), "py_func", names.get("choose"))
        if not isinstance(choose, FunctionType):
            raise MjsimError("has no function choose", self.name, "def choose(view, options): ...")
        return choose

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Names of its parameters, with their usual values: what `choose` takes besides view and options."""
        given = list(inspect.signature(self.choose).parameters.values())
        usual = {parameter.name: parameter.default for parameter in given[2:]}
        plain = all(parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for parameter in given)
        numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in usual.values())
        if len(given) < 2 or not plain or not numbers or given[1].default is not inspect.Parameter.empty or "source" in usual:
            raise MjsimError(
                f"choose takes {inspect.signature(self.choose)}", self.name, "(view, options), then parameters with numbers: courage=1.0"
            )
        return {name: float(value) for name, value in usual.items()}

    def bound(self, values: dict[str, float]) -> Callable[..., Any]:
        """`choose` with these values of its parameters as defaults."""
        choose: Any = self.choose
        return FunctionType(choose.__code__, choose.__globals__, choose.__name__, tuple(values.values()), choose.__closure__)

    def _checked(self) -> Any:
        """Its code, if it imports nothing that the digest does not cover, and draws no numbers of its own."""
        try:
            tree = ast.parse(self.text, self.name)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            raise MjsimError(f"is no Python: {getattr(error, 'msg', error)}{f' (line {line})' if line else ''}", self.name) from None
        for module, line in _used(tree):
            if module.partition(".")[0] not in MAY_IMPORT:
                raise MjsimError(f"imports {quote(module)} (line {line})", self.name, f"one file, with {one_of(MAY_IMPORT)}")
            if module.endswith(".random"):
                what = f"uses random numbers (line {line}): the same hand would not be played the same way again"
                raise MjsimError(what, self.name, "view.random")
        return compile(tree, self.name, "exec")


def _used(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Modules that are imported, and `numpy.random` where it is reached by a name: each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = f"{'.' * node.level}{node.module or ''}"
            yield module, node.lineno
            yield from ((f"{module}.random", node.lineno) for alias in node.names if alias.name == "random")
        elif isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name) and node.value.id != "view":
            yield "numpy.random", node.lineno


def line_of(error: Exception, name: str) -> str:
    """The last line of a file that an error passed."""
    trace, line = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""


_known: dict[str, Source] = {}


def know(sources: Iterable[Source]) -> None:
    """Make sources known to this process, by their digests."""
    for source in sources:
        _known.setdefault(source.digest, source)


def is_file(text: str) -> bool:
    """Does a policy's name mean a file?

    >>> is_file("mine.py:courage=2"), is_file("value:risk=0.3")
    (True, False)
    """
    return text.split(":")[0].strip().endswith(ENDING)


def digest_in(text: str) -> str:
    """The digest in a policy's name, "" if there is none.

    >>> digest_in("mine.py:courage=2:source=00ff")
    '00ff'
    """
    return next((part.strip().removeprefix(MARK) for part in text.split(":") if part.strip().startswith(MARK)), "")


def admit(text: str) -> str:
    """Read the file that a person has named, check it, and return the policy's name: file name, parameters and digest.

    Raises
    ------
    MjsimError
        if it cannot be read, is no policy, or is not the one whose digest is given.
    """
    if digest_in(text) in _known:
        return text
    path, *parts = (part.strip() for part in text.split(":"))
    source = read(Path(path))
    wanted, rest = digest_in(text), [part for part in parts if not part.startswith(MARK)]
    if wanted and wanted != source.digest:
        raise MjsimError(f"has changed: its digest is {source.digest}", source.name, f"the file with {wanted}")
    know([source])
    return ":".join([source.name, *rest, MARK + source.digest])


def trust(text: str, policies: Iterable[str]) -> None:
    """Read the files that a person names for the policies of a data set, separated by commas.

    Raises
    ------
    MjsimError
        if one is none of them.
    """
    wanted = [policy for policy in dict.fromkeys(policies) if is_file(policy)]
    for name in text.split(","):
        if not is_file(name):
            raise MjsimError(f"{quote(name)} with a data set, which says who played", "--policy", "files of its policies, FILE.py")
        digest = digest_in(admit(name))
        if digest not in map(digest_in, wanted):
            raise MjsimError(f"{name} ({digest}) did not play here", "--policy", one_of(wanted) or "nothing: no file played")


def read(path: Path) -> Source:
    """A file as a source; MjsimError for what cannot be one."""
    named = quote(str(path))
    if not NAME.fullmatch(path.name):
        raise MjsimError(f"{named} cannot name a policy", "--policy", "a file NAME.py of letters, digits, - and _")
    if not path.exists():
        raise MjsimError(f"there is no file {named}", "--policy", "a built-in policy, or the path of a .py file")
    if not path.is_file():
        raise MjsimError(f"{named} is no ordinary file", "--policy", "a .py file")
    try:
        data = path.read_bytes()
        text = data.decode()
    except OSError as error:
        raise MjsimError(f"cannot be read ({error.strerror})", str(path)) from None
    except UnicodeDecodeError:
        raise MjsimError("is not UTF-8", str(path), "text") from None
    if len(data) > MAX_BYTES:
        raise MjsimError(f"has {len(data):,} bytes", str(path), f"at most {MAX_BYTES:,}")
    return Source(path.name, text)


@dataclass(frozen=True)
class Own:
    """A policy of one's own with its parameters."""

    source: Source
    values: tuple[float, ...]

    @property
    def named(self) -> dict[str, float]:
        return dict(zip(self.source.parameters, self.values, strict=True))

    def __str__(self) -> str:
        usual = self.source.parameters
        changed = [f"{name}={value:.12g}" for name, value in self.named.items() if value != usual[name]]
        return ":".join([self.source.name, *changed, MARK + self.source.digest])


def own_policy(text: str) -> Own:
    """The policy of a name with a digest, if its source is known to this process.

    Raises
    ------
    MjsimError
        if it is not, or a parameter is wrong.
    """
    name, *parts = (part.strip() for part in text.split(":"))
    digest = digest_in(text)
    if digest not in _known:
        what = f"{quote(text)} was played by a file that is not read unasked" if digest else f"policy {quote(name)} is a file"
        raise MjsimError(what, "", f"--policy PATH/{name}, by a person who trusts it")
    source = _known[digest]
    values = dict(source.parameters)
    for part in parts:
        key, sign, number = (piece.strip() for piece in part.partition("="))
        if f"{key}=" == MARK:
            continue
        if key not in values or not sign:
            raise MjsimError(f"policy {quote(name)} has no parameter {quote(part)}", "", one_of(values) if values else "none")
        try:
            values[key] = float(number)
        except ValueError:
            raise MjsimError(f"{key} of policy {quote(name)} is {quote(number)}", "", "a number") from None
        if not -1e9 <= values[key] <= 1e9:
            raise MjsimError(f"{key} of policy {quote(name)} is {number}", "", "a number of ordinary size")
    return Own(source if source.name == name else replace(source, name=name), tuple(values.values()))


def sources_of(policies: Iterable[str]) -> tuple[Source, ...]:
    """The sources that the policies of a run need; MjsimError if one is not known."""
    return tuple(dict.fromkeys(own_policy(text).source for text in policies if is_file(text)))


def compile_own(policies: Iterable[str]) -> None:
    """Compile the functions of the policies that are files, so that what is wrong with them is said before anything is played."""
    if files := [text for text in dict.fromkeys(policies) if is_file(text)]:
        from mjsim.kernels.own_function import function_of
        from mjsim.run.progress import busy

        with busy("compiling policies"):
            for text in files:
                function_of(own_policy(text))
