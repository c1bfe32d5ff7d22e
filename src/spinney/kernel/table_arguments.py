"""Pass tables to compiled rules as an argument, so that other tables need no other code.

Numba writes the arrays that a function finds among its global names into the compiled code. A game
that can be played with other tables (a deck from a file) would be compiled anew for each. So the
linker rewrites the rules that read such a table, and those that call them: each takes one more
argument, a record with a field for each table, and passes it on. ``SIZE[card]`` becomes
``tables.SIZE[card]``, and ``price(card)`` becomes ``price(tables, card)``.

From Python comes an array with that one record (see `packed`): Numba takes arrays over far faster
than records.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spinney.kernel.rule import is_rule

Function = Callable[..., Any]
Reach = Mapping[Function, Mapping[str, Any]]

RECORD, ARRAY = "tables_record", "tables_array"
"""The names of the argument: within the rules, and where Python calls them."""


@dataclass(frozen=True)
class TableArgument:
    """A table that is passed to compiled rules. Its numbers are no part of what a rule means.

    Attributes:
        dtype: the type of its numbers.
        shape: its lengths.
        values: its numbers.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    values: Any = field(compare=False, repr=False)

    @staticmethod
    def of(values: Any) -> TableArgument:
        """Return the table with the numbers of an array."""
        return TableArgument(values.dtype, values.shape, values)


def packed(tables: Mapping[str, Any]) -> Any:
    """Return an array of one record that holds all tables by name.

    All, used or not: so the rules of a game take one type of record, whatever they are linked with.
    """
    fields = [(name, tables[name].dtype, tables[name].shape) for name in sorted(tables)]
    record = np.zeros(1, np.dtype(fields, align=True))
    for name, table in tables.items():
        record[name][0] = table
    return record


def table_users(reach: Reach) -> set[Function]:
    """Return the rules that read a table, themselves or in what they call."""
    users = {
        function
        for function, names in reach.items()
        if any(isinstance(value, TableArgument) for value in names.values())
    }
    grown = True
    while grown:
        more = {f for f, names in reach.items() if any(_is_in(users, v) for v in names.values())}
        grown = not more <= users
        users |= more
    return users


def _is_in(functions: Collection[Function], value: Any) -> bool:
    return is_rule(value) and value in functions


def with_tables(
    function: Any, names: Mapping[str, Any], users: Collection[Function], entries: Collection[Any]
) -> Function:
    """Return a rule that takes the tables as its first argument.

    Args:
        function: the rule, one of ``users``.
        names: the global names that it uses.
        users: the rules that take the tables.
        entries: those of them that Python calls, and which therefore take the array.

    Raises:
        RuntimeError: the file of the rule is not what was imported.
        TypeError: it uses a rule that takes tables other than by calling it, or calls an entry
            though it is not one itself.
    """
    tree: Any = ast.parse(_source(function))
    made = tree.body[0]
    if made.name != function.__name__:
        raise RuntimeError(f"the source of {function.__qualname__} has changed since its import")
    is_entry = function in entries
    made.decorator_list, made.args.defaults = [], []
    made = _Rewriting(function, names, users, entries).visit(made)
    made.args.args.insert(0, ast.arg(ARRAY if is_entry else RECORD))
    if is_entry:
        made.body.insert(0, ast.parse(f"{RECORD} = {ARRAY}[0]").body[0])
    ast.fix_missing_locations(tree)
    code = function.__code__
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    space: dict[str, Any] = {}
    flags = __future__.annotations.compiler_flag
    exec(compile(tree, code.co_filename, "exec", flags), space)  # noqa: S102 (a rule's own source)
    again: Any = space[function.__name__]
    again.__defaults__, again.__module__ = function.__defaults__, function.__module__
    again.__qualname__ = function.__qualname__
    return again  # type: ignore[no-any-return]


def _source(function: Any) -> str:
    """Return the source of a rule; one that no file holds has it as ``source``."""
    made: str | None = getattr(function, "source", None)
    return made or textwrap.dedent(inspect.getsource(function))


class _Rewriting(ast.NodeTransformer):
    """Puts the tables in the place of their names, and into the calls of rules that take them."""

    def __init__(
        self,
        function: Any,
        names: Mapping[str, Any],
        users: Collection[Function],
        entries: Collection[Any],
    ) -> None:
        self.function, self.entries = function, entries
        own = function.__code__.co_varnames
        self.names = {name: value for name, value in names.items() if name not in own}
        self.users = users

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Pass the tables on."""
        called = self.names.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if not _is_in(self.users, called):
            return self.generic_visit(node)
        node.args = [self._handed_on(called), *map(self.visit, node.args)]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Read a table from the record."""
        value = self.names.get(node.id)
        if isinstance(value, TableArgument):
            return ast.Attribute(ast.Name(RECORD, ast.Load()), node.id, node.ctx)
        if _is_in(self.users, value):
            raise TypeError(f"{self.function.__qualname__} may only call {node.id!r}")
        return node

    def _handed_on(self, called: Any) -> ast.Name:
        if called in self.entries and self.function not in self.entries:
            raise TypeError(f"{self.function.__qualname__} can't call {called.__qualname__}")
        return ast.Name(ARRAY if called in self.entries else RECORD, ast.Load())
