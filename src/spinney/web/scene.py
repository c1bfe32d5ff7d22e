"""A table as one viewer sees it: everything a page shows, worked out and put into words."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from ..core.sheet import Sheet
from ..core.state import Moment, Observation
from ..drawing import token
from ..house import telling
from ..house.computer import Computer, Hint
from ..house.hall import Table
from ..house.store import Branch
from ..match import Frame, LogLine, Match
from .boards import Drawn
from .company import Around
from .lines import line_item
from .screen import Screen
from .sight import Sight, boards, sight
from .site import piece

LAYOUTS = ("wide", "narrow")
PAGE = 16
"""How many lines of a log are a piece."""


class Plate(NamedTuple):
    """A player beside the boards.

    Attributes:
        name: the player's name.
        colour: theirs, of the palette.
        who: the person or level, in words.
        token: their colour and shape, as SVG.
        away: does the person who sits there not have the table open?
        points: as they stand, or what else can be counted now (see `core.sheet.Sheet`).
        measure: what that is: ``points``.
        turn: do they owe a choice?
        note: what they are doing, in words.
        left: ms on their clock; None: not timed now.
        ticking: does the clock run?
    """

    name: str
    colour: str
    who: str
    token: str
    away: bool
    points: int
    measure: str
    turn: bool
    note: str
    left: int | None
    ticking: bool


class Advice(NamedTuple):
    """A hint in words.

    Attributes:
        told: how far the thinking is; empty when it is done.
        sentence: what the computer would say.
        chance: of winning, in percent, as it values the position.
        others: what else it looked at: sentence, share of its attention and chance, in percent.
    """

    told: str
    sentence: str = ""
    chance: int = 0
    others: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class Scene:
    """What a table's page shows. The names say what; texts are ready to be shown."""

    id: str
    match: Match
    screen: Screen
    version: int
    headline: str
    waiting: str
    sight: Sight
    plates: tuple[Plate, ...]
    lines: tuple[LogLine, ...]
    sealed: str
    finished: bool
    undo: bool
    hints: bool
    hurry: bool
    advice: Advice | None
    ending: str
    branch: Branch | None
    moments: tuple[int, ...]
    around: Around | None

    @property
    def viewer(self) -> int:
        """Whose view it is; -1 for a spectator."""
        return self.screen.viewer

    @property
    def log(self) -> Markup:
        """The lines as list items; once the match is over they lead to their moments.

        Lines stay as they are, so that of a long log only the last piece is sent again.
        """
        at = f"/match/{self.id}/replay?at="
        links = [f"{at}{moment}" for moment in self.moments] or [""] * len(self.lines)
        who = [*((plate.name, plate.colour) for plate in self.plates), ("", "")]  # -1: nobody
        items = [
            line_item(line, *who[line.player], link)
            for line, link in zip(self.lines, links, strict=True)
        ]
        pieces = (
            "\n".join((piece(f"log-{at}"), *items[at : at + PAGE]))
            for at in range(0, len(items), PAGE)
        )
        return Markup("\n".join(pieces))  # noqa: S704 - each is HTML


def scene(
    table: Table,
    shown: Screen,
    layout: str,
    computer: Computer,
    around: Around | None = None,
    before: Sight | None = None,
) -> Scene:
    """Return what to show of a table now, to whoever has these eyes (`caller.eyes`).

    Args:
        table: the table.
        shown: whose view.
        layout: ``wide`` or ``narrow``.
        computer: tells what levels wait for.
        around: what is around the boards in an open house (`company.around`).
        before: what the viewer has been shown of their view.
    """
    match = table.match
    viewer = shown.viewer
    view = match.view(viewer)
    seen = sight(view, layout, viewer >= 0 and not match.over and bool(view.steps), before)
    return Scene(
        id=table.id,
        match=match,
        screen=shown,
        version=match.version_for(viewer),
        headline=_headline(match, shown),
        waiting=_waiting(match, computer),
        sight=seen,
        plates=_plates(table, seen.sheet),
        lines=match.log(viewer),
        sealed=match.sealed.get(viewer, ""),
        finished=viewer not in match.awaits,
        undo=_may_undo(table, viewer),
        hints=table.company is None or table.company.rules.hints,
        hurry=not match.over and not table.hurried and bool(_levels(match)),
        advice=_advice(table, view),
        ending=telling.ending(match) if match.over else "",
        branch=table.branch,
        moments=_moments(match, viewer) if match.over else (),
        around=around,
    )


