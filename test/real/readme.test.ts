import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { PulumiLab, root } from "../pulumi/harness";
import { endpoints, service } from "../support/manifests";

// The Ingress of the README, and what the README says that its preview says.

let avi: AviSandbox;
let lab: PulumiLab;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" } });
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

test("the preview that the README shows is that of its Ingress, and the page has 900 words at most", async () => {
  const page = readFileSync(join(root, "README.md"), "utf8");
  const [, manifest = "", shown = ""] = /```yaml\n([\s\S]*?)```[\s\S]*?```\n([\s\S]*?)```/.exec(page) ?? [];
  const backends = [
    ...[service("web", [80]), endpoints("web", ["10.0.0.1", "10.0.0.2", "10.0.0.3"], 8080)],
    ...[service("cart", [80]), endpoints("cart", ["10.0.0.9"], 8080)],
  ];
  lab.write({ "ingress.yaml": manifest, "backends.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: backends }) });
  lab.writeProject(
    "readme",
    `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("prod", { specs: ["ingress.yaml", "backends.json"], settings: { clusterName: "prod", subDomains: ["apps.example.com"] } });
`,
  );
  await lab.pulumi(["stack", "init", "test"]);
  const output = await lab.pulumi(["preview", "--stack", "test"]);
  const diagnostics = output.slice(output.indexOf("Diagnostics:")).replace(/^ {2}/gm, "");
  expect(diagnostics).toContain(shown);
  expect(page.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
});
