// Associates floating IPs with ports.

import type { JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { failedBecause } from "../client/errors";
import type { OpenStackRestClient } from "../client/rest";
import { inTurn } from "../lock";
import { NETWORK } from "./security-group";

/** Path of the floating IPs. */
export const FLOATING_IPS = `${NETWORK}/floatingips`;

/** Number of tries to put a floating IP on a port while others change it. */
const TRIES = 3;

/** Refuses a floating IP that another port has. */
export function assertFree({ port_id, floating_ip_address }: JsonObject, port: string): void {
  if (!port_id || port_id === port) return;
  throw failure("LB2050", { object: `floating IP ${floating_ip_address}`, message: `port ${port_id} uses it already` });
}

/**
 * Puts a floating IP on a port. Neutron takes it away from another port without a word, so it is read once more, and written only in the
 * revision that was read.
 */
export function associate(network: OpenStackRestClient, id: string, port: string): Promise<void> {
  return inTurn(`floating IP ${id}`, async () => {
    for (let tries = 1; ; tries++) {
      const existing = await network.object(`${FLOATING_IPS}/${id}`, "floatingip");
      if (!existing) throw failure("LB2050", { object: `floating IP ${id}`, message: "is gone" });
      assertFree(existing, port);
      if (existing.port_id === port) return;
      try {
        const revision = typeof existing.revision_number === "number" ? existing.revision_number : undefined;
        await network.put(`${FLOATING_IPS}/${id}`, { floatingip: { port_id: port } }, undefined, revision);
        return;
      } catch (error) {
        if (!failedBecause(error, "changed") || tries === TRIES) throw error;
      }
    }
  });
}

/** Two floating IPs of one port, by id: the one that it has, and the one that takes its place. */
interface PortExchange {
  port: string;
  from: string;
  to: string;
  /** Made for this: it goes again if the port does not get it. */
  isNew: boolean;
}

/** Gives a port another floating IP. If it does not get it, it keeps the one that it has. */
export async function exchange(network: OpenStackRestClient, { port, from, to, isNew }: PortExchange): Promise<void> {
  await network.put(`${FLOATING_IPS}/${from}`, { floatingip: { port_id: null } });
  try {
    await associate(network, to, port);
  } catch (error) {
    await associate(network, from, port);
    if (isNew) await network.delete(`${FLOATING_IPS}/${to}`);
    throw error;
  }
}
