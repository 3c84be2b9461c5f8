import { AVI_TYPES } from "../../../kinds/avi/body";
import { SENSITIVE, SERVER_FIELDS } from "../../../kinds/avi/fields";
import type { AviKind, Slot } from "../../../kinds/avi/kind";
import { parseReference } from "../../../kinds/avi/reference";
import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { aviShape } from "../shape";
import type { Place } from "./ensure";
import { type Body, type Item, scopeOf } from "./items";
import { type Held, outputs } from "./outputs";
import { markOf } from "./ownership";

/** Objects of the system are referred to by everybody and belong to no resource. */
const SYSTEM = /^System-/;

/**
 * A resource of which only the id is known: the objects are found by following references from the one that the id names.
 * Undefined when that does not exist.
 */
export async function importByName(bundle: AviKind, place: Place, name: string): Promise<Bag | undefined> {
  const primary = bundle.primary;
  const first = await load(place, primary, name);
  if (!first) return undefined;
  const owner = markOf(primary.type, first.live);
  const held = [first, ...(await beside(bundle, place, name, owner))];
  const rest = bundle.slots.filter((slot) => slot !== primary);
  // Each round follows the references of what the round before found; a bundle is never deeper than it has slots.
  for (let round = 0; round < bundle.slots.length; round++) {
    const found = await follow(place, rest, held, owner);
    if (found.length === 0) break;
    held.push(...found);
  }
  held.sort((one, other) => bundle.slots.indexOf(one.item.slot) - bundle.slots.indexOf(other.item.slot));
  const { notKept: _, ...outs } = outputs(bundle, { owner }, held);
  return { ...outs, imported: true };
}

/** Objects that nothing refers to, by the names that ours have. */
async function beside(bundle: AviKind, place: Place, primary: string, owner: string): Promise<Held[]> {
  const named = bundle.slots.flatMap((slot) => (slot.nameFrom ? [load(place, slot, slot.nameFrom(primary))] : []));
  return (await Promise.all(named)).filter((object) => object !== undefined).filter(({ item, live }) => markOf(item.type, live) === owner);
}

async function follow(place: Place, slots: readonly Slot[], held: readonly Held[], owner: string): Promise<Held[]> {
  const names = held.flatMap(({ live }) => references(live));
  const found: Held[] = [];
  for (const slot of slots) {
    for (const { type, name } of names) {
      const known = [...held, ...found].some(({ item }) => item.slot === slot && (!slot.many || item.name === name));
      const elsewhere = [...held, ...found].some(({ item }) => item.type === type && item.name === name);
      if (type !== slot.type || known || elsewhere || SYSTEM.test(name)) continue;
      const object = await load(place, slot, name);
      // What must be there is taken as it is; of what may be there only that which has the same owner.
      const certain = !slot.optional && !slot.many;
      if (object && slot.fits?.(object.live) !== false && (certain || markOf(slot.type, object.live) === owner)) found.push(object);
    }
  }
  return found;
}

async function load(place: Place, slot: Slot, name: string): Promise<Held | undefined> {
  const scope = scopeOf({}, place.tenant, AVI_TYPES[slot.type].perCloud ? place.cloud : "");
  const live = await place.api.find(slot.type, name, scope);
  if (!live) return undefined;
  const body = declarable(slot, live);
  const item: Item = { slot, type: slot.type, name, body, keep: [], key: `${slot.type}/${name}` };
  return { item, body, live };
}

/** What a user could have declared: without what only the server writes, references by name. */
function declarable(slot: Slot, live: JsonObject): Body {
  const shown = Object.entries(live).filter(([key, value]) => !SERVER_FIELDS.has(key) && value !== SENSITIVE);
  const body = aviShape(slot.type).presentable(Object.fromEntries(shown)) as Body;
  if (slot.type === "sslkeyandcertificate" && isObject(body.certificate)) {
    return { ...body, certificate: { certificate: body.certificate.certificate ?? "" } };
  }
  return body;
}

/** All objects that a body refers to by name. */
export function references(value: Json): { type: string; name: string }[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (isObject(value)) return Object.entries(value).flatMap(([key, member]) => (key === "url" ? [] : references(member)));
  const found = parseReference(value);
  return found?.name ? [{ type: found.type, name: found.name }] : [];
}
