# ruff: noqa: RUF001 - letters that look like others are what this is about
"""Names: no invisible characters, nothing that reads as another's, no reserved words."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from sqlalchemy import insert, text
from tests.server.conftest import Opened
from tests.server.playing import GAME, begun, guest

import spinney
from spinney import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.names import LONGEST, bot_name, checked_name, read_alike
from spinney.server.db.database import Database, now
from spinney.server.db.migrate import NEWEST, migrate
from spinney.server.db.schema import accounts, skeletons
from spinney.server.services import Services

PASSWORD = "correct horse"  # noqa: S105 - of nobody

ALIKE = [
    ("Ann", "Аnn"),
    ("Ann", "ANN"),
    ("Ann", "Ａｎｎ"),
    ("Ann", "𝐀𝐧𝐧"),
    ("Ann", "ᴀɴɴ"),
    ("Anna", "Ꭺnna"),  # Cherokee
    ("Paul", "PauI"),
    ("Bill", "Bi11"),
    ("Bob", "B0b"),
    ("modern", "rnodern"),
    ("Вова", "BoBa"),
    ("сосо", "coco"),
    ("Νίκος", "νíκος"),
    ("José", "Jose\u0301"),
]
APART = [("Ann", "Anne"), ("Ann", "Avv"), ("José", "Jose"), ("Änne", "Anne"), ("Eli", "Ell")]
EVERYDAY = (
    "Ann",
    "Änne ✿",
    "O’Neill",
    "Jean-Luc",
    "Nguyễn",
    "नमस्ते",
    "สวัสดี",
    "אָבִי",
    "محمد",
    "中村",
    "홍길동",
    "Ольга",
    "Ai",
    "🌳",
    "R2D2",
    "Modesty",
    "Freeman",
    "Joe Root",
    "Abbot",
    "Baumann",
    "Guest 1234",
)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_read_alike(one: str, other: str) -> None:
    assert read_alike(one, other)
    assert read_alike(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_read_differently(one: str, other: str) -> None:
    assert not read_alike(one, other)


@pytest.mark.parametrize("name", EVERYDAY)
def test_everyday_names_of_many_writings_are_taken(name: str) -> None:
    assert checked_name(f"  {name} ") == unicodedata.normalize("NFC", name)


def test_no_name_has_a_character_that_nobody_sees() -> None:
    sorts = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    unseen = [chr(c) for c in range(sys.maxunicode + 1) if unicodedata.category(chr(c)) in sorts]
    fillers = [chr(c) for c in range(sys.maxunicode + 1) if _is_filler(chr(c))]
    assert {"\u3164", "\u2800", "\u115f", "\uffa0"} <= set(fillers)
    for character in (*unseen[::97], *"\u200b\u200d\u202e\u2066\ufeff\u00ad", *fillers):
        for name in (character, f"An{character}n"):
            if " ".join(name.split()) not in ("Ann", "An n"):  # white space there is the same
                with pytest.raises(Refused, match="name"):
                    checked_name(name)


HIDDEN = re.compile(
    "(?<!GAP )(?<!LINE )FILLER|BRAILLE PATTERN BLANK|VARIATION SELECTOR-17|GRAPHEME JOINER"
    "|NULL NOTEHEAD|VOWEL INHERENT A"
)


def _is_filler(character: str) -> bool:
    return HIDDEN.search(unicodedata.name(character, "")) is not None


@pytest.mark.parametrize(
    "name",
    ["\u0301", "A\u0301 \u0301", "1\u20e3", "a" + "\u0301\u0302\u0303\u0304\u0305", "...", "—"],
)
def test_a_name_is_more_than_marks(name: str) -> None:
    with pytest.raises(Refused, match=r"a name (needs|can)"):
        checked_name(name)


def test_a_name_is_as_long_as_it_looks() -> None:
    composed = checked_name("a\u0301" * LONGEST)
    assert len(composed) == LONGEST
    assert checked_name("❤\ufe0f Ann") == "❤ Ann"
    with pytest.raises(Refused, match="1 to 24"):
        checked_name("a\u0301" * (LONGEST + 1))


RESERVED = (
    "admin|Administrator|аdmin|A.D.M.I.N|admin 2|moderator|System|server|Umpire|the computer|"
    "ＣＯＭＰＵＴＥＲ|tree|Trее|ancient|player 1|P1ayer 2|PIayer 1|red|Blue|You|spectator|"
    "someone who left|level:tree|“Ann”|Adm1n|ADM1N"
)
IN_GERMAN = (
    "Spieler 1|Sp1eler 2|Rot|Blau|Baum|Sämling|Samling|Schiedsrichter|Spielleitung|Computer 2|"
    "Rechner|du|jemand, der gegangen ist|ein freier Platz|Mitspielerin"
)
TITLED = (
    "Admin Ann|the admin|Ann (umpire)|Ann, Umpire|Spinney Team|The Computer (tree)|Adm1n Bob|"
    "аdmin Bob|ádmin Bob|Admin2 Bob|Ann [bot]|Ann bot|Moderatorin Eva"
)


@pytest.mark.parametrize("name", f"{RESERVED}|{IN_GERMAN}|{TITLED}".split("|"))
def test_reserved_words_and_what_reads_like_them_are_nobodys_name(name: str) -> None:
    with pytest.raises(Refused, match="nobody can be called"):
        checked_name(name)


@pytest.mark.parametrize("name", ["Аnn", "ANN", "Ａｎｎ", "ᴀɴɴ"])
def test_nobody_is_called_like_a_kept_name(services: Services, name: str) -> None:
    ann, other = guest(services, "Ann"), guest(services, "Bob")
    services.accounts.set_password(ann.id, PASSWORD)
    with pytest.raises(Refused, match="sign in with your password"):
        guest(services, name)
    with pytest.raises(Refused, match="sign in with your password"):
        services.accounts.rename(other.id, name)
    services.accounts.rename(ann.id, "Annette")
    services.accounts.rename(other.id, name)
    services.accounts.set_password(other.id, PASSWORD)
    with pytest.raises(Refused, match="sign in with your password"):
        services.accounts.rename(ann.id, "Ann")


def test_of_two_guests_whose_names_read_alike_one_keeps_hers(services: Services) -> None:
    ann, other = guest(services, "Ann"), guest(services, "Аnn")
    services.accounts.set_password(ann.id, PASSWORD)
    with pytest.raises(Refused, match="first choose another"):
        services.accounts.set_password(other.id, PASSWORD)


def test_nobody_sits_with_who_is_called_alike_nor_talks_there(services: Services) -> None:
    ann, like, bob = guest(services, "Ann"), guest(services, "Аnn"), guest(services, "Bob")
    rules = MatchSettings(public=True, umpire=True, umpire_free=True)
    table_id = services.tables.open(ann, spinney.game(GAME), Clock(), rules, ["me", "open"])
    for sit in (
        services.umpires.offer,
        lambda table_id, who: services.tables.sit(table_id, who, 1),
    ):
        with pytest.raises(Refused, match="someone called Ann"):
            sit(table_id, like)
    services.tables.sit(table_id, bob, 1)
    with pytest.raises(Refused, match="sits at your table"):
        services.accounts.rename(bob.id, "АNN")
    match = begun(services, "Cid", "Dee")
    with pytest.raises(Refused, match="someone called Dee"):
        services.chat.send(match, "watchers", guest(services, "Dее"), "hello")


def test_names_kept_before_stay_kept(bare: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    with bare.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
        skeletons.drop(connection)
        for number, name in enumerate(("Ann", "Аnn", "Bob")):
            row = {"id": name, "name": name, "login": name.casefold(), "password": "x"}
            connection.execute(insert(accounts).values(**row, created=number, seen=now()))
        connection.execute(text("ALTER TABLE accounts RENAME TO people"))
    with monkeypatch.context() as patch:  # what came later is there already
        patch.setattr("spinney.server.db.migrate.NEWEST", "0006")
        migrate(bare)
    with bare.writing() as connection:
        connection.execute(text("ALTER TABLE people RENAME TO accounts"))
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": NEWEST})
    services = Services.open(bare)
    for name in ("ANN", "Воb", "аnn"):
        with pytest.raises(Refused, match="sign in with your password"):
            guest(services, name)
    services.accounts.rename("Аnn", "Anton")
    services.close()


@pytest.fixture
def bare(doors: Opened) -> Database:
    services = doors()
    services.server_time.leave()
    return services.store.database


@pytest.mark.parametrize("name", ["Rex (bot)", "Rex (B0T)", "Rex ( bot )", "Rex(воt)", "(bot) Rex"])
def test_nobody_but_a_bot_is_called_like_one(name: str) -> None:
    assert bot_name("Rex") == "Rex (bot)"
    for made in (checked_name, bot_name):
        with pytest.raises(Refused, match="nobody can be called"):
            made(name)


def test_a_bot_has_room_for_its_mark() -> None:
    assert len(bot_name("R" * 18)) == LONGEST
    with pytest.raises(Refused, match="characters"):
        bot_name("R" * 19)
