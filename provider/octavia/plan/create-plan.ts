// Plans the calls that create a load balancer.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { type NormalPool, type NormalTree, treeOf } from "../tree/normal";
import { plan } from "./plan";
import { MAX_BODY, memberSteps, size } from "./pools";
import { BALANCER, making, newFields, type Step } from "./step";

/**
 * A new load balancer. One call makes it with everything below; members that do not fit into one body follow as batches, and
 * where the provider wants it (`serial`), or the rest alone is too large, every object is made by a call of its own.
 *
 * @param options.spellOut fields that a pool with TLS must hold in the populated create, null where nothing is declared
 */
export function createPlan(desired: NormalTree, options: { serial?: boolean; spellOut?: readonly string[] } = {}): [Step, ...Step[]] {
  if (options.serial) return serially(desired);
  const { pools } = desired;
  const spellOut = options.spellOut ?? [];
  const singleStep = making(BALANCER, populated(desired, pools, spellOut));
  if (size(singleStep.body) <= MAX_BODY) return [singleStep];
  const byWeight = [...pools].sort((pool, other) => size(other.members) - size(pool.members));
  for (let count = 1; count <= byWeight.length; count++) {
    const later = new Set(byWeight.slice(0, count));
    const lean = pools.map((pool) => (later.has(pool) ? { ...pool, members: [] } : pool));
    const first = making(BALANCER, populated(desired, lean, spellOut));
    if (size(first.body) <= MAX_BODY) return [first, ...[...later].flatMap((pool) => memberSteps(pool))];
  }
  return serially(desired);
}

function serially(desired: NormalTree): [Step, ...Step[]] {
  const balancerFields = newFields("loadbalancer", desired);
  return [making(BALANCER, balancerFields), ...plan({ desired, live: treeOf(balancerFields, [], []) })];
}

/** The body of the populated create. A pool that one listener alone uses is in it, all others beside. */
function populated(desired: NormalTree, pools: readonly NormalPool[], spellOut: readonly string[]): JsonObject {
  const byName = new Map(pools.map((pool) => [pool.name, pool]));
  const used = desired.listeners.flatMap((listener) => [
    listener.default_pool,
    ...listener.l7policies.map(({ redirect_pool }) => redirect_pool),
  ]);
  const nested = new Set<string>();
  const defaultPool = ({ default_pool }: JsonObject): JsonObject => {
    const pool = typeof default_pool === "string" ? byName.get(default_pool) : undefined;
    if (!pool) return {};
    if (used.filter((one) => one === pool.name).length > 1) return { default_pool: { name: pool.name } };
    nested.add(pool.name);
    return { default_pool: poolBody(pool, spellOut) };
  };
  const listeners = desired.listeners.map((listener) => {
    const policies = listener.l7policies.map((policy) => ({
      ...newFields("l7policy", policy),
      position: policy.position,
      ...(policy.redirect_pool ? { redirect_pool: { name: policy.redirect_pool } } : {}),
      rules: policy.rules.map((rule) => newFields("rule", rule)),
    }));
    return { ...newFields("listener", listener), ...defaultPool(listener), ...(policies.length > 0 ? { l7policies: policies } : {}) };
  });
  const beside = pools.filter(({ name }) => !nested.has(name)).map((pool) => poolBody(pool, spellOut));
  return {
    ...newFields("loadbalancer", desired),
    ...(listeners.length > 0 ? { listeners } : {}),
    ...(beside.length > 0 ? { pools: beside } : {}),
  };
}

/** The server looks the fields of TLS up without asking whether they are there, and answers 500 when they are not. */
function poolBody(pool: NormalPool, spellOut: readonly string[]): JsonObject {
  const members = pool.members.map((member) => newFields("member", member));
  const { healthmonitor } = pool;
  return {
    ...(pool.tls_enabled === true ? Object.fromEntries(spellOut.map((field) => [field, null])) : {}),
    ...newFields("pool", pool),
    ...(members.length > 0 ? { members } : {}),
    ...(isObject(healthmonitor) ? { healthmonitor: newFields("healthmonitor", healthmonitor) } : {}),
  };
}
