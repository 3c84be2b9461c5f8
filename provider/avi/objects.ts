// The objects of an Avi resource: as declared, as they exist, and as the API receives them.

import { z } from "zod";
import { AVI_TYPES, type AviBody, type AviType, parseReference, referenceTo } from "../../resources/avi/body";
import { type AviInputs, type AviKind, bodiesIn, type Slot } from "../../resources/avi/kind";
import type { Json } from "../../resources/kind";
import type { Operation } from "../lifecycle/adapter";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { isEmpty } from "../lifecycle/bodies/shape";
import type { UndeclaredFields } from "../lifecycle/bodies/undeclared-fields";
import { failure } from "../lifecycle/messages/errors";
import type { AviObject } from "./client/answers";
import { type AviApi, apiFor, type ObjectScope } from "./client/api";
import { aviShape } from "./compare";

/** One object of a resource as it is declared. */
export interface DeclaredObject {
  slot: Slot;
  type: AviType;
  name: string;
  body: AviBody;
  /** Fields that stay as the controller has them. */
  keep: readonly string[];
  /** `<type>/<name>`, as in the `uuids` output. */
  key: string;
}

/** An existing object with its declaration. */
export interface LiveObject extends DeclaredObject {
  live: AviObject;
  /** An update leaves it alone, because its declaration is the same: `live` has nothing but its name and uuid. */
  isUnchanged?: true;
}

const adopted = z.object({
  /** The mark that stayed on it; absent once ours is. */
  mark: z.string().optional(),
  /** The checksum beside that mark: if it changes, the previous owner has written the object since. */
  checksum: z.string().optional(),
  /** Fields that stay as the controller has them, for as long as the object exists. */
  fields: z.array(z.string()).optional(),
});

/** Record of an adopted object in the state. */
export type Adopted = z.infer<typeof adopted>;

/** The output of that name, by `<type>/<name>`. */
export const ADOPTED = z.record(z.string(), adopted).optional().catch(undefined);

/** Content of the state of a resource besides the inputs. */
export interface AviState {
  /** uuid by `<type>/<name>`: an object of ours whose mark somebody wiped is known by it. */
  uuids: { [key: string]: string };
  /** Fields that the controller did not keep, by the same key: no drift. */
  notKept?: { [key: string]: string[] };
  /** Fields that no one declares and that are not the default, by the same key, as last seen. */
  others?: { [key: string]: UndeclaredFields };
  /** Adopted objects that are not wholly ours yet, by the same key. */
  adopted?: { [key: string]: Adopted };
  /** Mark of somebody else that a refresh has found. */
  foreign?: string | undefined;
}

/** One operation on one resource. */
export interface AviJob extends Operation<AviInputs, readonly LiveObject[], AviState> {
  readonly kind: AviKind;
  readonly api: AviApi;
  /** Tenant of its objects. */
  readonly tenant: string;
  /** Cloud of bodies that name none. */
  readonly cloud: string;
  /** Objects declared now, in the order of creation. */
  readonly objects: readonly DeclaredObject[];
  /** Objects declared before, according to the state. */
  readonly before: readonly DeclaredObject[];
}

/** The tenant comes from the id, at a create from the bodies, else from the configuration. */
export function jobOf(kind: AviKind, operation: Operation<AviInputs, readonly LiveObject[], AviState>): AviJob {
  const { id, inputs, last, ctx } = operation;
  const { adopted } = last?.known ?? {};
  const objects = objectsOf(kind, inputs, adopted);
  const api = apiFor(ctx.config);
  const { tenant, cloud } = api.session.settings;
  return {
    ...operation,
    kind,
    api,
    tenant: id === undefined ? (tenantOf(kind, objects) ?? tenant) : parseId(id).tenant,
    cloud,
    objects,
    before: objectsOf(kind, last?.inputs ?? {}, adopted),
  };
}

