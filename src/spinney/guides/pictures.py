"""Draw the pictures of a guide: boards of a stated position, with numbers at some pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from spinney.core import rendering
from spinney.core.errors import Refused, did_you_mean
from spinney.core.game import Game
from spinney.core.guide_picture import GuidePicture
from spinney.core.score_sheet import sheet as score_sheet
from spinney.core.state import Observation
from spinney.drawing import Area, Theme, sheet
from spinney.guides.badges import with_badges
from spinney.i18n import current_language
from spinney.lessons import begin_lesson


def pictures_of(game: Game) -> Mapping[str, GuidePicture]:
    """Return the pictures of a game's guide, by name."""
    module = game.part("guide_pictures")
    return {} if module is None else module.PICTURES


def draw_picture(game: Game, name: str, layout: str = "wide", theme: Theme | None = None) -> str:
    """Return a picture of a guide as an SVG file.

    Raises:
        Refused: the guide has no such picture, or there is no such layout.
    """
    pictures = pictures_of(game)
    if name not in pictures:
        raise Refused(f"there is no picture {name!r}" + did_you_mean(name, list(pictures)))
    return _draw(game, name, layout, theme, current_language())


@lru_cache(maxsize=64)
def _draw(game: Game, name: str, layout: str, theme: Theme | None, _language: str) -> str:
    picture = pictures_of(game)[name]
    view = _view(game, picture)
    rows = tuple(row for row in score_sheet(view).rows if row.key in picture.paths)
    if picture.boards:  # of one or two boards those for narrow pages are large enough
        boards = rendering.boards(view, "narrow", rows)
        areas: Area = list(picture.boards)
    else:
        boards, areas = rendering.boards(view, layout, rows), rendering.areas(view.game, layout)
    drawn = sheet(boards, areas, title=game.title, theme=theme)
    return with_badges(drawn, picture.points)


def _view(game: Game, picture: GuidePicture) -> Observation:
    if picture.position is not None:
        return picture.position().observe(picture.player)
    return begin_lesson(game).view(picture.player)
