"""Documentation: each file, command, option, target of make and name in it exists.

Modules begin with a line that says what they are for, as a noun phrase or an imperative.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import importlib
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from spinney import cli

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if page.name != "CHANGELOG.md"  # it tells of names that are gone
)
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)+\.(?:py|md|html|js|css|toml|txt|sql)")
COMMAND = re.compile(r"(?:^|[\s/])spinney((?: +(?:[^\s&|;`\\]|\\\n)+)+)")
FILE_NAME = re.compile(r"\.(?:csv|html|json|jsonl|svg|txt)$")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
STARTS = [
    *(ROOT / start for start in ("", "src", "src/spinney", "src/spinney/server", "docs", "tests")),
    *(ROOT / "src/spinney/games").iterdir(),
]
"""Where the paths in the documentation start: `text/notation.py` is in the folder of a game."""


def inline(page: str) -> list[str]:
    """Return what stands between single backticks outside of blocks."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.S | re.M)
    return re.findall(r"`([^`\n]+)`", text)


def blocks(page: str, *languages: str) -> list[str]:
    text = (ROOT / page).read_text()
    return re.findall(rf"^```(?:{'|'.join(languages)})\n(.*?)^```", text, re.S | re.M)


def options(parser: argparse.ArgumentParser) -> set[str]:
    """Return the options that the help of a command and of its tasks shows."""
    shown = set(OPTION.findall(parser.format_help()))
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            shown.update(*(options(task) for task in action.choices.values()))
    return shown


def commands(page: str) -> list[list[str]]:
    """Return the words behind `spinney` in blocks of shell and between backticks."""
    lines = [
        line for block in blocks(page, "sh") for line in block.replace("\\\n", " ").split("\n")
    ]
    lines = [line.partition(" #")[0] for line in lines]
    return [
        found[1].split() for line in [*lines, *inline(page)] for found in COMMAND.finditer(line)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_exist(page: str) -> None:
    names = [name for name in inline(page) if FILE.fullmatch(name) and not name.startswith("/")]
    for name in names:
        starts = [(ROOT / page).parent, *STARTS]
        made = name.startswith("build/")  # by make, not kept
        assert made or any((start / name).exists() for start in starts), name


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_that_are_named_exist(page: str) -> None:
    parser, known = cli._parser()
    for words in commands(page):
        own = words[: words.index("--")] if "--" in words else words
        if not re.fullmatch("[a-z]+", own[0]):
            assert not OPTION.fullmatch(own[0]) or own[0] in options(parser), words
            continue
        assert own[0] in known, words
        given = {option for word in own[1:] for option in OPTION.findall(word.partition("=")[0])}
        assert given <= options(known[own[0]]), words


@pytest.mark.parametrize("page", PAGES)
def test_targets_of_make_that_are_named_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    lines = [line.partition("#")[0] for block in blocks(page, "sh") for line in block.split("\n")]
    for line in [*lines, *inline(page)]:
        if line.startswith("make "):
            named, _, _ = line.removeprefix("make ").partition("ARGS=")
            assert set(named.split()) <= targets, line


@pytest.mark.parametrize("page", PAGES)
def test_examples_in_python_parse_and_import_what_exists(page: str) -> None:
    for block in blocks(page, "python", "py"):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("spinney"):
                module = importlib.import_module(node.module or "")
                for name in node.names:
                    whole = f"{node.module}.{name.name}"
                    assert hasattr(module, name.name) or find_spec(whole), whole


def read_docstrings(tree: ast.AST) -> Iterator[str]:
    """Yield the docstrings of a module, and those that stand behind its constants."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield every name that a module uses, also those it looks up as strings."""
    for node in ast.walk(tree):
        for field in ("name", "arg", "id", "attr", "module", "asname", "value"):
            if isinstance(name := getattr(node, field, None), str):
                yield from name.split(".")


SOURCE = sorted((ROOT / "src").rglob("*.py"))
OWN = sorted(path for part in ("benchmarks", "tests") for path in (ROOT / part).rglob("*.py"))
NAME = re.compile(
    r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)|\b[Rr]aises? ([A-Z]\w+)|^ +([A-Z][a-z]\w+): ", re.M
)
"""A name between backticks, and of an exception as docstrings list them."""
CLAUSE = re.compile(r"(`\w+`: )?(what|whatever|who|whoever|whom|how|where|when|which|why)\b", re.I)
"""How a line begins that is a clause and names no thing."""


@pytest.fixture(scope="module")
def known_names() -> set[str]:
    parts = {part for path in SOURCE for part in path.relative_to(ROOT).with_suffix("").parts}
    used = {name for path in SOURCE for name in names_in(ast.parse(path.read_text()))}
    return parts | used | set(sys.stdlib_module_names) | set(dir(builtins))


def test_names_in_docstrings_exist(known_names: set[str]) -> None:
    named = [
        (path, found[found.lastindex or 0])
        for path in SOURCE
        for text in read_docstrings(ast.parse(path.read_text()))
        for found in NAME.finditer(text)
    ]
    assert len(named) > 500
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in named
        if not FILE_NAME.search(name) and not known_names.issuperset(name.split("."))
    ]
    assert not gone, "\n".join(gone)


def test_modules_begin_with_a_noun_phrase_or_an_imperative() -> None:
    heads = {
        path: (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n")[0]
        for path in [*SOURCE, *OWN]
        if path.read_text()
    }
    clauses = [
        f"{path.relative_to(ROOT)}: {head}" for path, head in heads.items() if CLAUSE.match(head)
    ]
    assert not clauses, "\n".join(clauses)
