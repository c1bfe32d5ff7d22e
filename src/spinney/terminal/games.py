"""The commands `new-game` and `check-game`, and their output."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from spinney import search
from spinney.core import compilation, registry
from spinney.core.errors import Refused
from spinney.testing import Broken, CheckReport, check_game, check_lesson
from spinney.testing.hidden_fields import hidden_text
from spinney.testing.new_game import package_of, write_game

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation, State

BETWEEN = 5.0
"""Seconds between two lines of progress."""
INTERPRETED = 0.25
"""The share of the time that is spent on interpreted rules, before they are compiled."""
NEXT = """{folder} has a game, ready to be changed. See how it does:
    spinney check-game {name}
Play it:
    PYTHONPATH={parent} SPINNEY_GAMES={package} spinney play {name}"""


def new_game(name: str, parent: Path) -> int:
    """Write the folder of a game, and print the next steps. Raises Refused."""
    folder = write_game(name, parent)
    print(NEXT.format(folder=folder, name=name, package=folder.name, parent=parent))  # noqa: T201
    return 0


def check(
    name: str, options: Mapping[str, str], seconds: float, games: int, seed: int, forgets: bool
) -> int:
    """Check a game against the promises of the interface; return 1 if it breaks one.

    Interpreted rules come first: they check every index, and an error shows its place.

    Raises:
        Refused: there is no such game, no such option, or no such value.
    """
    game, folder = _find(name)
    game, progress = game.with_options(**options), CheckProgress()

    def play(share: float, most: int, compiled: bool) -> CheckReport:
        return check_game(
            game,
            games=most,
            seed=seed,
            few=20,
            forgets=forgets,
            seconds=seconds * share,
            progress=progress,
            compiled=compiled,
        )

    try:
        say("interpreted, with every index checked …")
        play(INTERPRETED, 1, compiled=False)
        if check_lesson(game, seed) is not None:
            say("the lesson, step by step: it can be played to its end")
        say("compiling …")
        compilation.precompile(game)
        search.precompile(game)
        say("compiled, and compared with interpreted …")
        report = play(1 - INTERPRETED, games, compiled=True)
    except Exception as problem:  # noqa: BLE001 - a game's own code may raise anything
        _say_failure(game, folder, problem, progress.report)
        return 1
    say(f"{report}\n{hidden_text(game, report.hidden)}")
    say(f"{game.title} keeps every promise that was checked.")
    return 0


def _find(name: str) -> tuple[Game, Path | None]:
    """Return a game by its name, or the game of a folder and where that folder is."""
    if name in registry.all_games():
        return registry.game(name), None
    folder = Path(package_of(name)) if "/" not in name else Path(name)
    if not folder.is_dir():
        raise Refused(f"there is no game {name!r}, and no folder {folder} here")
    return registry.register_folder(folder), folder.resolve().parent


class CheckProgress:
    """Prints the progress of a check now and then.

    Attributes:
        report: what has been checked so far; None before the first decision.
    """

    def __init__(self) -> None:
        self.report: CheckReport | None = None
        self._begun = self._said = monotonic()

    def __call__(self, report: CheckReport) -> None:
        """Keep a report."""
        self.report, now = report, monotonic()
        if now - self._said >= BETWEEN:
            self._said = now
            say(f"  {now - self._begun:.0f} s: {report.counts['decisions']:,} decisions")


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)  # noqa: T201


def _say_failure(
    game: Game, folder: Path | None, problem: Exception, report: CheckReport | None
) -> None:
    """Print the broken promise, and how to examine it in Python."""
    where: State | Observation | None = report.last if report else None
    if isinstance(problem, Broken):
        where = problem.where or where
        say(f"\nbroken: {problem.promise}" + (f"\n{problem.detail}" if problem.detail else ""))
    else:
        say("".join(["\n", *traceback.format_exception(problem)]).rstrip())
        say("\nbroken: a game's own code raises nothing")
    say(f"\nIn Python:\n\n{_code(game, folder, where)}")


def _code(game: Game, folder: Path | None, where: State | Observation | None) -> str:
    """Return Python that shows where a promise was broken."""
    lines = ["import spinney"]
    if folder is not None:
        lines = [
            "import sys",
            f"sys.path.insert(0, {str(folder)!r})",
            f"import spinney, {game.package}",
            f"spinney.register({game.package}.GAME)",
        ]
    shown = "game" if where is None else "at"
    return "\n".join([*lines, f"{shown} = {game if where is None else where!r}", f"print({shown})"])
