import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { programOf } from "../../../sdk/watch/stack/automation";
import type { RunStep, StackProgram } from "../../../sdk/watch/stack/program";
import { RegistrationSocket } from "../../../sdk/watch/stack/registration-socket";
import { ResidentProgram } from "../../../sdk/watch/stack/resident/resident-program";
import { PulumiLab } from "../pr/harness";

// A program that stays loaded and moves from dynamic resources to the plugin: each run decides for itself. Steps build on each other.

let [lab, avi, socket]: [PulumiLab?, AviSandbox?, RegistrationSocket?] = [];
let stack: Stack;
let resident: ResidentProgram;
let loaded: StackProgram;
let fresh: StackProgram;

const program = (first = "") => `
const { appendFileSync } = require("node:fs");
${first}
const avi = require("pulumi-k8s-lb/avi");
appendFileSync("runs.txt", process.pid + "\\n");
new avi.Pool("web", { pool: { name: "web", servers: [] } });
`;
const NATIVE = program(`require("pulumi-k8s-lb").useNativePlugin();`);

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({
    env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" },
  });
  lab.write({
    "Pulumi.yaml": "name: resident\nruntime: nodejs\n",
    "package.json": '{ "name": "resident", "main": "index.js" }',
    "index.js": program(),
  });
  await lab.pulumi(["stack", "init", "test"]);
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

/** Steps of a run with the pool, with the type that it has. */
const done = (steps: readonly RunStep[]) => steps.filter(({ name }) => name === "web").map(({ op, type }) => `${op} ${type}`);

const processes = () =>
  readFileSync(join(lab?.program ?? "", "runs.txt"), "utf8")
    .trim()
    .split("\n");

test("a dynamic program", async () => {
  expect(done(await loaded.up())).toEqual(["create pulumi-nodejs:dynamic/k8s-lb-avi:Pool"]);
});

test("goes on with the plugin in the same process, without a write", async () => {
  lab?.write({ "index.js": NATIVE });
  avi?.resetCalls();
  expect(done(await loaded.up())).toEqual(["same k8s-lb:avi:Pool"]);
  expect(avi?.calls()).toEqual([]);
  const [first, second] = processes();
  expect(second).toBe(first);
  expect(await loaded.resources()).toMatchObject([{ type: "avi:Pool", name: "web" }]);
});

test("and a process of its own finds nothing to do", async () => {
  expect(done((await fresh.preview()).steps)).toEqual(["same k8s-lb:avi:Pool"]);
});

test("the environment alone chooses the plugin, too", async () => {
  lab?.write({ "index.js": program() });
  stack.workspace.envVars.K8S_LB_NATIVE = "1";
  const own = ResidentProgram.of(stack);
  const native = programOf(stack, socket ?? (await RegistrationSocket.listen()), new AbortController().signal, own);
  expect(done((await native.preview()).steps)).toEqual(["same k8s-lb:avi:Pool"]);
  own.close();
});
