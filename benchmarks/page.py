"""The page on playing strength, docs/strength.md, section by section."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "strength.md"


def replace_section(title: str, text: str) -> None:
    """Write a section of the page anew, or add it at the end."""
    head, *sections = PAGE.read_text().split("\n## ")
    fresh = f"{title}\n{text}".rstrip("\n") + "\n"
    titles = [section.split("\n")[0] for section in sections]
    if title in titles:
        sections[titles.index(title)] = fresh
    else:
        sections.append(fresh)
    PAGE.write_text("\n## ".join([head, *sections]))
