import type { JsonObject } from "../../lifecycle/json";
import { memberKey, objects } from "../tree/keys";
import { isVoid, sameField } from "../tree/shape";
import { changedFields, newFields } from "./changes";
import { idOf, type Step } from "./step";

/** What a body may have: the server refuses 114 688 bytes with its JSON around it. */
export const MAX_BODY = 110_000;

/**
 * One batch PUT for a pool whose members are not as wanted, none otherwise. The batch is the whole list: what is not in it
 * goes. Only where the list is too long for one body it is added in parts, and what goes is deleted one by one.
 */
export function memberSteps(pool: string, wanted: JsonObject, live: JsonObject | undefined, before: JsonObject | undefined): Step[] {
  const held = byKey(live);
  const earlier = byKey(before);
  const next = byKey(wanted);
  const gone = [...held.keys()].filter((key) => !next.has(key));
  const elsewhere = [...next].filter(([key, member]) => moved(member, held.get(key))).map(([key]) => key);
  const changed = [...next].filter(([key, member]) => {
    const one = held.get(key);
    return !one || Object.keys(changedFields("member", member, one, earlier.get(key))).length > 0;
  });
  if (gone.length === 0 && changed.length === 0 && elsewhere.length === 0) return [];
  const list = new Map([...next].map(([key, member]) => [key, sendable(member, held.get(key))]));
  const whole = [...list.values()];
  // A batch does not change the subnet of a member it knows: such a member must go first.
  const rest = [...list].filter(([key]) => !elsewhere.includes(key)).map(([, member]) => member);
  if (size(whole) <= MAX_BODY) return [...(elsewhere.length > 0 ? [batch(pool, rest)] : []), batch(pool, whole)];
  const added = new Set([...changed.map(([key]) => key), ...elsewhere]);
  const parts = chunks([...list].filter(([key]) => added.has(key)).map(([, member]) => member));
  return [
    ...[...gone, ...elsewhere].map((key) => remove(pool, key)),
    ...parts.map((part) => ({ ...batch(pool, part), query: { additive_only: "true" } })),
  ];
}

/** Splits members so that each body is small enough. */
function chunks(members: JsonObject[]): JsonObject[][] {
  const parts: JsonObject[][] = [];
  let room = 0;
  for (const member of members) {
    const bytes = size(member) + 1;
    if (bytes > room) {
      parts.push([]);
      room = MAX_BODY - size({ members: [] });
    }
    room -= bytes;
    (parts.at(-1) as JsonObject[]).push(member);
  }
  return parts;
}

function batch(pool: string, members: JsonObject[]): Step {
  return {
    method: "PUT",
    path: `/pools/${idOf(`pools/${pool}`)}/members`,
    body: { members },
    what: `writing the ${members.length} members of pool ${pool}`,
  };
}

function remove(pool: string, key: string): Step {
  const path = `/pools/${idOf(`pools/${pool}`)}/members/${idOf(`pools/${pool}/members/${key}`)}`;
  return { method: "DELETE", path, what: `deleting member ${key} of pool ${pool}` };
}

/** The server knows a member by the exact text of its address, and keeps tags and name of a known one that come without. */
function sendable(member: JsonObject, held: JsonObject | undefined): JsonObject {
  const fields = newFields("member", member);
  if (!held) return fields;
  const kept = Array.isArray(held.tags) && Array.isArray(member.tags) ? [...new Set([...held.tags, ...member.tags])] : member.tags;
  return { ...fields, address: held.address ?? null, ...(kept ? { tags: kept } : {}) } as JsonObject;
}

function moved(member: JsonObject, held: JsonObject | undefined): boolean {
  return (
    held !== undefined && !isVoid(member.subnet_id) && !isVoid(held.subnet_id) && !sameField("subnet_id", member.subnet_id, held.subnet_id)
  );
}

function byKey(pool: JsonObject | undefined): Map<string, JsonObject> {
  return new Map(objects(pool?.members).map((member) => [memberKey(member), member]));
}

/** Bytes on the wire. */
export function size(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body));
}
