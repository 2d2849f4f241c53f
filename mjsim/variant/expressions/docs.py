"""`docs/features.md`: the language and every name in it, printed from the registry and the shared definitions."""

from __future__ import annotations

from collections.abc import Iterable

from mjsim.variant.expressions import literals
from mjsim.variant.expressions.arithmetic import LIMIT
from mjsim.variant.expressions.features import ALWAYS, CONSTANTS, EVER, FEATURES, FUNCTIONS, UNROLLED, Feature, Function, Subject
from mjsim.variant.expressions.names import shared_names
from mjsim.variant.expressions.parse import DEEPEST, LARGEST, LONGEST
from mjsim.variant.expressions.scope import PLACES, Context

INTRO = f"""# Features and expressions

Made from `mjsim/variant/expressions`. Rows, gates, values and payments of a variant are expressions over the names below.

## Types

| type | what | true if |
| --- | --- | --- |
| number | a count, or 1 and 0 for yes and no | not 0 |
| groups | some of the groups (sets, melds, pairs) of the arrangement that is judged | not empty |
| kinds | some of the kinds of tiles | not empty |

## Syntax

| written | takes | gives |
| --- | --- | --- |
| `not a`, `a and b`, `a or b` | truths of any type | 1 or 0 |
| `==` `!=` `<` `<=` `>` `>=` | two numbers, no chains | 1 or 0 |
| `G in K` | groups and kinds | the groups of G all of whose tiles lie in K |
| `K in L` | kinds and kinds | 1 if all of K lies in L |
| `&` `\\|` `~` | groups with groups, kinds with kinds | what is in both, in one of them, in none |
| `+` `-` `*` | numbers | a number; products end at {LIMIT:,} |
| `a // 10`, `2 ** a` | a literal divisor; a literal base from 2 to 10 | rounded down; at most {LIMIT:,} |
| `a if c else b` | two of one type, c a truth | one of them |
| `"19mps"` | digits and suit letters, honours `E S W N C F P`, flowers `f1` to `f8` | kinds |
| `sum(x for k in each_suit)` | also `max` `min` `any`, and `each_rank`; k is kinds | x written out 3 or 9 times and joined |
| `winner.NAME`, `winner(x)` | where names are another player's | the winner's |

`&` binds tighter than `in`: `won & pair in "258mps"` is `(won & pair) in "258mps"`. An expression has at most {LONGEST:,} characters
and {DEEPEST} levels, numbers are whole, literals at most {LARGEST:,}. Everything is checked when a variant is loaded: an unknown
name, a name that is not known in its place or types that do not meet are errors with the column and what is allowed.

## Places

Who the names of an expression speak of depends on where it stands.

"""

TEMPLATES = """## Templates

`fit("T")` counts the ways in which a template fits into the groups of the arrangement, `fit(G, "T")` into groups G. A template lists
groups: kind (`C` chow, `P` pung or kong, `D` pair), lowest rank, suit letter. Unlike letters are unlike suits; `+0 +1 ...` are ranks
above one free rank. Ways that ask for the same groups count once: two different chows that are each doubled make `fit("C+0a C+0a")` 2,
four equal chows 1.

| relation | template |
| --- | --- |
| straight; mixed straight | `C1a C4a C7a`; `C1a C4b C7c` |
| two, three equal chows | `C+0a C+0a`; `C+0a C+0a C+0a` |
| the same chow in two, three suits | `C+0a C+0b`; `C+0a C+0b C+0c` |
| chows shifted by one, by two; through the suits | `C+0a C+1a C+2a`; `C+0a C+2a C+4a`; `C+0a C+1b C+2c` |
| pungs in a row; through the suits; the same pung in three suits | `P+0a P+1a P+2a`; `P+0a P+1b P+2c`; `P+0a P+0b P+0c` |
| six in a row; old and young | `C+0a C+3a`; `C1a C7a` |
| pure terminal chows; in three suits | `C1a C1a C7a C7a D5a`; `C1a C7a C1b C7b D5c` |

"""

SUBJECTS = {
    Subject.WINNER: "the winner's arranged hand",
    Subject.PLAYER: "a player without an arrangement: his groups are his melds, tiles count as they are",
    Subject.TILES: "the complete hand before it is arranged; a joker counts for every kind that it may play",
    Subject.MOMENT: "the moment of the win, no tiles",
    Subject.SETUP: "what is fixed before the deal",
}

CONTEXTS = {
    Context.ROW: "gates; `when`, `each`, `value` of rows",
    Context.PAYER: 'the same of rows with `of = "payer"`',
    Context.VALUE: "`score.values`, `win.minimum`",
    Context.FINAL: "`score.final`",
    Context.PAYMENT: "`payment.amount`, `everybody`, `giver_pays`, `start`",
    Context.KONG: "`payment.kongs.factor`",
    Context.FLAG: "`score.flags`",
    Context.SHAPE: "`shapes.NAME.when`",
    Context.SETUP: "`before.kong_tiles`, `single_kongs`, `jokers.flower_pung`",
}


def features() -> str:
    """The whole document as Markdown."""
    parts = [INTRO, _places(), _names("Groups", "groups"), _names("Kinds", "kinds"), _constants(), _names("Numbers", "number")]
    parts += [
        "Each shape in `win.shapes` is a number too: 1 if the arrangement has that shape (winner only).\n\n",
        _functions(),
        TEMPLATES,
        _shared(),
    ]
    return "".join(parts).rstrip() + "\n"


def _places() -> str:
    rows = []
    for context, where in CONTEXTS.items():
        place = PLACES[context]
        more = [f"`{name}`" for name in sorted(place.money)]
        more += ["`winner.NAME`"] * place.winner + ["`rows`"] * place.rows + ["`sum` `product` `best` over rows"] * place.totals
        rows.append((where, f"{place.subject}: {SUBJECTS[place.subject]}", ", ".join(more)))
    return _table(("where", "names speak of", "besides"), rows) + (
        f"Inside `others(x)` names speak of {Subject.PLAYER}, inside `winner.NAME` of {Subject.WINNER}.\n\n"
    )


def _names(title: str, kind: str) -> str:
    rows = [(f"`{f.name}`", f.zh, f.en, f.level, _whose(f), f"`{f.example}`") for f in FEATURES.values() if f.type == kind]
    return f"## {title}\n\n" + _table(("name", "", "meaning", "level", "known of", "example"), rows)


def _functions() -> str:
    rows = [(f"`{f.name}({f.parameters})`", f.type, f.zh, f.en, f.level, _whose(f), f"`{f.example}`") for f in FUNCTIONS.values()]
    return "## Functions\n\n" + _table(("function", "gives", "", "meaning", "level", "known of", "example"), rows)


def _constants() -> str:
    rows = [(f"`{name}`", f"`{literals.spell(mask)}`") for name, mask in CONSTANTS.items()]
    rows += [(f"`{name}`, in a loop", " · ".join(f"`{literals.spell(mask)}`" for mask in masks)) for name, masks in UNROLLED.items()]
    return "Constant kinds:\n\n" + _table(("name", "tiles"), rows)


def _shared() -> str:
    rows = [(f"`{name}`", d.zh, d.en, f"`{d.text}`") for name, d in shared_names().items()]
    return "## Shared names\n\nShort for expressions; a variant adds its own under `[names]`.\n\n" + _table(
        ("name", "", "meaning", "stands for"), rows
    )


def _whose(entry: Feature | Function) -> str:
    usual = {EVER: "all", ALWAYS: "all but setup"}
    return usual.get(entry.of) or ", ".join(subject for subject in Subject if subject in entry.of)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n\n"
