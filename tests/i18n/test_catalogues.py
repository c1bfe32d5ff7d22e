"""Catalogues: complete, up to date with the sources, and faithful to their placeholders."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from string import Formatter

import pytest
from babel.messages import Message

from spinney.i18n import catalogue
from spinney.i18n.catalogue import Text

LANGUAGES = catalogue.languages()
TAG = re.compile(r"</?\w[^>]*>")
DO = "run: make texts"


@cache
def texts() -> list[Text]:
    return catalogue.extract()


def messages(language: str) -> list[Message]:
    return [message for message in catalogue.read(language) if message.id]


def test_german_is_a_language_and_there_are_texts() -> None:
    assert "de" in LANGUAGES
    assert len(texts()) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_what_the_sources_make_it(language: str) -> None:
    stale = [
        path.name
        for path, content in catalogue.files_of(language, texts()).items()
        if not path.exists() or path.read_bytes() != content
    ]
    assert stale == [], DO


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_none_only_guessed(language: str) -> None:
    left = [message.id for message in messages(language) if not catalogue.is_translated(message)]
    assert left == []
    assert [message.id for message in messages(language) if message.fuzzy] == []


def placeholders(text: str) -> frozenset[str]:
    """Return the names in braces of a text. Raises ValueError if it is not a format."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_and_tags_of_its_source(language: str) -> None:
    for message in messages(language):
        english, translated = catalogue.forms(message)
        named = frozenset[str]().union(*map(placeholders, english))
        wanted = {placeholders(form) for form in english}
        for form in translated:
            # The form for one thing may leave out the number, as the English one may.
            assert placeholders(form) in {*wanted, named}, form
            assert Counter(TAG.findall(form)) == Counter(TAG.findall(english[-1])), form
            in_page = any(file.endswith(".html") for file, _ in message.locations)
            assert not in_page or '"' not in TAG.sub("", form), f"it may be an attribute: {form}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_begins_and_ends_as_its_source_does(language: str) -> None:
    for message in messages(language):
        english, translated = catalogue.forms(message)
        for form in translated:
            assert form == form.strip() or english[0] != english[0].strip(), form
            if len(form) < 3:
                continue
            ends = [text[-1] in ".:?!…" and text[-1] for text in (english[0], form)]
            assert ends[0] == ends[1], f"{english[0]!r}: {form!r}"
