import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { load, manifestsOf, RECORDED, type RecordedAdoption } from "../../../support/adoption";
import { k8sLb } from "../../../support/cli";
import { controller, freshApi } from "../../../unit/provider/avi/controller";

// Hosts must not go because the specs lack something: `adopt --sweep` counted them as left behind by AKO.

const started = controller();
const folder = mkdtempSync(join(tmpdir(), "sweep-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sets = RECORDED as [RecordedAdoption, RecordedAdoption, RecordedAdoption, RecordedAdoption];
const [, , SNI, EVH] = sets;

async function sweep({ naming }: RecordedAdoption, manifests: string) {
  const settings = join(folder, `${naming}.json`);
  writeFileSync(settings, JSON.stringify({ naming, clusterName: "lab", shardVSSize: "SMALL", subDomains: ["avi.internal"] }));
  const { url, username, password } = started.avi;
  const env = { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off" };
  return k8sLb(["adopt", "-f", "-", "--settings", settings, "--sweep", "--yes"], { env, input: manifests });
}

const virtualServices = () =>
  started.avi.store
    .list("virtualservice")
    .map(({ name }) => String(name))
    .sort();

test.each([SNI, EVH])("a Secret that is not among the specs: $name", async (set) => {
  await load(set, freshApi(started.avi));
  const before = virtualServices();
  const documents = manifestsOf(set).split(/^---$/m);
  const ended = await sweep(set, documents.filter((text) => !/^kind: Secret$/m.test(text)).join("---\n"));
  expect(virtualServices()).toEqual(before);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(/error LB1107: .*Secret[\s\S]*\nerror: the objects of a faulty spec would count as left behind/);
});

test("specs that describe nothing, or an empty pipe", async () => {
  await load(SNI, freshApi(started.avi));
  const before = virtualServices();
  const nothing = await sweep(SNI, "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: shop}}");
  expect(nothing).toMatchObject({ code: 2, stdout: "" });
  expect(nothing.stderr).toContain("error: the specs describe nothing");
  const empty = await sweep(SNI, "");
  expect(empty).toMatchObject({ code: 2, stdout: "" });
  expect(empty.stderr).toContain("error LB1008: ");
  expect(virtualServices()).toEqual(before);
});

test("specs without nodes, which the routes lead to", async () => {
  await load(SNI, freshApi(started.avi));
  const documents = manifestsOf(SNI).split(/^---$/m);
  const ended = await sweep(SNI, documents.filter((text) => !/^kind: Node$/m.test(text)).join("---\n"));
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain("error: the specs lack a Node with an InternalIP and a podCIDR, and what is made of it");
});
