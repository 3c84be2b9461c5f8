import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(__dirname, "../../..");

/** Paths that one answer opens, each with the names that it has in parentheses. */
interface Answer {
  question: string;
  files: { path: string; names: string[] }[];
}

/** So many files a reader opens for one question. */
const MOST_FILES = 2;

function answers(): Answer[] {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const [, section = ""] = page.split("## Where to look\n");
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| question |") && !line.startsWith("| ---"));
  return rows.map((row) => {
    const [question = "", answer = ""] = row.slice(2, -2).split(" | ");
    const found = [...answer.matchAll(/`((?:resources|requests|provider|sdk|sandbox|test|tools)\/[^`\s]+)`(?: \(([^)]*)\))?/g)];
    return {
      question,
      files: found.map(([, path = "", named = ""]) => ({ path, names: [...named.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name) })),
    };
  });
}

/** True for what a file declares: a function, a class, a method, a constant or a key; a place of a table in quotes. */
function declares(text: string, name: string): boolean {
  const escaped = name.replace(/[.$]/g, "\\$&");
  return (
    new RegExp(`(?:function|class|interface|type|const|let) ${escaped}\\b`).test(text) ||
    new RegExp(`^\\s+(?:async )?${escaped}\\s*[:(]`, "m").test(text) ||
    text.includes(`"${name}":`)
  );
}

/** `sdk/targets/<name>/lower/` exists if one of the folders has it. */
function exists(path: string): boolean {
  const [before = "", after] = path.split("<name>");
  if (after === undefined) return existsSync(join(ROOT, path));
  return readdirSync(join(ROOT, before)).some((name) => existsSync(join(ROOT, before, name, after)));
}

const ANSWERS = answers();

it("docs/architecture.md answers twenty questions", () => {
  expect(ANSWERS.length).toBeGreaterThanOrEqual(20);
});

it.each(ANSWERS)("$question", ({ question, files }) => {
  expect(question).toMatch(/\?$/);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  for (const { path, names } of files) {
    expect(exists(path), path).toBe(true);
    const unknown = names.filter((name) => !declares(readFileSync(join(ROOT, path), "utf8"), name));
    expect(unknown, path).toEqual([]);
  }
});
