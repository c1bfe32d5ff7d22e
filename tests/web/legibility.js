// Each text inside an element that is too small, leaves its box, is half covered or touches another
// one, in words. A text that is wholly covered, as by the next card of a fan, is not looked at.
async ([within, least]) => {
  const root = document.querySelector(within);
  const painted = new CSSStyleSheet(); // texts and what covers them are hit, whoever may click
  painted.replaceSync("svg * { pointer-events: visiblePainted !important }");
  const sheets = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...sheets, painted];
  const frame = () => new Promise(requestAnimationFrame);
  const told = [];
  const say = (text, why) => told.push(`${text.where}: “${text.said}” ${why}`);

  const faint = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const {display, opacity} = getComputedStyle(at);
      if (display === "none" || Number(opacity) < 0.2) return true;
    }
    return false;
  };
  const scale = (element) => {
    const m = element.getScreenCTM?.();
    return m ? Math.hypot(m.a, m.b) : 1;
  };
  /** The box of an element; that of an <svg> inside another is its window, not what lies there. */
  const frameOf = (element) => {
    if (!element.ownerSVGElement) return element.getBoundingClientRect();
    const m = element.parentElement.getScreenCTM();
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => element[name].baseVal.value);
    return new DOMRect(m.a * x + m.e, m.d * y + m.f, m.a * width, m.d * height);
  };
  /** What is seen of a box inside all that clips it, but for the window. */
  const clipped = (element, box) => {
    let {left, top, right, bottom} = box;
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      if (at.ownerSVGElement && at.localName !== "svg") continue;
      if (["visible", "clip"].includes(getComputedStyle(at).overflow)) continue;
      const b = frameOf(at);
      [left, top] = [Math.max(left, b.left), Math.max(top, b.top)];
      [right, bottom] = [Math.min(right, b.right), Math.min(bottom, b.bottom)];
    }
    return {left, top, right, bottom};
  };
  const board = (element) => element.closest("svg.one, svg.opened")?.getAttribute("aria-label")?.slice(0, 40)
    ?? element.closest("[id]")?.id ?? element.localName;

  const [homeX, homeY] = [scrollX, scrollY];
  scrollTo({left: 0, top: 0, behavior: "instant"});
  await frame();
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const said = node.data.trim();
    if (!said || element.closest("title, desc, script, style, option, defs, .unseen, #strip")) continue;
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (faint(element) || getComputedStyle(element).clipPath.startsWith("inset(50%")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = parseFloat(getComputedStyle(element).fontSize) * scale(element);
    const svg = Boolean(element.ownerSVGElement);
    for (const box of range.getClientRects()) {
      const seen = clipped(element, box);
      if (seen.right - seen.left < 1 || seen.bottom - seen.top < size * 0.5) continue;
      const x = scrollX, y = scrollY;
      // A line is higher than its letters; of those a third may hang below or rise above.
      const air = Math.max(0, box.height - size * 0.78) / 2;
      texts.push({
        element, svg, size, said: said.slice(0, 40), where: board(element), x, y, full: box,
        left: svg ? box.left : seen.left, right: svg ? box.right : seen.right, // an ellipsis is not text
        top: box.top + air, bottom: box.bottom - air,
        out: seen.right > innerWidth + 1 || seen.left < -1,
        cut: svg && (seen.left > box.left + 1 || seen.right < box.right - 1 || seen.top > box.top + 1 || seen.bottom < box.bottom - 1),
        fixed: Boolean(element.closest("#foot, #status, .begin, dialog")),
      });
    }
  }

  for (const text of texts) {
    if (text.size < least - 0.05) say(text, `is ${text.size.toFixed(1)} px`);
    if (text.out) say(text, "leaves the window");
  }

  // Boxes: a text of a picture keeps within its board, and within the face that it stands on.
  for (const text of texts.filter((one) => one.svg)) {
    const whole = text.element.closest("svg.one, svg.opened, svg.board")?.getBoundingClientRect();
    const over = (box) => Math.max(box.left - text.left, text.right - box.right);
    if (whole && over(whole) > 1.5) say(text, `leaves its board by ${over(whole).toFixed(0)}`);
    let face = null;
    for (let at = text.element.parentElement; at && !at.matches("svg"); at = at.parentElement) {
      face = at.querySelector(":scope > .face, :scope > .box, :scope > .hub, :scope > .slip, :scope > .tag");
      if (face) break;
    }
    const box = face?.getBoundingClientRect();
    const [x, y] = [(text.left + text.right) / 2, (text.top + text.bottom) / 2];
    if (box && x > box.left && x < box.right && y > box.top && y < box.bottom && over(box) > 1.5)
      say(text, `leaves its box by ${over(box).toFixed(0)}`);
  }

  // Covered and colliding: asked while they are in sight.
  const step = innerHeight / 2;
  const left = new Set(texts);
  const visible = [];
  const last = within === "#table" ? document.documentElement.scrollHeight : 1;
  for (let y = 0; y < last + step && left.size; y += step) {
    if (last > 1) scrollTo({top: y, behavior: "instant"});
    await frame();
    const bar = document.getElementById("status");
    const sticky = bar && getComputedStyle(bar).position === "sticky";
    const low = sticky ? bar.getBoundingClientRect().bottom : 0;
    const foot = document.getElementById("foot")?.getBoundingClientRect();
    const high = foot && getComputedStyle(document.getElementById("foot")).position === "fixed" && foot.height ? foot.top : innerHeight;
    for (const text of left) {
      const [dx, dy] = text.fixed ? [0, 0] : [text.x - scrollX, text.y - scrollY];
      const [top, bottom] = [text.top + dy, text.bottom + dy];
      if (!text.fixed && last > 1 && (top < low || bottom > high)) continue;
      left.delete(text);
      let above = "";
      const hits = [0.1, 0.5, 0.9].map((share) => {
        const [px, py] = [text.left + dx + (text.right - text.left) * share, (top + bottom) / 2];
        const hit = document.elementsFromPoint(px, py).find((element) => !faint(element) && !element.closest(".beyond"));
        if (!hit || text.cut) return null; // elsewhere in a ground that can be moved
        const own = hit === text.element || hit.contains(text.element) || text.element.contains(hit)
          || (!text.svg && hit.closest("svg") === null);
        if (!own) above = `${hit.localName}.${hit.getAttribute("class") ?? ""}`;
        return own;
      }).filter((hit) => hit !== null);
      const open = hits.filter(Boolean).length;
      if (!open) continue;
      if (open < hits.length) say(text, `is partly covered by ${above}`);
      visible.push(text);
    }
  }
  scrollTo({left: homeX, top: homeY, behavior: "instant"});

  const page = (text) => ({
    left: text.left + (text.fixed ? 0 : text.x), right: text.right + (text.fixed ? 0 : text.x),
    top: text.top + (text.fixed ? 0 : text.y), bottom: text.bottom + (text.fixed ? 0 : text.y),
  });
  const boxes = visible.map((text) => [text, page(text)]).sort((a, b) => a[1].top - b[1].top);
  for (let i = 0; i < boxes.length; i++) {
    const [one, a] = boxes[i];
    for (let j = i + 1; j < boxes.length && boxes[j][1].top < a.bottom; j++) {
      const [other, b] = boxes[j];
      if (one.fixed !== other.fixed || one.element === other.element || other.element.contains(one.element)) continue;
      const [wide, tall] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (wide > 1 && tall > 1) say(one, `touches “${other.said}” (${other.where})`);
    }
  }
  document.adoptedStyleSheets = sheets;
  return [...new Set(told)];
}
