import { expect, test } from "vitest";
import { describeObject } from "../../../resources/diagnostic";
import { readSpecs } from "../../../sdk/frontends";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { endpoints, node, service } from "../../support/manifests";
import { CERTIFICATE, OTHER_CERTIFICATE, PRIVATE_KEY, WILDCARD_CERTIFICATE } from "../../support/pem";
import { pools } from "../../support/planned";

// Pods that had ended and endpoints of another family were servers, and what was asked of servers and was not done had no word.

const meta = (name: string, more: object = {}) => ({ name, namespace: "default", ...more });
const CLASS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "lb" },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const INGRESS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: meta("app"),
  spec: {
    ingressClassName: "lb",
    rules: [
      {
        host: "app.example.com",
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
      },
    ],
  },
};

function avi(settings: object, ...objects: object[]) {
  const specs = readSpecs([CLASS, INGRESS, ...objects].map((value) => ({ value })));
  const plan = translateToAvi(specs, { settings: { clusterName: "c", subDomains: ["example.com"], ...settings } });
  const servers = pools(plan).flatMap(({ inputs }) => (inputs.pool.servers ?? []) as { ip: { addr: string }; port: number }[]);
  const all = [...plan.diagnostics, ...plan.statuses.flatMap(({ diagnostics }) => diagnostics)];
  return {
    servers: [...new Set(servers.map(({ ip, port }) => `${ip.addr} ${port}`))].sort(),
    said: (code: string) => [
      ...new Set(all.filter((one) => one.code === code).map(({ object, message }) => `${describeObject(object)}: ${message}`)),
    ],
  };
}

const NPL = { naming: "ako-2", serviceType: "NodePortLocal", cniPlugin: "antrea" };
const pod = (name: string, nodePort: number, status: object) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: meta(name, {
    labels: { app: "web" },
    annotations: { "nodeportlocal.antrea.io": JSON.stringify([{ podPort: 8080, nodeIP: "10.0.0.11", nodePort, protocol: "tcp" }]) },
  }),
  spec: { containers: [{ name: "c", image: "x" }] },
  status,
});
const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
const web = (spec: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: meta("web"),
  spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }], ...spec },
});
const slice = (name: string, addressType: string, ...targets: [address: string, pod?: string][]) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: meta(name, { labels: { "kubernetes.io/service-name": "web" } }),
  addressType,
  ports: [{ name: "", port: 8080, protocol: "TCP" }],
  endpoints: targets.map(([address, target]) => ({
    addresses: [address],
    conditions: { ready: true },
    ...(target ? { targetRef: { kind: "Pod", name: target, namespace: "default" } } : {}),
  })),
});

test.each([
  ["an evicted one", { phase: "Failed", reason: "Evicted" }],
  ["one that has succeeded", { phase: "Succeeded" }],
])("NodePortLocal: %s is no server, with and without slices", (_, status) => {
  const [one, dead] = [pod("web-1", 61000, ready), pod("web-2", 61001, status)];
  expect(avi(NPL, web(), one, dead).servers).toEqual(["10.0.0.11 61000"]);
  expect(avi(NPL, web(), one, dead, slice("web-a", "IPv4", ["10.244.1.10", "web-1"])).servers).toEqual(["10.0.0.11 61000"]);
});

test("NodePortLocal: a running Pod that no slice of the Service names is no server; slices without Pods name none", () => {
  const pods = [pod("web-1", 61000, ready), pod("web-2", 61001, ready)];
  expect(avi(NPL, web(), ...pods, slice("web-a", "IPv4", ["10.244.1.10", "web-1"])).servers).toEqual(["10.0.0.11 61000"]);
  expect(avi(NPL, web(), ...pods, slice("web-a", "IPv4", ["10.244.1.10"])).servers).toEqual(["10.0.0.11 61000", "10.0.0.11 61001"]);
  expect(avi(NPL, web(), ...pods).servers).toEqual(["10.0.0.11 61000", "10.0.0.11 61001"]);
});

const V4 = slice("web-v4", "IPv4", ["10.244.1.10"]);
const V6 = slice("web-v6", "IPv6", ["fd00::10"]);
const nodes = (podCIDR: string) => node("n1", "10.0.0.11", podCIDR);

