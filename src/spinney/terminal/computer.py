"""The computer at a terminal: it searches in a thread, so that ctrl-C works meanwhile."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from spinney import search
from spinney.core import compilation
from spinney.i18n import _, grouped
from spinney.players import choose
from spinney.players.accept_answer import accept_answer
from spinney.players.player_specs import Progress

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.terminal.table import TerminalMatch

Answer = TypeVar("Answer")


def precompile(game: Game, seats: Sequence[str]) -> None:
    """Compile, or load, what a match of these seats needs."""
    compilation.precompile(game)
    if any(seat.startswith("level:") for seat in seats):
        search.precompile(game)


def move(table: TerminalMatch, player: int) -> None:
    """Let the level, the bot or whoever sits there choose for a player."""
    match, seed = table.match, secrets.randbits(62)
    left = match.remaining(table.now)[player]
    clock = None if left is None else left / 1000
    label = _(
        "{name} ({level}) is thinking",
        name=table.name(player),
        level=match.header.seats[player].rpartition(":")[2],
    )
    answer = _waiting(
        table, label, lambda progress: table.referee.ask(match, player, seed, clock, progress)
    )
    table.accept(table.match.tick(table.now))
    if player in table.match.to_act and table.match.view(player) == match.view(player):
        table.accept(accept_answer(table.match, player, answer, table.now))


def hint(table: TerminalMatch, level: str) -> search.SearchResult:
    """Return what a level thinks of what the reader sees. Raises Refused."""
    view, seed = table.match.view(table.reader), secrets.randbits(62)
    return _waiting(table, "thinking", lambda progress: choose(view, level, seed, progress))


def _waiting(table: TerminalMatch, label: str, think: Callable[[Progress], Answer]) -> Answer:
    """Return what `think` returns, showing how far it is; ctrl-C ends it."""
    answer: Future[Answer] = Future()
    stopped = threading.Event()
    with table.out.status(label) as status:

        def progress(done: int) -> None:
            if stopped.is_set():
                raise InterruptedError
            status.update(_("{label}, {count} games tried", label=label, count=grouped(done)))

        thread = threading.Thread(target=_answer, args=(answer, think, progress), daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.1)
        finally:
            stopped.set()
    return answer.result()


def _answer(
    answer: Future[Answer], think: Callable[[Progress], Answer], progress: Progress
) -> None:
    try:
        answer.set_result(think(progress))
    except BaseException as problem:  # noqa: BLE001 - raised again where it is waited for
        answer.set_exception(problem)
