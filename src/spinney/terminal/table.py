"""A match in one terminal: its time, its file, and the lines each player has read."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from spinney.core.narration import Sentence, named
from spinney.i18n import _
from spinney.match.player_names import is_at_this_screen, player_names
from spinney.match.settings import FIX, MatchSettings
from spinney.players.accept_answer import accept_answer
from spinney.terminal.background_choices import BackgroundChoices
from spinney.terminal.colours import paint
from spinney.terminal.match_text import board_text, sheet_text
from spinney.terminal.prompt import Question

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.state import State
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
    _choices: BackgroundChoices = field(init=False)
    _read: dict[int, int] = field(init=False, default_factory=dict)
    _alone: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.reader = self.people[0] if len(self.people) == 1 else -1
        self._before = self._last_at
        self._choices = BackgroundChoices(self.referee, lambda: self.now)
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

    @property
    def _last_at(self) -> int:
        """The time of the last event."""
        return self.match.events[-1].at if self.match.events else 0

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

    # Computers.

    def begin_thinking(self) -> None:
        """Let the computers that are to act choose while people do: their clocks run, too."""
        for player in self.match.to_act:
            if player not in self.people:
                self._choices.begin(self.match, player)

    def computer_moves(self, player: int) -> None:
        """Let the level or bot of a seat choose, and wait for it."""
        label = _(
            "{name} ({level}) is thinking",
            name=self.name(player),
            level=self.match.header.seats[player].rpartition(":")[2],
        )
        self._choices.begin(self.match, player)
        self._choices.wait(self.out, label, player)
        self.catch_up()

    def catch_up(self) -> None:
        """Accept what computers have chosen meanwhile, and let the clocks run out that have.

        That ends with the position: time stands still until the next players know that it is
        their turn. What was chosen for another position, before an undo, is dropped.

        Raises:
            Refused: the match can't be stored.
        """
        state = self.match.state
        for player, view, answer, chosen_at in self._choices.take():
            at = max(chosen_at, self._last_at)
            self._run_clocks(state, at)
            if player in self.match.to_act and view == self.match.view(player):
                self.accept(accept_answer(self.match, player, answer, at))
        self._run_clocks(state, self.now)
        if self.match.state is not state:
            self._before -= self.now - self._last_at

    def _run_clocks(self, state: State, at: int) -> None:
        """Let the clocks forfeit that run out by a time, as long as the match is in a state."""
        while self.match.state is state and (due := self.match.due()) is not None and due <= at:
            self.accept(self.match.tick(due))

    def computers_done(self) -> dict[int, int]:
        """Return when the computers that have chosen did so, by player, until that is accepted."""
        return self._choices.times()

    def stop_thinking(self) -> None:
        """Stop the searches of all computers."""
        self._choices.stop()

    def remaining(self) -> tuple[int | None, ...]:
        """Return the milliseconds each player has left; None: not timed now.

        The clock of a computer stands still once it has chosen.
        """
        chosen = self.computers_done()
        times = (chosen.get(player, self.now) for player in range(self.match.game.num_players))
        return tuple(self.match.remaining(at)[player] for player, at in enumerate(times))

    # What is on the screen.

    def show_task(self) -> None:
        """Write the task of a person: nothing, except in a lesson."""

    def show_log(self, whole: bool = False) -> None:
        """Write the lines that the reader has not read yet, or the whole log."""
        lines, names = self._log(self.reader), self.names(self.reader)
        if whole and not lines:
            self.out.print(_("Nothing has happened yet."))
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
        board = board_text(self.match, self.reader, self.names(self.reader))
        self.out.print(board, soft_wrap=not self.out.is_terminal)  # files have no width
        self.out.print()

    def show_sheet(self) -> None:
        """Write the score sheet as the reader may know it."""
        self.out.print(sheet_text(self.match, self.reader, self.names(self.reader)))

    # Passing the screen on.

    def hand_over(self, player: int) -> None:
        """Let a person look, after everybody else has looked away if there are secrets."""
        self.show_log()
        secret = self.input.live and self._secret()
        if secret and not (self._alone and player == self.reader):
            self._wipe()
            begun = self.now
            self.input.ask(
                Question(_("For {name} only. Press Enter when it is you.", name=self.name(player)))
            )
            self._before -= self.now - begun  # no clock runs while nobody sees the board
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
