"""A guide as HTML: its headings with addresses, its pictures in their frames."""

from __future__ import annotations

import itertools
import logging
import re
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.drawing import element
from spinney.guides import draw_picture
from spinney.i18n import current_language

_log = logging.getLogger(__name__)

PICTURE = re.compile(r'<p><img src="picture:([a-z0-9-]+)" alt="([^"]*)" /></p>')
"""A picture of its own paragraph, as Markdown renders it."""
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Heading(NamedTuple):
    """A heading of a guide.

    Attributes:
        level: 2 for a section.
        name: its address within the page.
        text: what it says.
    """

    level: int
    name: str
    text: str


class GuideText(NamedTuple):
    """A guide, ready to be shown.

    Attributes:
        title: its title; without one, the game's.
        html: all below the title; empty: there is none.
        headings: in their order, without the title.
    """

    title: str
    html: str
    headings: tuple[Heading, ...]


def guide_text(game: Game, theme: str) -> GuideText:
    """Return a game's guide in the reader's language, its pictures in light or dark colours."""
    return _guide_text(game, theme, current_language())


@lru_cache(maxsize=64)
def _guide_text(game: Game, theme: str, _language: str) -> GuideText:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    title, tokens = _split_title(markdown.parse(game.guide()))
    headings: list[Heading] = []
    for token, inline in itertools.pairwise(tokens):
        if token.type == "heading_open":
            name = _slug(inline.content, [heading.name for heading in headings])
            token.attrSet("id", name)
            headings.append(Heading(int(token.tag[1]), name, inline.content))
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    framed = PICTURE.sub(lambda match: _figure(game, theme, match[1], match[2]), html)
    return GuideText(title or game.title, framed, tuple(headings))


def _split_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    """Return the title, empty where none begins the text, and what follows it."""
    if tokens and tokens[0].tag == "h1":
        return tokens[1].content, tokens[3:]
    return "", tokens


def _slug(title: str, taken: list[str]) -> str:
    """Return a word for addresses that no other heading has."""
    plain = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split()) or "part"
    return plain if plain not in taken else f"{plain}-{len(taken)}"


def _figure(game: Game, theme: str, name: str, caption: str) -> str:
    """Return a picture in its frame, ``caption`` as HTML; nothing where it can't be drawn."""
    try:
        return _framed(game, theme, name, caption)
    except Refused as problem:
        _log.warning("the guide of %s has no picture %s: %s", game.name, name, problem)
        return ""


def _framed(game: Game, theme: str, name: str, caption: str) -> str:
    address = f"/guide/{game.name}/pictures/{name}?theme={theme}"
    small, large = _size(game, name, "narrow"), _size(game, name, "wide")
    phone = {"media": "(max-width: 799px)", "srcset": f"{address}&layout=narrow"}
    narrow = element("source", **phone, **small)
    wide = element("img", src=address, loading="lazy", **large)
    image = wide.replace("<img", f'<img alt="{caption}"', 1)
    return f"<figure><picture>{narrow}{image}</picture><figcaption>{caption}</figcaption></figure>"


def _size(game: Game, name: str, layout: str) -> dict[str, int]:
    """Return how large a picture is, so that the page keeps a place for it."""
    found = SIZE.search(draw_picture(game, name, layout))
    if found is None:
        return {}
    return {"width": round(float(found[1])), "height": round(float(found[2]))}
