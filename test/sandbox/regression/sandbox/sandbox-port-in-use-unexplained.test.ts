import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { holderOf } from "../../../../sandbox/shared/port-holder";
import { k8sLb } from "../../../support/cli";
import { ownPorts } from "../../../support/ports";

// `k8s-lb sandbox start` ended with the second line of LB5002 alone, "End that program": neither code nor port nor program were printed. And who
// tried `npm start` beside a program on one of the usual ports had to find free ones by hand.

let home: string;
let other: Server;
let port: number;

const listening = (server: Server, at: number) => new Promise<void>((done) => server.listen(at, "127.0.0.1", () => done()));

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "k8s-lb-ports-"));
  port = ownPorts(8);
  other = createServer();
  await listening(other, port + 1);
});
afterEach(async () => {
  await sandbox("stop");
  await new Promise((done) => other.close(done));
  rmSync(home, { recursive: true });
});

const sandbox = (...args: string[]) => k8sLb(["sandbox", ...args], { env: { K8S_LB_HOME: home } });

/** This process; elsewhere than on Linux no one names it. */
const HOLDER = process.platform === "linux" ? `process ${process.pid} \\(` : "another program";

test.each(["start", "run"])("sandbox %s tells code, port and who holds it", async (verb) => {
  const { code, stdout, stderr } = await sandbox(verb, "--port-base", String(port));
  expect([code, stdout]).toEqual([3, ""]);
  expect(stderr).toMatch(new RegExp(`^error: LB5002: port ${port + 1} of 127\\.0\\.0\\.1 is in use by ${HOLDER}`));
  expect(stderr).toContain(verb === "run" ? "--port-base" : "start the sandbox with `--port-base ");
});

test("of a port without a holder none is told", () => expect(holderOf(port + 2)).toBeUndefined());

test("with --free-ports other ports are taken and kept, unless objects are kept", async () => {
  const file = join(home, "sandbox/port-base");
  mkdirSync(join(home, "sandbox"));
  // the usual ports of this home, one of them taken
  writeFileSync(file, String(port));
  expect((await sandbox("start")).stderr).toContain(`LB5002: port ${port + 1} `);
  const first = await sandbox("start", "--free-ports");
  expect(first.code, first.stderr).toBe(0);
  const { url } = JSON.parse(first.stdout).avi;
  expect(Number(new URL(url).port)).toBe(Number(readFileSync(file, "utf8")));
  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  const beside = await sandbox("start", "--port-base", String(port + 200));
  expect([beside.code, beside.stdout]).toEqual([3, ""]);
  expect(beside.stderr).toMatch(
    new RegExp(`LB5004: a sandbox runs in the background from port ${new URL(url).port} on, and not from ${port + 200}`),
  );
  expect((await sandbox("edit", "healthmonitor", "System-TCP", "send_interval=7")).code).toBe(0);
  await sandbox("stop");
  // it comes back where the stack of its objects knows it
  expect(JSON.parse((await sandbox("start")).stdout).avi.url).toBe(url);
  await sandbox("stop");
  writeFileSync(file, String(port));
  expect((await sandbox("start", "--free-ports")).stderr).toContain(`LB5002: port ${port + 1} `);
  expect((await sandbox("reset")).code).toBe(0);
  expect(existsSync(file)).toBe(false);
});
