"""Every text that a player reads is marked for translation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from tests.i18n.unmarked import in_python, in_template

import spinney

SOURCE = Path(spinney.__file__).parent
TEMPLATES = sorted(SOURCE.glob("server/**/templates/*.html"))

READ_BY_PLAYERS = (
    "core/errors.py", "core/options.py", "core/score_sheet.py", "core/kit/zone_view.py",
    "core/kit/paths.py", "drawing/tree_names.py", "games/*/lesson.py",
    "games/*/text/*narration.py", "games/*/text/prompts.py", "games/*/text/rejections.py",
    "games/*/text/score_sheet.py", "games/*/view/*.py", "lessons/*.py", "match/narration.py",
    "match/player_names.py", "match/undo.py", "match/undo_without_consent.py", "players/levels.py",
    "terminal/commands.py", "server/accounts/*.py", "server/analysis/*.py", "server/app.py",
    "server/chat/*.py", "server/guide/*.py", "server/home/*.py", "server/lessons/*.py",
    "server/notes/*.py", "server/play/*.py", "server/precompile.py", "server/premoves/*.py",
    "server/problem_handlers.py", "server/problem_pages.py", "server/template_environment.py",
    "server/rate_limits/*.py", "server/rematch/*.py", "server/replay/*.py", "server/site.py",
    "server/tables/*.py", "server/umpire/*.py", "server/votes/*.py", "server/wording.py",
)  # fmt: skip
"""The modules that make texts for players, as patterns."""
FOR_OTHERS = {
    # What programs and operators read is English: the API's models, the database, files of keys.
    "api.py", "models.py", "schema.py", "links.py", "match_store.py", "match_service.py",
    "level_search.py", "log_view.py", "live_match.py",
}  # fmt: skip
"""Files whose texts no player reads."""
NO_TEXTS = {
    "server/accounts/names.py": "a list of words that nobody may be called",
    "server/accounts/devices.py": "the names of browsers and systems",
    "server/accounts/credentials.py": "SQL",
    "server/home/manifest.py": "the name of the program",
    "server/play/match_errors.py": "what is logged",
    "server/rate_limits/limits.py": "the operator's names of limits",
    "server/rate_limits/attempts.py": "SQL",
}
"""Files that also have words of other kinds: which."""
WORDS_OF_PROGRAMS = {
    "Not Found", "Method Not Allowed", "tables from", "public, max-age=31536000, immutable",
    "private, no-cache", "max-age=3600",
}  # fmt: skip
"""What looks like a text and is none: replies of the framework, keys, headers."""


def modules() -> list[Path]:
    found = {path for pattern in READ_BY_PLAYERS for path in SOURCE.glob(pattern)}
    return sorted(path for path in found if path.name not in FOR_OTHERS)


def named(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


MOVE = re.compile(
    r"(bid|draw|play|discard|plant|hire|dig|take|choose|grow|pick|sell|search|to|seed) \S+"
)
"""How moves begin: their words are the same in every language."""


def looks_like_classes(text: str) -> bool:
    """Is it the classes of an SVG element, or a path of it?"""
    return text == text.lower() and "’" not in text and text[-1:] not in ".?!"


@pytest.mark.parametrize("path", modules(), ids=named)
def test_texts_of_a_module_are_marked(path: Path) -> None:
    drawn = "/view/" in named(path) or path.parent.name == "drawing"
    found = [
        (line, text)
        for line, text in in_python(path.read_text("utf-8"))
        if text not in WORDS_OF_PROGRAMS
        and "filename=" not in text
        and not MOVE.match(text)
        and not (drawn and looks_like_classes(text))
        and named(path) not in NO_TEXTS
    ]
    assert found == []


@pytest.mark.parametrize("path", TEMPLATES, ids=named)
def test_texts_of_a_template_are_marked(path: Path) -> None:
    assert [*in_template(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=named)
def test_templates_mark_what_is_written_there_and_nothing_else(path: Path) -> None:
    """What comes from elsewhere could be HTML that somebody else wrote."""
    tree = Environment(autoescape=True).parse(path.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "ngettext", "pgettext"):
            texts = call.args[: 1 if call.node.name == "_" else 2]
            assert all(isinstance(text, nodes.Const) for text in texts), call


def test_the_search_finds_texts_and_passes_by_what_is_none() -> None:
    source = """
        def told(name):
            \"\"\"A docstring.\"\"\"
            if name:
                return f"{name} rests today"
            log.info("nobody is here")
            return _("Nobody rests") + "two words" + "a-class" + "Done."
    """
    found = [text for _, text in in_python("\n".join(line[8:] for line in source.splitlines()))]
    assert found == ["{} rests today", "two words", "Done."]
    page = (
        '<p title="Here is one">{{ _("no") }} {{ "Yes" if x else name }}</p><b>Two</b> {{ _("x") }}'
    )
    assert [text for _, text in in_template(page)] == ["Here is one", "Yes", "Two"]
