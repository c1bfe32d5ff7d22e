"""The language of pages: asked for by the browser, chosen at the foot, kept with the account."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from markupsafe import Markup
from starlette.testclient import TestClient
from tests.web.shared_server import Guest, opened
from tests.web.site import Site

from spinney.i18n import in_language
from spinney.i18n.scripts import script_texts
from spinney.server import template_texts
from spinney.server.middleware.language import COOKIE

GERMAN = '<html lang="de"'
KEPT = "correct horse"


def language(client: TestClient, **headers: str) -> str:
    page = client.get("/about", headers={k.replace("_", "-"): v for k, v in headers.items()}).text
    return str(re.findall('<html lang="([^"]+)"', page)[0])


@pytest.mark.parametrize(
    ("wanted", "language_of_page"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.8,de", "de"),
        ("fr,de;q=0.1", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("de;q=0", "en"),
        ("de;q=x,,;", "en"),
        ("", "en"),
    ],
)
def test_a_browser_says_which_language_it_wants(
    site: Site, wanted: str, language_of_page: str
) -> None:
    assert language(site.client, accept_language=wanted) == language_of_page


def test_a_language_is_chosen_at_the_foot_and_kept_by_the_browser(site: Site) -> None:
    answer = site.post("/look", language="de", back="/about")
    assert (answer.status_code, answer.headers["location"]) == (303, "/about")
    assert language(site.client, accept_language="en") == "de"
    site.post("/look", language="en")
    assert language(site.client, accept_language="de") == "en"


def test_a_language_that_is_none_is_not_kept(site: Site) -> None:
    for wrong in ("xx", "x-long", "../de", ""):
        assert COOKIE not in site.post("/look", language=wrong).headers.get("set-cookie", "")
    site.client.cookies.set(COOKIE, "../../de")
    assert language(site.client, accept_language="de") == "de"


def test_what_goes_wrong_is_told_in_the_language_of_the_reader(site: Site) -> None:
    headers = {"accept": "text/html", "accept-language": "de"}
    page = site.client.get("/nowhere", headers=headers).text
    assert GERMAN in page
    assert "Hier wächst nichts" in page


def test_an_account_has_its_language_on_every_device(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, _):
        with closing(Guest(address, "computer")) as computer:
            computer.post("/account/name", name="Ada")
            computer.post("/account/keep", password=KEPT)
            computer.post("/look", language="de")
            assert '"language": "de"' in computer.get("/account/data").text
        with closing(Guest(address, "phone")) as phone:
            assert GERMAN not in phone.get("/about").text
            phone.post("/account/enter", name="Ada", password=KEPT)
            assert GERMAN in phone.get("/about").text
            # Programs are answered in English, whoever sends them.
            assert "nothing here with that name" in phone.get("/api/matches/none").text


def test_scripts_find_their_texts_at_an_address_that_never_changes(site: Site) -> None:
    guide = "/guide/arboretum"
    page = site.client.get(guide, headers={"accept-language": "de"}).text
    address = re.findall(r'href="(/texts/de\.\w+\.js)"', page)[0]
    answer = site.client.get(address)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == getattr(script_texts("de"), "code", "")
    assert site.client.get("/texts/de.0123456789ab.js").status_code == 404
    assert answer.headers["content-encoding"] == "gzip"
    assert "/texts/" not in site.client.get(guide).text


def test_templates_escape_what_is_filled_in_and_nothing_else() -> None:
    text = template_texts._("<b>{name}</b>", name="<i>")
    assert text == Markup("<b>&lt;i&gt;</b>")
    assert template_texts.ngettext("{count} {x}", "{count} {x}", 2, x="<") == "2 &lt;"
    with in_language("de"):
        assert template_texts.translated("About") == "Info"
