"""`spinney learn`: the lesson of a game, step by step in this terminal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from spinney import lessons
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.i18n import _
from spinney.match.settings import MatchSettings
from spinney.players.local_bots import LocalBots
from spinney.system.files import data_folder, read_match
from spinney.terminal.console import console
from spinney.terminal.play import language_option, run
from spinney.terminal.prompt import open_input
from spinney.terminal.saved_matches import Save
from spinney.terminal.table import TerminalMatch

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.match import Match


PLACEHOLDERS = frozenset("*?[")
"""The wildcards in the pattern of a move."""
PIECE = re.compile(r"[a-z]+-(?:[0-9]+-)?(?=.)")
"""How the id of a piece begins, before the word that moves have for it: ``card-``, ``place-1-``."""


class LessonTable(TerminalMatch):
    """A lesson in one terminal: it states a task, and accepts only moves that complete it."""

    def play(self, player: int, move: str) -> None:
        """Play a move that completes the current step. Raises Refused, with the step's answer."""
        lessons.check_move(self.match, player, move)
        super().play(player, move)

    def begin_thinking(self) -> None:
        """Do nothing: no clock runs, and the opponent's moves are known."""

    def computer_moves(self, player: int) -> None:
        """Play the opponent's move of the lesson."""
        move = lessons.reply(self.match, player)
        self.accept(self.match.play(player, move, self.now))

    def show_task(self) -> None:
        """Write what to do and why."""
        now = lessons.status(self.match)
        done = _("Lesson") if now.over else _("Step {n} of {total}", n=now.number, total=now.total)
        line = Text.assemble((f"{done}  ", "bold green"), now.text)
        for words in filter(None, (_pieces(now.points, now.moves), self._typed(now.moves))):
            line.append("  ").append(words, "dim")
        self.out.print(Padding(line, (0, 0, 1, 0)))

    def _typed(self, moves: Sequence[str]) -> str:
        """Return what to type for a step that these moves complete; empty: whatever one likes."""
        move = next((move for move in moves if not PLACEHOLDERS & {*move}), "")
        if move:
            return _("Type: {move}", move=move)
        example = lessons.example(self.match)
        return _("Type for example: {move}", move=example) if example else ""


def _pieces(points: Sequence[str], moves: Sequence[str]) -> str:
    """Return the words of the pieces that a page highlights, as moves have them."""
    pieces = (piece for piece in points if not PLACEHOLDERS & {*piece})
    words = dict.fromkeys(PIECE.sub("", piece, count=1) for piece in pieces)
    shown = ", ".join(word for word in words if word not in moves)
    return _("Look at: {words}", words=shown) if shown else ""


def learn(name: str, again: bool = False, language: str | None = None) -> int:
    """Play a game's lesson at this terminal until it is over or left.

    Args:
        name: the game's.
        again: begin anew, even if it was left unfinished.
        language: the code that was asked for; None: none was.

    Raises:
        Refused: there is no such game, or it has no lesson.
    """
    compilation.never_wait()  # rules that aren't compiled are quick enough for a lesson
    game, out = find(name), console()
    save, match = _begun(game, again)
    rules = MatchSettings(lesson=True, opening=lessons.opening_length(game))
    with LocalBots().referee(match.header) as referee:
        table = LessonTable(match, save, out, open_input(out), referee, hints=False, rules=rules)
        return run(table, shlex.join(["spinney", "learn", game.name, *language_option(language)]))


def _begun(game: Game, again: bool) -> tuple[Save, Match]:
    """Return the unfinished lesson, or a new one."""
    fresh = lessons.begin_lesson(game)
    save = Save(data_folder("lessons") / f"{game.name}.txt")
    if not again and save.path.exists():
        try:
            match = read_match(save.path)
        except Refused:  # of another version
            return save, fresh
        same = match.header == fresh.header and match.events[: fresh.version] == fresh.events
        if same and not match.over:
            return save, match
    return save, fresh
