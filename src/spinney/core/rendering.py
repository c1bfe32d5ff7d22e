"""Show a state: with the game's own boards and text, or default ones if it has none.

A game that declares card zones (`kit.zones`) is shown zone by zone by default, any other by the
fields of its record.

A game's ``view`` module has ``boards(view, layout) -> list of Board``, ``areas(layout)``, where
they go on one sheet (``areas(layout, players)`` in a game with an option ``players``),
``LAYOUTS`` if it has a layout ``sheet`` of its own for files,
``text(view) -> str`` for terminals, which may take ``task=False`` to leave out what players are to
do now,
``SAYS_MESSAGES`` if its boards can show what programs say besides their choices (``boards(…,
messages=…)``), ``DISPLAY``, the `DisplayOption`s that a page offers, if any, and
``symbols(view)``, the ids of the drawn symbols that pictures of this match may use from first to
last, ``chapter(view) -> str``, the part of the game in which a view is ("Day 3"), if a replay can
skip to such, ``COVER``, a `Cover`, if it shows a garden of its own where games are offered, and
``INKS``, the colours in which a terminal writes what matches patterns of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from spinney.core.errors import Refused
from spinney.core.kit import zone_view
from spinney.core.plain_view import field_lines, text_board
from spinney.drawing import SYMBOLS, Area, Board, Theme, cropped, sheet

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.kit.zones import Zones
    from spinney.core.score_sheet import ScoreRow
    from spinney.core.state import Observation, State

Messages = tuple[tuple[int, str], ...]
"""A message besides a choice: player and text."""
LAYOUTS = ("wide", "narrow")
"""The layouts of pages."""
SHEET = "sheet"
"""The layout of a picture by itself, as a file is; where a game has none, it is ``wide``."""
BACKS = frozenset({"icon-seedling"})
"""The symbols that a page must carry for cards face down."""
THEMES = (None, "light", "dark")


class DisplayOption(NamedTuple):
    """A part of a game's boards that a reader can show and hide on a page.

    Its SVG elements have the class ``display-NAME``. Those of an option that is off by default
    also have the attribute ``display="none"``.

    Attributes:
        name: in classes and in the browser's storage: a word of lower-case letters.
        label: what the page calls it.
        default: whether it is shown until the reader chooses.
    """

    name: str
    label: str
    default: bool = True


COVER_RATIO = 6 / 5
"""The ratio of a cover's width to its height."""


class Cover(NamedTuple):
    """A garden that shows what a game is like: a part of a board, in a position of a real match.

    Attributes:
        position: the word of a `State` (see `State.code`).
        board: the name of the board.
        corners: two pieces, by id: the part that is shown reaches from the place of one to that
            of the other, and beyond both above and below or at both sides.
        player: who looks; -1 for a spectator.
        options: of the game, where they are not the usual ones.
    """

    position: str
    board: str
    corners: tuple[str, str]
    player: int = -1
    options: tuple[tuple[str, Any], ...] = ()


def cover(game: Game) -> str:
    """Return a game's cover as an ``<svg>`` for `standalone`; empty for one that has none."""
    spec: Cover | None = getattr(_picture(game), "COVER", None)
    if spec is None:
        return ""
    view = cover_state(game, spec).observe(spec.player)
    (board,) = (board for board in boards(view) if board.name == spec.board)
    return cropped(board, spec.corners, COVER_RATIO)


def cover_state(game: Game, spec: Cover) -> State:
    """Return the state that a cover shows."""
    return game.with_options(**dict(spec.options)).state(spec.position)


