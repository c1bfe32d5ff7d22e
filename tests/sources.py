"""Source files as syntax trees, each parsed once in a process."""

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """Return the tree of a file; nobody changes it."""
    return ast.parse(path.read_text("utf-8"))
