import { expect, it } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { SUBNET } from "../../lib/octavia-samples";
import { atRest, octaviaWorld, writesSeen } from "../../lib/octavia-world";
import { NONE } from "../../lib/world";

// The cloud provider writes the id of its load balancer into each Service. Below API 2.5, which has no tags and so no sharing, each of these
// Services was refused as if it wanted to share the load balancer of others.

const world = octaviaWorld({ OCTAVIA_API_VERSION: "2.4" });
const PREFIX = "loadbalancer.openstack.org/";
const REFUSED = "shared load balancer is only supported with the tag feature in the cloud load balancer service";

const translate = (annotations: Record<string, string>) => {
  const base = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const objects = [{ ...base, metadata: { ...base.metadata, annotations } }, node("n", "10.0.0.1")];
  const settings = { naming: "occm", subnet_id: SUBNET, octavia_version: "2.4" };
  return translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
};
const served = (id: string) => translate({ [`${PREFIX}load-balancer-id`]: id, [`${PREFIX}load-balancer-address`]: "198.51.100.7" });

it("one that the cloud provider has served is its own: it has made no other below 2.5", () => {
  const plan = served("6c1b");
  expect(plan.statuses[0]?.state).toBe("ready");
  expect(loadBalancers(plan)[0]?.inputs).toMatchObject({ loadBalancer: { id: "6c1b" }, own: { required: true } });
});

it("one that it has not served is refused as ever", () => {
  const plan = translate({ [`${PREFIX}load-balancer-id`]: "6c1b" });
  expect(loadBalancers(plan)).toEqual([]);
  expect(plan.statuses[0]).toMatchObject({ state: "rejected", description: REFUSED });
});

it("with another name it is no load balancer of the Service, and nothing is written", async () => {
  const made = await world.api("POST", "/loadbalancers", { loadbalancer: { name: "by hand", vip_subnet_id: SUBNET } });
  const id = String((made.loadbalancer as Props).id);
  await atRest(world, id);
  world.proxy.calls.splice(0);
  const inputs = structuredClone(loadBalancers(served(id))[0]?.inputs) as unknown as Props;
  await expect(new Resource(world.host, "octavia:LoadBalancer").up(inputs)).rejects.toThrow(
    `LB2047: LoadBalancer kube_service_kubernetes_default_web: ${REFUSED}`,
  );
  expect(writesSeen(world)).toEqual([]);
});

it("its own load balancer is taken over in place", async () => {
  const { tags: _, ...body } = structuredClone(loadBalancers(translate({}))[0]?.inputs.loadBalancer) as unknown as Props;
  const made = await world.api("POST", "/loadbalancers", { loadbalancer: body });
  const id = String((made.loadbalancer as Props).id);
  await atRest(world, id);
  world.proxy.calls.splice(0);
  const inputs = structuredClone(loadBalancers(served(id))[0]?.inputs) as unknown as Props;
  const resource = new Resource(world.host, "octavia:LoadBalancer");
  await resource.up({ ...inputs, adopt: true });
  expect(resource.state?.id).toBe(id);
  expect(writesSeen(world)).toEqual(["PUT /loadbalancers/*"]);
  expect(await resource.preview(inputs)).toEqual(NONE);
  await resource.destroy();
  expect(await atRest(world, id)).toBeUndefined();
});
