// A program that asked for another floating IP left the one that was made for it behind, and lost it although the other could not be had: somebody
// else had it, or the project had none of this number, which only an administrator may choose.
import { expect, test } from "vitest";
import { octaviaCloud } from "../../../support/octavia-cloud";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";

const lab = octaviaCloud();

const inputs = (floatingIp: Props, name = "web"): Props => ({
  owner: MARK,
  loadBalancer: { ...(small().loadBalancer as Props), name, vip_subnet_id: lab.cloud.subnetId },
  floatingIp,
});
const fromPool = (more: Props = {}) => ({ floating_network_id: lab.cloud.externalNetworkId, ...more });
const held = async () => {
  const all = await lab.stack.network.list("/v2.0/floatingips", "floatingips");
  return Object.fromEntries(all.map(({ floating_ip_address, port_id }) => [String(floating_ip_address), port_id]));
};
async function reserved(): Promise<string> {
  const made = await lab.stack.network.post("/v2.0/floatingips", { floatingip: { floating_network_id: lab.cloud.externalNetworkId } });
  return String((made.floatingip as Props).floating_ip_address);
}

test("the one that was made goes when the program names another address, unless it is to be kept", async () => {
  const resource = new Resource(lab.host, "octavia:LoadBalancer");
  await resource.up(inputs(fromPool()));
  const { address: first, vipPortId } = resource.state?.outs ?? {};
  const [second, third] = [await reserved(), await reserved()];
  await resource.up(inputs(fromPool({ floating_ip_address: second })));
  expect(await held()).toEqual({ [second]: vipPortId, [third]: null });
  await resource.up(inputs(fromPool({ floating_ip_address: third })));
  expect(await held()).toEqual({ [second]: null, [third]: vipPortId });
  await resource.destroy();
  expect(await held()).toEqual({ [second]: null, [third]: null });

  await resource.up(inputs(fromPool({ keep: true })));
  const { address: kept } = resource.state?.outs ?? {};
  await resource.up(inputs(fromPool({ keep: true, floating_ip_address: second })));
  expect(await held()).toMatchObject({ [String(kept)]: null });
  await resource.destroy();
  expect(first).toBeDefined();
});

test("an address that somebody else has is refused before the one that is there is given up", async () => {
  const [resource, rival] = [new Resource(lab.host, "octavia:LoadBalancer"), new Resource(lab.host, "octavia:LoadBalancer")];
  await resource.up(inputs(fromPool()));
  await rival.up(inputs(fromPool(), "rival"));
  const { address, vipPortId } = resource.state?.outs ?? {};
  const wish = fromPool({ floating_ip_address: rival.state?.outs.address });
  await expect(resource.up(inputs(wish))).rejects.toThrow(/LB2050.*uses it already/s);
  expect(await held()).toMatchObject({ [String(address)]: vipPortId });
  await Promise.all([resource.destroy(), rival.destroy()]);
});

test("a number that the project does not have is refused with the right that it takes, and the one that is there stays", async () => {
  const resource = new Resource(lab.host, "octavia:LoadBalancer");
  await resource.up(inputs(fromPool()));
  const before = await held();
  const wish = resource.up(inputs(fromPool({ floating_ip_address: "203.0.113.200" })));
  await expect(wish).rejects.toThrow(/LB2010.*floating IP.*no floating IP 203\.0\.113\.200.*only an administrator may choose the number/s);
  expect(await held()).toEqual(before);
  expect(await resource.preview(inputs(fromPool()))).toMatchObject({ replaces: [] });
  await resource.destroy();
  expect(await held()).not.toMatchObject(before);
});
