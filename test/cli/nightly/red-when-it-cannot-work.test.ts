import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { CONNECTIONS } from "../../support/connections";
import { type DeadEnds, deadEnds } from "../../support/dead-ends";
import { endpoints, ingress, service } from "../../support/manifests";
import { byTier } from "../../support/tier";
import { type CliResult, PulumiLab } from "../pr/harness";

// A preview that cannot work fails, and says the cause once; one that meets an outage warns; one without changes asks no server.

let lab: PulumiLab;
let ends: DeadEnds;
let avi: AviSandbox;
/** The settings of the stack `empty` without configuration. */
let salt: string;

const PROGRAM = `import * as avi from "pulumi-k8s-lb/avi";
import * as octavia from "pulumi-k8s-lb/octavia";
import * as mizar from "pulumi-k8s-lb/mizar";
const more = process.env.OFF ? { preflight: false } : {};
const specs = process.env.SPECS ?? "specs.json";
switch (process.env.TARGET) {
  case "avi":
    for (const name of ["one", "two"]) new avi.KubernetesCluster(name, { specs, settings: { clusterName: name, subDomains: ["x.com"] }, ...more });
    break;
  case "octavia":
    for (const name of ["one"]) new octavia.KubernetesCluster(name, { specs, settings: { naming: "occm", cluster_name: name, subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" }, ...more });
    break;
  case "mizar":
    for (const name of ["one", "two"]) new mizar.KubernetesCluster(name, { specs: "vpc-" + name + ".json", ...more });
    break;
  default:
    new avi.KubernetesCluster("one", { specs, settings: { clusterName: "one", subDomains: ["x.com"] }, writeStatus: true });
}
`;
const vpc = (name: string) => ({
  apiVersion: "mizar.com/v1",
  kind: "Vpc",
  metadata: { name, namespace: "default" },
  spec: { ip: "20.0.0.0", prefix: "16", dividers: 1, status: "Init" },
});
const list = (...items: unknown[]) => JSON.stringify({ apiVersion: "v1", kind: "List", items });
const web = (address: string) => [
  service("web", [80]),
  endpoints("web", [address], 8080),
  ingress({ name: "web", rules: [{ host: "web.x.com", path: "/", service: "web" }] }),
];

beforeAll(async () => {
  [ends, avi] = await Promise.all([deadEnds(), startAviSandbox({ rateLimit: "off" })]);
  lab = new PulumiLab();
  lab.writeProject("red", PROGRAM);
  lab.write({
    "specs.json": list(...web("10.0.0.1")),
    "moved.json": list(...web("10.0.0.2")),
    "vpc-one.json": list(vpc("one")),
    "vpc-two.json": list(vpc("two")),
  });
  await lab.pulumi(["stack", "init", "empty"]);
  salt = readFileSync(join(lab.program, "Pulumi.empty.yaml"), "utf8");
}, 60_000);
afterAll(async () => {
  lab?.dispose();
  ends?.close();
  await avi?.close();
});

/** A preview of the stack `empty`, in which nothing is ever made, with this configuration. */
async function preview(target: string, env: Record<string, string>, config: Record<string, string> = {}) {
  lab.write({ "Pulumi.empty.yaml": `${salt}config: ${JSON.stringify(config)}\n` });
  return timed(() => lab.runCli(["preview", "--stack", "empty"], { env: { TARGET: target, KUBECONFIG: "/nonexistent/config", ...env } }));
}

async function timed(run: () => Promise<CliResult>) {
  const begun = performance.now();
  const { code, stdout, stderr } = await run();
  if (process.env.SHOW) process.stdout.write(`${stdout}${stderr}\n`);
  return { code, text: stdout + stderr, seconds: (performance.now() - begun) / 1000 };
}

/** Lines with a code of the provider under Diagnostics. */
const reported = (text: string) => (text.split("Diagnostics:")[1] ?? "").split("\n").filter((line) => /\bLB2\d\d\d:/.test(line));

const TARGETS = ["avi", "octavia", "mizar"] as const;
const at = (target: string, url: string) => {
  const { env, config } = CONNECTIONS[target]!({ url });
  return { env, config };
};
/** Causes, and the targets that the tier `nightly` shows them with. */
const CAUSES = [
  ["refused", TARGETS, /connection refused/],
  ["unknown", ["octavia"], /the host name is unknown/],
  ["untrusted", ["mizar"], /its certificate is not trusted/],
] as const;

