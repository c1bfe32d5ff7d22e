"""Names in the documentation: each file, command, option, target of make and import exists."""

from __future__ import annotations

import argparse
import ast
import importlib
import re
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
                    assert hasattr(module, name.name), f"{node.module}.{name.name}"
