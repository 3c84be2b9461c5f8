import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { load, manifestsOf, RECORDED, type RecordedAdoption } from "../../support/adoption";
import { freshApi } from "../../unit/provider/avi/controller";
import { PulumiLab } from "../pr/harness";

// AKO 2.2.1 in EVH mode is taken over by the real CLI, changed, and goes with the stack.

const EVH = RECORDED[3] as RecordedAdoption;
let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" } });
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const program = (adopt: string) => `
import * as avi from "pulumi-k8s-lb/avi";
export const { vips } = new avi.KubernetesCluster("prod", {
  specs: "cluster.yaml",
  settings: { clusterName: "lab", shardVSSize: "SMALL", subDomains: ["avi.internal"], naming: "ako-2-evh" },
  ${adopt}
});
`;

const writes = () => avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"));
const remaining = () =>
  ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "l4policyset", "sslkeyandcertificate"].flatMap((type) =>
    avi.store.list(type).flatMap(({ name }) => (String(name).startsWith("lab--") ? [`${type}/${name}`] : [])),
  );

test("adopted without a write, an empty preview, a path less, nothing left", { timeout: 280_000 }, async () => {
  await load(EVH, freshApi(avi));
  avi.resetCalls();
  expect(remaining()).toHaveLength(EVH.objects);
  lab.writeProject("adoption", program(`adopt: { mark: "keep" }`));
  lab.write({ "cluster.yaml": manifestsOf(EVH) });
  await lab.pulumi(["stack", "init", "dev"]);
  expect(await lab.pulumi(["up", "--yes"])).toContain("of 30 objects this run adopts 30 as they are");
  expect(writes()).toEqual([]);

  lab.writeProject("adoption", program(""));
  await lab.pulumi(["preview", "--expect-no-changes"]);
  await lab.pulumi(["refresh", "--yes", "--expect-no-changes"]);
  lab.write({ "cluster.yaml": manifestsOf(EVH).replace(/, \{ path: \/bar[^\]\n]*(?=\])/, "") });
  await lab.pulumi(["up", "--yes"]);
  expect(remaining().length).toBeLessThan(EVH.objects);
  await lab.pulumi(["destroy", "--yes"]);
  expect(remaining()).toEqual([]);
});
