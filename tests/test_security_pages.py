"""Tests hold what the threat model promises, and the links of its pages lead somewhere."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/threat-model.md").read_text()
PROMISES = [
    line for table in PAGE.split("| promise | tested by |")[1:]
    for line in table.split("\n\n")[0].strip().splitlines()[1:]
]  # fmt: skip
"""The rows of the tables of promises."""


def test_there_are_promises() -> None:
    assert len(PROMISES) > 25
    headings = re.findall(r"^## (.+)", PAGE, re.M)
    assert len(PAGE.split("| promise | tested by |")) - 1 == 5, headings


@pytest.mark.parametrize("row", PROMISES)
def test_each_promise_names_tests_that_are_there(row: str) -> None:
    _, promise, holders, _ = row.split("|")
    named = re.findall(r"`([^`]+)`", holders)
    assert promise.strip()
    assert named, row
    assert re.sub(r"`[^`]+`|[,\s]", "", holders) == "", f"only files stand there: {row}"
    for name in named:
        tree = ast.parse((ROOT / name).read_text())
        tests = [
            node for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]  # fmt: skip
        assert name.startswith("tests/")
        assert tests, f"{name} has no tests"


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/threat-model.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert "://" not in target, "no address outside the project"
        file, _, anchor = target.partition("#")
        there = (ROOT / page).parent / file
        assert there.is_file()
        headings = [
            re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)", there.read_text(), re.M)
        ]
        assert not anchor or anchor in headings


def test_the_first_page_of_the_project_names_them() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "(SECURITY.md)" in readme
    assert "(docs/threat-model.md)" in readme
