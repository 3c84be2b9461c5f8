import { beforeAll, describe, expect, test } from "vitest";
import { akoDefinitions } from "../../../sdk";
import { readSpecs } from "../../../sdk/frontends";
import { claimPolicy } from "../../../sdk/kubernetes";
import type { HostClaim } from "../../../sdk/routing";
import { TARGETS } from "../../../sdk/targets";
import { clusterWorld } from "../../sandbox/lib/cluster-world";
import { CONTOUR_CRDS, definition } from "../../sandbox/lib/contour-crds";
import { eventually } from "../../support/eventually";
import { ingressV1, openShiftRoute, served } from "../../support/manifests";

// The policy of `k8s-lb claims -o vap` on a real API server: it refuses what a translation refuses, and takes what that takes.

const GATEWAY = "gateway.networking.k8s.io";
const approved = { annotations: { "api-approved.kubernetes.io": "unapproved, for a test" } };
const gatewayKind = (plural: string, kind: string) => {
  const made = definition(plural, kind, GATEWAY, "v1", true);
  return { ...made, metadata: { ...made.metadata, ...approved } };
};
const world = clusterWorld([
  ...akoDefinitions(),
  ...CONTOUR_CRDS,
  definition("httpproxies", "HTTPProxy", "projectcontour.io", "v1", true),
  ...["Gateway", "ListenerSet", "HTTPRoute"].map((kind) => gatewayKind(`${kind.toLowerCase()}s`, kind)),
]);

const CLAIMS = [
  { hosts: ["shop.x.com", "*.shop.x.com"], namespaces: ["shop"] },
  { hosts: ["*.pay.x.com"], namespaceLabels: { team: "pay", tier: "gold" } },
];
const LABELS: { readonly [namespace: string]: object } = { shop: {}, pay: { team: "pay", tier: "gold" }, team6: { team: "pay" } };
const namespaces = Object.entries(LABELS).map(([name, labels]) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } }));

// biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
type Manifest = any;

const inside = (namespace: string, manifest: Manifest, annotations = {}): Manifest => ({
  ...manifest,
  metadata: { ...manifest.metadata, namespace, annotations },
});
const object = (apiVersion: string, kind: string, spec: object) => ({ apiVersion, kind, metadata: { name: "one" }, spec });

const ingress = (host?: string, tls: string[] = []) => {
  const made: Manifest = ingressV1("one", [{ host: host ?? "", path: "/", service: "web" }], { className: "avi-lb", tls });
  return host === undefined ? { ...made, spec: { ...made.spec, rules: [{ http: made.spec.rules[0].http }] } } : made;
};
const [service] = served("db", 1).map((one: Manifest) => ({ ...one, spec: { ...one.spec, type: "LoadBalancer" } }));
const hostRule = (virtualhost: object) => object("ako.vmware.com/v1beta1", "HostRule", { virtualhost });
const ingressRoute = (fqdn: string) =>
  object("contour.heptio.com/v1beta1", "IngressRoute", {
    virtualhost: { fqdn },
    routes: [{ match: "/", services: [{ name: "web", port: 80 }] }],
  });
const listener = (hostname?: string) => ({
  name: "l",
  port: 80,
  protocol: "HTTP",
  ...(hostname === undefined ? {} : { hostname }),
  allowedRoutes: { namespaces: { from: "All" } },
});
const gateway = (hostname?: string) => object(`${GATEWAY}/v1`, "Gateway", { gatewayClassName: "lb", listeners: [listener(hostname)] });
const httpRoute = (...hostnames: string[]) =>
  object(`${GATEWAY}/v1`, "HTTPRoute", {
    parentRefs: [{ name: "open", namespace: "infra" }],
    hostnames,
    rules: [{ backendRefs: [{ name: "web", port: 80 }] }],
  });
