import { z } from "zod";
import { type AviBody, describe } from "../../resources/avi/body";
import { SECRET_FIELDS } from "../../resources/avi/fields";
import type { AviInputs, AviKind } from "../../resources/avi/kind";
import type { Adapter } from "../lifecycle/adapter";
import { compare, overlay } from "../lifecycle/bodies/compare";
import { isObject, type Properties } from "../lifecycle/bodies/json";
import type { ResourceHandler } from "../lifecycle/handler";
import { handlerOf } from "../lifecycle/resource-lifecycle";
import { waitFor } from "../lifecycle/wait";
import { failure } from "../lifecycle/words/errors";
import { adoptedOf } from "./adopted";
import { checkBodies } from "./bodies";
import { hostPartsOf, withHosts } from "./child-hosts";
import { aviShape } from "./compare";
import { driftOf, othersIn } from "./drift";
import { shapeOfInput } from "./input-shape";
import {
  ADOPTED,
  type AviJob,
  type AviState,
  type DeclaredObject,
  jobOf,
  type LiveObject,
  markOf,
  objectsOf,
  partOf,
  scopeOf,
  withKept,
} from "./objects";
import { bodiesBySlot, outputs, vipAddress, warnOfNotKept } from "./outputs";
import { holdersOfPorts, inOrderOfPorts } from "./port-moves";
import { check, diff } from "./preview";
import { readAdopted, readDeclared, readImported } from "./read-declared";
import { remove } from "./remove";
import { withResting } from "./resting";
import { create, found, replace } from "./write";

