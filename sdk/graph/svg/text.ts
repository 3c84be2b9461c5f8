// Escapes, measures and wraps texts for SVG.

/** Characters that no XML document may hold, and those that turn the direction of what follows: names come from anybody. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]|\p{Surrogate}/gu;

/** Behind which a name may go on in the next line. */
const BREAK = /[-._/:,]/u;

/** Text that can be drawn as it is. */
export const clean = (text: string) => text.replace(/\s+/g, " ").replace(UNPRINTABLE, "\ufffd");

export function xml(text: string): string {
  return clean(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Width in cells of a font of fixed width; signs that such fonts often lack are taken as two, the widest they get. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const sign of text) cells += sign === "…" || sign < "\u0250" ? 1 : 2;
  return cells;
}

/** Breaks text into lines of at most so many cells. What does not fit is left out of the middle, and `cut` says so. */
export function wrap(text: string, cells: number, most: number): { lines: string[]; cut: boolean } {
  const trimmed = clean(text).trim();
  const lines = linesOf(trimmed, cells);
  if (lines.length <= most) return { lines, cut: false };
  // the end of a name is more distinctive than its middle
  const signs = [...trimmed];
  let kept = Math.min(signs.length - 1, most * cells);
  for (;;) {
    const head = Math.ceil(kept * (most === 1 ? 0.5 : 0.7));
    const shorter = linesOf(`${signs.slice(0, head).join("")}…${signs.slice(signs.length - (kept - head)).join("")}`, cells);
    if (shorter.length <= most || kept === 0) return { lines: shorter.slice(0, most), cut: true };
    kept -= 1;
  }
}

function linesOf(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const sign of text) {
    const more = cellsOf(sign);
    if (width + more > cells && line !== "") {
      const at = breakOf(line);
      lines.push(line.slice(0, at).trimEnd());
      line = line.slice(at).trimStart();
      width = cellsOf(line);
    }
    line += sign;
    width += more;
  }
  return [...lines, line.trimEnd()];
}

/** Best place to break a line: between words, else behind a sign between the parts of a name, else at its end. */
function breakOf(line: string): number {
  const space = line.lastIndexOf(" ");
  if (space > line.length / 3) return space + 1;
  for (let i = line.length - 1; i > line.length / 2; i--) if (BREAK.test(line.charAt(i))) return i + 1;
  return line.length;
}
