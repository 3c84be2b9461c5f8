import { AVI_TYPES, type AviType } from "../../../kinds/avi/body";
import type { AviKind, Slot } from "../../../kinds/avi/kind";
import { parseReference, referenceTo } from "../../../kinds/avi/reference";
import type { Json } from "../../../kinds/json";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { isEmpty } from "../../lifecycle/shape";
import type { Scope } from "../client/api";
import { aviShape } from "../shape";

/** A body with the name it must have. */
export type Body = JsonObject & { name: string };

/** One object of a resource. */
export interface Item {
  slot: Slot;
  type: AviType;
  name: string;
  body: Body;
  /** Fields that stay as the controller has them. */
  keep: readonly string[];
  /** `<type>/<name>`, as it stands in the `uuids` output. */
  key: string;
}

/** The objects of a resource in the order of their creation. What is not a body with a name is left out; check complains. */
export function itemsOf(bundle: AviKind, bag: Bag): Item[] {
  return bundle.slots.flatMap((slot) => {
    const held = bag[slot.name];
    const bodies = slot.many ? (Array.isArray(held) ? held : []) : [held];
    const keep = slot === bundle.primary ? keptFields(bag) : [];
    return bodies.filter(isBody).map((body) => ({ slot, type: slot.type, name: body.name, body, keep, key: `${slot.type}/${body.name}` }));
  });
}

/** Fields of the primary that the program leaves alone. */
function keptFields({ keep }: Bag): string[] {
  return Array.isArray(keep) ? keep.filter((field) => typeof field === "string") : [];
}

/** A body with the kept fields of another one, whatever stands in its own; without them where the other has none. */
export function withKept(body: Body, keep: readonly string[], other: JsonObject = {}): Body {
  if (keep.length === 0) return body;
  const own = Object.entries(body).filter(([field]) => !keep.includes(field));
  const kept = Object.entries(other).filter(([field]) => keep.includes(field));
  return { ...Object.fromEntries([...own, ...kept]), name: body.name };
}

/** The object that gives the resource its name. */
export function primaryOf(bundle: AviKind, items: readonly Item[]): Item | undefined {
  return items.find(({ slot }) => slot === bundle.primary);
}

/** The tenant and cloud of an object. The body decides; the resource's tenant and the configured cloud stand in. */
export function scopeOf(body: JsonObject, tenant: string, cloud: string): Scope {
  return { tenant, cloud: parseReference(body.cloud_ref)?.name ?? cloud };
}

/** The tenant a body asks for. */
function tenantOf(body: JsonObject | undefined): string | undefined {
  return parseReference(body?.tenant_ref)?.name;
}

/** The tenant of a resource: that of its main object, or of the others where that names none (a child never does). */
export function tenantAmong(bundle: AviKind, items: readonly Item[]): string | undefined {
  const primary = primaryOf(bundle, items);
  return tenantOf(primary?.body) ?? items.map(({ body }) => tenantOf(body)).find((tenant) => tenant !== undefined);
}

/** `<tenant>/<name>`: all that is needed to find a resource again. */
export function idOf(tenant: string, name: string): string {
  return `${tenant}/${name}`;
}

/** The reverse of {@link idOf}; names may hold slashes, tenants do not. */
export function parseId(id: string): { tenant: string; name: string } {
  const slash = id.indexOf("/");
  if (slash > 0 && slash < id.length - 1) return { tenant: id.slice(0, slash), name: id.slice(slash + 1) };
  throw failure("LB2021", { message: `the id "${id}" does not have the form <tenant>/<name>` });
}

/** The body as it is sent: our mark on it, JSON strings where the API wants them, nothing that means nothing. */
export function wireBody(type: AviType, body: Body, owner: string, cloud: string): Body {
  const shape = aviShape(type);
  const wire: Body = { name: body.name };
  for (const [key, value] of Object.entries(body)) {
    if (isEmpty(shape, [key], value) && value !== false) continue;
    wire[key] = key === "service_metadata" && typeof value !== "string" ? JSON.stringify(value) : pruned(value);
  }
  if (AVI_TYPES[type].perCloud && !wire.cloud_ref) wire.cloud_ref = referenceTo("cloud", cloud);
  const mark = AVI_TYPES[type].ownerField;
  if (mark) wire[mark] = owner;
  return wire;
}

// The controller refuses null, and some releases fail on empty messages.
function pruned(value: Json): Json {
  if (Array.isArray(value)) return value.map(pruned);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null && !(isObject(member) && Object.keys(member).length === 0));
  return Object.fromEntries(kept.map(([key, member]) => [key, pruned(member)]));
}

function isBody(candidate: Json | undefined): candidate is Body {
  return isObject(candidate) && typeof candidate.name === "string" && candidate.name !== "";
}
