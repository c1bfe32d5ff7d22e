"""Find texts for players that are not marked for translation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from jinja2 import Environment, nodes

MARKS = {"_", "N_", "ngettext", "pgettext"}
"""The functions that mark texts."""
UNREAD = {
    "ValueError", "TypeError", "RuntimeError", "KeyError", "AssertionError", "NotImplementedError",
    "OSError", "LookupError", "AttributeError",
}  # fmt: skip
"""Errors that no player reads."""
LOGGERS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
SENTENCE = re.compile(r"[^\W\d_]{2,}[,;:]? +[^\W\d_]|^[A-Z][a-z]+[.!?…]?$|^[^\W\d_]+ $|^ [^\W\d_]+")
"""What looks like words for people: two words, or one with a capital."""
CODE = re.compile(
    r"[<>]|^[a-z-]+=|[=\[{]\w*[:(]|::|^\W*--|[a-z-]+: ?[\w.-]+;|\bSELECT\b"
    r"|^[MLHVCZ] ?[\d-]|^M[a-z]{0,4}( |$|\d)"
)
"""What looks like HTML, SVG, CSS, a command line or SQL."""


class Found(NamedTuple):
    """A text that is not marked."""

    line: int
    text: str


# Python.


def in_python(source: str) -> Iterator[Found]:
    """Yield the texts of a module that look as if people read them and are not marked."""
    yield from _walk(ast.parse(source))


def _walk(node: ast.AST) -> Iterator[Found]:
    if _is_unread(node):
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(_constant(part) or "{}" for part in node.values)
        if _is_text("".join(_constant(part) or "" for part in node.values)):
            yield Found(node.lineno, text)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _walk(part.value)
        return
    if (text := _constant(node)) and _is_text(text):
        yield Found(getattr(node, "lineno", 0), text)
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.AST) and not _is_docstring(one):
                yield from _walk(one)


def _is_unread(node: ast.AST) -> bool:
    """Is what stands here marked, or is it for programmers?"""
    if isinstance(node, ast.Assign):
        return any(_name(target) == "__all__" for target in node.targets)
    if isinstance(node, ast.Call):
        name = _name(node.func)
        logs = isinstance(node.func, ast.Attribute) and name in LOGGERS
        return name in MARKS or name in UNREAD or logs
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _constant(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and bool(_constant(node.value))


def _is_text(text: str) -> bool:
    return bool(SENTENCE.search(text)) and not CODE.search(text)


# Templates.

READ_ATTRIBUTES = {"title", "aria-label", "placeholder", "alt", "aria-description", "data-text"}
_CLASSES = re.compile(r"\{% block kind %\}.*?\{% endblock %\}")
"""A block of templates that holds classes."""
_EXPRESSION = re.compile(r"<!--.*?-->|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2,}")
PROPER = {"Spinney", "Rex"}
"""Words that are the same in every language."""


def in_template(source: str) -> Iterator[Found]:
    """Yield the texts of a template that are not marked: in its HTML and in its expressions."""
    expressions: list[str] = []

    def keep(found: re.Match[str]) -> str:
        expressions.append(found[0])
        lines = "\n" * found[0].count("\n")
        return f"\ue000{len(expressions) - 1}\ue001{lines}" if found[0][1] == "{" else lines

    page = _Page(expressions)
    page.feed(_EXPRESSION.sub(keep, _CLASSES.sub("", source)))
    page.close()
    yield from page.found


class _Page(HTMLParser):
    """Collects what people read on a page: its text, and some attributes."""

    def __init__(self, expressions: list[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.expressions, self.found = expressions, list[Found]()

    def handle_data(self, data: str) -> None:
        self._check(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in READ_ATTRIBUTES and value:
                self._check(value)

    def _check(self, text: str) -> None:
        line = self.getpos()[0]
        for number in re.findall("\ue000(\\d+)\ue001", text):
            self.found += [Found(line, said) for said in _said(self.expressions[int(number)])]
        bare = re.sub("\ue000\\d+\ue001", " ", text)
        if set(_WORD.findall(bare)) - PROPER and "=" not in bare:
            self.found.append(Found(line, " ".join(bare.split())))


SHOWN = (nodes.Output, nodes.Concat, nodes.Add, nodes.Or, nodes.Filter, nodes.Dict)
"""Expressions that show what they are made of."""


def _said(expression: str) -> Iterator[str]:
    """Yield the strings that an expression may show as they are."""
    (output,) = Environment(autoescape=False).parse(expression).body  # noqa: S701 - only parsed
    yield from _shown(output)


def _shown(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.Const):
        if isinstance(node.value, str) and set(_WORD.findall(node.value)) - PROPER:
            yield node.value
    elif isinstance(node, nodes.CondExpr):
        yield from _shown(node.expr1)
        if node.expr2 is not None:
            yield from _shown(node.expr2)
    elif isinstance(node, nodes.Getitem):
        yield from _shown(node.node)
    elif isinstance(node, nodes.Pair):
        yield from _shown(node.value)
    elif isinstance(node, SHOWN):
        for child in node.iter_child_nodes():
            yield from _shown(child)
