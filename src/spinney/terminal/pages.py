"""The list of games, their guides, and precompilation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from spinney.core.compilation import precompile as compile_rules
from spinney.core.registry import all_games
from spinney.core.registry import game as find
from spinney.guides import without_pictures
from spinney.i18n import _
from spinney.terminal.console import console
from spinney.terminal.option_text import values_text

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.game import Game, Option


def games(name: str | None = None) -> int:
    """List the games with their options, or only one of them. Raises Refused: there is no such."""
    from spinney.players import LEVELS

    out = console()
    for game in all_games().values() if name is None else [find(name)]:
        _describe(out, game)
    out.print(Text(_("levels of the computer, on any seat"), style="bold"))
    for level in LEVELS.values():
        _line(out, level.name, _(level.about))
    return 0


def _describe(out: Console, game: Game) -> None:
    out.print(Text.assemble((game.name, "bold"), "  ", _(game.about)))
    _line(out, _("for"), game.box_facts)
    _line(out, _("players"), ", ".join(game.player_names))
    for option in game.options:
        about = _(option.about) if option.about else ""
        values = f"{values_text(option)} ({_usual(game, option)}). {about}"
        _line(out, f"--option {option.name}=", values)
    _line(out, "--clock", " | ".join(f"'{clock}'" for clock in game.clocks))
    out.print()


def _usual(game: Game, option: Option) -> str:
    """Return the default of an option, in words."""
    usual = option.word(game.chosen[option.name])
    people = option.word(option.usual(2))
    if people == usual:
        return _("usually {usual}", usual=usual)
    return _("usually {usual}, between people {people}", usual=usual, people=people)


def _line(out: Console, name: str, text: str) -> None:
    out.print(Padding(Text.assemble((name, "cyan"), " ", text), (0, 0, 0, 2)))


def rules(name: str) -> int:
    """Show a game's guide. Raises Refused if there is no such game."""
    game = find(name)
    console().print(
        Markdown(without_pictures(game.guide()) or f"# {game.title}\n\n{_(game.about)}")
    )
    return 0


def precompile(names: Sequence[str], only_rules: bool = False) -> int:
    """Compile games, by default all, and name them. Raises Refused if one is unknown."""
    from spinney.search import precompile as compile_search

    chosen = [find(name) for name in names] if names else list(all_games().values())
    out = console()
    for game in chosen:
        with out.status(_("compiling {title}, step 1 of 2: the rules", title=game.title)):
            compile_rules(game)
        if only_rules:
            out.print(_("The rules of {title} are compiled.", title=game.title))
            continue
        with out.status(
            _("compiling {title}, step 2 of 2: the search (a minute or two)", title=game.title)
        ):
            compile_search(game)
        out.print(_("{title} is compiled.", title=game.title))
    return 0
