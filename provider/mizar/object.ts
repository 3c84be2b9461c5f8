// The adapter of Mizar's kinds, each resource one object of an API server.

import { z } from "zod";
import type { Json } from "../../resources/kind";
import { refusedBecause } from "../kubernetes/errors";
import { apiVersionOf, type KubernetesObject, type PartialObject } from "../kubernetes/types";
import type { Adapter } from "../lifecycle/adapter";
import { isObject, type JsonObject, type Properties } from "../lifecycle/bodies/json";
import { below } from "../lifecycle/bodies/shape";
import { inputsInState } from "../lifecycle/check";
import type { ResourceHandler } from "../lifecycle/handler";
import { failure } from "../lifecycle/messages/errors";
import { assertOurs, isOurs } from "../lifecycle/ownership";
import { handlerOf } from "../lifecycle/resource-lifecycle";
import { findRepeatedly } from "../lifecycle/wait";
import { driftOf, othersOf } from "./drift";
import { allFields, differences, fieldsOf, initialOf, isFixed, liveFields, shapeOf, withFields } from "./fields";
import { foundObject, idOnServer, lacksLabel, MANAGED_SELECTOR, marked, markOf } from "./marks";
import type { ObjectInputs, ObjectJob, ObjectKind, ObjectState, View } from "./object-kind";
import { check, countField, countIn, diff } from "./preview";
import { remove, waitUntilGone } from "./remove";
import { idOf, jobOf } from "./settings";
import { viewOf, waitUntilReady } from "./wait-ready";
import { write } from "./write";

/** Number of attempts with a name that others create and delete at the same time. */
const TRIES = 4;

/** The kind of resource that represents one sort of Kubernetes object. */
export function objectKind(table: ObjectKind): ResourceHandler {
  const judgement = {
    check: (olds: Properties, news: Properties, notice: (text: string) => void) => check(table, olds, news, notice),
    diff: (_id: string, olds: Properties, news: Properties) => diff(table, olds, news),
    shapeOf: (input: string) => (input === "metadata" || input === "spec" ? below(shapeOf(table), [input]) : undefined),
    parts: (news: Properties) => partsOf(table, news),
    objects(_id: string, outs: Properties) {
      const { uid } = KNOWN.parse(outs);
      return uid === undefined ? [] : [idOnServer(uid)];
    },
  };
  return handlerOf(table.kind, judgement, objectAdapter(table));
}

/** The object, whichever resource declares it. */
function partsOf({ kind, type }: ObjectKind, news: Properties): string[] {
  const { name, namespace = "default", tenant = "" } = inputsInState(kind, news).metadata ?? {};
  return name ? [[type.plural, tenant, type.namespaced ? namespace : "", name].join("/")] : [];
}

const KNOWN: z.ZodType<ObjectState> = z
  .object({
    uid: z.string().optional().catch(undefined),
    counted: z.number().optional().catch(undefined),
    __others: z.record(z.string(), z.string()).optional().catch(undefined),
  })
  .transform(({ __others: others, ...rest }) => ({ ...rest, others }));

function objectAdapter(table: ObjectKind): Adapter<ObjectInputs, View, ObjectJob, ObjectState> {
  return {
    known: KNOWN,
    job: (operation) => jobOf(table, operation),
    async find(job, shared) {
      const object = shared ? await listedObject(job) : await job.client.get(job.key);
      return object && (shared ? viewOf(job, object, false) : { object });
    },
    make: async (job, inputs) => ({ object: await make(job, inputs) }),
    async update(job, inputs, before, { object }) {
      job.found = object;
      return { object: await write(job, fieldsOf(table, inputs), before && fieldsOf(table, before), object) };
    },
    waitUntilReady: (job, inputs, { object }) => waitUntilReady(job, inputs, object).finally(() => job.listings.drop()),
    remove: (job, { object }) => remove(job, object),
    idOf: ({ key }) => idOf(key),
    drift: (job, live) => driftOf(job, live?.object),
    markedObjects: ({ title, last }, { object }) => [foundObject(object, title, last?.known.uid)],
    gone: ({ title }) => failure("LB2065", { object: title, message: "is gone" }),
    declared: (_job, { object }, before) =>
      before ? withFields(before, liveFields(table, fieldsOf(table, before), object)) : importedInputs(table, object),
    outputs: (job, inputs, view, kept) => ({
      ...table.outputs(view),
      ...stateOf(table, inputs, view.object, kept),
      ...lookOf(job, inputs, view.object),
    }),
  };
}

/** In the list of ours that the reads of one refresh share, else by its name: whose label somebody took away is in no list. */
async function listedObject({ client, key, listings }: ObjectJob): Promise<KubernetesObject | undefined> {
  const { type, namespace, tenant } = key;
  const objects = await listings.of([type.plural, tenant, namespace].join(" "), async () => {
    const all = await client.list(type, { namespace, tenant, labelSelector: MANAGED_SELECTOR });
    return new Map(all.map((object) => [idOf({ ...key, name: object.metadata.name }), object]));
  });
  return objects?.get(idOf(key)) ?? client.get(key);
}

