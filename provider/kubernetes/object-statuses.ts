// Handler of the resource with the statuses of many Kubernetes objects: writes those that differ, reports failures.

import { fieldsWith } from "../../resources/field-table";
import { OBJECT_STATUS } from "../../resources/object-status";
import { AS_IN_STATE, entryIn, entryText, OBJECT_STATUSES, OBJECTS, type StatusEntry, shownObjects } from "../../resources/object-statuses";
import { isObject, isUnknown, type Properties, sanitize, UNKNOWN } from "../lifecycle/bodies/json";
import { checkFailures, type InputFault, schemaFaults } from "../lifecycle/check";
import type { Context, ResourceHandler } from "../lifecycle/handler";
import { failure, PartialFailure } from "../lifecycle/messages/errors";
import { firstContact } from "../lifecycle/preview/contact";
import { each, failureOf } from "./each-entry";
import { STATUS_CONTACT } from "./object-status";
import { changedParts, giveUpStatus, movedFields, putStatus, readStatus, statusParts } from "./object-status-entry";

/**
 * The statuses of many objects. Each is written, read and given up as `ObjectStatus` does it (object-status-entry.ts), and only where it
 * differs. The state holds those that are written; the others are reported with their objects, and the next run writes them.
 */
export const objectStatusesKind: ResourceHandler = {
  name: OBJECT_STATUSES.type,
  namespace: "kubernetes",

  check: (_olds, news) => checkFailures([...schemaFaults(OBJECT_STATUSES, { objects: news[OBJECTS] }), ...entryFaults(news)], "LB2016"),

  /** An entry whose values the run cannot know stays as the state has it. */
  complete(olds, news) {
    const [before, after] = [textsIn(olds), textsIn(news)];
    const filled = Object.entries(after).map(([id, text]) => [id, text === AS_IN_STATE ? before[id] : text] as const);
    return inProperties(Object.fromEntries(filled.filter(([, text]) => text !== undefined)));
  },

  async inspect(ctx, olds, news) {
    if (ctx.preflight === false || ctx.wrote || (olds && changedIds(olds, news).length === 0)) return [];
    const met = await firstContact(STATUS_CONTACT, ctx);
    return met.is === "red" ? met.failures : [];
  },

  diff: (_id, olds, news) => ({ changes: changedIds(olds, news).map((id) => `objects.${id}`), replaces: [] }),

  parts: (news) => [...entriesIn(news).values()].flatMap(statusParts),

  create: async (ctx, news) => ({ id: ID, outs: await converge(ctx, {}, news) }),

  async read(ctx, _id, last) {
    if (!isObject(last[OBJECTS])) throw failure("LB2021", { message: "statuses cannot be imported: a create writes them again" });
    const entries = entriesIn(last);
    const shown = new Map<string, StatusEntry>();
    // all at once, so that they share lists
    const failed = await each(entries, entries.size, async (id, { taken, unfinished: _unfinished, ...inputs }) => {
      const status = await readStatus(ctx, { ...inputs, taken });
      if (status) shown.set(id, { ...inputs, ...status.shown, ...(status.taken ? { taken: true } : {}) });
    });
    if (failed.length > 0) throw failureOf(failed, entries.size, "read");
    if (shown.size === 0) return undefined;
    const inputs = new Map([...shown].map(([id, { taken: _taken, ...entry }]) => [id, entry]));
    return { outs: { ...last, ...inProperties(textsOf(shown)) }, inputs: { ...last, ...inProperties(textsOf(inputs)) } };
  },

  update: (ctx, _id, olds, news) => converge(ctx, olds, news),

  async delete(ctx, _id, last) {
    const entries = entriesIn(last);
    const failed = await each(entries, AT_ONCE, (_entry, entry) => giveUpStatus(ctx, entry));
    if (failed.length > 0) throw failureOf(failed, entries.size, "taken off");
  },
};

/** Id of every such resource: no server knows it, and nothing is found by it. */
const ID = "statuses";

/** A process has so many connections to one server (http/connection.ts). */
const AT_ONCE = 8;

/**
 * Writes the entries that differ, and gives up those that are declared no longer.
 *
 * @returns the outputs
 * @throws PartialFailure with what is written by then
 */
