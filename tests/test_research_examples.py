"""The examples for research run, from the first step to the last."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "research"
SCRIPTS = {
    "agents_gymnasium.py": ("gymnasium", ["--games", "1", "--playouts", "20"]),
    "agents_open_spiel.py": ("pyspiel", ["--games", "1", "--playouts", "20"]),
    "agents_petting_zoo.py": ("pettingzoo", ["--games", "1", "--playouts", "20"]),
    "ppo.py": ("torch", ["--minutes", "0.01", "--evaluate", "2", "--final", "2"]),
    "self_play.py": ("torch", ["--minutes", "0.01", "--evaluate", "2"]),
}
"""What each needs installed, and how it is run here."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needed, arguments = SCRIPTS[name]
    pytest.importorskip(needed)
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    monkeypatch.syspath_prepend(str(FOLDER))
    runpy.run_path(str(FOLDER / name), run_name="__main__")
    assert re.search(r"\d\.\d\d", capsys.readouterr().out)


def test_all_scripts_are_run() -> None:
    solved = {"exploitability.py"}  # the tests of OpenSpiel run it
    assert {path.name for path in FOLDER.glob("*.py")} == {*SCRIPTS} | solved


def cells() -> list[str]:
    """The code of the notebook, cell by cell."""
    notebook = json.loads((FOLDER / "first_steps.ipynb").read_text())
    written = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] for cell in written), "outputs are not kept"
    return ["".join(cell["source"]) for cell in written]


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    names: dict[str, Any] = {}
    drawing = Mock()  # only the plot needs another package
    monkeypatch.setitem(sys.modules, "matplotlib", drawing)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", drawing.pyplot)
    for cell in cells():
        exec(cell.replace("64, 60", "4, 2"), names)  # noqa: S102 - it is ours
    assert len(names["curve"]) == 2
    drawing.pyplot.plot.assert_called_once_with(names["curve"])
    for shown in ("state", "view"):
        assert names[shown]._repr_svg_().startswith("<svg")
