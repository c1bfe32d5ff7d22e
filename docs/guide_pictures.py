"""Draw the pictures of guides that the pages about the games include."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

import spinney
from spinney.core import compilation
from spinney.guides import draw_picture

SCHEME = "picture:"
FOLDER = "_pictures"


class GuidePictures(SphinxTransform):
    """Put a file in place of each ``picture:NAME`` of a guide."""

    default_priority: ClassVar[int] = 5

    def apply(self, **_: Any) -> None:
        """Draw the pictures of this page."""
        for image in self.document.findall(nodes.image):
            if image["uri"].startswith(SCHEME):
                game, name = Path(self.env.docname).name, image["uri"].removeprefix(SCHEME)
                image["uri"] = f"/{self._write(game, name)}"

    def _write(self, game: str, name: str) -> str:
        """Draw a picture into a file, and return where it is below the documentation."""
        folder = Path(self.env.srcdir) / FOLDER
        folder.mkdir(exist_ok=True)
        with compilation.interpreting():
            svg = draw_picture(spinney.game(game), name)
        file = folder / f"{game}-{name}.svg"
        if not file.exists() or file.read_text("utf-8") != svg:
            file.write_text(svg, "utf-8")
        return f"{FOLDER}/{file.name}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Take part in a build."""
    app.add_transform(GuidePictures)
    return {"parallel_read_safe": True}
