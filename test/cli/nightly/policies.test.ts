import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab, root } from "../pr/harness";

// The policy pack of examples/policies with the real engine: green for its manifests, red for each of the three rules.

let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: connection });
  cpSync(join(root, "examples/policies"), lab.program, {
    recursive: true,
    filter: (path) => !/Pulumi\.\w+\.yaml$|node_modules/.test(path),
  });
  await lab.pulumi(["stack", "init", "test"]);
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const preview = () => lab.runCli(["preview", "--policy-pack", "pack"]);

test("the example's manifests hold all rules", async () => {
  const { code, stdout, stderr } = await preview();
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain("load-balancing");
});

test("a host of another namespace, in clear text, makes the preview red with both reasons", async () => {
  const rule = {
    host: "new.shop.avi.internal",
    http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "page", port: { number: 80 } } } }] },
  };
  const ingress = {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "grab", namespace: "status" },
    spec: { rules: [rule] },
  };
  lab.write({ "manifests/grab.json": JSON.stringify(ingress) });
  const { code, stdout, stderr } = await preview();
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain("Ingress status/grab asks for http://new.shop.avi.internal/, but the host belongs to namespace shop.");
  expect(stdout + stderr).toContain("Ingress status/grab asks for http://new.shop.avi.internal/ without TLS.");
  lab.write({ "manifests/grab.json": "[]" });
});

test("a certificate with too few days makes the preview red", async () => {
  lab.write({
    "pack/index.ts": `import { PolicyPack } from "@pulumi/policy";
import { certificatesStayValid } from "pulumi-k8s-lb/policy";
new PolicyPack("load-balancing", { policies: [certificatesStayValid({ days: 36_500 })] });
`,
  });
  const { code, stdout, stderr } = await preview();
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain("The certificate of Secret shop/shop-tls (shop.avi.internal) expires on ");
});
