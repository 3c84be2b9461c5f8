import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoadBalancerBody } from "../../../resources/octavia/types";
import { readSpecs } from "../../../sdk/frontends";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { route as contourRoute, root as ingressRoute, secret, to } from "../../support/contour";
import { ingress, ingressV1, openShiftRoute, served } from "../../support/manifests";
import { createBalancer, type Traffic, type TrafficServer } from "../../support/octavia-traffic";
import { judge, ofContourRoute, ofIngress, ofIngressRoute, ofOldIngress, ofRoute } from "../../support/oracle";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { root } from "../pr/harness";

/** Requests through a real HAProxy with the configuration that Octavia's own driver writes, judged by what the manifests promise. */

const SERVICES = ["s1", "s2", "s3", "s4"];
const around = [...SERVICES.flatMap((name, i) => served(name, i + 1)), secret("default/cert")];

const ingresses = [
  ingressV1("paths", [
    { host: "v1.com", path: "/", service: "s1" },
    { host: "v1.com", path: "/api", service: "s2" },
    { host: "v1.com", path: "/api", type: "Exact", service: "s3" },
    { host: "v1.com", path: "/api/deep/", service: "s4" },
    { host: "v1.com", path: "/im", type: "ImplementationSpecific", service: "s2" },
    { host: "v1.com", path: "/a.b(c)", service: "s3" },
  ]),
  ingressV1("escaped", [
    { host: "esc.com", path: "/r&d", service: "s1" },
    { host: "esc.com", path: "/r&d", type: "Exact", service: "s2" },
    { host: "esc.com", path: "/it's", service: "s3" },
    { host: "esc.com", path: '/say"so"', type: "Exact", service: "s4" },
    { host: "esc.com", path: "/a<b>", type: "ImplementationSpecific", service: "s1" },
    { host: "esc.com", path: "/x&y/z", type: "ImplementationSpecific", service: "s2" },
  ]),
  ingressV1("wild", [
    { host: "*.w.com", path: "/", service: "s1" },
    { host: "sub.w.com", path: "/x", service: "s2" },
    { host: "two.w.com", path: "/y", type: "Exact", service: "s3" },
    { host: "all.w.com", path: "/", service: "s4" },
  ]),
  ingressV1(
    "secure",
    [
      { host: "tls.com", path: "/", service: "s1" },
      { host: "tls.com", path: "/api", service: "s2" },
      { host: "tls.com", path: "/api", type: "Exact", service: "s3" },
    ],
    { tls: ["tls.com"] },
  ),
  ingressV1("open", [{ host: "tls.com", path: "/open", service: "s4" }]),
];
const old = ingress({
  name: "old",
  rules: [
    { host: "old.com", path: "/foo", service: "s1" },
    { host: "old.com", path: "/foo/bar", service: "s2" },
    { host: "old.com", path: "/q&a", service: "s3" },
  ],
});
const tls = { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY };
const routes = [
  openShiftRoute("foo", { host: "route.com", path: "/foo", to: { kind: "Service", name: "s1" } }),
  openShiftRoute("all", { host: "route.com", to: { kind: "Service", name: "s2" } }),
  openShiftRoute("redirect", {
    host: "edge.com",
    to: { kind: "Service", name: "s3" },
    tls: { ...tls, insecureEdgeTerminationPolicy: "Redirect" },
  }),
  openShiftRoute("allow", {
    host: "edge.com",
    path: "/free",
    to: { kind: "Service", name: "s4" },
    tls: { ...tls, insecureEdgeTerminationPolicy: "Allow" },
  }),
  openShiftRoute("none", { host: "none.com", path: "/m&m", to: { kind: "Service", name: "s1" }, tls }),
];
const contour = [
  ingressRoute("default/ir", {
    fqdn: "ir.com",
    tls: { secretName: "cert" },
    routes: [to("/", "s1"), to("/foo", "s2"), to("/foo/free", "s3", { permitInsecure: true })],
  }),
  ingressRoute("default/clear", { fqdn: "clear.com", routes: [to("/b&b", "s4"), to("/", "s1")] }),
];
const crd = contourRoute("default/rc", {
  host: "rc.com",
  routes: [
    { pathPrefix: "/", upstreams: [{ serviceName: "s1", servicePort: 80 }] },
    { pathPrefix: "/long", upstreams: [{ serviceName: "s2", servicePort: 80 }] },
  ],
});
const promises = [
  ...ingresses.flatMap(ofIngress),
  ...ofOldIngress(old),
  ...routes.flatMap(ofRoute),
  ...contour.flatMap(ofIngressRoute),
  ...ofContourRoute(crd),
];
const HOSTS = [...new Set(promises.map(({ host }) => host)), "other.w.com", "a.sub.w.com", "nobody.org"].filter(
  (host) => !host.includes("*"),
);
/** Every path that is written, itself, below, beside and in other letters. */
const PATHS = [...new Set(["/", "/no", ...promises.map(({ path }) => path)])].flatMap((path) => [
  path,
  `${path.replace(/\/$/, "")}/below`,
  `${path}beside`,
  path.toUpperCase(),
  path.replace(/[&'"<>.]/g, "x"),
]);

let server: TrafficServer;
let traffic: Traffic;
const balancers: LoadBalancerBody[] = [];

beforeAll(async () => {
  const fallback = ingressV1("fallback", [{ host: "own.com", path: "/own", service: "s1" }], { defaultService: "s4" });
  Object.assign(fallback.metadata, { annotations: { "loadbalancer.openstack.org/group": "own" } });
  const objects = [...around, ...ingresses, old, ...routes, ...contour, crd, fallback];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const plan = translateToOctavia(specs, { settings: { service_subnet_id: randomUUID() }, hostsOnly: true });
  expect(plan.statuses.filter(({ state }) => !/^(ready|valid)$/i.test(state))).toEqual([]);
  balancers.push(...(octaviaObjects(plan).objects.loadbalancers ?? []));
  const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
  server = await startOctaviaServer();
  for (const body of balancers) await createBalancer(server, body);
  const { startTraffic } = await import(join(root, "tools/octavia-server/traffic.mjs"));
  traffic = await startTraffic(server);
}, 600_000);
afterAll(async () => {
  await traffic?.stop();
  await server?.stop();
});

/** The answer in the words of the oracle: a Service, `https`, or nothing. */
async function answer(balancer: string, on: "clear" | "tls", host: string, path: string): Promise<string | undefined> {
  const got = await traffic.send(balancer, { tls: on === "tls", host, path });
  if (typeof got === "number") return got === 503 ? undefined : `status ${got}`;
  if (got.startsWith("https://")) return got === `https://${host}${path}` ? "https" : got;
  return got.replace(/^10\.0\.0\.(\d+):8080$/, "s$1");
}

test("every request lands where its manifest says, for every kind, in clear text and on TLS", async () => {
  const [main] = balancers.filter(({ name }) => name.endsWith("_openstack"));
  const wrong: string[] = [];
  let sent = 0;
  const requests = HOSTS.flatMap((host) => PATHS.flatMap((path) => (["clear", "tls"] as const).map((on) => ({ on, host, path }))));
  const next = async (): Promise<void> => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const { on, host, path } = request;
      // no rule promises TLS without a certificate for the host
      if (on === "tls" && !promises.some((rule) => rule.host === host && rule.secure)) continue;
      const expected = judge(promises, on, host, path);
      const got = await answer(main?.name ?? "", on, host, path);
      sent++;
      // a host of which nothing is served in clear text is redirected as a whole
      const whole = got === "https" && expected === undefined && promises.some((rule) => rule.host === host && rule.clear === "https");
      if (got !== expected && !whole) wrong.push(`${on} ${host}${path}: ${got ?? "nobody"} instead of ${expected ?? "nobody"}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
  console.log(`${sent - wrong.length} of ${sent} requests right`);
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThan(1000);
});

test("what nobody takes goes to the default backend of the group that has one", async () => {
  const [own] = balancers.filter(({ name }) => name.endsWith("_own"));
  expect(await answer(own?.name ?? "", "clear", "own.com", "/own/x")).toBe("s1");
  expect(await answer(own?.name ?? "", "clear", "own.com", "/else")).toBe("s4");
  expect(await answer(own?.name ?? "", "clear", "nobody.org", "/own")).toBe("s4");
});
