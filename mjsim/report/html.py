"""HTML with everything that comes from outside escaped: only `Raw`, made here and in the charts, is taken as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


class Raw(str):
    """Text that is HTML already."""


@dataclass(frozen=True)
class Cell:
    """A table cell; `key` is what its column is sorted by (the text if None), `under` stands below in small letters, `tip` on hover."""

    text: str
    key: float | str | None = None
    under: str = ""
    tip: str = ""


def html(text: str) -> Raw:
    """Escaped, unless it is HTML already.

    >>> html("<b>")
    '&lt;b&gt;'
    """
    return text if isinstance(text, Raw) else Raw(escape(text, quote=True))


def tag(name: str, *content: str, **attributes: str | None) -> Raw:
    """An element; attribute names are given with _ for - and a trailing _ where Python owns the word.

    >>> tag("a", "1 < 2", href="#x", class_="y")
    '<a href="#x" class="y">1 &lt; 2</a>'
    """
    shown = "".join(f' {key.rstrip("_").replace("_", "-")}="{html(value)}"' for key, value in attributes.items() if value is not None)
    return Raw(f"<{name}{shown}>{''.join(html(part) for part in content)}</{name}>")


def join(parts: Iterable[str], between: str = "") -> Raw:
    """Several pieces as one."""
    return Raw(html(between).join(html(part) for part in parts))


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell | str]], *, texts: int = 1, caption: str = "") -> Raw:
    """A table that sorts by a click on a head; the first `texts` columns are text, the others numbers."""
    kinds = ["t" if i < texts else "n" for i in range(len(heads))]
    top = join(tag("th", tag("button", head, type="button"), class_=kind, scope="col") for head, kind in zip(heads, kinds, strict=True))
    lines = [join(_cell(cell, kind) for cell, kind in zip(row, kinds, strict=True)) for row in rows]
    body = join(tag("tr", line) for line in lines)
    title = tag("caption", caption) if caption else Raw("")
    return tag("div", tag("table", title, tag("thead", tag("tr", top)), tag("tbody", body), class_="sortable"), class_="wide")


def _cell(cell: Cell | str, kind: str) -> Raw:
    if isinstance(cell, str):
        return tag("td", cell, class_=kind)
    key = None if cell.key is None else f"{cell.key:.12g}" if isinstance(cell.key, float | int) else cell.key
    under = tag("small", cell.under) if cell.under else ""
    return tag("td", cell.text, under, class_=kind, data_key=key, title=cell.tip or None)
