import type { AviKind, Slot } from "../../../kinds/avi/kind";
import type { Json } from "../../../kinds/json";
import { type CompareOptions, compare } from "../../lifecycle/compare";
import { isObject, isUnknown } from "../../lifecycle/json";
import type { Bag, Difference } from "../../lifecycle/kind";
import { aviShape } from "../shape";
import { needsNewObject } from "./immutable";
import { type Item, itemsOf, tenantAmong, withKept } from "./items";

/**
 * Compares what the program declares with what the state says the server holds. After an import nobody has declared
 * anything yet: then only what the program names counts.
 */
export function diff(bundle: AviKind, id: string, olds: Bag, news: Bag): Difference {
  const found: Difference = { changes: [], replaces: [] };
  if (news.owner !== olds.owner || olds.foreign !== undefined) found.changes.push("owner");
  const options: CompareOptions = olds.imported === true ? { subset: true, tolerant: true } : {};
  const before = itemsOf(bundle, olds);
  const after = itemsOf(bundle, news);
  for (const slot of bundle.slots) {
    const left = after.filter((item) => item.slot === slot);
    const right = before.filter((item) => item.slot === slot);
    const changes = hasUnknownBody(slot, news[slot.name]) ? [slot.name] : slotChanges(slot, left, right, options);
    found.changes.push(...changes);
    const moves = slot === bundle.primary && left.length > 0 && movesTenant(id, tenantAmong(bundle, after));
    if (moves || replaced(bundle, slot, left, right)) found.replaces.push(slot.name);
  }
  return found;
}

function slotChanges(slot: Slot, wanted: Item[], held: Item[], options: CompareOptions): string[] {
  const names = new Set([...wanted, ...held].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const place = slot.many ? `${slot.name}[${name}]` : slot.name;
    const one = wanted.find((item) => item.name === name);
    const other = held.find((item) => item.name === name);
    if (!one || !other) return [place];
    return compare(aviShape(slot.type), withKept(one.body, one.keep), withKept(other.body, one.keep), options).map(
      (path) => `${place}.${path}`,
    );
  });
}

function replaced(bundle: AviKind, slot: Slot, wanted: Item[], held: Item[]): boolean {
  const [one] = wanted;
  const [other] = held;
  if (slot.many || !one || !other) return false;
  const primary = slot === bundle.primary;
  if ((primary || slot.fixedName) && one.name !== other.name) return true;
  return one.name === other.name && needsNewObject(slot.type, one.body, other.body);
}

function movesTenant(id: string, tenant: string | undefined): boolean {
  return tenant !== undefined && !id.startsWith(`${tenant}/`);
}

/** A body, or the name of one, that preview cannot know. What is unknown deeper inside, the comparison finds. */
function hasUnknownBody(slot: Slot, value: Json | undefined): boolean {
  const bodies = slot.many && Array.isArray(value) ? value : [value];
  return bodies.some((body) => isUnknown(body) || (isObject(body) && isUnknown(body.name)));
}
