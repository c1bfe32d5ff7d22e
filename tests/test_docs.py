"""What the documentation shows is run, and does what it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.hedges import hedge

import spinney
from spinney.testing import check_game

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    "README.md",
    "docs/how-to/use-from-python.md",
    "docs/games/arboretum.md",
    "docs/games/forest-garden.md",
]
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


@pytest.mark.parametrize("page", PAGES)
def test_examples_do_what_they_say(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    held = 0
    for block in blocks(page):
        if "# spinney.Refused: " in block:
            code, promised = block.split("# spinney.Refused: ")
            with pytest.raises(spinney.Refused, match=re.escape(promised.strip())):
                run(code, names)
        else:
            held += run(block, names)
    assert held >= 3


def test_the_page_on_adding_a_game_shows_the_game_as_it_is() -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text()
    for name in ("__init__", "rules", "notation"):
        assert f"examples/games/hedge/{name}.py" in page
    lines = sum(
        len((ROOT / "examples/games/hedge" / f"{name}.py").read_text().splitlines())
        for name in ("rules", "notation")
    )
    assert lines < 150
    assert check_game(hedge(), games=1).counts["games"] == 1


def test_the_picture_in_the_readme_is_what_the_program_draws(tmp_path: Path) -> None:
    from spinney.cli import main

    images = ROOT / "docs" / "images"
    drawn = tmp_path / "garden.svg"
    order = ["--at", "84", "--player", "red", "--theme", "light"]
    assert main(["draw", str(images / "garden.txt"), *order, "-o", str(drawn)]) == 0
    assert drawn.read_text() == (images / "garden.svg").read_text()
