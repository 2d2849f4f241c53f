"""Code that a failed `and` makes idle is skipped: in `a and b and c`, what only c asks for is not worked out unless a and b hold.

Registers are written once, so code that nothing else asks for may move behind what decides whether it is needed.
"""

from __future__ import annotations

from collections import Counter

from mjsim.compile.asked import operands
from mjsim.compile.rules import RuleCode
from mjsim.kernels import ops as O

WORTH_A_SKIP = 4
"""Instructions. A skip is one more, and now and then the processor guesses wrong which way it goes."""


def uses_of(code: RuleCode, asked: list[int]) -> Counter[int]:
    """How often each place is asked for by code, and by whoever reads the results; `asked`: what answers are remembered by (asked.py)."""
    coder = code.coder
    words = [word for section in coder.sections.values() for word in section]
    words += [word for body, _, _ in coder.others for word in body]
    uses = Counter(place for word in words for place in operands(word))
    uses.update([*code.row_registers, *code.row_values, *code.free.values(), *code.amounts, *code.setup, *code.liability])
    uses.update([code.final, code.minimum, code.kong_factor, code.start, code.heavenly, code.first, code.wild_draw])
    uses.update(register for register, _, _ in code.formulas)
    uses.update(register for _, register, _ in coder.others)
    uses.update(place for pair in coder.possible.values() for place in pair)
    uses.update(asked)
    return uses


def with_skips(code: list[int], uses: Counter[int]) -> list[int]:
    """The code of a section with skips, to the same results in every register that is asked for elsewhere."""
    made_at = {target(word): i for i, word in enumerate(code) if word & 255 != O.GATE}
    blocks: dict[int, list[int]] = {}
    moved: set[int] = set()
    for i in reversed(range(len(code))):
        if code[i] & 255 == O.AND and i not in moved:
            parts = [own_code(code, at, uses) for at in chain(code, i, made_at, uses)]
            if sum(map(len, parts)) - 1 >= WORTH_A_SKIP:
                blocks[i] = block(code, parts)
                moved |= {at for part in parts for at in part}
    return [word for i in range(len(code)) for word in (blocks.get(i) or ([] if i in moved else [code[i]]))]


def chain(code: list[int], last: int, made_at: dict[int, int], uses: Counter[int]) -> list[int]:
    """The `and`s of a and b and c ..., first to last: each asks for the one before, and nothing else does."""
    found = [last]
    while True:
        left = code[found[0]] >> 22 & 0x3FFF
        at = made_at.get(left, -1)
        if at < 0 or code[at] & 255 != O.AND or uses[left] > 1:
            return found
        found.insert(0, at)


def own_code(code: list[int], last: int, uses: Counter[int]) -> list[int]:
    """An `and`, after the instructions that only its right side asks for."""
    asked = Counter([code[last] >> 36 & 0x3FFF])
    found = [last]
    for i in reversed(range(last)):
        place = target(code[i])
        if code[i] & 255 != O.GATE and asked[place] and asked[place] == uses[place]:
            found.insert(0, i)
            asked.update(operands(code[i]))
    return found


def block(code: list[int], parts: list[list[int]]) -> list[int]:
    """A chain of `and`s in one piece, with a skip to its end wherever that saves enough."""
    result = target(code[parts[-1][-1]])
    words: list[int] = []
    for part in reversed(parts):
        words = [code[i] for i in part] + words
        if len(words) > WORTH_A_SKIP and len(part) > 1:
            words = [O.word(O.SKIP, result, code[part[-1]] >> 22 & 0x3FFF, len(words)), *words]
    return words


def target(word: int) -> int:
    """The place that an instruction writes."""
    return word >> 8 & 0x3FFF
