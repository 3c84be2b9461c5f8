// Converts a load balancer from normal form into the form that a person writes, for imports.

import type { JsonObject } from "../../lifecycle/bodies/json";
import { type NormalTree, nest, without } from "./normal";

/** A tree as a person writes it: each pool that one listener alone has by default is in that listener. All others stay beside them. */
export function toDeclaration(tree: NormalTree): JsonObject {
  const owned = tree.pools.filter(({ name }) => tree.listeners.filter(({ default_pool }) => default_pool === name).length === 1);
  const pools = new Map(owned.map((pool) => [pool.name, without(pool, "members")]));
  const listeners = tree.listeners.map(({ protocol, protocol_port, default_pool }): JsonObject => {
    const pool = pools.get(String(default_pool));
    return { protocol, protocol_port, ...(pool ? { default_pool: pool } : {}) };
  });
  return nest(tree, { listeners });
}
