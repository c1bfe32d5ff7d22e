"""The analysis of a finished match on its replay's page: a graph and turning points.

And what if: from any of its frames a game of one's own goes on, against a level.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from spinney.core import suggestions
from spinney.core.errors import Refused, did_you_mean
from spinney.core.narration import mark, named, narrate
from spinney.core.state import Observation
from spinney.drawing.line_chart import Mark, Way, course
from spinney.i18n import _, cached_text
from spinney.match import Match
from spinney.match.history import branch, turn_at
from spinney.server import wording
from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisViewpoint
from spinney.server.accounts.pages import somebody
from spinney.server.accounts.person import Person
from spinney.server.analysis import store
from spinney.server.analysis.store import Analysis, ReviewedChoice
from spinney.server.play import page_model
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_store import Branch
from spinney.server.play.names import names_at
from spinney.server.site import SeenBy, Site, ThisSite, text_of
from spinney.server.tables.forms import done

TURN = 0.05
"""What a choice costs at least, of a win, to be called a turn of the game."""
MOST = 6
"""How many turns are told, those that cost most."""
SIZES = {"wide": (860.0, 140.0), "narrow": (350.0, 180.0)}
"""Of the graph."""


class StoryLine(NamedTuple):
    """A choice in words.

    Attributes:
        number: of the turn, from 1; 0: it is none.
        at: the frame in which it was due.
        player: who made it.
        sentence: the move, in a sentence.
        better: the move that the computer likes better, in the notation; empty: none.
        advice: and in words.
        odds: how likely a win was, in a sentence; where there is a better move, it leads to that.
        best: what the computer expects of the best choice, 0 (lost) to 100 (won).
        made: and of this one.
    """

    number: int
    at: int
    player: int
    sentence: str
    better: str
    advice: str
    odds: str
    best: int
    made: int

    @property
    def loss(self) -> int:
        """What it cost."""
        return self.best - self.made


@dataclass(frozen=True)
class ReviewPage:
    """What the computer makes of a game, ready to be shown.

    Attributes:
        id: of the match.
        seen_by: whose view links show.
        layout: ``wide`` or ``narrow``.
        requested: has anybody asked for it?
        progress: how far it is.
        graph: the lines, as SVG.
        choices: what it has reviewed.
        names: the players' names.
        tones: their colours.
        markers: their colours and shapes, as SVG.
        playouts: how many games were tried for each choice.
    """

    id: str
    seen_by: str
    layout: str
    requested: bool
    progress: Analysis
    graph: str = ""
    choices: tuple[StoryLine, ...] = ()
    names: tuple[str, ...] = ()
    tones: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    playouts: int = 0

    @property
    def state(self) -> str:
        """How it stands, for the page's script."""
        return "none" if not self.requested else "done" if self.progress.done else "going"

    @property
    def turns(self) -> tuple[StoryLine, ...]:
        """The choices that cost most, in the order of the game."""
        return tuple(line for line in self.choices if line.number)


routes = APIRouter(prefix="/match/{match_id}/replay")


@routes.get("/analysis")
def part(
    site: ThisSite,
    caller: ThisCaller,
    live: ThisLiveMatch,
    viewpoint: ThisViewpoint,
    seen_by: SeenBy,
    at: str = "0",
    layout: str = "wide",
) -> Response:
    """Return the part of the page that tells how far it is."""
    frame = page_model.known_frame(at, len(live.match.frames) - 1)
    layout = page_model.known_layout(layout)
    review = review_page(site, live, layout, seen_by[:3], frame, viewpoint.observer)
    csrf_token = site.csrf_tokens.token(caller.session)
    return HTMLResponse(site.part("analysis/review.html", review=review, token=csrf_token))


@routes.post("/analysis")
async def ask(request: Request, site: ThisSite, live: ThisLiveMatch) -> Response:
    """Have the computer look at the game, if nobody has yet."""
    await site.form(request)
    await asyncio.to_thread(site.analyses.request, live)
    return done(request, f"/match/{live.id}/replay#review")


