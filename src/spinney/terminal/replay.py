"""`spinney replay`: a recorded match, transition by transition."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from rich.console import Console
from rich.text import Text

from spinney.core.narration import named
from spinney.i18n import N_, _
from spinney.match.player_names import player_names
from spinney.system.files import read_match
from spinney.terminal.colours import paint
from spinney.terminal.console import console
from spinney.terminal.match_text import board_text, sheet_text
from spinney.terminal.records import check_moment

if TYPE_CHECKING:
    from spinney.match import Match

KEYS = N_(" ← → step   home end   space plays   tab other view   ↑ ↓ scroll   q quits")
PACE = 1.0
"""Seconds a step, when it plays by itself."""


def replay(path: Path, at: int | None = None, player: str | None = None) -> int:
    """Step through a record, or print all of it if not at a terminal.

    Args:
        path: the record.
        at: how many events come before the moment to begin with; None: the deal. Without a terminal
            only that moment is printed.
        player: whose view it is first, by name or number; None: a spectator's.

    Raises:
        Refused: the file is no record, or has no such moment or player.
    """
    match = read_match(path)
    position = ReplayPosition(match, -1 if player is None else match.game.player(player))
    if at is not None:
        check_moment(match, at)
        position.go_to(at)
    if sys.stdin.isatty() and sys.stdout.isatty():
        ReplayPlayer(position).run()
    elif at is None:
        _print_all(position, console())
    else:
        _print(position, console())
    return 0


@dataclass
class ReplayPosition:
    """A match and the position of its replay.

    Attributes:
        match: the whole of it.
        viewer: whose view it shows; -1 for a spectator's.
        place: the number of the stop shown, counted from 0.
    """

    match: Match
    viewer: int = -1
    place: int = 0

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The versions with a frame, the deal first; they are the same for every viewer.

        Where no frame shows the end, as after a resignation, the last version is one, too.
        """
        end = [self.match.version] if self.match.over else []
        return tuple(dict.fromkeys([*(frame.version for frame in self.match.frames), *end]))

    def go(self, place: int) -> None:
        """Go to a stop, or to the nearest one."""
        self.place = max(0, min(place, len(self.stops) - 1))

    def go_to(self, version: int) -> None:
        """Go to the last stop that isn't after a version."""
        self.go(sum(stop <= version for stop in self.stops) - 1)

    def next_viewer(self) -> None:
        """Show the next player's view; after the last player, a spectator's."""
        self.viewer = (self.viewer + 2) % (self.match.game.num_players + 1) - 1

    def texts(self) -> tuple[Text, ...]:
        """Return the view at this stop: its title, the events, the table; at the end the score."""
        now = self.match.at(self.stops[self.place])
        since = self.stops[self.place - 1] if self.place else -1
        seats, game = now.seats, self.match.game
        names = player_names(game.display_names, seats, self.viewer)
        sentences = [
            named(line.text, names.__getitem__)
            for lines in now.sentences_since(self.viewer, since)
            for line in lines
        ]
        title = f"{self.match.game.title}, {now.version} of {self.match.version}"
        return (
            Text(title, "bold"),
            *(paint(game.with_names(names), line) for line in sentences),
            Text(""),
            board_text(now, self.viewer, names),
            *([Text(""), sheet_text(now, self.viewer, names)] if now.over else []),
        )


def _print_all(position: ReplayPosition, out: Console) -> None:
    for place in range(len(position.stops)):
        position.go(place)
        _print(position, out)


def _print(position: ReplayPosition, out: Console) -> None:
    out.print(*position.texts(), sep="\n")
    out.print()


class ReplayPlayer:
    """A match on a full screen, stepped through by keys.

    Attributes:
        position: what is shown of it.
        running: does it play by itself?
        scrolled: how many lines are above the screen, where it is too low for all.
    """

    def __init__(self, position: ReplayPosition) -> None:
        self.position, self.running, self.scrolled = position, False, 0
        body = Window(FormattedTextControl(self._body), get_vertical_scroll=lambda _: self.scrolled)
        foot = Window(FormattedTextControl(_(KEYS)), height=1, style="reverse")
        self.app: Application[None] = Application(
            Layout(HSplit([body, foot])), key_bindings=self._keys(), full_screen=True
        )

    def run(self) -> None:
        """Show it until the person leaves."""
        self.app.run(pre_run=self._start)

    def _start(self) -> None:
        self.app.create_background_task(self._play())

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(PACE)
            if self.running:
                self.position.go(self.position.place + 1)
                self.running = self.position.place < len(self.position.stops) - 1
                self.app.invalidate()

    def _body(self) -> ANSI:
        size = self.app.output.get_size()
        text = io.StringIO()
        out = Console(file=text, force_terminal=True, width=size.columns, highlight=False)
        out.print(*self.position.texts(), sep="\n")
        written = text.getvalue()
        self.scrolled = max(0, min(self.scrolled, written.count("\n") + 1 - size.rows))
        return ANSI(written)

    def _keys(self) -> KeyBindings:
        position = self.position
        doings: dict[str, Callable[[], object]] = {
            "right": lambda: position.go(position.place + 1),
            "left": lambda: position.go(position.place - 1),
            "pagedown": lambda: position.go(position.place + 10),
            "pageup": lambda: position.go(position.place - 10),
            "home": lambda: position.go(0),
            "end": lambda: position.go(len(position.stops)),
            "tab": position.next_viewer,
            "space": self._start_or_stop,
            "down": lambda: self._scroll(1),
            "up": lambda: self._scroll(-1),
            "q": self._close,
            "escape": self._close,
            "c-c": self._close,
            "c-d": self._close,
        }
        keys = KeyBindings()
        for key, do in doings.items():
            keys.add(key, eager=True)(_bound(do))
        return keys

    def _close(self) -> None:
        """Close the screen."""
        self.app.exit()

    def _start_or_stop(self) -> None:
        self.running = not self.running

    def _scroll(self, lines: int) -> None:
        self.scrolled += lines


def _bound(do: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
    def pressed(_: KeyPressEvent) -> None:
        do()

    return pressed
