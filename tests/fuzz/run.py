"""Fuzz with coverage (atheris, libFuzzer): python -m tests.fuzz.run expressions|files|variants [SECONDS]   (make fuzz: four minutes each)

Whatever the bytes, the answer is a tree or a variant, or a VariantError, within a second. Anything else ends the run with the input that
did it. atheris is installed by `make fuzz` alone: it has no wheels for every system.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

import atheris

from tests.fuzz.edits import edited

with atheris.instrument_imports(include=["mjsim.variant", "tomllib"]):
    from mjsim.errors import VariantError
    from mjsim.variant import catalog, load
    from mjsim.variant.expressions import Context, Scope, parse, unparse

SCOPE = Scope(shapes=frozenset({"standard"}), tags=frozenset({"big"}), share=True)
CONTEXTS = list(Context)
KINDS = ("truth", "number", "tiles")


def expressions(data: bytes, folder: Path) -> None:
    """The first byte chooses where the expression stands, the rest is its text; what is read can be written and read again."""
    if not data:
        return
    scope, kind = SCOPE.at(CONTEXTS[data[0] % len(CONTEXTS)]), KINDS[data[0] // 8 % 2]
    tree = parse(data[1:].decode("utf-8", "surrogateescape"), scope, kind, "here")
    text = unparse(tree)
    if len(text) <= 2000:
        assert parse(text, scope, kind, "here") == tree


def files(data: bytes, folder: Path) -> None:
    """The bytes are a variant file."""
    path = folder / "fuzzed.toml"
    path.write_bytes(data)
    load(path)


def variants(data: bytes, folder: Path) -> None:
    """The bytes choose a variant of the catalogue and edits of its file."""
    provider = atheris.FuzzedDataProvider(data)
    slug = catalog()[provider.ConsumeIntInRange(0, len(catalog()) - 1)]
    text = edited(source(slug), lambda n: provider.ConsumeIntInRange(0, n - 1))
    files(text.encode("utf-8", "surrogatepass"), folder)


@cache
def source(slug: str) -> str:
    """The file of a variant."""
    return (resources.files("mjsim.catalog") / f"{slug}.toml").read_text("utf-8")


def seeds(target: str, folder: Path) -> None:
    """Examples to start from: the catalogue's files, the expressions in them, or choices at random."""
    folder.mkdir()
    if target == "variants":
        chance = random.Random(1)
        for number in range(50):
            (folder / str(number)).write_bytes(chance.randbytes(60))
        return
    for slug in catalog():
        if target == "files":
            (folder / slug).write_text(source(slug), "utf-8")
        if target != "expressions":
            continue
        for number, (name, row) in enumerate(load(slug).rows.items()):
            (folder / f"{slug}-{number}").write_text(f"{name[0]}{row.when}", "utf-8")


def main() -> None:
    """Fuzz one target for some seconds."""
    target, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 240
    body: Callable[[bytes, Path], None] = {"expressions": expressions, "files": files, "variants": variants}[target]
    scratch = Path(tempfile.mkdtemp(prefix="fuzz-"))
    seeds(target, scratch / "seeds")

    def one(data: bytes) -> None:
        begin = time.process_time()
        try:
            body(data, scratch)
        except VariantError as error:
            assert "\n" not in str(error)
        spent = time.process_time() - begin
        assert spent < 1, f"{spent:.1f} s"

    flags = [f"-max_total_time={seconds}", "-timeout=5", "-rss_limit_mb=2048", f"-artifact_prefix={scratch}/", "-print_final_stats=1"]
    longest = {"expressions": 2500, "files": 20_000, "variants": 200}[target]
    atheris.Setup([sys.argv[0], *flags, f"-max_len={longest}", str(scratch / "seeds")], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
