import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(__dirname, "../../..");

/** Folders and files that one answer names, each with the names in parentheses behind it. */
interface Answer {
  question: string;
  places: { path: string; names: string[] }[];
}

/** A reader opens at most so many folders for one question. */
const MOST_PLACES = 2;

function answers(): Answer[] {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const [, section = ""] = page.split("## Where to look\n");
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| question |") && !line.startsWith("| ---"));
  return rows.map((row) => {
    const [question = "", answer = ""] = row.slice(2, -2).split(" | ");
    const named = [...answer.matchAll(/`((?:resources|requests|provider|sdk|sandbox|test|tools)\/[^`\s]*)`(?: \(([^)]*)\))?/g)];
    return {
      question,
      places: named.map(([, path = "", list = ""]) => ({ path, names: [...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name) })),
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

/** The sources of a file, or of all files of a folder. */
function sourcesOf(path: string): string[] {
  const full = join(ROOT, path);
  if (!path.endsWith("/")) return [readFileSync(full, "utf8")];
  const files = readdirSync(full, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(?:ts|mjs)$/.test(file) && !file.includes("dist/"),
  );
  return files.map((file) => readFileSync(join(full, file), "utf8"));
}

const ANSWERS = answers();

it("docs/architecture.md has at most 150 lines and answers questions", () => {
  expect(readFileSync(join(ROOT, "docs/architecture.md"), "utf8").split("\n").length).toBeLessThanOrEqual(151);
  expect(ANSWERS.length).toBeGreaterThanOrEqual(20);
});

it.each(ANSWERS)("$question", ({ question, places }) => {
  expect(question).toMatch(/\?$/);
  expect(places.length).toBeGreaterThan(0);
  expect(places.length).toBeLessThanOrEqual(MOST_PLACES);
  for (const { path, names } of places) {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    const sources = sourcesOf(path);
    expect(
      names.filter((name) => !sources.some((text) => declares(text, name))),
      path,
    ).toEqual([]);
  }
});
