import type { Bag, Context } from "../../lifecycle/kind";
import { apiFor } from "../client/api";
import type { Place } from "./ensure";
import type { Item } from "./items";
import type { Claim } from "./ownership";

/** The controller and the tenant a resource lives in. `tenant` comes from its body or its id, else from the configuration. */
export function placeOf(ctx: Context, tenant: string | undefined): Place {
  const api = apiFor(ctx.config);
  const { settings } = api.session;
  return { api, tenant: tenant ?? settings.tenant, cloud: settings.cloud };
}

/** Whom an object of the resource may belong to, from what the program says and the state remembers. */
export function claimOf(item: Item, news: Bag, olds: Bag = {}): Claim {
  const uuids = olds.uuids as { [key: string]: string } | undefined;
  return {
    owner: String(news.owner ?? ""),
    before: typeof olds.owner === "string" ? olds.owner : undefined,
    // Who imports an object means to have it.
    adopt: news.adopt === true || olds.imported === true,
    uuid: uuids?.[item.key],
  };
}
