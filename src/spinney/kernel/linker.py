"""Linking: one source of rules, run interpreted or compiled.

`link` takes a game's modules and code written once for all games, finds every rule function they
reach, puts the game's functions in place of the interface's, and returns them either
as plain Python over checked records, or compiled by Numba with a cache on disk.

For example: the shared search calls ``apply(state, player, action)``, which it imports from the
interface, where it does nothing. The game ``hedge`` defines ``apply`` in its rules, and that calls
``grow``, a rule of its own. ``link`` starts from the search, finds ``apply`` among its global names
and there the interface's, which the game replaces; so it goes on to ``grow``. Then each of the
three is made anew from its own code, with global names of its own: in the search's, ``apply`` is
the game's. The modules stay as they were: another game is linked from the same search.

The cache can't go stale: its folder, and the name of every function in it, carry a hash of the
sources of all modules that were linked, of the constants they use and of Numba's version. (Numba
alone notices neither an edited callee in another file nor a changed table.)
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from spinney.kernel.rule import CheckedArray, is_rule, rule, scratch, weights
from spinney.kernel.table_arguments import TableArgument, packed, table_users, with_tables

Function = Callable[..., Any]
Modules = Sequence[types.ModuleType]
Tables = Mapping[str, Any]
OWN = {
    Path(__file__).with_name(name)
    for name in ("linker.py", "compiler.py", "inlining.py", "rule.py", "table_arguments.py")
}


class Rules:
    """Linked functions, as attributes: ``rules.apply_at(a, 0, 1, action)``.

    Attributes:
        compiled: by Numba, or interpreted.
        tag: the name and fingerprint of the link.
    """

    def __init__(self, functions: dict[str, Function], compiled: bool, tag: str) -> None:
        self.__dict__.update(functions)
        self.compiled = compiled
        self.tag = tag

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no linked module defines the rule {name!r}")


def link(
    name: str,
    game: Modules,
    shared: Modules,
    *,
    interface: types.ModuleType,
    compiled: bool,
    tables: Tables = types.MappingProxyType({}),
) -> Rules:
    """Link a game's modules with code shared by all games.

    Args:
        name: for the names in the cache.
        game: the game's modules.
        shared: modules whose functions call the interface's.
        interface: the module whose functions and numbers (``SIZES``) the game's replace.
        compiled: by Numba, else interpreted and checked.
        tables: arrays to use instead of those that rules know by these names. They are passed to
            compiled code, which is the same for all tables of one type and shape.

    Raises:
        TypeError: two of the modules define one name differently, or a table is not like the one
            whose place it takes.
    """
    provided = _provided(game, interface)
    reach = _reach(game, shared, interface, provided, tables)
    tag = f"{name}-{_fingerprint(reach)}"
    built = _compile(reach, shared, tag) if compiled else _interpret(reach)
    exports = _exports(provided, shared, built)
    if compiled and (users := table_users(reach)):
        taking, array = {built[user] for user in users}, packed(tables)
        exports = {n: partial(f, array) if f in taking else f for n, f in exports.items()}
    return Rules(exports, compiled, tag)


# What is linked.


def _reach(
    game: Modules,
    shared: Modules,
    interface: types.ModuleType,
    provided: Mapping[str, Any],
    tables: Tables,
) -> dict[Function, dict[str, Any]]:
    """Map each rule function that is needed to the global names it uses, resolved."""
    sizes = interface.SIZES
    waiting = [v for m in (*game, *shared) for v in vars(m).values() if _defined_in(m, v)]
    reach: dict[Function, dict[str, Any]] = {}
    while waiting:
        function = waiting.pop()
        if function in reach:
            continue
        names = dict(_globals(function))
        for key, value in names.items():
            if key in provided and (key in sizes or value is getattr(interface, key, None)):
                names[key] = provided[key]
            elif key in tables and isinstance(value, np.ndarray):
                names[key] = TableArgument.of(_alike(key, value, tables[key]))
        reach[function] = names
        waiting += [v for v in names.values() if is_rule(v)]
    return reach


def _alike(key: str, own: Any, other: Any) -> Any:
    """Return the other table; it must have the same type, dimensions and lengths.

    Where the rules' own array has an axis of length 0, any length is accepted.
    """
    fits = own.ndim == other.ndim and all(
        a in (0, b) for a, b in zip(own.shape, other.shape, strict=True)
    )
    if own.dtype != other.dtype or not fits:
        raise TypeError(f"the table {key!r} must be like {own.dtype}{own.shape}")
    return other


def _allocating(reach: dict[Function, dict[str, Any]]) -> set[Function]:
    """Return the functions that allocate memory, themselves or in what they call."""
    found: set[Any] = {scratch, weights}
    grown = True
    while grown:
        more = {f for f, names in reach.items() if not found.isdisjoint(_functions(names))}
        grown = not more <= found
        found |= more
    return found


def _functions(names: dict[str, Any]) -> list[Any]:
    return [value for value in names.values() if isinstance(value, types.FunctionType)]


def _provided(game: Modules, interface: types.ModuleType) -> dict[str, Any]:
    """The names of the interface that the game defines itself."""
    provided: dict[str, Any] = {}
    for key, default in vars(interface).items():
        if not (_defined_in(interface, default) or key in interface.SIZES):
            continue
        for module in game:
            own = vars(module).get(key, default)
            if own is default and key not in interface.SIZES:
                continue
            if key in vars(module) and provided.setdefault(key, own) != own:
                raise TypeError(f"{key!r} is defined differently by two modules of the game")
    return provided


def _defined_in(module: types.ModuleType, value: Any) -> bool:
    return is_rule(value) and value.__module__ == module.__name__


def _globals(function: Any) -> Iterator[tuple[str, Any]]:
    space = function.__globals__
    return ((name, space[name]) for name in _names(function.__code__) if name in space)


def _names(code: types.CodeType) -> set[str]:
    inner = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return set(code.co_names).union(*(_names(c) for c in inner))


def _exports(
    provided: Mapping[str, Any], shared: Modules, built: dict[Function, Function]
) -> dict[str, Function]:
    """Return the entry points: the shared modules' own rules, and the game's of the interface.

    All other names are private to a module: two modules of a game may use the same one.
    """
    exports = {key: built[own] for key, own in provided.items() if is_rule(own) and own in built}
    for module in shared:
        for key, value in vars(module).items():
            if _defined_in(module, value) and exports.setdefault(key, built[value]) != built[value]:
                raise TypeError(f"{key!r} is defined twice, the second time in {module.__name__}")
    return exports


def forwarders(interface: types.ModuleType) -> types.ModuleType:
    """Return a module of rules that call those of an interface by the index of a record.

    ``apply_at(a, i, player, action)`` is ``apply(a[i], player, action)``, where ``a`` is a batch of
    records. Parameters that are annotated ``Any`` are records, and each takes an index. Passing
    an array and an index from Python is six times faster than passing a record.
    """
    module = types.ModuleType(f"{interface.__name__}.forwarders")
    sys.modules[module.__name__] = module  # where Numba looks it up when it loads what it kept
    for name, function in vars(interface).items():
        if _defined_in(interface, function):
            space = {"__name__": module.__name__, name: function}
            source = _forwarder(name, function)
            exec(compile(source, _file(function), "exec"), space)  # noqa: S102
            forwarder: Any = rule(space[f"{name}_at"])
            forwarder.source = source
            setattr(module, f"{name}_at", forwarder)
    return module


def _forwarder(name: str, function: Function) -> str:
    """Return the source of one forwarding rule."""
    parameters = inspect.signature(function).parameters.values()
    takes = [f"i{k}" if p.annotation == "Any" else p.name for k, p in enumerate(parameters)]
    gives = [
        f"a[{t}]" if p.annotation == "Any" else t for t, p in zip(takes, parameters, strict=True)
    ]
    return f"def {name}_at(a, {', '.join(takes)}):\n    return {name}({', '.join(gives)})\n"


# Interpreted and compiled.


def _interpret(reach: dict[Function, dict[str, Any]]) -> dict[Function, Function]:
    spaces: dict[Function, dict[str, Any]] = {function: {} for function in reach}
    built = {function: _in_space(function, space) for function, space in spaces.items()}
    for function, names in reach.items():
        for key, value in names.items():
            spaces[function][key] = built[value] if is_rule(value) else _interpreted_constant(value)
    return built


def _compile(
    reach: dict[Function, dict[str, Any]], shared: Modules, tag: str
) -> dict[Function, Function]:
    """Only entry points are kept on disk: each contains all that it calls."""
    from spinney.kernel import compiler

    folder, allocating = compiler.cache_folder(tag), _allocating(reach)
    entries = {f for f in reach if any(_defined_in(module, f) for module in shared)}
    users, built = table_users(reach), {}
    spaces: dict[Function, dict[str, Any]] = {function: {} for function in reach}
    for function, names in reach.items():
        taking = with_tables(function, names, users, entries) if function in users else function
        linked: Any = _in_space(taking, spaces[function])
        # Numba names both the cache file and the compiled symbol by this.
        linked.__qualname__ = f"{function.__name__}-{tag}"
        is_entry, meaning = function in entries, _meaning(function, reach)
        if is_entry:
            made = compiler.entry_point(linked, folder)
        else:
            made = compiler.inner(linked, function in allocating)
        built[function] = _made.setdefault((is_entry and tag, meaning), made)
    for function, names in reach.items():
        for key, value in names.items():
            if not isinstance(value, TableArgument):
                constant = built[value] if is_rule(value) else _compiled_constant(value)
                spaces[function][key] = constant
    return built


_made: dict[tuple[Any, frozenset[Any]], Function] = {}
"""Functions compiled for other links. A game's search calls most of its rules, and with a deck from
a file the rules are the same. The key of an entry point also holds its link."""


def _meaning(function: Function, reach: dict[Function, dict[str, Any]]) -> frozenset[Any]:
    """Return a key, equal if a function, and all that it calls, means the same in two links."""
    called = [function]
    for caller in called:  # grows on the way
        called += [f for f in reach[caller].values() if is_rule(f) and f not in called]
    names = ((f, name, value) for f in called for name, value in reach[f].items())
    return frozenset({function, *((f, name, _same(value)) for f, name, value in names)})


def _same(value: Any) -> Any:
    plain = is_rule(value) or isinstance(value, int | float | str | TableArgument)
    return (type(value), value if plain else _Itself(value))


class _Itself:
    """A value that equals only itself. Kept alive, or another object could get its address."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _in_space(function: Any, space: dict[str, Any]) -> Function:
    """The same code with other global names."""
    space.update(__builtins__=__builtins__, __name__=function.__module__)
    again = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    again.__module__ = function.__module__
    return again


