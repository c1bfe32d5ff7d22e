"""Replays: every happening of a match, one at a time, at an address of its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from spinney.core import narration, rendering
from spinney.core.rendering import Messages
from spinney.core.score_sheet import ScoreSheet
from spinney.core.state import Observation
from spinney.core.transition import Transition
from spinney.i18n import _, cached_text
from spinney.match import Frame, Match
from spinney.match.frames import last_messages
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller, ThisLiveMatch, ThisViewpoint
from spinney.server.analysis.pages import review_page
from spinney.server.play import page_model, view_model
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_store import Branch
from spinney.server.play.names import names_at
from spinney.server.rendering.boards import Drawn
from spinney.server.services import Services
from spinney.server.site import SeenBy, ThisSite, look

ALL = "all"
"""Everything, nothing hidden; shown when a match is over."""


class ReplayLine(NamedTuple):
    """A line of the log: who said it (-1: nobody), what, and at which frame."""

    player: int
    text: str
    at: int
    notation: str = ""


@dataclass(frozen=True)
class ReplayFrame:
    """A frame of a replay, ready to be shown.

    Attributes:
        address: of the replay.
        table: the address of the table; empty: there is none.
        record: the address of the record.
        match: all of it.
        branch: where it branches off from another match; None: it doesn't.
        seen_by: who sees it: a player's number, -1 for a spectator, or `ALL`.
        choices: what ``seen_by`` can be, and what each is called.
        at: the number of the frame.
        observed_at: the number of the last frame that ``seen_by`` learnt of.
        before: the number of the one before it of which they did.
        after: and of the next one.
        last: the number of the last one of all.
        boards: the picture.
        lines: the log up to here.
        chapters: the parts of the game: the frame each begins with, and its title.
        names: the players' names.
        tones: the players’ colours.
        markers: their colours and shapes, as SVG.
        sheet: the score sheet as it stood.
        headline: who won, at the end of a match; else empty.
        ending: what decided it; likewise.
        comment: what is said of the frame beside what was told of it; of most, nothing.
    """

    address: str
    table: str
    record: str
    match: Match
    branch: Branch | None
    seen_by: str
    choices: tuple[tuple[str, str], ...]
    at: int
    observed_at: int
    before: int
    after: int
    last: int
    boards: Drawn
    lines: tuple[ReplayLine, ...]
    chapters: tuple[tuple[int, str], ...]
    names: tuple[str, ...]
    tones: tuple[str, ...]
    markers: tuple[str, ...]
    sheet: ScoreSheet
    headline: str = ""
    ending: str = ""
    comment: str = ""


routes = APIRouter(prefix="/match/{match_id}/replay")


@routes.get("")
def page(
    request: Request,
    site: ThisSite,
    caller: ThisCaller,
    live: ThisLiveMatch,
    viewpoint: ThisViewpoint,
    seen_by: SeenBy,
    at: str = "",
) -> Response:
    """Show a frame, by default the last, the means to go to others, and what one has noted."""
    from spinney.players.levels import FIRST, LEVELS

    layout = look(request, "layout", page_model.LAYOUTS)
    at = at or str(len(live.match.frames) - 1)
    replay = replay_frame(live, viewpoint.observer, at, seen_by, layout)
    review = None
    if live.match.over:
        review = review_page(site, live, layout, replay.seen_by, replay.at, viewpoint.observer)
    return site.page(
        request,
        "replay/replay.html",
        symbols=rendering.symbols(replay.match.view(-1)),
        replay=replay,
        review=review,
        levels=tuple(LEVELS.values()),
        opponent=next(filter(LEVELS.__contains__, map(wording.level, live.match.seats)), FIRST),
        note=_own_note(site.services, caller, live.id),
        whole=True,
    )


def _own_note(services: Services | None, caller: Caller, match_id: str) -> str:
    return services.notes.read(match_id, caller.id).text if services and caller.id else ""


@routes.get("/frame")
def frame(
    site: ThisSite,
    live: ThisLiveMatch,
    viewpoint: ThisViewpoint,
    seen_by: SeenBy,
    at: str = "0",
    layout: str = "wide",
) -> Response:
    """Return what a frame changes of the page."""
    layout = page_model.known_layout(layout)
    replay = replay_frame(live, viewpoint.observer, at, seen_by, layout)
    html = site.part("replay/replay_body.html", replay=replay, layout=layout, whole=False)
    return JSONResponse({"at": replay.at, "page": html})


def replay_frame(live: LiveMatch, viewer: int, at: str, seen_by: str, layout: str) -> ReplayFrame:
    """Return a frame of a match.

    Args:
        live: where it is played, or was.
        viewer: whose view who asks has of it. Before the end they see no other.
        at: the number of the frame, from 0; the nearest there is is shown.
        seen_by: a player's number, ``-1`` or ``all``; what can't be is answered with the usual.
        layout: ``wide`` or ``narrow``.
    """
    match = live.match
    tones = wording.colours(match.game.player_names)
    choices = _choices(match, viewer, names_at(live, viewer))
    seen_by = seen_by if seen_by in dict(choices) else choices[0][0]
    reader = _reader(viewer, seen_by)
    names = names_at(live, reader)
    observed = _story(match, -2 if seen_by == ALL else int(seen_by), reader)
    number = page_model.known_frame(at, observed.last)
    view = _view(observed.frames[observed.seen(number)].transition, seen_by).with_names(names)
    score, at_end = view_model.scoring(view), match.over and number == observed.last
    verdict = view_model.verdict(view, score)
    return ReplayFrame(
        address=f"/match/{live.id}/replay",
        table=f"/match/{live.id}",
        record=f"/match/{live.id}/record",
        match=match,
        branch=live.branch,
        seen_by=seen_by,
        choices=choices,
        at=number,
        observed_at=observed.seen(number),
        before=observed.before(number),
        after=observed.after(number),
        last=observed.last,
        boards=view_model.boards(view, layout, observed.messages(number)).filled,
        lines=tuple(_line(line, names) for line in observed.lines if line.at <= number),
        chapters=observed.chapters,
        names=names,
        tones=tones,
        markers=tuple(map(page_model.player_marker, tones)),
        sheet=score,
        headline=wording.headline(match, reader, names) if at_end else "",
        ending=(verdict or wording.ending(match, names)) if at_end else "",
    )


def _reader(viewer: int, seen_by: str) -> int:
    """Return who is "you" in what is told: who looks at their own view."""
    return viewer if seen_by == str(viewer) else -1


def _choices(match: Match, viewer: int, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    spectator = _("a spectator")
    if not match.over:
        return ((str(viewer), names[viewer] if viewer >= 0 else spectator),)
    players = tuple((str(p), name) for p, name in enumerate(names))
    first, rest = ((players[viewer],), players) if viewer >= 0 else ((), players)
    others = tuple(choice for choice in rest if choice not in first)
    return (*first, *others, ("-1", spectator), (ALL, _("somebody who sees everything")))


def _view(frame: Transition, seen_by: str) -> Observation:
    if seen_by != ALL:
        return frame.state.observe(int(seen_by))
    # A view that blanks nothing: what a picture draws when there is no secret left to keep.
    return Observation(frame.state.game, frame.state.data, -1)


class _ObservedReplay(NamedTuple):
    """A match as one observer learnt of it.

    When it is over its frames are numbered alike for all, so that an address means the same
    whoever it is seen by. Before that nobody knows of frames they learnt nothing of.

    Attributes:
        frames: the frames.
        numbers: of the frames they learnt of, ascending; 0 is one of them.
        lines: what was told.
        chapters: the parts of the game that they learnt of: where each begins, and its title.
    """

    frames: tuple[Frame, ...]
    numbers: tuple[int, ...]
    lines: tuple[ReplayLine, ...]
    chapters: tuple[tuple[int, str], ...]

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    def seen(self, number: int) -> int:
        """Return the number of the frame that shows what they saw at one."""
        return self.numbers[bisect_right(self.numbers, number) - 1]

    def messages(self, number: int) -> Messages:
        """Return what programs said besides the choices that they saw last at a frame."""
        numbers = reversed(self.numbers[: bisect_right(self.numbers, number)])
        return last_messages(self.frames[at] for at in numbers)

    def before(self, number: int) -> int:
        """Return the number of the frame before one of which they learnt something."""
        return self.numbers[max(0, bisect_left(self.numbers, number) - 1)]

    def after(self, number: int) -> int:
        """Return the number of the next frame of which they learnt something."""
        following = self.numbers[bisect_right(self.numbers, number) :]
        return following[0] if following else self.last


@cached_text(maxsize=64)
def _story(match: Match, observer: int, reader: int) -> _ObservedReplay:
    """Return the frames of a match and what was told of them; observer -2 sees everything.

    ``reader`` is "you" in it. Names are marks.
    """
    frames = match.frames if match.over or observer < -1 else match.frames_for(observer)
    last = len(frames) - 1
    numbers = [
        number
        for number, frame in enumerate(frames)
        if observer < -1 or number in (0, last) or frame.transition.events(observer)
    ]
    lines: list[ReplayLine] = []
    run: list[Transition] = []
    for number, following in zip(numbers, [*numbers[1:], None], strict=True):
        frame = frames[number]
        run.append(frame.transition)
        if following is None or _ends(frame, frames[following]):
            lines += _tell(run, observer, reader, number)
            run = []
        lines += [_message(player, text, number) for player, text in frame.messages]
    return _ObservedReplay(frames, tuple(numbers), tuple(lines), tuple(_chapters(frames, numbers)))


def _chapters(frames: Sequence[Frame], numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Yield where the parts of the game begin, with their titles."""
    before = ""
    for number in numbers:
        title = rendering.chapter(frames[number].transition.state.observe(-1))
        if title and title != before:
            yield number, title
        before = title


def _ends(frame: Frame, following: Frame) -> bool:
    """Is this the last action of a move, or a stage?"""
    here, then = frame.transition, following.transition
    return here.player < 0 or then.player != here.player or not here.state.mid_move(here.player)


def _tell(run: list[Transition], observer: int, reader: int, number: int) -> list[ReplayLine]:
    narrated = run[-1].player if observer < -1 else observer
    return [
        ReplayLine(sentence.player, sentence.text, number, sentence.notation)
        for sentence in narration.narrate(narrated, run, reader)
    ]


def _message(player: int, text: str, number: int) -> ReplayLine:
    said = _("{name}: “{message}”", name=narration.mark(player), message=text)
    return ReplayLine(player, said, number)


def _line(line: ReplayLine, names: Sequence[str]) -> ReplayLine:
    """Return a line with names."""
    return line._replace(text=narration.named(line.text, lambda player: names[player]))
