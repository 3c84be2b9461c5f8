import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Strike } from "../../../campaigns/lib/fault-proxy";
import { type OctaviaCampaign, octaviaCampaign } from "../../../campaigns/lib/worlds/octavia";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";

// Neutron takes a floating IP away from the port that has it. One that was free in the list, and that another load balancer got since, went to
// whoever wrote last.

const world = {} as OctaviaCampaign;
beforeAll(async () => void Object.assign(world, await octaviaCampaign()));
beforeEach(() => world.reset());
afterAll(() => world.stop());

const inputs = (name: string, floatingIp: Props = {}): Props => ({
  owner: MARK,
  loadBalancer: { ...(small().loadBalancer as Props), name, vip_subnet_id: world.cloud.subnetId },
  floatingIp: { floating_network_id: world.cloud.externalNetworkId, ...floatingIp },
});
const portOf = async (id: unknown) => ((await world.api("GET", `/v2.0/floatingips/${id}`)).floatingip as Props).port_id;

/** Lets somebody else put the floating IP on a port: after the server has answered a read, and before it gets a write. */
function meanwhile(attach: () => Promise<unknown>): Strike {
  return async ({ seen, forward, reply }) => {
    if (seen.method !== "GET") await attach();
    const { status, headers, body } = await forward();
    if (seen.method === "GET") await attach();
    reply({ status, headers: { "content-type": headers["content-type"] }, body });
  };
}

test.each([
  ["after the list is read", "GET", /\/floatingips\?.*floating_ip_address=/],
  ["before it is written", "PUT", /\/floatingips\/[^/]+$/],
])("a floating IP that another port gets %s stays there, and the load balancer keeps its own", async (_, method, path) => {
  const [resource, rival] = [1, 2].map(async () => new Resource(await world.runs.steady(), "octavia:LoadBalancer"));
  const [ours, theirs] = await Promise.all([resource, rival] as [Promise<Resource>, Promise<Resource>]);
  await ours.up(inputs("ours"));
  const spare = (await world.api("POST", "/v2.0/floatingips", { floatingip: { floating_network_id: world.cloud.externalNetworkId } }))
    .floatingip as Props;
  const other = inputs("theirs");
  delete other.floatingIp;
  await theirs.up(other);
  const [own, their] = [ours.state?.outs.vipPortId, theirs.state?.outs.vipPortId];
  const before = ours.state?.outs.floatingIpId;
  let struck = false;
  world.front.on((seen) => {
    const isIt = !struck && seen.method === method && path.test(seen.path) && (method === "GET" || seen.path.includes(String(spare.id)));
    if (!isIt) return undefined;
    struck = true;
    return meanwhile(() => world.api("PUT", `/v2.0/floatingips/${spare.id}`, { floatingip: { port_id: their } }));
  });
  await expect(ours.up(inputs("ours", { floating_ip_address: spare.floating_ip_address }))).rejects.toThrow(/LB2050.*uses it already/s);
  world.front.on(undefined);
  expect([struck, await portOf(spare.id), await portOf(before)]).toEqual([true, their, own]);
});
