// `diff -o markdown`: the comment of a pull request.
import { printable } from "../../../resources/printable";
import { type Change, specsByRow } from "./changes";

/** A picture of one side, as Mermaid text. */
export interface Pictures {
  before?: string;
  after?: string;
}

/** A host of GitHub or GitLab refuses a comment that is longer. */
const MAX_LENGTH = 60_000;

/**
 * The comparison as the comment of a pull request: the summary, a table of objects, the fields folded away, a picture of each side.
 *
 * @param traffic how many requests of a log it concerns
 */
export function diffMarkdown(
  target: string,
  summary: readonly string[],
  changes: readonly Change[],
  pictures: Pictures = {},
  traffic?: string,
): string {
  if (changes.length === 0 && summary.length === 0 && traffic === undefined) return `### Load balancing on ${target}\n\nNo change.\n`;
  const [headline = `${count(changes)} would change`, ...lines] = summary.map(printable);
  const parts = [
    `### Load balancing on ${target}: ${headline}`,
    traffic === undefined ? "" : `**${traffic}**`,
    lines.length > 0 ? fenced("diff", lines.map(marked)) : "",
    table(changes),
    folded("Fields", fieldTable(changes)),
    ...(["before", "after"] as const).map((side) => {
      const picture = pictures[side];
      return picture ? folded(`Picture ${side} the change`, fenced("mermaid", [picture.trimEnd()])) : "";
    }),
  ].filter(Boolean);
  return `${within(parts).join("\n\n")}\n`;
}

/** Whole parts only, from the first on: half a table reads as if it were all. */
function within(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (kept.join("\n\n").length + part.length > MAX_LENGTH) return [...kept, "The rest is too long for a comment: run `k8s-lb diff`."];
    kept.push(part);
  }
  return kept;
}

/** `!` is the colour of a change in the language of diffs, where `~` has none. */
const marked = (line: string) => line.trim().replace(/^~/, "!");

const fenced = (language: string, lines: readonly string[]) => `\`\`\`${language}\n${lines.join("\n").replaceAll("```", "'''")}\n\`\`\``;

const folded = (title: string, body: string) => (body ? `<details><summary>${title}</summary>\n\n${body}\n\n</details>` : "");

/** One row per type of object, with the number of objects per change. */
function table(changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  const types = [...new Set(changes.map(({ type }) => type))].sort();
  const rows = types.map((type) => {
    const of = (change: Change["change"]) =>
      new Set(changes.filter((one) => one.type === type && one.change === change).map(({ name }) => name)).size;
    return `| ${cell(type)} | ${of("added")} | ${of("changed")} | ${of("removed")} |`;
  });
  return ["| objects | added | changed | removed |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function fieldTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  const specs = specsByRow(changes);
  const rows = changes.map(({ change, type, name, field = "", was, is }, at) =>
    ["", change, `${type} ${name}`, field, shown(was), shown(is), specs[at] ?? "", ""].map(cell).join(" | ").trim(),
  );
  return ["| change | object | field | was | is | specs |", "| --- | --- | --- | --- | --- | --- |", ...rows].join("\n");
}

const shown = (value: unknown) => {
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

/** A text in one cell: no line break, no end of the cell, nothing that the page or a terminal would take as more than text. */
const cell = (text: string) =>
  printable(text.replaceAll(/\s+/g, " "))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("\\", "\\\\")
    .replaceAll(/([|`*_[\]])/g, "\\$1");

const count = (changes: readonly Change[]) => {
  const objects = new Set(changes.map(({ type, name }) => `${type}/${name}`)).size;
  return `${objects} object${objects === 1 ? "" : "s"}`;
};
