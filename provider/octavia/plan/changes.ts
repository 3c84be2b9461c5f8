import type { Json } from "../../../kinds/json";
import type { JsonObject } from "../../lifecycle/json";
import { OWN, PREFIX } from "../load-balancer/ownership";
import { FIELDS, type Part } from "../tree/fields";
import { texts } from "../tree/keys";
import { isVoid, sameField } from "../tree/shape";

/** Fields that go back to nothing when nobody declares them, whoever put something there. */
const OURS = new Set(["allowed_cidrs", "sni_container_refs", "session_persistence"]);

/**
 * The body of the smallest PUT that brings an object to what is wanted; empty when it holds that already. What was declared
 * before and is no more goes back to the server's default, everything else that nobody declares is left alone.
 */
export function changedFields(part: Part, wanted: JsonObject, live: JsonObject, before: JsonObject = {}): JsonObject {
  const body: JsonObject = {};
  for (const [field, { fixed, unset, guarded }] of Object.entries(FIELDS[part])) {
    if (fixed || field === "position") continue;
    if (field === "tags") {
      const tags = changedTags(wanted, live, before);
      if (tags) body.tags = tags;
      continue;
    }
    const value = wanted[field];
    const held = live[field];
    if (!isVoid(value)) {
      if (!sameField(field, value, isVoid(held) ? unset : held)) body[field] = value as Json;
    } else if (
      !isVoid(held) &&
      held !== unset &&
      (guarded || OURS.has(field) || (field in wanted && before[field] !== null) || !isVoid(before[field]))
    ) {
      body[field] = guarded ? (unset ?? null) : null;
    }
  }
  return body;
}

/** Fields of a new object: what says nothing is not sent, since the API refuses empty ids. */
export function newFields(part: Part, wanted: JsonObject): JsonObject {
  const fields = Object.keys(FIELDS[part]).filter((field) => field !== "position" && !isVoid(wanted[field]));
  const tags = new Set([...texts(wanted.tags), ...texts(wanted.marks)]);
  return { ...Object.fromEntries(fields.map((field) => [field, wanted[field] as Json])), ...(tags.size > 0 ? { tags: [...tags] } : {}) };
}

/**
 * Tags of others stay: ours are added, and taken away when the program no longer declares them. An object that was another owner's is
 * marked anew; one without a mark gets none for this alone, since each write takes the lock.
 */
function changedTags(wanted: JsonObject, live: JsonObject, before: JsonObject): string[] | undefined {
  const marks = texts(wanted.marks);
  const held = texts(live.tags);
  const strange = marks.length > 0 ? held.filter((tag) => (tag.startsWith(PREFIX) || tag === OWN) && !marks.includes(tag)) : [];
  const ours = [...new Set([...texts(wanted.tags), ...(strange.length > 0 ? marks : [])])];
  const dropped = new Set([...texts(before.tags), ...strange].filter((tag) => !ours.includes(tag)));
  const next = [...held.filter((tag) => !dropped.has(tag)), ...ours.filter((tag) => !held.includes(tag))];
  return next.length === held.length && next.every((tag) => held.includes(tag)) ? undefined : next;
}
