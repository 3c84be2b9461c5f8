import type { AviType } from "../../../kinds/avi/body";
import { describe, typeOfModel as typeOf } from "../../../kinds/avi/body";
import type { Context } from "../../lifecycle/kind";
import { type AviObject, StillReferred } from "../client/answers";
import type { Scope } from "../client/api";
import type { Place } from "./ensure";
import { references } from "./importing";
import { markOf } from "./ownership";

/** A pool group is chosen by a policy or a script, that by a virtual service, and that may be the parent of another. */
const MAX_DEPTH = 6;

/** What a resource with a virtual service holds besides it; pools have resources of their own. */
const HELD: ReadonlySet<string> = new Set<AviType>([
  "httppolicyset",
  "l4policyset",
  "poolgroup",
  "sslkeyandcertificate",
  "sslprofile",
  "vsdatascriptset",
  "vsvip",
]);

interface Found {
  type: AviType;
  live: AviObject;
}

/** Where leftovers are, and whose mark they must carry. */
export interface Search {
  place: Place;
  ctx: Context;
  scope: Scope;
  owner: string;
}

/**
 * Removes what stands in the way of a delete when every such object carries exactly our mark: the state has lost it, and nobody else
 * would remove it. With it goes what it alone used. Gives back the refusal behind which something of somebody else stands.
 */
export async function removeLeftovers(search: Search, refused: StillReferred, depth = MAX_DEPTH): Promise<StillReferred | undefined> {
  const found = await Promise.all(refused.referrers.map((referrer) => ours(search, referrer)));
  const left = found.filter((one) => one !== undefined);
  if (depth === 0 || left.length === 0 || left.length < found.length) return refused;
  for (const one of left) {
    const stuck = await removeOne(search, one, depth - 1);
    if (stuck) return stuck;
  }
  return undefined;
}

async function ours({ place, scope, owner }: Search, referrer: string): Promise<Found | undefined> {
  const [model = ""] = referrer.split(" ", 1);
  const type = typeOf(model);
  const live = type && (await place.api.find(type, referrer.slice(model.length + 1), scope));
  return type && live && markOf(type, live) === owner ? { type, live } : undefined;
}

async function removeOne(search: Search, { type, live }: Found, depth: number): Promise<StillReferred | undefined> {
  const { place, ctx, scope } = search;
  const { name } = live;
  try {
    await place.api.remove(type, live, scope);
  } catch (error) {
    if (!(error instanceof StillReferred)) throw error;
    const stuck = await removeLeftovers(search, error, depth);
    if (stuck) return stuck;
    await place.api.remove(type, live, scope);
  }
  ctx.notice(`${describe(type, name)} was left of an earlier run, carries our mark and is in no resource any more: removed`);
  for (const held of references(live)) if (HELD.has(held.type)) await removeHeld(search, held.type as AviType, held.name, depth);
  return undefined;
}

/** What others use as well stays; only the virtual services on one VIP are always of one resource. */
async function removeHeld(search: Search, type: AviType, name: string, depth: number): Promise<void> {
  const found = await ours(search, describe(type, name));
  if (found) await removeOne(search, found, type === "vsvip" ? depth : 0);
}
