"""Writing SVG: elements, escaped text, short numbers. Strings in, strings out."""

import re
from functools import cache, lru_cache

Value = str | int | float | bool | None

_SPECIAL = re.compile('[&<>"\t\n\r\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
_NAMES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """The text, safe between tags and between double quotes.

    Characters that XML 1.0 forbids are dropped; tabs and line ends are kept as references.
    """
    return _SPECIAL.sub(_reference, text) if _SPECIAL.search(text) else text


def _reference(match: re.Match[str]) -> str:
    character = match[0]
    return _NAMES.get(character) or (f"&#{ord(character)};" if character in "\t\n\r" else "")


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A coordinate with at most two decimals: ``"3"``, ``"0.5"``, ``"-1.25"``."""
    if isinstance(value, int):
        return str(value)
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


@lru_cache(maxsize=4096)
def place(x: float, y: float, scale: float = 1, lean: float = 0) -> str:
    """The value of a `transform` that puts something at (x, y), leaning by degrees, scaled."""
    moved = f"translate({number(x)} {number(y)})"
    if lean:
        moved += f" rotate({number(lean)})"
    # Four decimals: the scale multiplies coordinates of a hundred units.
    return moved if scale == 1 else f"{moved} scale({round(scale, 4):g})"


def attributes(given: dict[str, Value]) -> str:
    """Attributes with a leading blank each; None and False are left out, True reads ``"true"``.

    ``class_`` is written ``class``, ``data_word`` is written ``data-word``.
    """
    written = ""
    for name, value in given.items():
        if isinstance(value, str):
            written += f'{_attribute(name)}="{escape(value)}"'
        elif value is True:
            written += f'{_attribute(name)}="true"'
        elif value is not None and value is not False:
            written += f'{_attribute(name)}="{number(value)}"'
    return written


@cache
def _attribute(name: str) -> str:
    return " " + name.rstrip("_").replace("_", "-")


def element(tag: str, *children: str, **given: Value) -> str:
    """An element; children are SVG already (see `escape` for text)."""
    start = f"<{tag}{attributes(given)}"
    return f"{start}>{''.join(children)}</{tag}>" if children else f"{start}/>"


def group(*children: str, **given: Value) -> str:
    """A ``<g>``."""
    return element("g", *children, **given)


def text(content: object, x: float, y: float, class_: str = "label", **given: Value) -> str:
    """A ``<text>`` whose content is escaped; colour, size and anchor come from the class."""
    return element("text", escape(str(content)), class_=class_, x=x, y=y, **given)


def use(symbol: str, x: float, y: float, size: float, **given: Value) -> str:
    """A ``<use>`` of the square symbol with this id, its upper left corner at (x, y)."""
    return element("use", href=f"#{symbol}", x=x, y=y, width=size, height=size, **given)
