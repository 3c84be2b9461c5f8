import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { k8sLb } from "../../support/cli";
import { endpoints, ingress, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// A change by hand on the load balancer, in terms of the requests that it answers otherwise.

let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: connection });
  lab.writeProject(
    "drift",
    `import * as avi from "pulumi-k8s-lb/avi";
new avi.KubernetesCluster("main", { specs: "specs.json", settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["x.com"] } });
`,
  );
  const items = [
    service("web", [80]),
    endpoints("web", ["10.0.0.1", "10.0.0.2"], 8080),
    service("cart", [80]),
    endpoints("cart", ["10.0.1.1"], 8080),
    ingress({
      name: "shop",
      rules: [
        { host: "shop.x.com", path: "/", service: "web" },
        { host: "shop.x.com", path: "/cart", service: "cart" },
      ],
    }),
  ];
  lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const drift = (...more: string[]) => k8sLb(["drift", "-C", lab.program, "-s", "test", ...more], { env: lab.env });

test("nothing by hand is no request", async () => {
  const { code, stdout, stderr } = await drift("-o", "json", "--exit-code");
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ requests: [], drift: [] });
});

test("a pool that is switched off answers its requests otherwise, said before the field", async () => {
  const pool = avi.store.list("pool").find(({ name }) => String(name).includes("cart"));
  avi.store.patch("pool", String(pool?.name), { enabled: false });
  const { stdout, stderr } = await drift();
  expect(stdout, stderr).toMatch(
    /^1 kind of request is answered differently: 1 lost\n {2}[-~] http:\/\/shop\.x\.com\/cart\.\.\.: now .*, was default\/cart:80\n\n/,
  );
  expect(stdout).toContain("disabled by hand");
  const { requests } = JSON.parse((await drift("-o", "json")).stdout);
  expect(requests).toMatchObject([
    { host: "shop.x.com", path: { value: "/cart" }, was: { kind: "forward", to: [{ service: "default/cart:80" }] } },
  ]);
});

test("a virtual service that is switched off takes every request of its hosts", async () => {
  avi.store.patch("virtualservice", "c1--Shared-L7-0", { enabled: false });
  const { stdout, stderr } = await drift("-o", "json");
  const { requests } = JSON.parse(stdout);
  expect(
    requests.map(({ witness }: { witness: { url: string } }) => new URL(witness.url).hostname),
    stderr,
  ).toContain("shop.x.com");
  for (const { is } of requests) expect(is.kind).toBe("closed");
});
