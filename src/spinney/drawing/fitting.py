"""Text that fits: bounds of its width in the fonts of boards, and shortened texts.

Browsers have different fonts, and a picture is drawn without asking one: the widths are those of
the widest of the usual fonts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_WIDTHS = {
    0.36: "ijlI|!.,:;'’‘ ",
    0.48: 'frt()[]-–/\\"“”·',
    1.06: "mw@%…—",
    1.14: "MW",
    0.80: "ABCDEGHKNOQRTUVXYZ&",
}
_USUAL = 0.68
"""How wide letters are in bold, in the size of the font."""
_BY_LETTER = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_WIDE = 1.06
"""A letter of East Asia, or an emoji."""
_REGULAR = 0.92
"""How wide letters are that are not bold."""


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a text is at most, in a font of this size."""
    return sum(map(_letter_width, text)) * size * (1 if bold else _REGULAR)


def _letter_width(letter: str) -> float:
    if letter in _BY_LETTER:
        return _BY_LETTER[letter]
    if unicodedata.combining(letter) or letter in "\u200d\ufe0e\ufe0f":
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return _WIDE
    return _BY_LETTER.get(unicodedata.normalize("NFD", letter)[0], _USUAL)


@lru_cache(maxsize=4096)
def fitted(text: str, room: float, size: float, bold: bool = False) -> str:
    """Return a text, or as much of it as there is room for, with an ellipsis."""
    if text_width(text, size, bold) <= room:
        return text
    end = len(text)
    while end and text_width(f"{text[:end].rstrip()}…", size, bold) > room:
        end -= 1
    while end and end < len(text) and _belongs_to_the_letter_before(text[end]):
        end -= 1
    return f"{text[:end].rstrip()}…"


@lru_cache(maxsize=1024)
def fitted_name(name: str, room: float, size: float, bold: bool = False) -> str:
    """Return a player's name, or as much of it as there is room for, in whole words if one fits.

    A number at its end is kept, for it tells one computer from another: "Seed… 3".
    """
    if text_width(name, size, bold) <= room:
        return name
    stem, number = numbered(name)
    if not number:
        short = next((s for s in _beginnings(name) if text_width(s, size, bold) <= room), name)
        return fitted(short, room, size, bold)
    short = fitted(stem, room - text_width(number, size, bold), size, bold)
    return fitted(name, room, size, bold) if short == "…" else short + number


def _beginnings(name: str) -> Iterator[str]:
    """Yield the beginnings of a name of several words, the longest first: "Ada…" of "Ada von X"."""
    words = name.split()[:-1]
    while words:
        if words[-1][0].isupper():
            yield f"{' '.join(words)}…"
        words.pop()


def first_name(name: str) -> str:
    """Return the first word of a name; but all of one that ends in a number."""
    return name if numbered(name)[1] else name.partition(" ")[0]


def numbered(name: str) -> tuple[str, str]:
    """Split a name into its beginning and the number at its end, with the space before."""
    stem, space, number = name.rpartition(" ")
    return (stem, space + number) if stem and number.isdecimal() else (name, "")


@lru_cache(maxsize=1024)
def wrapped(text: str, room: float, size: float, lines: int) -> tuple[str, ...]:
    """Return a text in at most some lines; the last is cut if the text doesn't fit."""
    done: list[str] = []
    line = ""
    words = text.split()
    while words and len(done) < lines - 1:
        longer = f"{line} {words[0]}".strip()
        if line and text_width(longer, size) > room:
            done.append(line)
            line = ""
        else:
            line = longer
            words.pop(0)
    rest = " ".join(filter(None, [line, *words]))
    return tuple(fitted(part, room, size) for part in (*done, rest) if part)


def shortened(text: str, most: int) -> str:
    """Return a text of at most some letters for a terminal, with an ellipsis if it is cut."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def shortened_name(name: str, most: int) -> str:
    """Return a player's name shortened for a terminal; a number at its end is kept."""
    stem, number = numbered(name)
    if len(name) <= most or len(number) + 2 > most:
        return shortened(name, most)
    return shortened(stem, most - len(number)) + number


def _belongs_to_the_letter_before(letter: str) -> bool:
    return _letter_width(letter) == 0
