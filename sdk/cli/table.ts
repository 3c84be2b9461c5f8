// Tables that fit the terminal.
import stringWidth from "string-width";
import { printableLines } from "../../resources/printable";
import { terminalWidth } from "./terminal";

const GAP = "  ";

/** So wide is a last column at least that stays on the line of its row. */
const LEAST_PROSE = 40;

/**
 * A table without box drawing, readable in logs and diffs, in which no line is wider than the terminal. Columns that fit stay on the line of
 * their row, the last of them in several lines if it is prose; the others follow below it, each with its name.
 *
 * @param width of the terminal; undefined: lines of any length, for files and other programs
 */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[], width = terminalWidth(process.stdout)): string {
  const printed = rows.map((cells) => cells.map(printableLines));
  const natural = head.map((name, column) => Math.max(...[name, ...printed.map((cells) => cells[column] ?? "")].map(widthOfText)));
  const { kept, last } = columnsOnLine(natural, width ?? Number.POSITIVE_INFINITY);
  const widths = [...natural.slice(0, kept - 1), last];
  const below = head.slice(kept);
  const title = lineOf(head.slice(0, kept), widths);
  const lines = printed.map((cells) => lineOf(cells.slice(0, kept), widths) + cellsBelow(below, cells.slice(kept), width));
  return [title, ...lines].join("");
}

/** Number of columns that stay on the line, and width of the last of them. */
function columnsOnLine(natural: readonly number[], width: number): { kept: number; last: number } {
  const before = (count: number) => natural.slice(0, count).reduce((sum, one) => sum + one + GAP.length, 0);
  const lastOf = (count: number) => natural[count - 1] ?? 0;
  if (before(natural.length) - GAP.length <= width) return { kept: natural.length, last: lastOf(natural.length) };
  const prose = width - before(natural.length - 1);
  if (natural.length > 1 && prose >= Math.min(LEAST_PROSE, lastOf(natural.length))) return { kept: natural.length, last: prose };
  let kept = natural.length - 1;
  while (kept > 1 && before(kept) - GAP.length > width) kept -= 1;
  return { kept: Math.max(kept, 1), last: Math.max(1, Math.min(lastOf(Math.max(kept, 1)), width)) };
}

/** One row; a cell of several lines continues below itself. */
function lineOf(cells: readonly string[], widths: readonly number[]): string {
  const wrapped = cells.map((cell, column) => wrap(cell, widths[column] ?? 1));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  const last = wrapped.length - 1;
  const line = (at: number) => wrapped.map((lines, column) => padded(lines[at] ?? "", column < last ? (widths[column] ?? 0) : 0)).join(GAP);
  return Array.from({ length: height }, (_, at) => `${line(at).trimEnd()}\n`).join("");
}

/** Columns for which the line is too short; a single one needs no name. */
function cellsBelow(head: readonly string[], cells: readonly string[], width: number | undefined): string {
  const label = head.length > 1 ? Math.max(...head.map(widthOfText)) : 0;
  const indent = label > 0 ? [GAP.length, label, GAP.length] : [GAP.length];
  const room = Math.max(1, (width ?? Number.POSITIVE_INFINITY) - indent.reduce((sum, one) => sum + one, 0));
  return head
    .map((name, column) => ({ name, cell: cells[column] ?? "" }))
    .filter(({ cell }) => cell !== "")
    .flatMap(({ name, cell }) => {
      const first = label > 0 ? `${GAP}${padded(name, label)}${GAP}` : GAP;
      const others = " ".repeat(widthOfText(first));
      return wrap(cell, room).map((line, at) => `${at === 0 ? first : others}${line}\n`);
    })
    .join("");
}

const widthOfText = (text: string): number => Math.max(...text.split("\n").map((line) => stringWidth(line)));

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - stringWidth(text)));

/** Lines of at most this width: broken at spaces, a longer word behind `/`, `,` or `-`, otherwise anywhere. */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => (stringWidth(line) <= width ? [line] : wrapLine(line, width)));
}

function wrapLine(line: string, width: number): string[] {
  const indent = /^ */.exec(line)?.[0].slice(0, Math.floor(width / 2)) ?? "";
  const room = width - indent.length;
  const lines = [""];
  let used = 0;
  for (const piece of line.trim().split(/(?<=\s)/)) {
    for (const [at, part] of partsOf(piece, room).entries()) {
      const needed = stringWidth(part.trimEnd());
      if (used > 0 && (at > 0 || used + needed > room)) {
        lines.push("");
        used = 0;
      }
      lines[lines.length - 1] += part;
      used += stringWidth(part);
    }
  }
  return lines.map((one) => indent + one.trimEnd());
}

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A word that is wider than the line in parts that are not. */
function partsOf(word: string, width: number): string[] {
  const parts: string[] = [];
  let part = "";
  for (const { segment } of characters.segment(word)) {
    if (part && stringWidth((part + segment).trimEnd()) > width) {
      const at = Math.max(...["/", ",", "-"].map((mark) => part.lastIndexOf(mark))) + 1;
      const cut = at > 0 && at > part.length / 3 ? at : part.length;
      parts.push(part.slice(0, cut));
      part = part.slice(cut);
    }
    part += segment;
  }
  return [...parts, part];
}
