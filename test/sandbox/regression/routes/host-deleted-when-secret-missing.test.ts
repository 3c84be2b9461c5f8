import { describe, expect, it, test } from "vitest";
import { KINDS } from "../../../../provider";
import * as mizar from "../../../../sdk/targets/mizar";
import { recordResources } from "../../../../sdk/testing";
import { allow, root, route, secret, to } from "../../../support/contour";
import { eventually } from "../../../support/eventually";
import { backend, FRONT_ENDS, INPUTS, TARGETS } from "../../../support/front-ends";
import { ingress, ingressV1 } from "../../../support/manifests";
import { shownInventory } from "../../../support/shown";

// A Secret or a Service that was not among the specs let its hosts be deleted, or their servers, with a warning.

interface SecretFacts {
  names: string[];
  served?: object;
  missing?: object;
}

/** Refusal by the check of an inventory in a second run, without a look at a server. */
function refusalOf(target: string, { names, served }: SecretFacts, after: SecretFacts & { allowMassDelete?: boolean }): string | undefined {
  const handler = KINDS.get(`${target}:Inventory`);
  const { names: remaining, served: still, missing, allowMassDelete } = after;
  const news = { names: remaining, ...(still ? { served: still } : {}), missing, ...(allowMassDelete ? { allowMassDelete } : {}) };
  const failures = handler?.check?.({ names, ...(served ? { served } : {}) } as never, news as never, () => undefined);
  return failures?.[0]?.reason;
}

const without = (objects: readonly { kind: string }[], kind: string) => objects.filter((one) => one.kind !== kind);

describe.each(TARGETS)("$target", ({ kind, run }) => {
  const tls = { hosts: ["shop.example.com"], secretName: "tls" };
  const rule = { host: "shop.example.com", path: "/", service: "web" };
  const clear = ingress({ name: "clear", rules: [{ ...rule, host: "clear.example.com" }] });
  const SECURE = [
    { object: ingress({ name: "shop", rules: [rule], tls: [tls] }), lacks: "Secret default/tls" },
    { object: ingressV1("shop", [rule], { tls: tls.hosts, secretName: "tls" }), lacks: "Secret default/tls" },
    {
      object: root("default/shop", { fqdn: "shop.example.com", tls: { secretName: "tls" }, routes: [to("/", "web")] }),
      lacks: "Secret default/tls",
    },
  ];

  it.each(SECURE)("a missing Secret of $object.kind $object.apiVersion stops the run", ({ object, lacks }) => {
    const objects = [backend(), object, clear, secret("default/tls"), ...INPUTS];
    const [whole, less] = [run(objects), run(without(objects, "Secret"))];
    expect(less.missing).toMatchObject({ "shop.example.com": lacks });
    const refusal = refusalOf(kind, whole, less);
    expect(refusal).toContain(`LB2017: the specs lack what 1 place is served with, so https://shop.example.com/ (missing: ${lacks})`);
    expect(refusalOf(kind, whole, { ...less, allowMassDelete: true })).toBeUndefined();
    expect(refusalOf(kind, whole, whole)).toBeUndefined();
    // a host that never was live may wait for its Secret
    expect(refusalOf(kind, less, less)).toBeUndefined();
    // and one that no one asks for any more may go
    expect(refusalOf(kind, whole, run(objects.filter((one) => one !== object && one.kind !== "Secret")))).toBeUndefined();
  });

  it("a missing delegation of the Secret, and a missing authority, stop it too", () => {
    const delegated = root("default/shop", { fqdn: "shop.example.com", tls: { secretName: "certs/tls" }, routes: [to("/", "web")] });
    const objects = [backend(), delegated, secret("certs/tls"), allow("certs/all", "tls", "default"), ...INPUTS];
    const refusal = refusalOf(kind, run(objects), run(without(objects, "TLSCertificateDelegation")));
    expect(refusal).toContain("missing: a TLSCertificateDelegation of Secret certs/tls");
  });

  it.each(FRONT_ENDS.slice(1))("a missing Service of $frontEnd takes no server away", ({ objects }) => {
    const [whole, less] = [run([...objects, ...INPUTS]), run([...without(objects, "Service"), ...INPUTS])];
    const kept = [...whole.lists.keys()].filter((name) => less.lists.get(name)?.kept);
    const refusal = refusalOf(kind, whole, less);
    if (kept.length < whole.lists.size)
      expect(refusal).toMatch(/LB2017: the specs lack what \d places? (is|are) .*missing: Service default\/web/);
    else expect(refusal).toBeUndefined();
    expect(refusalOf(kind, less, less)).toBeUndefined();
  });

  it("an Ingress whose Service is missing says so, and its pool keeps its name", () => {
    const objects = [ingressV1("shop", [rule]), ...INPUTS];
    const less = run(objects);
    expect([...less.lists.entries()]).toEqual([[[...run([backend(), ...objects]).lists.keys()][0], { servers: [], kept: true }]]);
    expect(less.statuses[0]).toMatchObject({ state: "partial", diagnostics: [{ code: "LB1101", severity: "error" }] });
    expect(less.served).toEqual({ "http://shop.example.com/": "kept" });
  });
});

