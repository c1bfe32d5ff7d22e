"""Play a move of a person, by page, API or premove: in a lesson only the one its step asks for."""

from __future__ import annotations

from spinney import lessons
from spinney.match import Match
from spinney.match.bot_output import NOTHING, BotOutput
from spinney.match.settings import MatchSettings


def play_move(
    match: Match,
    rules: MatchSettings,
    player: int,
    move: str,
    at: int,
    finish: bool = True,
    bot_output: BotOutput = NOTHING,
) -> Match:
    """Return the match after a move.

    Args:
        match: the match.
        rules: of the table.
        player: who moves.
        move: in the game's notation.
        at: when.
        finish: False: it may still be changed.
        bot_output: the other output of a program.

    Raises:
        Refused: it is illegal, or not what the lesson's step asks for.
    """
    if rules.lesson and player in match.to_act:
        lessons.check_move(match, player, move)
    return match.play(player, move, at, finish, bot_output)
