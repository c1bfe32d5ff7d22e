"""The picture of each game on the first page, on its own pages and wherever it is offered."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Literal

from fastapi import APIRouter, Request, Response

from spinney.core import rendering
from spinney.core.game import Game
from spinney.drawing import Theme, standalone
from spinney.i18n import current_language
from spinney.server.compressed import compressed
from spinney.server.home.game_setup import named
from spinney.server.rendering.boards import drawn

SAMPLE = (3, 80)
"""Of a game without a cover: the seed of the game that is shown, and the most moves made in it."""
HEADERS = {
    "Cache-Control": "max-age=3600",
    # A picture brings its own rules along; the policy of pages allows linked ones only.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}
"""How a picture is sent."""

routes = APIRouter()


@routes.get("/pictures/{name}")
def picture(
    request: Request, name: str, theme: Literal["auto", "light", "dark"] = "auto"
) -> Response:
    """Draw a game's cover as an SVG file; of a game that has none, the game under way."""
    svg = _file(named(name), None if theme == "auto" else theme, current_language())
    return compressed(request, svg, "image/svg+xml", HEADERS)


@lru_cache(maxsize=64)
def _file(game: Game, theme: Theme | None, _language: str) -> str:
    return standalone(cover(game), theme)


def cover(game: Game) -> str:
    """Return the picture of a game, drawn by whoever asks first."""
    with _drawing:
        return _cover(game, current_language())


_drawing = Lock()


@lru_cache(maxsize=16)
def _cover(game: Game, _language: str) -> str:
    return rendering.cover(game) or _sample(game)


def _sample(game: Game) -> str:
    """Return all boards of a game under way."""
    seed, most = SAMPLE
    state = game.new(seed=seed)
    for number in range(most):
        if state.over:
            break
        player = state.to_act[0]
        some = [state.legal(player).sample(2 * number + k) for k in range(2)]
        state = state.play(player, max(some, key=len))  # who says more does more
    return drawn(state.observe(-1), "wide").filled.svg
