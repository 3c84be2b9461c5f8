import { expect, test } from "vitest";
import { startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { identified } from "../../../support/identified";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";
import { Resource } from "../../lib/engine";
import { engineLog } from "../../lib/engine-log";
import { type Props, startHost } from "../../lib/host";
import { SUBNET } from "../../lib/octavia-samples";
import { atRest, octaviaWorld } from "../../lib/octavia-world";
import { NONE } from "../../lib/world";

// The cloud provider writes the id of its load balancer into each Service, where it outlives the load balancer. With the id of one that is gone
// the preview was red for all Services, and `up` failed for good: after a refresh too, whose plan promised a new load balancer.

const world = octaviaWorld();
const ID = "loadbalancer.openstack.org/load-balancer-id";
const DEAD = "3ebfdd30-89a4-416f-99f0-e79ca2d3064b";
const NAME = "kube_service_kubernetes_default_web";

const planOf = (id: string | undefined, more: object = {}) => {
  const given = (name: string, port: number, annotations: object) => {
    const base = service(name, [{ port, nodePort: 30000 + port }], "LoadBalancer");
    return { ...base, metadata: { ...base.metadata, annotations } };
  };
  const objects = [given("web", 80, { ...(id ? { [ID]: id } : {}), ...more }), given("ok", 81, {}), node("n", "10.0.0.1")];
  return translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: { naming: "occm", subnet_id: SUBNET } });
};
const declared = (id: string | undefined, more?: object): Props => {
  const found = loadBalancers(planOf(id, more)).find(({ name }) => name.endsWith("_web"));
  return structuredClone(found?.inputs) as unknown as Props;
};
const web = () => new Resource(world.host, "octavia:LoadBalancer");
const named = async (name: string) =>
  ((await world.api("GET", "/loadbalancers")).loadbalancers as Props[]).filter((one) => one.name === name);

/** A preview has nothing to say, also after a refresh. */
async function quiet(resource: Resource, inputs: Props): Promise<void> {
  expect(await resource.preview(inputs)).toEqual(NONE);
  await resource.refresh();
  expect(await resource.preview(inputs)).toEqual(NONE);
}

/** A load balancer of somebody else. */
async function bare(name: string): Promise<string> {
  const made = await world.api("POST", "/loadbalancers", { loadbalancer: { name, vip_subnet_id: SUBNET } });
  const id = String((made.loadbalancer as Props).id);
  await atRest(world, id);
  return id;
}

test("a Service with the id of a load balancer that is gone gets one of its own, and is quiet then", async () => {
  const resource = web();
  await resource.up(declared(DEAD));
  const [made, ...more] = await named(NAME);
  expect([resource.state?.id, more]).toEqual([made?.id, []]);
  await quiet(resource, declared(DEAD));
  // with the annotation gone, or with the id of the new one, it stays the same
  expect(await resource.preview(declared(undefined))).toEqual(NONE);
  expect(await resource.preview(declared(String(made?.id)))).toEqual(NONE);
  const changed = declared(DEAD, { "loadbalancer.openstack.org/lb-method": "LEAST_CONNECTIONS" });
  expect(await resource.preview(changed)).toMatchObject({ changes: true, replaces: [] });
  await resource.up(changed);
  await quiet(resource, changed);
  await resource.destroy();
  expect(await named(NAME)).toEqual([]);
});

test("an internal Service gets its own as well", async () => {
  const inputs = declared(DEAD);
  const resource = web();
  await resource.up({ ...inputs, own: { ...(inputs.own as Props), required: true } });
  expect(await named(NAME)).toHaveLength(1);
  await resource.destroy();
});

test("after the deletion of a load balancer that was named, up does what the preview of the refreshed state says", async () => {
  const host = await bare("by hand");
  const resource = web();
  await resource.up(declared(host));
  expect(await named(NAME)).toEqual([]);
  await world.api("DELETE", `/loadbalancers/${host}?cascade=true`);
  expect(await atRest(world, host)).toBeUndefined();
  await resource.refresh();
  expect(resource.state).toBeUndefined();
  expect(await resource.up(declared(host))).toBe("created");
  expect(await named(NAME)).toHaveLength(1);
  await quiet(resource, declared(host));
  await resource.destroy();
});

test("the id of another load balancer that exists still makes the Service its guest", async () => {
  const resource = web();
  await resource.up(declared(DEAD));
  const other = await bare("by hand");
  expect(await resource.preview(declared(other))).toMatchObject({ changes: true });
  await resource.destroy();
  const guest = web();
  await guest.up(declared(other));
  expect([guest.state?.id, await named(NAME)]).toEqual([other, []]);
  await guest.destroy();
});

test("a second load balancer of that name is not made where one of ours is there already", async () => {
  const first = web();
  await first.up(declared(undefined));
  const again = web();
  await again.up(declared(DEAD));
  expect([again.state?.id, (await named(NAME)).length]).toEqual([first.state?.id, 1]);
  await again.destroy();
});

test("the preview says so once, with the annotation to remove, and the other Services go on", async () => {
  const [cloud, log] = await Promise.all([startOctaviaSandbox({ provisioningMs: 5 }), engineLog()]);
  const provider = await startHost({ env: { ...openstackEnvironment(cloud), OCTAVIA_LIST_CACHE: "0" }, engine: log.address });
  try {
    const { references = {} } = planOf(DEAD).facts.needs ?? {};
    const needs = { references: Object.fromEntries(Object.entries(references).filter(([key]) => key.startsWith("loadbalancer/"))) };
    const names = ["loadbalancers/kube_service_kubernetes_default_ok", `loadbalancers/${NAME}`];
    expect(await new Resource(provider, "octavia:Inventory").up({ names, ...identified("urn:x"), needs })).toBe("created");
    await expect
      .poll(() => log.lines.join("\n"))
      .toContain(`LB2074: loadbalancer ${DEAD} does not exist; Service default/web, which names it, gets one of its own`);
    expect(log.lines.join("\n")).toContain(`Remove the id (of a Service: the annotation ${ID}), or name a load balancer that exists.`);
  } finally {
    provider.stop();
    log.stop();
    await cloud.close();
  }
});
