"""Phrases of the pages about a match, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from spinney.core.game import Game, display_names
from spinney.core.second_person import text_about_several
from spinney.drawing.palette import PLAYERS
from spinney.i18n import _, ngettext, pgettext
from spinney.i18n.lists import and_list
from spinney.match import Clock, Match
from spinney.match.clocks import DAY, HOUR, MINUTE
from spinney.match.events import is_computer, is_program
from spinney.match.player_names import is_at_this_screen, player_names
from spinney.players.levels import Level

FRIEND = "friend"
"""The seat of someone else at this screen."""


def level(seat: str) -> str | None:
    """Return the level or the named bot that sits there, None for a person."""
    kind, _colon, name = seat.partition(":")
    return name if kind in ("level", "bot") else None


def computer(level: Level) -> str:
    """Return a level of the computer in words: ``Computer: Sapling (medium)``."""
    return _("Computer: {level} ({strength})", level=_(level.title), strength=_(level.strength))


def level_title(level: Level) -> str:
    """Return a level in words where one is chosen: ``Sapling (medium)``."""
    return _("{level} ({strength})", level=_(level.title), strength=_(level.strength))


def who(match: Match, player: int, viewer: int) -> str:
    """Return what to say of a player beside their name: that they are the computer, or you."""
    seat = match.seats[player]
    if is_program(seat):
        return _("computer") if is_computer(seat) else _("bot")
    return _("you") if player == viewer and not is_at_this_screen(seat) else ""


@lru_cache(maxsize=64)
def colours(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a colour of the palette for each player: their own where the game names them so."""
    spare = [colour for colour in ("red", "blue", *PLAYERS) if colour not in names]
    spare = list(dict.fromkeys(spare))
    return tuple(name if name in PLAYERS else spare.pop(0) for name in names)


class Standing(NamedTuple):
    """How a match stands, as far as everybody may know: all that headlines are made of.

    Attributes:
        seats: who sits where.
        to_act: the players who owe a choice.
        outcome: 1 for a win, 0 for a shared one, -1 for a loss, by player; empty before the end.
        scores: points by player; empty before the end.
        resigned: who resigned; -1: nobody.
        timed_out: did they lose by running out of time?
        simultaneous: do several choose at once, though one of them may be left?
    """

    seats: tuple[str, ...]
    to_act: tuple[int, ...]
    outcome: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    resigned: int = -1
    timed_out: bool = False
    simultaneous: bool = False

    @classmethod
    def of(cls, match: Match) -> Standing:
        """Return how a match stands."""
        if not match.over:
            return cls(match.seats, match.to_act, simultaneous=match.simultaneous)
        outcome = match.outcome or ()
        now = match.position
        return cls(match.seats, (), outcome, match.scores, now.resigned, now.timed_out)

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return bool(self.outcome)


def headline(match: Match, viewer: int, names: Sequence[str]) -> str:
    """Return whose turn it is, or how it ended.

    Args:
        match: as it stands.
        viewer: who reads it; -1 for a spectator.
        names: what the players are called.
    """
    return _headline(Standing.of(match), viewer, names)


def _headline(now: Standing, viewer: int, names: Sequence[str]) -> str:
    if now.over:
        return _result(now, viewer, names)
    if viewer in now.to_act:
        return _("Your turn, {name}", name=names[viewer]) if _shared(now) else _("Your turn")
    thinks = all(level(now.seats[p]) for p in now.to_act)
    if len(now.to_act) == 1:
        name = names[now.to_act[0]]
        if thinks:
            return _("{name} is thinking", name=name)
        text = _("{name} is choosing") if now.simultaneous else _("{name}’s turn")
        return text.format(name=name)
    if len(now.to_act) > 3:
        count = len(now.to_act)
        if thinks:
            return ngettext("{count} player is thinking", "{count} players are thinking", count)
        return ngettext("{count} player is choosing", "{count} players are choosing", count)
    waiting = and_list([names[p] for p in now.to_act])
    text = _("{names} are thinking") if thinks else _("{names} are choosing")
    return text.format(names=waiting)


def _shared(now: Standing) -> bool:
    """Do several friends sit at one screen?"""
    return sum(map(is_at_this_screen, now.seats)) > 1


def _result(now: Standing, viewer: int, names: Sequence[str]) -> str:
    """Return who won, in a sentence."""
    winners = [p for p, won in enumerate(now.outcome) if won >= 0]
    if not winners:
        return _("Nobody wins")
    if len(winners) > 1:
        best = [names[p] for p in winners]
        return text_about_several(
            best,
            pgettext("you among them", "{names} share the win"),
            _("{names} share the win"),
        ).format(names=and_list(best))
    if winners[0] == viewer and not _shared(now):
        return _("You win")
    return _("{name} wins", name=names[winners[0]])


def ending(match: Match, names: Sequence[str]) -> str:
    """Return what decided a match that is over: the points, or who gave up."""
    return _ending(Standing.of(match), names)