test("an IngressRoute that delegates keeps the host of its root", () => {
  const child = { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: { namespace: "default", name: "child" } };
  const top = root("default/shop", { fqdn: "Shop.example.com", routes: [{ match: "/", delegate: { name: "child" } }] });
  const objects = [backend(), top, { ...child, spec: { routes: [to("/", "web")] } }, ...INPUTS];
  const refusal = refusalOf("avi", TARGETS[0].run(objects), TARGETS[0].run(without(objects, "Service")));
  expect(refusal).toContain("http://shop.example.com/ (missing: Service default/web)");
});

test("on Octavia a pool whose name needs the Service stops the run", () => {
  const objects = [
    backend(),
    ingress({ name: "shop", rules: [{ host: "shop.example.com", path: "/", service: "web", port: "http" }] }),
    ...INPUTS,
  ];
  const refusal = refusalOf("octavia", TARGETS[2].run(objects), TARGETS[2].run(without(objects, "Service")));
  expect(refusal).toContain("http://shop.example.com/ (missing: Service default/web)");
});

test("one host of a Route CRD loses its Service, the others are not concerned", () => {
  const of = (host: string, serviceName: string) =>
    route(`default/${serviceName}`, { host, routes: [{ pathPrefix: "/", upstreams: [{ serviceName, servicePort: 80 }] }] });
  const less = TARGETS[0].run([backend(), of("a.example.com", "web"), of("b.example.com", "gone"), ...INPUTS]);
  expect(less.missing).toMatchObject({ "b.example.com": "Service default/gone" });
  expect(less.served).toEqual({ "http://a.example.com/": 2 });
});

describe("Mizar", () => {
  const resources = recordResources();
  const range = (kind: string, name: string, ip: string, prefix: number, more = {}) => ({
    apiVersion: "mizar.com/v1",
    kind,
    metadata: { name },
    spec: { ip, prefix, ...more },
  });
  const vpc = range("Vpc", "v1", "10.10.0.0", 16);
  const subnet = range("Subnet", "net1", "10.10.1.0", 24, { vpc: "v1" });
  const network = {
    apiVersion: "arktos.futurewei.com/v1",
    kind: "Network",
    metadata: { name: "n1" },
    spec: { type: "mizar", vpcID: "v1" },
  };
  const labels = { "arktos.futurewei.com/network": "n1" };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "nginx", labels }, spec: { containers: [] } };
  const web = { apiVersion: "v1", kind: "Service", metadata: { name: "web", labels }, spec: { ports: [{ port: 80 }] } };
  const plain = { ...web, metadata: { name: "plain" } };
  const usual = { ...network, metadata: { name: "default" } };

  const inventoryOf = async (specs: object[]): Promise<SecretFacts> => {
    resources.length = 0;
    new mizar.KubernetesCluster("prod", { specs: specs as never });
    await eventually(() => expect(resources.some(({ type }) => type.endsWith("mizar:Inventory"))).toBe(true));
    return shownInventory<SecretFacts>(resources.find(({ type }) => type.endsWith("mizar:Inventory"))?.inputs);
  };

  test.each([
    { lost: network, objects: [vpc, subnet, network, pod, web], gone: ["pods/default/nginx", "services/default/web"] },
    { lost: vpc, objects: [vpc, subnet, network, pod], gone: ["networks/n1", "pods/default/nginx", "subnets/net1"] },
    { lost: subnet, objects: [vpc, subnet, network, pod], gone: ["networks/n1", "pods/default/nginx"] },
    { lost: usual, objects: [vpc, subnet, usual, plain], gone: ["services/default/plain"] },
  ])("a missing $lost.kind takes no $gone away", async ({ lost, objects, gone }) => {
    const whole = await inventoryOf(objects);
    const less = await inventoryOf(objects.filter((one) => one !== lost));
    expect(Object.keys(less.missing ?? {}).sort()).toEqual(expect.arrayContaining(gone));
    const refusal = refusalOf("mizar", whole, less);
    for (const name of gone) expect(refusal).toContain(`${name} (missing: `);
    expect(refusalOf("mizar", whole, { ...less, allowMassDelete: true })).toBeUndefined();
    expect(refusalOf("mizar", whole, whole)).toBeUndefined();
  });
});
