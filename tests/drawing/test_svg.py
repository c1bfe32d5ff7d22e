"""The writing of SVG: whatever text goes in, XML comes out and says the same."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.drawing import card, element, escape, group, icon, number, path_line, place, text, use

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)  # noqa: S314  (what is read here was written here)


@given(st.text())
def test_text_and_attributes_come_back_as_they_were(content: str) -> None:
    drawn = parsed(element("text", escape(content), data_word=content))
    kept = FORBIDDEN.sub("", content)
    assert (drawn.text or "") == kept
    assert drawn.get("data-word") == kept


@given(st.text(), st.text(), st.text(min_size=1), st.text())
def test_pieces_escape_what_they_are_given(id_: str, word: str, letter: str, label: str) -> None:
    drawn = parsed(card(id_, "willow", 7, letter, 0, 0, 44, word=word, label=label, marks=label))
    assert drawn.get("data-word") == FORBIDDEN.sub("", word)
    assert drawn.get("id") == FORBIDDEN.sub("", id_)
    parsed(path_line(id_, [(0, 0)], [letter], label=label))
    parsed(icon("parrot", 0, 0, 24, id_=id_, label=label))


@pytest.mark.parametrize(
    ("value", "short"),
    [(3, "3"), (3.0, "3"), (0.5, "0.5"), (-1.25, "-1.25"), (1 / 3, "0.33"), (-0.001, "0")],
)
def test_numbers_are_short(value: float, short: str) -> None:
    assert number(value) == short


@given(st.floats(-1e6, 1e6))
def test_numbers_are_near(value: float) -> None:
    assert float(number(value)) == pytest.approx(value, abs=0.005001)


def test_names_of_attributes() -> None:
    drawn = element("g", class_="a b", data_word="Q7", aria_hidden=True, x=None, y=False, z=0.5)
    assert drawn == '<g class="a b" data-word="Q7" aria-hidden="true" z="0.5"/>'


def test_helpers() -> None:
    assert group(text("<", 1, 2), id="a") == (
        '<g id="a"><text class="label" x="1" y="2">&lt;</text></g>'
    )
    assert (
        use("tree-willow", 0, 0, 48)
        == '<use href="#tree-willow" x="0" y="0" width="48" height="48"/>'
    )
    assert place(1, 2.5) == "translate(1 2.5)"
    assert place(1, 2, 0.55) == "translate(1 2) scale(0.55)"
