// The first look of a run at its connection: what cannot work fails, once; what may pass is a warning, once.

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { providerText } from "../../../resources/provider-text";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/kubernetes-sandbox";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../sandbox/octavia-sandbox";
import { CONNECTIONS, type CountedConnection } from "../../support/connections";
import { type DeadEnds, deadEnds } from "../../support/dead-ends";
import { identified } from "../../support/identified";
import { runHere } from "../../support/provider-here";
import { byTier } from "../../support/tier";
import { type EngineLog, engineLog } from "../lib/engine-log";
import { type Host, startHost } from "../lib/host";

let ends: DeadEnds;
let log: EngineLog;
let [avi, octavia, cluster]: [AviSandbox?, OctaviaSandbox?, KubernetesSandbox?] = [];
const hosts: Host[] = [];

beforeAll(async () => {
  [ends, log, avi, octavia, cluster] = await Promise.all([
    deadEnds(),
    engineLog(),
    startAviSandbox({ rateLimit: "off" }),
    startOctaviaSandbox({ provisioningMs: 1 }),
    startKubernetesSandbox({ operator: false, https: false }),
  ]);
}, 60_000);
afterEach(() => {
  for (const host of hosts.splice(0)) host.stop();
});
afterAll(async () => {
  log?.stop();
  ends?.close();
  await Promise.all([avi?.close(), octavia?.close(), cluster?.stop()]);
});

const KINDS = { avi: "avi:Inventory", octavia: "octavia:Inventory", mizar: "mizar:Inventory", status: "kubernetes:ObjectStatus" } as const;
type ContactTarget = keyof typeof KINDS;
const connectionOf = (target: ContactTarget) => CONNECTIONS[target === "status" ? "mizar" : target]!;

const STATUS = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: "a", name: "a", status: { loadBalancer: {} } };
const inputsOf = (target: ContactTarget, more: object) => ({
  ...(target === "status" ? STATUS : { names: ["pool/a"], needs: {} }),
  ...more,
});

/** Runs the checks of three new resources in a run of their own; one of statuses is a process, which remembers what it has checked. */
async function checks(target: ContactTarget, connection: CountedConnection, more: object = {}) {
  if (target === "status") return checksInProcess(target, connection, more);
  const { env, config } = connection;
  log.lines.splice(0);
  const host = runHere(config, { HOME: "/nonexistent", ...env }, (line) => log.lines.push(line));
  return checksOf(host, target, more);
}

/** The same in a process, which reports to an engine. */
async function checksInProcess(target: ContactTarget, { env, config }: CountedConnection, more: object = {}) {
  const host = await startHost({ env: { HOME: "/nonexistent", ...env }, config, engine: log.address });
  hosts.push(host);
  log.lines.splice(0);
  return checksOf(host, target, more);
}

/** Returns the failures and the seconds. */
async function checksOf(host: Host, target: ContactTarget, more: object = {}) {
  const begun = performance.now();
  const each = [1, 2, 3].map((n) => ({ ...inputsOf(target, more), ...identified(`urn:${n}`), __provider: providerText(KINDS[target]) }));
  const found = await Promise.all(each.map((inputs) => host.check({}, inputs)));
  const failures = found.flatMap((one) => one.failures.map(({ reason }) => reason));
  return { failures, seconds: (performance.now() - begun) / 1000 };
}

const TARGETS = Object.keys(KINDS) as ContactTarget[];
/**
 * The rows of a table that the tier takes: `pr` each with one or two targets by turns, and one with statuses, of which each check is a
 * process.
 *
 * @param at number of the first row among all causes
 */
const turns = <Row>(target: ContactTarget, at: number, rows: readonly Row[]): readonly Row[] =>
  byTier({
    pr: rows.filter((_row, index) => (target === "status" ? at + index === 0 : (at + index + TARGETS.indexOf(target)) % 2 === 0)),
    nightly: rows,
    release: rows,
  });
/** The tier `pr` takes one row of those that are alike for all targets. */
const some = <Row>(rows: readonly Row[]): readonly Row[] => byTier({ pr: rows.slice(0, 1), nightly: rows, release: rows });

const ADDRESS = { avi: /avi:controller/, octavia: /openstack:authUrl/, mizar: /`server`/, status: /`server`/ };
const UNTRUSTED = {
  avi: /avi:caCert/,
  octavia: /openstack:cacertFile/,
  mizar: /certificate-authority-data/,
  status: /certificate-authority/,
};

