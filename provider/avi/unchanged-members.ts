// Finds members of a bundle that an update neither reads nor writes: declaration and last refresh are unchanged.

import { compare } from "../lifecycle/bodies/compare";
import type { Properties } from "../lifecycle/bodies/json";
import { aviShape } from "./compare";
import type { AviJob, AviState, DeclaredObject, LiveObject } from "./objects";

/**
 * A member of a bundle that an update neither reads nor writes, so that a pool in a bundle costs as few calls as a pool resource: neither its
 * declaration nor what the last refresh saw of it has changed, it is not looked at.
 */
export function unchangedMember({ verb, last, before, ownership }: AviJob, object: DeclaredObject): LiveObject | undefined {
  const { slot, key, type, name, body, keep } = object;
  if (!slot.apart || verb !== "update" || !last || last.imported) return undefined;
  const { uuids, adopted, foreign } = last.known;
  const isOurs = ownership.owner === last.inputs.owner && foreign === undefined && !ownership.adopt && !adopted?.[key];
  const uuid = uuids[key];
  const earlier = before.find((one) => one.key === key);
  if (!isOurs || !uuid || !earlier || keep.length > 0) return undefined;
  return compare(aviShape(type), body, earlier.body).length === 0 ? { ...object, live: { uuid, name }, isUnchanged: true } : undefined;
}

/** Outputs with the entries of the state for unchanged members. */
export function withUnchangedMembers({ last }: AviJob, live: readonly LiveObject[], outs: Properties): Properties {
  const keys = new Set(live.filter(({ isUnchanged }) => isUnchanged).map(({ key }) => key));
  if (keys.size === 0 || !last) return outs;
  const { notKept, others } = last.known;
  return { ...outs, notKept: joined(notKept, outs.notKept, keys), __others: joined(others, outs.__others, keys) ?? {} };
}

type ByKey = AviState["notKept"] | AviState["others"];

function joined(recorded: ByKey, current: Properties[string], keys: ReadonlySet<string>): Properties[string] {
  const kept = Object.entries(recorded ?? {}).filter(([key]) => keys.has(key));
  const all = { ...Object.fromEntries(kept), ...(typeof current === "object" && current !== null ? current : {}) };
  return Object.keys(all).length > 0 ? all : undefined;
}
