import { sleep } from "../../lifecycle/wait";
import { failedBecause } from "../client";
import { readLoadBalancer } from "../live/read-tree";
import { inError, isPending, settled, type Watch } from "./settle";

/** How often a refusal is taken for a race although the load balancer reads ACTIVE. */
const RACES = 20;

/**
 * Sends a write. While somebody else changes the load balancer (409 and PENDING_*) we wait and send it again; every other
 * refusal is final at once: a duplicate stays one, and a load balancer in ERROR takes nothing but a delete.
 */
export async function locked<T>(watch: Watch, id: string, send: () => Promise<T>): Promise<T> {
  const started = Date.now();
  for (let races = 0; ; ) {
    try {
      return await send();
    } catch (error) {
      if (!failedBecause(error, "pending", "error-state")) throw error;
      const held = await readLoadBalancer(watch.octavia, id);
      if (held?.provisioning_status === "ERROR") throw inError(watch.name, id, `; it takes no changes: ${error.text}`);
      // Free again between the refusal and our look; or an object below is still being worked on.
      if (!held || !isPending(held)) races++;
      if (!held || races > RACES || Date.now() - started > watch.waits.timeoutMs) throw error;
      if (isPending(held)) await settled(watch, id, held);
      else await sleep(watch.waits.intervalMs * Math.random());
    }
  }
}
