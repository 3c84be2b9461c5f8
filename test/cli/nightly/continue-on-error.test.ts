import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { ingress, served } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

let lab: PulumiLab;
let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: connection });
  const specs = [...served("shop", 1), ingress({ name: "shop", rules: [{ host: "shop.x.com", path: "/", service: "shop" }] })];
  lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: specs }) });
  lab.writeProject(
    "continued",
    `import * as avi from "pulumi-k8s-lb/avi";
const main = new avi.KubernetesCluster("main", { specs: "specs.json", settings: { clusterName: "c1", subDomains: ["x.com"] } });
export const { vips, hosts, statuses, summary } = main;
`,
  );
  await lab.pulumi(["stack", "init", "test"]);
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

test("a run that goes on past a failed resource ends without an unhandled exception, and exports what is known", async () => {
  avi.fault({ method: "POST", path: "/api/virtualservice", status: 400 });
  const args = ["up", "--yes", "--skip-preview", "--continue-on-error", "--stack", "test"];
  const { code, stdout, stderr } = await lab.runCli(args);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toContain("\u001b[");
  expect(stdout + stderr).not.toMatch(/unhandled|Promise \{/);
  expect(stdout).toContain("LB2008");
  expect(stdout).toMatch(/hosts +: \[unknown\]/);
  expect(stdout).toMatch(/statuses: \[\s+\[0\]: \{/);
});
