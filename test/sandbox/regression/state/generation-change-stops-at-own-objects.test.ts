import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { readSpecs, translateToAvi } from "../../../../sdk";
import { endpoints, ingressV1, node, secret, service } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";
import { destroyPlan, type PlannedStack, upPlan } from "../../../support/plan-runs";

// A certificate that becomes a resource of its own, or a policy that passes from a child to a virtual service of its own: the resource that
// had it before wanted to delete it, and the run stopped at its own virtual service (LB2005). A renamed component took the routes with it.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
beforeEach(() => avi.reset());
afterAll(() => avi?.close());

const HOST = "pay.avi.internal";
const SPECS = [
  node("n1", "10.0.0.1", "10.244.1.0/24"),
  { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: "avi-lb" }, spec: { controller: "ako.vmware.com/avi-lb" } },
  secret("cert", CERTIFICATE, PRIVATE_KEY),
  service("web", [80]),
  endpoints("web", ["10.244.1.5"], 8080),
  ingressV1("pay", [{ host: HOST, path: "/", service: "web" }], { tls: [HOST], className: "avi-lb" }),
];
const planOf = (settings: object) =>
  translateToAvi(readSpecs(SPECS.map((value) => ({ value, source: { file: "specs" } }))), {
    settings: { clusterName: "c1", subDomains: ["avi.internal"], ...settings },
  });

const TYPES = ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "sslkeyandcertificate"];
const held = () =>
  TYPES.flatMap((type) => avi.store.list(type).map(({ name }) => `${type}/${name}`)).filter((name) => name.includes("c1--"));
const routes = () => avi.store.list("vrfcontext").flatMap(({ static_routes }) => (Array.isArray(static_routes) ? static_routes : []));

const OLD = { naming: "ako-1.2" };
const SNI = { naming: "ako-2", shardVSSize: "SMALL" };
const APART = { naming: "ako-2", shardVSSize: "DEDICATED" };

test.each([
  ["the certificate leaves the child", OLD, SNI],
  ["the certificate joins the child", SNI, OLD],
  ["the policy goes to a virtual service of its own", SNI, APART],
  ["the policy comes back", APART, SNI],
])("%s", async (_what, before, after) => {
  const made: PlannedStack = await upPlan(avi, new Map(), planOf(after));
  const clean = held();
  await destroyPlan(avi, made);
  expect(held()).toEqual([]);

  const first = await upPlan(avi, new Map(), planOf(before));
  const second = await upPlan(avi, first, planOf(after));
  expect(held().sort()).toEqual(clean.sort());
  await destroyPlan(avi, second);
  expect(held()).toEqual([]);
});

test("routes of a renamed component stay, and go with it", async () => {
  const first = await upPlan(avi, new Map(), planOf(OLD));
  const second = await upPlan(avi, first, planOf(OLD), "other");
  expect(routes()).toHaveLength(1);
  await destroyPlan(avi, second);
  expect(routes()).toEqual([]);
});
