"""What the pages say about a match in words, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spinney.drawing.palette import PLAYERS
from spinney.i18n import _, ngettext
from spinney.match import Clock, Match
from spinney.match.clocks import DAY, HOUR
from spinney.players.levels import Level
from spinney.players.local_bots import PREFIX

FRIEND = "friend"
"""The seat of someone else at this screen."""


def level(seat: str) -> str | None:
    """Return the level or the named bot that sits there, None for a person."""
    kind, _, name = seat.partition(":")
    return name if kind in ("level", "bot") else None


def computer(level: Level) -> str:
    """Return a level of the computer in words: ``Computer: Sapling (medium)``."""
    return _("Computer: {level} ({strength})", level=_(level.title), strength=_(level.strength))


def who(seat: str) -> str:
    """Return who sits there, in words: ``you``, ``a friend``, ``the computer (tree)``."""
    if seat == "me":
        return "you"
    found = level(seat)
    if found is not None:
        return f"{found}, a bot" if seat.startswith(PREFIX) else f"computer, {found}"
    return "a friend" if seat == FRIEND else seat


def colours(names: Sequence[str]) -> tuple[str, ...]:
    """Return a colour of the palette for each player: their own where they are named so."""
    spare = [colour for colour in ("red", "blue", *PLAYERS) if colour not in names]
    spare = list(dict.fromkeys(spare))
    return tuple(name if name in PLAYERS else spare.pop(0) for name in names)


def listing(words: Sequence[str], last: str = "and") -> str:
    """Return words as people list them: ``red, blue and green``."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def headline(match: Match, viewer: int) -> str:
    """Return whose turn it is, or how it ended."""
    if match.over:
        return result(match, viewer)
    names, seats = match.game.player_names, match.seats
    if viewer in match.to_act:
        return "Your turn" if _alone(match) else f"Your turn, {names[viewer]}"
    called = [_called(names[p], seats[p]) for p in match.to_act]
    waiting = listing(called) if len(called) < 4 else f"{len(called)} players"
    thinks = all(level(seats[p]) for p in match.to_act)
    several = len(match.to_act) > 1
    if thinks:
        return f"{_big(waiting)} {'are' if several else 'is'} thinking"
    return f"{_big(waiting)} {'choose' if several else 'chooses'}"


def _alone(match: Match) -> bool:
    return len(match.people) == 1


def _called(name: str, seat: str) -> str:
    found = level(seat) or ("" if seat in ("me", FRIEND) else seat)
    return f"{name} ({found})" if found else name


def _big(text: str) -> str:
    return text[:1].upper() + text[1:]


def result(match: Match, viewer: int) -> str:
    """Return who won, in a sentence."""
    names, outcome = match.game.player_names, match.outcome or ()
    winners = [p for p, won in enumerate(outcome) if won >= 0]
    if len(winners) > 1:
        return f"{_big(listing([names[p] for p in winners]))} share the win"
    if not winners:
        return "Nobody wins"
    if viewer == winners[0] and _alone(match):
        return "You win"
    return f"{_big(names[winners[0]])} wins"


def ending(match: Match) -> str:
    """Return what decided it: the points, or who gave up."""
    names = match.game.player_names
    points = ", ".join(f"{n}: {s}" for n, s in zip(names, match.state.scores, strict=True))
    resigned = [names[event.player] for event in match.events[-1:] if event.kind == "resign"]
    return f"{_big(resigned[0])} resigned; {points}" if resigned else _big(points)


def clock(text: str) -> str:
    """Return a clock in words."""
    read = Clock.read(text)
    if read.kind == "none":
        return _("No clock")
    time, more = duration(read.allowance), duration(read.increment)
    if read.kind == "move":
        told = _("{time} a move", time=time)
    elif read.kind == "bank":
        told = (
            _("{time} + {more} a move", time=time, more=more)
            if read.increment
            else _("{time} for the match", time=time)
        )
    elif read.all:
        told = _("{time} a phase, and for each choice between phases", time=time)
    else:
        told = _("{time} a phase", time=time)
    return _("{clock}, from when you see what happened", clock=told) if read.wait else told


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


def summary(match: Match, viewer: int | None = None) -> dict[str, Any]:
    """Return what lists of matches say about one, all of which ``viewer`` may know.

    None: whoever sits at the one screen, the first awaited of several friends.
    """
    names = match.game.player_names
    viewer = _first(match) if viewer is None else viewer
    return {
        "game": match.game.name,
        "title": match.game.title,
        "players": [
            {"name": name, "colour": colour, "who": who(seat)}
            for name, colour, seat in zip(names, colours(names), match.seats, strict=True)
        ],
        "over": match.over,
        "headline": headline(match, viewer),
        "ending": ending(match) if match.over else "",
        "to_act": list(match.to_act),
        "seats": list(match.seats),
        "outcome": list(match.outcome or ()),
    }


def _first(match: Match) -> int:
    """Return who is at the one screen: the one person, or the first awaited friend."""
    people = match.people
    if len(people) == 1 or not match.to_act:
        return people[0] if people else -1
    return match.to_act[0] if match.to_act[0] in people else -1