const route = (host: string) => openShiftRoute("one", { host, to: { kind: "Service", name: "web" } });
const dns = "external-dns.alpha.kubernetes.io/hostname";
const alias = "nginx.ingress.kubernetes.io/server-alias";

/** Specs besides the object. */
const beside = [
  ...namespaces,
  ...Object.keys(LABELS).flatMap((namespace) => served("web", 1, namespace)),
  object("networking.k8s.io/v1", "IngressClass", { controller: "ako.vmware.com/avi-lb" }),
  object(`${GATEWAY}/v1`, "GatewayClass", { controllerName: "k8s-lb.io/avi" }),
  { ...gateway(), metadata: { name: "open", namespace: "infra" } },
].map((one: Manifest) =>
  one.kind === "IngressClass"
    ? { ...one, metadata: { name: "avi-lb" } }
    : one.kind === "GatewayClass"
      ? { ...one, metadata: { name: "lb" } }
      : one,
);

const isRefusedAtPreview = (manifest: Manifest, claimsOnly = false): boolean => {
  const specs = readSpecs([...beside, manifest].map((value) => ({ value })));
  const plan = TARGETS.avi.translate(specs, { settings: { naming: "ako-2-evh", claims: CLAIMS, claimsOnly } });
  return plan.statuses.some(
    ({ object: { kind, name }, diagnostics }) =>
      kind === manifest.kind && name === manifest.metadata.name && diagnostics.some(({ code }) => code === "LB1221"),
  );
};

function pathOf({ apiVersion, kind, metadata: { namespace } }: Manifest): string {
  const plural = { Ingress: "ingresses", HTTPProxy: "httpproxies" }[kind as string] ?? `${String(kind).toLowerCase()}s`;
  return `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}/namespaces/${namespace}/${plural}`;
}

/** Message of a refusal by the policy; undefined if the server takes the object. */
async function refusal(manifest: Manifest): Promise<string | undefined> {
  const { status, body } = await world.api("POST", `${pathOf(manifest)}?dryRun=All`, manifest);
  if (status === 201) return undefined;
  expect([status, body.message]).toEqual([403, expect.stringContaining("ValidatingAdmissionPolicy 'k8s-lb-claims'")]);
  return body.message;
}

const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

/** Applies the policy, and waits until it refuses a Service with a name in DNS that the policy before let pass. */
async function inForce(claimsOnly: boolean, name: string, claims: readonly HostClaim[] = CLAIMS, namespace = "team6"): Promise<void> {
  for (const manifest of claimPolicy({ claims, claimsOnly })) {
    const path = manifest.kind.endsWith("Binding") ? policies.replace(/ies$/, "ybindings") : policies;
    const before = await world.api("GET", `${path}/${manifest.metadata.name}`);
    const made =
      before.status === 404
        ? await world.api("POST", path, manifest)
        : await world.api("PUT", `${path}/${manifest.metadata.name}`, {
            ...manifest,
            metadata: { ...manifest.metadata, resourceVersion: before.body.metadata.resourceVersion },
          });
    expect([made.status < 300, made.body.message]).toEqual([true, undefined]);
  }
  const probe = inside(namespace, service, { [dns]: name });
  await eventually(async () => expect(await refusal(probe)).toBeDefined());
}

