"""A table as one viewer sees it: everything a page shows, worked out and put into words."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from spinney import lessons
from spinney.core import suggestions
from spinney.core.game import Game
from spinney.core.interface import LATE
from spinney.core.rendering import Messages, says_messages
from spinney.core.second_person import text_about
from spinney.core.state import Observation
from spinney.drawing import token
from spinney.i18n import N_, _, cached_text
from spinney.match import Frame, Match
from spinney.match.events import CHOICES, REASONS
from spinney.match.last_moves import LastMoves
from spinney.match.undo_without_consent import fix_left, may_undo
from spinney.search.result import Candidate, SearchResult
from spinney.search.win_chance import percent
from spinney.server import wording
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.hints import Hint
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.log_view import LogView, NamesOfSeats
from spinney.server.play.match_store import Branch
from spinney.server.play.names import names_at, names_of_seats
from spinney.server.play.view_model import TableView, table_view
from spinney.server.play.viewpoint import Viewpoint
from spinney.server.tables.context import TableContext
from spinney.server.tables.table import ABORTED
from spinney.server.wording import big

LAYOUTS = ("wide", "narrow")
OTHERS = 2
"""How many other moves a hint names."""


class Plate(NamedTuple):
    """A player beside the boards.

    Attributes:
        name: the player's name.
        colour: theirs, of the palette.
        who: what else there is to say of them: that they are the computer, or you.
        marker: their colour and shape, as SVG.
        away: does the person who sits there not have the table open?
        turn: do they owe a choice?
        note: what they are doing, in words.
        left: ms on their clock; None: not timed now.
        ticking: does the clock run?
    """

    name: str
    colour: str
    who: str
    marker: str
    away: bool
    turn: bool
    note: str
    left: int | None
    ticking: bool


class SuggestedMove(NamedTuple):
    """A move that a hint names.

    Attributes:
        move: in the notation.
        text: what it does, in words.
        chance: to win with it, in percent.
    """

    move: str
    text: str
    chance: int


class Advice(NamedTuple):
    """A hint in words.

    Attributes:
        progress: how far the search is; empty when it is done.
        best: the move that the computer recommends.
        odds: how likely it wins, in a sentence.
        reason: why, in sentences.
        others: what else it looked at.
    """

    progress: str
    best: SuggestedMove | None = None
    odds: str = ""
    reason: str = ""
    others: tuple[SuggestedMove, ...] = ()


@dataclass(frozen=True)
class PageModel:
    """What a table's page shows, of one view and of nothing else that is secret.

    It is all there is to make a picture of, also in a process that has never seen the match. The
    names say what; texts are ready to be shown. ``choice`` is the version since which the viewer is
    before the same choice. ``fix`` is for how many ms more a slip of the
    viewer's, or of a friend's at the same screen, can be fixed; ``late``: did their time run out at
    their last choice?
    """

    id: str
    view: Observation
    viewpoint: Viewpoint
    version: int
    choice: int
    over: bool
    simultaneous: bool
    sealing: bool
    timed: bool
    headline: str
    alone: bool
    waiting: str
    plates: tuple[Plate, ...]
    log: str
    sealed: str
    finished: bool
    undo: bool
    fix: int
    late: bool
    rated: bool
    hints: bool
    hurry: bool
    advice: Advice | None
    ending: str
    branch: Branch | None
    context: TableContext | None
    closed: bool
    messages: Messages = ()
    last_moves: tuple[str, ...] = ()
    lesson: lessons.LessonStatus | None = None

    @cached_property
    def game(self) -> Game:
        """The game."""
        return self.view.game

    @cached_property
    def viewer(self) -> int:
        """Whose view it is; -1 for a spectator."""
        return self.viewpoint.viewer

    def headline_of(self, view: TableView) -> str:
        """Return the headline over what is shown of the view: the task, if there is one."""
        if not view.open or self.sealed:
            return self.headline
        if self.context is not None or self.alone:
            return view.task
        name = self.game.display_names[self.viewer]
        return _("{name}: {task}", name=big(name), task=view.task)

    def table_view(self, layout: str, before: TableView | None = None) -> TableView:
        """Return what to show of the view (`view_model.table_view`)."""
        playing = self.viewer >= 0 and not self.over and not self.closed
        can = playing and bool(self.view.legal_actions)
        return table_view(self.view, layout, can, before, self.messages, self.over)


def build(
    live: LiveMatch,
    viewpoint: Viewpoint,
    computer: LevelPlayer,
    context: TableContext | None = None,
    log: LogView | None = None,
    turns: LastMoves | None = None,
) -> PageModel:
    """Return what to show of a table now, to a viewer with this view (`identity.viewpoint`).

    Args:
        live: the table.
        viewpoint: whose view.
        computer: tells what levels wait for.
        context: what surrounds the boards in shared mode.
        log: the part of the log already written for this viewer.
        turns: what is known of the last turns, likewise.
    """
    match = live.match
    viewer, closed = viewpoint.viewer, _is_closed(live)
    view, names = match.view(viewer), names_at(live, viewer)
    levels = [p for p in match.to_act if wording.level(match.seats[p])]
    return PageModel(
        id=live.id,
        view=view.with_names(names),
        viewpoint=viewpoint,
        version=match.version_for(viewer),
        choice=match.choice_version(viewer),
        over=match.over,
        simultaneous=match.simultaneous,
        sealing=bool(match.sealed),
        timed=match.header.clock.kind != "none",
        alone=len(match.people) == 1,
        headline=_("This table was closed") if closed else _headline(match, viewpoint, names),
        waiting="" if closed else _waiting(match, levels, computer),
        plates=_plates(live, names, viewer),
        log=(log or LogView()).written(
            live.id, match, viewpoint.observer, _names_of_seats(live, viewpoint.observer)
        ),
        sealed=match.sealed.get(viewer, ""),
        finished=viewer not in match.to_act,
        undo=_may_undo(live, viewer),
        fix=_fix_left(live, viewer),
        late=_was_late(match, viewer),
        rated=live.rules.rated,
        hints=live.rules.hints and not closed,
        hurry=not match.over and not closed and not live.hurried and bool(levels),
        advice=_advice(live, view, names),
        ending=wording.ending(match, names) if match.over else "",
        branch=live.branch,
        context=context,
        closed=closed,
        last_moves=(turns or LastMoves()).of(match, viewpoint.observer),
        messages=match.last_messages(viewpoint.observer) if says_messages(match.game) else (),
        lesson=_lesson(live),
    )


def _lesson(live: LiveMatch) -> lessons.LessonStatus | None:
    """Return how far a lesson is; None: it is none."""
    is_lesson = live.rules.lesson and lessons.lesson_of(live.match.game)
    return lessons.status(live.match) if is_lesson else None


def _names_of_seats(live: LiveMatch, reader: int) -> NamesOfSeats:
    game, table = live.match.game, live.table
    return lambda seats: names_of_seats(game, seats, table, reader)


def _is_closed(live: LiveMatch) -> bool:
    """Has the operator of this server closed it in the middle of the match?"""
    table = live.table
    return table is not None and table.status == ABORTED and not live.match.over


def _may_undo(live: LiveMatch, viewer: int) -> bool:
    """May the viewer take something back without asking?"""
    return viewer >= 0 and not _is_closed(live) and may_undo(live.match, live.rules, viewer)


def _fix_left(live: LiveMatch, viewer: int) -> int:
    """Return for how many ms more the viewer can fix a slip; 0: they can't."""
    if viewer < 0 or _is_closed(live) or not live.rules.fix:
        return 0
    now = live.time_source.now()
    return max(fix_left(live.match, live.rules, p, now) for p in on_behalf(live, viewer))


