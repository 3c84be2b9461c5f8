import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { programOf } from "../../../sdk/watch/stack/automation";
import type { StackProgram } from "../../../sdk/watch/stack/program";
import { RegistrationSocket } from "../../../sdk/watch/stack/registration-socket";
import { ResidentProgram } from "../../../sdk/watch/stack/resident/resident-program";
import { RunFailed } from "../../../sdk/watch/stack/run-failed";
import { PulumiLab } from "../pr/harness";

// A program that stays loaded, as the watch runs it, beside a new process for each run. Steps build on each other.

let [lab, avi, socket]: [PulumiLab?, AviSandbox?, RegistrationSocket?] = [];
let stack: Stack;
let resident: ResidentProgram;
let loaded: StackProgram;
let fresh: StackProgram;

/** Main has ended before it declares anything, as of many programs. */
const program = (servers: string) => `
const { appendFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const avi = require("pulumi-k8s-lb/avi");
appendFileSync("runs.txt", process.pid + "\\n");
const owner = "pulumi-k8s-lb:" + pulumi.getProject() + "/" + pulumi.getStack() + "/c/main";
async function main() {
  await new Promise((done) => setTimeout(done, 50));
  new avi.Pool("late", { owner, pool: { name: "late", servers: require("./servers.js") } });
}
main();
const early = new avi.Pool("early", { owner, pool: { name: "early", servers: ${servers} } });
exports.word = new pulumi.Config().requireSecret("word");
exports.early = early.id;
exports.from = process.cwd() === __dirname;
exports.isPreviewed = pulumi.runtime.isDryRun();
`;

const servers = (host: number) => JSON.stringify([{ ip: { addr: `10.1.0.${host}`, type: "V4" } }]);

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({
    env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" },
  });
  lab.write({
    "Pulumi.yaml": "name: resident\nruntime: nodejs\n",
    "package.json": '{ "name": "resident", "main": "index.js" }',
    "index.js": program(servers(1)),
    "servers.js": `module.exports = ${servers(1)};`,
  });
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["config", "set", "--secret", "word", "hush"]);
  stack = await lab.folderStack();
  socket = await RegistrationSocket.listen();
  resident = ResidentProgram.of(stack);
  const { signal } = new AbortController();
  loaded = programOf(stack, socket, signal, resident);
  fresh = programOf(stack, socket, signal);
});

afterAll(async () => {
  resident?.close();
  await socket?.close();
  lab?.dispose();
  await avi?.close();
});

const changed = (steps: readonly { op: string; name: string }[]) =>
  // resources are registered side by side
  steps
    .filter(({ op }) => op !== "same")
    .map(({ op, name }) => `${op} ${name}`)
    .sort();

/** Resources of the state by URN, without times and call stacks: which frames a stack has depends on what the process did before. */
async function state(): Promise<object> {
  const { deployment } = await stack.exportStack();
  const all = deployment.resources.map(
    ({ created: _created, modified: _modified, stackTrace: _stackTrace, ...rest }: { [key: string]: unknown }) => rest,
  );
  return Object.fromEntries(all.map((one: { [key: string]: unknown }) => [String(one.urn), one]));
}

const processes = () =>
  readFileSync(join(String(lab?.program), "runs.txt"), "utf8")
    .trim()
    .split("\n");

test("a second run in the same process gives the state that a new process gives", async () => {
  expect(changed((await loaded.preview()).steps)).toEqual(["create default", "create early", "create late", "create resident-test"]);
  expect(changed(await loaded.up())).toHaveLength(4);
  expect(new Set(processes()).size).toBe(1);
  expect(Number(processes()[0])).not.toBe(process.pid);
  const written = await state();
  expect(Object.keys(written)).toHaveLength(4);
  await lab?.pulumi(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  expect(await state()).toEqual(written);
  expect(new Set(processes()).size).toBe(2);
  const outputs = await stack.outputs();
  expect(outputs.word).toEqual({ value: "hush", secret: true });
  expect([outputs.from?.value, outputs.isPreviewed?.value]).toEqual([true, false]);
});

test("edited files of the project count from the next run on", async () => {
  lab?.write({ "servers.js": `module.exports = ${servers(2)};` });
  expect(changed((await loaded.preview()).steps)).toEqual(["update late"]);
  lab?.write({ "index.js": program(servers(3)) });
  expect(changed((await loaded.preview()).steps).sort()).toEqual(["update early", "update late"]);
  const before = processes().at(-1);
  expect(before).toBe(processes()[0]);
  // a package that was installed
  lab?.write({ "package-lock.json": "{}" });
  expect(changed(await loaded.up()).sort()).toEqual(["update early", "update late"]);
  expect(processes().at(-1)).not.toBe(before);
  expect(changed((await fresh.preview()).steps)).toEqual([]);
});

/** Refusal of a preview. */
async function refusal(one: StackProgram): Promise<string> {
  try {
    await one.preview();
  } catch (error) {
    if (error instanceof RunFailed) return error.refusal;
    throw error;
  }
  throw new Error("the preview succeeded");
}

test.each([
  ["throws at once", 'throw new Error("no specs");', /no specs/],
  ["rejects later", 'setTimeout(() => Promise.reject(new Error("too late")), 100);', /too late/],
  ["is no JavaScript", "const = 1;", /unhandled exception/],
  ["ends itself", "process.exit(3);", /exit code: 3/],
])("a program that %s fails as in a new process, and the next run is a good one", async (_, text, words) => {
  lab?.write({ "index.js": text });
  const found = await refusal(loaded);
  expect(found).toMatch(words);
  expect(found).toBe(await refusal(fresh));
  lab?.write({ "index.js": program(servers(3)) });
  expect(changed((await loaded.preview()).steps)).toEqual([]);
});

test("a program that needs a compiler has a process for each run", async () => {
  expect(await resident.args()).toHaveLength(1);
  lab?.write({ "more.ts": "export {};\n" });
  expect(await resident.args()).toEqual([]);
});
