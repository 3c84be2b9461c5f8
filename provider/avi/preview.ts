// Checks the inputs of Avi resources and compares them with the state (`check` and `diff`).

import { isDeepStrictEqual } from "node:util";
import type { AviBody, AviType } from "../../resources/avi/body";
import { FIELDS } from "../../resources/avi/fields";
import type { AviKind, Slot } from "../../resources/avi/kind";
import { fieldsWith } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import { type CompareOptions, compare } from "../lifecycle/bodies/compare";
import { hasUnknown, isObject, isUnknown, type Properties } from "../lifecycle/bodies/json";
import { keyed } from "../lifecycle/bodies/shape";
import { checkFailures, type InputFault, schemaFaults } from "../lifecycle/check";
import type { CheckFailure, Difference } from "../lifecycle/handler";
import { pointerText } from "../lifecycle/messages/pointer-text";
import { aviShape } from "./compare";
import { ADOPTED, type DeclaredObject, objectsOf, parseId, tenantOf, withPreservedFields } from "./objects";

/**
 * Finds all faults of the inputs at once. The engine prints the value of the property a failure is attached to, and bodies may hold private
 * keys. So a failure is attached to none and names its field in the text.
 */
export function check(kind: AviKind, news: Properties): CheckFailure[] {
  const faults = [...schemaFaults(kind, news), ...repeatedNames(kind, news)];
  return checkFailures(faults, "LB2016", { property: "", place: pointerText });
}

function repeatedNames(kind: AviKind, news: Properties): InputFault[] {
  const objects = objectsOf(kind, news).filter(({ slot, name }) => slot.many && !isUnknown(name));
  const repeated = objects.filter(({ key }, index) => objects.findIndex((other) => other.key === key) < index);
  return repeated.map(({ slot, name }) => ({ path: [slot.name], why: `"${name}" is there twice` }));
}

/**
 * Compares what the program declares with what the state says the server holds. After an import no one has declared
 * anything yet: then only what the program names counts.
 */
export function diff(kind: AviKind, id: string, olds: Properties, news: Properties): Difference {
  const difference: Difference = { changes: [], replaces: [] };
  if (news.owner !== olds.owner || olds.foreign !== undefined) difference.changes.push("owner");
  const options: CompareOptions = olds.imported === true ? { subset: true, tolerant: true } : {};
  const adopted = ADOPTED.parse(olds.adopted) ?? {};
  // Adoption without keeping the marks puts ours on what was adopted with its own.
  if (news.adopt === true && Object.values(adopted).some(({ mark }) => mark !== undefined)) difference.changes.push("owner");
  const before = objectsOf(kind, olds, adopted);
  const after = objectsOf(kind, news, adopted);
  for (const slot of kind.slots) {
    const desired = after.filter((object) => object.slot === slot);
    const earlier = before.filter((object) => object.slot === slot);
    difference.changes.push(...(hasUnknownBody(slot, news[slot.name]) ? [slot.name] : slotChanges(slot, desired, earlier, options)));
    const moved = slot === kind.primary && desired.length > 0 && movesTenant(id, tenantOf(kind, after));
    if (moved || isReplaced(kind, slot, desired, earlier)) difference.replaces.push(slot.name);
  }
  return difference;
}

function slotChanges(slot: Slot, desired: DeclaredObject[], earlier: DeclaredObject[], options: CompareOptions): string[] {
  const names = new Set([...desired, ...earlier].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const place = slot.many ? `${slot.name}[${name}]` : slot.name;
    const object = desired.find((object) => object.name === name);
    const other = earlier.find((object) => object.name === name);
    if (!object || !other) return [place];
    const paths = compare(
      aviShape(slot.type),
      withPreservedFields(object.body, object.keep),
      withPreservedFields(other.body, object.keep),
      options,
    );
    return paths.map((path) => `${place}.${path}`);
  });
}

/** A body, or the name of one, that preview cannot know. What is unknown deeper inside, the comparison finds. */
function hasUnknownBody(slot: Slot, value: Json | undefined): boolean {
  const bodies = slot.many && Array.isArray(value) ? value : [value];
  return bodies.some((body) => isUnknown(body) || (isObject(body) && isUnknown(body.name)));
}

function movesTenant(id: string, tenant: string | undefined): boolean {
  return tenant !== undefined && !isUnknown(tenant) && parseId(id).tenant !== tenant;
}

/** Values that preview does not know may be the current ones: they replace nothing. */
function isReplaced(kind: AviKind, slot: Slot, [desiredObject]: DeclaredObject[], [earlierObject]: DeclaredObject[]): boolean {
  if (slot.many || !desiredObject || !earlierObject || isUnknown(desiredObject.name)) return false;
  if (desiredObject.name !== earlierObject.name) return slot === kind.primary || slot.fixedName === true;
  if (isDeepStrictEqual(desiredObject.body, earlierObject.body)) return false;
  return needsNewObject(slot.type, desiredObject.body, earlierObject.body);
}

/** True when the controller does not make this change on an existing object. */
function needsNewObject(type: AviType, desired: AviBody, live: AviBody): boolean {
  // A field that only one side has is the server's default on the other: no reason to replace anything.
  const changed = fieldsWith(FIELDS[type], "fixed").some(
    (field) => field in desired && field in live && !hasUnknown(desired[field]) && differs(type, field, desired[field], live[field]),
  );
  return changed || (type === "vsvip" && vipNeedsNewObject(desired.vip, live.vip));
}

/** The controller refuses another `vip_id` and another address for an existing VIP; a further VIP it accepts. */
function vipNeedsNewObject(desired: Json | undefined, held: Json | undefined): boolean {
  if (!Array.isArray(desired) || !Array.isArray(held) || hasUnknown(desired)) return false;
  const shape = aviShape("vsvip");
  const next = new Map(keyed(shape, ["vip"], desired).map(({ key, element }) => [key, element]));
  return keyed(shape, ["vip"], held).some(({ key, element }) => {
    const successor = next.get(key);
    if (!isObject(successor) || !isObject(element)) return successor === undefined;
    // If no address is declared, any allocated one is right.
    return "ip_address" in successor && differs("vsvip", "ip_address", successor.ip_address, element.ip_address);
  });
}

function differs(type: AviType, field: string, value: Json | undefined, otherValue: Json | undefined): boolean {
  return compare(aviShape(type), { [field]: value ?? null }, { [field]: otherValue ?? null }).length > 0;
}
