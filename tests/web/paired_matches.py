"""Paired matches: two matches that differ only in what one viewer can't know.

The deal of the second is that of the first with cards moved about that the viewer never saw, and
what others did unseen may be something else. Whatever the viewer saw is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.interface import LATE
from spinney.match import Header, Match

OPEN = ("spring-2021",)
"""Games in which nothing is hidden."""
MOVES = 20
"""How often it is tried to move something in the deal."""
LONG = 10
"""From how many deeds on it is enough that it succeeded twice."""
OTHERWISE = 8
"""How many other moves are tried where the same can't be said in the second match."""

Given = Mapping[str, tuple[str, ...]]


class Deal(NamedTuple):
    """What is dealt: a seed where nothing is hidden, else what is given in the game's words."""

    seed: int | None
    given: Given


class PairedMove(NamedTuple):
    """Something that somebody does in both matches, or that happens to them.

    Attributes:
        kind: ``say``, ``undo``, ``resign`` or ``forfeit``; ``pause`` or ``resume``, by the umpire;
            ``revert``, as all agreed.
        player: who; -1: nobody who plays.
        said: the moves, of each match.
    """

    kind: str
    player: int
    said: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class PairedMatches:
    """Two matches of a game that one viewer (-1: a spectator) can't tell apart."""

    game: Game
    viewer: int
    deals: tuple[Deal, Deal]
    course: tuple[PairedMove, ...]


def twins(game: Game, viewer: int, rng: Random, deeds: int, alike: bool = False) -> PairedMatches:
    """Return two matches that go on for so many deeds, as different as is found.

    ``alike``: the same match twice.
    """
    first = _dealt(game, rng)
    course = _course(Match.begin(_header(game, first)), rng, deeds)
    looks = list(_looks(game, first, viewer, course))
    second, said = first, tuple(deed.said[0] for deed in course)
    left = MOVES if len(course) < LONG else 2  # each that succeeds is said to its end
    for _ in range(0 if alike else MOVES):
        if not left:
            break
        moved = _moved(game, second, rng)
        found = _said(game, moved, viewer, course, looks, rng)
        if found is not None:
            second, said, left = moved, found, left - 1
    both = (
        deed._replace(said=(deed.said[0], text)) for deed, text in zip(course, said, strict=True)
    )
    return PairedMatches(game, viewer, (first, second), tuple(both))


# The deals.


def _dealt(game: Game, rng: Random) -> Deal:
    """Return a deal; of a game that shuffles something, in its words."""
    seed = rng.getrandbits(62)
    record = game.opening(seed)[0].state.record
    given = {name: tuple(words) for name, words in game.notation.deal_of(record).items()}
    return Deal(None, given) if game.name not in OPEN else Deal(seed, {})


def _moved(game: Game, deal: Deal, rng: Random) -> Deal:
    """Return a deal in which two things have changed places, or one comes from another deal."""
    if not deal.given:
        return deal
    name = rng.choice(sorted(deal.given))
    words = list(deal.given[name])
    at, to = rng.randrange(len(words)), rng.randrange(len(words))
    other = _dealt(game, rng).given[name]
    if other[at] in words:
        words[at], words[to] = words[to], words[at]
    else:
        words[at] = other[at]
    return Deal(None, {**deal.given, name: tuple(words)})


def _header(game: Game, deal: Deal) -> Header:
    return Header(game, [f"p{p}" for p in range(game.num_players)], deal.seed, deal.given)


# What happens.


def _course(match: Match, rng: Random, deeds: int) -> tuple[PairedMove, ...]:
    """Return what is done in a random match."""
    course: list[PairedMove] = []
    while not match.over and len(course) < deeds:
        course.append(_deed(match, rng))
        match = _then(match, course[-1])
    return tuple(course)


def _deed(match: Match, rng: Random) -> PairedMove:
    """Return what happens next: mostly somebody says something."""
    player, drawn = rng.choice(match.to_act), rng.random()
    if drawn < 0.1 and match.undo_to(player) is not None:
        return PairedMove("undo", player)
    if 0.1 < drawn < 0.2:
        return PairedMove("forfeit", player)
    if 0.2 < drawn < 0.3:
        return PairedMove("resume" if match.paused else "pause", -1)
    if 0.3 < drawn < 0.35 and _may_revert(match):
        return PairedMove("revert", -1)
    text = match.view(player).legal.sample(rng.getrandbits(60))
    return PairedMove("say", player, (text, text))


def _may_revert(match: Match) -> bool:
    """Can the last choice be taken back, with nothing being chosen in secret now or then?

    What others choose in secret may be something else in each match, and they may waver.
    """
    try:
        return not match.simultaneous and not match.revert(0).simultaneous
    except Refused:
        return False


def _then(match: Match, deed: PairedMove, text: str | None = None) -> Match:
    """Return the match after a deed. Raises Refused."""
    return done(match, deed, deed.said[0] if text is None else text, 0)


def done(match: Match, deed: PairedMove, text: str, at: int, finish: bool = True) -> Match:
    """Return the match after a deed at some time, with a text if it has one. Raises Refused."""
    match deed.kind:
        case "undo":
            return match.undo(deed.player, at)
        case "resign":
            return match.resign(deed.player, at)
        case "forfeit":
            return match.forfeit(deed.player, LATE, at)
        case "pause":
            return match.pause(at)
        case "resume":
            return match.resume(at)
        case "revert":
            return match.revert(at)
    return match.play(deed.player, text, at, finish)


Look = tuple[object, ...]


def _look(match: Match, viewer: int) -> Look:
    """Return all that a viewer has seen."""
    return match.view(viewer).data, match.log(viewer), match.to_act


def _looks(game: Game, deal: Deal, viewer: int, course: Sequence[PairedMove]) -> Iterator[Look]:
    """Yield what a viewer saw at the beginning, and after each deed."""
    match = Match.begin(_header(game, deal))
    yield _look(match, viewer)
    for deed in course:
        match = _then(match, deed)
        yield _look(match, viewer)


def _said(
    game: Game,
    deal: Deal,
    viewer: int,
    course: Sequence[PairedMove],
    looks: Sequence[Look],
    rng: Random,
) -> tuple[str, ...] | None:
    """Return what is said from another deal so that it looks the same; None: that can't be."""
    try:
        match = Match.begin(_header(game, deal))
    except Refused:
        return None
    if _look(match, viewer) != looks[0]:
        return None
    said: list[str] = []
    for deed, look in zip(course, looks[1:], strict=True):
        for text in _ways(match, deed, viewer, rng):
            try:
                after = _then(match, deed, text)
            except Refused:
                continue
            if _look(after, viewer) == look:
                said.append(text)
                match = after
                break
        else:
            return None
    return tuple(said)


def _ways(match: Match, deed: PairedMove, viewer: int, rng: Random) -> Iterator[str]:
    """Yield what may be said in the second match: the same, or by others something else."""
    yield deed.said[0]
    if deed.kind == "say" and deed.player != viewer and deed.player in match.to_act:
        legal = match.view(deed.player).legal
        for _ in range(OTHERWISE):
            yield legal.sample(rng.getrandbits(60))
