"""Skips in compiled code: they leave out work, and nothing that anybody asks for."""

from __future__ import annotations

import random
from collections import Counter

from mjsim.compile.asked import operands
from mjsim.compile.skips import with_skips
from mjsim.kernels import ops as O

INPUTS = 4
OPS = {
    O.ADD: lambda a, b: a + b,
    O.EQ: lambda a, b: int(a == b),
    O.AND: lambda a, b: int(a != 0 and b != 0),
    O.NOT: lambda a, _: int(a == 0),
}


def run(code: list[int], inputs: list[int], size: int) -> tuple[list[int], int]:
    """Registers afterwards, and how many instructions were worked out."""
    work, pc, done = inputs + [-7] * size, 0, 0
    while pc < len(code):
        word = code[pc]
        op, d, a, b = word & 255, word >> 8 & 0x3FFF, word >> 22 & 0x3FFF, word >> 36 & 0x3FFF
        pc += 1
        if op == O.SKIP:
            if work[a] == 0:
                work[d] = 0
                pc += b
            continue
        work[d] = OPS[op](work[a], work[b])
        done += 1
    return work, done


def test_random_code_gives_the_same_results() -> None:
    luck, saved = random.Random(5), 0
    for _ in range(400):
        size = luck.randrange(5, 40)
        code = []
        for d in range(INPUTS, INPUTS + size):
            op = luck.choice([O.AND, O.AND, O.ADD, O.EQ, O.NOT])
            code.append(O.word(op, d, luck.randrange(max(0, d - 8), d), luck.randrange(max(0, d - 2), d)))
        results = {INPUTS + size - 1, *luck.sample(range(INPUTS, INPUTS + size), 2)}
        uses = Counter(place for word in code for place in operands(word))
        uses.update(results)
        short = with_skips(code, uses)
        for _ in range(5):
            inputs = [luck.randrange(2) for _ in range(INPUTS)]
            (plain, all_of_it), (skipped, part_of_it) = run(code, inputs, size), run(short, inputs, size)
            assert {place: skipped[place] for place in results} == {place: plain[place] for place in results}
            assert part_of_it <= all_of_it
            saved += part_of_it < all_of_it
    assert saved > 50


def test_what_others_ask_for_stays_where_it_is() -> None:
    """a and (b + b == c + c + c): four instructions are skipped, but not the b + b that another result asks for."""
    a, b, c, twice, thrice, same, both = 0, 1, 2, 4, 6, 7, 8
    code = [
        O.word(O.ADD, twice, b, b),
        O.word(O.ADD, 5, c, c),
        O.word(O.ADD, thrice, 5, c),
        O.word(O.EQ, same, twice, thrice),
        O.word(O.NOT, 9, same),
        O.word(O.AND, both, a, 9),
    ]
    uses = Counter(place for word in code for place in operands(word))
    uses.update([both, twice])
    assert with_skips(code, uses) == [code[0], O.word(O.SKIP, both, a, 5), *code[1:]]
