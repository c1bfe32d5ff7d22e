"""Caches by language: no text is shown in another language than the reader's."""

from __future__ import annotations

import functools
import gc
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

import spinney
from spinney.core import rendering
from spinney.core.score_sheet import sheet
from spinney.core.state import Observation
from spinney.i18n import in_language
from spinney.match import Header, Match

GAMES = ("arboretum", "build-your-arboretum", "forest-garden", "spring-2021")
DRAWN = ("spinney.games", "spinney.core", "spinney.drawing", "spinney.match", "spinney.i18n")
"""The packages whose caches are emptied."""

ENGLISH = {
    *("turn", "turns", "deck", "planted", "parrots", "starts", "offering", "refuse", "removed"),
    *(
        "actions",
        "taken",
        "discards",
        "colours",
        "fruits",
        "earned",
        "male",
        "cross",
        "leaf",
        "you",
    ),
    *("white", "berry", "drupe", "sun", "nutrients"),
}
"""Words of English tables for terminals."""


def forget() -> None:
    """Empty all caches of functions that draw and tell."""
    caches = functools._lru_cache_wrapper
    for thing in gc.get_objects():
        if issubclass(type(thing), caches) and belongs(thing):  # its type: proxies may be dead
            with suppress(TypeError):
                thing.cache_clear()


def belongs(thing: object) -> bool:
    return str(getattr(thing, "__module__", "")).startswith(DRAWN)


def shown(views: list[Observation]) -> Iterator[str]:
    """Yield all that is shown of some views."""
    for view in views:
        rows = sheet(view).rows
        for layout in rendering.LAYOUTS:
            for board in rendering.boards(view, layout, rows):
                yield f"{board.title} {board.description} {board.body}"
        yield repr(sheet(view))
        yield rendering.text(view)


def played(name: str) -> Match:
    """A match with a few choices made."""
    match = Match.begin(Header(spinney.game(name), ["me", "friend"], seed=3))
    for number in range(24):
        player = match.to_act[0]
        match = match.play(player, match.view(player).legal.sample(number), number)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_boards_and_logs_are_cached_by_language(name: str) -> None:
    match = played(name)
    views = [match.view(0), match.view(-1)]
    by_language: dict[str, list[str]] = {}
    tables: dict[str, list[str]] = {}
    for order in (("en", "de"), ("de", "en")):
        forget()
        fresh = Match.replay(match.header, match.events)
        for language in order:
            with in_language(language):
                rendered = [*shown(views), *(line.text for line in fresh.log(0))]
                tables[language] = [rendering.text(view) for view in views]
            assert by_language.setdefault(language, rendered) == rendered, language
    assert by_language["en"] != by_language["de"]
    labels = {
        language: set(re.findall(r"\w+", " ".join(texts))) for language, texts in tables.items()
    }
    assert labels["en"] & ENGLISH
    assert not labels["de"] & ENGLISH
    assert match.record() == Match.replay(match.header, match.events).record()
    with in_language("de"):
        assert match.record() == Match.replay(match.header, match.events).record()
