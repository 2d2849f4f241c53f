"""The rules of a variant as a page of Markdown: `mjsim show SLUG` and docs/variants/SLUG.md."""

from __future__ import annotations

from mjsim.variant import sentences
from mjsim.variant.model import Row, Variant

STATUS = {
    "full": "the source texts give the rules in full",
    "partial": "the source texts give part of the rules",
    "name-only": "the source texts give little more than the name",
    "own": "an own variant",
}


def page(variant: Variant) -> str:
    """Markdown text, ending in a newline."""
    v = variant
    parts = [f"# {v.zh} · {v.en}", ""]
    parts.append(f"`{v.slug}` · {v.players} players · {STATUS[v.source.status]}" + (f" · also {', '.join(v.aka)}" if v.aka else ""))
    if v.chosen:
        parts += ["", "Options set: " + ", ".join(f"{name} = {value}" for name, value in v.chosen.items())]
    for title, lines in (
        ("Tiles 牌", sentences.tiles(v)),
        ("Deal and wall 牌牆", sentences.deal(v)),
        ("Jokers 百搭", sentences.jokers(v)),
        ("Before play", sentences.before(v)),
        ("Claims 吃碰杠", sentences.claims(v)),
        ("What wins 和牌", sentences.win(v)),
    ):
        parts += ["", f"## {title}", "", *(f"- {line}" for line in lines)]
    if v.gates:
        parts += ["", "Every winning hand must meet:", ""]
        parts += [
            f"- {gate.why_zh + ' ' if gate.why_zh else ''}`{gate.when}` (else: {gate.why}){_source(gate.source)}"
            for gate in v.gates.values()
        ]
    parts += ["", f"## Rows 番種 ({v.score.unit}{' ' + v.score.unit_zh if v.score.unit_zh else ''})", ""]
    if v.source.value:
        parts += [f"Value: {v.source.value}.", ""]
    if v.names:
        parts += ["Local names: " + "; ".join(f"`{name}` = `{text}`" for name, text in v.names.items()) + ".", ""]
    parts += ["| row | value | when | besides |", "| --- | --- | --- | --- |"]
    parts += [_row(slug, row) for slug, row in v.rows.items()]
    formulas = " or, if dearer, ".join(f"`{value.value}`" for value in v.score.values)
    parts += ["", f"Value of a hand: {formulas}" + (f", then `{v.score.final}`" if v.score.final != "value" else "") + "."]
    if v.score.table:
        parts.append("Share table: " + ", ".join(f"{key}: {value}" for key, value in v.score.table.items()) + ".")
    for title, lines in (
        ("Payments", sentences.payment(v)),
        ("A drawn hand 流局", sentences.draw(v)),
        ("End and next dealer 莊", sentences.end(v)),
    ):
        parts += ["", f"## {title}", "", *(f"- {line}" for line in lines)]
    parts += _choices(v)
    if v.source.seeds or v.source.notes:
        parts += ["", "## Sources", "", *(f"- {line}" for line in (*v.source.seeds, *v.source.notes))]
    return "\n".join(parts) + "\n"


def _source(text: str) -> str:
    return f" [{text}]" if text else ""


def _row(slug: str, row: Row) -> str:
    when = "no other row" if row.other else f"`{row.when}`" if row.when else f"for each: `{row.each}`"
    extras = []
    if row.excludes:
        extras.append(
            "drops " + ", ".join(row.excludes).replace("*", "all other rows") + (f" but {', '.join(row.keep)}" if row.keep else "")
        )
    if row.of == "payer":
        extras.append("of the payer")
    if row.at == "deal":
        extras.append("paid at the deal")
    if row.extra:
        extras.append("outside the minimum")
    if row.tags:
        extras.append("tags " + ", ".join(row.tags))
    if row.note:
        extras.append(row.note)
    if row.source:
        extras.append(f"[{row.source}]")
    when = when.replace("|", "\\|")
    value = str(row.value).replace("|", "\\|")
    return f"| {row.zh} {row.en} (`{slug}`) | {value} | {when} | {'; '.join(extras).replace('|', chr(92) + '|')} |"


def _choices(v: Variant) -> list[str]:
    parts: list[str] = []
    if v.choices:
        parts += ["", "## What was chosen", ""]
    for choice in v.choices:
        line = f"- **{choice.topic}**: {choice.taken}"
        if choice.seed:
            line += f". Sources say: {choice.seed}"
        if choice.why:
            line += f". Why: {choice.why}"
        line += _source(choice.source)
        if choice.option:
            line += f". Switch: `option.{choice.option}`"
        if choice.not_offered:
            line += f". Played elsewhere, not offered: {'; '.join(choice.not_offered)}"
        parts.append(line)
    if v.options:
        parts += ["", "## Options", "", "| option | values (the first is the rule above) | topic |", "| --- | --- | --- |"]
        for name, option in v.options.items():
            values = [option.default, *(value for value in option.values if value != option.default)]
            parts.append(f"| `option.{name}` | {', '.join(values)} | {option.topic} |")
    return parts
