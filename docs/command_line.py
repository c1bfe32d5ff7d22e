"""The commands of `spinney` as Markdown, read from their parsers.

`generate` writes it into the page on the command line. It depends on no version of `argparse`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from markdown_tables import escaped, table

from spinney import cli

WIDTH = 88
"""The most columns of a synopsis."""
CODE = re.compile(r"(?<=: )spinney [^;]+|(?<![\w`-])--[a-z][a-z-]*")
"""A command or an option in a help text: as code its dashes stay two."""


def commands() -> str:
    """Return a list of all commands, and a section for each."""
    _, known = cli._parser()
    present = {
        name: parser for name, parser in known.items() if parser.prog.endswith(f" {name}")
    }  # without former names
    listed = [(f"[{name}](#{name})", lower(parser.description)) for name, parser in present.items()]
    parts = [table(("command", ""), listed)]
    for parser in present.values():
        parts += section(parser, "##")
    return "\n\n".join(parts)


def section(parser: argparse.ArgumentParser, heading: str) -> Iterator[str]:
    """Yield the paragraphs on a command; each of its tasks has a section of its own."""
    yield f"{heading} {parser.prog.removeprefix('spinney ')}"
    yield code(parser.description or "")
    yield f"```text\n{synopsis(parser)}\n```"
    for group in parser._action_groups:
        rows = [(names(one), meaning(one)) for one in group._group_actions if is_shown(one)]
        is_usual = group in (parser._positionals, parser._optionals)
        if rows and not is_usual:
            title = f"{group.title}".capitalize()
            yield f"{title}. {code(group.description)}" if group.description else f"{title}:"
        if rows:
            yield table(("argument", "") if group is parser._positionals else ("option", ""), rows)
    for tasks in subparsers(parser):
        for task in tasks.choices.values():
            yield from section(task, f"{heading}#")


def subparsers(parser: argparse.ArgumentParser) -> list[Any]:
    """Return the arguments whose values are tasks with arguments of their own."""
    return [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]


def is_shown(action: argparse.Action) -> bool:
    """Is it to be listed? Not what is hidden, nor help, nor tasks, which have sections."""
    kinds = (argparse._HelpAction, argparse._SubParsersAction)
    return action.help != argparse.SUPPRESS and not isinstance(action, kinds)


def synopsis(parser: argparse.ArgumentParser) -> str:
    """Return a command line with all that a command takes."""
    exclusive: Sequence[Any] = parser._mutually_exclusive_groups
    words, done = [], set[int]()
    actions = [
        a for a in parser._actions if is_shown(a) or isinstance(a, argparse._SubParsersAction)
    ]
    for action in sorted(actions, key=lambda one: not one.option_strings):
        if id(action) in done:
            continue
        group = next((g._group_actions for g in exclusive if action in g._group_actions), [action])
        done.update(map(id, group))
        said = " | ".join(map(usage, group))
        words.append(f"[{said}]" if action.option_strings and not action.required else said)
    indent = " " * (len(parser.prog) + 1)
    # A group in brackets stays in one line.
    text = " ".join(word.replace(" ", "\N{NO-BREAK SPACE}") for word in (parser.prog, *words))
    lines = wrap(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def usage(action: argparse.Action) -> str:
    """Return an argument as it is written, without the brackets of an option."""
    if action.option_strings:
        return spelled(action, action.option_strings[0])
    name = value(action)
    return {
        "?": f"[{name}]",
        "*": f"[{name} …]",
        "+": f"{name} [{name} …]",
        argparse.PARSER: f"{name} …",
    }.get(str(action.nargs), name)


def spelled(action: argparse.Action, option: str) -> str:
    """Return an option with its value."""
    if action.nargs == 0:
        return option
    return f"{option} [{value(action)}]" if action.nargs == "?" else f"{option} {value(action)}"


def value(action: argparse.Action) -> str:
    """Return the word that stands for a value, or all values there are."""
    if action.metavar is not None:
        return str(action.metavar)
    return "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()


def names(action: argparse.Action) -> str:
    """Return an argument's spellings as code."""
    said = [spelled(action, option) for option in action.option_strings] or [value(action)]
    return ", ".join(f"`{one}`" for one in said).replace("|", r"\|")


def meaning(action: argparse.Action) -> str:
    """Return what an argument's help says."""
    return code(action.help or "")


def code(text: str) -> str:
    """Return a help text with its commands and options as code."""
    return CODE.sub(lambda found: f"`{found[0]}`", escaped(text))


def lower(description: str | None) -> str:
    """Return a description as the list of commands has it."""
    text = (description or "").removesuffix(".")
    return code(text[:1].lower() + text[1:])
