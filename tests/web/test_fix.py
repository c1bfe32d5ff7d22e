"""A slip is fixed from the page and over the API, without asking, while it is fresh."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path

from tests.web.open import Guest, opened
from tests.web.site import GAME, Site

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings

BEFORE = ("bid 1g 1g", "bid 1g 1b")


def test_friends_at_one_screen_fix_a_slip(site: Site) -> None:
    match = site.post(f"/new/{GAME}", **{"seat-0": "me", "seat-1": "friend", "seed": "7"}, fix="15")
    match = match.headers["location"]
    name = match.rpartition("/")[2]
    table = site.hall.table(name)
    site.hall.act(table, lambda now, at: now.say(0, "first red", at))
    site.hall.act(table, lambda now, at: now.say(0, BEFORE[0], at))
    site.hall.act(table, lambda now, at: now.say(1, BEFORE[1], at))
    assert 'id="fix"' not in site.client.get(match).text, "bids have come to light"
    plant = next(s for s in table.match.view(0).legal if s.startswith("plant"))
    site.hall.act(table, lambda now, at: now.say(0, plant, at))
    page = site.client.get(match).text
    assert 'id="fix"' in page
    assert "Fix a slip" in page
    assert site.post(f"{match}/undo", version=site.version(match)).status_code == 204
    table = site.hall.table(name)
    assert table.match.to_act == (0,)
    assert table.match.events[-1].kind == "fix"


def test_at_a_table_only_who_made_the_slip_is_offered_it(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'house.sqlite'}") as (address, house), ExitStack() as stack:
        ann, bob = (
            stack.enter_context(closing(Guest.named(address, house, name)))
            for name in ("Ann", "Bob")
        )
        assert ann.person is not None
        assert bob.person is not None
        game, rules = spinney.game(GAME), MatchSettings(fix=60, undo="consent")
        name = house.tables.open(ann.person, game, Clock(), rules, ["me", "open"])
        house.tables.sit(name, bob.person, 1)
        table = house.hall.table(name)
        house.hall.act(table, lambda now, at: now.say(0, "first red", at))
        house.hall.act(table, lambda now, at: now.say(0, BEFORE[0], at).say(1, BEFORE[1], at))
        plant = next(s for s in table.match.view(0).legal if s.startswith("plant"))
        house.hall.act(table, lambda now, at: now.say(0, plant, at))
        here = f"/match/{name}"
        assert ['id="fix"' in who.get(here).text for who in (ann, bob)] == [True, False]
        version = table.match.version_for
        assert bob.post(f"{here}/undo", version=f"1.{version(1)}").status_code == 422
        assert ann.post(f"{here}/undo", version=f"0.{version(0)}").status_code == 204
        assert house.hall.table(name).match.to_act == (0,)
