// Handler of the resource `ObjectStatus`: status fields and annotations of an object that others own.

import { fieldsWith } from "../../resources/field-table";
import { OBJECT_STATUS, type ObjectStatusInputs, objectStatusId } from "../../resources/object-status";
import type { Properties } from "../lifecycle/bodies/json";
import { checkFailures, inputsInState, parseInputs, schemaFaults } from "../lifecycle/check";
import type { Context, ResourceHandler } from "../lifecycle/handler";
import { failure, PartialFailure } from "../lifecycle/messages/errors";
import { firstContact } from "../lifecycle/preview/contact";
import { clusterContact } from "./contact";
import { changedParts, giveUpStatus, movedFields, putStatus, readStatus, statusParts, type WrittenStatus } from "./object-status-entry";

/**
 * Fields of the status, and annotations, of an object that others own. They are written with server-side apply, so that nothing else of the
 * object is touched and two writers of one field notice each other; in lists that several controllers write (condition-lists.ts) ours are
 * merged. The object has no mark of ours, so it is neither adopted nor imported.
 */
export const objectStatusKind: ResourceHandler = {
  name: OBJECT_STATUS.type,
  namespace: "kubernetes",

  check: (_olds, news) => checkFailures(schemaFaults(OBJECT_STATUS, news), "LB2016"),

  /** The status of another object, or another one: then the API server must take us. */
  async inspect(ctx, olds, news) {
    if (ctx.preflight === false || ctx.wrote || (olds && isSame(olds, news))) return [];
    const met = await firstContact(STATUS_CONTACT, ctx);
    return met.is === "red" ? met.failures : [];
  },

  diff(_id, olds, news) {
    const { moved, replaces } = movedFields(fieldsWith(OBJECT_STATUS.fields, "fixed"), olds, news);
    return { changes: [...moved, ...changedParts(olds, news)], replaces };
  },

  parts: (news) => statusParts(remembered(news)),

  async create(ctx, news) {
    const inputs = parseInputs(OBJECT_STATUS, news);
    const outs = inputs.force ? { ...news, [TAKEN]: true } : news;
    await put(ctx, inputs, outs);
    return { id: objectStatusId(inputs), outs };
  },

  async read(ctx, _id, last) {
    const status = await readStatus(ctx, writtenIn(last));
    if (!status) return undefined;
    const { [TAKEN]: _taken, ...rest } = last;
    const shown = { ...rest, ...status.shown };
    return { outs: isTaken(last) ? { ...shown, [TAKEN]: status.taken } : shown, inputs: shown };
  },

  async update(ctx, _id, olds, news) {
    const inputs = parseInputs(OBJECT_STATUS, news);
    const outs = isTaken(olds) || inputs.force ? { ...news, [TAKEN]: true } : news;
    await put(ctx, inputs, outs, writtenIn(olds));
    return outs;
  },

  delete: (ctx, _id, last) => giveUpStatus(ctx, writtenIn(last)),
};

/** The first look of everything that writes statuses. */
export const STATUS_CONTACT = clusterContact("kubernetes");

const isSame = (olds: Properties, news: Properties): boolean => {
  const { changes } = objectStatusKind.diff("", olds, news);
  return changes.length === 0;
};

/** State key for an object whose fields were taken from others. */
const TAKEN = "__taken";

/** True when a run has taken the fields over. */
const isTaken = (state: Properties): boolean => state[TAKEN] === true;

async function put(ctx: Context, inputs: ObjectStatusInputs, declared: Properties, before?: WrittenStatus): Promise<void> {
  try {
    await putStatus(ctx, inputs, before);
  } catch (error) {
    // The first of two parts may be written: to apply it again changes nothing, and a delete gives both up.
    if (inputs.status && inputs.annotations) throw new PartialFailure(objectStatusId(inputs), declared, error);
    throw error;
  }
}

const writtenIn = (state: Properties): WrittenStatus => ({ ...remembered(state), taken: isTaken(state) });

/** The inputs of a state; those of an import say nothing. */
function remembered(state: Properties): ObjectStatusInputs {
  const { apiVersion, kind, name, ...rest } = inputsInState(OBJECT_STATUS, state);
  if (apiVersion && kind && name) return { apiVersion, kind, name, ...rest };
  throw failure("LB2021", { message: "what was written to an object cannot be imported: it is written again by a create" });
}
