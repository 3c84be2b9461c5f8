import { fieldsWith } from "../../kinds/field-table";
import { OBJECT_STATUS, type ObjectStatusInputs } from "../../kinds/object-status";
import { checkFailures, inputsInState, parseInputs, schemaFaults } from "../lifecycle/check";
import { firstContact } from "../lifecycle/contact";
import { failure, PartialFailure } from "../lifecycle/errors";
import type { Context, ResourceHandler } from "../lifecycle/handler";
import { isUnknown, type Properties } from "../lifecycle/json";
import { stable } from "../lifecycle/shape";
import { connect, settingsOf } from "./connect";
import { clusterContact } from "./contact";
import { declaredPart } from "./declared-part";
import { look, onObject, sharedObjects } from "./object-status-look";
import { isAsWritten, refuseSecondWriter, type StatusTarget, shownStatus, write } from "./object-status-write";
import { describeKey } from "./types";

/**
 * Fields of the status, and annotations, of an object that others own. They are written with server-side apply, so that nothing else of the
 * object is touched and two writers of one field notice each other; in lists that several controllers write (condition-lists.ts) ours are merged. The object has no mark of ours, so it is neither adopted nor imported.
 */
export const objectStatusKind: ResourceHandler = {
  name: OBJECT_STATUS.type,
  namespace: "kubernetes",

  check: (_olds, news) => checkFailures(schemaFaults(OBJECT_STATUS, news), "LB2016"),

  /** The status of another object, or another one: then the API server must take us. */
  async inspect(ctx, olds, news) {
    if (ctx.preflight === false || ctx.wrote || (olds && isSame(olds, news))) return [];
    const met = await firstContact(CONTACT, ctx);
    return met.is === "red" ? met.failures : [];
  },

  diff(_id, olds, news) {
    const moved = fieldsWith(OBJECT_STATUS.fields, "fixed").filter((field) => identity(field, olds) !== identity(field, news));
    // Values that preview does not know may be the current ones.
    const replaces = moved.filter((field) => !isUnknown(news[field]));
    const differs = (["status", "annotations"] as const).filter((part) => stable(olds[part] ?? null) !== stable(news[part] ?? null));
    return { changes: [...moved, ...differs], replaces };
  },

  parts(news) {
    const inputs = remembered(news);
    const partsOf = (part: StatusPart) => Object.keys(inputs[part] ?? {}).map((name) => partOf(inputs, part, name));
    return [...partsOf("status"), ...partsOf("annotations")];
  },

  async create(ctx, news) {
    const inputs = parseInputs(OBJECT_STATUS, news);
    const outs = inputs.force ? { ...news, [TAKEN]: true } : news;
    await put(ctx, inputs, outs);
    return { id: idOf(inputs), outs };
  },

  async read(ctx, _id, last) {
    const inputs = remembered(last);
    const { status, annotations } = inputs;
    const target = await targetOf(ctx, inputs);
    const object = await look(target);
    if (!object) return undefined;
    const { [TAKEN]: _taken, ...rest } = last;
    const shown = {
      ...rest,
      ...(status ? { status: shownStatus(target, object, status) } : {}),
      ...(annotations ? { annotations: declaredPart(annotations, object.metadata.annotations) ?? {} } : {}),
    };
    // A field that others have written since belongs to them again.
    const outs = isTaken(last) ? { ...shown, [TAKEN]: isAsWritten(inputs, object) } : shown;
    return { outs, inputs: shown };
  },

  async update(ctx, _id, olds, news) {
    const inputs = parseInputs(OBJECT_STATUS, news);
    const taken = isTaken(olds);
    const outs = taken || inputs.force ? { ...news, [TAKEN]: true } : news;
    await put(ctx, inputs, outs, { ...remembered(olds), taken });
    return outs;
  },

  async delete(ctx, _id, last) {
    const inputs = remembered(last);
    const target = await targetIfAny(ctx, inputs);
    // Fields that another resource of the program writes by now, say that of a component of another name, are not taken away from it.
    const own = ({ status, annotations }: ObjectStatusInputs) => ({
      status: fieldsOnlyOf(status, (name) => ctx.elsewhere?.(partOf(inputs, "status", name))),
      annotations: fieldsOnlyOf(annotations, (name) => ctx.elsewhere?.(partOf(inputs, "annotations", name))),
    });
    if (!target) return;
    await onObject(target, async (object) => {
      if (object) await write(target, object, {}, own(inputs), isTaken(last) && isAsWritten(inputs, object));
    });
  },
};

