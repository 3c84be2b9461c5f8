import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparedRequests } from "../../../requests/differences/changes";
import type { RoutingTable, ServedRule } from "../../../requests/table/routing-table";
import { countedTraffic } from "../../../sdk/cli/diff/traffic";
import { freePort } from "../../support/free-port";
import { root } from "../pr/harness";

/**
 * Logs that a real HAProxy writes of generated requests, in its own form and in Octavia's; counted by the command, and by this file as it
 * sends them.
 */

/** The default of `user_log_format` in Octavia, with ids of a project and a load balancer. */
const FLOW =
  "5a9c2f2b8f4e4b6ab1fd8c6cb7c1d2e3 1f2e3d4c-0a1b-4c2d-8e3f-001122334455 %f %ci %cp %t %{+Q}r %ST %B %U %[ssl_c_verify] %{+Q}[ssl_c_s_dn] %b %s %Tt %tsc";
const LISTENER = "2f2e3d4c-0a1b-4c2d-8e3f-001122334455";

const configuration = (plain: number, flow: number) => `global
  nbthread 1
  log stdout format raw local0
defaults
  mode http
  log global
  timeout client 5s
  timeout server 5s
  timeout connect 1s
frontend shop
  option httplog
  bind 127.0.0.1:${plain}
  capture request header Host len 32
  default_backend web
frontend ${LISTENER}
  bind 127.0.0.1:${flow}
  log-format "${FLOW}"
  default_backend web
backend web
  http-request return status 200
`;

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-access-log-"));
let written = "";
const ports = { haproxy: 0, octavia: 0 };
let child: ChildProcess;

beforeAll(async () => {
  const { ensureHaproxy } = await import(join(root, "tools/octavia-server/traffic.mjs"));
  const { command, env } = await ensureHaproxy();
  ports.haproxy = await freePort();
  ports.octavia = await freePort();
  writeFileSync(join(folder, "haproxy.cfg"), configuration(ports.haproxy, ports.octavia));
  child = spawn(command, ["-f", "haproxy.cfg"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    written += text;
  });
  for (let look = 0; look < 100 && (await sent(ports.haproxy, "GET", "/up").catch(() => 0)) !== 200; look++) await sleep(100);
}, 600_000);
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function sent(port: number, method: string, path: string): Promise<number | undefined> {
  const call = request({ port, host: "127.0.0.1", method, path, agent: false, headers: { host: "shop.example.com" } }).end();
  const [response] = (await once(call, "response")) as [import("node:http").IncomingMessage];
  response.resume();
  return response.statusCode;
}

const rule = (path: string, service: string): ServedRule => ({
  match: [{ of: "path", is: "segments", values: [path] }],
  to: { forward: [{ weight: 1, service }] },
  by: { object: "Ingress default/shop", pointer: "/spec" },
});
const served = (rules: ServedRule[]): RoutingTable => ({
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [{ port: 80, protocol: "http", hosts: { "shop.example.com": { rules } }, otherwise: { status: 404 } }],
    },
  ],
});

test.each(["haproxy", "octavia"] as const)("a log of %s gives the counts of whoever sent the requests", async (form) => {
  const before = served([rule("/api", "default/api:80"), rule("/", "default/web:80")]);
  const after = served([rule("/api/v2", "default/api:80"), rule("/", "default/web:80")]);
  const paths = [
    "/",
    "/api",
    "/api/",
    "/api?a=/api/v2",
    "/apis",
    "/api/v1/users?token=secret",
    "/api/v2",
    "/api/v2/x",
    "/api/v20",
    "/%C3%BC",
    "/a\"b'[c]{d}",
  ];
  const counts = { requests: 0, changed: 0 };
  for (let round = 0; round < 20; round++)
    for (const [at, target] of paths.entries()) {
      expect(await sent(ports[form], (round + at) % 3 === 0 ? "POST" : "GET", target)).toBe(200);
      const [path = ""] = target.split("?");
      counts.requests++;
      // by hand: below /api, and not below /api/v2
      if (/^\/api(\/|$)/.test(path) && !/^\/api\/v2(\/|$)/.test(path)) counts.changed++;
    }
  await sleep(200);
  const own = written.split("\n").filter((line) => line.includes(form === "octavia" ? LISTENER : "] shop ") && !line.includes("/up "));
  const log = join(folder, `${form}.log`);
  writeFileSync(log, `${own.join("\n")}\n`);
  const compared = { ...comparedRequests(before, after), beside: [], unready: [], rules: { before, after } };
  const traffic = await countedTraffic({ log: [log], logHost: "shop.example.com" }, "octavia", compared);
  const unread = traffic?.notes.map((note) => own[Number(/:(\d+)$/.exec(note)?.[1]) - 1]);
  expect(unread).toEqual([]);
  expect(traffic?.shown).toMatchObject({ ...counts, unread: 0, unknown: 0 });
});
