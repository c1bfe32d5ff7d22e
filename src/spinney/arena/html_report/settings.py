"""The settings of a league in words, and the command line that plays it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from spinney.arena.command_options import duration_text
from spinney.players.resource_limits import MEMORY

if TYPE_CHECKING:
    from spinney.arena.league_settings import EntrantSettings, LeagueSettings
    from spinney.arena.stop_rule import StopRule
    from spinney.core.game import Game


def setting_lines(settings: LeagueSettings, game: Game | None) -> list[tuple[str, str]]:
    """Return the settings and their values, in words."""
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
    return [(f"Option {o.name}", str(o.word(game.chosen[o.name]))) for o in game.options]


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
    limits = [
        *([] if entrant.move_time is None else [f"{1000 * entrant.move_time:g} ms an answer"]),
        *([f"{1000 * entrant.grace:g} ms grace"] if entrant.grace else []),
        *([] if entrant.memory == MEMORY else [f"{entrant.memory / 2**20:g} MiB"]),
    ]
    named = "" if entrant.name == entrant.command else f"{entrant.name}: "
    return named + ", ".join([entrant.command, *limits])


def needs_file(settings: LeagueSettings) -> bool:
    """Return whether a league needs a file; one pairing is played by a command line alone."""
    return settings.schedule != "pair" or len(set(map(_limits, settings.entrants))) > 1


def repeat_command(settings: LeagueSettings) -> str:
    """Return the command line that plays a league with these settings again."""
    if needs_file(settings):
        return "spinney arena run league.toml"
    move_time, grace, memory = _limits(settings.entrants[0])
    said = [
        *(entrant.command for entrant in settings.entrants),
        *(part for one in settings.options.items() for part in ("--option", "=".join(one))),
        *_games(settings),
        *(["--clock", settings.clock] if settings.clock != "none" else []),
        *([f"--move-time={move_time}"] if move_time else []),
        *([f"--grace={grace}"] if grace else []),
        *([f"--memory={memory}"] if memory else []),
        *(["--strict"] if settings.strict else []),
        *(["--isolate"] if settings.isolate else []),
        *settings.stop.options,
        f"--seed={settings.seed}",
    ]
    return shlex.join(["spinney", "match", settings.game, *said])


def _limits(entrant: EntrantSettings) -> tuple[str, str, str]:
    """Return the limits of an entrant, as they are written; empty: the usual ones."""
    return (
        "" if entrant.move_time is None else duration_text(entrant.move_time),
        duration_text(entrant.grace) if entrant.grace else "",
        "" if entrant.memory == MEMORY else str(entrant.memory),
    )


def league_text(settings: LeagueSettings) -> str:
    """Return a league's file with these settings, as `spinney arena run` reads it."""
    said: dict[str, object] = {
        "game": settings.game,
        "schedule": settings.schedule,
        "groups": settings.groups,
        **({"rounds": settings.rounds} if settings.rounds else {}),
        "seed": settings.seed,
        "clock": settings.clock,
        "strict": settings.strict,
        "isolate": settings.isolate,
        **_stop_keys(settings.stop),
    }
    parts = [_lines(said)]
    if settings.options:
        parts.append(f"[options]\n{_lines(settings.options)}")
    for entrant in settings.entrants:
        limits = zip(("move-time", "grace", "memory"), _limits(entrant), strict=True)
        own = {"name": entrant.name, "command": entrant.command, **dict(limits)}
        parts.append(f"[[entrants]]\n{_lines({key: one for key, one in own.items() if one})}")
    return "\n".join(parts)


def _stop_keys(stop: StopRule) -> dict[str, object]:
    test, keys = stop.sprt, dict[str, object]()
    if stop.precision is not None:
        keys["until"] = stop.precision
    if test:
        keys |= {"sprt": [test.elo0, test.elo1], "alpha": test.alpha, "beta": test.beta}
        keys["model"] = test.model
    return keys


def _lines(values: Mapping[str, object]) -> str:
    """Return keys and values as TOML, which writes such values as JSON does."""
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items()
    )


def _games(settings: LeagueSettings) -> list[str]:
    if settings.games is None:
        return ["--games", str(settings.groups), "--pairs"]
    return ["--games", str(settings.games)]
