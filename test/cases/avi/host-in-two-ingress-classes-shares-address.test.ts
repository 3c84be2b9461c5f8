// Class `avi-lb` (public VIP) served `/` of a host, class `avi-gold` (another network) its `/admin`: both went to the public address, without
// a word. A host was claimed once per cluster, not once per address.
import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { childHosts, fqdnsOf } from "../../../resources/avi/body";
import { readSpecs } from "../../../sdk/frontends";
import { layoutOf } from "../../../sdk/plan";
import { placesOf, servedOn } from "../../../sdk/targets/avi/components/outputs";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { parentOf } from "../../../sdk/targets/avi/plan";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { ingressV1, secret, served } from "../../support/manifests";
import { hosts, sniVs } from "../../support/planned";

const [OLD, NEW] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];

const ingressClass = (name: string, infraSetting?: string) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name },
  spec: {
    controller: "ako.vmware.com/avi-lb",
    ...(infraSetting ? { parameters: { apiGroup: "ako.vmware.com", kind: "AviInfraSetting", name: infraSetting } } : {}),
  },
});
const infra = (name: string, network: string, shardSize = "SMALL") => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "AviInfraSetting",
  metadata: { name },
  spec: { network: { vipNetworks: [{ networkName: network }] }, l7Settings: { shardSize } },
});
const namespace = (name: string, setting?: string) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, ...(setting ? { annotations: { "aviinfrasetting.ako.vmware.com/name": setting } } : {}) },
});
const part = (name: string, path: string, created: string, more: { className: string; namespace?: string; tls?: boolean }) => {
  const { className, namespace: ns = "default", tls } = more;
  return [
    ...served(name, 1, ns),
    ...(tls ? [secret("cert", `CERT ${ns}`, "KEY", ns)] : []),
    ingressV1(name, [{ host: "shop.com", path, service: name }], {
      namespace: ns,
      created,
      className,
      ...(tls ? { tls: ["shop.com"] } : {}),
    }),
  ];
};
const run = (objects: unknown[], settings: Record<string, unknown>) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), {
    settings: { clusterName: "c1", shardVSSize: "SMALL", ...settings },
  });
  const { objects: bodies } = aviObjects(plan);
  const all = plan.statuses.flatMap(({ diagnostics }) => diagnostics);
  return {
    plan,
    bodies,
    vips: (bodies.vsvip ?? []).filter((vip) => fqdnsOf(vip).includes("shop.com")).map(({ name }) => name),
    told: all.filter(({ code }) => code === "LB1211"),
    others: all.filter(({ code }) => ["LB1203", "LB1204", "LB1410"].includes(code)),
    states: Object.fromEntries(
      plan.statuses.filter(({ object }) => object.kind === "Ingress").map(({ object, state }) => [object.name, state]),
    ),
  };
};

const classes = [ingressClass("avi-lb"), ingressClass("avi-gold", "gold"), infra("gold", "inside")];
const two = (tls: boolean, path = "/admin") => [
  ...classes,
  ...part("web", "/", OLD, { className: "avi-lb", tls }),
  ...part("admin", path, NEW, { className: "avi-gold", tls }),
];

it.each([
  ["ako-2", false, "Shared-L7-0", "Shared-L7-gold-0"],
  ["ako-2", true, "Shared-L7-0", "Shared-L7-gold-0"],
  ["ako-2-evh", false, "Shared-L7-EVH-0", "Shared-L7-EVH-gold-0"],
  ["ako-2-evh", true, "Shared-L7-EVH-0", "Shared-L7-EVH-gold-0"],
])("%s, TLS %s: each class serves its own paths at its own address", (naming, tls, open, inside) => {
  const { vips, told, others, plan, bodies, states } = run(two(tls), { naming });
  expect(vips).toEqual([`c1--${open}`, `c1--${inside}`]);
  expect(bodies.vsvip?.find(({ name }) => name === `c1--${inside}`)).toMatchObject({
    vip: [{ ipam_network_subnet: { network_ref: "/api/network?name=inside" } }],
  });
  expect(told.map(({ severity, object, message }) => [severity, object.name, message])).toEqual([
    [
      "warning",
      "admin",
      `shop.com has 2 addresses: that of c1--${open} for Ingress default/web, that of c1--${inside} (network inside) for Ingress default/admin; each serves only the paths of its own objects`,
    ],
  ]);
  expect([others, states]).toEqual([[], { admin: "ready", web: "ready" }]);
  expect(hosts(plan).map(({ vs, owners }) => [vs, owners.map(({ name }) => name)])).toEqual([
    [`c1--${open}`, ["web"]],
    [`c1--${inside}`, ["admin"]],
  ]);
  expect(
    layoutOf(plan)
      .places.filter(({ what }) => what.startsWith("host"))
      .map(({ what, vip }) => [what, vip]),
  ).toEqual([
    ["host shop.com", `c1--${open}`],
    [`host shop.com at c1--${inside}`, `c1--${inside}`],
  ]);
  const children = sniVs(plan).map(({ inputs, owners }) => [parentOf(inputs), owners.map(({ name }) => name)]);
  const ofEach = [
    [`c1--${open}`, ["web"]],
    [`c1--${inside}`, ["admin"]],
  ];
  expect(children.sort()).toEqual(tls || naming === "ako-2-evh" ? ofEach.sort() : []);
});

