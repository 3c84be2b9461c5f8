import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { k8sLb } from "../../support/cli";
import { endpoints, ingress, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// Expectations of requests stand beside the program: a change that breaks one makes the preview red, with the rule that takes the request instead.

let lab: PulumiLab;
let avi: AviSandbox;

const SERVICES = [service("web", [80]), endpoints("web", ["10.0.0.1"], 8080), service("cart", [80]), endpoints("cart", ["10.0.1.1"], 8080)];
const route = (name: string, created: string, path: string, to: string) => {
  const made = ingress({ name, rules: [{ host: "shop.x.com", path, service: to }] });
  return { ...made, metadata: { ...made.metadata, creationTimestamp: created } };
};
const shop = route("shop", "2026-01-01T00:00:00Z", "/", "web");
const cart = (path: string) => route("cart", "2026-01-02T00:00:00Z", path, "cart");
const specs = (...items: object[]) =>
  lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [...SERVICES, ...items] }) });

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: connection });
  lab.writeProject(
    "held",
    `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("main", {
  specs: "specs.json",
  settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["x.com"] },
  requests: "requests.yaml",
  allowFailedRequests: process.env.ALLOW === "yes",
});
`,
  );
  specs(shop, cart("/cart"));
  lab.write({
    "requests.yaml": `requests:
  - { request: "http://shop.x.com/cart/1", to: default/cart:80, servers: [10.0.1.1:8080] }
  - { request: "http://shop.x.com/", to: default/web:80 }
`,
  });
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const preview = (env: Record<string, string> = {}) => lab.runCli(["preview"], { env });

test("what holds is not said", async () => {
  const { code, stdout, stderr } = await preview();
  expect(code, stdout + stderr).toBe(0);
  expect(stdout + stderr).not.toContain("LB1124");
});

test.each([
  ["a typo", () => specs(shop, cart("/crat")), "is        default/web:80", /rule {6}Ingress default\/shop .* \(specs\.json:1\)/],
  [
    "a taken path",
    () => specs(shop, cart("/cart"), route("grab", "2025-01-01T00:00:00Z", "/cart", "web")),
    "is        default/web:80",
    /because {3}LB1203 Ingress default\/cart .* belongs to Ingress default\/grab/,
  ],
] as const)("%s makes the preview red, with the rule that takes the request and why", async (_what, change, is, why) => {
  change();
  const { code, stdout, stderr } = await preview();
  const output = stdout + stderr;
  expect(code, output).not.toBe(0);
  expect(output).toContain("LB1124: requests: 1 of 2 requests fail:");
  expect(output).toContain("requests.yaml:2  FAILED  GET http://shop.x.com/cart/1");
  expect(output).toContain(is);
  expect(output).toMatch(why);
  const allowed = await preview({ ALLOW: "yes" });
  expect(allowed.code, allowed.stdout + allowed.stderr).toBe(0);
  expect(allowed.stdout + allowed.stderr).toMatch(/warning: LB1124 requests: 1 of 2/);
});

test("a faulty file makes it red too, with its line", async () => {
  specs(shop, cart("/cart"));
  lab.write({ "faulty.yaml": "" });
  const program = `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("main", { specs: "specs.json", settings: { clusterName: "c1" }, requests: [{ request: "http://shop.x.com/", stauts: 404 } as never] });
`;
  lab.write({ "index.ts": program });
  const { code, stdout, stderr } = await preview();
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain('LB1125: requests: requests[0]: the key "stauts" is not known: did you mean status?');
});

test("the state of the stack, and the controller, answer the same requests", async () => {
  const at = ["-C", lab.program, "-s", "test"];
  const declared = await k8sLb(["request", "http://shop.x.com/cart/1", ...at, "-o", "json"], { env: lab.env });
  expect(JSON.parse(declared.stdout), declared.stderr).toMatchObject({
    answer: { kind: "forward", to: [{ service: "default/cart:80", share: 1, servers: ["10.0.1.1:8080"] }] },
    rule: { object: "Ingress default/cart" },
    ...{ asked: null, differs: null },
  });
  const file = `${lab.program}/requests.yaml`;
  expect((await k8sLb(["test", file, ...at, "--live"], { env: lab.env })).stdout).toContain("2 passed, 0 failed");
  for (const { name } of avi.store.list("pool")) avi.store.patch("pool", String(name), { enabled: false });
  const live = await k8sLb(["request", "http://shop.x.com/cart/1", ...at, "--live", "-o", "json"], { env: lab.env });
  expect(JSON.parse(live.stdout).answer.to).toEqual([{ service: "default/cart:80", share: 1, servers: [] }]);
});
