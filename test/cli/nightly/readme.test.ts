import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { endpoints, ingressV1, service } from "../../support/manifests";
import { PulumiLab, root } from "../pr/harness";

// The Ingress of the README beside that of another team, and what the README says that its preview says.

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

test("the preview that the README shows is that of its Ingress", async () => {
  const page = readFileSync(join(root, "README.md"), "utf8");
  const [, manifest = "", shown = ""] = /```yaml\n([\s\S]*?)```[\s\S]*?```\n([\s\S]*?)```/.exec(page) ?? [];
  const of = (namespace: string, object: object) => ({ ...object, metadata: { ...(object as { metadata: object }).metadata, namespace } });
  const backend = (namespace: string, name: string, ip: string) => [
    of(namespace, service(name, [80])),
    of(namespace, endpoints(name, [ip], 8080)),
  ];
  const paths = ["/", "/api"].map((path) => ({ host: "shop.apps.example.com", path, service: path === "/" ? "web" : "api" }));
  const before = [
    ...[...backend("team0", "web", "10.0.0.1"), ...backend("team0", "api", "10.0.0.2"), ...backend("team6", "web", "10.0.0.3")],
    of("team0", ingressV1("shop", paths)),
  ];
  lab.write({ "specs/all.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: before }) });
  lab.writeProject(
    "readme",
    `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("prod", { specs: "specs", settings: { clusterName: "prod", subDomains: ["apps.example.com"] } });
`,
  );
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["up", "--yes", "--skip-preview", "--stack", "test"]);
  lab.write({ "specs/grab.yaml": manifest });
  const output = await lab.pulumi(["preview", "--stack", "test"]);
  // the page breaks long lines, and leaves out what `...` stands for
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const printed = plain(output.slice(output.indexOf("Diagnostics:")));
  for (const part of shown.split(/^ *\.\.\.$/m)) expect(printed).toContain(plain(part));
});
