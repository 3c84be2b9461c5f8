// docs/contributing/tests.md says of each folder below test/, two levels deep, what is in it, and names no file that does not exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(__dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/contributing/tests.md"), "utf8");

const foldersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

it("each folder below test/ has one line, and each line a folder", () => {
  const described = [...PAGE.matchAll(/^- `(test\/[\w-]+\/[\w-]+)`: \S/gm)].map(([, folder]) => folder);
  expect(described.sort()).toEqual(foldersIn("test").flatMap(foldersIn).sort());
});

it("each path on the page exists", () => {
  // `SUBJECT` and `NAME` stand for the name of a folder, `*` for any
  const paths = [...PAGE.matchAll(/`((?:test|tools|examples)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(paths.filter((path) => !/\b(?:SUBJECT|NAME)\b/.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});
