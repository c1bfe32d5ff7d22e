"""Replays: every happening of a match, one at a time, at an address of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from ..core import speech
from ..core.sheet import Sheet
from ..core.state import Moment, Observation, State
from ..house import telling
from ..house.hall import Table
from ..match import Frame, Match
from . import scene as scenes
from .boards import Drawn
from .caller import ThisTable, ThisView
from .site import ThisSite, look

ALL = "all"
"""Everything, nothing hidden; shown when a match is over."""


class Told(NamedTuple):
    """A line of the story: who said it (-1: nobody), what, and at which moment."""

    player: int
    text: str
    at: int


@dataclass(frozen=True)
class Shown:
    """A moment of a replay, ready to be shown.

    Attributes:
        id: of the match.
        match: all of it.
        eyes: through whose eyes: a player's number, -1 for a spectator, or `ALL`.
        choices: what ``eyes`` can be, and what each is called.
        at: the number of the moment.
        last: the number of the last one.
        boards: the picture.
        lines: the story up to here.
        names: the players' names.
        tones: the players’ colours.
        sheet: the score sheet as it stood.
    """

    id: str
    match: Match
    eyes: str
    choices: tuple[tuple[str, str], ...]
    at: int
    last: int
    boards: Drawn
    lines: tuple[Told, ...]
    names: tuple[str, ...]
    tones: tuple[str, ...]
    sheet: Sheet


routes = APIRouter(prefix="/match/{match_id}/replay")


@routes.get("")
def page(
    request: Request,
    site: ThisSite,
    table: ThisTable,
    seat: ThisView,
    at: str = "0",
    eyes: str = "",
) -> Response:
    """Show a moment, and the means to go to others."""
    layout = look(request, "layout", scenes.LAYOUTS)
    return site.page(request, "replay.html", replay=shown(table, seat.viewer, at, eyes, layout))


@routes.get("/moment")
def moment(
    site: ThisSite,
    table: ThisTable,
    seat: ThisView,
    at: str = "0",
    eyes: str = "",
    layout: str = "wide",
) -> Response:
    """Return what a moment changes of the page."""
    layout = scenes.known_layout(layout)
    found = shown(table, seat.viewer, at, eyes, layout)
    html = site.part("moment.html", replay=found, layout=layout)
    return JSONResponse({"at": found.at, "scene": html})


def shown(table: Table, viewer: int, at: str, eyes: str, layout: str) -> Shown:
    """Return a moment of a match.

    Args:
        table: where it is played, or was.
        viewer: whose view who asks has of it. Before the end they see with no other eyes.
        at: the number of the moment, from 0; the nearest there is is shown.
        eyes: a player's number, ``-1`` or ``all``; what can't be is answered with the usual.
        layout: ``wide`` or ``narrow``.
    """
    match = table.match
    choices = _choices(match, viewer)
    eyes = eyes if eyes in dict(choices) else choices[0][0]
    frames, lines = _story(match, -2 if eyes == ALL else int(eyes))
    last = len(frames) - 1
    number = min(max(int(at), 0), last) if at.lstrip("-").isdecimal() and len(at) < 9 else 0
    view = _view(frames[number].moment, eyes)
    return Shown(
        id=table.id,
        match=match,
        eyes=eyes,
        choices=choices,
        at=number,
        last=last,
        boards=scenes.boards(view, layout),
        lines=tuple(line for line in lines if line.at <= number),
        names=match.game.player_names,
        tones=telling.colours(match.game.player_names),
        sheet=scenes.scoring(view),
    )


def _choices(match: Match, viewer: int) -> tuple[tuple[str, str], ...]:
    names = match.game.player_names
    if not match.over:
        return ((str(viewer), names[viewer] if viewer >= 0 else "a spectator"),)
    players = tuple((str(p), name) for p, name in enumerate(names))
    first, rest = ((players[viewer],), players) if viewer >= 0 else ((), players)
    others = tuple(choice for choice in rest if choice not in first)
    return (*first, *others, ("-1", "a spectator"), (ALL, "everything"))


def _view(moment: Moment, eyes: str) -> Observation:
    if eyes != ALL:
        return moment.state.observe(int(eyes))
    # A view that blanks nothing: what a picture draws when there is no secret left to keep.
    return Observation(moment.state.game, moment.state.data, -1)


@lru_cache(maxsize=64)
def _story(match: Match, listener: int) -> tuple[tuple[Frame, ...], tuple[Told, ...]]:
    """Return the moments of a match and what was told of them; listener -2 sees everything."""
    frames = match.frames if listener < -1 else match.frames_for(listener)
    lines: list[Told] = []
    run: list[Moment] = []
    for number, (frame, following) in enumerate(zip(frames, [*frames[1:], None], strict=True)):
        run.append(frame.moment)
        if following is None or _ends(frame, following):
            lines += _tell(run, listener, number)
            run = []
        lines += [Told(player, f"“{text}”", number) for player, text in frame.messages]
    return frames, tuple(lines)


def _ends(frame: Frame, following: Frame) -> bool:
    """Is this the last step of a sentence, or a stage?"""
    here, then = frame.moment, following.moment
    return here.player < 0 or then.player != here.player or not _midway(here.state, here.player)


def _midway(state: State, player: int) -> bool:
    return state.midway(player)


def _tell(run: list[Moment], listener: int, number: int) -> list[Told]:
    ear = run[-1].player if listener < -1 else listener
    return [Told(player, text, number) for player, text in speech.log(ear, run)]