/**
 * Tests some targets; test/sandbox/matrices/first-contact.test.ts tests the same of the others without the CLI, and the tier `release` all
 * with it.
 */
const each = (...some: readonly (typeof TARGETS)[number][]) =>
  test.each(byTier<typeof some>({ pr: some, nightly: some, release: TARGETS }));

describe.each(CAUSES)("%s", (how, some, cause) => {
  each(...some)("the preview of %s fails and says so once", async (target) => {
    const { env, config } = at(target, ends[how]);
    const { code, text, seconds } = await preview(target, env, config);
    expect(code, text).not.toBe(0);
    expect(reported(text), text).toHaveLength(1);
    expect(reported(text)[0]).toMatch(cause);
    expect(text).toMatch(
      /Check (avi:controller|openstack:authUrl|`server`)|Set (avi:caCert|openstack:cacertFile|`certificate-authority-data`)/,
    );
    expect(seconds).toBeLessThan(60);
  });
});

describe("each target", () => {
  each("mizar")("%s without configuration: the preview fails and says so once", async (target) => {
    const { code, text } = await preview(target, {});
    expect(code, text).not.toBe(0);
    expect(reported(text), text).toHaveLength(1);
    expect(reported(text)[0]).toMatch(/LB2001: no value for|LB2100: /);
  });

  each("avi")("an outage of %s is one line, and the preview goes on", async (target) => {
    const { env, config } = at(target, ends.busy);
    const { code, text, seconds } = await preview(target, env, config);
    expect(code, text).toBe(0);
    expect(reported(text), text).toHaveLength(1);
    expect(reported(text)[0]).toContain("the preview could not check anything there");
    expect(seconds).toBeLessThan(60);
  });

  each("octavia")("preflight: false switches it off for %s", async (target) => {
    const { env, config } = at(target, ends.refused);
    const { code, text } = await preview(target, { ...env, OFF: "1" }, config);
    expect(code, text).toBe(0);
  });
});

describe("Avi", () => {
  const good = () => CONNECTIONS.avi!({ url: avi.url, secret: avi.password }).env;

  test("a wrong password, a value that cannot be read and a misspelt key are told with what to do", async () => {
    const refused = await preview("avi", { ...good(), AVI_PASSWORD: "wrong" });
    expect(reported(refused.text), refused.text).toEqual([expect.stringMatching(/LB2006: .* refused user admin/)]);
    const unread = await preview("avi", good(), { "avi:insecure": "maybe" });
    expect(reported(unread.text), unread.text).toEqual([
      expect.stringContaining('LB2002: avi:insecure is "maybe", true or false is expected'),
    ]);
    const { AVI_CONTROLLER: url = "", ...rest } = good();
    const misspelt = await preview("avi", rest, { "avi:controler": url });
    expect(reported(misspelt.text), misspelt.text).toEqual([expect.stringContaining("LB2001: no value for avi:controller")]);
    expect(misspelt.text).toContain("avi:controler is set; did you mean avi:controller?");
    for (const { code } of [refused, unread, misspelt]) expect(code).not.toBe(0);
  });

  test("statuses that nobody takes fail the preview once", async () => {
    const { code, text } = await preview("", good(), CONNECTIONS.mizar!({ url: ends.refused }).config);
    expect(code, text).not.toBe(0);
    expect(reported(text), text).toEqual([expect.stringMatching(/LB2102: .*connection refused/)]);
  });

  test("an unchanged preview makes no call; where only a body changes, one look decides", async () => {
    await lab.pulumi(["stack", "init", "kept"]);
    const run = (verb: string[], env: Record<string, string> = {}) =>
      timed(() => lab.runCli([...verb, "--stack", "kept"], { env: { TARGET: "avi", ...good(), ...env } }));
    const up = await run(["up", "--yes", "--skip-preview"]);
    expect(up.code, up.text).toBe(0);
    avi.resetCalls();
    expect((await run(["preview", "--expect-no-changes"])).code).toBe(0);
    expect(avi.calls()).toEqual([]);
    expect((await run(["preview", "--expect-no-changes"], { AVI_PASSWORD: "wrong" })).code).toBe(0);
    const moved = await run(["preview"], { AVI_PASSWORD: "wrong", SPECS: "moved.json" });
    expect(moved.code, moved.text).not.toBe(0);
    expect(reported(moved.text), moved.text).toEqual([expect.stringMatching(/LB2006: .* refused user admin/)]);
  });
});
