"""docs/view.md: what a policy of one's own sees and may do, made from the layout of the view."""

from __future__ import annotations

from mjsim.kernels.view import ASKS, OPTION, VIEW, Fields

ACTS: dict[str, str] = {
    "WIN": "win with the drawn tile, or one that lies open or was turned",
    "CONCEALED": "concealed kong 暗杠",
    "ADDED": "add a tile to an own pung 加杠",
    "GOLD": "kong of four jokers 金杠",
    "OPEN": "open kong 開杠",
    "SHOW_WINDS": "lay down four winds",
    "SHOW_DRAGONS": "lay down three dragons",
    "SHOW_TILE": "lay out a kong tile",
    "DISCARD": "throw a tile",
    "READY": "throw a tile and declare ready 報聽",
    "PASS": "none of the others",
    "WIN_ON": "win on the thrown or added tile",
    "KONG_ON": "kong with the thrown tile 直杠",
    "PUNG_ON": "pung 碰",
    "FLOWER_ON": "pung with a joker 花碰",
    "CHOW_ON": "chow 吃",
    "OPEN_ON": "open kong with the thrown tile",
    "TAKE_LAST": "take the last tile 海底",
    "DECLARE_READY": "declare ready before the first draw 天聽",
}
MELDS = (
    *("CHOW_MELD", "PUNG_MELD", "EXPOSED_KONG", "ADDED_KONG", "CONCEALED_KONG", "GOLD_KONG", "FLOWER_PUNG"),
    *("SHOWN_WINDS", "SHOWN_DRAGONS"),
)


def view() -> str:
    """The reference as Markdown."""
    from mjsim.policies import own

    lines = [
        "# What a policy of one's own sees",
        "",
        "Made from `mjsim/kernels/view.py`. How to write one: [own-policies.md](own-policies.md). All names in capitals are imported from",
        "`mjsim.policies.own`. Kinds: 0-8 萬, 9-17 筒, 18-26 索, 27-30 東南西北, 31-33 中發白, 34-41 flowers (with",
        "`tiles.flower_copies = 4` f1-f4 are 32-35, idle tiles 37). Arrays by seat have four entries, arrays by kind 42. Everything is a",
        "whole number (int64).",
        "",
        "## view",
        "",
        *_table(VIEW, "view."),
        "",
        f"Types of melds: {', '.join(f'`{name}`' for name in MELDS)}.",
        "",
        "## options[i]",
        "",
        *_table(OPTION, "options[i]."),
        "",
        "## What is asked",
        "",
        "A seat with a single option is not asked.",
        "",
        "| view.asked | what is decided |",
        "| --- | --- |",
        *(f"| `{name}` | {meaning} |" for name, meaning in ASKS.items()),
        "",
        "## Acts",
        "",
        "When each is allowed, and in which order options come: [protocol.md](protocol.md). `VOID`, `STAKE`, `EXCHANGE` and `IMAGINE` have",
        "options by `arg` (suit, stake, kind) and `tiles` (the three).",
        "",
        "| options[i].act | |",
        "| --- | --- |",
        *(f"| `{name}` | {meaning} |" for name, meaning in ACTS.items()),
        "",
        "## Functions that `choose` may call",
        "",
    ]
    for function in (own.deficiency, own.useful, own.live):
        names = function.py_func.__code__.co_varnames[: function.py_func.__code__.co_argcount]
        text = " ".join(line.strip() for line in function.__doc__.splitlines() if line.strip())
        lines.append(f"- `{function.__name__}({', '.join(names)})`: {text[0].lower()}{text[1:]}")
    return "\n".join(lines) + "\n"


def _table(fields: Fields, before: str) -> list[str]:
    lines = ["| field | shape | |", "| --- | --- | --- |"]
    for name, (shape, meaning) in fields.items():
        if name != "helper":
            lines.append(f"| `{before}{name}` | {' × '.join(map(str, shape))} | {meaning} |")
    return lines
