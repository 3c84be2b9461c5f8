import { expect, test } from "vitest";
import { findOrphans, readStates } from "../../../../provider";
import { connect } from "../../../../provider/octavia/client";
import { octaviaCloud } from "../../../support/octavia-cloud";
import { Resource } from "../../lib/engine";
import type { CallFailed, Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";

const lab = octaviaCloud();

const inputs = (vip: Props = {}): Props => {
  const body = { ...(small().loadBalancer as Props), vip_subnet_id: lab.cloud.subnetId, ...vip };
  return { owner: MARK, loadBalancer: body };
};
const quota = async (pool: number) => {
  const admin = connect({
    get: () => undefined,
    explicit: () => undefined,
    env: { ...lab.env, OS_USERNAME: "admin", OS_PASSWORD: "admin" },
  });
  await admin.octavia.put(`/v2/lbaas/quotas/${lab.cloud.projectId}`, { quota: { pool } });
};
const refused = async (body: Props) =>
  (await new Resource(lab.host, "octavia:LoadBalancer").up(body).then(
    () => undefined,
    (error: unknown) => error,
  )) as CallFailed;
const ports = async () =>
  (await lab.stack.network.list("/v2.0/ports", "ports")).filter(({ name }) => String(name).startsWith("octavia-lb-"));

test.each([
  ["with a VIP address", { vip_address: "10.0.0.99" }],
  ["without one", {}],
])("%s: the port is named by the error, by the next one, and by orphans", async (_what, vip) => {
  await quota(0);
  const first = await refused(inputs(vip));
  const [leaked] = await ports();
  const id = String(leaked?.id);
  expect(first.message).toMatch(/^LB2034: LoadBalancer default\/web: Quota has been met for resources: Pool/);
  expect(first.message).toContain(`VIP port ${id} (`);
  expect(first.message).toContain(`openstack port delete ${id}`);
  expect(first.partial).toBeUndefined();

  await quota(-1);
  if ("vip_address" in vip) {
    const second = await refused(inputs(vip));
    expect(second.message).toMatch(/^LB2066: LoadBalancer default\/web: The VIP IP address is already in use/);
    expect(second.message).toContain(`openstack port delete ${id}`);
  }
  const found = await findOrphans("octavia", readStates([]), "", lab.env);
  expect(found.orphans).toMatchObject([{ type: "Port", id, owner: "" }]);

  // the advice helps, and the port of a load balancer that lives is no orphan
  await lab.stack.network.delete(`/v2.0/ports/${id}`);
  const resource = new Resource(lab.host, "octavia:LoadBalancer");
  await resource.up(inputs(vip));
  expect(await ports()).toHaveLength(1);
  expect((await findOrphans("octavia", readStates([]), "", lab.env)).orphans.map(({ type }) => type)).toEqual(["LoadBalancer"]);
  await resource.destroy();
});

test("an address that somebody else has is not called a leak", async () => {
  const port = { network_id: lab.cloud.networkId, fixed_ips: [{ subnet_id: lab.cloud.subnetId, ip_address: "10.0.0.98" }] };
  await lab.stack.network.post("/v2.0/ports", { port });
  expect((await refused(inputs({ vip_address: "10.0.0.98" }))).message).toMatch(/^LB2032/);
});
