import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { STATE_FORMS } from "../../support/state-forms";

// Rows that `npm start` shows for the output of `pulumi up` without a terminal.

let finishedRows: () => (line: string) => string[];
beforeAll(async () => {
  ({ finishedRows } = await import(join(__dirname, "../../../tools/lib/outputs.mjs")));
});

const shown = (lines: string[]): string[] => {
  const rowsOf = finishedRows();
  return lines.flatMap((line) => rowsOf(line)).map((line) => line.replace(/ {2,}/g, "  "));
};

test("each resource has one row, with what it is now", () => {
  const rows = shown(readFileSync(join(__dirname, "recordings/pulumi-up.txt"), "utf8").split("\n"));
  const count = rows.indexOf("Resources:");
  expect(rows.slice(count)).toEqual(["Resources:", "  + 15 created"]);
  const names = rows.slice(0, count).map((row) => row.trim().split(/\s+/)[2]);
  expect(names).toHaveLength(15);
  expect(new Set(names).size).toBe(15);
  expect(rows).toContain(" + SharedVS quickstart--Shared-L7-0  created  10.250.250.13");
  expect(rows).toContain(" + Pool quickstart--red-game-80  created");
  expect(rows.join()).not.toMatch(/creating|\d s\)|\ds\)/);
});

test.each(STATE_FORMS)("what fails, what stays and what a run has to say of %s resources is shown as it is", (_, prefix) => {
  const lines = [
    "Updating (dev):",
    " +  k8s-lb:avi:KubernetesCluster quickstart creating (0s) ",
    ` ~  ${prefix}avi:Pool a updated (0.12s) [diff: ~pool]; 10.0.0.1`,
    ` +  ${prefix}avi:Pool b **creating failed** (0.3s) error: LB2005: in use`,
    ` +  ${prefix}avi:Pool b **creating failed** (0.3s) error: LB2005: in use`,
    "    pulumi:pulumi:Stack x running (3s) ",
    "Diagnostics:",
    `  ${prefix}avi:Pool (b):`,
    "    error: LB2005: in use",
    "Resources:",
    "Duration: 3s",
  ];
  expect(shown(lines)).toEqual([
    " ~ Pool a  updated  [diff: ~pool]; 10.0.0.1",
    " + Pool b  **creating failed**  error: LB2005: in use",
    "Diagnostics:",
    `  ${prefix}avi:Pool (b):`,
    "  error: LB2005: in use",
    "Resources:",
  ]);
});

test("a component with warnings has the row of its summary, and that of the warnings where it says nothing else", () => {
  const warned = (name: string) => ` +  k8s-lb:avi:KubernetesCluster ${name} created (3s) warning: 2 warnings about the specs:`;
  const lines = [
    warned("a"),
    warned("b"),
    " +  k8s-lb:avi:KubernetesCluster a created (3s) 1 kind of request is answered differently",
    "Resources:",
  ];
  expect(shown(lines)).toEqual([
    " + KubernetesCluster a  created  1 kind of request is answered differently",
    " + KubernetesCluster b  created  warning: 2 warnings about the specs:",
    "Resources:",
  ]);
});
