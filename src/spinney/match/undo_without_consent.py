"""Undo without the consent of others, by the settings of the table."""

from __future__ import annotations

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.match import Match, undo
from spinney.match.settings import MatchSettings

ASK = N_("at this table you can't take a move back without asking")
FIX = N_(
    "at this table you can't take a move back without asking; a slip can be fixed for "
    "{seconds} seconds"
)


def may_undo(match: Match, rules: MatchSettings, player: int) -> bool:
    """May a player take back their last choice, however long ago it was?"""
    to = match.undo_to(player)
    return rules.undo == "rule" and to is not None and to >= rules.opening


def fix_left(match: Match, rules: MatchSettings, player: int, at: int) -> int:
    """Return the ms that remain at a time to fix a player's slip; 0: it can't be fixed."""
    to = match.fix_to(player)
    if rules.undo == "off" or to is None or to < rules.opening:
        return 0
    return match.fix_left(player, at, 1000 * rules.fix)


def undo_or_fix(match: Match, rules: MatchSettings, players: tuple[int, ...], at: int) -> Match:
    """Return the match after one of some players, the first who may, took back their last choice.

    Args:
        match: the match.
        rules: of the table.
        players: one player, or several who share a screen.
        at: when.

    Raises:
        Refused: it can't be taken back, or only if the others agree.
    """
    match = match.tick(at)
    for player in players:
        if may_undo(match, rules, player):
            return match.undo(player, at)
    for player in players:
        if fix_left(match, rules, player, at):
            return match.fix(player, at)
    if rules.undo != "rule":
        raise Refused(_(FIX, seconds=rules.fix) if rules.fix and rules.undo != "off" else _(ASK))
    if match.undo_to(players[0]) is not None:
        raise Refused(_("this is the start of the game: there is nothing to take back"))
    if not undo.have_chosen(match.events, match.positions, players):
        raise Refused(_("there is nothing to take back"))
    return match.undo(players[0], at)  # raises the reason
