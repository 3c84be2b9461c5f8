import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../../provider/lifecycle/bodies/json";
import { createPlan as planCreate } from "../../../../../provider/octavia/plan/create-plan";
import { plan as planChanges, removeOneByOne } from "../../../../../provider/octavia/plan/plan";
import { placements } from "../../../../../provider/octavia/plan/policies";
import { normalTree } from "../../../../../provider/octavia/tree/normal";

const createPlan = (expected: JsonObject, options?: Parameters<typeof planCreate>[1]) => planCreate(normalTree(expected), options);
const plan = ({ wanted, live }: { wanted: JsonObject; live: JsonObject }) =>
  planChanges({ desired: normalTree(wanted), live: normalTree(live) });

const pool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  protocol: "TCP",
  lb_algorithm: "ROUND_ROBIN",
  members: [{ address: "10.0.0.1", protocol_port: 80 }],
  ...more,
});
const listener = (port: number, more: JsonObject = {}): JsonObject => ({
  name: `l${port}`,
  protocol: "TCP",
  protocol_port: port,
  default_pool: `p${port}`,
  ...more,
});
const tree = (...ports: number[]): JsonObject => ({
  name: "web",
  vip_subnet_id: "s",
  listeners: ports.map((port) => listener(port)),
  pools: ports.map((port) => pool(`p${port}`)),
});
const calls = (steps: { method: string; path: string }[]) =>
  steps.map(({ method, path }) => `${method} ${path.replace(/\{([^}]*)\}/g, (_, place) => decodeURIComponent(place))}`);

describe("create", () => {
  test("one call with everything below", () => {
    const [only, ...rest] = createPlan(tree(80, 81));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ method: "POST", path: "/loadbalancers" });
    expect(only.body?.loadbalancer).toMatchObject({
      listeners: [{ default_pool: { name: "p80", members: [{ address: "10.0.0.1" }] } }, { default_pool: { name: "p81" } }],
    });
  });

  test("a pool that several use stands beside and is named", () => {
    const shared = { ...tree(80, 81), listeners: [listener(80), listener(81, { default_pool: "p80" })], pools: [pool("p80")] };
    expect(createPlan(shared)[0]?.body?.loadbalancer).toMatchObject({
      listeners: [{ default_pool: { name: "p80" } }, { default_pool: { name: "p80" } }],
      pools: [{ name: "p80" }],
    });
  });

  test("one by one: listener, its pool, members, monitor", () => {
    const monitored = { ...tree(80), pools: [pool("p80", { healthmonitor: { type: "TCP", delay: 5, timeout: 3, max_retries: 1 } })] };
    expect(calls(createPlan(monitored, { serial: true }))).toEqual([
      "POST /loadbalancers",
      "POST /listeners",
      "POST /pools",
      "PUT /pools/pools/p80/members",
      "POST /healthmonitors",
    ]);
  });

  test("a pool with TLS spells out what the populated create would otherwise answer with 500", () => {
    const secure = { ...tree(80, 81), pools: [pool("p80", { tls_enabled: true, tls_versions: ["TLSv1.3"] }), pool("p81")] };
    const [only] = createPlan(secure, { spellOut: ["tls_ciphers", "tls_versions"] });
    expect(only.body).toHaveProperty("loadbalancer.listeners.0.default_pool.tls_ciphers", null);
    expect(only.body).toHaveProperty("loadbalancer.listeners.0.default_pool.tls_versions", ["TLSv1.3"]);
    expect(only.body).not.toHaveProperty("loadbalancer.listeners.1.default_pool.tls_ciphers");
  });

  test("empty ids are never sent", () => {
    const [only] = createPlan({ ...tree(80), flavor_id: "", vip_network_id: null, description: "" });
    expect(Object.keys(only.body?.loadbalancer as object)).toEqual(["name", "vip_subnet_id", "listeners"]);
  });
});

describe("update", () => {
  test("nothing to do, no call", () => {
    expect(plan({ wanted: tree(80, 81), live: tree(81, 80) })).toEqual([]);
  });

  test("what goes makes room before anything is made; pool before listener", () => {
    expect(calls(plan({ wanted: tree(81), live: tree(80) }))).toEqual([
      "DELETE /pools/pools/p80",
      "DELETE /listeners/listeners/TCP:80",
      "POST /listeners",
      "POST /pools",
      "PUT /pools/pools/p81/members",
    ]);
  });

  test("a pool that a policy of a listener that goes leads to is deleted after it", () => {
    const live = {
      ...tree(80),
      listeners: [
        listener(80, { protocol: "HTTP", l7policies: [{ name: "x", action: "REDIRECT_TO_POOL", redirect_pool: "p80", rules: [] }] }),
      ],
    };
    expect(calls(plan({ wanted: { name: "web", listeners: [], pools: [] }, live }))).toEqual([
      "DELETE /listeners/listeners/TCP:80",
      "DELETE /pools/pools/p80",
    ]);
  });

  test("object by object: monitors, pools, listeners", () => {
    const live = { ...tree(80), pools: [pool("p80", { healthmonitor: { type: "TCP" } })] };
    expect(calls(removeOneByOne(normalTree(live)))).toEqual([
      "DELETE /healthmonitors/pools/p80/healthmonitor",
      "DELETE /pools/pools/p80",
      "DELETE /listeners/listeners/TCP:80",
    ]);
  });

  test("names with braces and slashes are places like any other", () => {
    const odd = { ...tree(80), listeners: [listener(80, { default_pool: "a/{b}" })], pools: [pool("a/{b}")] };
    const next = { ...odd, pools: [pool("a/{b}", { lb_algorithm: "SOURCE_IP" })] };
    expect(calls(plan({ wanted: next, live: odd }))).toEqual(["PUT /pools/pools/a/{b}"]);
  });
});

describe("placements bring any order to any other", () => {
  /** Applies positions as the server does: take out, put in, renumber. */
  const follow = (held: string[], expected: string[]) => {
    const list = [...held];
    for (const { name, position } of placements(expected, held)) {
      const from = list.indexOf(name);
      if (from >= 0) list.splice(from, 1);
      list.splice(position - 1, 0, name);
    }
    return list;
  };
  const orders = (items: string[]): string[][] =>
    items.length === 0 ? [[]] : items.flatMap((item) => orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]));

  test("every order of five, with none to five of them there", () => {
    const expected = ["a", "b", "c", "d", "e"];
    for (const held of orders(expected))
      for (let count = 0; count <= 5; count++) expect(follow(held.slice(0, count), expected)).toEqual(expected);
  });

  test("moving one costs one", () => {
    expect(placements(["b", "c", "a"], ["a", "b", "c"])).toEqual([{ name: "a", position: 3 }]);
    expect(placements(["c", "a", "b"], ["a", "b", "c"])).toEqual([{ name: "c", position: 1 }]);
  });
});
