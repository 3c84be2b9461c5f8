// Splits a bundled resource of a state into the virtual service and its pools.

import { type PlannedResource, resourceKey } from "../../plan";
import type { ResourceInState } from "../target";
import { poolsIn, withoutPools } from "./bundles";

/** Facts of a state about objects, by type and name. They serve every part of a resource as they are. */
const BY_OBJECT = ["uuids", "notKept", "adopted", "foreign", "__others"];

/** A resource of a state with each pool inside of it as one: the resource without them first. Pools are in its tenant. */
export function unbundledState<R extends ResourceInState>(resource: R): R[] {
  const { type: kind, name, id, inputs, outputs } = resource;
  const declared: PlannedResource = { kind, name, inputs, owners: [], after: [] };
  const lastState = { ...declared, inputs: outputs };
  const inside = poolsIn(declared);
  if (inside.length === 0) return [resource];
  const outputsOf = new Map(poolsIn(lastState).map((pool) => [pool.name, pool.inputs]));
  const facts = Object.fromEntries(BY_OBJECT.flatMap((fact) => (fact in outputs ? [[fact, outputs[fact]]] : [])));
  const tenant = id.slice(0, id.indexOf("/"));
  const pools = inside.map((pool) => ({
    ...resource,
    ...{ type: pool.kind, name: pool.name, id: `${tenant}/${pool.name}`, inputs: pool.inputs },
    outputs: { ...(outputsOf.get(pool.name) ?? pool.inputs), ...facts },
  }));
  const rest = { inputs: withoutPools(declared).inputs, outputs: withoutPools(lastState).inputs };
  return [{ ...resource, ...rest, whole: { inputs, parts: inside.map(resourceKey) } }, ...pools];
}
