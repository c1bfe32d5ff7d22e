"""Commands at the prompt besides moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.markdown import Markdown
from rich.text import Text

from spinney.core import notation, suggestions
from spinney.core.errors import Refused, did_you_mean, some
from spinney.guides import without_pictures
from spinney.i18n import N_, _
from spinney.match.player_names import level_called, level_name
from spinney.match.undo_without_consent import undo_or_fix
from spinney.search.win_chance import percent
from spinney.system.files import write
from spinney.terminal import computer
from spinney.terminal.colours import paint
from spinney.terminal.prompt import Question

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation
    from spinney.search import SearchResult
    from spinney.search.result import Candidate
    from spinney.terminal.table import TerminalMatch

HINTS = "tree"
"""The level that gives hints."""
OTHERS = 4
"""How many other moves a hint names."""


class Quit(Exception):
    """The person has left the table."""


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        about: what it does, in a few words.
        run: does it, for the table's reader, given the text after the command's name.
        takes_text: may there be such text?
    """

    about: str
    run: Callable[[TerminalMatch, str], None]
    takes_text: bool = False


def find(line: str, view: Observation) -> tuple[Command, str] | None:
    """Return the command of a line, and the rest of the line; None if it is for the game.

    Should a game have a move that begins like a command, it comes first; a slash before the
    name, as ``/undo``, then means the command.

    Raises:
        Refused: the command stands alone, and the line has more.
    """
    first, _blank, rest = line.partition(" ")
    name = first.lower().removeprefix("/")
    command = COMMANDS.get(name)
    if command is None:
        return None
    if any(choice.split()[0].lower() == first.lower() for choice in notation.choices(view)):
        return None
    if rest.strip() and not command.takes_text:
        raise Refused(_("nothing can follow the word {name}; write only: {name}", name=name))
    return command, rest.strip()


def check_word(line: str, view: Observation) -> None:
    """Refuse a line that begins with no word of the game's moves: it may be a mistyped command."""
    word = line.split(maxsplit=1)[0]
    if any(known.startswith(word.lower()) for known in _words(view.game)):
        return
    verbs = [verb.lower() for verb in _by_verb(view)]
    near = did_you_mean(word, [*verbs, *COMMANDS])
    unknown = _("there is no move or command {word!r}", word=word)
    raise Refused(f"{unknown}{near} ({_('? for help')})")


@cache
def _words(game: Game) -> frozenset[str]:
    """Return all words of all moves of a game, in lower case."""
    return frozenset(
        word.lower() for action in range(game.num_actions) for word in game.describe(action).split()
    )


def summary(view: Observation) -> str:
    """Return the viewer's possible moves in a line: ``plant … (56), start, skip``."""
    ways = _by_verb(view)
    if sum(map(len, ways.values())) <= 4:
        return ", ".join(move for moves in ways.values() for move in moves)
    return ", ".join(map(_way, ways.values()))


def _by_verb(view: Observation) -> dict[str, list[str]]:
    """Return the viewer's moves, or their beginnings, by their first words."""
    ways: dict[str, list[str]] = defaultdict(list)
    for choice in notation.choices(view):
        ways[choice.split()[0]].append(choice)
    return dict(ways)


def _way(moves: list[str]) -> str:
    if len(moves) == 1:
        return moves[0]
    return f"{moves[0].split()[0]} … ({len(moves)})"


# The functions of the commands.


def _help(table: TerminalMatch, verb: str) -> None:
    view = table.match.view(table.reader)
    ways = _by_verb(view)
    matching = next((moves for name, moves in ways.items() if name.lower() == verb.lower()), [])
    if verb and not matching:
        raise Refused(
            _(
                "no move of yours begins with {verb!r}; you can play: {summary}",
                verb=verb,
                summary=summary(view),
            )
        )
    if verb:
        table.out.print(Columns([paint(view.game, way) for way in matching], padding=(0, 2)))
        return
    table.out.print(_("You can play:"))
    for moves in ways.values():
        table.out.print(Text("  "), paint(view.game, some(moves, 6)), sep="")
    table.out.print(_("Tab completes; ? and a verb lists all its moves. Other commands:"))
    for name, command in COMMANDS.items():
        table.out.print(Text.assemble("  ", (f"{name:<12}", "bold"), _(command.about)))