/** The resource that is several Avi objects: nothing but its declaration tells one kind from another. */
export function objectsHandler(kind: AviKind): ResourceHandler {
  const judgement = {
    parts(news: Properties) {
      const objects = objectsOf(kind, news);
      return objects.flatMap((object) => [partOf(kind, objects, object), ...hostPartsOf(kind, objects, object)]);
    },
    objects(_id: string, outs: Properties, inputs: Properties) {
      const declared = new Set(objectsOf(kind, inputs).map(({ key }) => key));
      return Object.entries(known.parse(outs).uuids).flatMap(([key, uuid]) => (declared.has(key) ? [uuid] : []));
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

const known: z.ZodType<AviState> = z
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
    known,
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
      const passes = () => objects.some(({ key }) => ctx.managed?.(ownership.owner, key));
      const live = ownership.adopt ? await readAdopted(job) : passes() ? await readDeclared(job, false) : [];
      return live.length > 0 ? live : undefined;
    },
    make: (job) => write(job, undefined, []),
    update: (job, _inputs, before, live) => write(job, before, live),
    settle: (job, _inputs, live) => Promise.all(live.map((object) => withAddress(job, object))),
    async remove(job, live) {
      for (const object of live.toReversed()) await remove(job, object);
    },
    idOf: ({ tenant, objects }) => `${tenant}/${objects.find(({ slot }) => slot === kind.primary)?.name}`,
    found: (job, live) => live.filter(({ rests }) => !rests).map((object) => found(job, object, object.live)),
    drift: driftOf,
    declared: (_job, live, before) => ({ ...(before ?? { owner: ownerOf(kind, live) }), ...bodiesBySlot(kind, live) }),
    // The engine shows no property that begins so.
    outputs: (job, _inputs, live, kept) =>
      withResting(job, live, {
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

/**
 * Makes and brings every object to the declared body, what is referred to before what refers to it, then deletes what is declared no
 * more. So an addition exists before something refers to it, and a removal happens after nothing refers to it.
 */
async function write(job: AviJob, before: Partial<AviInputs> | undefined, live: readonly LiveObject[]): Promise<LiveObject[]> {
  const { kind, ctx, objects } = job;
  const earlier = new Map(objectsOf(kind, before ?? {}).map((object) => [object.key, object]));
  const done: LiveObject[] = [...live.filter(({ rests }) => rests)];
  let remaining = live.filter(({ rests }) => !rests);
  let sent = false;
  /** Objects we came to are as declared now, the others as they were. */
  const record = () => {
    if (!sent) return;
    const untouched = job.before.flatMap((object) => {
      const observed = remaining.find(({ key }) => key === object.key);
      return observed && (object.slot.many || !done.some(({ slot }) => slot === object.slot)) ? [{ ...object, live: observed.live }] : [];
    });
    job.recordProgress([...done, ...untouched]);
  };
  tellOfSecrets(job);
  const take = async (object: LiveObject) => {
    await remove(job, object);
    remaining = remaining.filter((other) => other !== object);
    sent = true;
    record();
  };
  const bring = async (object: DeclaredObject) => {
    for (const holder of holdersOfPorts(object, objects, remaining)) await take(holder);
    const observed = remaining.find(({ key }) => key === object.key);
    if (!observed) ctx.progress(`creating ${describe(object.type, object.name)} (${done.length + 1} of ${objects.length})`);
    const last = earlier.get(object.key);
    const written = await withHosts(job, object, hostPartsOf(kind, objects, object), () =>
      observed ? replace(job, object, last?.body, observed.live) : create(job, object),
    );
    done.push({ ...written.object, body: rememberedBody(job, written.object, written.live), live: written.live });
    remaining = remaining.filter((other) => other !== observed);
    sent ||= written.sent;
    record();
  };
  const resting = new Set(done.map(({ key }) => key));
  await inTurns(
    inOrderOfPorts(objects, live).filter(({ key }) => !resting.has(key)),
    bring,
  );
  for (const object of remaining.toReversed()) await take(object);
  warnOfNotKept(job, done);
  const place = new Map(objects.map(({ key }, index) => [key, index]));
  return done.sort((one, other) => (place.get(one.key) ?? 0) - (place.get(other.key) ?? 0));
}

/** So many objects of one list are written at once. */
const MOST_AT_ONCE = 8;

/** Writes the objects in their order; those of one list of a bundle do not depend on each other. What has begun ends before an error is thrown. */
async function inTurns(objects: readonly DeclaredObject[], bring: (object: DeclaredObject) => Promise<void>): Promise<void> {
  for (let next = 0; next < objects.length; ) {
    const { slot } = objects[next] ?? {};
    const others = objects.slice(next + 1, next + MOST_AT_ONCE).findIndex((other) => !slot?.apart || other.slot !== slot);
    const end = others < 0 ? Math.min(objects.length, next + MOST_AT_ONCE) : next + 1 + others;
    const ended = await Promise.allSettled(objects.slice(next, end).map(bring));
    for (const one of ended) if (one.status === "rejected") throw one.reason;
    next = end;
  }
}

/** The declared body; fields that were kept as the controller has them, so that the run that declares them again knows what to change. */
function rememberedBody({ before }: AviJob, { key, type, body, keep }: DeclaredObject, live: AviBody): AviBody {
  if (keep.length === 0) return body;
  const last = before.find((object) => object.key === key)?.body;
  const kept = (of: AviBody | undefined) => withKept({ name: body.name }, keep, of);
  return withKept(body, keep, overlay(aviShape(type), kept(last), kept(live)));
}

/** The engine shows a change of secrets alone as an update of nothing: say which fields it is about. */
function tellOfSecrets({ ctx, objects, before }: AviJob): void {
  for (const { key, type, name, body } of objects) {
    const earlier = before.find((object) => object.key === key);
    const changed = earlier ? compare(aviShape(type), body, earlier.body) : [];
    const secret = changed.filter((path) => SECRET_FIELDS.has(path.split(".").at(-1) ?? ""));
    if (secret.length > 0 && secret.length === changed.length) {
      ctx.notice(`${describe(type, name)}: only secret fields changed: ${secret.join(", ")}`);
    }
  }
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
  const found = await waitFor(
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
  if (found) return { ...object, live: found };
  throw failure("LB2013", { object: title, message: `no address after ${(retryDelayMs * ADDRESS_PAUSES) / 1000} s` });
}
