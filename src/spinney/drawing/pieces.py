"""Pieces: SVG groups with an id, a place, a label, and a word that a click says."""

import json
from collections.abc import Sequence
from typing import NamedTuple, TypedDict, Unpack

from spinney.drawing.fitting import fitted_name, text_width
from spinney.drawing.svg import escape, place, text


class Unavailable(NamedTuple):
    """Something that could be done with a piece at another time.

    Attributes:
        label: its name: "Complete the tree".
        reason: why not now, in a sentence.
    """

    label: str
    reason: str


class Named(TypedDict, total=False):
    """The names and marks of a piece; all of them are optional.

    Attributes:
        word: the word that a click adds to the move, on a piece that can be named now.
        verb: the first word of the move that a click makes, where the picture says what it does:
            a move of these two words needs no further click.
        label: what and where, "S7 on C3".
        marks: further classes, such as ``"fresh"`` or a frame, ``"player-red"``.
        unavailable: an action that is impossible now, and the reason, shown on a click. A piece
            without a word can have that, too.
        partners: the ids of pieces that light up while this one is looked at or picked.
        has_button: does a plain button say the word, too? For what is not clear to be clicked.
    """

    word: str | None
    verb: str
    label: str
    marks: str
    unavailable: Sequence[Unavailable]
    partners: str
    has_button: bool


def piece(
    id_: str,
    kind: str,
    body: str,
    at: tuple[float, ...],
    *,
    halo: str = "",
    **named: Unpack[Named],
) -> str:
    """A ``<g>`` of some kind (its classes) ``at`` x, y, a scale and, where it leans, degrees.

    With a `word` it is a button that says that word, with a `halo` around it for the states
    that the page's script gives; without, it is a part of the picture and hidden from readers.
    The label says what and where; it is the name of the button, and what hovering shows. One of
    several lines is a story: a page shows it in a corner of the board.
    """
    word, marks, label = named.get("word"), named.get("marks"), escape(named.get("label", ""))
    classes = f"{kind} {escape(marks)}" if marks else kind
    title = f"<title>{label}</title>" if label else ""
    unavailable = named.get("unavailable")
    attributes = _refused(unavailable) if unavailable else ""
    if named.get("partners"):
        attributes += f' data-partners="{escape(named["partners"])}"'
    if word is None:
        spoken, halo = ' aria-hidden="true"', ""
    else:
        said = escape(word)
        spoken = f' data-word="{said}" role="button" aria-label="{label or said}"'
        if named.get("verb"):
            attributes += f' data-verb="{escape(named["verb"])}"'
        if named.get("has_button"):
            attributes += ' data-has-button=""'
    return (
        f'<g id="{escape(id_)}" class="{classes}" transform="{place(*at)}"{attributes}{spoken}>'
        f'{title}{halo}<g class="lift">{body}</g></g>'
    )


def _refused(unavailable: Sequence[Unavailable]) -> str:
    """The attribute by which the page knows an impossible action of a piece, and the reason."""
    written = json.dumps(unavailable, ensure_ascii=False, separators=(",", ":"))
    return f' data-unavailable="{escape(written)}"'


class Name(NamedTuple):
    """A player's name as it is drawn: the text, how wide it is, and the class of its size."""

    text: str
    width: float
    class_: str

    def at(self, x: float, y: float) -> str:
        """Return it as a ``<text>``."""
        return text(self.text, x, y, self.class_)


def name_title(name: str, room: float) -> Name:
    """Return a player's name as a title: in smaller letters where room is short, then cut."""
    fits = (title for title in _TITLES if text_width(name, title[0], bold=True) <= room)
    size, class_ = next(fits, _TITLES[-1])
    fitted = fitted_name(name, room, size, bold=True)
    return Name(fitted, text_width(fitted, size, bold=True), class_)


_TITLES = (20, "title"), (16, "owner"), (14, "owner snug")
"""The sizes of names, and their classes."""
