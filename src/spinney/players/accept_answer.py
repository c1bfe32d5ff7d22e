"""Put a player's answer into the match: its move, or the forfeit of a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.core.interface import LATE
from spinney.match import BotOutput, Match
from spinney.match.bot_output import LONGEST

if TYPE_CHECKING:
    from spinney.players.answer import Answer


def accept_answer(match: Match, player: int, answer: Answer, at: int) -> Match:
    """Return the match with an answer or, if there is none in time, with the forfeit."""
    due = match.due()
    fault = f"{answer.fault}: {answer.detail}" if answer.detail else answer.fault
    fault = fault[:LONGEST].rstrip()
    bot_output = BotOutput(answer.message, fault, answer.stderr)
    if due is not None and at >= due:
        return match.forfeit(player, LATE, due, bot_output)
    if answer.reason:
        return match.forfeit(player, answer.reason, at, bot_output)
    return match.play(player, answer.move, at, bot_output=bot_output)
