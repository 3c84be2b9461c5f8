// The outputs of an Avi resource.

import { childHosts, describe, fqdnsOf } from "../../resources/avi/body";
import type { AviKind } from "../../resources/avi/kind";
import { compare } from "../lifecycle/bodies/compare";
import { isObject, type JsonObject, type Properties } from "../lifecycle/bodies/json";
import { aviShape } from "./compare";
import type { AviJob, AviState, DeclaredObject, LiveObject } from "./objects";

/** The bodies of what exists, under the properties of their slots. */
export function bodiesBySlot({ slots }: AviKind, objects: readonly DeclaredObject[]): Properties {
  const bodies = slots.map(({ name, many, optional }) => {
    const slotBodies = objects.filter(({ slot }) => slot.name === name).map(({ body }) => body);
    // An optional list is absent where it is empty.
    return [name, many && (slotBodies.length > 0 || !optional) ? slotBodies : slotBodies[0]];
  });
  return Object.fromEntries(bodies);
}

/**
 * Everything that the state holds: of what was declared what exists, under the same properties, and what only the server knows.
 *
 * @param kept what the state held, where nothing was written that could have changed it
 */
export function outputs(kind: AviKind, objects: readonly LiveObject[], kept: AviState | undefined): Properties {
  const vip = objects.find(({ type }) => type === "vsvip")?.live;
  const service = objects.find(({ type }) => type === "virtualservice")?.live;
  return {
    ...bodiesBySlot(kind, objects),
    uuids: Object.fromEntries(objects.map(({ key, live }) => [key, live.uuid])),
    vip: vip && vipAddress(vip),
    fqdns: vip ? fqdnsOf(vip) : service && childHosts(service),
    notKept: kept ? kept.notKept : notKeptOf(objects),
  };
}

/** The address clients connect to; undefined until one is allocated. */
export function vipAddress(vsVip: JsonObject): string | undefined {
  const [first] = Array.isArray(vsVip.vip) ? vsVip.vip : [];
  if (!isObject(first)) return undefined;
  const address = isObject(first.ip_address) ? first.ip_address : first.ip6_address;
  return isObject(address) && typeof address.addr === "string" ? address.addr : undefined;
}

/** Fields that were sent and are not there, by object. Remembered, so that a refresh does not call them drift. */
function notKeptOf(objects: readonly LiveObject[]): AviState["notKept"] {
  const entries = objects.map((object) => [object.key, notKept(object)] as const).filter(([, paths]) => paths.length > 0);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Fields that the controller dropped, by written object. The notice and the outputs name them. */
const dropped = new WeakMap<LiveObject, string[]>();

/** The controller drops what it does not know without a word. */
function notKept(object: LiveObject): string[] {
  const { type, body, live, isUnchanged } = object;
  if (isUnchanged) return [];
  // The answer to a write leaves the texts of a certificate out.
  if (type === "sslkeyandcertificate") return [];
  const fields = dropped.get(object) ?? compare(aviShape(type), body, live, { subset: true, tolerant: true });
  dropped.set(object, fields);
  return fields;
}

/** Tells of fields that the controller dropped. */
export function warnOfDroppedFields({ ctx }: AviJob, objects: readonly LiveObject[]): void {
  for (const object of objects) {
    const paths = notKept(object);
    if (paths.length === 0) continue;
    const name = describe(object.type, object.name);
    ctx.notice(`${name}: the controller does not keep ${paths.join(", ")}: misspelt, or newer than the API version`);
  }
}
