// The adapter of Avi resources, each of which is one or several objects on the controller.

import { z } from "zod";
import { describe } from "../../resources/avi/body";
import type { AviInputs, AviKind } from "../../resources/avi/kind";
import type { Adapter } from "../lifecycle/adapter";
import { isObject, type Properties } from "../lifecycle/bodies/json";
import type { ResourceHandler } from "../lifecycle/handler";
import { failure } from "../lifecycle/messages/errors";
import { handlerOf } from "../lifecycle/resource-lifecycle";
import { waitFor } from "../lifecycle/wait";
import { adoptedOf } from "./adopted";
import { checkBodies } from "./bodies";
import { hostPartsOf } from "./child-hosts";
import { driftOf, othersIn } from "./drift";
import { shapeOfInput } from "./input-shape";
import { ADOPTED, type AviJob, type AviState, jobOf, type LiveObject, markOf, objectsOf, partOf, scopeOf } from "./objects";
import { bodiesBySlot, outputs, vipAddress } from "./outputs";
import { check, diff } from "./preview";
import { readAdopted, readDeclared, readImported } from "./read-declared";
import { remove } from "./remove";
import { withUnchangedMembers } from "./unchanged-members";
import { ownedObject } from "./write";
import { writeObjects } from "./write-objects";

/** Makes the handler of a kind of Avi resources from its declaration. */
export function objectsHandler(kind: AviKind): ResourceHandler {
  const judgement = {
    parts(news: Properties) {
      const objects = objectsOf(kind, news);
      return objects.flatMap((object) => [partOf(kind, objects, object), ...hostPartsOf(kind, objects, object)]);
    },
    objects(_id: string, outs: Properties, inputs: Properties) {
      const declared = new Set(objectsOf(kind, inputs).map(({ key }) => key));
      return Object.entries(stateSchema.parse(outs).uuids).flatMap(([key, uuid]) => (declared.has(key) ? [uuid] : []));
    },
    check: (_olds: Properties, news: Properties) => check(kind, news),
    checkBodies: (news: Properties, isPlanned: boolean) => checkBodies(kind, news, isPlanned),
    diff: (id: string, olds: Properties, news: Properties) => diff(kind, id, olds, news),
    shapeOf: (input: string) => shapeOfInput(kind, input),
  };
  return handlerOf(kind, judgement, adapterOf(kind));
}

/** Taken as they are, without a copy: every resource has other names, and the copies of 1,000 reads at once cost 50 MB. */
const UUIDS = z.custom<AviState["uuids"]>((value) => isObject(value) && Object.values(value).every((uuid) => typeof uuid === "string"));

const stateSchema: z.ZodType<AviState> = z
  .object({
    uuids: UUIDS.catch({}),
    notKept: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
    __others: z.record(z.string(), z.record(z.string(), z.string())).optional().catch(undefined),
    adopted: ADOPTED,
    foreign: z.string().optional().catch(undefined),
  })
  .transform(({ __others: others, ...rest }) => ({ ...rest, others }));

function adapterOf(kind: AviKind): Adapter<AviInputs, readonly LiveObject[], AviJob, AviState> {
  return {
    known: stateSchema,
    job: (operation) => jobOf(kind, operation),
    async find(job, shared) {
      // Only the refresh after an import knows nothing of a resource but its id.
      const imported = job.verb === "read" && job.objects.length === 0;
      const live = imported ? await readImported(job) : await readDeclared(job, shared);
      return live.length > 0 ? live : undefined;
    },
    // In a run that adopts, most objects exist already, and so do those that pass from another resource: a create of each would be refused.
    async candidate(job) {
      const { ownership, ctx, objects } = job;
      const passes = () => objects.some(({ key }) => ctx.wasOwnedBefore?.(ownership.owner, key));
      const live = ownership.adopt ? await readAdopted(job) : passes() ? await readDeclared(job, false) : [];
      return live.length > 0 ? live : undefined;
    },
    make: (job) => writeObjects(job, undefined, []),
    update: (job, _inputs, before, live) => writeObjects(job, before, live),
    waitUntilReady: (job, _inputs, live) => Promise.all(live.map((object) => withAddress(job, object))),
    async remove(job, live) {
      for (const object of live.toReversed()) await remove(job, object);
    },
    idOf: ({ tenant, objects }) => `${tenant}/${objects.find(({ slot }) => slot === kind.primary)?.name}`,
    markedObjects: (job, live) => live.filter(({ isUnchanged }) => !isUnchanged).map((object) => ownedObject(job, object, object.live)),
    drift: driftOf,
    declared: (_job, live, before) => ({ ...(before ?? { owner: ownerOf(kind, live) }), ...bodiesBySlot(kind, live) }),
    // The engine shows no property that begins so.
    outputs: (job, _inputs, live, kept) =>
      withUnchangedMembers(job, live, {
        ...outputs(kind, live, kept),
        adopted: adoptedOf(job, live),
        __others: othersIn(job, live),
      }),
  };
}

/** Owner of an imported resource, by the mark on its main object. */
function ownerOf({ primary }: AviKind, live: readonly LiveObject[]): string {
  const main = live.find(({ slot }) => slot === primary);
  return main ? markOf(main.type, main.live) : "";
}

/** Number of first pauses that an address may take. */
const ADDRESS_PAUSES = 120;

/**
 * Waits until a VIP that the controller allocates has its address: clients of the resource need it.
 *
 * @unverified avi/vip-address
 */
async function withAddress(job: AviJob, object: LiveObject): Promise<LiveObject> {
  const { type, name, body, live } = object;
  const isAllocated = Array.isArray(body.vip) && body.vip.some((vip) => isObject(vip) && vip.auto_allocate_ip === true);
  if (type !== "vsvip" || !isAllocated || vipAddress(live)) return object;
  const { api, ctx } = job;
  const { retryDelayMs } = api.session.settings;
  const title = describe(type, name);
  const existing = await waitFor(
    async () => {
      const again = await api.find(type, name, scopeOf(job, object));
      return again && vipAddress(again) ? again : undefined;
    },
    {
      timeoutMs: retryDelayMs * ADDRESS_PAUSES,
      intervalMs: retryDelayMs,
      onWait: (elapsed) => ctx.progress(`waiting for the address of ${title} (${Math.round(elapsed / 1000)} s)`),
    },
  );
  if (existing) return { ...object, live: existing };
  throw failure("LB2013", { object: title, message: `no address after ${(retryDelayMs * ADDRESS_PAUSES) / 1000} s` });
}
