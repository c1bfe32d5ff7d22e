"""The structure of the code: no circles of imports, and none from a lower layer to a higher one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import parsed

SOURCE = Path(__file__).resolve().parent.parent / "src"

LAYERS = (
    {"i18n"},
    {"kernel", "drawing"},
    {"core"},
    {"games", "search"},
    {"match", "system"},
    {"players"},
    {"arena", "envs", "testing", "lessons", "guides"},
    {"server", "terminal", "referee", "training"},
    {"commands"},
    {"cli", "__main__"},
)
"""The packages of `spinney`, from the bottom: each may import those of its own layer and below."""
BESIDE = {
    ("games", "search"),
    ("search", "games"),
    ("server", "terminal"),
    ("terminal", "server"),
    ("match", "system"),
}
"""Packages of one layer that don't know each other."""
VALUES = {
    "spinney.core.compilation",
    "spinney.core.constants",
    "spinney.core.encoding",
    "spinney.core.game",
    "spinney.core.kit.zone_view",
    "spinney.core.legal_moves",
    "spinney.core.notation",
    "spinney.core.plain_view",
    "spinney.core.registry",
    "spinney.core.rendering",
    "spinney.core.score_sheet",
    "spinney.core.serialization",
    "spinney.core.state",
    "spinney.core.table",
    "spinney.core.transition",
}
"""`Game`, `State`, `Observation`, and the modules that their methods call: these modules name the
types of the values, and import them for type checks only."""

IN_VIEW = re.compile(r"spinney\.games\.\w+\.view(\.|$)")
"""The modules that draw a game."""

Graph = dict[str, set[str]]


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imports_of(tree: ast.AST, types: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield each import, also inside functions: the module and the names it gives.

    Args:
        tree: of a module.
        types: are imports wanted that only type checkers run?
    """
    for node in ast.iter_child_nodes(tree):
        if not types and is_for_types(node):
            continue
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"a relative import of {node.module}"
            yield node.module or "", [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, []
        yield from imports_of(node, types)


def read_graph(types: bool = False) -> Graph:
    """Map each module to the modules it imports, also to those only type checkers see if wanted."""
    paths = {module_of(path): path for path in SOURCE.rglob("*.py")}
    graph: Graph = {}
    for module, path in paths.items():
        graph[module] = set()
        for base, names in imports_of(parsed(path), types):
            whole = [name for name in names if f"{base}.{name}" in paths]
            graph[module] |= {f"{base}.{name}" for name in whole}
            if base in paths and len(whole) < max(1, len(names)):
                graph[module].add(base)
        graph[module].discard(module)
    return graph


def with_packages(graph: Graph) -> Graph:
    """Add to the imports of each module the packages that Python runs on the way to them."""
    found: Graph = {}
    for module, others in graph.items():
        ways = [
            other.split(".")[:depth] for other in others for depth in range(2, other.count(".") + 1)
        ]
        packages = {".".join(way) for way in ways}
        own = {package for package in packages if f"{module}.".startswith(f"{package}.")}
        found[module] = others | packages - own
    return found


def find_circle(graph: Graph) -> list[str]:
    """Return the modules of one circle, in order; none if there is none."""
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module not in done:
            for other in sorted(graph.get(module, ())):
                if circle := visit(other, [*path, module]):
                    return circle
            done.add(module)
        return []

    for module in sorted(graph):
        if circle := visit(module, []):
            return circle
    return []


def layer_of(module: str) -> int:
    part = module.split(".")[1]
    return next(layer for layer, parts in enumerate(LAYERS) if part in parts)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return read_graph()


def test_no_modules_import_each_other_in_a_circle(graph: Graph) -> None:
    circle = find_circle(with_packages(graph))
    assert not circle, " -> ".join(circle)


def test_no_modules_name_each_others_types_in_a_circle() -> None:
    graph = {
        module: {other for other in others if not {module, other} <= VALUES}
        for module, others in read_graph(types=True).items()
    }
    assert not find_circle(graph), " -> ".join(find_circle(graph))


def test_a_circle_is_found() -> None:
    package: Graph = {"a.text.x": {"a.view.y"}, "a.view": {"a.text.x"}, "a.view.y": set()}
    assert not find_circle(package)
    assert find_circle(with_packages(package)) == ["a.text.x", "a.view", "a.text.x"]
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def test_no_layer_imports_one_above(graph: Graph) -> None:
    upwards = [
        f"{module} imports {other}"
        for module, others in graph.items()
        for other in others
        if "." in module and "." in other and layer_of(other) > layer_of(module)
    ]
    assert not upwards, "\n".join(upwards)


def test_only_the_kernel_imports_numba() -> None:
    importing = {
        module_of(path).split(".")[1]
        for path in SOURCE.rglob("*.py")
        for base, _ in imports_of(parsed(path), types=True)
        if base.split(".")[0] in ("numba", "llvmlite")
    }
    assert importing == {"kernel"}


def test_games_know_nothing_of_each_other(graph: Graph) -> None:
    foreign = [
        f"{module} imports {other}"
        for module, others in graph.items()
        for other in others
        if module.startswith("spinney.games.")
        and other.startswith("spinney.games.")
        and module.split(".")[2] != other.split(".")[2]
    ]
    assert not foreign, "\n".join(foreign)


def test_in_games_only_pictures_import_pictures(graph: Graph) -> None:
    texts = {
        module.split(".")[2] for module in graph if re.search(r"^spinney\.games\.\w+\.text", module)
    }
    assert len(texts) == 4
    backwards = [
        f"{module} imports {other}"
        for module, others in graph.items()
        for other in others
        if IN_VIEW.match(other)
        and module.startswith("spinney.games.")
        and not IN_VIEW.match(module)
    ]
    assert not backwards, "\n".join(backwards)


def test_packages_side_by_side_do_not_know_each_other(graph: Graph) -> None:
    crossing = [
        f"{module} imports {other}"
        for module, others in graph.items()
        for other in others
        if (module.split(".")[1:2] + other.split(".")[1:2]) in [list(pair) for pair in BESIDE]
    ]
    assert not crossing, "\n".join(crossing)


def test_the_name_of_a_class_is_defined_once() -> None:
    where: dict[str, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(module_of(path))
    assert {name: modules for name, modules in where.items() if len(modules) > 1} == {}