const CASES: readonly [name: string, namespace: string, manifest: Manifest, refused: boolean, annotations?: object][] = [
  ["Ingress", "team6", ingress("shop.x.com"), true],
  ["Ingress of the claimant", "shop", ingress("shop.x.com"), false],
  ["Ingress below a claim", "team6", ingress("a.b.shop.x.com"), true],
  ["Ingress with a wildcard below a claim", "team6", ingress("*.new.shop.x.com"), true],
  ["Ingress with a broader wildcard", "team6", ingress("*.x.com"), false],
  ["Ingress of nobody's host", "team6", ingress("own.x.com"), false],
  ["Ingress of a host that only ends alike", "team6", ingress("workshop.x.com"), false],
  ["Ingress without a host", "team6", ingress(), false],
  ["Ingress with a TLS host alone", "team6", ingress("own.x.com", ["new.shop.x.com"]), true],
  ["Ingress by labels of its namespace", "pay", ingress("a.pay.x.com"), false],
  ["Ingress by some of the labels", "team6", ingress("a.pay.x.com"), true],
  ["Ingress with a name in DNS", "team6", ingress("own.x.com"), true, { [dns]: "shop.x.com" }],
  ["Ingress with an alias", "team6", ingress("own.x.com"), true, { [alias]: "b.x.com,NEW.shop.x.com" }],
  ["Service", "team6", service, false],
  ["Service with a name in DNS", "team6", service, true, { [dns]: "db.x.com, Shop.x.com." }],
  ["Service of the claimant with a name in DNS", "shop", service, false, { [dns]: "shop.x.com" }],
  ["Service with its own name in DNS", "team6", service, false, { [dns]: "db.x.com" }],
  ["Route", "team6", route("shop.x.com"), true],
  ["Route of nobody's host", "team6", route("own.x.com"), false],
  ["IngressRoute", "team6", ingressRoute("shop.x.com"), true],
  ["IngressRoute of the claimant", "shop", ingressRoute("shop.x.com"), false],
  ["Gateway", "team6", gateway("shop.x.com"), true],
  ["Gateway with a broader listener", "team6", gateway("*.x.com"), false],
  ["Gateway for every host", "team6", gateway(), false],
  ["HTTPRoute", "team6", httpRoute("own.x.com", "shop.x.com"), true],
  ["HTTPRoute of the claimant", "shop", httpRoute("shop.x.com"), false],
  ["HTTPRoute with a name in DNS", "team6", httpRoute("own.x.com"), true, { [dns]: "shop.x.com" }],
  ["HTTPRule", "team6", object("ako.vmware.com/v1beta1", "HTTPRule", { fqdn: "shop.x.com" }), true],
  ["HostRule", "team6", hostRule({ fqdn: "Shop.x.com", enableVirtualHost: false }), true],
  ["HostRule of the claimant", "shop", hostRule({ fqdn: "shop.x.com", aliases: ["a.shop.x.com"] }), false],
  ["HostRule with an alias", "team6", hostRule({ fqdn: "own.x.com", aliases: ["b.x.com", "new.shop.x.com"] }), true],
  ["HostRule with a GSLB name", "team6", hostRule({ fqdn: "own.x.com", gslb: { fqdn: "shop.x.com" } }), true],
  ["HostRule of nobody's host", "team6", hostRule({ fqdn: "own.x.com" }), false],
  ["HostRule for the domain", "team6", hostRule({ fqdn: "*.x.com", fqdnType: "Wildcard" }), true],
  ["HostRule for a suffix in a claim", "team6", hostRule({ fqdn: "*.b.shop.x.com", fqdnType: "Wildcard" }), true],
  ["HostRule for another suffix", "team6", hostRule({ fqdn: "*.own.x.com", fqdnType: "Wildcard" }), false],
  ["HostRule for a part of a host", "team6", hostRule({ fqdn: "op.x", fqdnType: "Contains" }), true],
  ["HostRule for a shared virtual service", "team6", hostRule({ fqdn: "Shared-L7", fqdnType: "Contains" }), true],
  ["HostRule with the name of a shared virtual service", "team6", hostRule({ fqdn: "c--Shared-L7-0.admin.x.com" }), true],
  ["HostRule for a part, of one claimant of two", "shop", hostRule({ fqdn: "op.x", fqdnType: "Contains" }), true],
];

beforeAll(async () => {
  for (const namespace of namespaces) expect((await world.api("POST", "/api/v1/namespaces", namespace)).status).toBe(201);
});

