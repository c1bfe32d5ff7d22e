"""A slip is fixed from the page and over the API, without asking, while it is fresh."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path

from tests.web.shared_server import Guest, opened
from tests.web.site import GAME, Site

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings

BEFORE = ("bid 1g 1g", "bid 1g 1b")


def test_friends_at_one_screen_fix_a_slip(site: Site) -> None:
    match = site.post(f"/new/{GAME}", **{"seat-0": "me", "seat-1": "friend", "seed": "7"}, fix="15")
    match = match.headers["location"]
    name = match.rpartition("/")[2]
    live = site.match_service.live_match(name)
    site.match_service.act(live, lambda now, at: now.play(0, "first red", at))
    site.match_service.act(live, lambda now, at: now.play(0, BEFORE[0], at))
    site.match_service.act(live, lambda now, at: now.play(1, BEFORE[1], at))
    assert 'id="fix"' not in site.client.get(match).text, "bids have come to light"
    plant = next(s for s in live.match.view(0).legal if s.startswith("plant"))
    site.match_service.act(live, lambda now, at: now.play(0, plant, at))
    page = site.client.get(match).text
    assert 'id="fix"' in page
    assert site.post(f"{match}/undo", version=site.version(match)).status_code == 204
    live = site.match_service.live_match(name)
    assert live.match.to_act == (0,)
    assert live.match.events[-1].kind == "fix"


def test_at_a_table_only_who_made_the_slip_is_offered_it(tmp_path: Path) -> None:
    with (
        opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services),
        ExitStack() as stack,
    ):
        ann, bob = (
            stack.enter_context(closing(Guest.named(address, services, name)))
            for name in ("Ann", "Bob")
        )
        assert ann.person is not None
        assert bob.person is not None
        game, rules = spinney.game(GAME), MatchSettings(fix=60, undo="consent")
        name = services.tables.open(ann.person, game, Clock(), rules, ["me", "open"])
        services.tables.sit(name, bob.person, 1)
        live = services.match_service.live_match(name)
        services.match_service.act(live, lambda now, at: now.play(0, "first red", at))
        services.match_service.act(
            live, lambda now, at: now.play(0, BEFORE[0], at).play(1, BEFORE[1], at)
        )
        plant = next(s for s in live.match.view(0).legal if s.startswith("plant"))
        services.match_service.act(live, lambda now, at: now.play(0, plant, at))
        path = f"/match/{name}"
        assert ['id="fix"' in who.get(path).text for who in (ann, bob)] == [True, False]
        version = live.match.version_for
        assert bob.post(f"{path}/undo", version=f"1.{version(1)}").status_code == 422
        assert ann.post(f"{path}/undo", version=f"0.{version(0)}").status_code == 204
        assert services.match_service.live_match(name).match.to_act == (0,)
