// What every page of docs/ keeps: links and anchors that lead somewhere, cells of tables that fit on a screen, and a first sentence for its reader.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { globSync } from "tinyglobby";
import { expect, it } from "vitest";

const ROOT = join(__dirname, "../../..");
const DOCS = join(ROOT, "docs");
const LONGEST_CELL = 120;

const PAGES = globSync(
  ["*.md", "tools/**/*.md", "docs/**/*.md", "sandbox/*.md", "resources/*.md", "!**/node_modules", "!docs/site", "!docs/api"],
  {
    cwd: ROOT,
  },
);

/** Lines of a page outside of its blocks of code. */
function linesOf(page: string): string[] {
  let isCode = false;
  return readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => {
      const isFence = /^ *(?:```|~~~)/.test(line);
      if (isFence) isCode = !isCode;
      return !isFence && !isCode;
    });
}

/** The anchors of the headings of a page, as GitHub makes them, and those that it writes out. */
function anchorsOf(page: string): Set<string> {
  const counts = new Map<string, number>();
  const found = new Set<string>();
  for (const line of linesOf(page)) {
    for (const [, id = ""] of line.matchAll(/<a id="([^"]+)">/g)) found.add(id);
    const [, heading] = /^#+ (.*)$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = plain
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    found.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return found;
}

it("every link of a page leads to a file, and its anchor to a heading", () => {
  const dead: string[] = [];
  for (const name of PAGES) {
    const page = join(ROOT, name);
    for (const line of linesOf(page))
      for (const [, link = ""] of line.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(link)) continue;
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? page : resolve(dirname(page), decodeURI(path));
        if (!existsSync(target)) dead.push(`${name}: ${link}`);
        else if (anchor && target.endsWith(".md") && !anchorsOf(target).has(anchor)) dead.push(`${name}: ${link}`);
      }
  }
  expect(dead).toEqual([]);
});

it("every page of docs/ that code or messages name exists, with its anchor", () => {
  const dead: string[] = [];
  for (const name of globSync(
    ["{resources,requests,provider,sdk,plugin,sandbox,tools,test,bench}/**/*.{ts,mts,mjs}", "!**/{dist,node_modules}"],
    { cwd: ROOT },
  ))
    for (const [, page = "", anchor] of readFileSync(join(ROOT, name), "utf8").matchAll(
      /(?<![\w/.-])docs\/([a-z][\w/-]*\.md)(?:#([\w-]+))?/g,
    )) {
      const target = join(DOCS, page);
      // release.test.ts has a changelog of its own; docs/crds is AKO's
      if (name.endsWith("release.test.ts") || page.startsWith("crds/")) continue;
      if (!existsSync(target) || (anchor && !anchorsOf(target).has(anchor)))
        dead.push(`${name}: docs/${page}${anchor ? `#${anchor}` : ""}`);
    }
  expect(dead).toEqual([]);
});

it("no cell of a table is longer than 120 characters", () => {
  const shown = (cell: string) => cell.trim().replace(/\]\([^)]*\)/g, "]").length;
  const pages = PAGES.filter((name) => /^(?:README|CONTRIBUTING|tools\/README|docs\/(?:contributing\/)?[\w-]+)\.md$/.test(name));
  const wide = pages.flatMap((name) =>
    linesOf(join(ROOT, name)).flatMap((line) => {
      if (!line.startsWith("|")) return [];
      const cells = line.replaceAll("\\|", "!").split("|").slice(1, -1);
      return cells.some((cell) => shown(cell) > LONGEST_CELL) ? [`${name}: ${line.slice(0, 60)}`] : [];
    }),
  );
  expect(wide).toEqual([]);
});

it("every page says first whom it is for, and is linked from docs/README.md", () => {
  const list = readFileSync(join(DOCS, "README.md"), "utf8");
  const pages = [...readdirSync(DOCS), ...readdirSync(join(DOCS, "contributing")).map((name) => `contributing/${name}`)].filter(
    (name) => name.endsWith(".md") && !["README.md", "glossary.md", "errors.md"].includes(name),
  );
  const unlinked = pages.filter((name) => !list.includes(`](${name}`));
  const unaddressed = pages.filter((name) => {
    const [title, first = ""] = linesOf(join(DOCS, name)).filter((line) => line.trim() !== "");
    return !(title?.startsWith("# ") && /^For /.test(first));
  });
  expect({ unlinked, unaddressed }).toEqual({ unlinked: [], unaddressed: [] });
});
