import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../../../provider";
import { type PlannedResource, resourceKey } from "../../plan";
import { isRecord, isUnknown } from "../../specs";
import type { PendingChange } from "../report/watch-event";
import { FOLLOWS } from "../stack/program";
import type { StateResource } from "../stack/stack-state";
import type { Open } from "../write/member-writer";
import { type Inputs, membersOf, structureOf } from "./structure-or-members";

/** Changes of a plan besides servers. */
export type Differences = Pick<PendingChange, "objects"> & { fields: { [name: string]: readonly string[] } };

/**
 * Changes of structure that `pulumi up` would make: the resources of a plan against those of the state, as the kinds themselves compare
 * them.
 *
 * @param reviewed the plan with the earlier structure, if there is one: a change of structure may show in servers alone
 */
export async function compareWithState(
  plan: readonly PlannedResource[],
  state: ReadonlyMap<string, StateResource>,
  open: Open,
  reviewed?: ReadonlyMap<string, PlannedResource>,
): Promise<Differences> {
  const objects: { [name: string]: "create" | "update" | "delete" } = {};
  const fields: { [name: string]: readonly string[] } = {};
  const planned = new Set(plan.map(resourceKey));
  for (const each of plan) {
    const id = resourceKey(each);
    const there = state.get(id);
    if (!there) {
      objects[id] = "create";
      continue;
    }
    const resource = { ...each, inputs: withKnown(each.inputs, there.inputs) };
    const changed = (await structureChanged(resource, there, open)) ? changedFields(resource, there) : [];
    const moved = movedByStructure(resource, there, reviewed?.get(id)) ? ["servers"] : [];
    if (changed.length + moved.length === 0) continue;
    objects[id] = "update";
    fields[id] = [...changed, ...moved];
  }
  for (const [id, { type }] of state) if (!planned.has(id) && !FOLLOWS.test(type)) objects[id] = "delete";
  return { objects, fields };
}

/** Keeps the earlier value of an input that preview cannot know. The next run reads it. */
function withKnown(inputs: Inputs, before: Inputs): Inputs {
  const known = knownIn(inputs, before);
  return isRecord(known) ? known : inputs;
}

function knownIn(value: unknown, before: unknown): unknown {
  if (isUnknown(value)) return before;
  if (Array.isArray(value)) return value.map((one, index) => knownIn(one, Array.isArray(before) ? before[index] : undefined));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, knownIn(inner, isRecord(before) ? before[key] : undefined)]));
}

async function structureChanged({ kind, inputs }: PlannedResource, there: StateResource, open: Open): Promise<boolean> {
  const [olds, news] = [structureOf(kind, there.outputs), structureOf(kind, inputs)];
  if (isDeepStrictEqual(structureOf(kind, there.inputs), news)) return false;
  return (await open(there).diff(there.id, asState(olds), asState(news))).changes;
}

/** Servers that are others because of what was written into an Ingress, not because of Pods. */
function movedByStructure({ kind, inputs }: PlannedResource, there: StateResource, reviewed: PlannedResource | undefined): boolean {
  if (!reviewed) return false;
  const now = membersOf(kind, inputs);
  return !isDeepStrictEqual(now, membersOf(kind, reviewed.inputs)) && !isDeepStrictEqual(now, membersOf(kind, there.inputs));
}

function changedFields({ kind, inputs }: PlannedResource, there: StateResource): string[] {
  const found = differing(structureOf(kind, there.inputs), structureOf(kind, inputs), "");
  return found.length > 0 ? found : ["?"];
}

/** Paths for people; of lists only which one. */
function differing(one: unknown, other: unknown, path: string): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isRecord(one) || !isRecord(other)) return [path];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return names.flatMap((name) => differing(one[name], other[name], path ? `${path}.${name}` : name));
}

/** Plans and states are JSON. */
const asState = (inputs: { readonly [property: string]: unknown }) => inputs as Properties;
