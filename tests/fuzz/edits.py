"""Hostile edits of a TOML file, line by line, by choices that somebody else makes (hypothesis or atheris)."""

from __future__ import annotations

from collections.abc import Callable

LITERALS = [
    "-1", "0", "3", "1000000", "9" * 30, "-" + "9" * 30, "1e400", "nan", "-inf", "0.5", "true", "1979-05-27", '""', "[]", "{}", '"x"',
    '"' + "x" * 3000 + '"', '"\\u0000"', '"../../../etc/passwd"', '"/dev/zero"', '"mcr"', '"<script>alert(1)</script>"',
    "[" * 150 + "]" * 150, "{a={a={a={a=1}}}}", '["a", 1, nan]', '"__import__(\'os\').system(\'true\')"', '"().__class__.__mro__"',
    '"count(" ', '"(" ', '"' + "(" * 400 + '"', '"' + "1+" * 900 + '1"', '"9**9**9**9"', '"2 ** 99"', '"waits * waits * 1000000"',
    '"1 // 0"',
    '"all_pungs"', '"not all_pungs"', '"sum(1 for k in each_suit)"', '["dragons"]', '"123m"', '["12345678"]', '"19m"', '[[1, 2], [3]]',
]  # fmt: skip
LINES = [
    'extends = "fuzzed.toml"',
    'extends = "simplest"',
    "[win]",
    "[rows.new]",
    "[[choice]]",
    "[a.b.c.d.e]",
    "\x00",
    "= 1",
    "]",
    '"""',
    "\ufeff",
]


def edited(text: str, choose: Callable[[int], int]) -> str:
    """A file with up to six edits; `choose(n)` gives a number below n."""
    lines = text.splitlines()
    for _ in range(1 + choose(6)):
        at = choose(len(lines))
        key, sign, _ = lines[at].partition(" = ")
        match choose(6):
            case 0 | 1 | 2 if sign:
                lines[at] = f"{key} = {LITERALS[choose(len(LITERALS))]}"
            case 3:
                del lines[at : at + 1 + choose(3)]
            case 4:
                lines.insert(choose(len(lines) + 1), lines[at])
            case _:
                lines.insert(at, LINES[choose(len(LINES))])
        lines = lines or [""]
    return "\n".join(lines) + "\n"
