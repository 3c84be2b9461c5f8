import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startKubernetesSandbox } from "../../../sandbox/index";
import { load, manifestsOf, RECORDED, type RecordedAdoption } from "../../support/adoption";
import type { Ended } from "../../support/cli";
import { k8sLbCall } from "../../support/cli-call";
import { controller, freshApi } from "../../unit/provider/avi/controller";

// The command as another program runs it, on what AKO left: exit codes, stdout and stderr.

const started = controller();
const folder = mkdtempSync(join(tmpdir(), "adopt-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const settings = (naming: string) =>
  file(`${naming}.json`, JSON.stringify({ naming, clusterName: "lab", shardVSSize: "SMALL", subDomains: ["avi.internal"] }));
const [BETA, , SNI, EVH] = RECORDED as [RecordedAdoption, RecordedAdoption, RecordedAdoption, RecordedAdoption];

function run(...args: string[]): Promise<Ended> {
  const { url, username, password } = started.avi;
  const env = { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off" };
  return k8sLbCall(["adopt", ...args], { env: { NO_COLOR: "1", ...env } });
}

const writes = () => started.avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"));

test("all of it is adopted unchanged, and nothing is written to find that out", async () => {
  await load(SNI, freshApi(started.avi));
  started.avi.resetCalls();
  const ended = await run("-f", file("sni.yaml", manifestsOf(SNI)), "--settings", settings("ako-2"), "--exit-code");
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toMatch(/^OBJECT +ACTION +MARK +FIELDS *\n/);
  expect(ended.stdout).toMatch(/\nVirtualService lab--Shared-L7-0 +adopted unchanged +ako-lab *\n/);
  expect(ended.stdout).toContain("The objects on the controller are of naming ako-2: ");
  expect(ended.stdout).toMatch(/\n25 adopted unchanged, 0 adopted and changed, 0 made new, 0 left behind; 0 addresses change\.\n$/);
  expect(writes()).toEqual([]);
});

test("another naming is refused, with the one that fits", async () => {
  await load(EVH, freshApi(started.avi));
  const manifests = file("evh.yaml", manifestsOf(EVH));
  for (const args of [[], ["--sweep", "--yes"]]) {
    const ended = await run("-f", manifests, "--settings", settings("ako-2"), ...args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/error: LB205[56]: [\s\S]*naming:? ako-2-evh/);
  }
  expect(started.avi.store.list("virtualservice").length).toBeGreaterThan(3);
});

test("what is left behind is listed in the order of its removal, and removed with --yes", async () => {
  await load(BETA, freshApi(started.avi));
  const fewer = manifestsOf(BETA).replace(
    /---\napiVersion: v1\nkind: Service\nmetadata: \{ name: dns,[\s\S]*?(?=---\napiVersion: networking)/,
    "",
  );
  const args = ["-f", file("beta.yaml", fewer), "--settings", settings("ako-1.2")];
  const shown = await run(...args, "--exit-code");
  expect(shown.code).toBe(1);
  expect(shown.stdout).toMatch(/\nVirtualService lab--default-dns +left behind +ako-lab/);

  const listed = await run(...args, "--sweep");
  expect(listed.code).toBe(0);
  expect(listed.stdout).toMatch(/\n4 of 4 would be removed, in this order; --yes does it\.\n$/);
  expect(listed.stdout.indexOf("VirtualService lab--default-dns")).toBeLessThan(listed.stdout.indexOf("Pool lab--default-dns-53"));
  expect(started.avi.store.get("virtualservice", "lab--default-dns")).toBeDefined();

  const swept = await run(...args, "--sweep", "--yes", "-o", "json");
  expect(swept.code).toBe(0);
  expect(JSON.parse(swept.stdout).swept.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(4).fill("removed"));
  expect(swept.stderr).toMatch(/^removed VirtualService lab--default-dns\n/);
  for (const type of ["virtualservice", "vsvip", "pool", "poolgroup"])
    expect(started.avi.store.list(type).filter(({ name }) => String(name).includes("dns"))).toEqual([]);
  expect(started.avi.store.get("virtualservice", "lab--Shared-L7-0")).toBeDefined();
  expect(await run(...args, "--sweep")).toMatchObject({ code: 0, stdout: "Nothing is left behind.\n" });
});

test.each([
  ["--yes without --sweep", ["--yes", "-f", "x.yaml"], "--yes goes with --sweep"],
  ["a contradiction", ["--from", "occm", "--settings", settings("ako-2"), "-f", "x.yaml"], "contradict each other"],
  ["no specs", ["--settings", settings("ako-2")], "name manifests with -f"],
])("%s", async (_what, args, message) => {
  const ended = await run(...args);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain(message);
});

test("of a live cluster everything is read that the naming reads", async () => {
  const cluster = await startKubernetesSandbox({ https: false, operator: false });
  try {
    const lists = async (naming: string) => {
      await fetch(`${cluster.url}/_lab/calls`, { method: "DELETE" });
      await run("--kubeconfig", cluster.kubeconfig, "--settings", settings(naming));
      const { calls } = (await (await fetch(`${cluster.url}/_lab/calls`)).json()) as { calls: { path: string }[] };
      // a kind is looked for before it is listed
      return calls.filter(({ path }) => /^\/apis\/ako\.vmware\.com\//.test(path)).length;
    };
    // custom resources count with AKO 2
    expect(await lists("ako-1.2")).toBe(0);
    expect(await lists("ako-2")).toBeGreaterThan(0);
  } finally {
    await cluster.stop();
  }
});

test.each([
  ["a namespace", ["-n", "shop"], {}],
  ["a label", ["-l", "app=web"], {}],
  ["a kind", ["--kind", "Ingress"], {}],
  ["a part", [], { part: { index: 0, of: 2 } }],
])("a sweep for %s alone is refused: the rest would count as left behind", async (_what, args, more) => {
  const given = file("some.json", JSON.stringify({ naming: "ako-2", clusterName: "lab", ...more }));
  const ended = await run("-f", file("x.yaml", manifestsOf(SNI)), "--settings", given, "--sweep", "--yes", ...args);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain("--sweep looks at the whole cluster");
});

test("a sweep of Octavia is refused before anything is read", async () => {
  const ended = await run("--from", "occm", "-f", join(folder, "nowhere.yaml"), "--sweep");
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain("--sweep is for Avi");
});
