"""The pages around the table."""

from __future__ import annotations

import html
import re
import struct

import pytest
from jinja2 import Environment
from tests.web.site import GAME, ORIGIN, Site, played

from spinney.server.template_environment import environment


def test_home_offers_every_game(site: Site) -> None:
    page = site.client.get("/").text
    assert f'href="/new/{GAME}"' in page
    assert "Continue playing" not in page


def test_play_begins_at_once_against_the_level_that_suits_the_last_results(site: Site) -> None:
    seats = []
    for _ in range(3):
        answer = site.post(f"/play/{GAME}")
        assert answer.status_code == 303
        live = site.match_service.live_match(answer.headers["location"].rpartition("/")[2])
        seats.append(live.match.header.seats)
        site.match_service.act(live, lambda match, at: match.resign(1, at))
    assert seats == [("me", "level:seedling")] * 2 + [("me", "level:sapling")]
    assert site.post("/play/chess").status_code == 404


@pytest.mark.parametrize(
    ("own", "clock"),
    [
        ({"time": "25", "more": "5"}, "bank 25:00 + 5"),
        ({"time": "3", "unit": "days", "per": "move"}, "move 3 days"),
        ({"time": "12", "unit": "hours", "per": "move", "more": "9"}, "move 720:00"),
        ({"time": "2", "unit": "days", "more": ""}, "bank 2 days"),
        ({"time": "0"}, "how much time"),
        ({"time": "1.5"}, "how much time"),
        ({"time": "5", "more": "soon"}, "how many seconds"),
        ({"time": "5", "unit": "years"}, "minutes, hours or days"),
        ({"time": "31", "unit": "days"}, "30 days at most"),
    ],
)
def test_a_clock_of_ones_own(site: Site, own: dict[str, str], clock: str) -> None:
    fields = {f"clock-{name}": value for name, value in own.items()}
    answer = site.post(
        f"/new/{GAME}", clock="own", **fields, **{"seat-0": "me", "seat-1": "friend"}
    )
    if answer.status_code == 303:
        match = site.match_service.live_match(answer.headers["location"].split("/")[2]).match
        assert str(match.header.clock) == clock
    else:
        assert answer.status_code == 422
        assert clock in answer.text
        assert 'name="clock" value="own" checked' in answer.text


def test_a_new_game_begins_as_asked(site: Site) -> None:
    sent = {"seat-0": "me", "seat-1": "friend", "option-dm_advantage": "blue", "seed": "7"}
    answer = site.post(f"/new/{GAME}", clock="move 1:00", **sent)
    assert answer.status_code == 303
    header = site.match_service.live_match(
        answer.headers["location"].rpartition("/")[2]
    ).match.header
    assert header.seats == ("me", "friend")
    assert header.seed == 7
    assert str(header.clock) == "move 1:00"
    assert header.game.chosen["dm_advantage"] == 1
    assert "Continue playing" in site.client.get("/").text


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("seat-1", "me", "two seats"),
        ("seat-1", "level:rock", "you can choose: me, friend, level:acorn"),
        ("seed", "seven", "whole number"),
        ("seed", str(2**63), "whole number"),
        ("seed", "9" * 5000, "whole number"),
        ("clock", "noon", "is not a clock"),
        ("option-dm_advantage", "green", "it can be: red, blue"),
    ],
)
def test_what_cannot_be_begun_is_said_and_the_form_kept(
    site: Site, field: str, value: str, reason: str
) -> None:
    sent = {"seat-0": "me", "seat-1": "friend", "clock": "none", "seed": "", field: value}
    answer = site.post(f"/new/{GAME}", **sent)
    assert answer.status_code == 422
    assert reason in answer.text.replace("&#39;", "'")
    assert re.search(r'name="seat-0">\s*<option value="me" selected>', answer.text)


def test_a_record_is_saved_and_opened_again(site: Site) -> None:
    match = f"/match/{site.match_service.begin(played('me', 'friend'))}"
    saved = site.client.get(f"{match}/record")
    assert saved.headers["content-disposition"].startswith("attachment")
    answer = _upload(site, saved.content)
    assert answer.status_code == 303
    again = answer.headers["location"].removesuffix("/replay")
    assert again != match
    assert site.client.get(f"{again}/record").text == saved.text


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"plant Q7 D5", b"x" * 90_000, "tree 🌲\n".encode() * 50]
)
def test_what_is_no_record_is_refused_and_the_form_kept(site: Site, content: bytes) -> None:
    answer = _upload(site, content)
    assert answer.status_code == 422
    assert "This record can’t be read" in answer.text
    assert 'action="/records"' in answer.text


