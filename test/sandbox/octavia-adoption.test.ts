// Reports on an adoption of the load balancers of Kuryr or of the OpenStack cloud provider, without a write.
import { expect, test } from "vitest";
import { findOctaviaAdoption } from "../../provider";
import { readSpecs } from "../../sdk/frontends";
import { octaviaObjects } from "../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../sdk/targets/octavia/translate";
import { endpoints, node, service } from "../support/manifests";
import { plannedResources } from "../support/planned";
import type { Props } from "./lib/host";
import { SUBNET } from "./lib/octavia-samples";
import { atRest, octaviaEnvironment, octaviaWorld, writesSeen } from "./lib/octavia-world";

const world = octaviaWorld();
const SETTINGS = {
  occm: { naming: "occm", subnet_id: SUBNET, cluster_name: "prod" },
  kuryr: { naming: "kuryr", service_subnet_id: SUBNET, pod_subnet_id: SUBNET },
};
type AdoptedForm = keyof typeof SETTINGS;

const specs = (port = 80) => [
  {
    ...service("web", [{ port, nodePort: 30080 }], "LoadBalancer"),
    spec: { type: "LoadBalancer", clusterIP: "10.0.0.80", ports: [{ port, nodePort: 30080 }] },
  },
  endpoints("web", ["10.1.0.5"], 8080),
  node("n", "10.0.0.1"),
];
const planOf = (from: AdoptedForm, given = specs(), more = {}) =>
  translateToOctavia(readSpecs(given.map((value) => ({ value }))), { settings: { ...SETTINGS[from], ...more } });
const ask = (from: AdoptedForm, plan = planOf(from), cluster = "prod") =>
  findOctaviaAdoption({ planned: plannedResources(plan), from, cluster }, octaviaEnvironment(world.proxy.url));

/** As the controller made it: its names, no mark of ours. */
async function make(from: AdoptedForm, change: (body: Props) => Props = (body) => body): Promise<string> {
  const [body] = octaviaObjects(planOf(from)).objects.loadbalancers ?? [];
  const tags = (body?.tags ?? []).filter((tag) => !String(tag).startsWith("pulumi-k8s-lb"));
  const { loadbalancer } = await world.api("POST", "/loadbalancers", { loadbalancer: change({ ...body, tags }) });
  const { id } = loadbalancer as { id: string };
  await atRest(world, id);
  world.proxy.calls.splice(0);
  return id;
}

test.each(["occm", "kuryr"] as const)("%s: what it made as the plan has it is adopted unchanged", async (from) => {
  await make(from);
  const { planned, left, notes, refusal } = await ask(from);
  expect(planned).toEqual([expect.objectContaining({ fate: "unchanged", mark: "", changes: [] })]);
  expect([left, notes, refusal]).toEqual([[], [], undefined]);
  expect(writesSeen(world)).toEqual([]);
});

test("a Service that names the id of a load balancer that is gone has that of its name", async () => {
  const [web, ...others] = specs();
  const annotations = { "loadbalancer.openstack.org/load-balancer-id": "3ebfdd30-89a4-416f-99f0-e79ca2d3064b" };
  const plan = planOf("occm", [{ ...web, metadata: { ...web?.metadata, annotations } }, ...others] as never);
  expect((await ask("occm", plan)).planned).toEqual([expect.objectContaining({ fate: "new" })]);
  await make("occm");
  expect(await ask("occm", plan)).toMatchObject({ planned: [{ fate: "unchanged" }], notes: [], left: [] });
});

test("other fields are named, listeners that are not there are new", async () => {
  await make("occm", ({ listeners, ...body }) => ({ ...body, description: "by hand", listeners }));
  const { planned } = await ask("occm");
  expect(planned[0]).toMatchObject({ fate: "changed", changes: [{ field: "description", from: "by hand" }] });
  const more = planOf("occm", specs(81));
  const { planned: other } = await ask("occm", more);
  expect(other[0]?.changes.map(({ field, from, to }) => [field.split("/")[0], from ?? to])).toContainEqual(["listeners", "new"]);
});

test("what no Service wants is left behind, and another cluster's is not", async () => {
  await make("occm");
  const wiki = await make("occm", (body) => ({ ...body, name: "kube_service_prod_default_wiki", vip_address: undefined, listeners: [] }));
  await make("occm", (body) => ({ ...body, name: "kube_service_test_default_wiki", vip_address: undefined, listeners: [] }));
  const { left } = await ask("occm");
  expect(left).toEqual([
    {
      key: "loadbalancers/kube_service_prod_default_wiki",
      object: "LoadBalancer kube_service_prod_default_wiki",
      uuid: wiki,
      mark: "",
      hosts: [],
    },
  ]);
});

test("another cluster name, or another controller, is refused with what fits; nothing there is no refusal", async () => {
  expect((await ask("occm")).refusal).toBeUndefined();
  await make("occm");
  const renamed = await ask("occm", planOf("occm", specs(), { cluster_name: "other" }), "other");
  expect(renamed.planned[0]?.fate).toBe("new");
  expect(renamed.refusal).toMatch(/^LB2055: .*their names fit naming: occm, cluster_name: prod/);
  expect((await ask("kuryr")).refusal).toMatch(/their names fit naming: occm, cluster_name: prod/);
  await world.lab("reset");
  await make("kuryr");
  expect((await ask("occm")).refusal).toMatch(/their names fit naming: kuryr/);
});

test("two of one name are told", async () => {
  await make("occm");
  await make("occm");
  const { notes, planned } = await ask("occm");
  expect(planned[0]?.fate).toBe("changed");
  expect(notes[0]).toContain("LB2049");
});
