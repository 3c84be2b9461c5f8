import { describe } from "../../../kinds/avi/body";
import { failure } from "../../lifecycle/errors";
import { isObject } from "../../lifecycle/json";
import type { Context } from "../../lifecycle/kind";
import { waitFor } from "../../lifecycle/wait";
import type { Place } from "./ensure";
import { scopeOf } from "./items";
import { type Held, vipAddress } from "./outputs";

/** Waits until a VIP that the controller allocates has its address: clients of the resource need it. */
export async function withAddress(place: Place, ctx: Context, held: Held): Promise<Held> {
  const { item } = held;
  if (item.type !== "vsvip" || vipAddress(held.live) || !allocated(held)) return held;
  const { retryDelayMs } = place.api.session.settings;
  const scope = scopeOf(item.body, place.tenant, place.cloud);
  const live = await waitFor(
    async () => {
      const found = await place.api.find(item.type, item.name, scope);
      return found && vipAddress(found) ? found : undefined;
    },
    {
      timeoutMs: retryDelayMs * 120,
      intervalMs: retryDelayMs,
      onWait: (elapsed) => ctx.progress(`waiting for the address of ${describe(item.type, item.name)} (${Math.round(elapsed / 1000)} s)`),
    },
  );
  if (live) return { ...held, live };
  throw failure("LB2013", { object: describe(item.type, item.name), message: `no address after ${(retryDelayMs * 120) / 1000} s` });
}

function allocated({ body }: Held): boolean {
  return Array.isArray(body.vip) && body.vip.some((vip) => isObject(vip) && vip.auto_allocate_ip === true);
}