def test_reading_a_record_takes_so_long_at_most(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("me", "friend", choices=40).record().encode()
    assert _upload(site, record).status_code == 303
    monkeypatch.setattr("spinney.server.home.pages.READING_SECONDS", -1.0)
    answer = _upload(site, record)
    assert answer.status_code == 422
    assert "takes too long" in answer.text
    assert len(site.match_service.store.recent()) == 1


def _upload(site: Site, content: bytes):  # type: ignore[no-untyped-def]  # an answer of the client
    return site.client.post(
        "/records",
        data={"token": site.token},
        files={"record": ("a.txt", content)},
        headers={"origin": ORIGIN},
        follow_redirects=False,
    )


def test_the_page_can_be_installed(site: Site) -> None:
    address = re.findall(r'rel="manifest" href="([^"]+)"', site.client.get("/").text)[0]
    answer = site.client.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["display"]) == ("Spinney", "standalone")
    assert site.client.get(manifest["start_url"]).status_code == 200
    for icon in manifest["icons"]:
        image = site.client.get(icon["src"]).content
        width, height = struct.unpack(">II", image[16:24])
        assert (image[1:4], icon["sizes"]) == (b"PNG", f"{width}x{height}")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_guides_headings_can_be_linked(site: Site) -> None:
    page = site.client.get(f"/guide/{GAME}").text
    links = re.findall(r'href="#([\w-]+)"', page)
    assert len(links) > 3
    assert all(f'id="{link}"' in page for link in links)


def test_look_is_kept_and_leads_back_inside_only(site: Site) -> None:
    answer = site.post("/look", theme="dark", back=f"/guide/{GAME}")
    assert answer.headers["location"] == f"/guide/{GAME}"
    assert 'data-theme="dark"' in site.client.get("/").text
    for back in ("//garden.example", "http://garden.example/", "/\\garden.example", "x\ny"):
        assert site.post("/look", back=back).headers["location"] == "/"


def back_of(page: str) -> str:
    """Return where the buttons for the theme lead back to."""
    return html.unescape(re.findall(r'name="back" value="([^"]*)"', page)[0])


def test_look_leads_back_to_the_very_position(site: Site) -> None:
    replay = f"{site.begin('me', 'friend')}/replay"
    page = site.client.get(f"{replay}?at=0&seen_by=-1").text
    assert back_of(page) == f"{replay}?at=0&seen_by=-1"
    assert site.post("/look", back=back_of(page)).headers["location"] == back_of(page)
    assert back_of(site.client.get(replay).text) == replay


def test_look_leads_back_to_what_scripts_have_shown_since(site: Site) -> None:
    replay = f"{site.begin('me', 'friend')}/replay"
    for shown, location in (
        (f"{ORIGIN}{replay}?at=1", f"{replay}?at=1"),
        (f"{ORIGIN}/about", f"{replay}?at=0"),
        (f"http://garden.example{replay}?at=1", f"{replay}?at=0"),
        ("http://[", f"{replay}?at=0"),
    ):
        site.client.headers["referer"] = shown
        assert site.post("/look", back=f"{replay}?at=0").headers["location"] == location


@pytest.mark.parametrize(
    ("form", "page"), [("/records", "/"), (f"/new/{GAME}", f"/new/{GAME}"), ("/look", "/about")]
)
def test_look_leads_back_to_the_page_of_a_form_that_was_refused(
    site: Site, form: str, page: str
) -> None:
    fields = {"token": "wrong" if form == "/look" else site.token, "seat-1": "nobody"}
    headers = {"origin": ORIGIN, "accept": "text/html", "referer": f"{ORIGIN}{page}"}
    refused = site.client.post(form, data=fields, headers=headers)
    assert refused.status_code in (403, 422)
    assert back_of(refused.text) == page
    again = site.client.post(form, data=fields, headers=headers | {"referer": f"{ORIGIN}{form}"})
    assert site.client.get(back_of(again.text)).status_code == 200


def test_what_answers_get_answers_head(site: Site) -> None:
    for address in ("/", "/about", "/manifest.webmanifest", site.begin("me", "friend")):
        asked, shown = site.client.head(address), site.client.get(address)
        assert (asked.status_code, asked.headers["content-type"]) == (
            shown.status_code,
            shown.headers["content-type"],
        )
    assert site.client.head("/match/none").status_code == 404
    assert site.client.head("/look").status_code == 405


def test_a_match_can_be_thrown_away(site: Site) -> None:
    match = site.begin("me", "friend")
    assert site.post(f"{match}/forget").status_code == 303
    assert site.client.get(match).status_code == 404


@pytest.mark.parametrize("address", ["/nowhere", "/match/none", "/new/chess", "/guide/chess"])
def test_what_is_not_there_is_said_in_words(site: Site, address: str) -> None:
    answer = site.client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "To the home page" in answer.text


