import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ASSUMPTIONS, type Assumptions } from "../../../resources/assumptions";

interface Tool {
  marksIn(files: readonly (readonly [path: string, text: string])[]): Map<string, string[]>;
  sourceFiles(): [path: string, text: string][];
  faultsOfMarks(table: Assumptions, marks: Map<string, string[]>): string[];
  unverifiedList(table: Assumptions, marks: Map<string, string[]>): string;
}

const TOOL = "../../../tools/lib/unverified.mjs";
const tool = (): Promise<Tool> => import(TOOL);

const ALL: Assumptions = Object.assign({}, ...Object.values(ASSUMPTIONS));

it("each mark has an entry, and each entry a mark", async () => {
  const { marksIn, sourceFiles, faultsOfMarks } = await tool();
  expect(faultsOfMarks(ALL, marksIn(sourceFiles()))).toEqual([]);
});

it("a mark without an entry and an entry without a mark are faults", async () => {
  const { marksIn, faultsOfMarks } = await tool();
  const entry = { question: "?", assumed: "", otherwise: "", by: "api", check: "" } as const;
  const marks = marksIn([["a.ts", "/** @unverified avi/one */\n// @unverified avi/three"]]);
  expect(faultsOfMarks({ "avi/one": entry, "avi/two": entry }, marks)).toEqual([
    "a.ts: @unverified avi/three has no entry in resources/assumptions",
    "resources/assumptions: no line is marked @unverified avi/two",
  ]);
});

it.each(Object.entries(ASSUMPTIONS))(
  "docs/verify.md lists the assumptions about %s with the places of their marks",
  async (name, table) => {
    const { marksIn, sourceFiles, unverifiedList } = await tool();
    const page = readFileSync(join(__dirname, "../../../docs/verify.md"), "utf8");
    expect(page).toContain(`\n\n${unverifiedList(table, marksIn(sourceFiles()))}\n\n<!-- /assumptions about ${name} -->`);
  },
);

it("IDs begin with the name of their back end", () => {
  for (const [name, table] of Object.entries(ASSUMPTIONS)) for (const id of Object.keys(table)) expect(id).toMatch(new RegExp(`^${name}/`));
});