@lru_cache(maxsize=16)
def _moments(match: Match, viewer: int) -> tuple[int, ...]:
    """Return for each line of a log the number of the moment that it tells of."""
    versions = [frame.version for frame in match.frames]
    return tuple(
        bisect_right(versions, version) - 1
        for version, lines in enumerate(match.heard(viewer))
        for _ in lines
    )


def _may_undo(table: Table, viewer: int) -> bool:
    """May the viewer take something back without asking?"""
    company = table.company
    allowed = company is None or company.rules.undo == "rule"
    return allowed and viewer >= 0 and table.match.undo_to(viewer) is not None


def _headline(match: Match, shown: Screen) -> str:
    if shown.waiting:
        return f"{match.game.player_names[shown.waiting[0]].capitalize()} is next"
    return telling.headline(match, shown.viewer)


def _levels(match: Match) -> list[int]:
    return [p for p in match.awaits if telling.level(match.seats[p])]


def _waiting(match: Match, computer: Computer) -> str:
    """Return why the computer can't move yet, in words; empty if it can."""
    slow = [p for p in _levels(match) if not computer.can(match, p)]
    for name in computer.bots.missing(match.header):
        return f"{name} is not here; start Spinney again with --bot {name}=COMMAND"
    return f"The computer is getting ready: {computer.warming.doing(match.game)}" if slow else ""


def _plates(table: Table, score: Sheet) -> tuple[Plate, ...]:
    match, now = table.match, table.watch.now()
    names = match.game.player_names
    left = match.remaining(now)
    return tuple(
        Plate(
            name=name,
            colour=colour,
            who=telling.level(match.seats[p]) or telling.who(match.seats[p]),
            token=player_token(colour),
            away=table.company is not None and not match.over and table.company.away(p),
            points=score.totals[p],
            measure=score.total(p),
            turn=p in match.awaits,
            note=_note(table, p),
            left=left[p],
            ticking=p in match.awaits and table.watch.running and not match.paused,
        )
        for p, (name, colour) in enumerate(zip(names, telling.colours(names), strict=True))
    )


def _note(table: Table, player: int) -> str:
    match = table.match
    if match.over:
        return ""
    if player in table.thinking:
        return table.thinking[player]
    if player in match.awaits:
        return "to choose"
    return "has chosen" if player in match.sealed else ""


def player_token(colour: str) -> str:
    """Return a player's colour and shape as a little ``<svg>``."""
    shape = token(colour, 12, 12, 22)
    return f'<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">{shape}</svg>'


def _advice(table: Table, view: Observation) -> Advice | None:
    hint = table.advice.get(view.player)
    if not isinstance(hint, Hint) or hint.view != view:
        return None
    if hint.thought is None:
        return Advice(hint.told)
    thought = hint.thought
    best = sorted(thought.candidates, key=lambda other: -other.share)
    best = [other for other in best if other.sentence != thought.sentence][:2]
    others = tuple((c.sentence, round(100 * c.share), round(100 * c.value)) for c in best)
    return Advice("", thought.sentence, round(100 * thought.value), others)


# What happened on the way.


def between(match: Match, since: int, viewer: int, layout: str) -> list[Drawn]:
    """Return the boards after each happening since a version, as a viewer saw them, but the last.

    A sentence of several steps is one happening; each automatic stage is one.
    """
    frames = match.frames_since(since, viewer)
    kept = [a for a, b in itertools.pairwise(frames) if _ends(a.moment, b)]
    views = [frame.moment.state.observe(viewer) for frame in kept]
    following = [*views, match.view(viewer)][1:]
    return [boards(a, layout) for a, b in zip(views, following, strict=True) if a != b]


def _ends(moment: Moment, following: Frame) -> bool:
    """Does what follows belong to something else?"""
    return moment.player < 0 or following.moment.player != moment.player


def known_layout(name: str | None) -> str:
    """Return a layout that there is."""
    return name if name in LAYOUTS else "wide"


def known_moment(name: str, last: int) -> int:
    """Return the number of a moment that there is, the nearest to what was named."""
    return min(int(name), last) if name.isdecimal() and len(name) < 9 else 0