describe.each(TARGETS)("%s", (target) => {
  const good = () => ({
    avi: { url: avi!.url, secret: avi!.password },
    octavia: { url: octavia!.authUrl!, secret: octavia!.password },
    mizar: { url: cluster!.url, secret: cluster!.token },
    status: { url: cluster!.url, secret: cluster!.token },
  });
  const code = target === "mizar" || target === "status" ? "LB2102" : "LB2007";

  test.each(
    turns(target, 0, [
      ["a host that does not exist", () => ends.unknown, code, ADDRESS],
      ["a port where nobody listens", () => ends.refused, code, ADDRESS],
      ["a certificate that is not trusted", () => ends.untrusted, code, UNTRUSTED],
    ] as const),
  )("%s fails once, with the remedy", async (_cause, url, goal, remedy) => {
    const { failures, seconds } = await checks(target, connectionOf(target)({ url: url() }));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(new RegExp(`^${goal}: `));
    expect(failures[0]).toMatch(remedy[target]);
    expect(seconds).toBeLessThan(10);
    expect(log.lines).toEqual([]);
  });

  test.each(turns(target, 5, ["refused credentials fail once"]))("%s", async () => {
    const { failures } = await checks(target, connectionOf(target)({ ...good()[target], secret: "wrong" }));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^LB2(006|103): .*\n/);
    expect(log.lines).toEqual([]);
  });

  test.each(turns(target, 6, ["no configuration at all fails once"]))("%s", async () => {
    const { failures } = await checks(target, { env: {}, config: {} });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^LB2(001|100): .*\n/);
  });

  test.each(
    turns(target, 3, [
      ["503", () => ends.busy],
      ["silence", () => ends.silent],
    ]),
  )("an outage (%s) is one line", async (_how, url) => {
    const { failures, seconds } = await checks(target, connectionOf(target)({ url: url() }));
    expect(failures).toEqual([]);
    await expect.poll(() => log.lines).toHaveLength(1);
    expect(log.lines[0]).toMatch(/^LB2079: .*127\.0\.0\.1.* \(LB\d+\): the preview could not check anything there$/);
    expect(seconds).toBeLessThan(15);
  });

  test.each(turns(target, 7, ["a good connection is not mentioned"]))("%s", async () => {
    expect(await checks(target, connectionOf(target)(good()[target]))).toMatchObject({ failures: [] });
    expect(log.lines).toEqual([]);
  });

  test.each(turns(target, 8, ["preflight: false fails nothing"]))("%s", async () => {
    const off = target === "status" ? { __preflight: false } : { preflight: false };
    expect((await checks(target, connectionOf(target)({ url: ends.refused }), off)).failures).toEqual([]);
  });
});

describe("configuration", () => {
  const at = () => CONNECTIONS.avi!({ url: avi!.url, secret: avi!.password });

  test.each(
    some([
      ["avi", { "avi:insecure": "maybe" }, /^LB2002: avi:insecure is "maybe", true or false is expected\n/],
      ["octavia", { "octavia:waitTimeout": "long" }, /^LB2002: octavia:waitTimeout is "long", a number from 0\.001 on/],
      ["mizar", { "mizar:pollInterval": "soon" }, /^LB2002: mizar:pollInterval is "soon", a number/],
      ["status", { "mizar:tenantPaths": "maybe" }, /^LB2002: mizar:tenantPaths is "maybe", true or false/],
    ] as const),
  )("a value of %s that cannot be read fails once: %j", async (target, wrong, expected) => {
    const { env, config } = connectionOf(target)({ url: ends.refused });
    const { failures } = await checksInProcess(target, { env, config: { ...config, ...wrong } });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(expected);
  });

  test.each(
    some([
      ["avi", { "avi:controler": "https://avi" }, {}, "avi:controler is set; did you mean avi:controller?"],
      ["avi", {}, { AVI_CONTROLER: "https://avi" }, "AVI_CONTROLER is set; did you mean AVI_CONTROLLER?"],
      ["octavia", { "openstack:authURI": "https://keystone" }, {}, "openstack:authURI is set; did you mean openstack:authUrl?"],
      ["octavia", {}, { OS_USER_NAME: "demo" }, "OS_USER_NAME is set; did you mean OS_USERNAME?"],
      ["mizar", { "kubernetes:kubeconfg": "/a" }, {}, "kubernetes:kubeconfg is set; did you mean kubernetes:kubeconfig?"],
    ] as const),
  )("a near miss of %s is named: %j %j", async (target, config, env, expected) => {
    const { failures } = await checksInProcess(target, { env, config });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(expected);
  });

  test("a key that nothing reads is told once where all else is well", async () => {
    const config = { "avi:tenat": "red", "avi:colour": "blue", "aws:region": "x" };
    const { failures } = await checksInProcess("avi", { ...at(), config });
    expect(failures).toEqual([]);
    await expect.poll(() => log.lines).toHaveLength(1);
    expect(log.lines[0]).toContain("LB2078: avi:colour is set and not read, avi:tenat is set and not read (did you mean avi:tenant?)");
  });
});
