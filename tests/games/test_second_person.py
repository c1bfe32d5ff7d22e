"""Score sheets and boards of who plays alone: "You win 13 to 10", and never "You wins"."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spinney.core import compilation, rendering
from spinney.core.score_sheet import sheet, verdict
from spinney.core.second_person import ViewerTexts, text_about, text_about_several, you
from spinney.core.state import State
from spinney.i18n import in_language
from spinney.match.record_reader import read_record

RECORDS = Path(__file__).parents[1] / "data" / "records"
ENDED = (
    "arboretum/2-published-first-draw.txt",
    "full-garden.txt",
    "forest-garden/own-plants-2.txt",
    "spring-2021/trees.txt",
)
THIRD_PERSON = {
    "en": r"\bYou (wins|holds|has)\b|\b(of|than|Only|would|by) You\b",
    "de": r"\bDu (gewinnt|hat|darf|dürfen|teilen)\b|\b(von|als|Nur|würde) Du\b",
}
WRONG = {
    "en": r"\bYou’s\b|\b(by|of) You\b|\bYou (chooses|sleeps)\b",
    "de": r"\b[Vv]on Du\b|\bDu’s\b|\b(hat|wählt) Du\b|\bDu (hat|wählt)\b|>Du<[^A-Z]*>ist dran",
}
"""What boards must not say."""


@pytest.mark.parametrize("record", ENDED)
def test_a_sheet_is_told_to_you(record: str) -> None:
    """Of the end and of before, whoever of the two is you."""
    with compilation.interpreting():
        match = read_record((RECORDS / record).read_text(encoding="utf-8"))
        assert match.over
        middle = match.frames[len(match.frames) // 2].transition.state
        for language, wrong in THIRD_PERSON.items():
            with in_language(language):
                texts = [
                    _told(state.with_names(names))
                    for state in (match.state, middle)
                    for names in ((you(), "Ben"), ("Ben", you()))
                ]
            assert not [text for text in texts if re.search(wrong, text)]
            assert any(
                re.search("[Yy]ou (win|lose)|[Dd]u (gewinnst|verlierst)", text) for text in texts
            )


@pytest.mark.parametrize("record", ENDED)
def test_boards_speak_to_you(record: str) -> None:
    """What pieces say of whose they are, and of who does what."""
    with compilation.interpreting():
        match = read_record((RECORDS / record).read_text(encoding="utf-8"))
        others = ["Ben", "Cleo", "Dan"][: match.game.num_players - 1]
        count = len(match.frames)
        for frame in (match.frames[k] for k in (count // 4, count // 2, count - 2)):
            state = frame.transition.state
            for language, wrong in WRONG.items():
                with in_language(language):
                    named = you()
                    view = state.with_names((named, *others)).observe(0)
                    drawn = rendering.svg(view)
                    assert named in drawn
                    assert not re.search(wrong, drawn)


def _told(state: State) -> str:
    """All that the sheet says of people."""
    of = sheet(state)
    rows = [text for row in of.rows for text in (row.note, *row.reasons)]
    return "\n".join([of.verdict, *rows])


def test_several_are_told_with_you_among_them() -> None:
    assert text_about_several(("Ann", "You"), "you and others", "others") == "you and others"
    assert text_about_several(("Ann", "Ben"), "you and others", "others") == "others"


@pytest.mark.parametrize(
    ("names", "totals", "winners", "english", "german"),
    [
        (("{you}", "Ben"), (108, 105), (0,), "You win 108 to 105.", "Du gewinnst 108 zu 105."),
        (("{you}", "Ben"), (105, 108), (1,), "You lose 105 to 108.", "Du verlierst 105 zu 108."),
        (("Ann", "Ben"), (105, 108), (1,), "Ben wins 108 to 105.", "Ben gewinnt 108 zu 105."),
        (
            ("Ann", "{you}", "Ben"),
            (7, 7, 2),
            (0, 1),
            "You and Ann share the win, 7 to 7 to 2.",
            "Du und Ann teilt euch den Sieg, 7 zu 7 zu 2.",
        ),
        (
            ("Ann", "Ben", "Cleo", "Dan"),
            (9, 41, 38, 7),
            (1,),
            "Ben wins 41 to 38.",
            "Ben gewinnt 41 zu 38.",
        ),
    ],
)
def test_a_result_is_a_sentence(
    names: tuple[str, ...],
    totals: tuple[int, ...],
    winners: tuple[int, ...],
    english: str,
    german: str,
) -> None:
    for language, sentence in ("en", english), ("de", german):
        with in_language(language):
            called = [name.format(you=you()) for name in names]
            assert verdict(called, totals, winners, over=True) == sentence


def test_who_is_called_you_comes_first_among_those_ahead() -> None:
    names, totals = ("Ann", you(), "Ben", "Cleo"), (7, 7, 7, 2)
    assert verdict(names, totals, (0, 1, 2), over=False) == (
        "You, Ann and Ben would share the win if the game ended now, 7 to 7 to 7 to 2."
    )


def test_a_sentence_is_told_to_the_reader_or_to_who_is_called_you() -> None:
    own, other = "You hold {cards}.", "{name} holds {cards}."
    assert text_about(you(), own, other, cards=3) == "You hold 3."
    assert text_about("Ann", own, other, cards=3) == "Ann holds 3."
    assert text_about("Ann", own, other, is_reader=True, cards=3) == "You hold 3."


def test_a_viewer_reads_of_themselves_in_the_second_person() -> None:
    texts = ViewerTexts()
    texts.me, texts.names = 1, ("Ann", "Ben", "Carl")
    found = [texts.text_about(p, "Your garden", "{name}’s garden") for p in range(3)]
    assert found == ["Ann’s garden", "Your garden", "Carl’s garden"]
    assert texts.list([0, 2, 1]) == "Ann, Carl and Ben"
