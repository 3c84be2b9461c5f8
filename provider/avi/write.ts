// Creates or updates one object on an Avi controller.

import { type AviBody, describe } from "../../resources/avi/body";
import { compare, differences, merge } from "../lifecycle/bodies/compare";
import { failure } from "../lifecycle/messages/errors";
import { assertOurs, type FoundObject, nonceToWrite } from "../lifecycle/ownership";
import { sleep } from "../lifecycle/wait";
import { asAdopted, asNew, isAdoptedUnchanged, mayStay } from "./adopted";
import type { AviObject } from "./client/answers";
import { ReadAgain } from "./client/api";
import { aviShape } from "./compare";
import { type AviJob, type DeclaredObject, markOf, scopeOf, wireBody, withPreservedFields } from "./objects";

/** Number of times that an object that others change meanwhile is read again. */
const MAX_ROUNDS = 6;

/** Result of writing an object. */
export interface WrittenObject {
  live: AviObject;
  /** False when nothing had to be sent. */
  sent: boolean;
  /** Its declaration, with what stays as the controller has it. */
  object: DeclaredObject;
}

/** Makes a new object; one that exists already is brought to the declared body when it may be ours. */
export async function create(job: AviJob, declared: DeclaredObject): Promise<WrittenObject> {
  const object = asNew(declared);
  const made = await post(job, object);
  return made.found ? replace(job, object, undefined, made.object) : { live: made.object, sent: true, object };
}

/**
 * Lays the declared fields over what the server holds, and again for as long as others change it between our read and our write.
 *
 * @param before the last declaration; a field that is no longer declared gets its default again
 */
export async function replace(
  job: AviJob,
  declared: DeclaredObject,
  before: AviBody | undefined,
  first: AviObject,
): Promise<WrittenObject> {
  const { api } = job;
  const object = asAdopted(job, declared, first);
  const { type, name } = object;
  const scope = scopeOf(job, object);
  let live: AviObject | undefined = first;
  let failed: ReadAgain | undefined;
  let changed: string[] = [];
  for (let round = 0; round < MAX_ROUNDS && live; round++) {
    assertOurs(ownedObject(job, object, live), job.ownership);
    const body = bodyToSend(job, object, before, live);
    if (!body) return { live, sent: failed !== undefined, object };
    try {
      const nonce = nonceToWrite(ownedObject(job, object, live), job.ownership);
      return { live: await api.replace(type, live.uuid, body, scope, nonce), sent: true, object };
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      failed = error;
    }
    await sleep(api.session.settings.retryDelayMs * Math.random());
    const again: AviObject | undefined = await api.find(type, name, scope);
    changed = again ? compare(aviShape(type), again, live) : [];
    live = again;
  }
  if (live) throw failed?.raced ? failure("LB2011", { object: describe(type, name), message: racedIn(changed) }) : failed?.reason;
  // Deleted between our read and our write.
  const made = await post(job, asNew(object));
  if (made.found) throw failure("LB2011", { object: describe(type, name), message: "it vanished and came back" });
  return { live: made.object, sent: true, object: asNew(object) };
}

function post(job: AviJob, object: DeclaredObject) {
  const { type, body, keep } = object;
  return job.api.create(type, wireBody(job, type, withPreservedFields(body, keep)), scopeOf(job, object), job.ownership.nonce);
}

/** Names the fields that changed during our write, a hint to who else writes. */
function racedIn(changed: readonly string[]): string {
  const last = changed.length > 0 ? ` (last time: ${changed.join(", ")})` : "";
  return `another client changed it between our read and our write, ${MAX_ROUNDS} times in a row${last}`;
}

/** The body to send, or undefined when the server holds it already. */
function bodyToSend(job: AviJob, object: DeclaredObject, before: AviBody | undefined, live: AviObject): AviBody | undefined {
  const { target, changes, isMarked } = foreseen(job, object, before, live);
  return changes.length > 0 || !isMarked ? target : undefined;
}

/** Result that a write of this object would have. */
export function foreseen(job: AviJob, object: DeclaredObject, before: AviBody | undefined, live: AviObject) {
  const { type, body, keep } = object;
  const shape = aviShape(type);
  const after = wireBody(job, type, withPreservedFields(body, keep, live));
  const earlier = before && wireBody(job, type, withPreservedFields(before, keep, live));
  // @unverified avi/put-replaces
  const target: AviBody = { ...merge(shape, live, earlier, after), name: body.name };
  // Changes that the server may rightly make count only if the program changed this object; else we would write for ever. The secrets of an
  // adopted object are unknown: the text of a certificate tells which key belongs to it.
  const tolerant = earlier === undefined ? job.ownership.adopt : compare(shape, after, earlier).length === 0;
  const changes = differences(shape, target, live, { tolerant });
  const isMarked = markOf(type, live) === markOf(type, after) && nonceToWrite(ownedObject(job, object, live), job.ownership) === undefined;
  return { target, changes, isMarked: isMarked || mayStay(job, object, live) };
}

/** An object on the controller, as far as it matters whose it is. */
export function ownedObject(job: AviJob, object: DeclaredObject, live: AviObject): FoundObject {
  const { type, key } = object;
  const mark = markOf(type, live);
  return {
    object: describe(type, live.name),
    name: live.name,
    id: live.uuid,
    marks: mark ? [mark] : [],
    nonce: job.api.nonceOf(live.uuid),
    known: job.last?.known.uuids[key] === live.uuid,
    kept: isAdoptedUnchanged(job, object, live),
  };
}
