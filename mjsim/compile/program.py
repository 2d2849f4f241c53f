"""A variant as the kernels read it: one image of whole numbers, and the sizes and names around it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from mjsim.compile.alike import alike_classes, alike_tells
from mjsim.compile.asked import asked_places, gates_last
from mjsim.compile.exclusive import row_shares
from mjsim.compile.placed import placed_rules
from mjsim.compile.rules import RuleCode, asks_about_tiles, compile_rules, family_rows, judging, template_words, uses_place
from mjsim.compile.sets import by_member, pair_kinds, sets_in_play
from mjsim.compile.skips import uses_of, with_skips
from mjsim.compile.switches import Image, put_switches
from mjsim.compile.tells import place_tells
from mjsim.errors import VariantError
from mjsim.kernels import layout as L
from mjsim.kernels.asked import ROOM
from mjsim.kernels.seam import open_seams
from mjsim.variant.deck import kinds_in_play
from mjsim.variant.digest import digest
from mjsim.variant.expressions import Template, uses
from mjsim.variant.model import Variant
from mjsim.variant.shapes import sets_of, shapes_of

FORMS = ("sets", "pairs", "orphans", "apart", "knitted", "knit3", "free")


@dataclass(frozen=True, eq=False)
class Program:
    """A compiled variant.

    `image`: int64, see mjsim/kernels/layout.py. `constants`: place and value of the constants of its expressions in `work`.
    """

    variant: Variant
    image: Image = field(repr=False)
    constants: Image = field(repr=False)
    work_size: int

    @cached_property
    def digest(self) -> str:
        """Identity of the rules."""
        return digest(self.variant)

    @property
    def players(self) -> int:
        return self.variant.players

    @property
    def rows(self) -> tuple[str, ...]:
        """Slugs of the rows, by their numbers in results."""
        return tuple(self.variant.rows)

    @property
    def gates(self) -> tuple[str, ...]:
        return tuple(self.variant.gates)

    @property
    def shapes(self) -> tuple[str, ...]:
        return self.variant.win.shapes

    def new_work(self) -> Image:
        """Scratch of the scorer for one run, its constants in place."""
        open_seams()
        work = np.zeros(self.work_size, np.int64)
        registers = int(self.image[L.WORK_SIZE])
        for part in range(3):
            work[part * registers + self.constants[:, 0]] = self.constants[:, 1]
        return work

    def new_table(self) -> Image:
        """An empty record of a hand."""
        return np.zeros(L.TABLE_SIZE, np.int64)

    def __reduce__(self) -> tuple[object, ...]:
        return compile_variant, (self.variant,)


def compile_variant(variant: Variant) -> Program:
    """Compile a checked variant; VariantError where it goes beyond the sizes of the kernels."""
    _check_sizes(variant)
    code = compile_rules(variant)
    image = _Builder(L.IMAGE_SIZE)
    put_switches(image.head, variant)
    _put_shapes(image, variant, code)
    _put_sets(image, variant)
    _put_rows(image, variant, code)
    image.block(L.ALIKE, alike_classes(variant, code.coder))
    image.head[L.ALIKE_TELLS] = alike_tells(variant, code.coder)
    places, about = asked_places(code)
    _put_code(image, code, uses_of(code, places or []))
    constants = np.array(sorted((place, value) for value, place in code.coder.constants.items()), np.int64).reshape(-1, 2)
    registers = code.coder.next_register + 1
    image.head[L.WORK_SIZE] = registers
    image.head[L.HAS_BOUNDS] = code.minimum >= 0 or bool(variant.gates)
    image.block(L.ASKED_TABLE, places or [])
    image.head[L.ASKED_COUNT] = -1 if places is None else len(places)
    image.head[L.ASKED_ABOUT] = about
    tells = place_tells(code)
    image.block(L.PLACE_TELLS, tells)
    image.head[L.PLACE_TELLS_COUNT] = len(tells)
    return Program(variant, image.array(), constants, 3 * registers + ROOM)


def _check_sizes(variant: Variant) -> None:
    limits = {"rows": (len(variant.rows), L.MOST_ROWS), "gates": (len(variant.gates), 60), "win.shapes": (len(variant.win.shapes), 30)}
    for name, (number, most) in limits.items():
        if number > most:
            raise VariantError(f"{name} has {number} entries", variant.slug, f"at most {most}")


class _Builder:
    """The head of the image and blocks behind it."""

    def __init__(self, size: int) -> None:
        self.head = np.zeros(size, np.int64)
        self.tail: list[int] = []

    def block(self, at: int, values: list[int]) -> int:
        """Append a block; its offset goes to head[at] and is returned."""
        offset = len(self.head) + len(self.tail)
        self.head[at] = offset
        self.tail += values
        return offset

    def array(self) -> Image:
        return np.concatenate([self.head, np.array(self.tail, np.int64)])


def _put_shapes(image: _Builder, variant: Variant, code: RuleCode) -> None:
    words: list[int] = []
    for name, shape in shapes_of(variant).items():
        first = shape.pairs if shape.form == "pairs" else shape.gap
        words += [FORMS.index(shape.form), first, shape.odd, shape.melds, shape.self_only, code.free.get(name, -1)]
    image.block(L.SHAPE_TABLE, words)
    image.head[L.SHAPE_COUNT] = len(variant.win.shapes)
    image.head[L.FREE_SHAPES] = sum(1 << i for i, shape in enumerate(shapes_of(variant).values()) if shape.form == "free")
    image.head[L.SETS_NEEDED] = sets_of(variant)


def _put_sets(image: _Builder, variant: Variant) -> None:
    kinds = kinds_in_play(variant)
    sets = sets_in_play(variant, kinds)
    starts, skips, entries = by_member(sets)
    image.block(L.SET_INDEX, starts)
    image.block(L.SET_LIST, entries)
    image.block(L.SET_SKIPS, skips)
    image.block(L.SET_ALL, [a | b << 6 | c << 12 | type << 18 for type, (a, b, c) in sets])
    image.head[L.SET_ALL_COUNT] = len(sets)
    image.head[L.PAIR_KINDS] = pair_kinds(variant, kinds)


def _put_rows(image: _Builder, variant: Variant, code: RuleCode) -> None:
    rules = placed_rules(variant)
    slugs = [rule.slug for rule in rules.rows]
    families = list(dict.fromkeys(rule.row.family for rule in rules.rows if rule.row.family))
    words: list[int] = []
    rows = zip(rules.rows, code.row_registers, code.row_values, row_shares(rules), strict=True)
    for rule, register, value, shares in rows:
        row = rule.row
        dropped = [
            other for other in slugs if other != rule.slug and (other in row.excludes or ("*" in row.excludes and other not in row.keep))
        ]
        masks = [0, 0, 0]
        for other in dropped:
            number = slugs.index(other)
            masks[number // L.ROWS_A_WORD] |= 1 << number % L.ROWS_A_WORD
        flags = L.IS_OTHER * row.other + L.IS_EXTRA * row.extra + L.IS_LISTED * row.listed + L.IS_PAYER * (row.of == "payer")
        flags += L.IS_DEAL * (row.at == "deal") + L.IS_ABOUT_TILES * asks_about_tiles(rule) + L.IS_EXCLUDER * bool(dropped)
        tags = sum(1 << bit for name, bit in code.tag_bits.items() if name == rule.slug or name in row.tags)
        family = families.index(row.family) if row.family else -1
        words += [register, value, flags, tags, family, *masks, shares] + [0] * (L.ROW_WORDS - L.ROW_SPARE)
    image.block(L.ROW_TABLE, words)
    special = L.IS_PAYER | L.IS_DEAL | L.IS_OTHER
    plain = [words[at] | at // L.ROW_WORDS << 16 for at in range(0, len(words), L.ROW_WORDS) if not words[at + L.ROW_FLAGS] & special]
    image.block(L.PLAIN_ROWS, plain)
    image.head[L.PLAIN_ROWS_COUNT] = len(plain)
    head = image.head
    head[L.ROW_COUNT] = len(slugs)
    head[L.HAS_OTHER] = any(rule.row.other for rule in rules.rows)
    head[L.HAS_EXTRA] = any(rule.row.extra for rule in rules.rows)
    head[L.PAYER_ROWS] = any(rule.row.of == "payer" for rule in rules.rows)
    head[L.GATE_COUNT] = len(rules.gates)
    head[L.ROB_DIFFERS] = any("rob" in uses(expr) for expr in judging(rules))
    family_words: list[int] = []
    entries = family_rows(variant, rules)
    for family, number, template in entries:
        family_words += [family, number, code.coder.template(template), 0]
    image.block(L.FAMILY_TABLE, family_words)
    head[L.FAMILY_COUNT] = len(entries)
    formulas: list[int] = []
    for register, tags, bests in code.formulas:
        formulas += [register, tags, len(bests), *bests, *[0] * (L.MOST_BESTS - len(bests))]
    image.block(L.FORMULA_TABLE, formulas)
    head[L.FORMULA_COUNT] = len(code.formulas)
    head[L.FINAL_TAGS] = sum(1 << code.tag_bits[tag] for tag in variant.score.final_tags)
    share = sorted((int(value), share) for value, share in variant.score.table.items())
    image.block(L.SHARE_TABLE, [number for entry in share for number in entry])
    head[L.SHARE_COUNT] = len(share)


def _put_code(image: _Builder, code: RuleCode, uses: Counter[int]) -> None:
    coder, head = code.coder, image.head
    for number, section in coder.sections.items():
        words = with_skips(gates_last(section) if number == L.SEC_HAND else section, uses)
        offset = image.block(L.SECTIONS + 2 * number, words)
        head[L.SECTIONS + 2 * number + 1] = offset + len(words)
    bodies: list[int] = []
    for body, register, tiles in coder.others:
        offset = image.block(L.OTHERS_SECTIONS, body)
        bodies += [offset, offset + len(body), register, tiles]
    image.block(L.OTHERS_SECTIONS, bodies)
    _put_templates(image, list(coder.templates))
    image.block(L.POSSIBLE_TABLE, [place for pair in coder.possible.values() for place in pair])
    head[L.POSSIBLE_COUNT] = len(coder.possible)
    head[L.USES_PLACE] = uses_place(coder)
    head[L.USES_WAITS] = "waits" in coder.used
    head[L.FINAL_REGISTER] = code.final
    head[L.MINIMUM_REGISTER] = code.minimum
    head[L.AMOUNT_REGISTERS : L.AMOUNT_REGISTERS + 4] = code.amounts
    head[L.LIABILITY_WHEN : L.LIABILITY_WHEN + len(code.liability)] = code.liability
    head[L.FIRST_REGISTER] = code.first
    head[L.KONG_FACTOR] = code.kong_factor
    head[L.START_AMOUNT] = code.start
    head[L.SETUP_REGISTERS : L.SETUP_REGISTERS + 3] = code.setup
    head[L.HEAVENLY_REGISTER] = code.heavenly
    head[L.WILD_DRAW] = code.wild_draw


def _put_templates(image: _Builder, templates: list[Template]) -> None:
    offsets = []
    for template in templates:
        offsets.append(image.block(L.TEMPLATE_TABLE, template_words(template)))
    image.block(L.TEMPLATE_TABLE, offsets)