def _interpreted_constant(value: Any) -> Any:
    array = value.values if isinstance(value, TableArgument) else value
    return CheckedArray(array.tolist()) if isinstance(array, np.ndarray) else array


def _compiled_constant(value: Any) -> Any:
    from spinney.kernel import compiler

    return compiler.primitives().get(value, value) if callable(value) else value


# The name of what was linked.


def _fingerprint(reach: dict[Function, dict[str, Any]]) -> str:
    """A hash of all that decides what the compiled code does."""
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {version('numba')}".encode())
    for file in sorted({_file(function) for function in reach} | OWN):
        digest.update(file.name.encode() + file.read_bytes())
    for function in sorted(reach, key=lambda f: (f.__module__, f.__qualname__)):
        for key, value in sorted(reach[function].items()):
            digest.update(key.encode() + _constant_bytes(value))
    return digest.hexdigest()[:16]


def _file(function: Any) -> Path:
    return Path(function.__code__.co_filename)


def _constant_bytes(value: Any) -> bytes:
    if is_rule(value):
        return f"{value.__module__}.{value.__qualname__}".encode()
    if isinstance(value, TableArgument):
        return f"{value.dtype}{value.shape}".encode()
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}".encode() + value.tobytes()
    if isinstance(value, np.generic):
        return f"{value.dtype}{value!r}".encode()
    if isinstance(value, int | float | tuple | str):
        return repr(value).encode()
    return b""  # a module, a function, or something that compiled rules can't use
