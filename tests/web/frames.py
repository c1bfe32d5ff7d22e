"""Frames of pictures on a page in a real browser: is anything drawn inside each?"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLOURS = 8
"""The fewest colours inside a frame in which something is drawn: anti-aliasing makes several."""


class Frame(NamedTuple):
    """A frame: its element, how many elements it has inside, how many colours are seen there."""

    name: str
    children: int
    colours: int

    @property
    def is_empty(self) -> bool:
        # A QR code has two colours, and no more.
        least = 2 if " qr " in self.name else COLOURS
        return not self.children or self.colours < least


def frames(page: Page, blank: Page) -> list[Frame]:
    """Return every visible frame of a page; those in its dialogs are opened for that.

    ``blank`` is an empty page, whose policy, unlike ours, lets a script decode pictures.
    """
    found = _frames(page, blank)
    for dialog in page.locator("dialog:has(svg)").all():
        dialog.evaluate("dialog => dialog.showModal()")
        found += _frames(page, blank, "dialog[open] ")
        dialog.evaluate("dialog => dialog.close()")
    return found


def _frames(page: Page, blank: Page, within: str = "") -> list[Frame]:
    page.evaluate(PICTURES_LOADED)
    boxes = page.evaluate(BOXES, within)
    if not boxes:
        return []
    shot = page.screenshot(full_page=not within, animations="disabled", scale="css")
    given = [base64.b64encode(shot).decode(), [box["rect"] for box in boxes]]
    counts = blank.evaluate(COUNT, given)
    return [
        Frame(box["name"], box["children"], count) for box, count in zip(boxes, counts, strict=True)
    ]


PICTURES_LOADED = """() => Promise.all([...document.images].map(image => {
  image.loading = "eager"; // a lazy one out of sight would never be decoded
  return image.decode().catch(() => { throw new Error(`${image.src} can't be shown`); }); }))"""

BOXES = """within => {
  const all = [...document.querySelectorAll(`${within}svg, ${within}img`)];
  const visible = element => {
    let {left, top, right, bottom} = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at.ownerSVGElement || getComputedStyle(at).overflow === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return [left, top, right - left, bottom - top];
  };
  return all
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen"))
    .filter(e => !e.parentElement?.closest("svg:not(.boards)"))
    .map(e => ({
      name: [e.localName, e.id, e.getAttribute("class"), e.getAttribute("src")].join(" "),
      children: e.localName === "img" ? 1 : e.childElementCount,
      rect: visible(e),
    }))
    .filter(({rect: [, , width, height]}) => width >= 40 && height >= 40)
    .map(({rect: [x, y, width, height], ...rest}) => ({...rest, rect: [
      x + (within ? 0 : scrollX) + 4, y + (within ? 0 : scrollY) + 4, width - 8, height - 8,
    ]}));
}"""
"""Each frame that is large enough to see something in, with what lies inside it."""

COUNT = """async ([png, boxes]) => {
  const bytes = Uint8Array.from(atob(png), c => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return boxes.map(box => {
    const {data} = canvas.getImageData(...box.map(Math.round));
    return new Set(new Uint32Array(data.buffer)).size;
  });
}"""
