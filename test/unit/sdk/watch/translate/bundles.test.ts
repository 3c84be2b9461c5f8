import { expect, test } from "vitest";
import { askingObjects } from "../../../../../sdk/specs";
import { membersOf, withMembers } from "../../../../../sdk/watch/terms/pool-members";
import { ReviewedPlan } from "../../../../../sdk/watch/translate/reviewed-plan";
import { translationOf } from "../../../../../sdk/watch/translate/translation";
import { endpoints, ingressV1, service } from "../../../../support/manifests";

const CLASS = { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: "avi-lb" } };
const route = (name: string) =>
  ingressV1(name, [{ host: `${name}.avi.internal`, path: "/", service: name }], { className: "avi-lb" }) as { [field: string]: unknown };
const STRUCTURE = [
  { ...CLASS, spec: { controller: "ako.vmware.com/avi-lb" } },
  ...["a", "b"].flatMap((name) => [service(name, [80]), route(name)]),
];

/** A plan whose translations are counted by the number of their Ingresses. */
function planOf(bundles: string) {
  const sizes: number[] = [];
  const options = { owner: "pulumi-k8s-lb:p/s/c/main", settings: { naming: "ako-2", shardVSSize: "SMALL", bundles } };
  const translate = translationOf({ target: "avi", kind: "KubernetesCluster", name: "main", options });
  const plan = new ReviewedPlan((specs) => {
    if (!translate) throw new Error("Avi has a translation");
    sizes.push(askingObjects(specs).length);
    return translate(specs);
  });
  const raw = (value: unknown) => ({ value });
  plan.replace(STRUCTURE.map(raw), [raw(endpoints("a", ["10.0.0.1"], 8080)), raw(endpoints("b", ["10.0.0.2"], 8080))]);
  sizes.length = 0;
  return { plan, sizes, put: (name: string, addresses: string[]) => plan.update(raw(endpoints(name, addresses, 8080)), false) };
}

const servers = (plan: ReviewedPlan) =>
  Object.fromEntries([...plan.resources.values()].flatMap(({ kind, inputs }) => [...membersOf(kind, inputs)]).sort());

test("servers in a bundle move as those of pools do, and only the part of one Service is translated", () => {
  const [on, off] = [planOf("on"), planOf("off")];
  for (const [name, addresses] of [
    ["a", ["10.0.0.3", "10.0.0.4"]],
    ["b", ["10.0.0.5"]],
    ["a", []],
    ["b", ["10.0.0.6"]],
  ] as [string, string[]][]) {
    for (const { put } of [on, off]) put(name, addresses);
    expect([...off.plan.translateUpdates()]).toEqual([expect.stringContaining("avi:Pool ")]);
    expect([...on.plan.translateUpdates()]).toEqual([expect.stringContaining("avi:Pool ")]);
    expect(servers(on.plan)).toEqual(servers(off.plan));
  }
  expect(JSON.stringify(servers(on.plan))).toContain("10.0.0.6");
  expect(on.sizes.every((size) => size === 1)).toBe(true);
  expect(on.sizes).toEqual(off.sizes);
});

test("a pool of a bundle is kept by its name, and written when it is not kept any more", () => {
  const inputs = { owner: "o", pools: [{ name: "a", servers: [1] }, { name: "b" }], keepServers: ["b"] };
  expect([...membersOf("avi:SharedVS", inputs)]).toEqual([
    ["a", [1]],
    ["b", "kept"],
  ]);
  const written = withMembers("avi:SharedVS", inputs, new Map([["b", [2]]]));
  expect(written).toEqual({
    owner: "o",
    pools: [
      { name: "a", servers: [1] },
      { name: "b", servers: [2] },
    ],
  });
});