describe("a policy made of claims", () => {
  beforeAll(() => inForce(false, "shop.x.com"), 60_000);

  test.each(CASES)("judges as a preview: %s in %s", async (_name, namespace, manifest, refused, annotations = {}) => {
    const given = inside(namespace, manifest, annotations);
    expect({ preview: isRefusedAtPreview(given), admission: (await refusal(given)) !== undefined }).toEqual({
      preview: refused,
      admission: refused,
    });
  });

  test("names the hosts and the namespace", async () => {
    const message = await refusal(inside("team6", hostRule({ fqdn: "own.x.com", aliases: ["new.shop.x.com"] })));
    expect(message).toContain("namespace team6 may not use new.shop.x.com: other namespaces claim it");
  });

  test("holds HTTPProxy of Contour to the claims", async () => {
    const proxy = (fqdn: string) => inside("team6", object("projectcontour.io/v1", "HTTPProxy", { virtualhost: { fqdn } }));
    expect([await refusal(proxy("shop.x.com")), await refusal(proxy("own.x.com"))]).toEqual([expect.any(String), undefined]);
  });

  test("refuses a change too, and lets a finalizer go from what is being deleted", async () => {
    const given = inside("team6", { ...ingress("own.x.com"), metadata: { name: "one", finalizers: ["x.com/f"] } });
    given.metadata.finalizers = ["x.com/f"];
    expect((await world.api("POST", pathOf(given), given)).status).toBe(201);
    const patch = (body: object) => world.api("PATCH", `${pathOf(given)}/one`, body, "application/merge-patch+json");
    expect((await patch({ metadata: { annotations: { [dns]: "shop.x.com" } } })).status).toBe(403);
    await world.api("DELETE", `${pathOf(given)}/one`);
    expect((await patch({ metadata: { annotations: { [dns]: "shop.x.com" }, finalizers: null } })).status).toBe(200);
  });
});

test("many claims and many hosts stay within the cost that the API server allows", async () => {
  const many = Array.from({ length: 200 }, (_, i) => ({
    hosts: [`a${i}.example.com`, `*.team-${i}.example.com`],
    namespaces: [`team-${i}`],
  }));
  await inForce(false, "x.team-199.example.com", many);
  const rules = Array.from({ length: 100 }, (_, i) => ({ ...ingress(`a${i}.own.x.com`).spec.rules[0] }));
  const large = inside("team6", { ...ingress("own.x.com"), spec: { ...ingress("own.x.com").spec, rules } });
  expect(await refusal(large)).toBeUndefined();
}, 60_000);

describe("with claimsOnly", () => {
  beforeAll(() => inForce(true, "b.x.com"), 60_000);

  test.each<[string, string, Manifest, boolean]>([
    ["a host of nobody", "team6", ingress("own.x.com"), true],
    ["a host of its own", "shop", ingress("shop.x.com"), false],
    ["a broader host", "shop", ingress("*.x.com"), true],
    ["every host", "shop", ingress(), true],
    ["a HostRule that meets no claim", "shop", hostRule({ fqdn: "*.y.com", fqdnType: "Wildcard" }), true],
    ["a HostRule in its claim", "shop", hostRule({ fqdn: "*.shop.x.com", fqdnType: "Wildcard" }), false],
  ])("%s", async (_name, namespace, manifest, refused) => {
    const given = inside(namespace, manifest);
    expect((await refusal(given)) !== undefined).toBe(refused);
    if (manifest.spec.rules?.[0]?.host !== undefined || manifest.kind === "HostRule") expect(isRefusedAtPreview(given, true)).toBe(refused);
  });
});

test("without any claim, claimsOnly refuses every host", async () => {
  await inForce(true, "shop.x.com", [], "shop");
  expect(await refusal(inside("shop", hostRule({ fqdn: "*.x.com", fqdnType: "Wildcard" })))).toContain("no claim gives it that host");
  expect(await refusal(inside("shop", service))).toBeUndefined();
}, 60_000);