def test_a_game_for_more_has_a_seat_for_each(site: Site) -> None:
    page = site.client.get("/new/arboretum").text
    assert page.index('name="option-players"') < page.index('name="seat-0"')
    assert 'name="seat-3"' in page
    seats = {f"seat-{p}": "level:seedling" if p else "me" for p in range(4)}
    made = site.post("/new/arboretum", **seats, **{"option-players": "3"})
    assert made.status_code == 303
    match = site.match_service.live_match(made.headers["location"].split("/")[2]).match
    assert len(match.header.seats) == match.game.num_players == 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("arboretum", ["The first of the list", "As published", "Player 1", "By lot", "Cassia"]),
        ("forest-garden", ["Asia", "North America", "Every harvest", "All lose it", "No", "Yes"]),
    ],
)
def test_settings_are_said_in_words(site: Site, name: str, words: list[str]) -> None:
    page = site.client.get(f"/new/{name}").text
    said = re.findall(r'name="(?:option|part)-[^>]*><span>([^<]*)</span>', page)
    assert {*words} <= {*said}
    assert not {"V11", "1", "Lot", "AS", "EU"} & {*said}


def test_an_option_is_put_together_from_its_parts(site: Site) -> None:
    trees = ("cassia", "dogwood", "lilac", "myrtle", "poplar", "willow")
    sent = {"seat-0": "me", "seat-1": "friend", "option-colours": "parts"}
    parts = {f"part-colours-{tree}": "on" for tree in trees}
    made = site.post("/new/arboretum", **sent, **parts)
    assert made.status_code == 303
    match = site.match_service.live_match(made.headers["location"].split("/")[2]).match
    assert match.game.chosen["colours"] == " ".join(trees)
    few = site.post("/new/arboretum", **sent, **{"part-colours-lilac": "on"})
    assert few.status_code == 422
    assert "2 players need 6 kinds of tree" in few.text
    assert re.search(r'name="part-colours-lilac" checked', few.text)


TIES = "option-special_tie"


@pytest.mark.parametrize(
    ("other", "sent", "plays"),
    [
        ("friend", {}, "agree"),
        ("friend", {TIES: "usual"}, "agree"),
        ("friend", {TIES: "lot"}, "lot"),
        ("level:seedling", {TIES: "usual"}, "lot"),
        ("level:seedling", {TIES: "agree"}, "agree"),
    ],
)
def test_tied_players_agree_where_people_play(
    site: Site, other: str, sent: dict[str, str], plays: str
) -> None:
    made = site.post("/new/forest-garden", **{"seat-0": "me", "seat-1": other}, **sent)
    match = site.match_service.live_match(made.headers["location"].split("/")[2]).match
    assert match.game.chosen["special_tie"] == plays


def test_the_form_names_clocks_and_options_in_plain_words(site: Site) -> None:
    page = site.client.get(f"/new/{GAME}").text
    assert "<legend>Who wins a tie</legend>" in page
    assert "3 minutes for each bid, and 3 minutes for all your turns of a round" in page
    assert "3 minutes for each day" in site.client.get("/new/spring-2021").text


def test_the_form_says_what_depends_on_who_plays(site: Site) -> None:
    page = site.client.get("/new/forest-garden").text
    assert re.search(
        r'value="usual" checked><span>By agreement between people, otherwise: By lot', page
    )
    assert '<details class="settings">' in page
    assert "otherwise</span>" not in site.client.get("/new/arboretum").text


def test_age_and_playing_time_stand_where_the_number_of_players_does(site: Site) -> None:
    text = "2 to 7 players, age 10 or older, 60 to 90 minutes"
    for address in ("/", "/new/forest-garden", "/about"):
        assert text in site.client.get(address).text
    assert "2 to 4 players<" in site.client.get("/new/arboretum").text


def test_the_pages_about_the_games_warn_of_eating_plants(site: Site) -> None:
    for address in ("/about", "/guide/forest-garden"):
        page = site.client.get(address).text
        assert "rely on" in page
        assert "poisonous" in page
    assert "poisonous" not in site.client.get("/guide/arboretum").text


def test_shared_links_show_a_title_a_sentence_and_a_picture(site: Site) -> None:
    match = site.post(f"/new/{GAME}", **{"seat-0": "me", "seat-1": "friend"}).headers["location"]
    for address in ("/", f"{match}/replay"):
        page = site.client.get(address).text
        shown = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', page))
        assert shown["title"]
        assert shown["description"]
        origin, _slash, path = shown["image"].partition("/static/")
        assert origin == str(site.client.base_url).rstrip("/"), "no address but this server's"
        picture = site.client.get(f"/static/{path}")
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
    assert "og:" not in site.client.get(match).text, "a table is its players' own"


def test_a_process_compiles_a_template_once(monkeypatch: pytest.MonkeyPatch) -> None:
    environment().get_template("base.html")
    compiled = list[str]()
    monkeypatch.setattr(Environment, "compile", lambda *_: compiled.append("one more"))
    environment().get_template("base.html")
    assert not compiled
