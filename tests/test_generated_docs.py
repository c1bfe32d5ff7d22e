"""Parts of the documentation that are written by `docs/generate.py`: all are up to date."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spinney
from spinney import cli

DOCS = Path(__file__).resolve().parent.parent / "docs"
COMMAND_LINE = DOCS / "reference/command-line.md"


@pytest.fixture(scope="module")
def generate() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        yield importlib.import_module("generate")


def test_parts_that_follow_from_the_code_are_up_to_date(generate: Any) -> None:
    for path in generate.PAGES:
        text = path.read_text()
        assert generate.current(text) == text, f"{path} is old: run python docs/generate.py"


def test_a_part_that_is_old_is_written_anew(generate: Any) -> None:
    text = COMMAND_LINE.read_text()
    assert generate.current(text.replace("count the wins", "count the draws")) == text


def test_the_fields_of_each_game_are_written(generate: Any) -> None:
    text = (DOCS / "reference/observations.md").read_text()
    for name, game in spinney.all_games().items():
        if game.package.startswith("spinney."):
            part = text.partition(f"<!-- fields of {name} -->")[2].partition("<!-- end of ")[0]
            assert re.findall(r"^\| `(\w+)` \|", part, re.M) == [*game.record_class.fields], name


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of its tasks."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for task in action.choices.values():
                yield from parsers(task)


def test_each_command_has_a_section_with_all_of_its_options() -> None:
    sections = re.split(r"^##+ ", COMMAND_LINE.read_text(), flags=re.M)[1:]
    found = {text.partition("\n")[0]: text for text in sections}
    every = {parser.prog.removeprefix("spinney "): parser for parser in parsers(cli._parser()[0])}
    assert {"match", "admin ban", "arena run"} <= found.keys() == every.keys() - {"spinney"}
    for name, text in found.items():
        for action in every[name]._actions:
            is_listed = action.help != argparse.SUPPRESS and "--help" not in action.option_strings
            for option in action.option_strings if is_listed else ():
                assert f"`{option}" in text, (name, option)


def test_the_help_names_what_each_argument_is() -> None:
    missing = [
        (parser.prog, action.dest)
        for parser in parsers(cli._parser()[0])
        for action in parser._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]
    assert not missing
