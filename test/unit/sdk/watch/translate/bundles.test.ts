import { expect, test } from "vitest";
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

/** A plan whose whole translations are counted. */
function planOf(bundles: string) {
  const counted = { whole: 0 };
  const options = { owner: "pulumi-k8s-lb:p/s/c/main", settings: { naming: "ako-2", shardVSSize: "SMALL", bundles } };
  const translate = translationOf({ target: "avi", kind: "KubernetesCluster", name: "main", options });
  const plan = new ReviewedPlan((specs) => {
    if (!translate) throw new Error("Avi has a translation");
    counted.whole++;
    return translate(specs);
  });
  const raw = (value: unknown) => ({ value });
  plan.replace(STRUCTURE.map(raw), [raw(endpoints("a", ["10.0.0.1"], 8080)), raw(endpoints("b", ["10.0.0.2"], 8080))]);
  counted.whole = 0;
  return { plan, counted, put: (name: string, addresses: string[]) => plan.update(raw(endpoints(name, addresses, 8080)), false) };
}

const servers = (plan: ReviewedPlan) => Object.fromEntries([...plan.servers.values()].flatMap((pools) => [...pools]).sort());

test("servers in a bundle move as those of pools do, and nothing is translated", () => {
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
  expect([on.counted.whole, off.counted.whole]).toEqual([0, 0]);
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
