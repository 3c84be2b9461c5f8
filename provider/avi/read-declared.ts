// Reads the objects of a resource from the controller.

import { SENSITIVE } from "../../resources/avi/any-object";
import { AVI_TYPES, type AviBody, type AviType, parseReference } from "../../resources/avi/body";
import { SERVER_FIELDS } from "../../resources/avi/fields";
import type { Slot } from "../../resources/avi/kind";
import type { Json } from "../../resources/kind";
import { compare, overlay } from "../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { uncompared } from "./adopted";
import type { AviObject } from "./client/answers";
import type { ObjectScope } from "./client/api";
import { aviShape } from "./compare";
import {
  type AviJob,
  type DeclaredObject,
  declaredObject,
  type LiveObject,
  markOf,
  parseId,
  scopeOf,
  withPreservedFields,
} from "./objects";
import { unchangedMember } from "./unchanged-members";

/** Looks one object up by name. */
type LookUp = (type: AviType, name: string, scope: ObjectScope) => Promise<AviObject | undefined>;

/**
 * Reads the objects that are declared, or were, from the server. Missing objects are left out, so that the next update makes them again;
 * the resource is gone only if all are.
 *
 * @param shared true: a list that other reads of one refresh have fetched will do
 */
export function readDeclared(job: AviJob, shared: boolean): Promise<LiveObject[]> {
  const { api, ownership } = job;
  return readEach(job, (type, name, scope) => (shared ? api.read(type, name, scope, ownership.owner) : api.find(type, name, scope)));
}

/** Reads the objects with the declared names, of any owner: in a run that adopts, most carry the mark of AKO. */
export function readAdopted(job: AviJob): Promise<LiveObject[]> {
  const [cluster = ""] = job.objects.map(({ name }) => name.split("--")[0]);
  return readEach(job, (type, name, scope) => job.api.adopt(type, name, scope, `ako-${cluster}`));
}

async function readEach(job: AviJob, look: LookUp): Promise<LiveObject[]> {
  const { objects, before, verb } = job;
  const dropped = before.filter(({ key }) => !objects.some((object) => object.key === key));
  const liveObjects = await Promise.all(
    [...objects, ...dropped].map(async (object): Promise<LiveObject | undefined> => {
      const resting = dropped.includes(object) ? undefined : unchangedMember(job, object);
      if (resting) return resting;
      const live = await look(object.type, object.name, scopeOf(job, object));
      return live && { ...object, body: verb === "read" ? heldBody(job, object, live) : object.body, live };
    }),
  );
  const order = (object: DeclaredObject) => job.kind.slots.indexOf(object.slot);
  return liveObjects.filter((object) => object !== undefined).sort((object, other) => order(object) - order(other));
}

/** The declared body as the server holds it. Fields that it never kept, and those that are not compared, are no drift. */
function heldBody({ last }: AviJob, object: DeclaredObject, live: AviObject): AviBody {
  const { type, key, body } = object;
  const shape = aviShape(type);
  const observed = withPreservedFields({ ...overlay(shape, body, live), name: body.name }, uncompared(object), body);
  const never = last?.known.notKept?.[key] ?? [];
  const drifted = compare(shape, body, observed);
  return drifted.length > 0 && drifted.every((path) => never.includes(path)) ? body : observed;
}

/** Objects of the system are referred to by everybody and belong to no resource. */
const SYSTEM = /^System-/;

/**
 * A resource of which only the id is known: the objects are found by following references from the one that the id names.
 * Empty when that does not exist.
 */
export async function readImported(job: AviJob): Promise<LiveObject[]> {
  const { kind, id = "" } = job;
  const { name } = parseId(id);
  const main = await load(job, kind.primary, name);
  if (!main) return [];
  const owner = markOf(main.type, main.live);
  const objects = [main, ...(await loadNamed(job, name, owner))];
  const rest = kind.slots.filter((slot) => slot !== kind.primary);
  // Each round follows the references of what the round before found; a resource is never deeper than it has slots.
  for (let round = 0; round < kind.slots.length; round++) {
    const referenced = await follow(job, rest, objects, owner);
    if (referenced.length === 0) break;
    objects.push(...referenced);
  }
  return objects.sort((object, other) => kind.slots.indexOf(object.slot) - kind.slots.indexOf(other.slot));
}

/** Objects that nothing refers to, by the names that ours have. */
async function loadNamed(job: AviJob, primary: string, owner: string): Promise<LiveObject[]> {
  const named = job.kind.slots.flatMap((slot) => (slot.nameFrom ? [load(job, slot, slot.nameFrom(primary))] : []));
  return (await Promise.all(named)).filter((object) => object !== undefined).filter(({ type, live }) => markOf(type, live) === owner);
}

async function follow(job: AviJob, slots: readonly Slot[], objects: readonly LiveObject[], owner: string): Promise<LiveObject[]> {
  const names = objects.flatMap(({ live }) => referencesIn(live));
  const referenced: LiveObject[] = [];
  for (const slot of slots) {
    for (const { type, name } of names) {
      if (type !== slot.type || SYSTEM.test(name)) continue;
      const all = [...objects, ...referenced];
      // An object is in one slot only, and a slot that is no list holds one.
      if (all.some((other) => (other.type === type && other.name === name) || (other.slot === slot && !slot.many))) continue;
      const object = await load(job, slot, name);
      // A required object is taken as it is; an optional one only if it has the same owner.
      const isCertain = !slot.optional && !slot.many;
      if (object && slot.fits?.(object.live) !== false && (isCertain || markOf(slot.type, object.live) === owner)) referenced.push(object);
    }
  }
  return referenced;
}

async function load({ api, tenant, cloud }: AviJob, slot: Slot, name: string): Promise<LiveObject | undefined> {
  const live = await api.find(slot.type, name, { tenant, cloud: AVI_TYPES[slot.type].perCloud ? cloud : "" });
  return live && { ...declaredObject(slot, declarableBody(slot, live)), live };
}

/** Body that a user could have declared: without fields that only the server writes, references by name. */
function declarableBody({ type }: Slot, live: AviObject): AviBody {
  const shown = Object.entries(live).filter(([key, value]) => !SERVER_FIELDS.has(key) && value !== SENSITIVE);
  const presented = aviShape(type).presentable(Object.fromEntries(shown));
  const body = { ...(isObject(presented) ? presented : {}), name: live.name };
  return type === "sslkeyandcertificate" ? withoutParsedCertificate(body) : body;
}

/** Beside the PEM text the controller shows what it has read in it. */
function withoutParsedCertificate(body: AviBody): AviBody {
  if (!isObject(body.certificate)) return body;
  return { ...body, certificate: { certificate: body.certificate.certificate ?? "" } };
}

/** All objects that a body refers to by name. */
export function referencesIn(body: Json | JsonObject): { type: string; name: string }[] {
  if (Array.isArray(body)) return body.flatMap(referencesIn);
  if (isObject(body)) return Object.entries(body).flatMap(([key, member]) => (key === "url" ? [] : referencesIn(member)));
  const reference = parseReference(body);
  return reference?.name ? [{ type: reference.type, name: reference.name }] : [];
}
