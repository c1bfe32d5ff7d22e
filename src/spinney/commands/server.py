"""The commands that run and administer a shared server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.commands.parsing import Parser, add, add_pairs, count, days, duration, port
from spinney.system.process_privacy import secret, secret_file

if TYPE_CHECKING:
    from spinney.server.middleware.connections import ConnectionLimits

ARGUMENTS = {
    "TABLE": "the table's id",
    "WHAT": "the id of a match, or with --person a person's name or id",
    "WHO": "a name or an id; for bans an address, too",
}
"""What the arguments of `spinney admin` are."""


def add_server(commands: Any) -> None:
    """Add the commands of a server."""
    serve = add(commands, _serve, "run a server for others: tables, friends, clocks")
    _add_database(serve)
    serve.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on (127.0.0.1: only this computer; 0.0.0.0: all its networks)",
    )
    serve.add_argument("--port", type=port, default=8000, help="the port to listen on (8000)")
    serve.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes (1); more need PostgreSQL"
    )
    serve.add_argument(
        "--searches",
        type=count,
        metavar="N",
        help="searches of a worker at once; by default as many as there are cores for",
    )
    serve.add_argument(
        "--render-processes",
        type=count,
        metavar="N",
        help="processes of a worker that draw pages; by default one or two",
    )
    # Their names in earlier versions.
    serve.add_argument("--thoughts", type=count, dest="searches", help=argparse.SUPPRESS)
    serve.add_argument("--studios", type=count, dest="render_processes", help=argparse.SUPPRESS)
    serve.add_argument(
        "--proxy",
        metavar="ADDRESS",
        help=(
            "the address of a trusted proxy on another machine, which names the client; "
            "separate several by commas"
        ),
    )
    add_pairs(
        serve,
        "limit",
        "NAME=NUMBER",
        "the most guests or tables of one person or address (off: any number); an unknown NAME "
        "lists all",
    )
    _add_limits(serve)
    add_pairs(
        serve,
        "expire",
        "NAME=DAYS",
        "when unused tables, matches, guests or sessions expire (off: never)",
    )
    serve.add_argument("--log", choices=("text", "json"), default="text", help="how to log (text)")
    serve.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="the least to log (info: each request)",
    )
    _add_database(add(commands, _migrate, "bring a server's database up to date"))
    _add_admin(commands)


def _add_limits(serve: Parser) -> None:
    """Add the limits of connections and their timeouts."""
    limits = serve.add_argument_group("connections of each worker")
    for name, kind, about in (
        ("connections", count, "at most in total (as many as files may be open, 10,000 at most)"),
        ("connections-per-address", count, "at most from one address (300); of IPv6, one /64"),
        ("header-timeout", duration, "time until the headers of a request must have arrived (10s)"),
        ("body-timeout", duration, "time until the rest of it must have arrived (60s)"),
        ("idle-timeout", duration, "time between two requests (5s)"),
    ):
        limits.add_argument(
            f"--{name}", type=kind, metavar="N" if kind is count else "TIME", help=about
        )


def _connection_limits(args: argparse.Namespace) -> ConnectionLimits:
    """Return the limits that were given; what wasn't is as usual."""
    from spinney.server.middleware.connections import ConnectionLimits

    named = {
        "total": args.connections,
        "per_address": args.connections_per_address,
        "header_seconds": args.header_timeout,
        "body_seconds": args.body_timeout,
        "idle_seconds": args.idle_timeout,
    }
    return ConnectionLimits(**{name: value for name, value in named.items() if value is not None})