/** Creates first, and reads only when the name is taken or after a lost create, whose answer did not come. */
async function make(job: ObjectJob, inputs: ObjectInputs): Promise<KubernetesObject> {
  const { client, key, title } = job;
  const body = bodyOf(job, inputs);
  job.ctx.progress(`creating ${title}`);
  job.listings.drop();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      return await client.create(key, body);
    } catch (error) {
      // @unverified mizar/name-once
      if (!refusedBecause(error, "exists", "unavailable")) throw error;
      const lost = refusedBecause(error, "unavailable");
      const existing = lost ? await lookForOurs(job, inputs) : await client.get(key);
      if (!existing && lost) throw error;
      if (!existing) continue;
      // its predecessor, or that of an interrupted run
      if (existing.metadata.deletionTimestamp) await waitUntilGone(job, existing);
      else return await takeOver(job, inputs, existing);
    }
  }
  throw failure("LB2011", { object: title, message: "is repeatedly created and deleted by somebody else" });
}

/** After a lost answer only one of ours counts. */
function lookForOurs({ client, key, waits }: ObjectJob, { owner }: ObjectInputs): Promise<KubernetesObject | undefined> {
  return findRepeatedly(async () => {
    const existing = await client.get(key);
    return existing && markOf(existing) === owner ? existing : undefined;
  }, waits.intervalMs);
}

/** One that has the name already: ours from a run whose state was lost, or to be adopted. */
async function takeOver(job: ObjectJob, inputs: ObjectInputs, object: KubernetesObject): Promise<KubernetesObject> {
  const { ctx, kind, ownership, title } = job;
  const existing = foundObject(object, title, undefined);
  assertOurs(existing, ownership);
  const fields = fieldsOf(kind, inputs);
  const fixed = differences(kind, fields, object).find((path) => isFixed(kind, path));
  if (fixed) {
    const message = `exists with another ${fixed} than declared`;
    throw failure("LB2061", { object: title, pointer: `/${fixed.replaceAll(".", "/")}`, message });
  }
  if (!isOurs(existing, ownership)) ctx.notice(`${title} is taken over`);
  return write(job, fields, undefined, object);
}

/** The whole object as it is posted. */
function bodyOf({ kind, key, tenants, ownership }: ObjectJob, inputs: ObjectInputs): PartialObject {
  const { metadata, spec } = marked(fieldsOf(kind, inputs), inputs.owner, ownership.nonce);
  return {
    apiVersion: apiVersionOf(kind.type),
    kind: kind.type.kind,
    metadata: {
      name: key.name,
      ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
      ...(tenants && key.tenant !== undefined ? { tenant: key.tenant } : {}),
      ...(isObject(metadata) ? metadata : {}),
    },
    spec: { ...(isObject(spec) ? spec : {}), ...initialOf(kind) },
  };
}

/** Declaration that an import assumes: all that the server holds. */
function importedInputs(table: ObjectKind, object: KubernetesObject): Properties {
  const { name, namespace, tenant } = object.metadata;
  const identity: JsonObject = { name, ...(namespace ? { namespace } : {}), ...(typeof tenant === "string" ? { tenant } : {}) };
  return { ...withFields({ metadata: identity }, allFields(table, object)), owner: markOf(object) ?? "" };
}

/**
 * Fields that the next look compares with. An update does not report undeclared fields, so they stay as last seen, with those that the
 * server itself added in the update. The engine shows no property that begins so.
 */
function lookOf({ kind, verb, last, found }: ObjectJob, inputs: Properties, object: KubernetesObject): Properties {
  const declared = fieldsOf(kind, verb === "read" ? (last?.inputs ?? inputs) : inputs);
  const now = othersOf(kind, declared, object);
  const before = found && last?.known.others ? othersOf(kind, declared, found) : undefined;
  const made = Object.entries(now).filter(([at]) => before && !(at in before));
  const stayed = Object.entries(last?.known.others ?? {}).filter(([at]) => before && (at in now || !(at in before)));
  const others = before ? Object.fromEntries([...stayed, ...made]) : now;
  return { __others: others, __unlabelled: lacksLabel(declared, object) || undefined };
}

/** State by which an object is known. It does not change for an object that others took over, or that is not as declared yet. */
function stateOf(table: ObjectKind, inputs: Properties, { metadata, spec }: KubernetesObject, kept: ObjectState | undefined): Properties {
  const { uid, tenant } = metadata;
  const field = countField(table);
  const counted: Json | undefined = field && (kept?.counted ?? countIn(field, inputs) ?? countIn(field, { spec }));
  return {
    uid: kept ? kept.uid : uid,
    ...(typeof tenant === "string" ? { inTenant: tenant } : {}),
    ...(field ? { counted } : {}),
  };
}