def _was_late(match: Match, viewer: int) -> bool:
    """Did the viewer's time run out at their last choice?"""
    own = (e for e in reversed(match.events) if e.player == viewer and e.kind in CHOICES)
    last = next(own, None)
    return last is not None and last.kind == "forfeit" and last.text == REASONS[LATE]


def on_behalf(live: LiveMatch, viewer: int) -> tuple[int, ...]:
    """Return the players for whom a viewer can take something back: friends share a screen."""
    others = live.match.people if live.table is None else ()
    return (viewer, *(p for p in others if p != viewer))


def _headline(match: Match, viewpoint: Viewpoint, names: Sequence[str]) -> str:
    if viewpoint.waiting:
        return _("{name} is next", name=names[viewpoint.waiting[0]])
    return wording.headline(match, viewpoint.viewer, names)


def _waiting(match: Match, levels: Sequence[int], computer: LevelPlayer) -> str:
    """Return why the computer can't move yet, in words; empty if it can."""
    slow = [p for p in levels if not computer.can_choose(match, p)]
    for name in computer.bots.missing(match.header):
        return _(
            "The bot {name} is not here. Start Spinney again with --bot {name}=COMMAND", name=name
        )
    doing = computer.precompiler.doing(match.game) if slow else ""
    return _("The computer is getting ready: {doing}", doing=doing) if slow else ""


