import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyReport } from "../../../resources/assumptions/report";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { k8sLb } from "../../support/cli";
import { eventually } from "../../support/eventually";

let avi: AviSandbox;
beforeEach(async () => {
  avi = await startAviSandbox({ rateLimit: "off", password: "verify-password" });
});
afterEach(() => avi.close());

const environment = () => ({
  ...{ AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password },
  ...{ AVI_RATE_LIMIT: "off", AVI_RETRY_DELAY: "1" },
});

const verify = (...args: string[]) => k8sLb(["verify", ...args], { env: environment() });

const TYPES = ["pool", "poolgroup", "virtualservice", "vsvip", "httppolicyset", "vsdatascriptset", "stringgroup", "healthmonitor"];
const ownNames = () => TYPES.flatMap((type) => avi.store.list(type).map(({ name }) => String(name))).filter((name) => /verify/.test(name));

it("is refused without a terminal and without --yes", async () => {
  const { code, stderr } = await verify("avi");
  expect([code, stderr]).toEqual([2, "error: nothing was created: there is no terminal to ask on; add --yes\n"]);
  expect(avi.calls()).toEqual([]);
});

it("prints a report as text, JSON and Markdown, without addresses and names", async () => {
  const json = await verify("avi", "--yes", "-o", "json");
  expect(json).toMatchObject({ code: 0, stderr: "" });
  const report = verifyReport.parse(JSON.parse(json.stdout));
  expect(report).toMatchObject({ backEnd: "avi", version: "22.1.2", sent: false });
  expect(report.checks.every(({ verdict }) => verdict === "confirmed")).toBe(true);
  const text = await verify("avi", "--yes");
  expect(text.stdout).toMatch(/^avi 22\.1\.2: 18 confirmed, 21 not asked\n\nRESULT +CHECK +FOUND\n/);
  const markdown = await verify("avi", "--yes", "-o", "markdown");
  expect(markdown.stdout).toContain("| confirmed | `avi/name-once` | Is a second object of one name and type refused with 409? |");
  for (const { stdout } of [json, text, markdown])
    expect(stdout).not.toMatch(/127\.0\.0\.1|verify-password|k8s-lb-verify-|[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(ownNames()).toEqual([]);
});

it("ends with 1 and says what breaks if an answer is not the assumed one", async () => {
  avi.fault({ method: "POST", path: "/api/vsvip", removeFields: ["vsvip_cloud_config_cksum"], times: 1000 });
  const { code, stdout } = await verify("avi", "--yes", "--exit-code");
  expect(code).toBe(1);
  expect(stdout).toContain("avi/mark-on-vip: Is `vsvip_cloud_config_cksum` kept as it is written?\n  With this answer: VIPs have no owner");
});

it("refuses what is no prefix, no address and no pair of servers", async () => {
  expect((await verify("avi", "--yes", "--prefix", "A b")).stderr).toContain("--prefix takes 3 to 40 small letters");
  expect((await verify("avi", "--yes", "--send", "10.0.0.5:8081")).stderr).toContain("--send takes the addresses of two echo servers");
  expect((await verify("avi", "--yes", "--send", "10.0.0.5", "x:1")).stderr).toContain("'10.0.0.5' is not an address with a port");
  expect(avi.calls()).toEqual([]);
});

it("removes its objects after Ctrl-C, and those of a killed run at the next one; others stay", async () => {
  avi.store.put("pool", { name: "k8s-lb-verify-of-somebody", created_by: "somebody" });
  avi.store.put("pool", { name: "of-somebody", created_by: "k8s-lb-verify" });
  const kept = ["k8s-lb-verify-of-somebody"];
  avi.fault({ method: "POST", path: "/api/vsvip", delayMs: 2_000, times: 1000 });
  const interrupted = started();
  await eventually(() => expect(ownNames().length).toBeGreaterThan(5));
  interrupted.kill("SIGINT");
  expect((await once(interrupted, "exit"))[0]).toBe(3);
  expect(ownNames()).toEqual(kept);
  const killed = started();
  await eventually(() => expect(ownNames().length).toBeGreaterThan(5));
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(ownNames().length).toBeGreaterThan(5);
  await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
  const { code, stderr } = await verify("avi", "--yes");
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^note: \d+ objects of earlier runs removed\n$/)]);
  expect(ownNames()).toEqual(kept);
  expect(avi.store.get("pool", "of-somebody")).toBeDefined();
});

function started(): ChildProcess {
  const main = join(__dirname, "../../../dist/sdk/cli/main.js");
  return spawn(process.execPath, [main, "verify", "avi", "--yes"], { env: { PATH: process.env.PATH, ...environment() }, stdio: "ignore" });
}

it("serves two echo servers on loopback", async () => {
  const main = join(__dirname, "../../../dist/sdk/cli/main.js");
  const echo = spawn(process.execPath, [main, "verify", "echo", "--listen", "127.0.0.1:0", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(echo.stdout, "data");
  const [first = ""] = String(line).trim().split(" ");
  const answer = await fetch(`http://${first}/a?b=c`, { headers: { "x-one": "1" } });
  expect(answer.headers.get("x-k8s-lb-echo")).toBe(first);
  expect(await answer.json()).toMatchObject({ path: "/a?b=c", headers: { "x-one": "1" } });
  echo.kill("SIGTERM");
  expect((await once(echo, "exit"))[0]).toBe(0);
});