async function converge(ctx: Context, olds: Properties, news: Properties): Promise<Properties> {
  const [before, declared] = [entriesIn(olds), entriesIn(news)];
  const changed = new Set(changedIds(olds, news));
  const [gone, changing] = [only(before, (id) => !declared.has(id)), only(declared, (id) => changed.has(id))];
  const entries = new Map([...before].map(([id, last]) => [id, changed.has(id) ? last : written(declared.get(id) ?? last, last)]));
  const total = gone.size + changing.size;
  let done = 0;
  const progress = () => ctx.progress(`${++done} of ${total} statuses`);
  // first: an object may be declared by another id, that of another API group
  const givenUp = await each(gone, AT_ONCE, async (id, last) => {
    await giveUpStatus(ctx, last);
    entries.delete(id);
    progress();
  });
  const failed = await each(changing, AT_ONCE, async (id, entry) => {
    const last = before.get(id);
    if (entry.status && entry.annotations) entries.set(id, halfWritten(entry, last));
    await putStatus(ctx, entry, last);
    entries.set(id, written(entry, last));
    progress();
  });
  const outs = { ...news, ...inProperties(textsOf(entries)) };
  const failures = [...givenUp, ...failed];
  if (failures.length === 0) return outs;
  const error = failureOf(failures, total, "written");
  throw entries.size + before.size > 0 ? new PartialFailure(ID, outs, error) : error;
}

const only = (entries: ReadonlyMap<string, StatusEntry>, matches: (id: string) => boolean) =>
  new Map([...entries].filter(([id]) => matches(id)));

/** An entry as the state remembers it. */
const written = ({ taken: _taken, unfinished: _unfinished, ...entry }: StatusEntry, last: StatusEntry | undefined): StatusEntry =>
  last?.taken || entry.force ? { ...entry, taken: true } : entry;

/** The first of two parts may be written when the second fails: the next run writes both again, and a delete gives both up. */
const halfWritten = (entry: StatusEntry, last: StatusEntry | undefined): StatusEntry => ({
  ...written(entry, last),
  status: { ...last?.status, ...entry.status },
  annotations: { ...last?.annotations, ...entry.annotations },
  unfinished: true,
});

const textsOf = (entries: ReadonlyMap<string, StatusEntry>) =>
  Object.fromEntries([...entries].map(([id, entry]) => [id, entryText(entry)]));

const textsIn = ({ [OBJECTS]: objects }: Properties): Properties => (isObject(objects) ? objects : {});

/** Properties of these texts. The words are unknown where an entry is: a run that follows its plan may do nothing else than the plan. */
const inProperties = (texts: Properties): Properties => ({
  objects: Object.values(texts).some(isUnknown) ? UNKNOWN : shownObjects(texts),
  [OBJECTS]: sanitize(texts),
});

/** The entries whose values are known. */
function entriesIn(properties: Properties): Map<string, StatusEntry> {
  const entries = Object.entries(textsIn(properties)).flatMap(([id, text]): [string, StatusEntry][] => {
    const entry = entryIn(text);
    return entry ? [[id, entry]] : [];
  });
  return new Map(entries);
}

/** The ids of entries that differ, or that only one side has. Values that preview does not know differ. */
function changedIds(olds: Properties, news: Properties): string[] {
  const [before, after] = [textsIn(olds), textsIn(news)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => {
    if (before[id] === after[id]) return false;
    const [earlier, later] = [entryIn(before[id]), entryIn(after[id])];
    return !earlier || !later || earlier.unfinished === true || isDifferent({ ...earlier }, { ...later });
  });
}

const isDifferent = (earlier: Properties, later: Properties): boolean =>
  changedParts(earlier, later).length + movedFields(fieldsWith(OBJECT_STATUS.fields, "fixed"), earlier, later).moved.length > 0;

/** Faults of each entry, at its id. */
function entryFaults(news: Properties): InputFault[] {
  return Object.entries(textsIn(news)).flatMap(([id, text]) => {
    if (isUnknown(text) || text === AS_IN_STATE || typeof text !== "string") return [];
    const entry = parsed(text);
    if (!isObject(entry)) return [{ path: ["objects", id], why: "the JSON of an ObjectStatus is expected" }];
    return schemaFaults(OBJECT_STATUS, entry).map(({ path, why }) => ({ path: ["objects", id, ...path], why }));
  });
}

function parsed(text: string): Properties | undefined {
  try {
    return JSON.parse(text) as Properties;
  } catch {
    return undefined;
  }
}
