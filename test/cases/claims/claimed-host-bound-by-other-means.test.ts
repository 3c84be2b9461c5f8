import { describe, expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { TARGETS } from "../../../sdk/targets";
import { ingressV1, openShiftRoute, served } from "../../support/manifests";

// Only rules of Ingresses, Routes and HTTPRoutes were held to the claims; a HostRule or an annotation of another team bound the host all the same.

const CLAIMS = [{ hosts: ["shop.x.com", "*.shop.x.com"], namespaces: ["default"] }];
const SETTINGS = {
  avi: { naming: "ako-2-evh", subDomains: ["x.com"], claims: CLAIMS },
  octavia: { service_subnet_id: "s", defaultIngController: true, claims: CLAIMS },
};

const CLASS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi-lb", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

// biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
type Manifest = any;

const moved = (namespace: string, objects: readonly object[]): Manifest[] =>
  objects.map((one: Manifest) => ({ ...one, metadata: { ...one.metadata, namespace } }));

const own = moved("team6", [...served("web", 1), ingressV1("own", [{ host: "own.x.com", path: "/", service: "web" }])]);

function refusals(to: "avi" | "octavia", objects: readonly object[], settings: object = SETTINGS[to]) {
  const specs = readSpecs([CLASS, ...objects].map((value) => ({ value })));
  const plan = TARGETS[to].translate(specs, { settings: { ...settings } });
  return plan.statuses.flatMap(({ object, state, diagnostics }) => {
    const faults = diagnostics.filter(({ code }) => code === "LB1221");
    return faults.map(({ pointer }) => `${object.kind} ${object.namespace}/${object.name} ${state} ${pointer}`);
  });
}

const annotated = (object: Manifest, name: string, value: string) => ({
  ...object,
  metadata: { ...object.metadata, annotations: { [name]: value } },
});
const hostRule = (virtualhost: object, namespace = "team6") => ({
  apiVersion: "ako.vmware.com/v1alpha1",
  kind: "HostRule",
  metadata: { name: "hr", namespace },
  spec: { virtualhost },
});
const at = (field: string) => `HostRule team6/hr Rejected /spec/virtualhost/${field}`;

describe("a HostRule of another namespace", () => {
  test.each<[string, object, string]>([
    ["an alias", { fqdn: "own.x.com", aliases: ["a.x.com", "new.shop.x.com"] }, at("aliases/1")],
    ["a GSLB name", { fqdn: "own.x.com", gslb: { fqdn: "shop.x.com" } }, at("gslb/fqdn")],
    ["the host, to switch it off", { fqdn: "shop.x.com", enableVirtualHost: false }, at("fqdn")],
    ["the host, to redirect its root", { fqdn: "SHOP.x.com", applicationRootPath: "/team6" }, at("fqdn")],
    [
      "the host, to give it a certificate",
      { fqdn: "shop.x.com", tls: { sslKeyCertificate: { name: "t", type: "ref" }, termination: "edge" } },
      at("fqdn"),
    ],
    ["every host of the domain", { fqdn: "*.x.com", fqdnType: "Wildcard", enableVirtualHost: false }, at("fqdn")],
    ["a suffix without a label", { fqdn: "*op.x.com", fqdnType: "Wildcard" }, at("fqdn")],
    ["a part of the host", { fqdn: "op.x", fqdnType: "Contains" }, at("fqdn")],
    ["the shared virtual service", { fqdn: "Shared-L7", fqdnType: "Contains", enableVirtualHost: false }, at("fqdn")],
    ["the shared virtual service by its name", { fqdn: "cluster--Shared-L7-EVH-0.admin.x.com", enableVirtualHost: false }, at("fqdn")],
  ])("names %s and changes nothing", (_, virtualhost, refused) => {
    expect(refusals("avi", [...own, hostRule(virtualhost)])).toEqual([refused]);
    expect(refusals("avi", [...own, hostRule(virtualhost, "default")])).toEqual([]);
  });

  test.each<[string, object]>([
    ["a host of nobody", { fqdn: "own.x.com", aliases: ["a.x.com"] }],
    ["an alias that is broader than the claims", { fqdn: "own.x.com", aliases: ["y.x.com"] }],
    ["a suffix of other hosts", { fqdn: "*.own.x.com", fqdnType: "Wildcard" }],
  ])("may name %s", (_, virtualhost) => {
    expect(refusals("avi", [...own, hostRule(virtualhost)])).toEqual([]);
  });

  test("does not reach the shared virtual service by the end of its name", () => {
    const shop = moved("default", [...served("web", 1), ingressV1("shop", [{ host: "shop.x.com", path: "/", service: "web" }])]);
    const rule = hostRule({ fqdn: "*.admin.x.com", fqdnType: "Wildcard", enableVirtualHost: false });
    const parents = (objects: readonly object[]) => {
      const specs = readSpecs([CLASS, ...objects].map((value) => ({ value })));
      const { resources } = TARGETS.avi.translate(specs, { settings: SETTINGS.avi });
      return resources.filter(({ kind }) => kind === "avi:SharedVS").map(({ inputs }) => inputs);
    };
    expect(refusals("avi", [...shop, rule]).map((one) => one.replace(/Accepted|Rejected/, "..."))).toEqual([
      "HostRule team6/hr ... /spec/virtualhost/fqdn",
    ]);
    expect(parents(shop)).toHaveLength(1);
    expect(parents([...shop, rule])).toEqual(parents(shop));
  });

  test("gives the host to none of its virtual services", () => {
    const specs = readSpecs([CLASS, ...own, hostRule({ fqdn: "own.x.com", aliases: ["new.shop.x.com"] })].map((value) => ({ value })));
    const { resources } = TARGETS.avi.translate(specs, { settings: SETTINGS.avi });
    expect(JSON.stringify(resources)).not.toContain("new.shop.x.com");
  });
});

test("an HTTPRule of another namespace changes nothing", () => {
  const rule = { apiVersion: "ako.vmware.com/v1beta1", kind: "HTTPRule", metadata: { name: "h", namespace: "team6" } };
  expect(refusals("avi", [...own, { ...rule, spec: { fqdn: "shop.x.com", paths: [{ target: "/" }] } }])).toEqual([
    "HTTPRule team6/h Rejected /spec/fqdn",
  ]);
});

describe.each(["avi", "octavia"] as const)("an annotation that names a host of others, on %s,", (to) => {
  const [service] = moved("team6", served("db", 1)).map((one) => ({ ...one, spec: { ...one.spec, type: "LoadBalancer" } }));
  const dns = "external-dns.alpha.kubernetes.io/hostname";
  const pointer = (name: string) => `/metadata/annotations/${name.replaceAll("/", "~1")}`;

  test.each([
    [dns, "shop.x.com"],
    [dns, "db.x.com, NEW.shop.x.com."],
    ["external-dns.alpha.kubernetes.io/internal-hostname", "shop.x.com"],
  ])("refuses a Service: %s %s", (name, value) => {
    expect(refusals(to, [...own, annotated(service, name, value)])).toEqual([`Service team6/db rejected ${pointer(name)}`]);
  });

  test.each([dns, "nginx.ingress.kubernetes.io/server-alias"])("refuses an Ingress: %s", (name) => {
    const objects = own.map((one) => (one.kind === "Ingress" ? annotated(one, name, "shop.x.com") : one));
    expect(refusals(to, objects)).toEqual([`Ingress team6/own rejected ${pointer(name)}`]);
  });

  test("refuses a Route", () => {
    const route = openShiftRoute("r", { host: "own.x.com", to: { kind: "Service", name: "web" } });
    const objects = [...moved("team6", served("web", 1)), annotated(moved("team6", [route])[0], dns, "shop.x.com")];
    expect(refusals(to, objects)).toEqual([`Route team6/r rejected ${pointer(dns)}`]);
  });

  test("is served where it names no host of others", () => {
    expect(refusals(to, [...own, annotated(service, dns, "db.x.com")])).toEqual([]);
  });
});

test("the TLS host of an Ingress without a rule for it is named, and its other rules stay", () => {
  const objects = own.map((one) =>
    one.kind === "Ingress" ? { ...one, spec: { ...one.spec, tls: [{ hosts: ["shop.x.com"], secretName: "t" }] } } : one,
  );
  expect(refusals("octavia", objects)).toEqual(["Ingress team6/own partial /spec/tls/0/hosts/0"]);
});

describe.each(["avi", "octavia"] as const)("Gateway API on %s", (to) => {
  const group = "gateway.networking.k8s.io/v1";
  const gatewayClass = { apiVersion: group, kind: "GatewayClass", metadata: { name: "lb" }, spec: { controllerName: `k8s-lb.io/${to}` } };
  const all = { allowedRoutes: { namespaces: { from: "All" } } };
  const gateway = (...hostnames: string[]) => ({
    apiVersion: group,
    kind: "Gateway",
    metadata: { name: "gw", namespace: "team6" },
    spec: {
      gatewayClassName: "lb",
      listeners: hostnames.map((hostname, i) => ({ name: `l${i}`, port: 80, protocol: "HTTP", hostname, ...all })),
    },
  });
  const route = {
    apiVersion: group,
    kind: "HTTPRoute",
    metadata: { name: "r", namespace: "team6" },
    spec: { parentRefs: [{ name: "gw" }], hostnames: ["own.x.com"], rules: [{ backendRefs: [{ name: "web", port: 80 }] }] },
  };
  const backends = moved("team6", served("web", 1));
  const dns = "external-dns.alpha.kubernetes.io/hostname";

  test("a listener for the host of others is refused, the others stay", () => {
    expect(refusals(to, [gatewayClass, gateway("*.x.com", "shop.x.com"), route, ...backends])).toEqual([
      "Gateway team6/gw partial /spec/listeners/1/hostname",
    ]);
  });

  test("an annotation refuses a Gateway and a Route", () => {
    const objects = [gatewayClass, annotated(gateway("*.x.com"), dns, "shop.x.com"), route, ...backends];
    expect(refusals(to, objects)[0]).toMatch(/^Gateway team6\/gw rejected \/metadata\/annotations/);
    expect(refusals(to, [gatewayClass, gateway("*.x.com"), annotated(route, dns, "shop.x.com"), ...backends])).toEqual([
      `HTTPRoute team6/r rejected /metadata/annotations/${dns.replaceAll("/", "~1")}`,
    ]);
  });
});

test("with claimsOnly a name that nobody claims is refused, wherever it stands", () => {
  const settings = { ...SETTINGS.avi, claimsOnly: true, claims: [...CLAIMS, { hosts: ["own.x.com"], namespaces: ["team6"] }] };
  expect(refusals("avi", [...own, hostRule({ fqdn: "own.x.com" })], settings)).toEqual([]);
  expect(refusals("avi", [...own, hostRule({ fqdn: "own.x.com", aliases: ["b.x.com"] })], settings)).toEqual([at("aliases/0")]);
});
