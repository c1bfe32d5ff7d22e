"""Write the parts of pages that follow from the code: `python docs/generate.py`.

Each stands between two comments, ``<!-- PART -->`` and ``<!-- end of PART -->``, where PART is
``commands``, or ``fields of`` and the name of a game. A test fails when a part is not up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from command_line import commands
from field_tables import fields

DOCS = Path(__file__).resolve().parent
PAGES = (DOCS / "reference" / "command-line.md", DOCS / "reference" / "observations.md")
PART = re.compile(
    r"(?P<head><!-- (?P<part>[\w -]+) -->\n)(.*?)(?P<end><!-- end of (?P=part) -->)", re.S
)


def current(page: str) -> str:
    """Return the text of a page with its parts up to date."""
    return PART.sub(
        lambda found: f"{found['head']}\n{written(found['part'])}\n\n{found['end']}", page
    )


def written(part: str) -> str:
    """Return a part as it should be."""
    return commands() if part == "commands" else fields(part.removeprefix("fields of "))


def main() -> None:
    """Write the pages that have changed, and print their names."""
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        if (after := current(before)) != before:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(DOCS.parent)} is written\n")


if __name__ == "__main__":
    main()
