import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { k8sLb } from "../../../support/cli";
import { ownPorts } from "../../../support/ports";

// Whoever made a second clone met the objects of the first in the sandbox (LB2053), and had to find and remove a folder by hand.

const home = mkdtempSync(join(tmpdir(), "k8s-lb-clone-"));
const env = { K8S_LB_HOME: home };
afterAll(async () => {
  await k8sLb(["sandbox", "stop"], { env });
  rmSync(home, { recursive: true });
});
const sandbox = (...args: string[]) => k8sLb(["sandbox", ...args], { env });
/** Names of the health monitors of the sandbox, as the error for a misspelt name lists them. */
const known = async () => (await sandbox("edit", "healthmonitor", "none-of-this-name", "a=b")).stderr;

test("one command empties the sandbox, running or not", { timeout: 120_000 }, async () => {
  const port = String(ownPorts(8));
  expect((await sandbox("reset")).code).toBe(0);
  expect((await sandbox("start", "--port-base", port)).code).toBe(0);
  const fresh = await known();
  expect(await sandbox("edit", "healthmonitor", "System-TCP", "send_interval=7")).toMatchObject({ code: 0 });
  expect(JSON.parse((await sandbox("log", "--writes", "-o", "json")).stdout).calls).toHaveLength(1);
  expect((await sandbox("reset")).code).toBe(0);
  expect((await sandbox("log", "--writes")).stdout).toBe("No requests.\n");
  expect((await sandbox("edit", "healthmonitor", "System-TCP", "send_interval=7")).stdout).toMatch(/was (10|absent), is 7/);
  expect(await known()).toBe(fresh);
  const status = await sandbox("status", "-o", "table");
  expect(status.stdout).toMatch(/^avi +https:\/\/127\.0\.0\.1:\d+ +user admin, password /m);
  expect(JSON.parse((await sandbox("status")).stdout)).toMatchObject({ running: true });
  expect((await sandbox("stop")).stdout).toBe('{"running":false,"stopped":true}\n');
  expect(existsSync(join(home, "sandbox/avi.json"))).toBe(true);
  expect((await sandbox("reset")).code).toBe(0);
  expect(existsSync(join(home, "sandbox/avi.json"))).toBe(false);
  expect(await sandbox("log")).toMatchObject({
    code: 2,
    stderr: "error: no sandbox is running in the background: `k8s-lb sandbox start` starts one\n",
  });
});