test.each([
  ["of the Service", { ipFamilies: ["IPv4"] }, [nodes("fd00::/64")], ["10.244.1.10 8080"]],
  ["of the Service, IPv6", { ipFamilies: ["IPv6"] }, [], ["fd00::10 8080"]],
  ["of the Service with two, the first", { ipFamilies: ["IPv6", "IPv4"] }, [], ["fd00::10 8080"]],
  ["of its address", { clusterIP: "fd00:1::1" }, [], ["fd00::10 8080"]],
  ["of the Nodes", {}, [nodes("10.244.1.0/24")], ["10.244.1.10 8080"]],
  ["of the Nodes, IPv6", {}, [nodes("fd00::/64")], ["fd00::10 8080"]],
  ["of the first endpoint", {}, [], ["10.244.1.10 8080"]],
])("default naming: servers have one family, that %s", (_, spec, more, servers) => {
  for (const slices of [
    [V4, V6],
    [V6, V4],
  ])
    expect(avi({}, web(spec), ...more, ...slices).servers).toEqual(servers);
});

test("AKO 2 has both families, or those of the Service", () => {
  expect(avi({ naming: "ako-2" }, web(), V4, V6).servers).toEqual(["10.244.1.10 8080", "fd00::10 8080"]);
  expect(avi({ naming: "ako-2" }, web({ ipFamilies: ["IPv4"] }), V4, V6).servers).toEqual(["10.244.1.10 8080"]);
});

test("EndpointSlice with names of hosts is named", () => {
  expect(avi({}, web(), slice("web-names", "FQDN", ["db.example.com"])).said("LB1115")).toEqual([
    "EndpointSlice default/web-names: the endpoints of this slice are names (addressType FQDN), which are no servers of a load balancer",
  ]);
});

const balanced = (spec: object) => {
  const base = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  return { ...base, spec: { ...base.spec, clusterIP: "10.96.0.9", ...spec } };
};
const octaviaSaid = (naming: string, spec: object) => {
  const objects = [balanced(spec), node("n", "10.0.0.1"), endpoints("web", ["10.1.0.5"], [])];
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), {
    settings: { naming, subnet_id: "s", service_subnet_id: "s", floating_network_id: "f" },
  });
  return plan.statuses.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === "LB1006").map(({ pointer }) => pointer));
};

test.each(["occm", "kuryr"])("Octavia, %s: RequireDualStack and the length of a session are told", (naming) => {
  expect(octaviaSaid(naming, { ipFamilyPolicy: "RequireDualStack" })).toContain("/spec/ipFamilyPolicy");
  expect(octaviaSaid(naming, { ipFamilyPolicy: "PreferDualStack" })).toEqual([]);
  const session = (timeoutSeconds: number) => ({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds } } });
  const at = naming === "occm" ? "/spec/sessionAffinityConfig" : "/spec/sessionAffinity";
  expect(octaviaSaid(naming, session(60))).toEqual([at]);
  expect(octaviaSaid(naming, session(10_800))).toEqual(naming === "occm" ? [] : [at]);
});

test("Avi: RequireDualStack of a Service with an address is told", () => {
  expect(avi({}, balanced({ ipFamilyPolicy: "RequireDualStack" })).said("LB1006")).toEqual([
    "Service default/web: RequireDualStack is not met: the virtual service has an address of one family",
  ]);
});

const route = (tls: object) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: meta("secure"),
  spec: {
    host: "secure.example.com",
    to: { kind: "Service", name: "web" },
    tls: { termination: "reencrypt", certificate: WILDCARD_CERTIFICATE, key: PRIVATE_KEY, ...tls },
  },
});

test("Route that re-encrypts without an authority is served, and says that servers are not verified", () => {
  const unverified = avi({}, web(), V4, route({}));
  expect(unverified.said("LB1117")).toEqual([
    "Route default/secure: TLS to the servers is not verified: the Route has no destinationCACertificate",
  ]);
  expect(unverified.servers).toEqual(["10.244.1.10 8080"]);
  expect(avi({}, web(), V4, route({ destinationCACertificate: CERTIFICATE })).said("LB1117")).toEqual([]);
});

test("Ingress that names two Secrets for a host says which one is used", () => {
  const secret = (name: string, certificate: string) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: meta(name),
    type: "kubernetes.io/tls",
    stringData: { "tls.crt": certificate, "tls.key": PRIVATE_KEY },
  });
  const host = "other.example.com";
  const two = (...names: string[]) => ({
    ...INGRESS,
    metadata: meta("two"),
    spec: {
      ...INGRESS.spec,
      rules: INGRESS.spec.rules.map((rule) => ({ ...rule, host })),
      tls: names.map((secretName) => ({ hosts: [host], secretName })),
    },
  });
  const secrets = [secret("a", WILDCARD_CERTIFICATE), secret("b", OTHER_CERTIFICATE)];
  expect(avi({}, web(), V4, ...secrets, two("a", "b")).said("LB1204")).toEqual([
    `Ingress default/two: ${host} already has the certificate from Secret a of an earlier entry; the one from Secret b is not used`,
  ]);
  expect(avi({}, web(), V4, ...secrets, two("a", "a")).said("LB1204")).toEqual([]);
});