def _ending(now: Standing, names: Sequence[str]) -> str:
    scores = zip(names, now.scores, strict=True)
    points = ", ".join(_("{name}: {points}", name=n, points=s) for n, s in scores)
    if now.resigned < 0:
        return points
    name = names[now.resigned]
    if now.timed_out:
        return _("{name} ran out of time. {points}", name=name, points=points)
    return _("{name} resigned. {points}", name=name, points=points)


def clock(text: str, game: Game) -> str:
    """Return a clock of a game in words."""
    read = Clock.read(text)
    if read.kind == "none":
        return _("No clock")
    time, increment = duration(read.allowance), duration(read.increment)
    if read.kind == "move":
        words = _("{time} a move", time=time)
    elif read.kind == "bank":
        words = (
            _("{time} + {more} a move", time=time, more=increment)
            if read.increment
            else _("{time} for the match", time=time)
        )
    else:
        words = _(game.phase_clock, time=time)
    return _("{clock}, from when you see what happened", clock=words) if read.wait else words


def duration(ms: int) -> str:
    """Return a span of time in words: ``3 days``, ``15 minutes``, ``1:30 minutes``."""
    seconds = ms // 1000
    if ms >= DAY and not ms % DAY:
        return ngettext("{count} day", "{count} days", ms // DAY)
    if ms >= HOUR and not ms % HOUR:
        return ngettext("{count} hour", "{count} hours", ms // HOUR)
    if seconds >= 60 and not seconds % 60:
        return ngettext("{count} minute", "{count} minutes", seconds // 60)
    if seconds < 60:
        return ngettext("{count} second", "{count} seconds", seconds)
    return _("{minutes}:{seconds} minutes", minutes=seconds // 60, seconds=f"{seconds % 60:02}")


def remaining(ms: int) -> str:
    """Return how much time somebody has left, in words, rounded down."""
    ms = max(0, ms)
    if ms >= 2 * DAY:
        return ngettext("{count} day left", "{count} days left", ms // DAY)
    if ms >= 2 * HOUR:
        return ngettext("{count} hour left", "{count} hours left", ms // HOUR)
    if ms >= 2 * MINUTE:
        return ngettext("{count} minute left", "{count} minutes left", ms // MINUTE)
    return ngettext("{count} second left", "{count} seconds left", ms // 1000)


# Lists of matches.


class MatchEntry(NamedTuple):
    """A match in a list, in words.

    Attributes:
        title: of the game.
        headline: whose turn it is, or how it ended.
        ending: what decided it; empty before the end.
        people: who plays: name and colour.
    """

    title: str
    headline: str
    ending: str
    people: tuple[tuple[str, str], ...]


def summary(match: Match, viewer: int | None = None) -> dict[str, Any]:
    """Return what is kept of a match for lists, all of which ``viewer`` may know.

    None: whoever sits at the one screen, the first awaited of several friends.
    `match_entry` puts it into words.
    """
    game, now = match.game, Standing.of(match)
    return {
        "game": game.name,
        "title": game.title,
        "players": list(game.player_names),
        "over": match.over,
        "viewer": _first(match) if viewer is None else viewer,
        "seats": list(now.seats),
        "to_act": list(now.to_act),
        "outcome": list(now.outcome),
        "scores": list(now.scores),
        "resigned": now.resigned,
        "timed_out": now.timed_out,
        "simultaneous": now.simultaneous,
    }


def match_entry(stored: Mapping[str, Any], names: Sequence[str] = ()) -> MatchEntry:
    """Return in words what was kept of a match (`summary`).

    Earlier versions kept words, and of a damaged match nothing is known: those are as they are.

    Args:
        stored: the summary.
        names: what the players are called, where others than the match know it.
    """
    if "scores" not in stored:
        players = ((p["name"], p["colour"], p["who"]) for p in stored["players"])
        people = tuple((f"{name}: {who}", colour) for name, colour, who in players)
        return MatchEntry(_(stored["title"]), _(stored["headline"]), stored["ending"], people)
    own, viewer = tuple(stored["players"]), stored["viewer"]
    seats, to_act, outcome, scores = (
        tuple(stored[part]) for part in ("seats", "to_act", "outcome", "scores")
    )
    rest = stored["resigned"], stored.get("timed_out", False), stored.get("simultaneous", False)
    now = Standing(seats, to_act, outcome, scores, *rest)
    called = names or player_names(display_names(own), now.seats, viewer)
    return MatchEntry(
        stored["title"],
        _headline(now, viewer, called),
        _ending(now, called) if now.over else "",
        tuple(zip(called, colours(own), strict=True)),
    )


def _first(match: Match) -> int:
    """Return who is at the one screen: the one person, or the first awaited friend."""
    people = match.people
    if len(people) == 1 or not match.to_act:
        return people[0] if people else -1
    return match.to_act[0] if match.to_act[0] in people else -1


def big(text: str) -> str:
    """Capitalise words that begin a sentence."""
    return text[:1].upper() + text[1:]
