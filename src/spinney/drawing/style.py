"""The stylesheet of pictures: for pages, and with its variables resolved for files.

Browsers follow `pictures.css` as it stands. Other viewers and renderers know neither custom
properties nor themes, so a file gets plain rules in the colours of the light table and, where
no theme is fixed, a media query with those that differ in the dark.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Final, Literal

Theme = Literal["light", "dark"]

_MARK: Final = "/* --- the pictures --- */"


@cache
def stylesheet() -> str:
    """`pictures.css`, for a page to link."""
    return files(__package__).joinpath("pictures.css").read_text(encoding="utf-8")


@cache
def plain_rules(theme: Theme | None = None) -> str:
    """The rules of pictures without custom properties, for a theme or, with None, for both."""
    rules = _rules()
    if theme is not None:
        return _written(rules, theme)
    themed = [
        (selector, kept)
        for selector, body in rules
        if (kept := "".join(f"{part};" for part in body.split(";") if "var(" in part))
    ]
    dark = _written(themed, "dark")
    return f"{_written(rules, 'light')}@media (prefers-color-scheme:dark){{{dark}}}"


def needed(drawn: str, theme: Theme | None = None) -> str:
    """The part of `plain_rules` for a drawing that is not interactive."""
    classes = {name for given in re.findall(r'class="([^"]*)"', drawn) for name in given.split()}

    def keep(rule: re.Match[str]) -> str:
        selectors = [one for one in rule[1].split(",") if _applies(one, classes)]
        return f"{','.join(selectors)}{{{rule[2]}}}" if selectors else ""

    return re.sub(r"([^{}]+)\{([^{}]*)\}", keep, plain_rules(theme))


def _applies(selector: str, classes: set[str]) -> bool:
    """Can a selector apply to elements with these classes, if nothing is hovered or focused?"""
    touched = re.search(r":(?!root)|\[", selector)
    return not touched and classes.issuperset(re.findall(r"\.([\w-]+)", selector))


@cache
def _rules() -> list[tuple[str, str]]:
    """Selectors and bodies after the mark; the media queries there are for pages only."""
    css = re.sub(r"/\*.*?\*/", "", stylesheet().partition(_MARK)[2], flags=re.DOTALL)
    css = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", css)
    squeezed = re.sub(r"\s*([{}:;,>])\s*(?![^\"]*\"[^\"]*$)", r"\1", re.sub(r"\s+", " ", css))
    return [(a.strip(), b) for a, b in re.findall(r"([^{}]+)\{([^{}]*)\}", squeezed)]


def _colours(theme: Theme) -> dict[str, str]:
    """The custom properties of the table in a theme, by name."""
    start = ':root[data-theme="dark"]' if theme == "dark" else ":root"
    body = stylesheet().partition(f"{start} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", body))


def _written(rules: list[tuple[str, str]], theme: Theme) -> str:
    colours = _colours(theme)
    css = "".join(f"{selector}{{{body}}}" for selector, body in rules)
    return re.sub(r"var\(--([\w-]+)\)", lambda found: colours[found[1]], css)
