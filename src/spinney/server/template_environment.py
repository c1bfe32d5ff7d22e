"""The templates of pages, with the names they may use and the marks they leave for sockets."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Node
from markupsafe import Markup

from spinney import __version__, lessons
from spinney.core import rendering
from spinney.core.game import Game
from spinney.core.rendering import DisplayOption
from spinney.drawing import first_name, numbered
from spinney.i18n import N_, cached_text
from spinney.i18n.lists import and_list
from spinney.match.clocks import time_left
from spinney.players.levels import LEVELS
from spinney.server import template_texts, wording
from spinney.server.ratings.names import is_level, player_name, profile_address
from spinney.server.tables.invitations import qr_code
from spinney.server.template_cache import COMPILED_TEMPLATES
from spinney.server.wording import big

SERVER = Path(__file__).parent
SPRITE = "<!-- symbols -->"
"""Where a page carries the symbols it uses; which these are is known when all of it is written."""
PIECE = re.compile("<!-- piece ([a-z0-9-]+) -->")
"""Where a piece of a table’s page begins, as templates have it: a socket sends what has changed."""
SAME = "<!-- same -->"
"""Stands for a piece that is as it was, likewise."""
_NOTATION = DisplayOption("notation", N_("Show notation"), default=False)


def _display_options(game: Game) -> tuple[DisplayOption, ...]:
    """Return what a reader can show and hide: on the boards, and the notation in the log."""
    return (*rendering.display_options(game), _NOTATION)


def environment() -> Environment:
    """Return the templates. Everything is escaped unless it is marked as HTML."""
    made = _Templates(
        loader=_loader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # they are a part of the program
        bytecode_cache=COMPILED_TEMPLATES,
    )
    made.globals.update(sprite=Markup(SPRITE), version=__version__, clock=wording.clock)  # noqa: S704 (written here)
    made.globals.update(
        time_left=time_left, computer=wording.computer, level_title=wording.level_title
    )
    made.globals.update(qr_code=qr_code)
    made.globals.update(template_texts.GLOBALS, display_options=_display_options)
    made.globals.update(and_list=and_list, is_level=is_level)
    made.globals.update(player_name=player_name, profile_address=profile_address)
    made.globals.update(has_lesson=has_lesson, numbered=numbered, first_name=first_name)
    made.globals.update(parts=_parts(made), levels=tuple(LEVELS.values()))
    # To a new viewer everything is new.
    made.globals.update(cached_part=_cached_part(made), changed=lambda *_: True)
    made.filters.update(svg=lambda text: Markup(text), big=big)  # noqa: S704, PLW0108 (likewise)
    made.filters.update(translated=template_texts.translated)
    return made


def has_lesson(game: Game) -> bool:
    """Return whether a game can be learnt by playing."""
    return lessons.lesson_of(game) is not None


def _loader() -> BaseLoader:
    """Return what finds templates: ``base.html`` in this folder, ``chat/panel.html`` in chat's."""
    folders = {folder.parent.name: folder for folder in SERVER.glob("*/templates")}
    features = {name: FileSystemLoader(folder) for name, folder in folders.items()}
    return ChoiceLoader([FileSystemLoader(SERVER / "templates"), PrefixLoader(features)])


class _WholeTexts(CodeGenerator):
    """Compiles templates that yield all they render as one text, not as hundreds of pieces."""

    def blockvisit(self, nodes: Iterable[Node], frame: Frame) -> None:
        """Collect what the outermost block of a template renders, and yield it in the end."""
        outermost = frame.buffer is None
        if outermost:
            self.buffer(frame)
        super().blockvisit(nodes, frame)
        if outermost:
            self.writeline(f"yield(concat({frame.buffer}))")


class _Templates(Environment):
    """Templates that share one set of names.

    Jinja lets each have more of its own, and to look in both took a quarter of the time in which
    a table's page is drawn.
    """

    code_generator_class = _WholeTexts

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return all names that a template may use."""
        return {**self.globals, **(d or {})}


def _cached_part(made: Environment) -> Callable[..., Markup]:
    """Return what renders a part and keeps it: the same for many who look, or from look to look."""

    @cached_text(maxsize=512)
    def cached_part(template: str, **given: Hashable) -> Markup:
        return Markup(made.get_template(template).render(**given))  # noqa: S704 - escaped there

    return cached_part


def _parts(made: Environment) -> Callable[[tuple[str, ...], str], tuple[str, ...]]:
    """Return what finds those templates of a name that some features have, in their order."""
    templates = frozenset(made.list_templates())

    @lru_cache(maxsize=64)
    def parts(features: tuple[str, ...], name: str) -> tuple[str, ...]:
        names = (f"{feature}/{name}.html" for feature in features)
        return tuple(template for template in names if template in templates)

    return parts


def piece(name: str) -> Markup:
    """Return the mark of where a piece begins; names are of small letters, digits and hyphens."""
    return Markup(f"<!-- piece {name} -->")  # noqa: S704 - names are written here
