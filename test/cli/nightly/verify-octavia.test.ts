import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyReport } from "../../../resources/assumptions/report";
import { k8sLb } from "../../support/cli";
import type { TrafficServer } from "../../support/octavia-traffic";
import { ownPorts } from "../../support/ports";
import { root } from "../pr/harness";

/** The real Octavia API, with a real HAProxy for each load balancer on a port of loopback, is asked by the built command. */

let server: TrafficServer | undefined;
let path: { stop(): Promise<void> } | undefined;
let echo: ChildProcess | undefined;
let servers: string[] = [];
let port = 0;
const folder = mkdtempSync(join(tmpdir(), "verify-"));
const faults: string[] = [];

beforeAll(async () => {
  const tools = join(root, "tools/octavia-server");
  const { ensureHaproxy } = await import(join(tools, "traffic.mjs"));
  const { startDataPath } = await import(join(tools, "data-path.mjs"));
  const { startOctaviaServer } = await import(join(tools, "index.mjs"));
  port = ownPorts(7);
  // the listeners of the checks have the ports 81 to 86, that of the requests has 80
  const onLoopback = (text: string) =>
    text.replace(/^(\s*bind )[\d.]+:(8\d)\b/gm, (_all, bind, at) => `${bind}127.0.0.1:${port + Number(at) - 80}`);
  const data = await startDataPath(await ensureHaproxy(), (text: string) => faults.push(text), onLoopback);
  path = data;
  server = await startOctaviaServer({ dataPath: data });
  const main = join(root, "dist/sdk/cli/main.js");
  echo = spawn(process.execPath, [main, "verify", "echo", "--listen", "127.0.0.1:0", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (!echo.stdout) throw new Error("no output");
  const [line] = await once(echo.stdout, "data");
  servers = String(line).trim().split(" ");
}, 600_000);

afterAll(async () => {
  echo?.kill("SIGTERM");
  await server?.stop();
  await path?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("verify octavia --send confirms every assumption, and leaves nothing behind", async () => {
  const settings = join(folder, "octavia.yaml");
  writeFileSync(settings, "subnet_id: 7f1b6f8e-3c7c-4d11-9a3e-2f6d1a4f9c01\n");
  const env = { ...server?.env, OCTAVIA_POLL_INTERVAL: "100" };
  const args = ["verify", "octavia", "--yes", "-o", "json", "--exit-code", "--settings", settings, "--through", `80=127.0.0.1:${port}`];
  const { code, stdout, stderr } = await k8sLb([...args, "--send", ...servers], { env });
  expect({ code, stderr, faults }).toEqual({ code: 0, stderr: "", faults: [] });
  const { checks, sent, version } = verifyReport.parse(JSON.parse(stdout));
  expect(checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  expect(checks).toHaveLength(20);
  expect([sent, version]).toEqual([true, "2.30"]);
  const headers = { "x-project-id": server?.env.OS_PROJECT_ID ?? "" };
  const listed = await (await fetch(`${server?.url}/v2/lbaas/loadbalancers`, { headers })).json();
  expect(listed).toMatchObject({ loadbalancers: [] });
});
