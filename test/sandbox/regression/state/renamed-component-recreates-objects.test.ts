import { describe, expect, it, test } from "vitest";
import type { ListQueries } from "../../../../provider/lifecycle/preview/existing-objects";
import { inventoryKind } from "../../../../provider/lifecycle/preview/inventory";
import * as avi from "../../../../sdk/targets/avi";
import * as mizar from "../../../../sdk/targets/mizar";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { secret } from "../../../support/contour";
import { eventually } from "../../../support/eventually";
import { FRONT_ENDS, INPUTS } from "../../../support/front-ends";
import { shownInventory } from "../../../support/shown";

// A component that gets another name begins with a state of its own: what exists under the names of its objects carries the old mark, and
// would be deleted beside the new.

const resources = recordResources();

interface ComponentFacts {
  names: string[];
  owner: string;
}

async function inventoryOf(make: () => unknown): Promise<ComponentFacts> {
  resources.length = 0;
  make();
  await eventually(() => expect(resources.some(({ type }) => type.endsWith(":Inventory"))).toBe(true));
  return shownInventory<ComponentFacts>(resources.find(({ type }) => type.endsWith(":Inventory"))?.inputs);
}

/** Result of the check of a new inventory on a server that holds objects of another one. */
async function verdict(target: "avi" | "octavia" | "mizar", held: ComponentFacts, news: ComponentFacts): Promise<string> {
  const lookout: ListQueries = (_config, { names }) => ({
    at: {},
    queries: [{ key: "all", names, take: async () => held.names.map((name) => ({ name, owner: held.owner })) }],
  });
  const notices: string[] = [];
  const ctx = { config: { get: () => undefined }, progress: () => undefined, notice: (text: string) => notices.push(text) };
  const failures = await inventoryKind({ name: target, listQueries: lookout }).inspect?.(ctx, undefined, { ...news } as never);
  return failures?.[0]?.reason ?? notices.join();
}

const CLUSTERS = [
  { target: "avi", make: (name: string, specs: never) => new avi.KubernetesCluster(name, { specs, settings: { clusterName: "c1" } }) },
  {
    target: "octavia",
    make: (name: string, specs: never) => new octavia.KubernetesCluster(name, { specs, settings: { service_subnet_id: "s" } }),
  },
  {
    target: "octavia",
    make: (name: string, specs: never) => new octavia.KubernetesCluster(name, { specs, settings: { naming: "occm", subnet_id: "s" } }),
  },
] as const;

describe.each(CLUSTERS)("a cluster on $target", ({ target, make }) => {
  it.each(FRONT_ENDS)("with a $frontEnd", async ({ objects }) => {
    const specs = [...objects, secret("default/tls"), ...INPUTS] as never;
    const [before, after] = [await inventoryOf(() => make("old", specs)), await inventoryOf(() => make("new", specs))];
    expect(await verdict(target, before, after)).toMatch(/LB2054: .*with the mark pulumi-k8s-lb:project\/stack\/.*\/old/);
    expect(await verdict(target, before, before)).toContain("LB2053");
    expect(await verdict(target, { ...before, names: [] }, after)).toBe("");
  });
});

const of = (frontEnd: string) => [...(FRONT_ENDS.find((one) => one.frontEnd === frontEnd)?.objects ?? []), ...INPUTS] as never;
const SINGLE = [
  ["avi", "Ingress v1", (name: string, specs: never) => new avi.Ingress(name, { specs })],
  ["avi", "Service", (name: string, specs: never) => new avi.Service(name, { specs })],
  ["avi", "OpenShift Route", (name: string, specs: never) => new avi.Route(name, { specs })],
  ["avi", "IngressRoute", (name: string, specs: never) => new avi.IngressRoutes(name, { specs })],
  ["avi", "Contour Route", (name: string, specs: never) => new avi.Routes(name, { specs })],
  ["octavia", "Ingress v1", (name: string, specs: never) => new octavia.Ingress(name, { specs })],
  ["octavia", "Service", (name: string, specs: never) => new octavia.Service(name, { specs })],
] as const;

test.each(SINGLE)("one of a kind: %s %s", async (target, frontEnd, make) => {
  const specs = of(frontEnd);
  const [before, after] = [await inventoryOf(() => make("old", specs)), await inventoryOf(() => make("new", specs))];
  expect(await verdict(target, before, after)).toContain("LB2054");
});

test("a cluster on Mizar", async () => {
  const vpc = { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "v1" }, spec: { ip: "10.10.0.0", prefix: 16 } };
  const make = (name: string) => inventoryOf(() => new mizar.KubernetesCluster(name, { specs: [vpc] as never }));
  expect(await verdict("mizar", await make("old"), await make("new"))).toContain("LB2054");
});
