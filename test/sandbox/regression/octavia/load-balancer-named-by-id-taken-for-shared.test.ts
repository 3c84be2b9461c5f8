import { describe, expect, test } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { SUBNET } from "../../lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "../../lib/octavia-world";
import { expectQuiet, NONE } from "../../lib/world";

const world = octaviaWorld();
const NAME = "kube_service_kubernetes_default_web";

/** The Service as a live cluster shows it: the cloud provider has written the id of its load balancer into it. */
const declared = (id: string | undefined, more: Props = {}): Props => {
  const base = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const annotations = id
    ? { "loadbalancer.openstack.org/load-balancer-id": id, "loadbalancer.openstack.org/load-balancer-address": "198.51.100.7" }
    : {};
  const objects = [{ ...base, metadata: { ...base.metadata, annotations } }, node("n", "10.0.0.1")];
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: { naming: "occm", subnet_id: SUBNET } });
  return structuredClone({ ...loadBalancers(plan)[0]!.inputs, ...more }) as unknown as Props;
};

/** Creates a load balancer as the cloud provider left it: its names and tags, no mark of ours. */
async function remaining(name: string): Promise<string> {
  const { id: _, ...body } = declared(undefined).loadBalancer as Props;
  const made = await world.api("POST", "/loadbalancers", { loadbalancer: { ...body, name } });
  const id = String((made.loadbalancer as Props).id);
  await atRest(world, id);
  world.proxy.calls.splice(0);
  return id;
}

const failing = (work: Promise<unknown>) => work.then(() => "no failure", String);

describe("a load balancer of the name that we would give it is the Service's own, also when the Service names its id", () => {
  test("it is not taken over in silence", async () => {
    const id = await remaining(NAME);
    const message = await failing(new Resource(world.host, "octavia:LoadBalancer").up(declared(id)));
    expect(message).toContain("LB2003");
    expect(message).toContain(id);
    expect(writesSeen(world)).toEqual([]);
  });

  test("adopt takes it over in place and whole: it is deleted with the resource", async () => {
    const id = await remaining(NAME);
    const resource = new Resource(world.host, "octavia:LoadBalancer");
    await resource.up(declared(id, { adopt: true }));
    expect(resource.state?.id).toBe(id);
    expect(writesSeen(world)).toContain("PUT /loadbalancers/*");
    expect(writesSeen(world).filter((write) => !write.startsWith("PUT "))).toEqual([]);
    expect(await resource.preview(declared(id))).toEqual(NONE);
    await resource.refresh();
    expect(await resource.preview(declared(id))).toEqual(NONE);
    // the annotation may go, and come back
    expect(await resource.up(declared(undefined))).toBe("same");
    expect(await resource.up(declared(id))).toBe("same");
    await resource.destroy();
    expect(await atRest(world, id)).toBeUndefined();
  });

  test("what guests have on it stays theirs", async () => {
    const id = await remaining(NAME);
    const listener = {
      name: "theirs",
      protocol: "TCP",
      protocol_port: 90,
      tags: ["kube_service_kubernetes_default_other"],
      loadbalancer_id: id,
    };
    await world.api("POST", "/listeners", { listener });
    await atRest(world, id);
    const resource = new Resource(world.host, "octavia:LoadBalancer");
    await resource.up(declared(id, { adopt: true }));
    expect(await resource.preview(declared(id))).toEqual(NONE);
    await resource.destroy();
    const names = ((await world.api("GET", "/listeners")).listeners as Props[]).map(({ name }) => name);
    expect(names).toEqual(["theirs"]);
  });

  test("a change reaches the load balancer itself, which of a guest it never does", async () => {
    const id = await remaining(NAME);
    const resource = new Resource(world.host, "octavia:LoadBalancer");
    await resource.up(declared(id, { adopt: true }));
    const changed = declared(id);
    (changed.own as Props).loadBalancer = { ...((changed.own as Props).loadBalancer as Props), description: "another" };
    expect((await resource.preview(changed)).changes).toBe(true);
    await resource.up(changed);
    expect((await atRest(world, id))?.description).toBe("another");
  });
});

test("of a load balancer with another name the Service is a guest as ever", async () => {
  const id = await remaining("by hand");
  await world.api("DELETE", `/loadbalancers/${id}?cascade=true`);
  const bare = await world.api("POST", "/loadbalancers", { loadbalancer: { name: "by hand", vip_subnet_id: SUBNET } });
  const theirs = String((bare.loadbalancer as Props).id);
  await atRest(world, theirs);
  const guest = new Resource(world.host, "octavia:LoadBalancer");
  await guest.up(declared(theirs));
  await expectQuiet(guest, declared(theirs));
  expect(await atRest(world, theirs)).toMatchObject({ name: "by hand", description: "" });
  await guest.destroy();
  expect(await atRest(world, theirs)).toBeDefined();
});

test("an internal Service joins no load balancer of another name", async () => {
  const bare = await world.api("POST", "/loadbalancers", { loadbalancer: { name: "by hand", vip_subnet_id: SUBNET } });
  const theirs = String((bare.loadbalancer as Props).id);
  await atRest(world, theirs);
  world.proxy.calls.splice(0);
  const inputs = declared(theirs);
  (inputs.own as Props).required = true;
  const message = await failing(new Resource(world.host, "octavia:LoadBalancer").up(inputs));
  expect(message).toMatch(/LB2047.*internal Service cannot share a load balancer/s);
  expect(writesSeen(world)).toEqual([]);
});
