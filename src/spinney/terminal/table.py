"""A match in one terminal: its time, its file, and the lines each player has read."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from spinney.core import score_sheet
from spinney.core.narration import Sentence, named
from spinney.i18n import _
from spinney.match.player_names import is_at_this_screen, player_names
from spinney.match.settings import FIX, MatchSettings
from spinney.players.accept_answer import accept_answer
from spinney.terminal import computer
from spinney.terminal.colours import paint, picture
from spinney.terminal.prompt import Question

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.match import Match
    from spinney.players.referee import MatchReferee
    from spinney.terminal.prompt import Input
    from spinney.terminal.saved_matches import Save

RECALLED = 8
"""Lines of the log that are shown again when a match is gone on with."""


@dataclass
class TerminalMatch:
    """The match being played. It changes only by `accept`, which stores it first.

    Attributes:
        match: its current state.
        save: its file.
        out: for all output.
        input: the source of moves.
        referee: asks the computer and the bots at the table.
        hints: may the computer be asked for hints?
        notation: is each move also shown in the notation?
        rules: the settings of the match.
        reader: who is at the screen; -1 while nobody in particular.
    """

    match: Match
    save: Save
    out: Console
    input: Input
    referee: MatchReferee
    hints: bool = True
    notation: bool = False
    rules: MatchSettings = MatchSettings(fix=FIX)  # noqa: RUF009 - it never changes
    reader: int = field(init=False)
    _begun: float = field(init=False, default_factory=time.monotonic)
    _before: int = field(init=False)
    _read: dict[int, int] = field(init=False, default_factory=dict)
    _alone: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.reader = self.people[0] if len(self.people) == 1 else -1
        self._before = self.match.events[-1].at if self.match.events else 0
        for reader in (-1, *self.people):
            self._read[reader] = max(0, len(self._log(reader)) - RECALLED)
        self.save.keep(self.match)

    @property
    def people(self) -> tuple[int, ...]:
        """The players who sit at this terminal."""
        seats = enumerate(self.match.header.seats)
        return tuple(p for p, seat in seats if is_at_this_screen(seat))

    @property
    def now(self) -> int:
        """The match's own time in ms; it stands still while nobody plays."""
        return self._before + int(1000 * (time.monotonic() - self._begun))

    def name(self, player: int) -> str:
        """Return a player's name."""
        return self.names(self.reader)[player]

    def names(self, reader: int) -> tuple[str, ...]:
        """Return the players' names as a viewer reads them (-1: everybody)."""
        return player_names(self.match.game.display_names, self.match.seats, reader)

    def _log(self, reader: int) -> list[Sentence]:
        """Return the log of a reader."""
        return [line for lines in self.match.sentences_since(reader) for line in lines]

    def accept(self, match: Match) -> None:
        """Store the match's new state, and only then adopt it. Raises Refused."""
        if match.version > self.match.version:
            self.save.keep(match)
            self.match = match

    def play(self, player: int, move: str) -> None:
        """Play a person's move. Raises Refused."""
        self.accept(self.match.play(player, move, self.now))

    def computer_moves(self, player: int) -> None:
        """Let the level or bot of a seat choose."""
        match, seed = self.match, secrets.randbits(62)
        left = match.remaining(self.now)[player]
        clock = None if left is None else left / 1000
        label = _(
            "{name} ({level}) is thinking",
            name=self.name(player),
            level=match.header.seats[player].rpartition(":")[2],
        )
        answer = computer.ask(
            self.out,
            label,
            lambda progress: self.referee.ask(match, player, seed, clock, progress),
        )
        self.accept(self.match.tick(self.now))
        if player in self.match.to_act and self.match.view(player) == match.view(player):
            self.accept(accept_answer(self.match, player, answer, self.now))

    # What is on the screen.

    def show_task(self) -> None:
        """Write the task of a person: nothing, except in a lesson."""

    def show_log(self, whole: bool = False) -> None:
        """Write the lines that the reader has not read yet, or the whole log."""
        lines, names = self._log(self.reader), self.names(self.reader)
        first = 0 if whole else self._read[self.reader]
        for number, line in enumerate(lines[first:], first + 1):
            sentence = named(line.text, names.__getitem__)
            move = f"  [{line.notation}]" if self.notation and line.notation else ""
            text = paint(self.match.game.with_names(names), sentence)
            self.out.print(Text(f"{number:>4}  ", "dim"), text, Text(move, "dim"), sep="")
        self._read[self.reader] = len(lines)

    def show_picture(self) -> None:
        """Write the board as the reader sees it."""
        self.out.print()
        view = self.match.view(self.reader).with_names(self.names(self.reader))
        self.out.print(picture(view), soft_wrap=not self.out.is_terminal)  # files have no width
        self.out.print()

    def show_sheet(self) -> None:
        """Write the score sheet as the reader may know it."""
        view = self.match.view(self.reader).with_names(self.names(self.reader))
        self.out.print(paint(self.match.game, score_sheet.text(score_sheet.sheet(view))))

    # Passing the screen on.

    def hand_over(self, player: int) -> None:
        """Let a person look, after everybody else has looked away if there are secrets."""
        self.show_log()
        secret = self.input.live and self._secret()
        if secret and not (self._alone and player == self.reader):
            self._wipe()
            self.input.ask(
                Question(_("For {name} only. Press Enter when it is you.", name=self.name(player)))
            )
            self._wipe()
        elif player != self.reader:
            self._read[player] = len(self._log(player))
        self.reader, self._alone = player, secret

    def _secret(self) -> bool:
        """Does someone here see or enter something that another may not know?"""
        if len(self.people) < 2:
            return False
        views = {self.match.view(person).data for person in self.people}
        return self.match.simultaneous or len(views) > 1

    def _wipe(self) -> None:
        """Clear the screen and the scrollback."""
        self.out.control(Control(ControlType.CLEAR, ControlType.HOME))
        self.out.file.write("\x1b[3J")
        self.out.file.flush()
