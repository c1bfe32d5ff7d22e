"""`spinney play --terminal`: a match from setting up to the score sheet."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from spinney.core.errors import Refused
from spinney.core.registry import all_games
from spinney.i18n import _
from spinney.match import Match
from spinney.match.clocks import time_left
from spinney.match.settings import usual_hints
from spinney.players.answer import GONE
from spinney.players.local_bots import PREFIX, LocalBots
from spinney.terminal.commands import COMMANDS, Quit, check_word, find, summary
from spinney.terminal.computer import precompile
from spinney.terminal.console import console
from spinney.terminal.fault_lines import MOST_LINES
from spinney.terminal.prompt import Question, TimeRanOut, open_input
from spinney.terminal.saved_matches import Save, is_begun, resumed
from spinney.terminal.seats import (
    HINTS,
    SeatPlan,
    ask_plan,
    check_clock,
    named,
    plan,
    read_hints,
)
from spinney.terminal.table import TerminalMatch

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.game import Game
    from spinney.terminal.prompt import Input

SEPARATOR = " · "
"""Stands between the parts of the line below the answer."""
FEWEST_COLUMNS = 20
"""The least room for moves there."""


def play(
    name: str | None,
    changes: Sequence[tuple[str, str]],
    resume: str | None = None,
    bots: LocalBots | None = None,
    language: str | None = None,
) -> int:
    """Play a match at this terminal until it is over or left.

    Args:
        name: the game's; None asks.
        changes: to the usual setting, as ``("blue", "friend")``; with any, nothing is asked. A
            match that goes on stays as it was set up, but for hints.
        resume: the file of a record to go on with; empty: the match left last, of the named game
            if one is named; None: begin one.
        bots: the local bots that may sit down.
        language: the code that was asked for; None: none was.

    Raises:
        Refused: there is no such game, a change is impossible, or there is nothing to go on with.
    """
    out = console()
    source, bots = open_input(out), bots or LocalBots()
    hints = _hints(changes)
    said = hints is not None
    try:
        planned = None if resume is not None else _planned(name, changes, bots, out, source)
    except (EOFError, Quit):  # before anything has begun
        return 0
    with out.status(_("getting the game ready (a minute or two the first time)")):
        save, match = _begun(planned) if planned is not None else _resumed(resume or "", name)
        check_clock(match.seats, match.header.clock, match.game)
        _check_there(bots, match)
        precompile(match.game, match.header.seats)
    if hints is None:
        hints = usual_hints(len(match.people)) if planned is None else planned.has_hints
    with bots.referee(match.header) as referee:
        table = TerminalMatch(match, save, out, source, referee, hints)
        return run(table, _resume_command(bots, match, hints if said else None, language))


def _hints(changes: Sequence[tuple[str, str]]) -> bool | None:
    """Return whether hints were requested, also for a resumed match; None: not said."""
    said = [read_hints(value) for name, value in changes if name == HINTS]
    return said[-1] if said else None


def _check_there(bots: LocalBots, match: Match) -> None:
    for name in bots.missing(match.header):
        raise Refused(
            _(
                "a bot called {name} sits at this table; give its command: --bot {name}=./bot",
                name=name,
            )
        )


def _planned(
    name: str | None,
    changes: Sequence[tuple[str, str]],
    bots: LocalBots,
    out: Console,
    source: Input,
) -> SeatPlan:
    planned = plan(_game(name, out, source), changes, bots)
    return ask_plan(planned, out, source) if source.live and not changes else planned


def _begun(planned: SeatPlan) -> tuple[Save, Match]:
    match = Match.begin(planned.header())
    return Save.new(match), match


def _resumed(record: str, name: str | None) -> tuple[Save, Match]:
    return resumed(record, None if name is None else named(name))


def _game(name: str | None, out: Console, source: Input) -> Game:
    """Return the game of that name; without one, ask until one is chosen."""
    games = all_games()
    if name is not None or not source.live or len(games) == 1:
        return named(name)
    numbered = {str(number): game for number, game in enumerate(games.values(), 1)}
    for number, game in numbered.items():
        out.print(Text.assemble(f"  {number}  ", (game.title, "bold")))
    question = Question(_("Which game? Its number or name:"), words=tuple(games))
    while True:
        answer = source.ask(question)
        try:
            return numbered.get(answer) or named(answer)
        except Refused as refusal:
            out.print(Text(str(refusal), "red"))


def _resume_command(bots: LocalBots, match: Match, hints: bool | None, language: str | None) -> str:
    """Return the command that goes on with the match left last.

    It has the bots that the match needs, and the hints and the language that were asked for.
    """
    seated = {seat.removeprefix(PREFIX) for seat in match.header.seats if seat.startswith(PREFIX)}
    needed = [(name, command) for name, command in bots.commands.items() if name in seated]
    said = [
        *(part for name, command in needed for part in ("--bot", f"{name}={command}")),
        *(["--isolate"] if needed and bots.isolation else []),
        *([] if hints is None else ["--hints", "on" if hints else "off"]),
        *language_option(language),
    ]
    return shlex.join(["spinney", "play", "--terminal", "--resume", *said])


def language_option(language: str | None) -> list[str]:
    """Return the words of a command that ask for a language again; None: none was asked for."""
    return [] if language is None else ["--language", language]


def run(table: TerminalMatch, resume: str) -> int:
    """Play on until the match is over or left; ``resume`` is the command that goes on with it."""
    try:
        while not table.match.over:
            _turn(table)
    except (EOFError, Quit):
        _print_saved(table, resume)
        return 0
    except KeyboardInterrupt:
        _print_saved(table, resume)
        raise
    finally:
        table.stop_thinking()
    _finish(table)
    return 0


def _turn(table: TerminalMatch) -> None:
    """Let the players to act choose: people, while computers choose beside them."""
    to_act = table.match.to_act
    person = next((p for p in to_act if p in table.people), None)
    if person is None:
        table.computer_moves(to_act[0])
        table.show_log()
        return
    table.begin_thinking()
    table.hand_over(person)
    table.show_log()
    table.show_picture()
    table.show_task()
    state = table.match.state
    while table.match.state is state and person in table.match.to_act:
        _listen(table, person)
    table.show_log()


def _listen(table: TerminalMatch, player: int) -> None:
    """Ask a person once, and carry out the answer or print why it is refused."""
    try:
        line = table.input.ask(_question(table, player))
    except TimeRanOut:
        line = ""
    try:
        table.catch_up()
        if player in table.match.to_act and line:
            _do(table, player, line)
    except Refused as refusal:
        table.out.print(Text(str(refusal), "red"))


def _do(table: TerminalMatch, player: int, line: str) -> None:
    view = table.match.view(player)
    command = find(line, view)
    if command is not None:
        command[0].run(table, command[1])
        return
    try:
        table.play(player, line)
    except Refused:
        check_word(line, view)
        raise


def _question(table: TerminalMatch, player: int) -> Question:
    view = table.match.view(player)
    left = table.match.remaining(table.now)[player]
    said = [e.text for e in table.match.events if e.kind == "move" and e.player == player]
    return Question(
        prompt=f"{table.name(player)}>",
        view=view,
        words=tuple(COMMANDS),
        below=_below(table, summary(view)),
        seconds=None if left is None else left / 1000,
        said=tuple(said),
    )


def _below(table: TerminalMatch, sayable: str) -> Callable[[int], str]:
    """Return the function for the line below the answer, given its columns.

    It has the time left, the reader's first, and the possible moves.
    """

    def below(columns: int) -> str:
        left = dict(enumerate(table.remaining()))
        names, reader = table.names(table.reader), table.reader
        players = [reader, *(player for player in left if player != reader)]
        clocks = [f"{names[p]} {time_left(ms)}" for p in players if (ms := left[p]) is not None]
        return bottom_line(clocks, _("moves: {sayable}", sayable=sayable), columns)

    return below


def bottom_line(clocks: Sequence[str], moves: str, columns: int) -> str:
    """Return a line of clocks, the word for help and moves, with the most urgent if it is narrow.

    The first clock and help are always there; other clocks and the moves if there is room.
    """
    parts = [*clocks[:1], _("? for help")]
    for clock in clocks[1:]:
        if len(SEPARATOR.join([*parts, clock])) <= columns:
            parts.insert(-1, clock)
    room = columns - len(SEPARATOR.join([*parts, ""]))
    if len(moves) <= room:
        parts.append(moves)
    elif room >= FEWEST_COLUMNS:
        parts.append(f"{moves[: room - 1].rstrip()}…")
    return SEPARATOR.join(parts)


def _print_saved(table: TerminalMatch, resume: str) -> None:
    _print_faults(table)
    if not is_begun(table.match):
        table.save.discard()
        table.out.print(_("You have played nothing yet, so no match is saved."))
        return
    saved = _("The match is saved. Continue with: {resume}", resume=resume)
    table.out.print(saved, soft_wrap=True)


def _finish(table: TerminalMatch) -> None:
    table.show_log()
    table.show_picture()
    table.show_sheet()
    table.show_task()
    _print_faults(table)
    table.out.print(_("The record is in {path}", path=table.save.path), soft_wrap=True)
    table.out.print(_("Step through it with spinney replay, or in the browser with spinney view."))


def _print_faults(table: TerminalMatch) -> None:
    """Write why bots failed: the first fault of each kind, with the end of the error output.

    It comes last, for error output can tell what a bot held in secret.
    """
    seen = set()
    for event in table.match.events:
        output = event.bot_output
        key = event.player, output.kind
        if output.kind in ("", GONE) or key in seen:
            continue
        seen.add(key)
        lines = [f"{table.name(event.player)}: {output.fault}"]
        lines += [f"    | {line}" for line in output.stderr[-MOST_LINES:]]
        table.out.print(Text("\n".join(lines), "dim"), soft_wrap=True)
