import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { BACK_ENDS } from "../../../provider";
import { FRONT_ENDS } from "../../../sdk/frontends";
import { TARGETS } from "../../../sdk/targets";

const ROOT = join(__dirname, "../../..");
const PAGES = ["docs/architecture.md", "docs/contributing/extending.md", "CONTRIBUTING.md", "resources/README.md"];

const foldersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Words in code that begin with a folder of the repository; what a build makes is left out. */
function pathsIn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;
  const blocks = [...text.matchAll(fence)].map(([, language, block = ""]) => (language ? "" : block.replace(/ .*$/gm, "")));
  const spans = [...text.replace(fence, "").matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const words = [...blocks, ...spans].flatMap((one) => one.split(/\s+/));
  return [...new Set(words)].filter(
    (word) => /^(resources|requests|provider|sdk|sandbox|examples|test|tools|bench|docs)\//.test(word) && !/\bdist\b/.test(word),
  );
}

/** `sdk/targets/<name>/plan.ts` exists if one of the targets has it. */
function exists(path: string): boolean {
  const [before = "", after] = path.split(/<(?:name|subject)>/);
  return after === undefined ? existsSync(join(ROOT, path)) : foldersIn(before).some((name) => existsSync(join(ROOT, before, name, after)));
}

it.each(PAGES)("every path in %s exists", (page) => {
  const paths = pathsIn(page);
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});

it("every front end, target and back end is a folder and a line in its table", () => {
  // the specs of Arktos ask for networks, which are no routes
  expect([...FRONT_ENDS.map(({ name }) => name), "arktos"].sort()).toEqual(foldersIn("sdk/frontends").sort());
  expect(Object.keys(TARGETS).sort()).toEqual(foldersIn("sdk/targets").sort());
  const shared = ["http", "kubernetes", "lifecycle", "orphans", "verify"];
  expect([...Object.keys(BACK_ENDS), ...shared].sort()).toEqual(foldersIn("provider").sort());
});

it("docs/contributing/extending.md names each table and where an entry goes", () => {
  const page = readFileSync(join(ROOT, "docs/contributing/extending.md"), "utf8");
  const sections = new Map(page.split(/^### /m).map((section): [string, string] => [section.split("\n")[0] ?? "", section]));
  const lines: Readonly<Record<string, readonly string[]>> = {
    "Add a front end": ["`sdk/frontends/index.ts`", "`FRONT_ENDS`"],
    "Add a target": ["`sdk/targets/index.ts`", "`TARGETS`"],
    "Add a back end": ["`provider/index.ts`", "`BACK_ENDS`"],
    "Add a kind": ["`resources/field-table.ts`"],
  };
  for (const [title, named] of Object.entries(lines)) for (const name of named) expect(sections.get(title), title).toContain(name);
});

it("test/ has one folder for each sort of test, and those of test/unit mirror the tree", () => {
  expect(foldersIn("test").sort()).toEqual(["campaigns", "cases", "cli", "sandbox", "support", "unit"]);
  const rooms = ["resources", "requests", "provider", "sdk", "plugin", "sandbox"];
  const folders = rooms.flatMap((room) =>
    readdirSync(join(ROOT, "test/unit", room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith(".test.ts"))
      .map(({ parentPath }) => relative(join(ROOT, "test/unit"), parentPath)),
  );
  expect(folders).not.toEqual([]);
  expect([...new Set(folders)].filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
});