def _add_admin(commands: Any) -> None:
    """Add the tasks of `spinney admin`."""
    admin = add(commands, _admin, "administer a server: list, close, ban, delete, back up")
    tasks = admin.add_subparsers(
        title="tasks", dest="task", metavar="TASK", required=True, parser_class=Parser
    )

    def task(name: str, about: str, *arguments: str) -> Parser:
        made: Parser = tasks.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
        )
        for argument in arguments:
            made.add_argument(argument.lower(), metavar=argument, help=ARGUMENTS[argument])
        _add_database(made)
        return made

    listed = task(
        "list", "list tables, people, bans, workers, failing jobs, or rated tables of one address"
    )
    kinds = ("tables", "people", "bans", "workers", "jobs", "same-address")
    listed.add_argument("what", choices=kinds, help="what to list")
    listed.add_argument(
        "--status", default="", help="only tables that are open, playing, over or aborted"
    )
    task("close", "close a table, even while people play there", "TABLE")
    released = task("release", "retry quarantined jobs")
    released.add_argument("table", metavar="TABLE", nargs="?", help="the table of the jobs")
    released.add_argument("--all", action="store_true", help="retry those of all tables")
    export = task("export", "write a match's record, or all stored data of a person", "WHAT")
    export.add_argument("--person", action="store_true", help="WHAT is a person's name or id")
    export.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="the file to write; by default stdout"
    )
    ban = task("ban", "ban a person, by name or id, or an address", "WHO")
    ban.add_argument(
        "--why", default="", metavar="TEXT", help="the reason, which only operators see"
    )
    ban.add_argument(
        "--days",
        type=days,
        metavar="N",
        help="how many days, for an address; by default without end",
    )
    task("unban", "end a ban", "WHO")
    forget = task("delete", "delete a person: name, password, chat, notes", "WHO")
    forget.add_argument("--yes", action="store_true", help="confirm: it can't be undone")
    token = task("token", "create a token for a person's bot, and print it once", "WHO")
    token.add_argument(
        "--name", default="made by the operator", help="the token's name, which the person sees"
    )
    for name, about in (
        ("backup", "write the whole server to a file, even while it runs"),
        ("restore", "read a backup into an empty database of either kind"),
    ):
        task(name, about).add_argument("file", metavar="FILE", type=Path, help="the backup")


def _add_database(command: Parser) -> None:
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://… or sqlite:///PATH; by default SPINNEY_DATABASE, else a "
        "file in the user's data folder",
    )
    where.add_argument(
        "--database-file",
        metavar="FILE",
        type=Path,
        help=(
            "a file that holds the URL, to keep the password off the command line; by default "
            "SPINNEY_DATABASE_FILE"
        ),
    )


def _serve(args: argparse.Namespace) -> int:
    from spinney.server.admin.health import METRICS_KEY
    from spinney.server.jobs import expiry
    from spinney.server.rate_limits.limits import read_limits
    from spinney.server.workers import (
        WorkerSettings,
        default_render_processes,
        default_searches,
        serve,
    )

    order = WorkerSettings(
        _database(args),
        args.searches or default_searches(args.workers),
        args.render_processes or default_render_processes(args.workers),
        log=args.log,
        level=args.log_level,
        proxies=args.proxy or WorkerSettings.proxies,
        limits=read_limits(args.limits),
        lifetimes=expiry.chosen(args.expires),
        link_key=_link_key(args),
        metrics_key=secret(METRICS_KEY),
        connections=_connection_limits(args),
    )
    serve(order, args.host, args.port, args.workers)
    return 0


def _migrate(args: argparse.Namespace) -> int:
    from spinney.server.db.database import Database, usable
    from spinney.server.db.migrate import NEWEST, migrate

    database = Database(_database(args), patient=True)
    try:
        with usable(database):
            former = migrate(database)
    finally:
        database.close()
    before = f"was version {former}" if former else "was empty"
    sys.stdout.write(f"{database.url} {before}, and is version {NEWEST}.\n")
    return 0


def _admin(args: argparse.Namespace) -> int:
    from spinney.server.admin import console as admin

    task = "show" if args.task == "list" else args.task
    own = ("command", "run", "task", "database", "database_file", "program")
    arguments = {name: value for name, value in vars(args).items() if name not in own}
    return int(getattr(admin, task)(_database(args), **arguments))


def _link_key(args: argparse.Namespace) -> str:
    """Return what friends' links are made from; empty: a file beside a SQLite file has it."""
    from spinney.server.db.database import Database
    from spinney.server.local_server import shared_database
    from spinney.server.tables.links import key_in

    named = secret("SPINNEY_LINK_KEY")
    if named or not Database(_database(args)).shared:
        return named
    return key_in(shared_database().with_name("links.key"))


def _database(args: argparse.Namespace) -> str:
    """Return the address of a server's database."""
    from spinney.server.local_server import shared_database

    if args.database_file:
        return secret_file(args.database_file)
    named = args.database or secret("SPINNEY_DATABASE")
    return str(named or f"sqlite:///{shared_database()}")
