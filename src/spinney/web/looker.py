"""Who looks at a table through a socket: what there is to send them, and what they say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..house.hall import Missing, Table
from ..house.limits import ADDRESS, PERSON
from . import saying
from . import scene as scenes
from .caller import Caller, eyes, may_still_look
from .company import around
from .scene import Scene
from .screen import Screen
from .sending import Frame, Shown, apart
from .sight import Sight, boards, sight
from .site import Site

LOOKS = 3
"""How often at most a picture is begun anew because the table has changed meanwhile."""
GONE = "you may not look on here any more"


class Last(NamedTuple):
    """The picture that was sent last.

    Attributes:
        screen: whose it was.
        heard: how much they had heard.
        version: of the match.
        sight: what it showed of their view.
    """

    screen: Screen
    heard: int
    version: int
    sight: Sight


@dataclass
class Looker:
    """Who looks at a table through a socket.

    Attributes:
        site: where.
        caller: who.
        table: at what.
        layout: ``wide`` or ``narrow``.
        shown: what they have been sent.
        last: the picture that was sent last.
        knows: have they just said something? Then they know what happens next.
    """

    site: Site
    caller: Caller
    table: Table
    layout: str
    shown: Shown = field(default_factory=Shown)
    last: Last | None = None
    knows: bool = False
    _ripens: bool = True

    def look(self, still: bool = False) -> str:
        """Return what to send now, as there is to see; empty: nothing is new.

        Args:
            still: has nothing been new for a while?

        Raises:
            Missing: they may not look on any more.
            Away: the database can't be reached.
        """
        self._check()
        if still and self._stands:
            return ""
        scene = self._scene()
        steps = self._on_the_way(scene)
        if steps and not scene.sight.anew:  # the browser has been led away from what it showed
            view = scene.match.view(scene.viewer)
            scene = replace(scene, sight=sight(view, self.layout, scene.sight.open))
        frame = apart(scene.sight.boards)
        if scene.screen.waiting:  # nothing is on the screen then
            frame = Frame(frame.drawn, {})
        page = self._page(replace(scene, sight=scene.sight._replace(boards=frame.drawn)))
        message = self.shown.message(page, frame, steps)
        self.last = Last(scene.screen, scene.version, scene.match.version, scene.sight.again)
        self._ripens = scene.around is not None and bool(scene.around.asked)
        return message

    @property
    def _stands(self) -> bool:
        """Does all that was shown stand until news come? What is wished ripens by itself."""
        told = self.site.house is not None and self.site.hall.followed(self.table.id) is not None
        return told and not self._ripens

    def _check(self) -> None:
        """Raise Missing if they may not look on any more."""
        house = self.site.house
        if house is not None and not may_still_look(house, self.caller, self.table):
            raise Missing(GONE)

    def _scene(self) -> Scene:
        """Return what there is to see, all of one moment: meanwhile the table may change."""
        match, scene = self.table.match, self._glimpse()
        for _ in range(LOOKS):
            if self.table.match is match:
                break
            match, scene = self.table.match, self._glimpse()
        return scene

    def _glimpse(self) -> Scene:
        shown, last = eyes(self.caller, self.table), self.last
        about = around(self.site, self.caller, self.table, shown.viewer, told=True)
        same = last is not None and last.screen == shown and not shown.waiting
        before = last.sight if last is not None and same else None
        return scenes.scene(self.table, shown, self.layout, self.site.computer, about, before)

    def _page(self, scene: Scene) -> str:
        token = self.site.tokens.token(self.caller.session)
        return self.site.part("scene.html", scene=scene, token=token, layout=self.layout)

    def _on_the_way(self, scene: Scene) -> list[Frame]:
        """Return the pictures between the last one sent and this one, if it is one event on."""
        last = self.last
        if last is None or scene.version != last.heard + 1:
            return []
        viewer = last.screen.viewer
        steps = scenes.between(scene.match, last.version, viewer, self.layout)
        if viewer != scene.viewer and viewer >= 0:
            steps.append(boards(scene.match.view(viewer), self.layout))
        return [apart(step) for step in steps]

    @property
    def awaited(self) -> bool:
        """Does a clock wait until this player has been shown what happened?"""
        player = eyes(self.caller, self.table).viewer
        return player >= 0 and self.table.match.waits(player, self.table.watch.now())

    def say(self, sent: Mapping[str, str]) -> None:
        """Say something for whoever sits there.

        Raises:
            Missing: they may not look on any more.
            TooMany: they say too much at once.
            Refused: it can't be said.
            Away: the database can't be reached.
        """
        house, caller = self.site.house, self.caller
        if house is not None:
            self._check()
            house.limits.spend(ADDRESS, caller.address)
            house.limits.spend(PERSON, caller.id or "")
        self.knows = True
        saying.say(self.site, caller, self.table, sent)

    def seen(self) -> None:
        """Note that what is shown has come: where clocks wait for that, this player's starts."""
        player = eyes(self.caller, self.table).viewer
        self.site.hall.act(self.table, lambda match, at: match.deliver(player, at))