def _undo(table: TerminalMatch, _rest: str) -> None:
    others = (p for p in table.people if p != table.reader)
    table.accept(undo_or_fix(table.match, table.rules, (table.reader, *others), table.now))


def _hint(table: TerminalMatch, level: str) -> None:
    if not table.hints:
        raise Refused(_no_hints(table))
    name = level_called(level) if level else HINTS
    try:
        found = computer.hint(table.out, table.match.view(table.reader), name)
    except KeyboardInterrupt:
        if not table.input.live:
            raise
        raise Refused(_("the hint is cancelled")) from None
    _show_hint(table, name, found)


def _no_hints(table: TerminalMatch) -> str:
    """Return why the computer may not be asked for hints."""
    if table.rules.lesson:
        return _("a lesson has no hints: each step says what to do")
    if len(table.people) > 1:
        return _("hints are off where several people play; --hints on allows them for all")
    return _("hints are off in this match; to allow them, resume it with --hints on")


def _show_hint(table: TerminalMatch, level: str, result: SearchResult) -> None:
    """Show a recommended move, why it is good, and the other moves that were considered."""
    out, view = table.out, table.match.view(table.reader).with_names(table.names(table.reader))
    best, *others = sorted(result.candidates, key=lambda one: (one.move != result.move, -one.share))
    chance = percent(view.game, best.value, exact=best.exact)
    rest = [percent(view.game, one.value, exact=one.exact) for one in others[:OTHERS]]
    name = level_name(level)
    out.print(Text(_("The computer ({name}) would play:", name=name)), _written(table, view, best))
    sentences = [
        suggestions.odds(chance, result.certain),
        suggestions.benefit(view, best.move),
        suggestions.compare(chance, rest),
    ]
    out.print(Text(" ".join(filter(None, sentences))))
    if rest:
        out.print(_("It also looked at:"))
    for other, wins in zip(others, rest, strict=False):
        out.print(Text(f"  {wins:>3} %  "), _written(table, view, other), sep="")


def _written(table: TerminalMatch, view: Observation, one: Candidate) -> Text:
    """Return a move in words, with the notation that is typed for it."""
    words, move = suggestions.describe(view, one.move), paint(table.match.game, one.move)
    return move if words == one.move else Text.assemble(words, "  (", move, ")")


def _sheet(table: TerminalMatch, _rest: str) -> None:
    table.show_sheet()


def _log(table: TerminalMatch, _rest: str) -> None:
    table.show_log(whole=True)


def _notation(table: TerminalMatch, _rest: str) -> None:
    table.notation = not table.notation
    table.show_log(whole=True)


def _save(table: TerminalMatch, name: str) -> None:
    if not name:
        raise Refused(_("name a file, as: save my-game.txt"))
    try:
        path = Path(name).expanduser()
    except RuntimeError:
        raise Refused(_("there is no home folder for {path}", path=name)) from None
    if path.exists():
        raise Refused(_("the file {path} exists already; choose another name", path=path))
    write(path, table.match.record())
    table.out.print(_("The record is in {path}.", path=path))


def _rules(table: TerminalMatch, _rest: str) -> None:
    game = table.match.game
    table.out.print(Markdown(without_pictures(game.guide()) or _(game.about)))


def _resign(table: TerminalMatch, _rest: str) -> None:
    yes = _("yes")
    answer = table.input.ask(Question(_("Give up this match? yes or no:"))).lower()
    if answer in ("y", "yes", yes, yes[:1]):
        table.accept(table.match.resign(table.reader, table.now))


def _quit(_table: TerminalMatch, _rest: str) -> None:
    raise Quit


COMMANDS = {
    "?": Command(
        N_("what you can play now; ? VERB: all moves that begin so"), _help, takes_text=True
    ),
    "help": Command(N_("the same"), _help, takes_text=True),
    "undo": Command(N_("take back the last choice, where that is fair"), _undo),
    "hint": Command(
        N_("what the computer would do; hint LEVEL asks another level"), _hint, takes_text=True
    ),
    "sheet": Command(N_("the score sheet as it stands"), _sheet),
    "log": Command(N_("all that has happened"), _log),
    "notation": Command(N_("show or hide how moves are written, in the log"), _notation),
    "rules": Command(N_("how the game is played"), _rules),
    "save": Command(N_("save FILE writes the record so far"), _save, takes_text=True),
    "resign": Command(N_("give up"), _resign),
    "quit": Command(N_("leave; the match is saved"), _quit),
}
