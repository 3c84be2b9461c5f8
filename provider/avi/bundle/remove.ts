import { describe } from "../../../kinds/avi/body";
import type { Context } from "../../lifecycle/kind";
import { waitFor } from "../../lifecycle/wait";
import { StillReferred } from "../client/answers";
import type { Place } from "./ensure";
import { type Item, scopeOf } from "./items";
import { removeLeftovers } from "./leftovers";
import { assertOurs, type Claim } from "./ownership";
import { withOwners } from "./referrers";

/**
 * Deletes an object of ours; one that is gone counts as deleted. While others refer to it we wait a little: in one command
 * they are often on their way out as well. At a destroy what is ours and still refers then is in no state any more, and goes too.
 */
export async function remove(place: Place, ctx: Context, item: Item, claim: Claim): Promise<void> {
  const { api } = place;
  const scope = scopeOf(item.body, place.tenant, place.cloud);
  const live = await api.find(item.type, item.name, scope);
  if (!live) return;
  // To take over is to keep: nothing goes that carries another mark than the state knows, whatever was adopted or imported.
  assertOurs(item.type, live, { ...claim, adopt: false });
  const { retryDelayMs } = api.session.settings;
  let inUse: StillReferred | undefined;
  const done = await waitFor<true>(
    async () => {
      try {
        await api.remove(item.type, live, scope);
        return true;
      } catch (error) {
        if (!(error instanceof StillReferred)) throw error;
        inUse = error;
        return item.slot.shareable ? true : undefined;
      }
    },
    {
      timeoutMs: retryDelayMs * 20,
      intervalMs: retryDelayMs,
      tries: 10,
      onWait: () => ctx.progress(`${describe(item.type, item.name)} is still in use`),
    },
  );
  if (!done && inUse) {
    const stuck = ctx.destroying ? await removeLeftovers({ place, ctx, scope, owner: claim.owner }, inUse) : inUse;
    if (stuck) throw await withOwners(place, scope, stuck === inUse ? inUse : inUse.because(stuck));
    return api.remove(item.type, live, scope);
  }
  if (inUse && item.slot.shareable) ctx.notice(`${describe(item.type, item.name)} stays: others use it. ${inUse.message}`);
}
