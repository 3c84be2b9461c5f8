import { expect, test } from "vitest";
import type { Props } from "../../lib/host";
import { MARK, small } from "../../lib/octavia-samples";
import { atRest, octaviaWorld } from "../../lib/octavia-world";
import { created } from "../../lib/world";

// A guest declares nothing of the load balancer itself, and took what its host had switched off for something to put back.

const world = octaviaWorld();

test("a guest leaves the load balancer of its host as it is, at each write and when it goes", async () => {
  const host = await created(world, "octavia:LoadBalancer", small());
  const id = String(host.state?.id);
  const guestOf = (members: Props[]): Props => ({
    owner: MARK.replace("c1", "c2"),
    loadBalancer: {
      id,
      name: "g",
      listeners: [
        {
          name: "g",
          protocol: "TCP",
          protocol_port: 81,
          default_pool: { name: "g", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members },
        },
      ],
    },
  });
  const guest = await created(world, "octavia:LoadBalancer", guestOf([]));
  await world.api("PUT", `/loadbalancers/${id}`, {
    loadbalancer: { admin_state_up: false, vip_sg_ids: ["22222222-2222-2222-2222-222222222222"] },
  });
  await atRest(world, id);
  const asLeft = { admin_state_up: false, vip_sg_ids: ["22222222-2222-2222-2222-222222222222"] };
  await guest.up(guestOf([{ address: "10.1.0.9", protocol_port: 80 }]));
  expect(await atRest(world, id)).toMatchObject(asLeft);
  await guest.destroy();
  expect(await atRest(world, id)).toMatchObject(asLeft);
});