it.each(["ako-2", "ako-2-evh"])("%s: the same path is no conflict at two addresses, and one at the same", (naming) => {
  expect(run(two(true, "/"), { naming }).others).toEqual([]);
  const same = [ingressClass("avi-lb"), ingressClass("avi-other")];
  const both = [...part("web", "/", OLD, { className: "avi-lb" }), ...part("admin", "/", NEW, { className: "avi-other" })];
  const { others, told } = run([...same, ...both], { naming });
  expect([others.map(({ code }) => code), told]).toEqual([["LB1203"], []]);
});

it("DEDICATED: two virtual services, named by the setting", () => {
  const { vips, told } = run(two(true).map(dedicated), { naming: "ako-2", shardVSSize: "DEDICATED" });
  expect(vips).toEqual(["c1--gold-shop.com-L7-dedicated", "c1--shop.com-L7-dedicated"]);
  expect(told.length).toBe(1);
});

const dedicated = (object: object) =>
  "metadata" in object && "kind" in object && object.kind === "AviInfraSetting" ? infra("gold", "inside", "DEDICATED") : object;

it("vipPerNamespace: a namespace serves its own paths, the younger child with its namespace in its name", () => {
  const objects = [
    ingressClass("avi-lb"),
    ...part("web", "/", OLD, { className: "avi-lb", namespace: "open", tls: true }),
    ...part("admin", "/admin", NEW, { className: "avi-lb", namespace: "inside", tls: true }),
  ];
  const { plan, vips, told, others, states, bodies } = run(objects, { naming: "ako-2-evh", vipPerNamespace: true });
  expect(vips).toEqual(["c1--Shared-L7-EVH-NS-inside", "c1--Shared-L7-EVH-NS-open"]);
  expect([told.length, others, states]).toEqual([1, [], { admin: "ready", web: "ready" }]);
  const children = sniVs(plan).map(({ name, inputs }) => [parentOf(inputs), name, childHosts(inputs.virtualService)]);
  expect(children.map(([parent, , hosts]) => [parent, hosts]).sort()).toEqual([
    ["c1--Shared-L7-EVH-NS-inside", ["shop.com"]],
    ["c1--Shared-L7-EVH-NS-open", ["shop.com"]],
  ]);
  expect(new Set(children.map(([, name]) => name)).size).toBe(2);
  // the certificate of each is its own
  expect(bodies.sslkeyandcertificate?.length).toBe(2);
  // alone, each has the name that AKO gives it
  const alone = run(objects.slice(0, 5), { naming: "ako-2-evh", vipPerNamespace: true });
  expect(children.map(([, name]) => name)).toContain(sniVs(alone.plan)[0]?.name);
});

it("a namespace with an AviInfraSetting of another size has an address of its own", () => {
  const objects = [
    ingressClass("avi-lb"),
    namespace("inside", "gold"),
    infra("gold", "inside", "DEDICATED"),
    ...part("web", "/", OLD, { className: "avi-lb", namespace: "open" }),
    ...part("admin", "/admin", NEW, { className: "avi-lb", namespace: "inside" }),
  ];
  const { vips, told, states } = run(objects, { naming: "ako-2" });
  expect(vips).toEqual(["c1--Shared-L7-0", "c1--shop.com-L7-dedicated"]);
  expect([told.length, states]).toEqual([1, { admin: "ready", web: "ready" }]);
});

it("status and summary of each object name its own address", async () => {
  const { plan } = run(two(true), { naming: "ako-2" });
  const all: Record<string, string> = { "c1--Shared-L7-0": "203.0.113.1", "c1--Shared-L7-gold-0": "10.0.0.1" };
  const deployed = { vips: pulumi.output(all), hosts: pulumi.output<Record<string, string>>({ "shop.com": "203.0.113.1" }) };
  const known = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));
  const statuses = await Promise.all(
    servedOn(plan, deployed).map(async ({ object, ingress }) => [object.name, await known(pulumi.output(ingress))]),
  );
  expect(statuses).toEqual([
    ["web", [{ ip: "203.0.113.1", hostname: "shop.com" }]],
    ["admin", [{ ip: "10.0.0.1", hostname: "shop.com" }]],
  ]);
  const summary = placesOf(plan, deployed).map(({ object, host, name }) => [object.name, host, all[name]]);
  expect(summary).toEqual([
    ["web", "shop.com", "203.0.113.1"],
    ["admin", "shop.com", "10.0.0.1"],
  ]);
});
