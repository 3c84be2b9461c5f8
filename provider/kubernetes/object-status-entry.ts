// Writes, reads and gives up the status and annotations of one Kubernetes object.

import { type ObjectStatusInputs, objectStatusId } from "../../resources/object-status";
import { isUnknown, type Properties } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";
import type { Context } from "../lifecycle/handler";
import { failure } from "../lifecycle/messages/errors";
import { connect, settingsOf } from "./connect";
import { declaredPart } from "./declared-part";
import { readShared, sharedObjects, writeFromShared } from "./object-status-read";
import { isAsWritten, isWrittenByUs, refuseSecondWriter, type StatusTarget, shownStatus, write } from "./object-status-write";
import { describeKey } from "./types";

/** Fields that were written to an object, and whether that took them over from others. */
export type WrittenStatus = ObjectStatusInputs & { taken?: boolean };

/**
 * Writes the declared fields and gives up those written before. Sends nothing where the object has them from us already.
 *
 * @param before absent: nothing yet
 * @throws LbError LB2105 without the object, LB2113 without its kind, LB2130 for fields of others
 */
export async function putStatus(ctx: Context, inputs: ObjectStatusInputs, before?: WrittenStatus): Promise<void> {
  const target = await targetOf(ctx, inputs);
  await writeFromShared(target, async (object) => {
    if (!object && inputs.ifPresent) return;
    if (!object)
      throw failure("LB2105", { object: describeKey(target.key), message: "there is no such object whose status could be written" });
    if (!before && !inputs.force) refuseSecondWriter(target, object, inputs);
    if (!before && isWrittenByUs(target, object, inputs)) return;
    // who wrote the same before the take-over is still entered as an owner, and has not written since
    const force = inputs.force === true || (before?.taken === true && isAsWritten(before, object));
    await write(target, object, inputs, before ?? {}, force);
  });
}

/** Declared fields as the object has them, and whether a take-over still holds; undefined when the object is gone. */
export async function readStatus(ctx: Context, last: WrittenStatus): Promise<{ shown: Properties; taken: boolean } | undefined> {
  const { status, annotations } = last;
  const target = await targetOf(ctx, last);
  const object = await readShared(target);
  if (!object) return undefined;
  const shown = {
    ...(status ? { status: shownStatus(target, object, status) } : {}),
    ...(annotations ? { annotations: declaredPart(annotations, object.metadata.annotations) ?? {} } : {}),
  };
  // A field that others have written since belongs to them again.
  return { shown, taken: last.taken === true && isAsWritten(last, object) };
}

/** Takes our fields off an object, but for those that another resource of the program writes by now, say of a component of another name. */
export async function giveUpStatus(ctx: Context, last: WrittenStatus): Promise<void> {
  const status = fieldsOnlyOf(last.status, (name) => ctx.isDeclaredElsewhere?.(partOf(last, "status", name)));
  const annotations = fieldsOnlyOf(last.annotations, (name) => ctx.isDeclaredElsewhere?.(partOf(last, "annotations", name)));
  if (!status && !annotations) return;
  const target = await targetIfAny(ctx, last);
  if (!target) return;
  await writeFromShared(target, async (object) => {
    if (object) await write(target, object, {}, { status, annotations }, last.taken === true && isAsWritten(last, object));
  });
}

type StatusPart = "status" | "annotations";

/** One field that is written, whichever resource writes it. */
const partOf = (inputs: ObjectStatusInputs, part: StatusPart, name: string): string => `${objectStatusId(inputs)} ${part} ${name}`;

/** Every field that is written. */
export function statusParts(inputs: ObjectStatusInputs): string[] {
  const partsOf = (part: StatusPart) => Object.keys(inputs[part] ?? {}).map((name) => partOf(inputs, part, name));
  return [...partsOf("status"), ...partsOf("annotations")];
}

/** The fields that no other has; undefined when there is none. */
function fieldsOnlyOf<T>(fields: { [name: string]: T } = {}, isElsewhere: (name: string) => boolean | undefined) {
  const remaining = Object.entries(fields).filter(([name]) => !isElsewhere(name));
  return remaining.length > 0 ? Object.fromEntries(remaining) : undefined;
}

/** The parts that two declarations of one object write differently. */
export const changedParts = (olds: Properties, news: Properties): StatusPart[] =>
  (["status", "annotations"] as const).filter((part) => stable(olds[part] ?? null) !== stable(news[part] ?? null));

/** Fields of the identity that differ, and those of them that preview knows. A new version of the API names the same object. */
export function movedFields(fields: readonly string[], olds: Properties, news: Properties): { moved: string[]; replaces: string[] } {
  const moved = fields.filter((field) => identity(field, olds) !== identity(field, news));
  return { moved, replaces: moved.filter((field) => !isUnknown(news[field])) };
}

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
