"""The log of a game as contests' referees write it: JSON, an entry for each answer asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spinney.match import Event, Match

REFEREE = "referee"
ASKED = ("move", "forfeit")
"""The events that are answers."""


def write_log(match: Match, scores: Sequence[int], names: Sequence[str], parameters: str) -> str:
    """Return the log of a match that is over.

    ``errors``, ``outputs`` and ``summaries`` are lists with an entry for the beginning of the game
    and one for each answer. A player's lists have null where another player was asked.
    """
    players = range(len(scores))
    answers = [event for event in match.events if event.kind in ASKED]
    entries: dict[str, Any] = {
        "errors": _by_player(players, [_error_output(event) for event in answers], answers),
        "outputs": _by_player(players, [_output(event) for event in answers], answers),
        "summaries": ["", *(_summary(event) for event in answers)],
        "views": [None] * (len(answers) + 1),
        "scores": {str(player): scores[player] for player in players},
        "uinput": [parameters],
        "tooltips": [],
        "ids": {str(player): player for player in players},
        "agents": [_agent(match, names, player) for player in players],
        "failCause": None,
        "ranks": ranks(match, scores),
        "record": match.record(),
    }
    return json.dumps(entries, ensure_ascii=False)


def _by_player(
    players: Sequence[int], texts: Sequence[str | None], answers: Sequence[Event]
) -> dict[str, list[str | None]]:
    """Return each player's own texts, None where another was asked; and the referee's, all None."""
    own: dict[str, list[str | None]] = {str(player): [None] for player in players}
    for text, answer in zip(texts, answers, strict=True):
        for player, entries in own.items():
            entries.append(text if player == str(answer.player) else None)
    return {**own, REFEREE: [None] * (len(answers) + 1)}


def _error_output(event: Event) -> str:
    return "\n".join(event.bot_output.stderr)


def _output(event: Event) -> str | None:
    """Return the answer; None if there is no valid one."""
    if event.kind == "forfeit":
        return None
    return f"{event.text} {event.bot_output.message}".rstrip() + "\n"


def _summary(event: Event) -> str:
    """Return the fault, if there is one."""
    if event.kind != "forfeit":
        return ""
    return f"${event.player}: {event.bot_output.fault or event.text}\n"


def _agent(match: Match, names: Sequence[str], player: int) -> dict[str, Any]:
    name = names[player] if names and names[player] else match.header.seats[player]
    return {"index": player, "agentId": player, "name": name}


def ranks(match: Match, scores: Sequence[int]) -> list[int]:
    """Return each player's rank from 0: failed players are last; a win counts more than points."""
    outcome = match.outcome or (0,) * len(scores)
    keys = [
        (points >= 0, won >= 0 and points >= 0, points)
        for points, won in zip(scores, outcome, strict=True)
    ]
    return [sum(other > key for other in keys) for key in keys]
