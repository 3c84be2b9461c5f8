// Adopted objects that keep the mark and some fields of their previous owner until something else of them is written.

import { CHECKSUM } from "../../resources/avi/any-object";
import { FIELDS } from "../../resources/avi/fields";
import { fieldsWith } from "../../resources/field-table";
import type { JsonObject } from "../lifecycle/bodies/json";
import { MARK_PREFIX, type Ownership } from "../lifecycle/ownership";
import type { AviObject } from "./client/answers";
import { type Adopted, type AviJob, type DeclaredObject, type LiveObject, markOf } from "./objects";

/** True for a mark of another owner that an adoption may leave on the object. A mark of this package goes: two stacks would manage the object. */
const isOfOthers = (mark: string, { owner }: Ownership) => mark !== owner && !mark.startsWith(MARK_PREFIX);

const checksumOf = ({ [CHECKSUM]: checksum }: JsonObject): { checksum?: string } => (typeof checksum === "string" ? { checksum } : {});

/** True when the state knows this object by uuid, and the mark and checksum with which it was taken over are on it. */
export function isAdoptedUnchanged(
  { last }: Pick<AviJob, "last">,
  { type, key }: Pick<DeclaredObject, "type" | "key">,
  live: AviObject,
): boolean {
  const { uuids = {}, adopted: all = {} } = last?.known ?? {};
  const entry = all[key];
  return uuids[key] === live.uuid && entry?.mark === markOf(type, live) && entry.checksum === checksumOf(live).checksum;
}

/** True when the mark on the object may stay as long as nothing else has to be written. */
export function mayStay(
  job: Pick<AviJob, "last" | "ownership" | "inputs">,
  object: Pick<DeclaredObject, "type" | "key">,
  live: AviObject,
): boolean {
  const { ownership, inputs } = job;
  if (ownership.keepMarks && isOfOthers(markOf(object.type, live), ownership)) return true;
  // adoption without keeping puts our mark on
  return inputs.adopt !== true && isAdoptedUnchanged(job, object, live);
}

/** The declaration of an object that is taken over: some of it stays as its maker wrote it. */
export function asAdopted({ ownership }: AviJob, object: DeclaredObject, live: AviObject): DeclaredObject {
  const fields = fieldsWith(FIELDS[object.type], "adopted");
  const mark = markOf(object.type, live);
  const takes = ownership.adopt && mark !== "" && isOfOthers(mark, ownership);
  return takes ? { ...object, keep: [...new Set([...object.keep, ...fields])] } : object;
}

/** The declaration of an object that does not exist: there is nothing that could stay. */
export function asNew(object: DeclaredObject): DeclaredObject {
  return { ...object, keep: object.keep.filter((field) => !fieldsWith(FIELDS[object.type], "adopted").includes(field)) };
}

/** The fields of an object that are not compared because it was taken over. */
export const uncompared = ({ type, keep }: DeclaredObject): string[] =>
  keep.filter((field) => fieldsWith(FIELDS[type], "adopted").includes(field));

/** Adopted objects for the state: entries known already are kept while they are true, and those of this run are added. */
export function adoptedOf(job: AviJob, objects: readonly LiveObject[]): { [key: string]: Adopted } | undefined {
  const entries = objects.flatMap((object): [string, Adopted][] => {
    const { key, type, live, isUnchanged } = object;
    if (isUnchanged) return [];
    const fields = uncompared(object);
    const mark =
      mayStay(job, object, live) || isAdoptedUnchanged(job, object, live) ? { mark: markOf(type, live), ...checksumOf(live) } : {};
    const entry = { ...mark, ...(fields.length > 0 ? { fields } : {}) };
    return Object.keys(entry).length > 0 ? [[key, entry]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
