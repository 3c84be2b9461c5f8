// Functions that run in a page of the browser: nothing outside of them is there.
/* global document, getComputedStyle, window, DOMParser */

/** What lies outside of its box or on something else. */
export function measure() {
  const problems = [];
  const inside = (inner, outer) =>
    inner.left >= outer.left - 0.5 &&
    inner.right <= outer.right + 0.5 &&
    inner.top >= outer.top - 0.5 &&
    inner.bottom <= outer.bottom + 1.5;
  const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const area = (element) => element.getBoundingClientRect();
  const every = (list) => [...list];
  const page = area(document.querySelector("svg"));
  const cards = every(document.querySelectorAll(".card")).map((card) => ({ card, box: area(card.querySelector(".box")) }));
  for (const { card, box } of cards) {
    const texts = every(card.querySelectorAll("text")).map((text) => ({ text, at: area(text) }));
    for (const { text, at } of texts) if (!inside(at, box)) problems.push(`${text.textContent} leaves ${card.dataset.id}`);
    for (const [i, a] of texts.entries()) {
      for (const b of texts.slice(i + 1)) {
        // lines may touch: the height of a font is more than that of its letters
        const lower = { left: b.at.left, right: b.at.right, top: b.at.top + 2, bottom: b.at.bottom - 2 };
        const upper = { left: a.at.left, right: a.at.right, top: a.at.top + 2, bottom: a.at.bottom - 2 };
        if (meet(upper, lower)) problems.push(`${a.text.textContent} lies on ${b.text.textContent}`);
      }
    }
  }
  const sorted = cards.sort((a, b) => a.box.left - b.box.left);
  for (const [i, a] of sorted.entries()) {
    for (const b of sorted.slice(i + 1)) {
      if (b.box.left >= a.box.right) break;
      if (meet(a.box, b.box)) problems.push(`${a.card.dataset.id} lies on ${b.card.dataset.id}`);
    }
  }
  for (const text of every(document.querySelectorAll("text")))
    if (!inside(area(text), page)) problems.push(`${text.textContent} leaves the picture`);
  return problems.slice(0, 10);
}

/** How far the colour of each text in a box is from that of the box (WCAG 2). */
export function contrast() {
  const light = (colour) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? [])
      .map(Number)
      .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".card text")].map((text) => {
    const box = getComputedStyle(text.closest(".card").querySelector(".box")).fill;
    const under = box === "none" ? getComputedStyle(document.querySelector(".frame")).fill : box;
    const [a, b] = [light(getComputedStyle(text).fill), light(under)];
    return { text: text.textContent, ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) };
  });
}

/** What Mermaid makes of a text; it throws where it cannot read it. */
export async function draw(text) {
  window.mermaid.initialize({ startOnLoad: false });
  await window.mermaid.parse(text);
  const { svg } = await window.mermaid.render("picture", text);
  const found = new DOMParser().parseFromString(svg, "text/html");
  return { labels: found.querySelectorAll("g.node").length, edges: found.querySelectorAll("g.edgePaths path, path.flowchart-link").length };
}

/** What is wrong with a text as XML; null when nothing is. */
export function parseFault(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? null;
}
