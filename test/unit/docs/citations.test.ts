import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(__dirname, "../../..");
const folder = join(root, "docs/reference");

/** `ako.md 1.2`, `ako.md 1.2, 1.3`, `mizar.md 2.2 to 2.4`: a page, and the numbers of sections behind it. */
const CITATION = /(?<![\w/-])([a-z0-9-]+\.md)`?((?:(?:, | and | to | )\d+(?:\.\d+)*)+)/g;

/** The numbers of the sections of a page. */
function sectionsOf(page: string): ReadonlySet<string> {
  const file = join(folder, page);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return new Set([...text.matchAll(/^#{2,3} (\d+(?:\.\d+)*)/gm)].map(([, number = ""]) => number));
}

function* citations(): Generator<{ at: string; page: string; section: string }> {
  const files = execFileSync("git", ["ls-files", "resources", "requests", "provider", "sdk", "sandbox", "test", "tools", "bench", "docs"], {
    cwd: root,
  });
  for (const file of files.toString().split("\n"))
    if (/\.(ts|mts|mjs|md)$/.test(file) && existsSync(join(root, file)))
      for (const [, page = "", numbers = ""] of readFileSync(join(root, file), "utf8").matchAll(CITATION))
        for (const [section] of numbers.matchAll(/\d+(?:\.\d+)*/g)) yield { at: file, page, section };
}

const all = [...citations()].filter(({ at }) => !at.endsWith("citations.test.ts"));

test("each citation of a reference page leads to a section of docs/reference", () => {
  const sections = new Map([...new Set(all.map(({ page }) => page))].map((page) => [page, sectionsOf(page)]));
  const dead = all.filter(({ page, section }) => !sections.get(page)?.has(section));
  expect(dead.map(({ at, page, section }) => `${at}: ${page} ${section}`)).toEqual([]);
  expect(all.length).toBeGreaterThan(150);
});

test("each section of a reference page is cited, or contains one that is", () => {
  const cited = new Set(all.map(({ page, section }) => `${page} ${section}`));
  const unused = [...new Set(all.map(({ page }) => page))].flatMap((page) =>
    [...sectionsOf(page)]
      .filter((section) => ![...cited].some((one) => one === `${page} ${section}` || one.startsWith(`${page} ${section}.`)))
      .map((section) => `${page} ${section}`),
  );
  expect(unused).toEqual([]);
});
