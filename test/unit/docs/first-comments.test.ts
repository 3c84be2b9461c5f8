// The first line of each source file says what the file is for.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(__dirname, "../../..");
const FOLDERS = ["sdk", "provider", "resources", "requests", "sandbox", "plugin", "bench", "tools"];

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|mjs|cjs|js)$/.test(file) && !/(^|\/)(node_modules|dist|templates)\//.test(file))
    .map((file) => `${folder}/${file}`);

/** True for a comment line at the beginning, behind `#!` where there is one; a directive such as `// @ts-check` says nothing. */
const hasFirstComment = (text: string): boolean => /^(#!.*\n)?\/\/ [^@\s]/.test(text) && !/^(#!.*\n)?\/\/ biome-ignore/.test(text);

it("accepts a comment line, and nothing else, as the beginning of a file", () => {
  expect(["// Reads X.\nimport y;", "#!/usr/bin/env node\n// The executable."].map(hasFirstComment)).toEqual([true, true]);
  const others = ["import y;\n// Reads X.", "/** Reads X. */", "\n// Reads X.", "//\n", "// @ts-check\n", "// biome-ignore lint: x\n"];
  expect(others.filter(hasFirstComment)).toEqual([]);
});

it.each(FOLDERS)("each source file in %s begins with a comment that says what it is for", (folder) => {
  const files = sourcesIn(folder);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !hasFirstComment(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});
