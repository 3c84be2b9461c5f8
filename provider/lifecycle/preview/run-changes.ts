// Collects the changes of a run for its summary.

import { unreviewedFields } from "../../../requests/review/fields";
import { kindOf } from "../../../resources";
import type { Properties } from "../bodies/json";
import { driftedIn } from "../drift";
import type { Difference, ResourceHandler } from "../handler";
import { originIn } from "../messages/origin";

/** One resource that differs from its state in this run. */
export interface RunChange {
  /** Its kind and name, `avi:SharedVS c1--Shared-L7-0`. */
  resource: string;
  /** The specs it represents, in words. */
  specs: string;
  /** Paths of the changed fields. */
  fields: readonly string[];
  /** Fields that no fact of a review covers. */
  unreviewed: readonly string[];
  replaced: boolean;
  /** Address that the last run left, where it has one. */
  address?: string;
  /** Drift that the last refresh found and this run repairs, `server 10.0.0.7 disabled by hand`. */
  repairs: readonly string[];
}

/** Changes of this run by owner mark. The summary of a component is checked after all of its resources were compared. */
const byOwner = new Map<string, RunChange[]>();

/** Owner marks of components with resources that are created. */
const making = new Set<string>();

/** Notes that a resource is created: nothing compares it. */
export function noteNew({ owner }: Properties): void {
  if (typeof owner === "string") making.add(owner);
}

/** True when the run would write something of a component; asked before {@link takeChanges}. */
export function isWriting(owner: string): boolean {
  return making.delete(owner) || byOwner.has(owner);
}

/** Notes the comparison of one resource. */
export function noteChange(
  { name, fields = {} }: Pick<ResourceHandler, "name" | "fields">,
  urn: string,
  olds: Properties,
  news: Properties,
  { changes, replaces }: Difference,
): void {
  if (typeof news.owner !== "string" || (changes.length === 0 && replaces.length === 0)) return;
  const noted = byOwner.get(news.owner) ?? [];
  const { specs } = originIn(news);
  const change = { resource: `${name} ${urn.slice(urn.lastIndexOf("::") + 2)}`, specs, fields: changes };
  const unreviewed = unreviewedFields(fields, changes);
  const address = olds[kindOf(name)?.address ?? ""];
  const before = typeof address === "string" && address !== "" ? { address } : {};
  byOwner.set(news.owner, [...noted, { ...change, ...before, unreviewed, replaced: replaces.length > 0, repairs: driftedIn(olds).what }]);
}

/** The changes of one component; they are forgotten with it, since a process may see several runs. */
export function takeChanges(owner: string): RunChange[] {
  const noted = byOwner.get(owner) ?? [];
  byOwner.delete(owner);
  return noted;
}
