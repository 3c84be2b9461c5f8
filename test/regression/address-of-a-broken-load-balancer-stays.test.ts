// A load balancer of ours in ERROR was deleted and made anew; its floating IP stayed behind with our mark, beside a second one.
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type OpenStack } from "../../provider/octavia/client";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";
import { Resource } from "../conformance/lib/engine";
import { type Host, type Props, startHost } from "../conformance/lib/host";
import { MARK, small } from "../conformance/lib/octavia-samples";

let cloud: OctaviaSandbox;
let host: Host;
let stack: OpenStack;

beforeAll(async () => {
  cloud = await startOctaviaSandbox({ provisioningMs: 5 });
  const env = { ...openstackEnvironment(cloud), OCTAVIA_POLL_INTERVAL: "20", OCTAVIA_LIST_CACHE: "0", OCTAVIA_RETRY_DELAY: "1" };
  host = await startHost({ env });
  stack = connect({ get: () => undefined, explicit: () => undefined, env });
}, 60_000);
afterAll(async () => {
  host?.stop();
  await cloud?.close();
});

test("the floating IP goes with the load balancer that had it, and there is one again", async () => {
  const body = { ...(small().loadBalancer as Props), vip_subnet_id: cloud.subnetId };
  const inputs = { owner: MARK, loadBalancer: body, floatingIp: { floating_network_id: cloud.externalNetworkId } };
  const lost = new Resource(host, "octavia:LoadBalancer");
  await lost.up(inputs);
  const loadbalancers = [{ id: lost.state?.id, provisioning_status: "ERROR" }];
  await fetch(`${cloud.url}/_lab/status`, { method: "POST", body: JSON.stringify({ loadbalancers }) });

  const resource = new Resource(host, "octavia:LoadBalancer");
  await resource.up(inputs);
  expect(resource.state?.id).not.toBe(lost.state?.id);
  const held = await stack.network.list("/v2.0/floatingips", "floatingips");
  expect(held.map(({ port_id }) => port_id)).toEqual([resource.state?.outs.vipPortId]);
  await resource.destroy();
  expect(await stack.network.list("/v2.0/floatingips", "floatingips")).toEqual([]);
});
