"""The settings of a league in words, and the command line that plays it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from spinney.arena.league_result import SETTINGS
from spinney.players.resource_limits import MEMORY

if TYPE_CHECKING:
    from spinney.arena.league_settings import EntrantSettings, LeagueSettings
    from spinney.arena.stop_rule import StopRule
    from spinney.core.game import Game


def setting_lines(settings: LeagueSettings, game: Game | None) -> list[tuple[str, str]]:
    """Return what is set, and how, in words."""
    return [
        ("Game", settings.game),
        *_options(settings, game),
        ("Schedule", f"{settings.schedule}, {_length(settings)}"),
        ("Seed of the first deal", str(settings.seed)),
        ("Clock", settings.clock),
        ("Faults", "the first loses the game" if settings.strict else "the rules choose instead"),
        ("Programs", "isolated" if settings.isolate else "not isolated"),
        *stop_lines(settings.stop),
        *((f"Entrant {n}", _entrant(one)) for n, one in enumerate(settings.entrants, 1)),
    ]


def _options(settings: LeagueSettings, game: Game | None) -> list[tuple[str, str]]:
    if game is None:
        return [(f"Option {name}", value) for name, value in settings.options.items()]
    return [(f"Option {o.name}", str(o.say(game.chosen[o.name]))) for o in game.options]


def _length(settings: LeagueSettings) -> str:
    rounds = f"{settings.rounds} rounds of " if settings.rounds else ""
    most = f", {settings.games:,} games at most" if settings.games is not None else ""
    return f"{rounds}{settings.groups:,} deals for each pairing{most}"


def stop_lines(stop: StopRule) -> Iterator[tuple[str, str]]:
    """Yield the rules by which a pairing ends early."""
    if stop.sprt:
        test = stop.sprt
        bounds = f"H0 at most {test.elo0:g}, H1 at least {test.elo1:g} {test.model} Elo"
        yield "SPRT", f"{bounds}; alpha {test.alpha:g}, beta {test.beta:g}"
    if stop.precision is not None:
        yield "Until", f"Elo is known to ± {stop.precision:g}"


def _entrant(entrant: EntrantSettings) -> str:
    more = [
        *([] if entrant.move_time is None else [f"{1000 * entrant.move_time:g} ms an answer"]),
        *([f"{1000 * entrant.grace:g} ms grace"] if entrant.grace else []),
        *([] if entrant.memory == MEMORY else [f"{entrant.memory / 2**20:g} MiB"]),
    ]
    named = "" if entrant.name == entrant.command else f"{entrant.name}: "
    return named + ", ".join([entrant.command, *more])


def repeat_command(settings: LeagueSettings) -> str:
    """Return the command line that plays a league with these settings again."""
    if settings.schedule != "pair":
        return shlex.join(["spinney", "arena", "run", SETTINGS])
    first = settings.entrants[0]
    said = [
        *(entrant.command for entrant in settings.entrants),
        *(
            part
            for name, value in settings.options.items()
            for part in ("--option", f"{name}={value}")
        ),
        *_games(settings),
        *(["--clock", settings.clock] if settings.clock != "none" else []),
        *([] if first.move_time is None else ["--move-time", f"{1000 * first.move_time:g}ms"]),
        *([f"--grace={1000 * first.grace:g}ms"] if first.grace else []),
        *([f"--memory={first.memory}"] if first.memory != MEMORY else []),
        *(["--strict"] if settings.strict else []),
        *(["--isolate"] if settings.isolate else []),
        *stop_options(settings.stop),
        f"--seed={settings.seed}",
    ]
    return shlex.join(["spinney", "match", settings.game, *said])


def _games(settings: LeagueSettings) -> list[str]:
    if settings.games is None:
        return ["--games", str(settings.groups), "--pairs"]
    return ["--games", str(settings.games)]


def stop_options(stop: StopRule) -> list[str]:
    """Return the options of the command line that say when to stop."""
    test, precision = stop.sprt, stop.precision
    said = [] if precision is None else [f"--until={precision:g}"]
    if test:
        said += [f"--sprt={test.elo0:g},{test.elo1:g}", f"--model={test.model}"]
        said += [f"--alpha={test.alpha:g}", f"--beta={test.beta:g}"]
    return said
