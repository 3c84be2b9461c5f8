import { expect, test } from "vitest";
import type { Props } from "../../lib/host";
import { small } from "../../lib/octavia-samples";
import { atRest, octaviaWorld } from "../../lib/octavia-world";
import { created, expectQuiet } from "../../lib/world";

// The new name comes last, and with it came the other fields of the load balancer: a listener gets no networks that may connect before the
// security groups of the VIP port have gone.

const world = octaviaWorld();
const GROUP = "22222222-2222-2222-2222-222222222222";

test("with another name a load balancer changes from security groups to allowed networks, and back", async () => {
  const { loadBalancer, ...rest } = small() as Props & { loadBalancer: Props & { listeners: Props[] } };
  const grouped = { ...rest, loadBalancer: { ...loadBalancer, vip_sg_ids: [GROUP] } };
  const listeners = loadBalancer.listeners.map((listener) => ({ ...listener, allowed_cidrs: ["10.0.0.0/8"] }));
  const allowed = { ...rest, loadBalancer: { ...loadBalancer, name: "other", listeners } };
  const resource = await created(world, "octavia:LoadBalancer", grouped);
  expect(await resource.up(allowed)).toBe("updated");
  expect(await atRest(world, String(resource.state?.id))).toMatchObject({ name: "other", vip_sg_ids: [] });
  await expectQuiet(resource, allowed);
  expect(await resource.up(grouped)).toBe("updated");
  await expectQuiet(resource, grouped);
});
