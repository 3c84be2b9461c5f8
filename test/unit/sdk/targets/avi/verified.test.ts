import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { VerifyResult } from "../../../../../resources/assumptions/report";
import { readSpecs } from "../../../../../sdk/frontends";
import { translateToAvi } from "../../../../../sdk/targets/avi/translate";
import { k8sLbCall } from "../../../../support/cli-call";
import { avi, ingress, secret, service } from "./ako-world";

const folder = mkdtempSync(join(tmpdir(), "verified-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = (verdict: VerifyResult, more: object = {}) => ({
  ...{ schemaVersion: 1, backEnd: "avi", version: "22.1.3", product: "0.1.0", date: "2026-11-26", sent: true },
  checks: [{ id: "avi/sets-go-on", verdict, found: "status 302" }],
  ...more,
});

const given = [avi(), service("web"), secret("tls"), ingress("shop", "shop.avi.internal", { tls: "tls" })];
const SETTINGS = { clusterName: "c1", naming: "ako-2", shardVSSize: "DEDICATED", controllerVersion: "22.1.3" };

/** Codes of the settings that are about reports and what they answer. */
function said(verified?: string | { [field: string]: unknown }, settings: object = {}): string[] {
  const plan = translateToAvi(readSpecs(given.map((value) => ({ value }))), {
    settings: { ...SETTINGS, ...settings, ...(verified ? { verified } : {}) },
  });
  const all = [...plan.diagnostics, ...plan.statuses.flatMap(({ diagnostics }) => diagnostics)];
  return all.filter(({ code }) => /^LB131[5789]$/.test(code)).map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

it("without a report says what only a controller shows", () => {
  expect(said()).toEqual([expect.stringMatching(/^notice LB1315: 1 host \(shop\.avi\.internal\)/)]);
});

it("takes back what a report confirms, from an object and from a file", () => {
  expect(said(report("confirmed"))).toEqual([]);
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report("confirmed")));
  expect(said(file)).toEqual([]);
});

it("says what breaks where the answer is another one", () => {
  expect(said(report("refuted"))).toEqual([
    "warning LB1319: avi/sets-go-on does not hold on avi 22.1.3: `http://` of dedicated hosts, and with `ako-2-evh` of hosts with a Route without path, is served in clear text.",
  ]);
});

it("keeps what a report leaves open", () => {
  expect(said(report("unknown"))).toEqual([expect.stringContaining("LB1315")]);
  expect(said(report("confirmed", { checks: [] }))).toEqual([expect.stringContaining("LB1315")]);
});

it("takes a report of another version for none, but not another build", () => {
  const other = said(report("confirmed"), { controllerVersion: "30.2.1" });
  expect(other).toEqual([
    "warning LB1317: the report is about version 22.1.3, and the settings are for 30.2.1: it answers nothing",
    expect.stringContaining("LB1315"),
  ]);
  expect(said(report("confirmed", { version: "22.1.3-2p1" }))).toEqual([]);
});

it("is an error with a file that is missing or no report", () => {
  expect(said(join(folder, "none.json"))[0]).toMatch(/^error LB1318: .*none\.json cannot be read/);
  const file = join(folder, "broken.json");
  writeFileSync(file, "{");
  expect(said(file)[0]).toMatch(/^error LB1318: .*broken\.json cannot be read/);
  expect(said({ schemaVersion: 2 })[0]).toMatch(/^error LB1318: this is no report of k8s-lb verify: schemaVersion/);
  expect(said(report("confirmed", { backEnd: "octavia" }))[0]).toBe("error LB1318: the report is about octavia, and this is for avi");
});

it("is read by the verbs, which stop at a broken one", async () => {
  const manifests = join(folder, "specs.json");
  writeFileSync(manifests, JSON.stringify({ apiVersion: "v1", kind: "List", items: given }));
  const settings = join(folder, "settings.json");
  const translated = (verified: unknown) => {
    writeFileSync(settings, JSON.stringify({ ...SETTINGS, verified }));
    return k8sLbCall(["translate", "-f", manifests, "--to", "avi", "--settings", settings, "-o", "json"], {});
  };
  const saysOpen = ({ stdout, stderr }: { stdout: string; stderr: string }) => (stdout + stderr).includes("LB1315");
  expect([saysOpen(await translated(undefined)), saysOpen(await translated(report("confirmed")))]).toEqual([true, false]);
  const broken = await translated(join(folder, "none.json"));
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("LB1318")]);
});
