"""`ViewerSession`: a socket's viewer, the pages sent to them and the moves they send."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import NamedTuple

from spinney.core.state import Observation
from spinney.i18n import N_, _, current_language, in_language
from spinney.match import Match
from spinney.match.last_moves import LastMoves
from spinney.server.accounts.identity import Caller, may_still_look, viewpoint
from spinney.server.play import page_model, submit_move
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.log_view import LogView
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.page_model import PageModel
from spinney.server.play.viewpoint import Viewpoint
from spinney.server.rate_limits.request_rates import ADDRESS, PERSON
from spinney.server.rendering.page_diff import NOTHING, BrowserState
from spinney.server.rendering.pool import RenderPool, done
from spinney.server.rendering.render import Rendered, RenderRequest
from spinney.server.site import Site
from spinney.server.tables.features import table_context

PAGE_ATTEMPTS = 3
"""How often at most a page is built anew because the table has changed meanwhile."""
GONE = N_("you can no longer watch this table")


class LastPage(NamedTuple):
    """The page that was asked for last.

    Attributes:
        viewpoint: whose it was.
        viewer_version: how many events they had learnt of (`Match.version_for`).
        version: of the match.
    """

    viewpoint: Viewpoint
    viewer_version: int
    version: int


@dataclass
class ViewerSession:
    """A viewer of a table, through a socket.

    Attributes:
        site: where.
        caller: who.
        live: the match that they look at.
        layout: ``wide`` or ``narrow``.
        pool: renders the pages.
        last: the page that was asked for last.
        knows: have they just made a move? Then they know what happens next.
        browser: what it has been sent. While a page is being rendered that counts as nothing: if
            that fails, all of the next is sent.
        language: of the texts they see.
    """

    site: Site
    caller: Caller
    live: LiveMatch
    layout: str
    pool: RenderPool
    last: LastPage | None = None
    knows: bool = False
    browser: BrowserState = NOTHING
    language: str = field(default_factory=current_language)
    _changes_with_time: bool = field(default=True, init=False)
    _log: LogView = field(default_factory=LogView, init=False)
    _turns: LastMoves = field(default_factory=LastMoves, init=False)

    def look(self, still: bool = False, late: bool = False) -> Future[Rendered]:
        """Have rendered what there is to see now; `mark_sent` then returns what to send.

        Args:
            still: has nothing been new for a while?
            late: do they wait already? Then they are shown no positions on the way.

        Raises:
            MatchNotFound: they may not look on any more.
            DatabaseUnavailable: the database can't be reached.
        """
        self._check()
        if still and self._stands:
            return done(Rendered(b"", self.browser))
        with in_language(self.language):
            request = self._request(late)
        browser, self.browser = self.browser, NOTHING
        return self.pool.render(request, browser)

    def mark_sent(self, rendered: Rendered) -> bytes:
        """Note what is sent now, and return it, compressed; empty: nothing is new."""
        self.browser = rendered.browser
        return rendered.message

    @property
    def _stands(self) -> bool:
        """Does all that was shown stand until a notification? What changes with time doesn't.

        In local mode all that happens to a match happens in this process, which notifies.
        """
        local = self.site.services is None
        notified = local or self.site.match_service.subscribed(self.live.id) is not None
        return notified and not self._changes_with_time

    def _check(self) -> None:
        """Raise MatchNotFound if they may not look on any more."""
        services = self.site.services
        if services is not None and not may_still_look(services, self.caller, self.live):
            raise MatchNotFound(_(GONE))

    def _request(self, late: bool) -> RenderRequest:
        """Return what there is to see, all of one moment: meanwhile the table may change."""
        if self.browser is NOTHING:
            self._log.forget()
        match, page = self.live.match, self._page()
        for _attempt in range(PAGE_ATTEMPTS):
            if self.live.match is match:
                break
            match, page = self.live.match, self._page()
        csrf_token = self.site.csrf_tokens.token(self.caller.session)
        frames = () if late else self._on_the_way(match, page)
        self.last = LastPage(page.viewpoint, page.version, match.version)
        is_timed = page.context is not None and page.context.is_timed
        self._changes_with_time = is_timed or bool(page.waiting)
        self._log.mark_shown()
        return RenderRequest(
            page, self.layout, csrf_token, frames, self.awaits_acknowledgement, self.language
        )

    def _page(self) -> PageModel:
        current = viewpoint(self.caller, self.live)
        context = table_context(self.site, self.caller, self.live, notified=True)
        computer = self.site.computer
        return page_model.build(self.live, current, computer, context, self._log, self._turns)

    def _on_the_way(self, match: Match, page: PageModel) -> tuple[Observation, ...]:
        """Return what was to be seen since the last page, if this one is one event on."""
        last = self.last
        if last is None or page.version != last.viewer_version + 1:
            return ()
        viewer = last.viewpoint.viewer
        frames = page_model.between(match, last.version, viewer)
        if viewer != page.viewer and viewer >= 0:
            frames.append(match.view(viewer))
        names = page.view.game.people
        return tuple(frame.with_names(names) for frame in frames)

    @property
    def awaits_acknowledgement(self) -> bool:
        """Does a clock wait until this player has been shown what happened?"""
        player = viewpoint(self.caller, self.live).viewer
        return player >= 0 and self.live.match.awaits_acknowledgement(
            player, self.live.time_source.now()
        )

    def submit(self, sent: Mapping[str, str]) -> None:
        """Play a move for whoever sits there.

        Raises:
            MatchNotFound: they may not look on any more.
            RateLimited: they send too much at once.
            Refused: it can't be played.
            DatabaseUnavailable: the database can't be reached.
        """
        services, caller = self.site.services, self.caller
        if services is not None:
            self._check()
            services.limits.requests.spend(ADDRESS, caller.address)
            services.limits.requests.spend(PERSON, caller.id or "")
        self.knows = True
        submit_move.submit(self.site, caller, self.live, sent)

    def acknowledge(self) -> None:
        """Note that what is shown has come: where clocks wait for that, this player's starts."""
        player = viewpoint(self.caller, self.live).viewer
        self.site.match_service.act(self.live, lambda match, at: match.acknowledge(player, at))
