import { BUNDLING_KINDS } from "../../../kinds/avi/resources";
import { resourceKey } from "../../plan";
import type { ResourceInState } from "../target";
import { poolsIn, withoutPools } from "./bundles";

const HOLDERS: ReadonlySet<string> = new Set(BUNDLING_KINDS.map(({ type }) => type));

/** Facts of a state about objects, by type and name. They serve every part of a resource as they are. */
const BY_OBJECT = ["uuids", "notKept", "adopted", "foreign", "__others"];

/** A resource of a state with each pool inside of it as one: the resource without them first. Pools are in its tenant. */
export function apartInState<R extends ResourceInState>(resource: R): R[] {
  const { type, name, id, inputs, outputs } = resource;
  if (!HOLDERS.has(type)) return [resource];
  const [declared, known] = [inputs, outputs].map((values) => ({ kind: type, name, inputs: values, owners: [], after: [] }));
  if (!declared || !known) return [resource];
  const outputsOf = new Map(poolsIn(known).map((pool) => [pool.name, pool.inputs]));
  const facts = Object.fromEntries(BY_OBJECT.flatMap((fact) => (fact in outputs ? [[fact, outputs[fact]]] : [])));
  const tenant = id.slice(0, id.indexOf("/"));
  const pools = poolsIn(declared).map((pool) => ({
    ...resource,
    ...{ type: pool.kind, name: pool.name, id: `${tenant}/${pool.name}`, inputs: pool.inputs },
    outputs: { ...(outputsOf.get(pool.name) ?? pool.inputs), ...facts },
  }));
  if (pools.length === 0) return [resource];
  const rest = { inputs: withoutPools(declared).inputs, outputs: withoutPools(known).inputs };
  const parts = pools.map((pool) => resourceKey({ kind: pool.type, name: pool.name }));
  return [{ ...resource, ...rest, whole: { inputs, parts } }, ...pools];
}
