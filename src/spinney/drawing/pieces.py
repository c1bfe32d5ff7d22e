"""The frame of everything that has an id and a place: its attributes, label and glow."""

from spinney.drawing.svg import escape, place


def piece(
    id_: str,
    kind: str,
    body: str,
    at: tuple[float, ...],
    *,
    word: str | None = None,
    label: str = "",
    marks: str = "",
    halo: str = "",
) -> str:
    """A ``<g>`` of some kind (its classes) ``at`` x, y, a scale and, where it leans, degrees.

    With a `word` it is a button that says that word, with a `halo` around it for the states
    that the page's script gives; without, it is a part of the picture and hidden from readers.
    The label says what and where; it is the name of the button, and what hovering shows. One of
    several lines is a story: a page shows it in a corner of the board.
    """
    classes = f"{kind} {escape(marks)}" if marks else kind
    named = escape(label)
    title = f"<title>{named}</title>" if label else ""
    if word is None:
        spoken, halo = ' aria-hidden="true"', ""
    else:
        said = escape(word)
        spoken = f' data-word="{said}" role="button" aria-label="{named or said}"'
    return (
        f'<g id="{escape(id_)}" class="{classes}" transform="{place(*at)}"{spoken}>'
        f'{title}{halo}<g class="lift">{body}</g></g>'
    )