@routes.post("/what-if")
async def what_if(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Begin a game of one's own that stands as this one did at a frame."""
    sent = await site.form(request)
    match, services = live.match, site.services
    if not match.over:
        raise Refused(_("you can try out other moves after the game is over"))

    def do() -> str:
        person = somebody(services, caller, sent, request) if services is not None else None
        seats = _seats(match, text_of(sent, "seat"), person, text_of(sent, "level"))
        last = len(match.frames) - 1
        turn = turn_at(match, page_model.known_frame(text_of(sent, "at"), last))
        fresh = branch(match, turn, seats, datetime.now(UTC).date().isoformat())
        start = Branch(live.id, turn.frame)
        if services is None or person is None:
            return site.match_service.begin(fresh, start)
        return services.tables.branch(person, fresh, start, caller.address)

    return site.to(request, f"/match/{await asyncio.to_thread(do)}")


def _seats(match: Match, seat: str, person: Person | None, level: str) -> list[str]:
    """Return who sits where in a game of one's own. Raises Refused."""
    from spinney.players import LEVELS

    if level not in LEVELS:
        raise Refused(
            _("there is no level {level!r}", level=level) + did_you_mean(level, list(LEVELS))
        )
    player = match.game.player(seat)
    me = "me" if person is None else person.name
    return [me if p == player else f"level:{level}" for p in range(match.game.num_players)]


# What is shown.


def review_page(
    site: Site, live: LiveMatch, layout: str, seen_by: str, at: int, reader: int
) -> ReviewPage:
    """Return what to show of what the computer makes of a game.

    Args:
        site: where it is worked out.
        live: of the match.
        layout: ``wide`` or ``narrow``.
        seen_by: whose view links show.
        at: the frame that is shown.
        reader: which player reads it; -1: a spectator.

    Raises:
        Refused: it isn't over.
    """
    progress, match = site.analyses.progress(live), live.match
    if progress is None:
        return ReviewPage(live.id, seen_by, layout, requested=False, progress=Analysis(0, 1, ()))
    names = names_at(live, reader)
    tones = wording.colours(match.game.player_names)
    turns = _turns(progress.reviews)
    ways = [Way(tone, _way(match, progress, player)) for player, tone in enumerate(tones)]
    marks = [Mark(str(number), one.after, one.made) for number, one in enumerate(turns, 1)]
    span = (at, len(match.frames) - 1)
    return ReviewPage(
        live.id,
        seen_by,
        layout,
        requested=True,
        progress=progress,
        graph=course(_label(names, ways), ways, marks, span, SIZES[layout]),
        choices=tuple(_story_line(match, one, turns, names, reader) for one in progress.reviews),
        names=names,
        tones=tones,
        markers=tuple(map(page_model.player_marker, tones)),
        playouts=store.PLAYOUTS,
    )


def _turns(reviews: Sequence[ReviewedChoice]) -> list[ReviewedChoice]:
    """Return the choices that cost most, in the order of the game."""
    most = sorted(reviews, key=lambda one: -one.loss)[:MOST]
    return [one for one in reviews if one in most and one.loss >= TURN]


def _story_line(
    match: Match,
    one: ReviewedChoice,
    turns: Sequence[ReviewedChoice],
    names: tuple[str, ...],
    reader: int,
) -> StoryLine:
    view = match.frames[one.at].transition.state.observe(one.player).with_names(names)
    best, made = round(100 * one.best), round(100 * one.made)
    better = one.preferred if best > made else ""
    return StoryLine(
        turns.index(one) + 1 if one in turns else 0,
        one.at,
        one.player,
        named(_sentence(match, one, reader) or _intent(view, one.move), names.__getitem__),
        better,
        _described(view, better) if better else "",
        _odds(best, made, one.certain) if better else suggestions.odds(made, one.certain),
        best,
        made,
    )


def _odds(best: int, made: int, certain: bool) -> str:
    """Return what a choice cost that was not the best."""
    if certain and best > made:
        return _("A certain win before, a certain loss after. Better:")
    return _("{best} % to win before, {made} % after. Better:", best=best, made=made)


def _sentence(match: Match, one: ReviewedChoice, reader: int) -> str:
    """Tell a reader what a spectator learnt of a choice, with marks for names; empty: nothing."""
    frames = match.frames[one.at + 1 : one.after + 1]
    made = [frame.transition for frame in frames if frame.transition.player == one.player]
    return next((line.text for line in narrate(-1, made, reader) if line.player == one.player), "")


def _intent(view: Observation, move: str) -> str:
    """Return a choice that stayed secret when it was made."""
    return _("{name}: {move}", name=mark(view.player), move=_described(view, move))


@cached_text(maxsize=4096)
def _described(view: Observation, move: str) -> str:
    return suggestions.describe(view, move)


def _label(names: Sequence[str], ways: Sequence[Way]) -> str:
    """Return what the graph shows, in words."""
    ends = [
        _(
            "{name} from {first} to {last}",
            name=name,
            first=round(100 * way.points[0][1]),
            last=round(100 * way.points[-1][1]),
        )
        for name, way in zip(names, ways, strict=True)
        if way.points
    ]
    if not ends:
        return _("What the computer expects for each player, 0 lost to 100 won")
    return _(
        "What the computer expects for each player, 0 lost to 100 won: {lines}",
        lines=", ".join(ends),
    )


def _way(match: Match, analysis: Analysis, player: int) -> list[tuple[int, float]]:
    """Return a player's line, which steps down at each choice that cost something, to the end."""
    points = []
    for one in analysis.reviews:
        if one.player == player:
            points += [(one.at, one.best), (one.after, one.made)]
    if analysis.done and match.outcome is not None:
        points.append((len(match.frames) - 1, (match.outcome[player] + 1) / 2))
    return points
