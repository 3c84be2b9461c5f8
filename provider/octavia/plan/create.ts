import type { JsonObject } from "../../lifecycle/json";
import type { Flat } from "../tree/flatten";
import { objects } from "../tree/keys";
import { newFields } from "./changes";
import { MAX_BODY, memberSteps, size } from "./members";
import { plan } from "./plan";
import type { Step } from "./step";

/**
 * A new load balancer. One call makes it with everything below; members that do not fit into one body follow as batches, and
 * where the provider wants it (`serial`), or the rest alone is too large, every object is made by a call of its own.
 *
 * @param options.spellOut fields that a pool with TLS must hold in the populated create, null where nothing is declared
 */
export function createPlan(wanted: Flat, options: { serial?: boolean; spellOut?: readonly string[] } = {}): Step[] {
  if (options.serial) return serially(wanted);
  const pools = objects(wanted.pools);
  const spellOut = options.spellOut ?? [];
  const whole = create(populated(wanted, pools, spellOut));
  if (size(whole.body) <= MAX_BODY) return [whole];
  const spilled = [...pools].sort((one, other) => size(other.members) - size(one.members));
  for (let count = 1; count <= spilled.length; count++) {
    const out = new Set(spilled.slice(0, count));
    const lean = create(
      populated(
        wanted,
        pools.map((pool) => (out.has(pool) ? { ...pool, members: [] } : pool)),
        spellOut,
      ),
    );
    if (size(lean.body) > MAX_BODY) continue;
    return [lean, ...[...out].flatMap((pool) => memberSteps(String(pool.name), pool, undefined, undefined))];
  }
  return serially(wanted);
}

function serially(wanted: Flat): Step[] {
  const own = newFields("loadbalancer", wanted);
  return [create(own), ...plan({ wanted, live: { ...own, listeners: [], pools: [] } })];
}

function create(body: JsonObject): Step {
  return {
    method: "POST",
    path: "/loadbalancers",
    body: { loadbalancer: body },
    makes: "loadbalancer",
    what: "creating the load balancer",
  };
}

/** The body of the populated create. A pool that one listener alone uses stands in it, all others beside. */
function populated(wanted: Flat, pools: JsonObject[], spellOut: readonly string[]): JsonObject {
  const byName = new Map(pools.map((pool) => [String(pool.name), pool]));
  const used = objects(wanted.listeners).flatMap((listener) => [
    listener.default_pool,
    ...objects(listener.l7policies).map((policy) => policy.redirect_pool),
  ]);
  const alone = (name: unknown) => used.filter((one) => one === name).length === 1;
  const nested = new Set<string>();
  const listeners = objects(wanted.listeners).map((listener) => {
    const name = String(listener.default_pool);
    const pool = byName.get(name);
    if (pool && alone(name)) nested.add(name);
    const policies = objects(listener.l7policies).map((policy, index) => ({
      ...newFields("l7policy", policy),
      position: index + 1,
      ...(policy.redirect_pool ? { redirect_pool: { name: policy.redirect_pool } } : {}),
      rules: objects(policy.rules).map((rule) => newFields("rule", rule)),
    }));
    return {
      ...newFields("listener", listener),
      ...(pool ? { default_pool: nested.has(name) ? poolBody(pool, spellOut) : { name } } : {}),
      ...(policies.length > 0 ? { l7policies: policies } : {}),
    };
  });
  const beside = pools.filter(({ name }) => !nested.has(String(name))).map((pool) => poolBody(pool, spellOut));
  return {
    ...newFields("loadbalancer", wanted),
    ...(listeners.length > 0 ? { listeners } : {}),
    ...(beside.length > 0 ? { pools: beside } : {}),
  };
}

/** The server looks the fields of TLS up without asking whether they are there, and answers 500 when they are not. */
function poolBody(pool: JsonObject, spellOut: readonly string[]): JsonObject {
  const members = objects(pool.members).map((member) => newFields("member", member));
  const { healthmonitor } = pool;
  return {
    ...(pool.tls_enabled === true ? Object.fromEntries(spellOut.map((field) => [field, null])) : {}),
    ...newFields("pool", pool),
    ...(members.length > 0 ? { members } : {}),
    ...(healthmonitor ? { healthmonitor: newFields("healthmonitor", healthmonitor as JsonObject) } : {}),
  };
}
