// A load balancer of ours in ERROR was deleted and created again; its floating IP stayed behind with our mark, beside a second one.
import { expect, test } from "vitest";
import { octaviaCloud } from "../../../support/octavia-cloud";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";

const lab = octaviaCloud();

test("the floating IP goes with the load balancer that had it, and there is one again", async () => {
  const body = { ...(small().loadBalancer as Props), vip_subnet_id: lab.cloud.subnetId };
  const inputs = { owner: MARK, loadBalancer: body, floatingIp: { floating_network_id: lab.cloud.externalNetworkId } };
  const lost = new Resource(lab.host, "octavia:LoadBalancer");
  await lost.up(inputs);
  const loadbalancers = [{ id: lost.state?.id, provisioning_status: "ERROR" }];
  await fetch(`${lab.cloud.url}/_lab/status`, { method: "POST", body: JSON.stringify({ loadbalancers }) });

  const resource = new Resource(lab.host, "octavia:LoadBalancer");
  await resource.up(inputs);
  expect(resource.state?.id).not.toBe(lost.state?.id);
  const held = await lab.stack.network.list("/v2.0/floatingips", "floatingips");
  expect(held.map(({ port_id }) => port_id)).toEqual([resource.state?.outs.vipPortId]);
  await resource.destroy();
  expect(await lab.stack.network.list("/v2.0/floatingips", "floatingips")).toEqual([]);
});