def boards(
    view: Observation | State,
    layout: str = "wide",
    rows: Sequence[ScoreRow] = (),
    messages: Messages = (),
) -> list[Board]:
    """Return the boards of a picture, ``wide``, ``narrow``, or for a file ``sheet``.

    ``rows`` of a score sheet (see `core.score_sheet`) have their cells or paths drawn;
    ``messages`` are what programs said besides the choices that were shown last, where a game
    shows such.

    Raises:
        Refused: there is no such layout.
    """
    _check(layout)
    picture = _picture(view.game)
    if picture is None:
        zones = _zones(view.game)
        return zone_view.boards(view, zones) if zones else [text_board(view, text(view))]
    supported = _supported(picture, layout)
    if messages and says_messages(view.game):
        return cast("list[Board]", picture.boards(view, supported, rows, messages))
    return cast("list[Board]", picture.boards(view, supported, rows))


def says_messages(game: Game) -> bool:
    """Return whether a game's picture shows what programs say besides their choices."""
    return bool(getattr(game.part("view"), "SAYS_MESSAGES", False))


def display_options(game: Game) -> tuple[DisplayOption, ...]:
    """Return what a reader can show and hide on a game's pages."""
    return tuple(getattr(game.part("view"), "DISPLAY", ()))


def chapter(view: Observation | State) -> str:
    """Return the part of the game in which a view is, in words; empty in games that have none."""
    named = getattr(_picture(view.game), "chapter", None)
    return str(named(view)) if named else ""


def areas(game: Game, layout: str = "wide") -> Area:
    """Return where a game's boards go, by name (see `drawing.Area`). Raises Refused.

    If the number of players varies, the game's ``areas`` receives it.
    """
    _check(layout)
    picture = _picture(game)
    if picture is None:
        return zone_view.areas(game.num_players, layout) if _zones(game) else ["table"]
    several, layout = "players" in game.chosen, _supported(picture, layout)
    return cast(
        "Area", picture.areas(layout, game.num_players) if several else picture.areas(layout)
    )


def symbols(view: Observation | State) -> frozenset[str]:
    """Return what a page must carry to show this match from first to last (see `sprite`)."""
    picture = _picture(view.game)
    if picture is None:
        return BACKS if _zones(view.game) else frozenset()
    named = getattr(picture, "symbols", None)
    return frozenset(SYMBOLS) if named is None else cast("frozenset[str]", named(view))


def svg(
    view: Observation | State,
    layout: str = SHEET,
    theme: Theme | None = None,
    rows: Sequence[ScoreRow] = (),
    messages: Messages = (),
) -> str:
    """Return the whole picture as one SVG file; ``theme`` is light, dark, or None for both.

    Raises:
        Refused: there is no such layout or theme.
    """
    if theme not in THEMES:
        raise Refused(f"there is no theme {theme!r}; there are: light, dark")
    drawn = boards(view, layout, rows, messages)
    return sheet(drawn, areas(view.game, layout), title=view.game.title, theme=theme)


def _check(layout: str) -> None:
    if layout not in (*LAYOUTS, SHEET):
        layouts = ", ".join((*LAYOUTS, SHEET))
        raise Refused(f"there is no layout {layout!r}; there are: {layouts}")


def _supported(picture: Any, layout: str) -> str:
    """Return the layout, or the usual one where the game has none for files."""
    return layout if layout in getattr(picture, "LAYOUTS", LAYOUTS) else LAYOUTS[0]


def text(view: Observation | State, task: bool = True) -> str:
    """Return a state or what a player sees of it, in lines of text.

    ``task``: with what players are to do now, which no longer holds if the match is over.
    """
    picture = view.game.part("view")
    if picture is not None and hasattr(picture, "text"):
        omits = not task and "task" in signature(picture.text).parameters
        return str(picture.text(view, task=False) if omits else picture.text(view))
    zones = _zones(view.game)
    return zone_view.text(view, zones) if zones else "\n".join(field_lines(view))


def _picture(game: Game) -> Any:
    """The game's module ``view``; None where it has none, or none with boards."""
    picture = game.part("view")
    return picture if hasattr(picture, "boards") else None


def _zones(game: Game) -> Zones | None:
    """The card zones that a game declares."""
    return getattr(game.rules, "ZONES", None)
