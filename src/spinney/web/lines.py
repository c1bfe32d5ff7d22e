"""The lines of a log as a page has them. A long match has hundreds, and all of them stay."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape

from ..match import LogLine
from .site import big


@lru_cache(maxsize=1 << 14)  # as many as a hundred tables have
def line_item(line: LogLine, name: str, colour: str, link: str = "") -> Markup:
    """Return a line as a list item.

    Args:
        line: which.
        name: of who said it; empty where it happened by itself.
        colour: theirs.
        link: the address of the moment it tells of; empty: it leads nowhere.
    """
    text = escape(line.text if name else big(line.text))
    told = f'<a href="{escape(link)}">{text}</a>' if link else text
    said = f' class="said tone-{colour}"' if name else ""
    who = f"<b>{escape(big(name))}:</b> " if name else ""
    return Markup(f'<li id="line-{line.number}"{said}>{who}{told}</li>')  # noqa: S704 - escaped