def _plates(live: LiveMatch, names: Sequence[str], viewer: int) -> tuple[Plate, ...]:
    match, now, going = live.match, live.time_source.now(), not _is_closed(live)
    colours = wording.colours(match.game.player_names)
    left = match.remaining(now)
    return tuple(
        Plate(
            name=name,
            colour=colour,
            who=wording.who(match, p, viewer),
            marker=player_marker(colour),
            away=live.table is not None and not match.over and live.table.away(p),
            turn=going and p in match.to_act,
            note=_note(live, p, name) if going else "",
            left=left[p],
            ticking=going and p in match.to_act and live.time_source.running and not match.paused,
        )
        for p, (name, colour) in enumerate(zip(names, colours, strict=True))
    )


def _note(live: LiveMatch, player: int, name: str) -> str:
    match = live.match
    if match.over:
        return ""
    if player in live.thinking:
        return live.thinking[player].text
    if player in match.to_act:
        other = N_("to choose") if match.simultaneous else N_("to play")
        return text_about(name, N_("your turn"), other)
    return text_about(name, N_("have chosen"), N_("has chosen")) if player in match.sealed else ""


@lru_cache(maxsize=64)
def player_marker(colour: str) -> str:
    """Return a player's colour and shape as a little ``<svg>``."""
    shape = token(colour, 12, 12, 22)
    return f'<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">{shape}</svg>'


def _advice(live: LiveMatch, view: Observation, names: Sequence[str]) -> Advice | None:
    hint = live.advice.get(view.player)
    if not isinstance(hint, Hint) or hint.view != view:
        return None
    if hint.result is None:
        return Advice(hint.progress.text)
    return suggested(hint.view.with_names(tuple(names)), hint.result)


@cached_text(maxsize=64)
def suggested(view: Observation, result: SearchResult) -> Advice:
    """Return what a search recommends to a viewer, and why."""
    by_share = sorted(result.candidates, key=lambda one: (one.move != result.move, -one.share))
    best, *others = [_suggested_move(view, one) for one in by_share[: OTHERS + 1]]
    compared = suggestions.compare(best.chance, [other.chance for other in others])
    reason = " ".join(filter(None, (suggestions.benefit(view, best.move), compared)))
    odds = suggestions.odds(best.chance, result.certain)
    return Advice("", best, odds, reason, tuple(others))


def _suggested_move(view: Observation, one: Candidate) -> SuggestedMove:
    chance = percent(view.game, one.value, exact=one.exact)
    return SuggestedMove(one.move, suggestions.describe(view, one.move), chance)


# What happened on the way.


def between(match: Match, since: int, viewer: int) -> list[Observation]:
    """Return what a viewer saw after each happening since a version, but the last.

    A move of several actions is one happening, and so are choices that are shown together; each
    automatic stage is one. Nobody has a name in them.
    """
    frames = match.frames_since(since, viewer)
    ends = [a for a, b in itertools.pairwise(frames) if _ends(a, b)]
    views = [frame.transition.state.observe(viewer) for frame in ends]
    following = [*views, match.view(viewer)][1:]
    return [a for a, b in zip(views, following, strict=True) if a != b]


def _ends(frame: Frame, following: Frame) -> bool:
    """Does what follows belong to something else?

    After a choice that is shown together with others, the state awaits those others, although
    they belong to the same event.
    """
    transition = frame.transition
    together = frame.version == following.version and bool(transition.state.to_act)
    return transition.player < 0 or not (
        together or following.transition.player == transition.player
    )


def known_layout(name: str | None) -> str:
    """Return a layout that there is."""
    return name if name in LAYOUTS else "wide"


def known_frame(name: str, last: int) -> int:
    """Return the number of a frame that there is, the nearest to what was named."""
    return min(int(name), last) if name.isdecimal() and len(name) < 9 else 0
