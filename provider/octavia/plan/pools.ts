// Plans the calls for pools, members and health monitors.

import { FIELDS } from "../../../resources/octavia/tree";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, memberKey, sameField } from "../tree/compare";
import type { NormalMember, NormalPool } from "../tree/normal";
import {
  changedFields,
  changedTags,
  changing,
  deleting,
  idOf,
  making,
  memberAt,
  monitorAt,
  newFields,
  pathOf,
  poolAt,
  type Step,
} from "./step";

/** Parent of a new pool: the listener whose default it becomes, else the load balancer. */
export type Parent = { listener_id: string } | { loadbalancer_id: string };

/** A new pool with its members and its monitor. */
export function newPool(pool: NormalPool, parent: Parent): Step[] {
  return [making(poolAt(pool.name), { ...newFields("pool", pool), ...parent }), ...memberSteps(pool), ...newMonitor(pool)];
}

/** Steps that change a pool that stays. */
export function poolSteps(desired: NormalPool, live: NormalPool, before: NormalPool | undefined, keepMembers = false): Step[] {
  const members = keepMembers ? [] : memberSteps(desired, live, before);
  const put = changing(poolAt(desired.name), changedFields("pool", desired, live, before));
  return [...put, ...members, ...monitorSteps(desired, live, before)];
}

/** A pool has at most one monitor, and its type is fixed: another type means another monitor. */
function monitorSteps(pool: NormalPool, live: NormalPool, before: NormalPool | undefined): Step[] {
  const { name, healthmonitor: desired } = pool;
  const liveMonitor = live.healthmonitor;
  const monitor = monitorAt(name);
  const remove = deleting(monitor);
  if (!isObject(desired)) return isObject(liveMonitor) ? [remove] : [];
  if (!isObject(liveMonitor)) return newMonitor(pool);
  if (desired.type !== liveMonitor.type) return [remove, ...newMonitor(pool)];
  const earlier = isObject(before?.healthmonitor) ? before.healthmonitor : undefined;
  return changing(monitor, changedFields("healthmonitor", desired, liveMonitor, earlier));
}

function newMonitor({ name, healthmonitor }: NormalPool): Step[] {
  if (!isObject(healthmonitor)) return [];
  return [making(monitorAt(name), { ...newFields("healthmonitor", healthmonitor), pool_id: idOf(poolAt(name).place) })];
}

/** Largest size of a body in bytes: the server refuses 114 688 with its JSON around it. */
export const MAX_BODY = 110_000;

/** Bytes on the wire. */
export function size(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body));
}

/**
 * One batch PUT for a pool whose members are not as desired, none otherwise. The batch is the whole list: what is not in it
 * goes. Only where the list is too long for one body it is added in parts, and what goes is deleted one by one.
 *
 * @unverified octavia/members-replaced
 */
export function memberSteps(desired: NormalPool, live?: NormalPool, before?: NormalPool): Step[] {
  const pool = desired.name;
  const existing = byKey(live);
  const earlier = byKey(before);
  const next = byKey(desired);
  const gone = [...existing.keys()].filter((key) => !next.has(key));
  const elsewhere = [...next].filter(([key, member]) => isAnother(member, existing.get(key), earlier.get(key))).map(([key]) => key);
  const changed = [...next].filter(([key, member]) => {
    const existingMember = existing.get(key);
    return !existingMember || Object.keys(changedFields("member", member, existingMember, earlier.get(key))).length > 0;
  });
  if (gone.length === 0 && changed.length === 0 && elsewhere.length === 0) return [];
  const list = new Map([...next].map(([key, member]) => [key, sendable(member, existing.get(key), earlier.get(key))]));
  const allMembers = [...list.values()];
  // A batch does not change the fixed fields of a member it knows: such a member must go first.
  const rest = [...list].filter(([key]) => !elsewhere.includes(key)).map(([, member]) => member);
  if (size(allMembers) <= MAX_BODY) return [...(elsewhere.length > 0 ? [batch(pool, rest)] : []), batch(pool, allMembers)];
  const added = new Set([...changed.map(([key]) => key), ...elsewhere]);
  const parts = bodies([...list].filter(([key]) => added.has(key)).map(([, member]) => member));
  return [
    ...[...gone, ...elsewhere].map((key) => deleting(memberAt(pool, key))),
    ...parts.map((part) => ({ ...batch(pool, part), query: { additive_only: "true" } })),
  ];
}

/** Splits members so that each body is small enough. */
function bodies(members: JsonObject[]): JsonObject[][] {
  const parts: JsonObject[][] = [];
  let part: JsonObject[] = [];
  let room = 0;
  for (const member of members) {
    const bytes = size(member) + 1;
    if (bytes > room) {
      part = [];
      parts.push(part);
      room = MAX_BODY - size({ members: [] });
    }
    room -= bytes;
    part.push(member);
  }
  return parts;
}

function batch(pool: string, members: JsonObject[]): Step {
  return {
    method: "PUT",
    path: `${pathOf(poolAt(pool))}/members`,
    body: { members },
    what: `writing the ${members.length} members of pool ${pool}`,
  };
}

/** The server knows a member by the exact text of its address, and keeps tags and name of a known one that come without. */
function sendable(member: NormalMember, live: NormalMember | undefined, earlier: NormalMember | undefined): JsonObject {
  const fields = newFields("member", member);
  if (!live) return fields;
  const { tags: _, ...rest } = fields;
  const tags = changedTags(member, live, earlier ?? {});
  return { ...rest, address: live.address, ...(tags ? { tags } : {}) };
}

/** True if only a new member can have the fixed fields that are declared, or are no longer declared. */
function isAnother(member: NormalMember, live: NormalMember | undefined, earlier: NormalMember | undefined): boolean {
  if (live === undefined) return false;
  return Object.entries(FIELDS.member).some(([field, { fixed, default: usual = null }]) => {
    if (!fixed) return false;
    const [next, is] = [member[field], live[field]].map((value) => (isVoid(value) ? usual : (value ?? null)));
    // what no program has declared is as the server has it
    if (isVoid(member[field]) && isVoid(earlier?.[field])) return false;
    return !sameField(field, next, is);
  });
}

function byKey(pool: NormalPool | undefined): Map<string, NormalMember> {
  return new Map(pool?.members.map((member) => [memberKey(member), member]));
}
