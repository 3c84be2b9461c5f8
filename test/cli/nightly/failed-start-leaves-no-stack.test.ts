import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../pr/harness";

// `npm start -- EXAMPLE --real` whose `pulumi up` fails: its servers go. So no stack that needs them may stay, and their logs must stay.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-start-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A CLI that writes down what it is asked, and fails at `up`. */
const CLI = `#!/bin/sh
case "$1" in
  version) echo v3.259.0 ;;
  *) echo "$PULUMI_STACK: $*" >> "$CALLS" ;;
esac
[ "$1" != up ]
`;

test("the stack is forgotten before and after, the selected one is left alone, and the logs stay", () => {
  writeFileSync(join(folder, "pulumi"), CLI, { mode: 0o755 });
  const calls = join(folder, "calls");
  const env = { ...process.env, CI: "true", CALLS: calls, PATH: [folder, process.env.PATH].join(delimiter) };
  Object.assign(env, { PULUMI_BACKEND_URL: `file://${folder}/state`, TMPDIR: folder });
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/start.mjs"), "mizar", "--real"], { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("`pulumi up` failed");
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  const verbs = lines.map((line) => line.replace(/ (--yes|--non-interactive|--skip-preview)\b.*/, ""));
  const forgotten = ["real: cancel real", "real: stack rm real"];
  expect(verbs.filter((line) => !line.includes("output"))).toEqual([
    ...forgotten,
    "real: stack init real --no-select",
    "real: up",
    ...forgotten,
  ]);
  const kept = /The logs of the servers are in (\S+)/.exec(stderr)?.[1] ?? "";
  expect(readdirSync(kept)).toEqual(expect.arrayContaining(["apiserver.log"]));
});
