import { describe } from "../../../kinds/avi/body";
import { compare, merge } from "../../lifecycle/compare";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import { sleep } from "../../lifecycle/wait";
import type { AviObject } from "../client/answers";
import { type AviApi, ReadAgain } from "../client/api";
import { aviShape } from "../shape";
import { type Body, type Item, scopeOf, wireBody, withKept } from "./items";
import { assertOurs, type Claim, markOf } from "./ownership";

/** How often an object that changes under our hands is read again. */
const MAX_ROUNDS = 6;

/** Where and as whom the objects of one resource are written. */
export interface Place {
  api: AviApi;
  tenant: string;
  /** Cloud of bodies that name none. */
  cloud: string;
}

/** What became of an object. */
export interface Ensured {
  live: AviObject;
  /** False when nothing had to be sent. */
  written: boolean;
}

/** Makes a new object; one that exists already is brought to the declared body when it may be ours. */
export async function create(place: Place, item: Item, claim: Claim): Promise<Ensured> {
  const { api } = place;
  const wire = wireBody(item.type, withKept(item.body, item.keep), claim.owner, place.cloud);
  const made = await api.create(item.type, wire, scopeOf(item.body, place.tenant, place.cloud));
  if (!made.found) return { live: made.object, written: true };
  return settle(place, item, undefined, claim, made.object);
}

/** Brings an object to the declared body, whatever state it is in now: absent, half-made, changed by hand, or right. */
export async function update(place: Place, item: Item, before: Body | undefined, claim: Claim): Promise<Ensured> {
  const live = await place.api.find(item.type, item.name, scopeOf(item.body, place.tenant, place.cloud));
  return live ? settle(place, item, before, claim, live) : create(place, item, claim);
}

/** Reads again and lays the declared fields over it again, for as long as others change it between read and write. */
async function settle(place: Place, item: Item, before: Body | undefined, claim: Claim, first: AviObject): Promise<Ensured> {
  const { api } = place;
  const scope = scopeOf(item.body, place.tenant, place.cloud);
  const object = describe(item.type, item.name);
  let live: AviObject | undefined = first;
  let failed: ReadAgain | undefined;
  let changed: string[] = [];
  let written = false;
  for (let round = 0; round < MAX_ROUNDS && live; round++) {
    assertOurs(item.type, live, claim);
    const target = targetBody(place, item, before, claim, live);
    if (!target) return { live, written };
    try {
      return { live: await api.replace(item.type, live.uuid, target, scope), written: true };
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      failed = error;
      written = true;
    }
    await sleep(api.session.settings.retryDelayMs * Math.random());
    const found: AviObject | undefined = await api.find(item.type, item.name, scope);
    changed = found ? compare(aviShape(item.type), found, live) : [];
    live = found;
  }
  if (live) throw failed?.raced ? failure("LB2011", { object, message: racedIn(changed) }) : failed?.reason;
  // Deleted between our read and our write.
  const wire = wireBody(item.type, withKept(item.body, item.keep), claim.owner, place.cloud);
  const made = await api.create(item.type, wire, scope);
  if (made.found) throw failure("LB2011", { object, message: "it vanished and came back" });
  return { live: made.object, written: true };
}

/** What tells who else writes: the fields that changed under our hands. */
function racedIn(changed: readonly string[]): string {
  const last = changed.length > 0 ? ` (last time: ${changed.join(", ")})` : "";
  return `it was changed between our read and our write, ${MAX_ROUNDS} times in a row${last}`;
}

/** The body to send, or undefined when the server holds it already. */
function targetBody(place: Place, item: Item, before: Body | undefined, claim: Claim, live: JsonObject): Body | undefined {
  const shape = aviShape(item.type);
  const after = wireBody(item.type, withKept(item.body, item.keep, live), claim.owner, place.cloud);
  const earlier = before && wireBody(item.type, withKept(before, item.keep, live), claim.owner, place.cloud);
  const target = merge(shape, live, earlier, after) as Body;
  // What the server may rightly change counts only when the program changed this object: else we would write for ever.
  const tolerant = earlier !== undefined && compare(shape, after, earlier).length === 0;
  const differs = compare(shape, target, live, { tolerant }).length > 0 || markOf(item.type, live) !== markOf(item.type, after);
  return differs ? target : undefined;
}
