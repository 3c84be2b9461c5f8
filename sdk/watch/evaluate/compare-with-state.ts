// Compares a plan with the Pulumi state, as `pulumi up` would.

import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../../../provider";
import type { PoolMembers, ResourceInputs } from "../../../resources/members";
import { type PlannedResource, resourceKey } from "../../plan";
import { isRecord, isUnknown } from "../../specs";
import type { StateResource } from "../stack/stack-state";
import type { OpenConnection } from "../stack/stack-view";
import { membersOf } from "../terms/pool-members";
import type { PendingChange } from "../terms/reported-event";
import { isDerived, structureOf, structuresOf } from "./structure-or-members";

/** Changes of a plan besides servers. */
export type Differences = Pick<PendingChange, "objects"> & { fields: { [name: string]: readonly string[] } };

/**
 * Changes of structure that `pulumi up` would make: the resources of a plan against those of the state, as the kinds themselves compare
 * them.
 *
 * @param reviewed the servers with the earlier structure, if there is one: a change of structure may show in servers alone
 */
export async function compareWithState(
  plan: readonly PlannedResource[],
  state: ReadonlyMap<string, StateResource>,
  open: OpenConnection,
  reviewed?: ReadonlyMap<string, PoolMembers>,
): Promise<Differences> {
  const objects: { [name: string]: "create" | "update" | "delete" } = {};
  const fields: { [name: string]: readonly string[] } = {};
  const planned = new Set(plan.map(resourceKey));
  for (const each of plan) {
    const id = resourceKey(each);
    const managed = state.get(id);
    if (!managed) {
      objects[id] = "create";
      continue;
    }
    const resource = { ...each, inputs: withKnown(each.inputs, managed.inputs) };
    const changed = (await structureChanged(resource, managed, open)) ? changedFields(resource, managed) : [];
    const moved = movedByStructure(resource, managed, reviewed?.get(id)) ? ["servers"] : [];
    if (changed.length + moved.length === 0) continue;
    objects[id] = "update";
    fields[id] = [...changed, ...moved];
  }
  for (const [id, { type }] of state) if (!planned.has(id) && !isDerived(type)) objects[id] = "delete";
  return { objects, fields };
}

/** Keeps the earlier value of an input that preview cannot know. The next run reads it. */
function withKnown(inputs: ResourceInputs, before: ResourceInputs): ResourceInputs {
  const completed = knownIn(inputs, before);
  return isRecord(completed) ? completed : inputs;
}

function knownIn(value: unknown, before: unknown): unknown {
  if (isUnknown(value)) return before;
  if (Array.isArray(value)) return value.map((one, index) => knownIn(one, Array.isArray(before) ? before[index] : undefined));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, knownIn(inner, isRecord(before) ? before[key] : undefined)]));
}

async function structureChanged({ kind, inputs }: PlannedResource, managed: StateResource, open: OpenConnection): Promise<boolean> {
  const [olds, news] = [structureOf(kind, managed.outputs), structureOf(kind, inputs)];
  if (isDeepStrictEqual(structureOf(kind, managed.inputs), news)) return false;
  return (await open(managed).diff(managed.id, asState(olds), asState(news))).changes;
}

/** Servers that are others because of what was written into an Ingress, not because of Pods. */
function movedByStructure({ kind, inputs }: PlannedResource, managed: StateResource, reviewed: PoolMembers | undefined): boolean {
  if (!reviewed) return false;
  const now = membersOf(kind, inputs);
  return !isDeepStrictEqual(now, reviewed) && !isDeepStrictEqual(now, membersOf(kind, managed.inputs));
}

function changedFields({ kind, inputs }: PlannedResource, managed: StateResource): string[] {
  const paths = differing(...structuresOf(kind, managed, inputs), "");
  return paths.length > 0 ? paths : ["?"];
}

/** Paths for people; of lists only which one. */
function differing(before: unknown, after: unknown, path: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [path];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differing(before[name], after[name], path ? `${path}.${name}` : name));
}

/** Plans and states are JSON. */
const asState = (inputs: { readonly [property: string]: unknown }) => inputs as Properties;
