"""The language of texts: looked up, chosen, and kept apart in caches."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.i18n import (
    LONG,
    LONG_VARIABLE,
    _,
    best_language,
    cached_text,
    current_language,
    in_language,
    is_offered,
    language_of_environment,
    native_name,
    ngettext,
    set_language,
)
from spinney.i18n.scripts import script_texts

LANGUAGE_NAMES = ("SPINNEY_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def test_texts_are_english_until_another_language_is_set() -> None:
    assert _("About") == "About"
    with in_language("de"):
        assert _("About") == "Info"
    assert current_language() == "en"


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no language 'xx'"):
        set_language("xx")


def test_values_are_filled_in_by_name_and_numbers_by_form() -> None:
    assert _("{name} rests", name="Ada") == "Ada rests"
    texts = [ngettext("{count} tree", "{count} trees", count) for count in (0, 1, 2)]
    assert texts == ["0 trees", "1 tree", "2 trees"]


def test_the_long_language_is_longer_by_two_fifths_and_only_for_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not is_offered(LONG)
    monkeypatch.setenv(LONG_VARIABLE, "1")
    assert is_offered(LONG)
    with in_language(LONG):
        assert len(_("Take the card")) == round(1.4 * len("Take the card"))
        assert _("{name} rests", name="Ada").startswith("Ada rests ~")


def test_each_language_calls_itself_by_its_own_name() -> None:
    assert [native_name(code) for code in ("en", "de")] == ["English", "Deutsch"]


def test_the_best_language_is_the_first_wanted_one_that_there_is() -> None:
    assert best_language(["fr", "de-AT", "en"]) == "de"
    assert best_language(["DE_ch"]) == "de"
    assert best_language(["fr"]) == best_language([]) == "en"


@pytest.mark.parametrize(
    ("wanted", "best"),
    [("pt-BR", "pt_BR"), ("pt_BR", "pt_BR"), ("PT-br", "pt_BR"), ("de-AT", "de"), ("pt", "en")],
)
def test_a_language_can_have_a_region(
    wanted: str, best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.i18n.languages", lambda: ("en", "de", "pt_BR"))
    assert best_language([wanted]) == best


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_AT@euro"}, "de"),
        ({"LC_ALL": "C", "SPINNEY_LANGUAGE": "de"}, "de"),
    ],
)
def test_the_environment_says_which_language_a_terminal_has(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in LANGUAGE_NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_environment() == language


def test_cached_texts_are_kept_for_each_language_by_itself() -> None:
    calls = []

    @cached_text(maxsize=8)
    def name(kind: str) -> str:
        calls.append(kind)
        return f"{kind}: {_('About')}"

    with in_language("de"):
        german = name("page"), name("page")
    assert (*german, name("page")) == (*["page: Info"] * 2, "page: About")
    assert calls == ["page", "page"]


def test_two_who_are_served_at_once_have_each_their_language() -> None:
    async def read(language: str) -> str:
        set_language(language)
        await asyncio.sleep(0)
        return await asyncio.to_thread(_, "About")

    async def both() -> list[str]:
        tasks = [asyncio.create_task(read(language)) for language in ("de", "en", "de")]
        return [await task for task in tasks]

    with ThreadPoolExecutor(1) as thread:  # an earlier test may have left a loop in this one
        assert thread.submit(asyncio.run, both()).result() == ["Info", "About", "Info"]


@given(st.text(max_size=20))
def test_scripts_have_texts_in_known_languages_only(language: str) -> None:
    assert script_texts(language) is None or language in ("de", LONG)