/** The objects of a resource in the order of their creation. */
export function objectsOf(
  kind: AviKind,
  inputs: { readonly [property: string]: unknown },
  adopted: AviState["adopted"] = {},
): DeclaredObject[] {
  return kind.slots.flatMap((slot) => {
    const keep = slot === kind.primary ? textsIn(inputs.keep) : [];
    const keeping = slot.name === "pools" ? textsIn(inputs.keepServers) : [];
    return bodiesIn(slot, inputs).map((body) =>
      declaredObject(slot, body, [
        ...keep,
        ...(keeping.includes(body.name) ? ["servers"] : []),
        ...(adopted[`${slot.type}/${body.name}`]?.fields ?? []),
      ]),
    );
  });
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

export function declaredObject(slot: Slot, body: AviBody, keep: readonly string[] = []): DeclaredObject {
  return { slot, type: slot.type, name: body.name, body, keep, key: `${slot.type}/${body.name}` };
}

/** A body whose preserved fields have the values of another one, or are left out where the other has none. */
export function withPreservedFields(body: AviBody, keep: readonly string[], other: JsonObject = {}): AviBody {
  if (keep.length === 0) return body;
  const declaredFields = Object.entries(body).filter(([field]) => !keep.includes(field));
  const preservedFields = Object.entries(other).filter(([field]) => keep.includes(field));
  return { ...Object.fromEntries([...declaredFields, ...preservedFields]), name: body.name };
}

/** The tenant and cloud of an object. The body decides; the resource's tenant and the configured cloud stand in. */
export function scopeOf({ tenant, cloud }: Pick<AviJob, "tenant" | "cloud">, { body }: { body: JsonObject }): ObjectScope {
  return { tenant, cloud: parseReference(body.cloud_ref)?.name ?? cloud };
}

/** The tenant of a resource: that of its main object, or of the others where that names none (a child never does). */
export function tenantOf({ primary }: AviKind, objects: readonly DeclaredObject[]): string | undefined {
  const first = objects.filter(({ slot }) => slot === primary);
  for (const { body } of [...first, ...objects]) {
    const tenant = parseReference(body.tenant_ref)?.name;
    if (tenant !== undefined) return tenant;
  }
  return undefined;
}

/**
 * An object as other resources of the program may have it too: the tenant, where the bodies of the resource name one, the cloud where that
 * makes the name unique, type and name.
 *
 * @param cloud default: the one that the body names, if any
 */
export function partOf(
  kind: AviKind,
  objects: readonly DeclaredObject[],
  { key, type, body }: Pick<DeclaredObject, "key" | "type" | "body">,
  cloud = parseReference(body.cloud_ref)?.name ?? "",
): string {
  return `${tenantOf(kind, objects) ?? ""}/${AVI_TYPES[type].perCloud ? `${cloud}/` : ""}${key}`;
}

/** `<tenant>/<name>` is all that is needed to find a resource again; names may hold slashes, tenants do not. */
export function parseId(id: string): { tenant: string; name: string } {
  const slash = id.indexOf("/");
  if (slash > 0 && slash < id.length - 1) return { tenant: id.slice(0, slash), name: id.slice(slash + 1) };
  throw failure("LB2021", { message: `the id "${id}" does not have the form <tenant>/<name>` });
}

/** The mark on an object; empty when it has none. */
export function markOf(type: AviType, live: JsonObject): string {
  const { ownerField } = AVI_TYPES[type];
  const mark = ownerField ? live[ownerField] : undefined;
  return typeof mark === "string" ? mark : "";
}

/** The body as it is sent: our mark on it, JSON strings where the API wants them, nothing that means nothing. */
export function wireBody({ cloud, ownership }: AviJob, type: AviType, body: AviBody): AviBody {
  const { ownerField, perCloud } = AVI_TYPES[type];
  const shape = aviShape(type);
  const wire: AviBody = { name: body.name };
  for (const [key, value] of Object.entries(body)) {
    if (isEmpty(shape, [key], value) && value !== false) continue;
    wire[key] = key === "service_metadata" && typeof value !== "string" ? JSON.stringify(value) : withoutVoid(value);
  }
  if (perCloud && !wire.cloud_ref) wire.cloud_ref = referenceTo("cloud", cloud);
  if (ownerField) wire[ownerField] = ownership.owner;
  return wire;
}

/** The controller refuses null, and some releases fail on empty messages. */
function withoutVoid(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutVoid);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null && !(isObject(member) && Object.keys(member).length === 0));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutVoid(member)]));
}
