"""Examples of the documentation run, and have the results it shows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import spinney
from tests.hedges import hedge

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    "README.md",
    "docs/how-to/use-from-python.md",
    "docs/how-to/use-gymnasium.md",
    "docs/how-to/use-open-spiel.md",
    "docs/how-to/use-petting-zoo.md",
    "docs/games/arboretum.md",
    "docs/games/forest-garden.md",
    "docs/reference/drawing.md",
    "docs/reference/environments.md",
]
NEEDED = {
    "docs/how-to/use-gymnasium.md": "gymnasium",
    "docs/how-to/use-open-spiel.md": "pyspiel",
    "docs/how-to/use-petting-zoo.md": "pettingzoo",
}
"""What the pages on frameworks need installed."""
ADDING = "docs/adding-a-game.md"
EXAMPLE = ROOT / "examples/games/ridges"
FRAMES = ("rendering/", "middleware/", "db/", "jobs/", "static/", "templates/")
"""Folders of the server that have no pages of a feature."""
PROMISED = re.compile(r"#\s+([\d('\[]|True|False|None)")


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)


def run(block: str, names: dict[str, object]) -> int:
    """Run a block; an expression with its value behind a # must have it. Return how many did."""
    held, lines = 0, block.splitlines()
    for node in ast.parse(block).body:
        source = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        comment = source[source.find("#") :] if "#" in source else ""
        if isinstance(node, ast.Expr) and PROMISED.match(comment):
            value = repr(eval(ast.unparse(node), names))  # noqa: S307
            assert comment.lstrip("# ").startswith(value), f"{source} gave {value}"
            held += 1
        else:
            exec(ast.unparse(node), names)  # noqa: S102
    return held


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_examples_do_what_they_say(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if page in NEEDED:
        pytest.importorskip(NEEDED[page])
    names: dict[str, object] = {}
    held = 0
    for block in blocks(page):
        if "# spinney.Refused: " in block:
            code, promised = block.split("# spinney.Refused: ")
            with pytest.raises(spinney.Refused, match=re.escape(promised.strip())):
                run(code, names)
        else:
            held += run(block, names)
    assert held >= (2 if "drawing" in page else 3)
    for drawn in tmp_path.glob("drawing-*.svg"):
        assert drawn.read_text() == (ROOT / "docs/images" / drawn.name).read_text()


def test_the_citation_and_the_docs_name_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {spinney.__version__}\n" in citation
    for game in spinney.all_games().values():
        if game.package.startswith("spinney."):
            assert game.title in citation
    page = (ROOT / "docs/how-to/use-gymnasium.md").read_text()
    assert f"Spinney {spinney.__version__}." in page


def _parts(folder: Path) -> set[str]:
    """Return the names of the packages, modules and other folders in a folder."""
    parts = {path.name for path in folder.glob("*.py")} - {"__init__.py", "__main__.py"}
    return parts | {
        f"{path.name}/"
        for path in folder.iterdir()
        if path.is_dir() and not path.name.startswith("_")
    }


def test_the_layout_names_each_part_of_the_program() -> None:
    source = ROOT / "src/spinney"
    architecture = (ROOT / "docs/architecture.md").read_text()
    floors, server = architecture.split("\n## The server\n")
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    for part in _parts(source):
        named = part.replace("games/", "games/<name>/")
        assert f"`{named}`" in floors, part
        assert part == "cli.py" or f"`{named}`" in contributing, part
    for part in _parts(source / "server"):
        assert f"`{part}`" in server, part
        assert part.endswith(".py") or f"`{part}`" in contributing or part in FRAMES, part


def test_the_examples_for_research_are_listed() -> None:
    page = (ROOT / "docs/reference/environments.md").read_text()
    files = [
        *(ROOT / "examples/research").glob("*.py"),
        *(ROOT / "examples/research").glob("*.ipynb"),
    ]
    assert files
    for path in files:
        assert f"`{path.name}`" in page


def test_the_page_on_adding_a_game_shows_all_of_the_game() -> None:
    page = (ROOT / ADDING).read_text()
    rules = ast.parse((EXAMPLE / "rules.py").read_text()).body
    defined = {n.name for n in rules if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    assert set(re.findall(r":pyobject: (\w+)", page)) == defined
    for marker in re.findall(r':(?:start-at|end-before): "(.*?)"', page):
        assert (EXAMPLE / "rules.py").read_text().count(marker) == 1
    for file in set(re.findall(r"literalinclude} ../(\S+)", page)):
        assert (ROOT / file).is_file()


@pytest.mark.parametrize("name", ["hedge", "ridges"])
def test_an_example_game_is_short(name: str) -> None:
    files = (ROOT / "examples/games" / name).iterdir()
    assert sum(len(f.read_text().splitlines()) for f in files if f.is_file()) <= 200


@pytest.mark.long
def test_the_code_on_adding_a_game_does_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    hedge()  # the examples can be imported from here on
    names: dict[str, object] = {}
    assert sum(run(block, names) for block in blocks(ADDING)) == 1
    assert "2 games" in capsys.readouterr().out


def test_the_picture_in_the_readme_is_what_the_program_draws(tmp_path: Path) -> None:
    from spinney.cli import main

    images = ROOT / "docs" / "images"
    drawn = tmp_path / "garden.svg"
    order = ["--at", "84", "--player", "red", "--theme", "light"]
    assert main(["draw", str(images / "garden.txt"), *order, "-o", str(drawn)]) == 0
    assert drawn.read_text() == (images / "garden.svg").read_text()
