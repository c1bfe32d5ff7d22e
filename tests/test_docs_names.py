"""Documentation: each file, command, option, target of make and name in it exists.

Modules begin with a line that says what they are for, as a noun phrase or an imperative. Docstrings
list arguments and attributes by the names that they have.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from spinney import cli
from tests.sources import parsed

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
EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))
NAME = re.compile(
    r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)|\b[Rr]aises? ([A-Z]\w+)|^ +([A-Z][a-z]\w+): ", re.M
)
"""A name between backticks, and of an exception as docstrings list them."""
CLAUSE = re.compile(r"(`\w+`: )?(what|whatever|who|whoever|whom|how|where|when|which|why)\b", re.I)
"""How a line begins that is a clause and names no thing."""
SECTION = re.compile(r"^( *)(Args|Attributes):\n((?:\1 +\S.*(?:\n|\Z)|\n)+)", re.M)
"""A section of a docstring that lists names: how far it is indented, its title, its lines."""
LISTED = re.compile(r"^ *(\*{0,2}\w+(?:, \*{0,2}\w+)*):(?: |$)")
"""A line of such a section that begins with one name or several."""
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@pytest.fixture(scope="module")
def known_names() -> set[str]:
    parts = {part for path in SOURCE for part in path.relative_to(ROOT).with_suffix("").parts}
    used = {name for path in SOURCE for name in names_in(parsed(path))}
    return parts | used | set(sys.stdlib_module_names) | set(dir(builtins))


def test_names_in_docstrings_exist(known_names: set[str]) -> None:
    named = [
        (path, found[found.lastindex or 0])
        for path in SOURCE
        for text in read_docstrings(parsed(path))
        for found in NAME.finditer(text)
    ]
    assert len(named) > 500
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in named
        if not FILE_NAME.search(name) and not known_names.issuperset(name.split("."))
    ]
    assert not missing, "\n".join(missing)


def test_modules_begin_with_a_noun_phrase_or_an_imperative() -> None:
    heads = {
        path: (ast.get_docstring(parsed(path)) or "").partition("\n")[0]
        for path in [*SOURCE, *OWN]
        if path.read_text()
    }
    clauses = [
        f"{path.relative_to(ROOT)}: {head}" for path, head in heads.items() if CLAUSE.match(head)
    ]
    assert not clauses, "\n".join(clauses)


def read_definitions(tree: ast.AST) -> Iterator[Definition]:
    """Yield the classes and functions of a module, also those inside of others."""
    return (node for node in ast.walk(tree) if isinstance(node, Definition))


def listed_names(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a docstring that list names: the title, and the names."""
    for _, title, section in SECTION.findall(text):
        lines = [line for line in section.splitlines() if line]
        depth = min(len(line) - len(line.lstrip()) for line in lines)
        names = []
        for line in lines:
            if line[depth] != " ":
                found = LISTED.match(line)
                assert found, line
                names += [name.lstrip("*") for name in found[1].split(", ")]
        yield title, names


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = function.args
    others = [one for one in (given.vararg, given.kwarg) if one]
    return {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, *others)}


def fields(node: ast.ClassDef) -> set[str]:
    """Return what the body of a class defines, and the attributes that its methods set."""
    found = set()
    for part in node.body:
        if isinstance(part, Definition):
            found.add(part.name)
        kind = ast.Attribute if isinstance(part, Definition) else ast.Name
        stored = [one for one in ast.walk(part) if isinstance(one, kind)]
        found.update(
            one.attr if isinstance(one, ast.Attribute) else one.id
            for one in stored
            if isinstance(one.ctx, ast.Store)
        )
    return found


def ancestry(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> Iterator[ast.ClassDef]:
    """Yield a class and those of ours that it comes from."""
    yield node
    for base in node.bases:
        whole = base.value if isinstance(base, ast.Subscript) else base
        other = classes.get(ast.unparse(whole).rpartition(".")[2])
        if other is not None and other is not node:
            yield from ancestry(other, classes)


def names_of(node: Definition, title: str, classes: dict[str, ast.ClassDef]) -> set[str]:
    """Return the names that the docstring of a class or function may list under a title."""
    if not isinstance(node, ast.ClassDef):
        return parameters(node)
    lineage = [*ancestry(node, classes)]
    made = [
        parameters(part)
        for one in lineage
        for part in one.body
        if isinstance(part, ast.FunctionDef) and part.name in ("__init__", "__new__")
    ]
    if title == "Args" and made:
        return set().union(*made)
    return set().union(*map(fields, lineage))


def list_wrong_names(tree: ast.AST, classes: dict[str, ast.ClassDef]) -> list[str]:
    """Return the names that docstrings of a module list and that are none of what they describe."""
    return [
        f"{node.lineno}: {title} of {node.name}: {name}"
        for node in read_definitions(tree)
        for title, names in listed_names(ast.get_docstring(node) or "")
        for known in [names_of(node, title, classes)]
        for name in names
        if name not in known
    ]


def classes_of(trees: Iterable[ast.AST]) -> dict[str, ast.ClassDef]:
    return {
        node.name: node
        for tree in trees
        for node in read_definitions(tree)
        if isinstance(node, ast.ClassDef)
    }


def test_arguments_and_attributes_in_docstrings_exist() -> None:
    trees = {path: parsed(path) for path in [*EXAMPLES, *OWN, *SOURCE]}
    classes = classes_of(trees.values())
    wrong = [
        f"{path.relative_to(ROOT)}:{name}"
        for path, tree in trees.items()
        for name in list_wrong_names(tree, classes)
    ]
    assert not wrong, "\n".join(wrong)


WRONG = '''
class Base:
    """A class.

    Attributes:
        given: a field.
        gone, made: of which one is none.
    """

    given: int

    def __init__(self, way: str) -> None:
        """Make it.

        Args:
            way: how; in two lines, of which
                the second: is no name.
            why: gone.
        """
        self.made = way


class Other(Base):
    """Another.

    Args:
        way: how.
        given: no parameter.

    Attributes:
        made: of the class that it comes from.
        way: a parameter only.
    """
'''


def test_wrong_names_in_docstrings_are_found() -> None:
    tree = ast.parse(WRONG)
    assert list_wrong_names(tree, classes_of([tree])) == [
        "2: Attributes of Base: gone",
        "23: Args of Other: given",
        "23: Attributes of Other: way",
        "12: Args of __init__: why",
    ]