const CONTACT = clusterContact("kubernetes");

const isSame = (olds: Properties, news: Properties): boolean => {
  const { changes } = objectStatusKind.diff("", olds, news);
  return changes.length === 0;
};

/** State key for an object whose fields were taken from others. */
const TAKEN = "__taken";

/** True when a run has taken the fields over, in states of earlier releases as far as they tell. */
const isTaken = (state: Properties): boolean => (state[TAKEN] ?? state.force) === true;

/** @param before what this resource wrote last, and whether it took that over; absent: nothing yet */
async function put(
  ctx: Context,
  inputs: ObjectStatusInputs,
  declared: Properties,
  before?: ObjectStatusInputs & { taken: boolean },
): Promise<void> {
  const target = await targetOf(ctx, inputs);
  try {
    await onObject(target, async (object) => {
      if (!object && inputs.ifPresent) return;
      if (!object)
        throw failure("LB2105", { object: describeKey(target.key), message: "there is no such object whose status could be written" });
      if (!before && !inputs.force) refuseSecondWriter(target, object, inputs);
      // who wrote the same before the take-over is still entered as an owner, and has not written since
      const force = inputs.force === true || (before?.taken === true && isAsWritten(before, object));
      await write(target, object, inputs, before ?? {}, force);
    });
  } catch (error) {
    // Of two parts the first may be written: what is applied twice is the same, and a delete gives both up.
    if (inputs.status && inputs.annotations) throw new PartialFailure(idOf(inputs), declared, error);
    throw error;
  }
}

/** The inputs of a state; those of an import say nothing. */
function remembered(state: Properties): ObjectStatusInputs {
  const { apiVersion, kind, name, ...rest } = inputsInState(OBJECT_STATUS, state);
  if (apiVersion && kind && name) return { apiVersion, kind, name, ...rest };
  throw failure("LB2021", { message: "what was written to an object cannot be imported: it is written again by a create" });
}

/** `Ingress.networking.k8s.io/shop/web`: the same for every version of the API. */
function idOf({ apiVersion, kind, tenant, namespace, name }: ObjectStatusInputs): string {
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0]}` : "";
  return [`${kind}${group}`, tenant, namespace, name].filter(Boolean).join("/");
}

type StatusPart = "status" | "annotations";

/** One field that is written, whichever resource writes it. */
const partOf = (inputs: ObjectStatusInputs, part: StatusPart, name: string): string => `${idOf(inputs)} ${part} ${name}`;

/** The fields that no other has; undefined when there is none. */
function fieldsOnlyOf<T>(fields: { [name: string]: T } = {}, isElsewhere: (name: string) => boolean | undefined) {
  const own = Object.entries(fields).filter(([name]) => !isElsewhere(name));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

/** A new version of the API names the same object. */
function identity(field: string, inputs: Properties): unknown {
  const value = inputs[field];
  return field === "apiVersion" && typeof value === "string" ? value.replace(/\/?[^/]*$/, "") : (value ?? undefined);
}

/** Asks the server how it calls the kind. Rejects with LB2113 when it has none of that name. */
async function targetOf(ctx: Context, inputs: ObjectStatusInputs): Promise<StatusTarget> {
  const target = await targetIfAny(ctx, inputs);
  if (target) return target;
  const { apiVersion, kind, name } = inputs;
  throw failure("LB2113", { object: `${kind} ${name}`, message: `the server has no kind ${kind} of ${apiVersion}` });
}

/** Undefined when the server has no such kind, and so no such object. */
async function targetIfAny(
  ctx: Context,
  { apiVersion, kind, namespace, name, tenant }: ObjectStatusInputs,
): Promise<StatusTarget | undefined> {
  const client = connect(settingsOf(ctx.config));
  const served = await client.find(apiVersion, kind, tenant);
  if (!served) return undefined;
  const key = { type: served.type, namespace, name, tenant };
  return { client, key, hasStatus: served.subresources.includes("status"), shared: sharedObjects(client) };
}
