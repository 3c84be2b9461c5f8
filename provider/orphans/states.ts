// Reads the ids of objects from exported states.

import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { KnownStates } from "./marked";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

const URN = /^urn:pulumi:([^:]+)::([^:]+)::/;

/**
 * Reads outputs of `pulumi stack export`. An object counts as held when its id is anywhere in the id or the outputs of a
 * resource, whichever package the resource is of: in doubt an object is not called an orphan.
 */
export function readStates(texts: readonly string[]): KnownStates {
  const [ids, names, stacks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let pending = false;
  for (const text of texts) {
    const { resources, pending_operations } = deploymentIn(text);
    for (const resource of resources) {
      const text = JSON.stringify([resource.id, resource.outputs, resource.initErrors]);
      for (const [id] of text.matchAll(UUID)) ids.add(id.toLowerCase());
      if (typeof resource.id === "string") names.add(resource.id);
      const { uuids } = isObject(resource.outputs) ? resource.outputs : {};
      for (const key of Object.keys(isObject(uuids) ? uuids : {})) names.add(key);
      const [, stack, project] = URN.exec(String(resource.urn)) ?? [];
      if (stack && project) stacks.add(`${project}/${stack}`);
    }
    pending ||= Array.isArray(pending_operations) && pending_operations.length > 0;
  }
  return { ids, names, stacks, pending };
}

/** True when a state holds the object of this id; ids of Avi have the type in front: `pool-<uuid>`. */
export function holds({ ids }: KnownStates, id: string): boolean {
  const [uuid = id] = id.match(UUID) ?? [];
  return ids.has(uuid.toLowerCase());
}

function deploymentIn(text: string): { resources: JsonObject[]; pending_operations: unknown } {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  const deployment = isObject(state) ? state.deployment : undefined;
  if (!isObject(deployment)) throw new Error("it is not the output of `pulumi stack export`");
  // A stack without resources has none of the list either.
  const { resources, pending_operations } = deployment;
  return { resources: Array.isArray(resources) ? resources.filter(isObject) : [], pending_operations };
}
